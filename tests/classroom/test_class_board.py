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
from cardlab.widgets.blocks import offers
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


def ask(live_class):
    """The teacher asks whether one may call."""
    live_class.teach(lambda page: page.ask("draw_call.may_call", 2))


class Board:
    """A page over a socket, as its script sees it."""

    def __init__(self, live_class, cookie, path):
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


class Pupil(Board):
    """A learner's page: what is `shown` on it, and what it was told `once`."""

    def __init__(self, live_class, cookie, path="line/board"):
        super().__init__(live_class, cookie, path)
        self.shown, self.once, self.number = {}, [], 0

    async def open(self, lang="en", page="a page of a pupil", **headers):
        await super().open(lang, **headers)
        self.connection.send(json.dumps({"page": page, "session": "", "last_seen": 0, "log": []}))
        return self

    async def receive(self):
        match message := await super().receive():
            case ["open", _, _, _, shown]:
                self.shown = shown
            case ["state", _, changed, gone]:
                self.shown = {name: one for name, one in {**self.shown, **changed}.items() if name not in gone}
            case ["once", _, _, content]:
                self.once.append(content)
        return message

    async def sees(self, is_expected):
        """Listens until the page shows what is expected."""
        while not is_expected(self.shown):
            await self.receive()

    def says(self, key, lang="en", **facts):
        return json.dumps(say(key, lang, **facts))[1:-1] in json.dumps(self.shown)

    def sends(self, do):
        """What can be done now by a message of this name."""
        return [dict(send) for send, _ in offers(self.shown) if send["do"] == do]

    def give(self, *answer, number=1, turn=1):
        self.number += 1
        content = {"do": "answer", "number": number, "turn": turn, "answer": answer}
        self.connection.send(json.dumps(["message", self.number, "1", content]))

    async def answer(self, *answer, number=1, turn=1):
        """Answers, and waits until the server says that it has it."""
        self.give(*answer, number=number, turn=turn)
        await self.until(lambda message: message == ["done", self.number])


def is_open(shown):
    """Whether a page of a learner asks one question."""
    return any(send["do"] == "answer" for send, _ in offers(shown))


def verdict(shown):
    return next((one for one in shown.get("blocks", ()) if one["is"] == "verdict"), None)


def chosen(shown):
    return [one["value"] for block in shown["blocks"] for one in block.get("options", ()) if one["chosen"]]


def learner(live_class, name=""):
    return Pupil(live_class, live_class.join(name=name).cookie)


def teacher_of(live_class):
    return Teacher(live_class.port, live_class.teacher())


def bars(page):
    """How often each answer was given, and whether it is right, as the teacher's page shows it."""
    found = [bar for one in page.shown["stage"] if one["is"] == "bars" for bar in one["bars"]]
    return {bar["key"]: (bar["count"], bar["right"]) for bar in found}


def answered(page, count, here):
    return f"{count} {say('board.answered', count=count, here=here)}" in texts(page.shown["stage"])


@with_timeout
async def test_forty_learners_answer_at_once_and_all_are_counted(live_class):
    everybody = [await learner(live_class).open() for _ in range(40)]
    ask(live_class)
    for one in everybody:
        await one.sees(is_open)
    await asyncio.gather(*(one.answer("yes" if index % 4 else "no") for index, one in enumerate(everybody)))
    async with teacher_of(live_class) as teacher:
        await teacher.until(lambda: answered(teacher, 40, 40))
        assert bars(teacher) == {}
    # How many are done is said, and of whom nothing.
    for one in everybody:
        await one.sees(lambda _, one=one: one.says("board.done", count=40, of=40))
    # Until it is revealed nobody has heard the solution, nor which question of its kind it is.
    before = ["".join(map(str, one.frames)) for one in everybody]
    live_class.order(do="reveal")
    for index, one in enumerate(everybody):
        await one.sees(verdict)
        await one.until(lambda message: message[:1] == ["once"])
        ((entry,),) = [content["remember"] for content in one.once]
        given = "yes" if index % 4 else "no"
        question = drill_named("draw_call.may_call").question(entry["key"], 2)
        sentence, right = question.read("en").solution
        assert not any(hidden in before[index] for hidden in (sentence, entry["key"], "verdict"))
        assert (chosen(one.shown), verdict(one.shown)["kind"]) == ([given], "yes" if given == right else "no")
        assert entry == {
            "drill": "draw_call.may_call",
            "key": entry["key"],
            "level": 2,
            "right": given == right,
            "tries": 1,
            "hints": 0,
            "at": entry["at"],
        }
    async with teacher_of(live_class) as teacher:
        assert bars(teacher) == {"yes": (30, right == "yes"), "no": (10, right == "no")}


@with_timeout
async def test_who_comes_again_finds_the_own_answer_and_what_comes_late_undoes_nothing(live_class):
    anna = await learner(live_class, "Anna").open()
    ask(live_class)
    await anna.sees(is_open)
    await anna.answer("yes")
    anna.connection.drop()
    again = await Pupil(live_class, anna.cookie).open("de")
    await again.sees(lambda shown: "blocks" in shown)
    assert (chosen(again.shown), again.sends("change")) == (["yes"], [{"do": "change", "number": 1}])
    # What is said once more counts once; what another page has sent since is not undone.
    await again.answer("yes")
    assert not again.says("board.refused.late", "de")
    await again.answer("no", turn=2)
    await again.answer("yes")
    assert (chosen(again.shown), again.says("board.refused.late", "de")) == (["no"], True)
    live_class.order(do="reveal")
    await again.sees(verdict)
    await again.answer("yes", turn=3)
    assert (chosen(again.shown), again.says("board.refused.closed", "de")) == (["no"], True)


def table(live_class):
    answer = live_class.ask(f"{live_class.base}teacher/class.csv", Cookie=live_class.teacher())
    assert "attachment" in answer.headers["Content-Disposition"]
    return answer.text


@with_timeout
async def test_all_answers_are_a_table_in_which_no_formula_stands_until_the_class_ends(live_class):
    anna, ben = await learner(live_class, '=HYPERLINK("x")').open(), await learner(live_class, "Ben").open()
    live_class.teach(lambda page: page.ask_own("@sum(1)", "+1", "-1", right="2"))
    for one in (anna, ben):
        await one.sees(is_open)
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
    await anna.sees(is_open)
    # How it has ended is said before the line is cut, and what remains.
    await ben.until(lambda message: message == ["over"])
    assert ben.says("board.over.removed")
    live_class.order(do="end")
    assert len(table(live_class).splitlines()) == 1
    await anna.until(lambda message: message == ["over"])
    assert anna.says("board.over.ended")
    late = await learner(live_class).open()
    await late.sees(lambda _: late.says("board.waiting"))


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
    ask(live_class)
    invited = say("room.inviting", lesson=say("board.title"), more="")
    assert invited in live_class.texts("lesson")
    for do, calls in (("clear", False), ("put_back", True), ("reveal", False), ("clear", False), ("put_back", False)):
        live_class.order(do=do)
        assert (invited in live_class.texts("lesson")) == calls, do


# Where everybody is called to


@with_timeout
async def test_who_has_nothing_to_answer_is_shown_the_lesson_to_which_everybody_is_invited(live_class):
    anna = await learner(live_class, "Anna").open("nl")
    await anna.sees(lambda _: anna.says("room.to_course", "nl"))
    picks = [{"do": "pick", "what": what, "value": value} for what, value in (("lesson", "melds"), ("grade", "2"))]
    live_class.teach(*picks, {"do": "invite"}, tab="lesson")
    await anna.sees(lambda shown: "/nl/melds.ipynb?level=2" in json.dumps(shown))
    live_class.order(do="withdraw")
    await anna.sees(lambda _: anna.says("room.to_course", "nl"))
    assert not any(message.startswith('["invite"') for message in anna.frames)


@with_timeout
async def test_the_teacher_is_not_called(live_class):
    ask(live_class)
    lesson = await Board(live_class, live_class.teacher(), "line/en/index.ipynb").open()
    lesson.connection.send('{"session": "", "last_seen": 0, "log": []}')
    heard = []
    await lesson.until(lambda message: heard.append(message[:1]) or message[:1] == ["ready"])
    assert ["invite"] not in heard


# Who may not do what


@with_timeout
async def test_another_site_is_nobody(live_class):
    with pytest.raises(Refused):
        await Board(live_class, live_class.teacher(), "line/teacher").open(Origin="http://evil.example")
    with pytest.raises(Refused):
        await Pupil(live_class, live_class.join().cookie).open(Origin="http://evil.example")


@with_timeout
async def test_the_teacher_looks_on_and_answers_nothing(live_class):
    ask(live_class)
    onlooker = await Pupil(live_class, live_class.teacher()).open()
    await onlooker.sees(lambda _: onlooker.says("board.onlooker"))
    assert not is_open(onlooker.shown)
    await onlooker.answer("yes")
    async with teacher_of(live_class) as teacher:
        assert answered(teacher, 0, 0)


@with_timeout
async def test_what_no_page_of_ours_sends_ends_the_line_or_does_nothing(live_class):
    ask(live_class)
    answer, go = {"do": "answer", "number": 1, "turn": 1, "answer": ["yes"]}, {"do": "go", "to": 1}
    for forged in ({}, go, {**answer, "answer": [7]}, {**answer, "number": True}, {**answer, "more": 1}):
        ben = await learner(live_class).open()
        await ben.sees(is_open)
        ben.connection.send(json.dumps(["message", 1, "1", forged]))
        await ben.until(lambda message: message == ["done", 1])
        assert is_open(ben.shown)
    for strange in ("{", '{"number": 1}', json.dumps(["message", 1, "1", {**answer, "answer": ["x" * 9999]}]), b"\x00"):
        anna = await learner(live_class).open()
        await anna.sees(is_open)
        anna.connection.send(strange)
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            while await anna.connection.read() is not None:
                pass
    async with teacher_of(live_class) as teacher:
        assert not answered(teacher, 1, 1)
