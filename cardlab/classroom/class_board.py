"""The class board: a teacher's questions, the learners' answers, and the results once a question is revealed.

- `Board` is immutable; `ask`, `take_answer`, `reveal`, `cleared`, `put_back` return the next board or a reason;
- `learner_props` and `teacher_props` are the view models of the pages, with tasks drawn as in the lessons;
- `ClassBoard` is the board of a class with its open pages; below it are the pages and their connections.

A learner's connection sends answers, `{"number", "answer", "turn"}`, and gets `{"state"}`, `{"message"}` or `{"over"}`;
the teacher's only receives. Before a question is revealed no learner's page holds anything of its solution, and never
anything of others' answers. Questions are made and judged in a thread, so that the event loop does not block.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, ClassVar, Final, Literal, TypeAlias

import msgspec

from cardlab.cards import Card
from cardlab.classroom.board_questions import (
    Question,
    answer_codes,
    drill_of,
    has_other_answers,
    is_judged,
    judged,
    parse_answer,
    verdict_on,
    words_of,
)
from cardlab.classroom.roster import ClassPage, Roster
from cardlab.dashboard import access
from cardlab.dashboard.access import BOARD, Learner
from cardlab.dashboard.course_server import CourseServer
from cardlab.lessons.own_exercises import OwnFault
from cardlab.lessons.protocol import Answer, QuestionRef, Verdict
from cardlab.pages.connections import PageConnection
from cardlab.phrasing.catalogue import LANGUAGES, card_label, say

LOG: Final = logging.getLogger("cardlab.serve")
MIN_INTERVAL: Final = 0.02
"""The fewest seconds between two states sent to a page."""


# The board


@dataclass(frozen=True, slots=True)
class LearnerAnswer:
    """A learner's last answer; `turn` counts the learner's answers, `at` is in Unix seconds."""

    answer: Answer
    turn: int
    at: int


@dataclass(frozen=True, slots=True)
class BoardQuestion:
    """A question on the board: its number from 1, and the answers by the numbers of the learners."""

    number: int
    question: Question
    answers: Mapping[int, LearnerAnswer] = field(default_factory=dict)
    is_revealed: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """All questions in order; the last `count` of them are shown as a series, unless they are taken `off`."""

    questions: tuple[BoardQuestion, ...] = ()
    count: int = 0
    off: bool = False

    @property
    def shown(self) -> tuple[BoardQuestion, ...]:
        """The shown questions."""
        return () if self.off else self.questions[len(self.questions) - self.count :]

    @property
    def is_open(self) -> bool:
        """Whether answers are accepted."""
        return any(not one.is_revealed for one in self.shown)

    def with_shown(self, shown: Sequence[BoardQuestion]) -> Board:
        """The board with these in place of the shown questions."""
        return replace(self, questions=(*self.questions[: len(self.questions) - len(self.shown)], *shown))


Refused: TypeAlias = Literal["closed", "no_answer", "late", "nothing"]
"""Why the board does not change.

- "closed": the question is not shown, or is revealed;
- "no_answer": the answer is invalid;
- "late": the learner has answered since, on another page;
- "nothing": there is nothing to reveal or to clear.
"""


def ask(board: Board, questions: Sequence[Question]) -> Board:
    """Ask these questions, in place of the shown ones."""
    asked = (BoardQuestion(number, question) for number, question in enumerate(questions, len(board.questions) + 1))
    return Board((*board.questions, *asked), len(questions))


def take_answer(board: Board, learner: int, number: int, values: Sequence[str], turn: int, at: int) -> Board | Refused:
    """Take the answer `values` of a learner to a question, both given by their numbers, `at` a Unix time.

    `turn` counts the learner's answers to the question, so that a late message undoes nothing.
    """
    index = next((index for index, one in enumerate(board.shown) if one.number == number), None)
    if index is None or board.shown[index].is_revealed:
        return "closed"
    asked = board.shown[index]
    answer = parse_answer(words_of(asked.question, "en").task, values)
    if answer is None:
        return "no_answer"
    before = asked.answers.get(learner)
    if before is not None and (before.turn, before.answer) == (turn, answer):
        return board
    if turn <= (before.turn if before else 0):
        return "late"
    answered = replace(asked, answers={**asked.answers, learner: LearnerAnswer(answer, turn, at)})
    return board.with_shown((*board.shown[:index], answered, *board.shown[index + 1 :]))


def reveal(board: Board, number: int | None = None) -> Board | Refused:
    """Close the shown questions, or the one with this number, and reveal their solutions."""
    asked = [one.number for one in board.shown if not one.is_revealed and number in (None, one.number)]
    shown = [replace(one, is_revealed=True) if one.number in asked else one for one in board.shown]
    return board.with_shown(shown) if asked else "nothing"


def cleared(board: Board) -> Board | Refused:
    """Show no question; all answers are kept."""
    return replace(board, off=True) if board.shown else "nothing"


def put_back(board: Board) -> Board | Refused:
    """Show what was taken off the board."""
    return replace(board, off=False) if board.off else "nothing"


# View models


def _task_props(
    asked: BoardQuestion, lang: str, answer: Answer | None = None, *, looks: bool = False
) -> dict[str, Any]:
    """A question as the lessons draw it, with an answer; once it is revealed, with the cards of the solution marked.

    They are not marked for a learner whose answer is right. `looks`: for a page that cannot answer.
    """
    from cardlab.widgets import task as drawing

    task, solution = words_of(asked.question, lang).task, words_of(asked.question, lang).solution[1]
    is_right = answer is not None and is_judged(asked.question) and verdict_on(asked.question, answer).right
    laid = solution if asked.is_revealed and not is_right and isinstance(solution, tuple) else ()
    right = tuple(one for one in laid if isinstance(one, Card))
    done, number = asked.is_revealed, asked.number
    blocks = drawing.task_blocks(task, lang, number, answer, done=done, right=right, tools=False, looks=looks)
    return {
        "task": blocks,
        "holds": drawing.answer_blocks(number),
        "number_of_task": number,
        "prompt": task.prompt,
        "kind": task.kind,
        "multiple": task.multiple,
        "empty": task.may_be_empty,
        "done": done,
    }


def _explanation_props(asked: BoardQuestion, answer: Answer | None, lang: str, title: str = "") -> dict[str, Any]:
    """The explanation of a revealed question: of the own answer, if there is one, and of the right one.

    `title`: the heading for a page that cannot answer.
    """
    from cardlab.widgets.task import verdict_block

    question, verdict = asked.question, Verdict(False)
    kind: Literal["none", "yes", "no", "hint"] = "none"
    if asked.is_revealed and not is_judged(question):
        kind, title = "hint", say("board.poll_over", lang)
    elif asked.is_revealed:
        own = verdict_on(question, answer, lang) if answer is not None else None
        sentence, solution = words_of(question, lang).solution
        verdict = verdict_on(question, solution, lang)
        key = "board.not_answered" if own is None else "exercise.right" if own.right else "exercise.not_right"
        kind = "yes" if title or (own and own.right) else "hint" if own is None else "no"
        why = verdict.sentences or ((sentence,) if sentence else ())
        said = why if own is None or own.right else (*own.sentences, *why)
        if not title:
            said = said if own and own.right else (_solution_sentence(question, lang), *said)
            title = say(key, lang)
        verdict = replace(verdict, sentences=tuple(dict.fromkeys(said)))
    return {"said_of_it": verdict_block(kind, title, verdict, lang), "title": title}


def _solution_sentence(question: Question, lang: str) -> str:
    """The answer to a question, or one of several possible ones."""
    key = "board.one_solution" if has_other_answers(question) else "board.solution_is"
    return f"{say(key, lang)} {words_of(question, lang).written(words_of(question, lang).solution[1])}"


def learner_props(board: Board, learner: int, lang: str) -> dict[str, Any]:
    """The view model of a learner's page."""
    over = ""
    if len(board.shown) > 1 and not board.is_open:
        judged = [one for one in board.shown if is_judged(one.question)]
        own = [verdict_on(one.question, one.answers[learner].answer) for one in judged if learner in one.answers]
        over = say("board.your_right", lang, count=sum(one.right for one in own), of=len(judged))
    questions = [_learner_question_props(one, one.answers.get(learner), lang) for one in board.shown]
    return {"questions": questions, "over": over}


def _learner_question_props(asked: BoardQuestion, answer: LearnerAnswer | None, lang: str) -> dict[str, Any]:
    own = answer.answer if answer else None
    props = {
        **_task_props(asked, lang, own),
        **_explanation_props(asked, own, lang),
        "own": None if own is None else [*answer_codes(own)],
        "turn": answer.turn if answer else 0,
        "said": words_of(asked.question, lang).written(answer.answer) if answer and asked.is_revealed else "",
        "entry": None,
    }
    if asked.is_revealed and answer and isinstance(asked.question, QuestionRef) and not drill_of(asked.question).title:
        # The answer as the learner's browser stores it.
        question, right = asked.question, verdict_on(asked.question, answer.answer).right
        entry = {"drill": question.drill, "key": question.key, "level": question.level, "right": right, "at": answer.at}
        props["entry"] = {**entry, "tries": 1, "hints": 0}
    return props


def rows(board: Board, lang: str) -> list[dict[str, Any]]:
    """All answers as rows of a table, with the numbers of the learners; what cannot be judged has an empty cell."""
    return [
        {
            "number": learner,
            "source": "board",
            "of": asked.question.drill if isinstance(asked.question, QuestionRef) else "",
            "asked": asked.number,
            "answered": 1,
            "at": time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(answer.at)),
            **_question_cells(asked.question, lang),
            **_answer_cells(asked.question, answer.answer, lang),
        }
        for asked in board.questions
        for learner, answer in asked.answers.items()
    ]


def grid(board: Board, learners: Sequence[Learner], lang: str) -> tuple[Sequence[str], list[dict[str, Any]]]:
    """The table of learners by questions: its columns and its rows.

    A cell is 1 for a right answer, 0 for a wrong one, and in a poll the answer itself.
    """
    number, name = say("hand_in.column.number", lang), say("hand_in.column.name", lang)
    right, answered = say("hand_in.column.right", lang), say("hand_in.column.answered", lang)
    heads = {
        one.number: " ".join(filter(None, (f"{one.number}.", *_question_cells(one.question, lang).values())))
        for one in board.questions
    }
    lines: dict[int, dict[str, Any]] = {
        one.number: {number: one.number, name: one.display_name(lang), right: 0, answered: 0}
        for one in sorted(learners, key=lambda one: one.number)
    }
    for row in rows(board, lang):
        if line := lines.get(row["number"]):
            line[heads[row["asked"]]] = row["answer"] if row["right"] is None else row["right"]
            line[right] += row["right"] or 0
            line[answered] += 1
    return (number, name, *heads.values(), right, answered), [*lines.values()]


def _question_cells(question: Question, lang: str) -> dict[str, Any]:
    """What was asked, and its cards, the piles behind the hand; nothing where a teacher's own function fails."""
    try:
        task = words_of(question, lang).task
    except OwnFault:
        return {"question": "", "cards": ""}
    shown = (task.hand, *(pile.cards for pile in task.piles))
    cards = " | ".join(" ".join(card_label(card, lang) for card in cards) for cards in shown if cards)
    return {"question": task.prompt, "cards": cards}


def _answer_cells(question: Question, answer: Answer, lang: str) -> dict[str, Any]:
    """An answer, and whether it is right; nothing where a teacher's own function fails."""
    try:
        written = words_of(question, lang).written(answer)
    except OwnFault:
        return {"answer": "", "right": None}
    found = judged(question, answer, "en") if is_judged(question) else None
    return {"answer": written, "right": int(found.right) if isinstance(found, Verdict) else None}


# The board of a class and its pages


class ClassBoard:
    """The board of a class, with the connections of its open pages."""

    def __init__(self, course: CourseServer, roster: Roster) -> None:
        self.board = Board()
        self.connections: set[_BoardConnection] = set()
        self._course = course
        self._roster = roster
        self._outdated: set[_BoardConnection] = set()
        self._sending: asyncio.Task[None] | None = None

    def set_board(self, board: Board | Refused) -> Refused | None:
        """Replace the board and update the pages that show the difference; passes a reason on."""
        if not isinstance(board, Board):
            return board
        before, self.board = self.board, board
        self._roster.watch()
        self.publish(*(one for one in self.connections if one.shown_part(before) != one.shown_part(board)))
        return None

    def take_answer(self, learner: int, number: int, values: Sequence[str], turn: int) -> Refused | None:
        """Take an answer of a learner."""
        return self.set_board(take_answer(self.board, learner, number, values, turn, int(time.time())))

    def publish(self, *connections: _BoardConnection) -> None:
        """Send these pages the current state soon."""
        self._outdated.update(connections)
        if self._outdated and (self._sending is None or self._sending.done()):
            self._sending = asyncio.create_task(self._send_all())

    async def _send_all(self) -> None:
        while self._outdated:
            connections, self._outdated = list(self._outdated & self.connections), set()
            renderers = [connection.renderer() for connection in connections]
            messages = await asyncio.to_thread(lambda: [render_message(render) for render in renderers])  # noqa: B023
            for connection, message in zip(connections, messages, strict=True):
                connection.send_json(message)
            await asyncio.sleep(MIN_INTERVAL)

    def present(self, lang: str) -> dict[int, str]:
        """The names of the learners with an open page, by their numbers."""
        open_now = {connection.visitor for connection in self._course.connections}
        return {one.number: one.display_name(lang) for one in self._roster.learners() if one.token in open_now}


def render_message(render: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """The message with the rendered state; an exception is logged and reported to that page only."""
    try:
        return {"state": render()}
    except Exception:
        LOG.exception("a page of the class board could not be drawn")
        return {"failed": True}


_WITH_GAPS: Final = ("board.step", "board.step_done", "board.option", "board.take_off", "board.reveal_one")


def _texts_json(own_words: tuple[str, ...], lang: str) -> str:
    """The texts of the script of a page as JSON, with the names of the cards."""
    from cardlab.widgets.constants import words_and_faces

    texts = words_and_faces(("widget.number", "page.failed", "board.steps", *own_words), lang)
    with_gaps = {key: say(key, lang, number="{number}", name="{name}") for key in _WITH_GAPS}
    return json.dumps({**texts, "words": texts["words"] | with_gaps}, ensure_ascii=False)


class LearnerBoard(ClassPage):
    """The learners' page, which shows nothing of other learners."""

    WORDS: ClassVar = (
        "page.lost", "page.out", "page.reload",
            "board.waiting", "board.send", "board.sending", "board.sent", "board.choose_one", "board.choose_some",
            "board.choose_card", "board.choose_cards", "board.choose_card_and_pile", "board.type_number",
            "board.all_in",
    )  # fmt: skip

    def get(self) -> None:
        lang, token = self.language(), access.visitor(self.request)
        self.roster.seen(token, BOARD)
        texts, looks_on = _texts_json(self.WORDS, lang), not self.roster.admits(token)
        self.render_page("board.html.j2", say("board.title", lang), "board", texts=texts, looks_on=looks_on)


# Connections


class AnswerMessage(msgspec.Struct, forbid_unknown_fields=True):
    """A learner's answer to the question with this number; `turn` counts the learner's answers."""

    number: int
    answer: list[str]
    turn: int


class _BoardConnection(PageConnection):
    """A connection to a page of the board."""

    application: CourseServer

    roster: Roster
    board: ClassBoard
    lang: str

    async def refusal(self) -> int:
        lang = self.get_query_argument("lang", "")
        self.lang = lang if lang in LANGUAGES else "en"
        return 0

    def open(self) -> None:
        self.set_nodelay(True)
        self.application.connections.add(self)
        self.board.connections.add(self)
        self.board.publish(self)
        self.roster.watch()

    def on_end(self, *, left: bool) -> None:
        self.board.connections.discard(self)

    def shown_part(self, board: Board) -> Any:
        """The part of a board that the page shows; it is updated if this changes."""
        raise NotImplementedError

    def renderer(self) -> Callable[[], dict[str, Any]]:
        """A function that renders the state of the page."""
        raise NotImplementedError


class LearnerConnection(_BoardConnection):
    """The connection of a learner's page; `learner` is the number of the learner, 0 for an onlooker."""

    BURST, RATE, MAX_MESSAGE, OVER = 16, 4, 4096, {"over": True}

    def open(self) -> None:
        learner = self.roster.visitor(access.visitor(self.request))
        # The teacher may look on, and is no learner.
        self.visitor, self.learner = (learner.token, learner.number) if learner else ("", 0)
        self.path = BOARD
        super().open()

    def shown_part(self, board: Board) -> Any:
        return [(one.number, one.is_revealed, one.answers.get(self.learner)) for one in board.shown]

    def renderer(self) -> Callable[[], dict[str, Any]]:
        return partial(learner_props, self.board.board, self.learner, self.lang)

    async def receive(self, message: str | bytes) -> None:
        if not self.learner:
            return
        try:
            sent = msgspec.json.decode(message, type=AnswerMessage)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            self.abort()
            return
        refused = self.board.take_answer(self.learner, sent.number, sent.answer, sent.turn)
        if refused:
            self.send_json({"message": say(f"board.refused.{refused}", self.lang), "number": sent.number})
        self.board.publish(self)
