"""The class board of a running server: forty learners over sockets, the teacher's page, and who may not do what."""

import asyncio
import csv
import io
import json
from contextlib import AsyncExitStack, suppress

import pytest
from classroom import classroom

from cardlab.lessons.course import drill_named
from cardlab.phrasing.catalogue import say
from cardlab.widgets.blocks import offers
from tests.load.line import Line, Refused
from tests.load.shared import SharedPage
from tests.load.teaching import Teacher, blocks, texts


@pytest.fixture(scope="module")
def running():
    """A whole server: also its lessons, and the language of each browser."""
    with classroom() as running:
        yield running


def ask(live_class):
    """The teacher asks whether one may call."""
    live_class.teach(lambda page: page.ask("draw_call.may_call", 2))


class Pupil(SharedPage):
    """A learner's page, or the teacher's who looks on."""

    def says(self, key, **facts):
        return json.dumps(say(key, self.lang, **facts))[1:-1] in json.dumps(self.shown)

    def sends(self, do):
        """What can be done now by a message of this name."""
        return [dict(send) for send, _ in offers(self.shown) if send["do"] == do]

    @property
    def verdict(self):
        return next((one for one in blocks(self.shown) if one["is"] == "verdict"), None)

    @property
    def chosen(self):
        return [one["value"] for block in blocks(self.shown) for one in block.get("options", ()) if one["chosen"]]

    async def asked(self):
        """Waits until there is something to answer."""
        await self.until(lambda: self.sends("answer"))

    async def answer(self, *answer, number=1, turn=1):
        """Answers, and waits until the server says that it has it."""
        await self.answered(do="answer", number=number, turn=turn, answer=answer)


def pupil(live_class, cookie, lang="en"):
    return Pupil(live_class.port, "board", cookie, lang)


def learner(live_class, name="", lang="en"):
    return pupil(live_class, live_class.join(name=name).cookie, lang)


async def line_of(live_class, cookie, path, **headers):
    """The line of a page at this path, before a word is said."""
    return await Line.open(live_class.port, f"{live_class.base}line/{path}", headers={"Cookie": cookie, **headers})


def teacher_of(live_class):
    return Teacher(live_class.port, live_class.teacher())


async def heard_by(live_class, cookie, path, until, **headers):
    """All that a page at this path is sent until this is said."""
    line, heard = await line_of(live_class, cookie, path, **headers), ""
    line.send('{"page": "a page of somebody", "session": "", "last_seen": 0, "log": []}')
    while until not in heard:
        heard += await line.read()
    return heard


def bars(page):
    """How often each answer was given, and whether it is right, as the teacher's page shows it."""
    found = [bar for one in blocks(page.shown["stage"]) if one["is"] == "bars" for bar in one["bars"]]
    return {bar["key"]: (bar["count"], bar["right"]) for bar in found}


def answered(page, count, here):
    return f"{count} {say('board.answered', count=count, here=here)}" in texts(page.shown["stage"])


async def test_forty_learners_answer_at_once_and_all_are_counted(live_class):
    async with AsyncExitStack() as pages:
        everybody = [await pages.enter_async_context(learner(live_class)) for _ in range(40)]
        heard = [[] for _ in everybody]
        for one, frames in zip(everybody, heard, strict=True):
            one.frames = frames.append
        ask(live_class)
        for one in everybody:
            await one.asked()
        await asyncio.gather(*(one.answer("yes" if index % 4 else "no") for index, one in enumerate(everybody)))
        async with teacher_of(live_class) as teacher:
            await teacher.until(lambda: answered(teacher, 40, 40))
            assert bars(teacher) == {}
        # How many are done is said, and of whom nothing.
        for one in everybody:
            await one.until(lambda one=one: one.says("board.done", count=40, of=40))
        # Until it is revealed nobody has heard the solution, nor which question of its kind it is.
        before = [json.dumps(frames) for frames in heard]
        live_class.order(do="reveal")
        for index, one in enumerate(everybody):
            await one.until(lambda one=one: one.verdict and one.said)
            ((entry,),) = [content["remember"] for content in one.said]
            given = "yes" if index % 4 else "no"
            question = drill_named("draw_call.may_call").question(entry["key"], 2)
            sentence, right = question.read("en").solution
            assert not any(hidden in before[index] for hidden in (sentence, entry["key"], "verdict"))
            assert (one.chosen, one.verdict["kind"]) == ([given], "yes" if given == right else "no")
            own = {"drill": "draw_call.may_call", "key": entry["key"], "level": 2, "at": entry["at"]}
            assert entry == {**own, "right": given == right, "tries": 1, "hints": 0}
    async with teacher_of(live_class) as teacher:
        assert bars(teacher) == {"yes": (30, right == "yes"), "no": (10, right == "no")}


async def test_who_comes_again_finds_the_own_answer_and_what_comes_late_undoes_nothing(live_class):
    cookie = live_class.join(name="Anna").cookie
    async with pupil(live_class, cookie) as anna:
        ask(live_class)
        await anna.asked()
        await anna.answer("yes")
        # What is said again, over another line, counts once.
        anna.line.close()
        await anna.answer("yes")
        assert not anna.says("board.refused.late")
    async with pupil(live_class, cookie, "de") as again:
        assert (again.chosen, again.sends("change")) == (["yes"], [{"do": "change", "number": 1}])
        # What another page has sent since is not undone.
        await again.answer("no", turn=2)
        await again.answer("yes")
        assert (again.chosen, again.says("board.refused.late")) == (["no"], True)
        live_class.order(do="reveal")
    # Who comes after the reveal has the player's own answer to keep, too.
    async with pupil(live_class, cookie) as late:
        await late.until(lambda: late.said)


async def test_a_page_whose_address_names_no_language_speaks_that_of_its_browser(live_class):
    cookie = live_class.join().cookie
    await heard_by(live_class, cookie, "board", say("board.waiting", "de"), **{"Accept-Language": "de"})


def table(live_class):
    answer = live_class.ask(f"{live_class.base}teacher/results.csv", Cookie=live_class.teacher())
    assert "attachment" in answer.headers["Content-Disposition"]
    return answer.text


async def test_all_answers_are_a_table_in_which_no_formula_stands_until_the_class_ends(live_class):
    async with learner(live_class, '=HYPERLINK("x")') as anna, learner(live_class, "Ben") as ben:
        live_class.teach(lambda page: page.ask_own("@sum(1)", "+1", "-1", right="2"))
        for one, answer in ((anna, "1"), (ben, "0")):
            await one.asked()
            await one.answer(answer)
        live_class.order(do="remove", number=live_class.number("Ben"))
        # How it has ended is said before the line is cut.
        await ben.until(lambda: ben.is_over)
        assert ben.says("board.over.removed")
        row, gone = csv.DictReader(io.StringIO(table(live_class).removeprefix("\ufeff")))
        # A removed learner has answered all the same, until the class ends.
        assert [*row.values()] == ["1", '\'=HYPERLINK("x")', "1", "1", "1"]
        assert [*gone.values()] == ["2", "Ben", "0", "0", "1"]
        ask(live_class)
        await anna.asked()
        live_class.order(do="end")
        assert len(table(live_class).splitlines()) == 1
        await anna.until(lambda: anna.is_over)
        assert anna.says("board.over.ended")
    async with learner(live_class) as late:
        assert late.says("board.waiting")


async def test_no_page_of_a_learner_solves_what_is_asked(live_class):
    anna = live_class.join(name="Anna").cookie
    projector = "demo.ipynb?drill=draw_call.may_call&level=2&seed=3"
    for lang in ("en", "de", "nl"):
        refused = live_class.ask(f"{live_class.base}{lang}/{projector}", Cookie=anna)
        assert (refused.status, say("page.teachers.title", lang) in refused.text) == (403, True)
        with pytest.raises(Refused):
            await line_of(live_class, anna, f"{lang}/demo.ipynb")
        index = f"{live_class.base}{lang}/index.ipynb"
        pages = [live_class.ask(index, Cookie=one).text for one in (anna, live_class.teacher())]
        for notebook in ("demo.ipynb", "teachers.ipynb"):
            assert [notebook in page for page in pages] == [False, True]
    assert live_class.ask(f"{live_class.base}en/{projector}", Cookie=live_class.teacher()).status == 200


def test_learners_are_called_to_the_board_while_there_is_something_to_answer(live_class):
    ask(live_class)
    invited = say("room.inviting", lesson=say("board.title"))
    assert invited in live_class.texts("lesson")
    for do, calls in (("clear", False), ("put_back", True), ("reveal", False), ("clear", False), ("put_back", False)):
        live_class.order(do=do)
        assert (invited in live_class.texts("lesson")) == calls, do


async def test_who_has_nothing_to_answer_is_shown_the_lesson_to_which_everybody_is_invited(live_class):
    async with learner(live_class, "Anna", "nl") as anna:
        heard = []
        anna.frames = heard.append
        assert anna.says("room.to_course")
        live_class.teach({"do": "pick", "what": "lesson", "value": "melds"}, {"do": "invite"}, tab="lesson")
        await anna.until(lambda: "/nl/melds.ipynb" in json.dumps(anna.shown))
        live_class.order(do="withdraw")
        await anna.until(lambda: anna.says("room.to_course"))
        assert not any(frame[0] == "invite" and frame[1]["href"] for frame in heard)


async def test_who_still_reads_the_solution_is_invited_above_it_to_what_comes_next(live_class):
    ask(live_class)
    async with learner(live_class, "Anna", "nl") as anna:
        live_class.order(do="reveal")
        live_class.teach({"do": "pick", "what": "lesson", "value": "melds"}, {"do": "invite"}, tab="lesson")
        await anna.until(lambda: "/nl/melds.ipynb" in json.dumps(anna.shown))
        assert anna.verdict
        ask(live_class)
        await anna.until(lambda: "/nl/melds.ipynb" not in json.dumps(anna.shown))


async def test_a_page_in_the_course_is_called_to_the_board_until_the_learner_has_answered_everything(live_class):
    anna, ben = (live_class.join(name=name).cookie for name in ("Anna", "Ben"))
    ask(live_class)
    lessons = [await line_of(live_class, one, "nl/index.ipynb") for one in (anna, ben)]
    assert [say("board.invited", "nl") in await one.read() for one in lessons] == [True, True]
    async with pupil(live_class, anna) as page:
        await page.asked()
        for turn in (1, 2):
            await page.answer("yes", turn=turn)
    assert say("board.invited", "nl") not in await heard_by(live_class, anna, "nl/index.ipynb", '"invite"')
    assert json.loads(await lessons[0].read()) == [["invite", {"href": "", "text": ""}]]
    # All are called to the next question, who has answered the last one too.
    ask(live_class)
    while say("board.invited", "nl") not in await lessons[0].read():
        pass


# Who may not do what


async def test_the_board_is_for_learners_and_the_teacher_is_led_to_the_own_page_and_called_nowhere(live_class):
    ask(live_class)
    answer = live_class.ask(f"{live_class.base}board?lang=de", Cookie=live_class.teacher())
    assert (answer.status, answer.headers["Location"]) == (302, "/teacher?lang=de")
    with pytest.raises(Refused):
        await line_of(live_class, live_class.teacher(), "board")
    assert '"invite"' not in await heard_by(live_class, live_class.teacher(), "en/index.ipynb", '["ready"]')


async def test_what_no_page_of_ours_sends_ends_the_line_or_does_nothing(live_class):
    ask(live_class)
    answer, go = {"do": "answer", "number": 1, "turn": 1, "answer": ["yes"]}, {"do": "go", "to": 1}
    for forged in ({}, go, {**answer, "answer": [7]}, {**answer, "number": True}, {**answer, "more": 1}):
        async with learner(live_class) as ben:
            await ben.answered(**forged)
            assert ben.sends("answer")
    long = json.dumps(["message", 1, "1", {**answer, "answer": ["x" * 9999]}])
    for strange in ("{", '{"number": 1}', long, b"\x00"):
        anna = await line_of(live_class, live_class.join().cookie, "board")
        anna.send(strange)
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            while await anna.read() is not None:
                pass
    async with teacher_of(live_class) as teacher:
        assert answered(teacher, 0, 0)
