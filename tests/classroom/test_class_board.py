"""The class board of a running server: forty learners over sockets, the teacher's page, and who may not do what."""

import asyncio
import csv
import io
import json
from contextlib import suppress

import pytest
from abused import waited_for
from classroom import classroom

from cardlab.lessons.course import drill_named
from cardlab.phrasing.catalogue import say
from tests.load.line import Line, Refused


@pytest.fixture(scope="module")
def running():
    with classroom("--hosts", "1") as running:
        yield running


@pytest.fixture
def room(running):
    """The class before anybody has come and anything was asked."""
    running.order(do="end")
    return running


def order(room, **told):
    """What is wrong with what the teacher's page has asked for; "" if it is done."""
    answer = post(room, room.teacher(), **told)
    assert answer.status == 200, answer.text
    return json.loads(answer.text)["problem"]


def post(room, cookie, **told):
    headers = {"Content_Type": "application/json", "Origin": room.origin, "Cookie": cookie}
    return room.ask(f"{room.base}teacher/board/do?lang=en", "POST", json.dumps(told), **headers)


class Board:
    """A page of the board over a socket, as its script is told."""

    def __init__(self, room, cookie, path="board/line"):
        self.room, self.cookie, self.path = room, cookie, path
        self.frames = []

    async def open(self, lang="en", **headers):
        port = int(self.room.host.rpartition(":")[2])
        self.line = await Line.open(
            port, f"{self.room.base}{self.path}?lang={lang}", headers={"Cookie": self.cookie, **headers}
        )
        return self

    async def hear(self):
        text = await self.line.read()
        assert text is not None, "the line is cut"
        self.frames.append(text)
        return json.loads(text)

    async def until(self, wish):
        """Listens until what is told is as wished; gives that."""
        while True:
            told = await self.hear()
            if wish(told):
                return told

    async def answer(self, *answer, number=1, turn=1):
        """Answers, and waits until the server says that it has it."""
        self.give(*answer, number=number, turn=turn)
        await self.until(
            lambda told: any(one["turn"] == turn for one in shown(told) if one["number_of_task"] == number)
        )

    def give(self, *answer, number=1, turn=1):
        self.line.send(json.dumps({"number": number, "answer": answer, "turn": turn}))


def shown(told):
    return told.get("state", {}).get("questions", [])


def is_open(told):
    return [one["done"] for one in shown(told)] == [False]


def is_revealed(told):
    return [one["done"] for one in shown(told)] == [True]


def learner(room, name=""):
    return Board(room, room.join(name=name).cookie)


def teachers(room):
    return Board(room, room.teacher(), "teacher/board/line")


MAY_CALL = {"ask": "drill", "drill": "draw_call.may_call", "level": 2}
FREE = {"ask": "free", "text": "Who begins?", "options": ["I", "you"], "right": [1]}


@waited_for
async def test_forty_learners_answer_at_once_and_all_are_counted(room):
    everybody = [await learner(room).open() for _ in range(40)]
    teacher = await teachers(room).open()
    assert order(room, do="ask", questions=[MAY_CALL]) == ""
    for one in everybody:
        await one.until(is_open)
    await asyncio.gather(*(one.answer("yes" if place % 4 else "no") for place, one in enumerate(everybody)))
    told = await teacher.until(lambda told: [one["count"] for one in shown(told)] == [40])
    assert told["state"]["questions"][0]["bars"] is None
    # Until it is revealed nobody has heard the solution, nor which question of its kind it is.
    before = ["".join(one.frames) for one in everybody]
    assert order(room, do="reveal") == ""
    for place, one in enumerate(everybody):
        (mine,) = shown(await one.until(is_revealed))
        given, entry = "yes" if place % 4 else "no", mine["entry"]
        question = drill_named("draw_call.may_call").question(entry["key"], 2)
        sentence, right = question.read("en").solution
        assert sentence not in before[place]
        assert entry["key"] not in before[place]
        assert '"kind":"yes"' not in before[place]
        assert '"kind":"no"' not in before[place]
        assert '"count"' not in "".join(one.frames)
        assert (mine["own"], mine["said_of_it"]["kind"]) == ([given], "yes" if given == right else "no")
        assert [one["value"] for one in mine["task"][-1]["options"] if one["chosen"]] == [right]
        assert entry == {
            "drill": "draw_call.may_call",
            "key": entry["key"],
            "level": 2,
            "right": given == right,
            "tries": 1,
            "hints": 0,
            "at": entry["at"],
        }
    (last,) = shown(await teacher.until(is_revealed))
    assert {bar["key"]: bar["count"] for bar in last["bars"]} == {"yes": 30, "no": 10}
    assert {bar["key"]: bar["right"] for bar in last["bars"]} == {"yes": right == "yes", "no": right == "no"}
    assert last["said_of_it"]["below"]


@waited_for
async def test_who_comes_again_finds_the_own_answer_and_what_comes_late_undoes_nothing(room):
    anna = await learner(room, "Anna").open()
    assert order(room, do="ask", questions=[MAY_CALL]) == ""
    await anna.until(is_open)
    await anna.answer("yes")
    anna.line.drop()
    again = await Board(room, anna.cookie).open("de")
    (mine,) = shown(await again.until(is_open))
    assert (mine["own"], mine["turn"]) == (["yes"], 1)
    # What is sent once more counts once; what another page has sent since is not undone.
    await again.answer("no", turn=2)
    again.give("yes", turn=1)
    told = await again.until(lambda told: "told" in told)
    assert told["told"] == say("board.refused.late", "de")
    assert order(room, do="reveal") == ""
    await again.until(is_revealed)
    again.give("yes", turn=3)
    assert (await again.until(lambda told: "told" in told))["told"] == say("board.refused.closed", "de")


def table(room):
    answer = room.ask(f"{room.base}teacher/class.csv", Cookie=room.teacher())
    assert "attachment" in answer.headers["Content-Disposition"]
    return answer.text


@waited_for
async def test_all_answers_are_a_table_in_which_no_formula_stands_until_the_class_ends(room):
    anna, ben = await learner(room, '=HYPERLINK("x")').open(), await learner(room, "Ben").open()
    teacher = await teachers(room).open()
    free = {"ask": "free", "text": "@sum(1)", "options": ["+1", "-1"], "right": [1]}
    assert order(room, do="ask", questions=[free]) == ""
    for one in (anna, ben):
        await one.until(is_open)
    await anna.answer("1")
    await ben.answer("0")
    number = next(one["number"] for one in room.state()["people"] if one["name"] == "Ben")
    assert room.order(do="remove", number=number).status == 200
    assert order(room, do="reveal") == ""
    (row,) = csv.DictReader(io.StringIO(table(room).removeprefix("\ufeff")))
    assert [row[name] for name in ("source", "question", "name", "answer", "right")] == [
        "board",
        "'@sum(1)",
        '\'=HYPERLINK("x")',
        "'-1",
        "1",
    ]
    assert order(room, do="ask", questions=[MAY_CALL]) == ""
    await anna.until(is_open)
    room.order(do="end")
    assert len(table(room).splitlines()) == 1
    await anna.until(lambda told: told.get("over"))
    await teacher.until(lambda told: shown(told) == [])
    assert shown(await (await learner(room).open()).hear()) == []


@waited_for
async def test_no_page_of_a_learner_solves_what_is_asked(room):
    anna = await learner(room, "Anna").open()
    projector = "demo.ipynb?drill=draw_call.may_call&level=2&seed=3"
    for lang in ("en", "de", "nl"):
        refused = room.ask(f"{room.base}{lang}/{projector}", Cookie=anna.cookie)
        assert refused.status == 403
        assert say("page.teachers.title", lang) in refused.text
        with pytest.raises(Refused):
            await Board(room, anna.cookie, f"line/{lang}/demo.ipynb").open()
        for page in ("index", "review", "tips"):
            seen, taught = (
                room.ask(f"{room.base}{lang}/{page}.ipynb", Cookie=cookie).text
                for cookie in (anna.cookie, room.teacher())
            )
            for taught_with in ("demo.ipynb", "teachers.ipynb"):
                assert (taught_with in seen, taught_with in taught) == (False, True)
            assert say("page.group.teach", lang) not in seen
    assert room.ask(f"{room.base}en/{projector}", Cookie=room.teacher()).status == 200
    for lesson in ("demo", "teachers"):
        assert room.order(do="invite", lesson=lesson).status == 400


def test_learners_are_called_to_the_board(room):
    cookie = room.join().cookie
    assert order(room, do="ask", questions=[MAY_CALL]) == ""
    assert room.state()["invitation"] == say("room.inviting", lesson=say("board.title"), more="")
    assert room.ask(f"{room.base}board?lang=nl", Cookie=cookie).status == 200
    assert room.state()["people"][0]["where"] == say("room.was_on", lesson=say("board.title"))
    assert order(room, do="end") == ""
    assert room.state()["invitation"] == ""


# Who may not do what


@waited_for
async def test_a_learner_is_no_teacher_and_another_site_is_nobody(room):
    cookie = room.join().cookie
    assert room.ask(f"{room.base}teacher/board", Cookie=cookie).status == 403
    assert room.ask(f"{room.base}teacher/class.csv", Cookie=cookie).status == 403
    assert post(room, cookie, do="reveal").status == 403
    headers = {"Content_Type": "application/json", "Origin": "http://evil.example", "Cookie": room.teacher()}
    assert room.ask(f"{room.base}teacher/board/do", "POST", '{"do": "reveal"}', **headers).status == 403
    with pytest.raises(Refused):
        await Board(room, cookie, "teacher/board/line").open()
    with pytest.raises(Refused):
        await Board(room, cookie).open(Origin="http://evil.example")


@waited_for
async def test_the_teacher_looks_on_and_answers_nothing(room):
    assert order(room, do="ask", questions=[MAY_CALL]) == ""
    onlooker = await Board(room, room.teacher()).open()
    await onlooker.until(is_open)
    onlooker.give("yes")
    teacher = await teachers(room).open()
    assert shown(await teacher.hear())[0]["count"] == 0


@waited_for
async def test_what_no_page_of_ours_sends_ends_the_line(room):
    assert order(room, do="ask", questions=[MAY_CALL]) == ""
    for strange in ("{", "[]", '{"number": 1, "answer": [7], "turn": 1}', '{"number": true, "answer": [], "turn": 1}',
                    json.dumps({"number": 1, "answer": ["x" * 9999], "turn": 1}), b"\x00"):  # fmt: skip
        anna = await learner(room).open()
        await anna.until(is_open)
        anna.line.send(strange)
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            assert await anna.line.read() is None
    teacher = await teachers(room).open()
    teacher.line.send("{}")
    with suppress(AssertionError, ConnectionError, asyncio.IncompleteReadError):
        while await teacher.hear():
            pass


@pytest.mark.parametrize(
    "told",
    [
        {},
        {"do": "dance"},
        {"do": "ask", "questions": {}},
        {"do": "exit", "lesson": "melds"},
        {"do": "exit", "lesson": "melds", "level": True},
        {"do": "end", "more": "x" * 61_000},
    ],
)
def test_an_order_that_no_page_of_ours_sends_is_refused(running, told):
    assert post(running, running.teacher(), **told).status == 400


def test_a_question_that_there_is_not_is_said_to_be_none(room):
    for do in ("ask", "try"):
        assert order(room, do=do, questions=[{**MAY_CALL, "level": 9}]) == say("board.cannot.drill")
        assert order(room, do=do, questions=[{**FREE, "text": ""}]) == say("board.cannot.no_text")
    assert order(room, do="try", questions=[FREE]) == ""
    assert order(room, do="reveal") == order(room, do="end") == say("board.refused.nothing")
