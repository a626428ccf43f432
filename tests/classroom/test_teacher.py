"""The teacher's screen over a socket: what it shows, what it does, and who may not."""

import asyncio
import json
from contextlib import suppress

import pytest
from abused import with_timeout

from cardlab.dashboard.display_names import spaced
from cardlab.phrasing.catalogue import LANGUAGES, say
from tests.load.line import Line, Refused
from tests.load.shared import SharedPage
from tests.load.teaching import Teacher, blocks, texts

CALL, SETS = "draw_call.may_call", "melds.set_or_run"


def teacher(live_class, lang="en", kept=None):
    return Teacher(live_class.port, live_class.teacher(), lang, kept=kept)


def bars(page):
    return {
        one["key"]: one["count"]
        for block in blocks(page.shown["stage"])
        if block["is"] == "bars"
        for one in block["bars"]
    }


# What is shown


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_screen_says_in_words_how_to_join_and_who_is_here(live_class, lang):
    live_class.join(name="<img src=x onerror=alert(1)>\u202e")
    live_class.join()
    shown = live_class.teach(tab="who", lang=lang)
    assert shown["way"]["code"] == spaced(live_class.code)
    assert shown["way"]["address"] == live_class.host
    assert shown["way"]["qr"].startswith("<svg ")
    assert shown["stage"][0]["is"] == "way"
    people = say("room.not_yet", lang)
    assert texts(shown["top"])[0] == say("room.count", lang, count=0), "who has joined need not have a page open"
    told = texts(shown["panel"])
    assert f"<img src=x onerror=alert {people}" in told
    assert any(one.startswith(say("room.guest", lang, number="")) for one in told)


@with_timeout
async def test_two_pages_of_the_teacher_show_the_same_stage_and_list_and_each_its_own_panel(live_class):
    async with teacher(live_class) as one, teacher(live_class, "de") as other:
        await one.ask(SETS, do="add")
        await other.until(lambda: other.listed)
        await one.ask(CALL, 2)
        await other.until(lambda: say("lesson.may_call.prompt", "de") in texts(other.shown["stage"]))
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


# What is asked


@with_timeout
async def test_a_question_is_asked_answered_and_revealed_in_the_same_place(live_class):
    async with teacher(live_class) as page:
        await page.ask(CALL, 2)
        await page.answered(do="open", tab="lesson")
        assert say("room.inviting", lesson=say("board.title")) in texts(page.shown["panel"])
        assert say("lesson.may_call.prompt") in texts(page.shown["stage"])
        assert page.button(say("teach.next"))["send"] is None
        assert bars(page) == {}
        await page.answered(do="reveal")
        assert bars(page) == {"yes": 0, "no": 0}
        assert page.button(say("board.reveal"))["send"] is None
        assert say("room.send_text") in texts(page.shown["panel"])
        # Where the stage shows how to join, what is revealed takes its place.
        await page.answered(do="next")
        await page.answered(do="look", at=-2)
        assert page.shown["stage"][0]["is"] == "way"
        await page.answered(do="reveal")
        assert bars(page) == {"yes": 0, "no": 0}
        # With no list, the next one is of the same kind.
        await page.answered(do="next")
        assert bars(page) == {}
        assert say("lesson.may_call.prompt") in texts(page.shown["stage"])
        # Wherever the room has looked, it sees what is asked.
        await page.answered(do="look", at=-2)
        await page.ask(CALL, 2)
        assert say("lesson.may_call.prompt") in texts(page.shown["stage"])


@with_timeout
async def test_a_list_is_asked_one_by_one_or_all_at_once_and_a_series_asks_what_to_reveal(live_class):
    async with teacher(live_class) as page:
        await page.ask(SETS, do="add")
        await page.ask_own("Who <b>begins</b>?", "I", "", "they", right="3", do="add")
        assert [one["ask"] for one in page.listed] == ["drill", "free"]
        assert page.listed[1]["right"] == [1]
        await page.answered(do="next")
        await page.answered(do="reveal")
        await page.answered(do="next")
        assert "Who <b>begins</b>?" in texts(page.shown["stage"])
        await page.answered(do="ask_all")
        await page.answered(do="reveal")
        assert say("board.finished", count=0, of=0) in texts(page.shown["asks"])
        await page.answered(do="reveal_now", number=page.button(say("board.reveal_one", number=1))["send"]["number"])
        assert page.shown["asks"] == []
        assert page.button(say("board.reveal"))["send"]
        await page.answered(do="look", at=1)
        assert "Who <b>begins</b>?" in texts(page.shown["stage"])
        await page.answered(do="reveal")
        await page.answered(do="reveal_now")
        (went,) = (one for one in blocks(page.shown["stage"]) if one["is"] == "went")
        assert [one["went"] for one in went["lines"]] == [say("board.went", right=0, wrong=0, none=0)] * 2
        for at in (1, 0):
            await page.answered(do="unlist", at=at)
        assert page.listed == []
        # An exit ticket is a series, too: three questions of the lesson.
        await page.answered(do="pick", what="lesson", value="melds")
        await page.answered(do="exit")
        (steps,) = (one for one in page.shown["stage"] if one["is"] == "choice" and one["label"] == say("board.steps"))
        assert [one["label"] for one in steps["options"]] == ["1 (0)", "2 (0)", "3 (0)"]


@with_timeout
async def test_what_cannot_be_asked_is_said_and_nothing_changes(live_class):
    async with teacher(live_class) as page:
        for do in ("ask", "add"):
            await page.ask_own("", "I", "you", do=do)
            assert page.problem == say("board.cannot.no_text")
            await page.ask_own("Who?", "I", do=do)
            assert page.problem == say("board.cannot.options", most=6)
            await page.ask_own("Who?", "I", "you", right="3", do=do)
            assert page.problem == say("board.cannot.right")
        assert (page.listed, page.shown["stage"][0]["is"]) == ([], "way")
        await page.ask_own("Who?", "I", "you", right="1 2")
        assert page.problem == ""
        assert "Who?" in texts(page.shown["stage"])
        # The next form is empty.
        await page.answered(do="open", tab="own")
        assert {one["value"] for one in blocks(page.shown["panel"]) if one["is"] == "field"} == {""}


@with_timeout
async def test_what_a_browser_has_kept_of_the_page_is_there_again_where_there_is_nothing_newer(live_class):
    listed = [{"ask": "drill", "drill": SETS, "level": 2}]
    draft = ["Who", "I", *[""] * 5, "1"]
    async with teacher(live_class, kept={"listed": listed, "draft": draft, "tab": "own", "drill": CALL}) as page:
        kept = page.shown["kept"]
        assert kept == {"listed": listed, "draft": draft, "tab": "own", "drill": CALL}
        assert [one["value"] for one in blocks(page.shown["panel"]) if one["is"] == "field"][:2] == ["Who", "I"]
        # A second time nothing is recalled, also no list beside one that is there.
        await page.answered(do="draft", at=0, text="What")
        await page.answered(do="recall", kept={"listed": listed, "draft": draft})
        assert (page.shown["kept"]["draft"][0], page.listed) == ("What", listed)
        # A line that is lost brings a new scene; what was typed meanwhile counts.
        page.line.close()
        await page.until(lambda: page.shown and not page.shown["kept"])
        await page.answered(do="draft", at=1, text="you")
        await page.answered(do="recall", kept=kept)
        assert page.shown["kept"]["draft"][:2] == ["Who", "you"]
        await page.answered(do="open", tab="ask")
        await page.answered(do="unlist", at=0)
    for strange in ("x", {"listed": [7]}, {"draft": 1}, {"tab": "none"}, {"drill": "no.such", "draft": ["x"] * 99}):
        async with teacher(live_class, kept=strange) as page:
            assert page.shown["tab"] == "ask"
    async with teacher(live_class, kept={"listed": [{"ask": "drill", "drill": "no.such", "level": 2}]}) as page:
        assert (page.listed, page.problem) == ([], say("board.cannot.drill"))


# Everybody


@with_timeout
async def test_everybody_is_sent_to_a_lesson_and_it_is_taken_back(live_class):
    async with teacher(live_class) as page:
        await page.answered(do="open", tab="lesson")
        await page.answered(do="pick", what="lesson", value="melds")
        await page.answered(do="invite")
        assert say("room.inviting", lesson="Tongits: melds") in texts(page.shown["panel"])
        await page.answered(do="withdraw")
        assert say("room.send_text") in texts(page.shown["panel"])
        for lesson in ("demo", "teachers", "../../etc"):
            await page.answered(do="pick", what="lesson", value=lesson)
            assert lesson not in json.dumps(page.shown["panel"])


@with_timeout
async def test_what_cannot_be_taken_back_is_asked_first(live_class):
    await asyncio.to_thread(lambda: live_class.join(name="Ben"))
    async with teacher(live_class) as page:
        code = page.shown["way"]["code"]
        await page.answered(do="open", tab="who")
        remove = page.button(say("room.remove", name="Ben"))["send"]
        for order, question in (
            ({"do": "code"}, "room.renew_sure"),
            ({"do": "end"}, "room.end_sure"),
            (remove["then"], "room.remove_sure"),
        ):
            await page.answered(**order)  # is not on the page: nothing happens
            send = next(one["send"] for one in blocks(page.shown) if (one.get("send") or {}).get("then") == order)
            await page.answered(**send)
            assert texts(page.shown["asks"])[0] == say(question, name="Ben")
            await page.answered(do="cancel")
            assert page.shown["asks"] == []
        assert (page.shown["way"]["code"], page.button(say("room.remove", name="Ben"))["send"]) == (code, remove)
        await page.do(**remove["then"])
        await page.do(do="code")
        assert page.shown["way"]["code"] != code
        assert say("room.nobody") in texts(page.shown["panel"])


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


# Who may not do what


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
    for path in ("teacher", "teacher/board", "teacher/class.csv", "teacher/grid.csv"):
        assert live_class.ask(f"/{path}", Cookie=learner).status == 403
    kept = live_class.ask("/teacher/board?drill=melds.repair&lang=nl", Cookie=live_class.teacher())
    assert (kept.status, kept.headers["Location"]) == (302, "/teacher?lang=nl&drill=melds.repair")


STRANGE = (
    {},
    {"do": "dance"},
    {"do": ["code"]},
    {"do": "invite", "lesson": "demo"},
    {"do": "look", "at": True},
    {"do": "look", "at": 99},
    {"do": "pick", "what": "level", "value": "9"},
    {"do": "pick", "what": "lesson", "value": "demo"},
    {"do": "ask_listed", "at": 0},
    {"do": "remove", "number": 1},
    {"do": "confirm", "question": "?", "yes": "!", "then": {"do": "end"}},
    {"do": "close_table", "code": "HHHHHH"},
    {"do": "reveal_now", "number": 1},
    {"do": "open_tables"},
)


@with_timeout
async def test_what_no_block_on_the_page_sends_changes_nothing(live_class, caplog):
    async with teacher(live_class) as page:
        before = json.dumps(page.shown)
        for message in STRANGE:
            with suppress(Exception):
                await page.answered(**message)
        assert json.dumps(page.shown) == before
