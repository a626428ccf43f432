"""The teacher's screen over a socket: what it shows, what it does, and who may not."""

import asyncio
import json
from contextlib import suppress

import pytest
from abused import with_timeout
from classroom import class_without_lessons

from cardlab.dashboard.display_names import spaced
from cardlab.phrasing.catalogue import LANGUAGES, say
from tests.load.line import Refused
from tests.load.shared import SharedPage
from tests.load.teaching import Teacher, blocks, texts

CALL, SETS = "draw_call.may_call", "melds.set_or_run"


@pytest.fixture(scope="module")
def running():
    with class_without_lessons() as running:
        yield running


@pytest.fixture
def room(running):
    """The class before anybody has come and anything was asked."""
    running.order(do="end")
    return running


def teacher(room, lang="en"):
    return Teacher(room.port, room.teacher(), lang)


def bars(page):
    return {
        one["key"]: one["count"]
        for block in blocks(page.shown["stage"])
        if block["is"] == "bars"
        for one in block["bars"]
    }


# What is shown


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_screen_says_in_words_how_to_join_and_who_is_here(room, lang):
    room.join(name="<img src=x onerror=alert(1)>\u202e")
    room.join()
    shown = room.teach(tab="who", lang=lang)
    assert shown["way"]["code"] == spaced(room.code)
    assert shown["way"]["address"] == room.host
    assert shown["way"]["qr"].startswith("<svg ")
    assert shown["stage"][0]["is"] == "way"
    nobody, people = say("room.nobody", lang), say("room.not_yet", lang)
    assert texts(shown["top"])[0] == nobody
    told = texts(shown["panel"])
    assert f"<img src=x onerror=alert {people}" in told
    assert any(one.startswith(say("room.guest", lang, number="")) for one in told)


@with_timeout
async def test_two_pages_of_the_teacher_show_the_same_stage_and_list_and_each_its_own_panel(room):
    async with teacher(room) as one, teacher(room, "de") as other:
        await one.ask(SETS, do="add")
        await other.until(lambda: other.shown["listed"])
        await one.ask(CALL, 2)
        await other.until(lambda: say("lesson.may_call.prompt", "de") in texts(other.shown["stage"]))
        await other.answered(do="open", tab="who")
        assert (one.shown["tab"], other.shown["tab"]) == ("ask", "who")
        await other.answered(do="clear")
        await one.until(lambda: one.shown["stage"][0]["is"] == "way")
        await one.answered(do="put_back")
        await other.until(lambda: other.shown["stage"][0]["is"] != "way")
        await one.answered(do="unlist", at=0)
        await other.until(lambda: not other.shown["listed"])


@with_timeout
async def test_who_joins_and_goes_is_pushed(room):
    async with teacher(room) as page:
        await page.answered(do="open", tab="who")
        cookie = await asyncio.to_thread(lambda: room.join(name="Anna").cookie)
        await page.until(lambda: f"Anna {say('room.not_yet')}" in texts(page.shown["panel"]))
        board = await asyncio.to_thread(lambda: room.ask(f"{room.base}board?lang=en", Cookie=cookie))
        assert board.status == 200
        was = say("room.was_on", lesson=say("board.title"))
        await page.until(lambda: f"Anna {was}" in texts(page.shown["panel"]))
        await asyncio.to_thread(lambda: room.join("FFFFFF"))
        await page.until(lambda: say("room.wrong_codes", count=1) in texts(page.shown["panel"]))


# What is asked


@with_timeout
async def test_a_question_is_asked_answered_and_revealed_in_the_same_place(room):
    async with teacher(room) as page:
        await page.ask(CALL, 2)
        await page.answered(do="open", tab="lesson")
        assert say("room.inviting", lesson=say("board.title"), more="") in texts(page.shown["panel"])
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


@with_timeout
async def test_a_list_is_asked_one_by_one_or_all_at_once_and_a_series_asks_what_to_reveal(room):
    async with teacher(room) as page:
        await page.ask(SETS, do="add")
        await page.ask_own("Who <b>begins</b>?", "I", "", "they", right="3", do="add")
        assert [one["ask"] for one in page.shown["listed"]] == ["drill", "free"]
        assert page.shown["listed"][1]["right"] == [1]
        await page.answered(do="next")
        await page.answered(do="reveal")
        await page.answered(do="next")
        assert "Who <b>begins</b>?" in texts(page.shown["stage"])
        await page.answered(do="ask_all")
        await page.answered(do="reveal")
        assert say("board.finished", count=0, of=0) in texts(page.shown["asks"])
        await page.answered(do="reveal_one", number=page.button(say("board.reveal_one", number=1))["send"]["number"])
        assert page.shown["asks"] == []
        assert page.button(say("board.reveal"))["send"]
        await page.answered(do="look", at=1)
        assert "Who <b>begins</b>?" in texts(page.shown["stage"])
        await page.answered(do="reveal")
        await page.answered(do="reveal_all")
        (went,) = (one for one in blocks(page.shown["stage"]) if one["is"] == "went")
        assert [one["went"] for one in went["lines"]] == [say("board.went", right=0, wrong=0, none=0)] * 2
        for at in (1, 0):
            await page.answered(do="unlist", at=at)
        assert page.shown["listed"] == []


@with_timeout
async def test_what_cannot_be_asked_is_said_and_nothing_changes(room):
    async with teacher(room) as page:
        for do in ("ask", "add"):
            await page.ask_own("", "I", "you", do=do)
            assert page.problem == say("board.cannot.no_text")
            await page.ask_own("Who?", "I", do=do)
            assert page.problem == say("board.cannot.options", most=6)
            await page.ask_own("Who?", "I", "you", right="3", do=do)
            assert page.problem == say("board.cannot.right")
        assert (page.shown["listed"], page.shown["stage"][0]["is"]) == ([], "way")
        await page.ask_own("Who?", "I", "you", right="1 2", several=True)
        assert page.problem == ""
        assert "Who?" in texts(page.shown["stage"])
        # The next form is empty.
        await page.answered(do="write", on=True)
        assert {one["value"] for one in blocks(page.shown["panel"]) if one["is"] == "field"} == {""}


@with_timeout
async def test_an_exit_ticket_is_three_questions_of_the_lesson(room):
    async with teacher(room) as page:
        await page.answered(do="pick", what="lesson", value="melds")
        await page.answered(do="exit")
        (steps,) = (one for one in page.shown["stage"] if one["is"] == "choice" and one["label"] == say("board.steps"))
        assert [one["label"] for one in steps["options"]] == ["1 (0)", "2 (0)", "3 (0)"]


@with_timeout
async def test_the_list_that_a_browser_has_kept_is_taken_where_there_is_none(room):
    kept = [{"ask": "drill", "drill": SETS, "level": 2}]
    async with teacher(room) as page:
        await page.answered(do="recall", listed=[{"ask": "drill", "drill": "no.such", "level": 2}])
        assert (page.shown["listed"], page.problem) == ([], say("board.cannot.drill"))
        await page.answered(do="recall", listed=kept)
        await page.answered(do="recall", listed=kept)
        assert page.shown["listed"] == kept
        await page.answered(do="unlist", at=0)


# Everybody


@with_timeout
async def test_everybody_is_sent_to_a_lesson_and_it_is_taken_back(room):
    async with teacher(room) as page:
        for what, value in (("lesson", "melds"), ("wanted", SETS), ("grade", "2"), ("start", "007")):
            await page.answered(do="open", tab="lesson")
            await page.answered(do="pick", what=what, value=value)
        await page.answered(do="invite")
        more = f" ({say(f'drill.{SETS}')}, {say('demo.level_number', level=2)}, {say('room.with_start', start=7)})"
        assert say("room.inviting", lesson="Tongits: melds", more=more) in texts(page.shown["panel"])
        href = f"{room.address}en/melds.ipynb?seed=7&drill={SETS}&level=2"
        assert href in {one["address"] for one in blocks(page.shown["panel"]) if one["is"] == "link"}
        await page.answered(do="pick", what="start", value="1000000")
        assert f"{room.address}en/melds.ipynb?drill={SETS}&level=2" in json.dumps(page.shown["panel"])
        await page.answered(do="withdraw")
        assert say("room.send_text") in texts(page.shown["panel"])
        for lesson in ("demo", "teachers", "../../etc"):
            await page.answered(do="pick", what="lesson", value=lesson)
            assert lesson not in json.dumps(page.shown["panel"])


@with_timeout
async def test_what_cannot_be_taken_back_is_asked_first(room):
    await asyncio.to_thread(lambda: room.join(name="Ben"))
    async with teacher(room) as page:
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
async def test_T10_1_tables_are_opened_listed_and_closed(room):
    async with teacher(room) as page:
        await page.answered(do="open", tab="play")
        assert say("together.nobody_plays") in texts(page.shown["panel"])
        await page.answered(do="pick", what="tables", value="2")
        await page.answered(do="open_tables")
        links = [
            one["address"] for one in blocks(page.shown["panel"]) if one["is"] == "link" and "/table/" in one["address"]
        ]
        assert len(links) == 2
        # A learner finds them in the list of tables.
        cookie = await asyncio.to_thread(lambda: room.join(name="Anna").cookie)
        code = links[0].partition("?")[0].rpartition("/")[2]
        player = await asyncio.to_thread(lambda: room.ask("/tables", Cookie=cookie).cookie)
        async with SharedPage(room.port, "tables", f"{cookie}; {player}") as tables:
            assert code in json.dumps(tables.shown)
        await page.do(do="close_table", code=code)
        await page.until(lambda: links[0] not in json.dumps(page.shown["panel"]))
        await page.do(do="end")
        await page.until(lambda: "/table/" not in json.dumps(page.shown["panel"]))


# Who may not do what


@with_timeout
async def test_only_the_teachers_cookie_gets_the_line(room):
    learner = await asyncio.to_thread(lambda: room.join().cookie)
    for cookie in ("", learner, f"{learner}; {learner.replace('visitor', 'teacher')}"):
        with pytest.raises(Refused, match="403"):
            await Teacher(room.port, cookie).connect()


def test_learners_get_no_page_and_no_table_of_the_teacher(room):
    learner = room.join().cookie
    for path in ("teacher", "teacher/board", "teacher/class.csv", "teacher/grid.csv"):
        assert room.ask(f"/{path}", Cookie=learner).status == 403
    kept = room.ask("/teacher/board?drill=melds.repair&lang=nl", Cookie=room.teacher())
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
    {"do": "reveal_one", "number": 1},
    {"do": "open_tables"},
)


@with_timeout
async def test_what_no_block_on_the_page_sends_changes_nothing(room, caplog):
    async with teacher(room) as page:
        before = json.dumps(page.shown)
        for message in STRANGE:
            with suppress(Exception):
                await page.answered(**message)
        assert json.dumps(page.shown) == before
