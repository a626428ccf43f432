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
from tests.load.teaching import Teacher, texts


@pytest.fixture(scope="module")
def running():
    with classroom() as running:
        yield running


@pytest.fixture
def live_class(running):
    """The class before anybody has come and anything was asked."""
    running.order(do="end")
    return running


def ask(live_class, level=2):
    """The teacher asks whether one may call."""
    live_class.teach(lambda page: page.ask("draw_call.may_call", level))


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
    return Teacher(live_class.port, live_class.teacher())


def bars(page):
    """How often each answer was given, and whether it is right, as the teacher's page shows it."""
    return {
        bar["key"]: (bar["count"], bar["right"])
        for one in page.shown["stage"]
        if one["is"] == "bars"
        for bar in one["bars"]
    }


@with_timeout
async def test_forty_learners_answer_at_once_and_all_are_counted(live_class):
    everybody = [await learner(live_class).open() for _ in range(40)]
    ask(live_class)
    for one in everybody:
        await one.until(is_open)
    await asyncio.gather(*(one.answer("yes" if index % 4 else "no") for index, one in enumerate(everybody)))
    async with teachers(live_class) as teacher:
        answered = f"40 {say('board.answered', count=40, here=40)}"
        await teacher.until(lambda: answered in texts(teacher.shown["stage"]))
        assert bars(teacher) == {}
    # Until it is revealed nobody has heard the solution, nor which question of its kind it is.
    before = ["".join(one.frames) for one in everybody]
    live_class.order(do="reveal")
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
    async with teachers(live_class) as teacher:
        assert bars(teacher) == {"yes": (30, right == "yes"), "no": (10, right == "no")}


@with_timeout
async def test_who_comes_again_finds_the_own_answer_and_what_comes_late_undoes_nothing(live_class):
    anna = await learner(live_class, "Anna").open()
    ask(live_class)
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
    live_class.order(do="reveal")
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
    live_class.teach(lambda page: page.ask_own("@sum(1)", "+1", "-1", right="2"))
    for one in (anna, ben):
        await one.until(is_open)
    await anna.answer("1")
    await ben.answer("0")
    live_class.order(do="remove", number=live_class.number("Ben"))
    live_class.order(do="reveal")
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
    ask(live_class)
    await anna.until(is_open)
    live_class.order(do="end")
    assert len(table(live_class).splitlines()) == 1
    await anna.until(lambda message: message.get("over"))
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


def test_learners_are_called_to_the_board(live_class):
    live_class.join()
    ask(live_class)
    invited = say("room.inviting", lesson=say("board.title"), more="")
    assert invited in live_class.texts("lesson")
    for do, calls in (("clear", False), ("put_back", True), ("reveal", False), ("clear", False), ("put_back", False)):
        live_class.order(do=do)
        assert (invited in live_class.texts("lesson")) == calls, do


# Pages without a lesson


async def called(live_class, cookie, path="called/de/table/HHHHHH"):
    page = await Board(live_class, cookie, path).open()
    return page, (await page.until(lambda message: message))[1]


@with_timeout
async def test_a_learner_at_a_table_is_called_at_once_and_told_when_the_class_ends(live_class):
    anna = live_class.join(name="Anna").cookie
    page, invitation = await called(live_class, anna)
    assert invitation == {"href": "", "text": ""}
    ask(live_class)
    to_board = {"href": "/board?lang=de", "text": say("board.invited", "de")}
    assert await page.until(lambda message: message) == ["invite", to_board]
    _, late = await called(live_class, anna, "called/de/tables")
    assert late == to_board
    assert f"Anna {say('together.heading')}" in live_class.texts("who")
    live_class.order(do="reveal")
    assert await page.until(lambda message: message) == ["invite", {"href": "", "text": ""}]
    live_class.order(do="end")
    assert await page.until(lambda message: message) == ["over"]


@with_timeout
async def test_the_teacher_is_not_called(live_class):
    ask(live_class)
    with pytest.raises(Refused):
        await Board(live_class, live_class.teacher(), "called/en/tables").open()
    lesson = await Board(live_class, live_class.teacher(), "line/en/index.ipynb").open()
    lesson.connection.send('{"session": "", "last_seen": 0, "log": []}')
    heard = []
    await lesson.until(lambda message: heard.append(message[:1]) or message[:1] == ["ready"])
    assert ["invite"] not in heard


# Who may not do what


@with_timeout
async def test_another_site_is_nobody(live_class):
    cookie = live_class.join().cookie
    with pytest.raises(Refused):
        await Board(live_class, live_class.teacher(), "line/teacher").open(Origin="http://evil.example")
    with pytest.raises(Refused):
        await Board(live_class, cookie).open(Origin="http://evil.example")


@with_timeout
async def test_the_teacher_looks_on_and_answers_nothing(live_class):
    ask(live_class)
    onlooker = await Board(live_class, live_class.teacher()).open()
    await onlooker.until(is_open)
    onlooker.give("yes")
    async with teachers(live_class) as teacher:
        assert f"0 {say('board.answered', count=0, here=0)}" in texts(teacher.shown["stage"])


@with_timeout
async def test_what_no_page_of_ours_sends_ends_the_line(live_class):
    ask(live_class)
    for strange in ("{", "[]", '{"number": 1, "answer": [7], "turn": 1}', '{"number": true, "answer": [], "turn": 1}',
                    json.dumps({"number": 1, "answer": ["x" * 9999], "turn": 1}), b"\x00"):  # fmt: skip
        anna = await learner(live_class).open()
        await anna.until(is_open)
        anna.connection.send(strange)
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            assert await anna.connection.read() is None
