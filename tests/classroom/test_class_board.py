"""The class board of a running server: forty learners over sockets, the teacher's page, and who may not do what."""

import asyncio
import csv
import io
import json
from contextlib import suppress

import pytest
from abused import with_timeout
from classroom import classroom

from cardlab.lessons.course import drill_named
from cardlab.phrasing.catalogue import say
from tests.load.line import Line, Refused


@pytest.fixture(scope="module")
def running():
    with classroom() as running:
        yield running


@pytest.fixture
def live_class(running):
    """The class before anybody has come and anything was asked."""
    running.order(do="end")
    return running


def order(live_class, **fields):
    """What is wrong with what the teacher's page has asked for; "" if it is done."""
    answer = post(live_class, live_class.teacher(), **fields)
    assert answer.status == 200, answer.text
    return json.loads(answer.text)["problem"]


def post(live_class, cookie, **fields):
    headers = {"Content_Type": "application/json", "Origin": live_class.origin, "Cookie": cookie}
    return live_class.ask(f"{live_class.base}teacher/board/do?lang=en", "POST", json.dumps(fields), **headers)


class Board:
    """A page of the board over a socket, as its script sees it."""

    def __init__(self, live_class, cookie, path="board/line"):
        self.live_class, self.cookie, self.path = live_class, cookie, path
        self.frames = []

    async def open(self, lang="en", **headers):
        port = int(self.live_class.host.rpartition(":")[2])
        self.connection = await Line.open(
            port, f"{self.live_class.base}{self.path}?lang={lang}", headers={"Cookie": self.cookie, **headers}
        )
        return self

    async def receive(self):
        text = await self.connection.read()
        assert text is not None, "the line is cut"
        self.frames.append(text)
        return json.loads(text)

    async def until(self, is_expected):
        """Listens until what is message is as wished; gives that."""
        while True:
            message = await self.receive()
            if is_expected(message):
                return message

    async def answer(self, *answer, number=1, turn=1):
        """Answers, and waits until the server says that it has it."""
        self.give(*answer, number=number, turn=turn)
        await self.until(
            lambda message: any(one["turn"] == turn for one in shown(message) if one["number_of_task"] == number)
        )

    def give(self, *answer, number=1, turn=1):
        self.connection.send(json.dumps({"number": number, "answer": answer, "turn": turn}))


def shown(message):
    return message.get("state", {}).get("questions", [])


def is_open(message):
    return [one["done"] for one in shown(message)] == [False]


def is_revealed(message):
    return [one["done"] for one in shown(message)] == [True]


def learner(live_class, name=""):
    return Board(live_class, live_class.join(name=name).cookie)


def teachers(live_class):
    return Board(live_class, live_class.teacher(), "teacher/board/line")


MAY_CALL = {"ask": "drill", "drill": "draw_call.may_call", "level": 2}
FREE = {"ask": "free", "text": "Who begins?", "options": ["I", "you"], "right": [1]}


@with_timeout
async def test_forty_learners_answer_at_once_and_all_are_counted(live_class):
    everybody = [await learner(live_class).open() for _ in range(40)]
    teacher = await teachers(live_class).open()
    assert order(live_class, do="ask", questions=[MAY_CALL]) == ""
    for one in everybody:
        await one.until(is_open)
    await asyncio.gather(*(one.answer("yes" if index % 4 else "no") for index, one in enumerate(everybody)))
    message = await teacher.until(lambda message: [one["count"] for one in shown(message)] == [40])
    assert message["state"]["questions"][0]["bars"] is None
    # Until it is revealed nobody has heard the solution, nor which question of its kind it is.
    before = ["".join(one.frames) for one in everybody]
    assert order(live_class, do="reveal") == ""
    for index, one in enumerate(everybody):
        (mine,) = shown(await one.until(is_revealed))
        given, entry = "yes" if index % 4 else "no", mine["entry"]
        question = drill_named("draw_call.may_call").question(entry["key"], 2)
        sentence, right = question.read("en").solution
        assert sentence not in before[index]
        assert entry["key"] not in before[index]
        assert '"kind":"yes"' not in before[index]
        assert '"kind":"no"' not in before[index]
        assert '"count"' not in "".join(one.frames)
        assert (mine["own"], mine["said_of_it"]["kind"]) == ([given], "yes" if given == right else "no")
        assert [one["value"] for one in mine["task"][-1]["options"] if one["chosen"]] == [given]
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


@with_timeout
async def test_who_comes_again_finds_the_own_answer_and_what_comes_late_undoes_nothing(live_class):
    anna = await learner(live_class, "Anna").open()
    assert order(live_class, do="ask", questions=[MAY_CALL]) == ""
    await anna.until(is_open)
    await anna.answer("yes")
    anna.connection.drop()
    again = await Board(live_class, anna.cookie).open("de")
    (mine,) = shown(await again.until(is_open))
    assert (mine["own"], mine["turn"]) == (["yes"], 1)
    # What is sent once more counts once; what another page has sent since is not undone.
    await again.answer("no", turn=2)
    again.give("yes", turn=1)
    message = await again.until(lambda message: "message" in message)
    assert message["message"] == say("board.refused.late", "de")
    assert order(live_class, do="reveal") == ""
    await again.until(is_revealed)
    again.give("yes", turn=3)
    assert (await again.until(lambda message: "message" in message))["message"] == say("board.refused.closed", "de")


def table(live_class):
    answer = live_class.ask(f"{live_class.base}teacher/class.csv", Cookie=live_class.teacher())
    assert "attachment" in answer.headers["Content-Disposition"]
    return answer.text


@with_timeout
async def test_all_answers_are_a_table_in_which_no_formula_stands_until_the_class_ends(live_class):
    anna, ben = await learner(live_class, '=HYPERLINK("x")').open(), await learner(live_class, "Ben").open()
    teacher = await teachers(live_class).open()
    free = {"ask": "free", "text": "@sum(1)", "options": ["+1", "-1"], "right": [1]}
    assert order(live_class, do="ask", questions=[free]) == ""
    for one in (anna, ben):
        await one.until(is_open)
    await anna.answer("1")
    await ben.answer("0")
    number = next(one["number"] for one in live_class.state()["people"] if one["name"] == "Ben")
    assert live_class.order(do="remove", number=number).status == 200
    assert order(live_class, do="reveal") == ""
    row, gone = csv.DictReader(io.StringIO(table(live_class).removeprefix("\ufeff")))
    assert [row[name] for name in ("source", "question", "name", "answer", "right")] == [
        "board",
        "'@sum(1)",
        '\'=HYPERLINK("x")',
        "'-1",
        "1",
    ]
    # A removed learner has answered all the same, until the class ends.
    assert (gone["name"], gone["answer"]) == ("Ben", "'+1")
    assert order(live_class, do="ask", questions=[MAY_CALL]) == ""
    await anna.until(is_open)
    live_class.order(do="end")
    assert len(table(live_class).splitlines()) == 1
    await anna.until(lambda message: message.get("over"))
    await teacher.until(lambda message: shown(message) == [])
    assert shown(await (await learner(live_class).open()).receive()) == []


@with_timeout
async def test_no_page_of_a_learner_solves_what_is_asked(live_class):
    anna = await learner(live_class, "Anna").open()
    projector = "demo.ipynb?drill=draw_call.may_call&level=2&seed=3"
    for lang in ("en", "de", "nl"):
        refused = live_class.ask(f"{live_class.base}{lang}/{projector}", Cookie=anna.cookie)
        assert refused.status == 403
        assert say("page.teachers.title", lang) in refused.text
        with pytest.raises(Refused):
            await Board(live_class, anna.cookie, f"line/{lang}/demo.ipynb").open()
        for page in ("index", "review", "tips"):
            learners, teachers_page = (
                live_class.ask(f"{live_class.base}{lang}/{page}.ipynb", Cookie=cookie).text
                for cookie in (anna.cookie, live_class.teacher())
            )
            for notebook in ("demo.ipynb", "teachers.ipynb"):
                assert (notebook in learners, notebook in teachers_page) == (False, True)
            assert say("page.group.teach", lang) not in learners
    assert live_class.ask(f"{live_class.base}en/{projector}", Cookie=live_class.teacher()).status == 200
    for lesson in ("demo", "teachers"):
        assert live_class.order(do="invite", lesson=lesson).status == 400


def test_learners_are_called_to_the_board(live_class):
    cookie = live_class.join().cookie
    assert order(live_class, do="ask", questions=[MAY_CALL]) == ""
    assert live_class.state()["invitation"] == say("room.inviting", lesson=say("board.title"), more="")
    assert live_class.ask(f"{live_class.base}board?lang=nl", Cookie=cookie).status == 200
    assert live_class.state()["people"][0]["where"] == say("room.was_on", lesson=say("board.title"))
    invited = live_class.state()["invitation"]
    for do, call in (("end", ""), ("back", invited), ("reveal", ""), ("end", ""), ("back", "")):
        assert order(live_class, do=do) == ""
        assert live_class.state()["invitation"] == call, do


# Pages without a lesson


async def called(live_class, cookie, path="called/de/table/HHHHHH"):
    page = await Board(live_class, cookie, path).open()
    return page, (await page.until(lambda message: message))[1]


@with_timeout
async def test_a_learner_at_a_table_is_called_at_once_and_told_when_the_class_ends(live_class):
    anna = live_class.join(name="Anna").cookie
    page, invitation = await called(live_class, anna)
    assert invitation == {"href": "", "text": ""}
    assert order(live_class, do="ask", questions=[MAY_CALL, FREE]) == ""
    to_board = {"href": "/board?lang=de", "text": say("board.invited", "de")}
    assert await page.until(lambda message: message) == ["invite", to_board]
    _, late = await called(live_class, anna, "called/de/tables")
    assert late == to_board
    (here,) = live_class.state()["people"]
    assert here["where"] == say("together.heading")
    assert order(live_class, do="reveal") == ""
    assert await page.until(lambda message: message) == ["invite", {"href": "", "text": ""}]
    live_class.order(do="end")
    assert await page.until(lambda message: message) == ["over"]


@with_timeout
async def test_the_teacher_is_not_called(live_class):
    assert order(live_class, do="ask", questions=[MAY_CALL]) == ""
    with pytest.raises(Refused):
        await Board(live_class, live_class.teacher(), "called/en/tables").open()
    lesson = await Board(live_class, live_class.teacher(), "line/en/index.ipynb").open()
    lesson.connection.send('{"session": "", "last_seen": 0, "log": []}')
    heard = []
    await lesson.until(lambda frames: heard.extend(frame[0] for frame in frames) or "ready" in heard)
    assert "invite" not in heard


# Who may not do what


@with_timeout
async def test_a_learner_is_no_teacher_and_another_site_is_nobody(live_class):
    cookie = live_class.join().cookie
    assert live_class.ask(f"{live_class.base}teacher/board", Cookie=cookie).status == 403
    assert live_class.ask(f"{live_class.base}teacher/class.csv", Cookie=cookie).status == 403
    assert post(live_class, cookie, do="reveal").status == 403
    headers = {"Content_Type": "application/json", "Origin": "http://evil.example", "Cookie": live_class.teacher()}
    assert live_class.ask(f"{live_class.base}teacher/board/do", "POST", '{"do": "reveal"}', **headers).status == 403
    with pytest.raises(Refused):
        await Board(live_class, cookie, "teacher/board/line").open()
    with pytest.raises(Refused):
        await Board(live_class, cookie).open(Origin="http://evil.example")


@with_timeout
async def test_the_teacher_looks_on_and_answers_nothing(live_class):
    assert order(live_class, do="ask", questions=[MAY_CALL]) == ""
    onlooker = await Board(live_class, live_class.teacher()).open()
    await onlooker.until(is_open)
    onlooker.give("yes")
    teacher = await teachers(live_class).open()
    assert shown(await teacher.receive())[0]["count"] == 0


@with_timeout
async def test_what_no_page_of_ours_sends_ends_the_line(live_class):
    assert order(live_class, do="ask", questions=[MAY_CALL]) == ""
    for strange in ("{", "[]", '{"number": 1, "answer": [7], "turn": 1}', '{"number": true, "answer": [], "turn": 1}',
                    json.dumps({"number": 1, "answer": ["x" * 9999], "turn": 1}), b"\x00"):  # fmt: skip
        anna = await learner(live_class).open()
        await anna.until(is_open)
        anna.connection.send(strange)
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            assert await anna.connection.read() is None
    teacher = await teachers(live_class).open()
    teacher.connection.send("{}")
    with suppress(AssertionError, ConnectionError, asyncio.IncompleteReadError):
        while await teacher.receive():
            pass


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"do": "dance"},
        {"do": "ask", "questions": {}},
        {"do": "exit", "lesson": "melds"},
        {"do": "exit", "lesson": "melds", "level": True},
        {"do": "end", "more": "x" * 61_000},
    ],
)
def test_an_order_that_no_page_of_ours_sends_is_refused(running, fields):
    assert post(running, running.teacher(), **fields).status == 400


def test_a_question_that_there_is_not_is_said_to_be_none(live_class):
    for do in ("ask", "try"):
        assert order(live_class, do=do, questions=[{**MAY_CALL, "level": 9}]) == say("board.cannot.drill")
        assert order(live_class, do=do, questions=[{**FREE, "text": ""}]) == say("board.cannot.no_text")
    assert order(live_class, do="try", questions=[FREE]) == ""
    assert order(live_class, do="reveal") == order(live_class, do="end") == say("board.refused.nothing")
