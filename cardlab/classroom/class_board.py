"""The class board as a value: a teacher's questions, the learners' answers, and what is revealed.

`Board` is immutable; `ask`, `take_answer`, `reveal`, `cleared`, `put_back` return the next board or a reason.
`stage` draws it, for the room and for a learner.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from cardlab.classroom.board_questions import Question, is_judged, parse_answer, verdict_on, words_of
from cardlab.lessons.protocol import Answer


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

    @property
    def right(self) -> frozenset[int]:
        """The numbers of the learners whose answer is right."""
        given = self.answers.items() if is_judged(self.question) else ()
        return frozenset(who for who, one in given if verdict_on(self.question, one.answer).right)


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

    def has_all(self, learner: int) -> bool:
        """Whether a learner has answered all that is shown."""
        return all(learner in one.answers for one in self.shown)

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
    asked = next((one for one in board.shown if one.number == number and not one.is_revealed), None)
    if asked is None:
        return "closed"
    answer = parse_answer(words_of(asked.question, "en").task, values)
    if answer is None:
        return "no_answer"
    before = asked.answers.get(learner)
    if before is not None and (before.turn, before.answer) == (turn, answer):
        return board
    if turn <= (before.turn if before else 0):
        return "late"
    answered = replace(asked, answers={**asked.answers, learner: LearnerAnswer(answer, turn, at)})
    return board.with_shown([answered if one is asked else one for one in board.shown])


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


def right_of_all(board: Board, learner: int) -> tuple[int, int]:
    """How many of the shown questions a learner has answered rightly, and how many can be."""
    judged = [one for one in board.shown if is_judged(one.question)]
    return sum(learner in one.right for one in judged), len(judged)
