"""The state of the class board: questions, learners' answers, revealed solutions.

`Board` is immutable. `ask`, `take_answer`, `reveal`, `cleared` and `put_back` return the next board, or raise Refused.
`stage` draws it, for the room and for a learner.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from cardlab.classroom.board_questions import Question, Refused, is_judged, parse_answer, verdict_on, words_of
from cardlab.lessons.protocol import Answer


@dataclass(frozen=True, slots=True)
class LearnerAnswer:
    """A learner's last answer; `turn` counts the tries, `at` is in Unix seconds."""

    answer: Answer
    turn: int
    at: int


@dataclass(frozen=True, slots=True)
class BoardQuestion:
    """A question on the board, its `number` from 1; answers are by learners' numbers."""

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
    """All questions asked so far; the last `count` are shown, unless cleared (`off`)."""

    questions: tuple[BoardQuestion, ...] = ()
    count: int = 0
    off: bool = False

    @property
    def shown(self) -> tuple[BoardQuestion, ...]:
        """The questions that are shown."""
        return () if self.off else self.questions[len(self.questions) - self.count :]

    @property
    def is_open(self) -> bool:
        """Whether answers are accepted."""
        return any(not one.is_revealed for one in self.shown)

    def has_all(self, learner: int) -> bool:
        """Return whether a learner has answered all shown questions."""
        return all(learner in one.answers for one in self.shown)

    def with_shown(self, shown: Sequence[BoardQuestion]) -> Board:
        """Return the board with new versions of the shown questions."""
        return replace(self, questions=(*self.questions[: len(self.questions) - len(self.shown)], *shown))


def ask(board: Board, questions: Sequence[Question]) -> Board:
    """Return the board with these questions in place of the shown ones."""
    asked = (BoardQuestion(number, question) for number, question in enumerate(questions, len(board.questions) + 1))
    return Board((*board.questions, *asked), len(questions))


def take_answer(board: Board, learner: int, number: int, values: Sequence[str], turn: int, at: int) -> Board:
    """Return the board with a learner's new answer.

    - `learner`, `number`: the numbers of the learner and the question; `values`: the answer as the page sends it;
    - `turn`: the number of the try, so that a late message cannot undo a newer answer; `at`: Unix seconds.

    Raises Refused if the question is not shown or is revealed, if the answer is invalid, or if the learner has answered
    since, on another page.
    """
    asked = next((one for one in board.shown if one.number == number and not one.is_revealed), None)
    if asked is None:
        raise Refused("board.refused.closed")
    answer = parse_answer(words_of(asked.question, "en").task, values)
    if answer is None:
        raise Refused("board.refused.no_answer")
    before = asked.answers.get(learner)
    if before is not None and (before.turn, before.answer) == (turn, answer):
        return board
    if turn <= (before.turn if before else 0):
        raise Refused("board.refused.late")
    answered = replace(asked, answers={**asked.answers, learner: LearnerAnswer(answer, turn, at)})
    return board.with_shown([answered if one is asked else one for one in board.shown])


def reveal(board: Board, number: int | None = None) -> Board:
    """Return the board with all shown questions revealed, or only one by number. Raises Refused if none can be."""
    asked = [one.number for one in board.shown if not one.is_revealed and number in (None, one.number)]
    shown = [replace(one, is_revealed=True) if one.number in asked else one for one in board.shown]
    if not asked:
        raise Refused("board.refused.nothing")
    return board.with_shown(shown)


def cleared(board: Board) -> Board:
    """Return the board without shown questions; all answers are kept. Raises Refused if none is shown."""
    if not board.shown:
        raise Refused("board.refused.nothing")
    return replace(board, off=True)


def put_back(board: Board) -> Board:
    """Return the board with the questions that `cleared` took off. Raises Refused if it took none off."""
    if not board.off:
        raise Refused("board.refused.nothing")
    return replace(board, off=False)


def right_of_all(board: Board, learner: int) -> tuple[int, int]:
    """Return how many shown questions a learner has right, and how many are judged."""
    judged = [one for one in board.shown if is_judged(one.question)]
    return sum(learner in one.right for one in judged), len(judged)
