"""The class board: a teacher's questions, the learners' answers, and the results once a question is revealed.

- `Board` is immutable; `ask`, `take_answer`, `reveal`, `cleared`, `put_back` return the next board or a reason;
- `learner_blocks` and `teacher_props` are what the pages show, with tasks drawn as in the lessons;
- `ClassBoard` is the board of a class with its open pages; below it are the teacher's.

Before a question is revealed no learner's page holds anything of its solution, and never anything of others' answers.
Questions are made and judged in a thread, so that the event loop does not block.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, Final, Literal, TypeAlias

from cardlab.cards import Card
from cardlab.classroom.board_questions import (
    Question,
    TypedQuestion,
    drill_of,
    has_other_answers,
    is_judged,
    judged,
    parse_answer,
    verdict_on,
    words_of,
)
from cardlab.classroom.roster import Roster
from cardlab.dashboard.access import Learner
from cardlab.dashboard.course_server import CourseServer
from cardlab.lessons.own_exercises import OwnFault
from cardlab.lessons.protocol import Answer, QuestionRef, Verdict
from cardlab.pages.shared import SharedConnection
from cardlab.phrasing.catalogue import LANGUAGES, card_label, say
from cardlab.widgets.blocks import Block, VerdictKind, button, row, status, strong, text

PAUSE: Final = 0.05
"""Seconds in which what happens in the class becomes one picture of a page."""


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


def marked(asked: BoardQuestion, answer: Answer | None) -> tuple[Card, ...]:
    """The cards of the solution, once it is revealed, unless the answer is right."""
    question = asked.question
    is_right = answer is not None and is_judged(question) and verdict_on(question, answer).right
    solution = words_of(question, "en").solution[1] if asked.is_revealed and not is_right else None
    return tuple(one for one in solution if isinstance(one, Card)) if isinstance(solution, tuple) else ()


def _explanation(asked: BoardQuestion, answer: Answer | None, lang: str) -> Block:
    """The explanation of a revealed question: of the own answer, if there is one, and of the right one."""
    from cardlab.widgets.task import verdict_block

    question = asked.question
    if not is_judged(question):
        return verdict_block("hint", say("board.poll_over", lang), Verdict(False), lang)
    own = verdict_on(question, answer, lang) if answer is not None else None
    sentence, solution = words_of(question, lang).solution
    verdict = verdict_on(question, solution, lang)
    why = verdict.sentences or ((sentence,) if sentence else ())
    is_right = own is not None and own.right
    said = why if own is None or is_right else (*own.sentences, *why)
    if not is_right:
        said = (solution_sentence(question, lang), *said)
    kind: VerdictKind = "hint" if own is None else "yes" if is_right else "no"
    key = "board.not_answered" if own is None else "exercise.right" if is_right else "exercise.not_right"
    verdict = replace(verdict, sentences=tuple(dict.fromkeys(said)))
    return verdict_block(kind, say(key, lang), verdict, lang)


def solution_sentence(question: Question, lang: str) -> str:
    """The answer to a question, or one of several possible ones."""
    key = "board.one_solution" if has_other_answers(question) else "board.solution_is"
    return f"{say(key, lang)} {words_of(question, lang).written(words_of(question, lang).solution[1])}"


def learner_blocks(asked: BoardQuestion, own: LearnerAnswer | None, lang: str, *, is_open: bool) -> list[Block]:
    """A question as a learner sees it: to be answered if it `is_open`, else with the learner's `own` answer.

    Once it is revealed, the verdict follows. Before, nothing follows from the solution or from the answers of others.
    """
    from cardlab.widgets import task as drawing

    task, answer, number = words_of(asked.question, lang).task, own.answer if own else None, asked.number
    blocks = drawing.task_blocks(task, lang, number, answer, done=not is_open, right=marked(asked, answer), tools=False)
    if own is not None and not is_open:
        written = words_of(asked.question, lang).written(own.answer)
        blocks = [one for one in blocks if one["is"] != "field"]
        blocks.append(status(text([f"{say('board.your_answer', lang)} ", strong(written)])))
    if asked.is_revealed:
        return [*blocks, _explanation(asked, answer, lang)]
    send = {"do": "answer", "number": number, "turn": own.turn + 1 if own else 1}
    if is_open and task.kind == "choice" and not task.multiple:
        # One tap is an answer.
        options = [{**one, "send": {**send, "answer": [one["value"]]}} for one in blocks[-1]["options"]]
        blocks[-1] = {**blocks[-1], "name": "", "options": options}
    elif is_open:
        takes = {"answer": drawing.answer_blocks(number)}
        blocks.append(row(button(say("board.send", lang), send, main=True, enter="answers", takes=takes)))
    return blocks


def entry_of(asked: BoardQuestion, own: LearnerAnswer | None) -> dict[str, Any] | None:
    """A learner's answer to a revealed exercise of the course, as the browser keeps it; None for all else."""
    question = asked.question
    if not asked.is_revealed or own is None or isinstance(question, TypedQuestion) or drill_of(question).title:
        return None
    right = verdict_on(question, own.answer).right
    entry = {"drill": question.drill, "key": question.key, "level": question.level, "right": right, "at": own.at}
    return {**entry, "tries": 1, "hints": 0}


def right_of_all(board: Board, learner: int) -> tuple[int, int]:
    """How many of the shown questions a learner has answered rightly, and how many can be."""
    judged = [one for one in board.shown if is_judged(one.question)]
    own = [verdict_on(one.question, one.answers[learner].answer) for one in judged if learner in one.answers]
    return sum(one.right for one in own), len(judged)


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
    for cells in rows(board, lang):
        if line := lines.get(cells["number"]):
            line[heads[cells["asked"]]] = cells["answer"] if cells["right"] is None else cells["right"]
            line[right] += cells["right"] or 0
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
    """The board of a class; `lines` are those of the open pages that look at it, of the learners and of the teacher."""

    def __init__(self, course: CourseServer, roster: Roster) -> None:
        self.board = Board()
        self.lines: set[SharedConnection] = set()
        self._course = course
        self._roster = roster
        self._drawing: asyncio.TimerHandle | None = None
        roster.watch = self.changed

    def changed(self) -> None:
        """Draw the pages soon, once for everything until then."""
        if self.lines and self._drawing is None:
            self._drawing = asyncio.get_running_loop().call_later(PAUSE, self._draw)

    def _draw(self) -> None:
        self._drawing = None
        for line in self.lines:
            line.changed()

    def set_board(self, board: Board | Refused) -> Refused | None:
        """Replace the board, or pass on a reason."""
        if not isinstance(board, Board):
            return board
        self.board = board
        self.changed()
        return None

    def take_answer(self, learner: int, number: int, values: Sequence[str], turn: int) -> Refused | None:
        """Take an answer of a learner."""
        return self.set_board(take_answer(self.board, learner, number, values, turn, int(time.time())))

    def present(self, lang: str) -> dict[int, str]:
        """The names of the learners with an open page, by their numbers."""
        open_now = {connection.visitor for connection in self._course.connections}
        return {one.number: one.display_name(lang) for one in self._roster.learners() if one.token in open_now}

    def done(self) -> tuple[int, int]:
        """How many of the learners with an open page have answered all that is shown, and how many there are."""
        here = self.present("en")
        return sum(all(number in one.answers for one in self.board.shown) for number in here), len(here)


def prepare(questions: Iterable[BoardQuestion]) -> None:
    """Make questions, and judge their solutions and answers, in every language: all of it is then in the caches.

    It takes long, so it is done in a thread before pages are drawn.
    """
    for asked, lang in product(questions, LANGUAGES):
        solution = words_of(asked.question, lang).solution[1]
        if is_judged(asked.question):
            has_other_answers(asked.question)
            for answer in {solution, *(one.answer for one in asked.answers.values())}:
                judged(asked.question, answer, lang)
