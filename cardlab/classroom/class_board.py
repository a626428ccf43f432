"""The class board: what a teacher asks a class, what each learner answers, and what is shown once it is revealed.

- `Board` is a value; `ask`, `give`, `reveal`, `taken_off`, `without` give the board after a deed, or why there is none;
- `for_learner` and `for_teacher` say what a page shows of it, each question drawn as the lessons draw it;
- `ClassBoard` is the board of a class with all pages that are open, and below it are the pages and their lines.

A learner's line sends answers, `{"number", "answer", "turn"}`, and hears `{"state"}`, `{"told"}` or `{"over"}`; the
teacher's only hears. Before a question is revealed no learner's page holds anything of its solution, and never anything
of what others answer. Questions are made and judged in a thread, so that nobody waits for them.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, ClassVar, Final, Literal, TypeAlias

import msgspec

from cardlab.cards import Card
from cardlab.classroom.board_questions import (
    LONGEST_TEXT,
    MOST_OPTIONS,
    CannotAsk,
    DrillQuestion,
    What,
    answer_in,
    answer_out,
    drill_of,
    exit_ticket,
    is_judged,
    verdict_on,
    wished,
    words_of,
)
from cardlab.classroom.roster import ClassPage, Roster, TeacherOrder, TeacherPage
from cardlab.dashboard import access, addresses, frame
from cardlab.dashboard.access import BOARD, Invitation
from cardlab.dashboard.course_server import CourseServer
from cardlab.dashboard.display_names import spaced
from cardlab.lessons.course import LESSONS
from cardlab.lessons.drill import LEVELS
from cardlab.lessons.own_exercises import own_exercises
from cardlab.lessons.protocol import Answer, Verdict
from cardlab.pagehost.connections import PageConnection
from cardlab.phrasing import Reader
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.phrasing.messages import in_words

LOG: Final = logging.getLogger("cardlab.serve")
MOST_BARS: Final = 12
"""How many different answers are drawn where there can be any number of them."""
APART: Final = 0.02
"""Seconds between two pictures for the teacher's page."""


# The board


@dataclass(frozen=True, slots=True)
class LearnerAnswer:
    """The answer that a learner has given last; `turn` counts the learner's answers, `at` is in seconds since 1970."""

    answer: Answer
    turn: int
    at: int


@dataclass(frozen=True, slots=True)
class BoardQuestion:
    """A question on the board, its number from 1, and what has been answered, by the learners' numbers in the room."""

    number: int
    what: What
    given: Mapping[int, LearnerAnswer] = field(default_factory=dict)
    is_revealed: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """All that was asked, in order, and how many of the last questions are shown now: together they are a series."""

    asked: tuple[BoardQuestion, ...] = ()
    count: int = 0

    @property
    def shown(self) -> tuple[BoardQuestion, ...]:
        """The questions that are shown now."""
        return self.asked[len(self.asked) - self.count :]

    @property
    def is_open(self) -> bool:
        """Whether answers are taken."""
        return any(not one.is_revealed for one in self.shown)

    def with_shown(self, shown: Sequence[BoardQuestion]) -> Board:
        """The board with these in the place of the questions that are shown."""
        return replace(self, asked=(*self.asked[: len(self.asked) - self.count], *shown))


Refused: TypeAlias = Literal["closed", "no_answer", "late", "nothing"]
"""Why nothing happens.

- "closed": the question is not asked now, or it is revealed;
- "no_answer": what was given is no answer to it;
- "late": the same learner has answered since, on another page;
- "nothing": there is nothing to reveal or to take off.
"""


def ask(board: Board, whats: Sequence[What]) -> Board:
    """Asks these questions now, in place of whatever is shown."""
    asked = (BoardQuestion(number, what) for number, what in enumerate(whats, len(board.asked) + 1))
    return Board((*board.asked, *asked), len(whats))


def give(board: Board, learner: int, number: int, given: Sequence[str], turn: int, at: int) -> Board | Refused:
    """A learner answers; `turn` counts the learner's answers to it, so that one which comes late undoes nothing."""
    place = next((place for place, one in enumerate(board.shown) if one.number == number), None)
    if place is None or board.shown[place].is_revealed:
        return "closed"
    asked = board.shown[place]
    answer = answer_in(words_of(asked.what, "en").task, given)
    if answer is None:
        return "no_answer"
    before = asked.given.get(learner)
    if before is not None and (before.turn, before.answer) == (turn, answer):
        return board
    if turn <= (before.turn if before else 0):
        return "late"
    answered = replace(asked, given={**asked.given, learner: LearnerAnswer(answer, turn, at)})
    return board.with_shown((*board.shown[:place], answered, *board.shown[place + 1 :]))


def reveal(board: Board) -> Board | Refused:
    """Takes no more answers, and shows everybody what is right."""
    return board.with_shown([replace(one, is_revealed=True) for one in board.shown]) if board.is_open else "nothing"


def taken_off(board: Board) -> Board | Refused:
    """Shows nothing any more; what was answered is kept."""
    return replace(board, count=0) if board.count else "nothing"


def without(board: Board, learner: int) -> Board:
    """A learner is out: no answer to what is still open counts."""
    return board.with_shown(
        [
            one
            if one.is_revealed
            else replace(one, given={other: given for other, given in one.given.items() if other != learner})
            for one in board.shown
        ]
    )


def right_of(asked: BoardQuestion) -> int:
    """How many have answered a question rightly."""
    return sum(verdict_on(asked.what, one.answer).right for one in asked.given.values())


# What the pages show


def _drawn(asked: BoardQuestion, lang: str, given: Answer | None = None, *, looks: bool = False) -> dict[str, Any]:
    """A question as a lesson draws it, with the answer `given`; once it is revealed the solution is laid out.

    A number stays as the learner has typed it: what is right is said. `looks`: nobody answers on this page.
    """
    from cardlab.widgets import task as drawing

    task = words_of(asked.what, lang).task
    laid = asked.is_revealed and is_judged(asked.what) and task.kind != "number"
    shown = words_of(asked.what, lang).solution[1] if laid else given
    marked = [one for one in shown if isinstance(one, Card)] if laid and isinstance(shown, tuple) else []
    done, number = asked.is_revealed, asked.number
    blocks = drawing.asked(task, lang, number, shown, done=done, marked=marked, tools=False, looks=looks)
    return {
        "task": blocks,
        "holds": drawing.parts(number),
        "number_of_task": number,
        "prompt": task.prompt,
        "kind": task.kind,
        "multiple": task.multiple,
        "empty": task.may_be_empty,
        "done": done,
        "laid": laid,
    }


def _explained(asked: BoardQuestion, answer: Answer | None, lang: str, title: str = "") -> dict[str, Any]:
    """What is said once a question is revealed: of one's own answer, if there is one, and of the right one.

    `title`: what stands above it instead, where nobody answers.
    """
    from cardlab.widgets.task import explained

    what, told = asked.what, Verdict(False)
    kind: Literal["none", "yes", "no", "hint"] = "none"
    if asked.is_revealed and not is_judged(what):
        kind, title = "hint", say("board.poll_over", lang)
    elif asked.is_revealed:
        own = verdict_on(what, answer, lang) if answer is not None else None
        sentence, solution = words_of(what, lang).solution
        told = verdict_on(what, solution, lang)
        key = "board.not_answered" if own is None else "exercise.right" if own.right else "exercise.not_right"
        kind = "yes" if title or (own and own.right) else "hint" if own is None else "no"
        title = title or say(key, lang)
        why = told.sentences or ((sentence,) if sentence else ())
        said = why if own is None or own.right else (*own.sentences, *why)
        told = replace(told, sentences=tuple(dict.fromkeys(said)))
    return {"said_of_it": explained(kind, title, told, lang), "title": title}


def for_learner(board: Board, learner: int, lang: str) -> dict[str, Any]:
    """Everything that the page of one learner shows."""
    over = ""
    if len(board.shown) > 1 and not board.is_open:
        judged = [one for one in board.shown if is_judged(one.what)]
        own = [verdict_on(one.what, one.given[learner].answer) for one in judged if learner in one.given]
        over = say("board.your_right", lang, count=sum(one.right for one in own), of=len(judged))
    questions = [_for_learner(one, one.given.get(learner), lang) for one in board.shown]
    return {"questions": questions, "over": over}


def _for_learner(asked: BoardQuestion, given: LearnerAnswer | None, lang: str) -> dict[str, Any]:
    told = {
        **_drawn(asked, lang, given.answer if given else None),
        **_explained(asked, given.answer if given else None, lang),
        "own": None if given is None else [*answer_out(given.answer)],
        "turn": 0 if given is None else given.turn,
        "said": words_of(asked.what, lang).written(given.answer) if given and asked.is_revealed else "",
        "entry": None,
    }
    if asked.is_revealed and given and isinstance(asked.what, DrillQuestion) and not drill_of(asked.what).title:
        # The answer as the learner's own browser keeps it with all others.
        what, right = asked.what, verdict_on(asked.what, given.answer).right
        entry = {"drill": what.drill, "key": what.key, "level": what.level, "right": right, "at": given.at}
        told["entry"] = {**entry, "tries": 1, "hints": 0}
    return told


def for_teacher(board: Board, here: Mapping[int, str], lang: str, way_in: str = "") -> dict[str, Any]:
    """Everything that the teacher's page shows.

    - `here`: the learners who have a page open, by number, and what they are called;
    - `way_in`: how whoever comes late comes in.
    """
    missing = [
        name for number, name in here.items() if board.is_open and any(number not in one.given for one in board.shown)
    ]
    return {
        "questions": [_for_teacher(one, len(here), lang) for one in board.shown],
        "open": board.is_open,
        "here": say("board.here", lang, count=len(here)) if here else say("room.nobody", lang),
        "missing": say("board.missing", lang, names=", ".join(missing)) if missing else "",
        "way_in": way_in,
    }


def _for_teacher(asked: BoardQuestion, here: int, lang: str) -> dict[str, Any]:
    what, count, words = asked.what, len(asked.given), words_of(asked.what, lang)
    name = words.task.prompt
    if isinstance(what, DrillQuestion):
        name = f"{in_words(Reader(lang), drill_of(what).called)} · {say('demo.level_number', lang, level=what.level)}"
    rightly, share, solved = "", 0.0, ""
    if asked.is_revealed and is_judged(what):
        right, (_, solution) = right_of(asked), words.solution
        solved = f"{say('board.solution_is', lang)} {words.written(solution)}"
        if count:
            rightly, share = say("board.rightly", lang, count=right, of=count), right / count
    return {
        **_drawn(asked, lang, looks=True),
        **_explained(asked, None, lang, solved),
        "name": name,
        "count": count,
        "answered": say("board.answered", lang, count=count, here=max(here, count)),
        "rightly": rightly,
        "share": share,
        "bars": _bars(asked, lang) if asked.is_revealed else None,
    }


def _bars(asked: BoardQuestion, lang: str) -> list[dict[str, Any]]:
    """What was answered how often: each choice where one is chosen, else the commonest answers and the right one."""
    what, words = asked.what, words_of(asked.what, lang)
    task = words.task
    counts = Counter(one.answer for one in asked.given.values())
    answers: list[Answer] = [answer for answer, _ in counts.most_common(MOST_BARS)]
    if task.kind == "choice" and not task.multiple:
        answers = [key for key, _ in task.choices]
    judged, solution = is_judged(what), words.solution[1]
    if judged and not any(verdict_on(what, answer).right for answer in answers):
        answers.append(solution)
    everybody = max(1, len(asked.given))
    bars = []
    for answer in answers:
        verdict = verdict_on(what, answer, lang) if judged else None
        bars.append(
            {
                "key": " ".join(answer_out(answer)),
                "label": words.written(answer),
                "cards": [one.code for one in answer if isinstance(one, Card)] if isinstance(answer, tuple) else [],
                "count": counts[answer],
                "share": counts[answer] / everybody,
                "right": verdict and verdict.right,
                "mark": verdict and say("board.right" if verdict.right else "board.wrong", lang),
                "why": [*verdict.sentences] if verdict and not verdict.right and counts[answer] else [],
            }
        )
    return bars


def rows(board: Board, lang: str) -> list[dict[str, Any]]:
    """Every answer as a row of a table, question by question, by the number of the learner."""
    return [
        {
            "number": learner,
            "source": "board",
            "of": asked.what.drill if isinstance(asked.what, DrillQuestion) else "",
            "question": words_of(asked.what, lang).task.prompt,
            "answer": words_of(asked.what, lang).written(given.answer),
            "answered": 1,
            "right": int(verdict_on(asked.what, given.answer).right) if is_judged(asked.what) else None,
        }
        for asked in board.asked
        for learner, given in asked.given.items()
    ]


# The board of a class and its pages


class ClassBoard:
    """The board of a class, and all its pages that are open; `now` gives the seconds since 1970."""

    def __init__(self, course: CourseServer, room: Roster, now: Callable[[], float] = time.time) -> None:
        self.board = Board()
        self.lines: set[_BoardConnection] = set()
        self._course = course
        self._room = room
        self._now = now
        self._dirty: set[_BoardConnection] = set()
        self._telling: asyncio.Task[None] | None = None

    def become(self, board: Board | Refused) -> Refused | None:
        """This is the board from now on, and every page that shows something else is told; or why it is not."""
        if not isinstance(board, Board):
            return board
        before, self.board = self.board, board
        self.tell(*(line for line in self.lines if line.seen(before) != line.seen(board)))
        return None

    def give(self, learner: int, number: int, given: Sequence[str], turn: int) -> Refused | None:
        """Takes an answer."""
        return self.become(give(self.board, learner, number, given, turn, int(self._now())))

    def tell(self, *lines: _BoardConnection) -> None:
        """Brings these pages what there is, soon."""
        self._dirty.update(lines)
        if self._dirty and (self._telling is None or self._telling.done()):
            self._telling = asyncio.create_task(self._tell())

    def tell_teachers(self) -> None:
        """The same for those that show who is here, and how whoever comes late comes in."""
        self.tell(*(line for line in self.lines if isinstance(line, TeacherConnection)))

    async def _tell(self) -> None:
        while self._dirty:
            some, self._dirty = list(self._dirty & self.lines), set()
            drawings = [line.drawing() for line in some]
            told = await asyncio.to_thread(lambda: [told_or_failed(draw) for draw in drawings])  # noqa: B023
            for line, news in zip(some, told, strict=True):
                line.put_json(news)
            await asyncio.sleep(APART)

    def way_in(self, lang: str) -> str:
        """How whoever comes late comes in."""
        doors = self._room.addresses()
        code = spaced(self._room.code)
        return say("board.way_in", lang, address=addresses.in_print(doors[0]), class_code=code) if doors else ""

    def here(self, lang: str) -> dict[int, str]:
        """The learners who have a page open, by number, and what they are called."""
        open_now = {line.visitor for line in self._course.lines}
        return {one.number: one.called(lang) for one in self._room.visitors() if one.token in open_now}


def told_or_failed(draw: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """What a page is told that shows this; a fault is logged, told to that page, and keeps nothing from the others."""
    try:
        return {"state": draw()}
    except Exception:
        LOG.exception("a page of the class board could not be drawn")
        return {"failed": True}


class BoardPage(ClassPage):
    """What the two pages of the board share."""

    OWN_WORDS: ClassVar[tuple[str, ...]] = ()

    def kept(self, lang: str) -> str:
        """The words that a script puts onto the page, with the letters and names of the cards."""
        from cardlab.widgets.base import words_and_faces

        told = words_and_faces(("widget.number", "page.failed", "board.steps", *self.OWN_WORDS), lang)
        filled_in = {"number": "{number}", "name": "{name}"}
        with_gaps = {f"board.{name}": say(f"board.{name}", lang, **filled_in) for name in _WITH_GAPS}
        return json.dumps({**told, "words": told["words"] | with_gaps}, ensure_ascii=False)


_WITH_GAPS: Final = ("step", "step_done", "option", "take_off")


class LearnerBoard(BoardPage):
    """The learners' page: works on a phone, and shows nothing of others."""

    OWN_WORDS = (
        "page.lost", "page.out", "page.reload",
        *(f"board.{word}" for word in (
            "waiting", "send", "sending", "sent", "choose_one", "choose_some", "choose_card", "choose_cards",
            "choose_card_and_pile", "type_number", "all_in",
        )),
    )  # fmt: skip

    def get(self) -> None:
        lang, token = self.tongue(), access.visitor(self.request)
        self.room.seen(token, BOARD)
        looks_on = not self.room.admits(token)
        self.draw("board.html.j2", say("board.title", lang), "board", told=self.kept(lang), looks_on=looks_on)


class TeacherBoard(BoardPage, TeacherPage):
    """The teacher's page of the board, made for a projector."""

    OWN_WORDS = (
        "page.overview", "page.sending", "room.lost",
        *(f"board.{word}" for word in (
            "nothing_asked", "reveal", "end_it", "why", "is_right", "added", "ask_this", "series_empty",
        )),
    )  # fmt: skip

    def get(self) -> None:
        lang = self.tongue()
        titles = frame.titles(self.course.notebooks, lang)
        lessons = [(lesson, titles[lesson.name]) for lesson in LESSONS if lesson.name in titles]
        own = own_exercises()
        drills = [(title, lesson.drills) for lesson, title in lessons]
        self.draw(
            "board_teacher.html.j2",
            say("board.title", lang),
            "teacher/board",
            told=self.kept(lang),
            lessons=lessons,
            drills=[(say("board.own_exercises", lang), own), *drills] if own else drills,
            levels=LEVELS,
            longest_text=LONGEST_TEXT,
            most_options=MOST_OPTIONS,
        )


class BoardOrder(TeacherOrder):
    """What the teacher does at the board; the answer says what is wrong with it, if anything is."""

    LARGEST = 60_000

    board: ClassBoard
    invite: Callable[[Invitation | None], None]

    async def obey(self, order: Mapping[str, Any], lang: str) -> Mapping[str, Any] | None:
        board = self.board
        had = tuple(one.what for one in board.board.asked)
        refused: Refused | None = None
        try:
            match order:
                case {"do": "try", "questions": list(asked)}:
                    await asyncio.to_thread(wished, asked, had)
                case {"do": "ask", "questions": list(asked)}:
                    whats = await asyncio.to_thread(wished, asked, had)
                    board.become(ask(board.board, whats))
                case {"do": "exit", "lesson": str(lesson), "level": int(level)} if type(level) is int:
                    whats = await asyncio.to_thread(exit_ticket, lesson, level, had)
                    board.become(ask(board.board, whats))
                case {"do": "reveal"}:
                    refused = board.become(reveal(board.board))
                case {"do": "end"}:
                    refused = board.become(taken_off(board.board))
                case _:
                    return None
        except CannotAsk as problem:
            return {"problem": problem.told(lang)}
        if order["do"] in ("ask", "exit"):
            self.invite(Invitation(BOARD))
        elif order["do"] == "end" and refused is None and self.room.invitation == Invitation(BOARD):
            self.invite(None)
        return {"problem": say(f"board.refused.{refused}", lang) if refused else ""}


# Their lines


class AnswerMessage(msgspec.Struct, forbid_unknown_fields=True):
    """What a learner's page says: an answer to the question of this number, and which one it is of the learner's."""

    number: int
    answer: list[str]
    turn: int


class _BoardConnection(PageConnection):
    """A line to a page of the board."""

    application: CourseServer

    room: Roster
    board: ClassBoard
    lang: str

    async def refusal(self) -> int:
        lang = self.get_query_argument("lang", "")
        self.lang = lang if lang in LANGUAGES else "en"
        return 0

    def open(self) -> None:
        self.set_nodelay(True)
        self.application.lines.add(self)
        self.board.lines.add(self)
        self.board.tell(self)
        self.board.tell_teachers()

    def gone(self, *, left: bool) -> None:
        self.board.lines.discard(self)
        self.board.tell_teachers()

    def seen(self, board: Board) -> Any:
        """What the page shows of a board: if this is the same, there is nothing to tell."""
        raise NotImplementedError

    def drawing(self) -> Callable[[], dict[str, Any]]:
        """What draws all that the page shows now."""
        raise NotImplementedError


class LearnerConnection(_BoardConnection):
    """The line to one open page of a learner; `learner` is the number in the room, 0 for whoever looks on."""

    AT_ONCE, A_SECOND, LARGEST = 16, 4, 4096

    def open(self) -> None:
        known = self.room.visitor(access.visitor(self.request))
        # The teacher may look on, and is no learner.
        self.visitor, self.learner = (known.token, known.number) if known else ("", 0)
        self.path = BOARD
        super().open()

    def seen(self, board: Board) -> Any:
        return [(one.number, one.is_revealed, one.given.get(self.learner)) for one in board.shown]

    def drawing(self) -> Callable[[], dict[str, Any]]:
        return partial(for_learner, self.board.board, self.learner, self.lang)

    async def heard(self, message: str | bytes) -> None:
        if not self.learner:
            return
        try:
            told = msgspec.json.decode(message, type=AnswerMessage)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            self.refuse()
            return
        refused = self.board.give(self.learner, told.number, told.answer, told.turn)
        if refused:
            self.put_json({"told": say(f"board.refused.{refused}", self.lang), "number": told.number})
        self.board.tell(self)

    def send_out(self) -> None:
        self.put_json({"over": True})
        self.end(left=True)
        self.close(1000)


class TeacherConnection(_BoardConnection):
    """The line to an open page of the teacher: it hears of every answer."""

    async def refusal(self) -> int:
        return await super().refusal() if access.is_teacher(self.room, self.request) else 403

    def seen(self, board: Board) -> Any:
        return board

    def drawing(self) -> Callable[[], dict[str, Any]]:
        board, lang = self.board, self.lang
        return partial(for_teacher, board.board, board.here(lang), lang, board.way_in(lang))

    async def heard(self, message: str | bytes) -> None:
        self.refuse()
