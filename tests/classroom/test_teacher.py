"""The teacher's screen over a socket: what two of it share, what is pushed, its tables, and who gets none."""

import asyncio
import json

import pytest
from abused import with_timeout

from cardlab.phrasing.catalogue import say
from tests.load.line import Line, Refused
from tests.load.shared import SharedPage
from tests.load.teaching import Teacher, blocks, texts

CALL, SETS = "draw_call.may_call", "melds.set_or_run"


def teacher(live_class, lang="en"):
    return Teacher(live_class.port, live_class.teacher(), lang)


@with_timeout
async def test_two_pages_of_the_teacher_show_the_same_stage_and_list_and_each_its_own_panel(live_class):
    async with teacher(live_class) as one, teacher(live_class, "de") as other:
        await one.ask(SETS, do="add")
        await other.until(lambda: other.listed)
        await one.ask(CALL, 2)
        await other.until(lambda: say("lesson.under.may_call", "de") in texts(other.shown["stage"]))
        await other.answered(do="open", tab="who")
        assert (one.shown["tab"], other.shown["tab"]) == ("ask", "who")
        await other.answered(do="clear")
        await one.until(lambda: one.shown["stage"][0]["is"] == "way")
        await one.answered(do="put_back")
        await other.until(lambda: other.shown["stage"][0]["is"] != "way")
        await one.answered(do="unlist", at=0)
        await other.until(lambda: not other.listed)


@with_timeout
async def test_who_joins_and_goes_is_pushed(live_class):
    async with teacher(live_class) as page:
        await page.answered(do="open", tab="who")
        cookie = await asyncio.to_thread(lambda: live_class.join(name="Anna").cookie)
        await page.until(lambda: f"Anna {say('room.not_yet')}" in texts(page.shown["panel"]))
        board = await asyncio.to_thread(lambda: live_class.ask(f"{live_class.base}board?lang=en", Cookie=cookie))
        assert board.status == 200
        was = say("room.was_on", lesson=say("board.title"))
        await page.until(lambda: f"Anna {was}" in texts(page.shown["panel"]))


@with_timeout
async def test_T10_1_tables_are_opened_listed_and_closed(live_class):
    async with teacher(live_class) as page:
        await page.answered(do="open", tab="play")
        assert say("together.nobody_plays") in texts(page.shown["panel"])
        await page.answered(do="pick", what="tables", value="2")
        await page.answered(do="open_tables")
        links = [
            one["address"] for one in blocks(page.shown["panel"]) if one["is"] == "link" and "/table/" in one["address"]
        ]
        assert len(links) == 2
        # A learner finds them in the list of tables.
        cookie = await asyncio.to_thread(lambda: live_class.join(name="Anna").cookie)
        code = links[0].partition("?")[0].rpartition("/")[2]
        player = await asyncio.to_thread(lambda: live_class.ask("/tables", Cookie=cookie).cookie)
        async with SharedPage(live_class.port, "tables", f"{cookie}; {player}") as tables:
            assert code in json.dumps(tables.shown)
        await page.do(do="close_table", code=code)
        await page.until(lambda: links[0] not in json.dumps(page.shown["panel"]))
        await page.do(do="end")
        await page.until(lambda: "/table/" not in json.dumps(page.shown["panel"]))


@with_timeout
async def test_only_the_teachers_cookie_gets_the_line_the_page_and_the_tables_and_only_on_our_own_page(live_class):
    learner = await asyncio.to_thread(lambda: live_class.join().cookie)
    for cookie in ("", learner, f"{learner}; {learner.replace('visitor', 'teacher')}"):
        with pytest.raises(Refused, match="403"):
            await Teacher(live_class.port, cookie).connect()
    for cookie, path in ((live_class.teacher(), "teacher"), (learner, "board")):
        headers = {"Cookie": cookie, "Origin": "http://evil.example"}
        with pytest.raises(Refused):
            await Line.open(live_class.port, f"/line/{path}", headers=headers)
    for path in ("teacher", "teacher/results.csv"):
        assert live_class.ask(f"/{path}", Cookie=learner).status == 403
    kept = live_class.ask("/teacher?key=any&drill=melds.repair&lang=nl", Cookie=live_class.teacher())
    assert (kept.status, kept.headers["Location"]) == (302, "/teacher?lang=nl&drill=melds.repair")
