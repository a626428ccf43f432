"""The teacher's screen over a socket: what two of it share, what is pushed, its tables, and who gets none."""

import asyncio
import json

import pytest

from cardlab.classroom.class_tables import ClassTables
from cardlab.dashboard.roster import Roster
from cardlab.phrasing.catalogue import say
from cardlab.tables.shared_table import ITSELF, Agreed
from cardlab.tables.tournament_service import TournamentService
from cardlab.tongits import Rules
from tests.load.line import Line, Refused
from tests.load.shared import SharedPage
from tests.load.teaching import Teacher, texts

CALL, SETS = "draw_call.may_call", "melds.set_or_run"


def teacher(live_class, lang="en"):
    return Teacher(live_class.port, live_class.teacher(), lang)


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


async def test_who_joins_and_goes_is_pushed(live_class):
    async with teacher(live_class) as page:
        await page.answered(do="open", tab="who")
        cookie = await asyncio.to_thread(lambda: live_class.join(name="Anna").cookie)
        await page.until(lambda: f"Anna {say('room.not_yet')}" in texts(page.shown["panel"]))
        board = await asyncio.to_thread(lambda: live_class.ask(f"{live_class.base}board?lang=en", Cookie=cookie))
        assert board.status == 200
        was = say("room.was_on", lesson=say("board.title"))
        await page.until(lambda: f"Anna {was}" in texts(page.shown["panel"]))


async def test_T10_1_tables_are_opened_listed_and_closed_and_all_are_called_there_but_who_is_there(live_class):
    cookie = await asyncio.to_thread(lambda: live_class.join(name="Anna").cookie)
    player = await asyncio.to_thread(lambda: live_class.ask("/tables", Cookie=cookie).cookie)
    tables = SharedPage(live_class.port, "tables", f"{cookie}; {player}")
    async with teacher(live_class) as page, SharedPage(live_class.port, "board", cookie, "nl") as board, tables:
        invited = []
        tables.frames = lambda frame: frame[0] == "invite" and invited.append(frame[1])
        await page.answered(do="open", tab="play")
        assert say("together.nobody_plays") in texts(page.shown["panel"])
        await page.answered(do="pick", what="tables", value="2")
        await page.answered(do="open_tables")
        code, other = page.tables()
        await tables.until(lambda: invited and code in json.dumps(tables.shown))
        assert invited == [{"href": "", "text": ""}]
        await board.until(lambda: "/tables?lang=nl" in json.dumps(board.shown))
        await page.do(do="close_table", code=code)
        await page.until(lambda: [*page.tables()] == [other])
        await page.do(do="end")
        await page.until(lambda: not page.tables())


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


async def test_T10_1_a_table_is_listed_even_if_the_file_of_the_tables_was_opened_after_the_page(tmp_path):
    room, tournaments, changed = Roster(tuple), TournamentService(tmp_path / "tables.sqlite3"), asyncio.Event()
    room.watch, listed = changed.set, ClassTables(tournaments, "/", room)
    assert listed.render("en") == []
    tables = (await tournaments.ready()).tables
    code = await tables.open(Agreed(rules=Rules()), ITSELF)
    await tables.subscribe(code, "", lambda table, events: None)
    await asyncio.wait_for(changed.wait(), 20)
    assert len(listed.render("en")) == 1
    await tournaments.close()
