"""Questions that are asked once each, with a summary: what self-checks, puzzles and predictions have in common.

- `Sitting`: a fixed number of questions, the answers that count, how to go on;
- `reading_of`: where a drill is explained.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from cardlab.lessons.answer_log import question_of
from cardlab.lessons.ask import Ask
from cardlab.lessons.course import step_of
from cardlab.lessons.protocol import Answer, AnswerLog, QuestionRef, Reading, Verdict
from cardlab.lessons.source import QuestionSource
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.messages import Message

Question = TypeVar("Question", Ask, QuestionRef)


class Sitting(QuestionSource, Generic[Question]):
    """Questions in a fixed order, each asked once; the first answer counts, and a summary ends it.

    Questions are stored by name, so that a page can remember them, or as they are.
    """

    _questions: tuple[Question, ...]

    def _sit(self, questions: Iterable[Question]) -> None:
        """Begins with the first of these questions; none has been answered."""
        self._questions = tuple(questions)
        self._verdicts: dict[int, bool] = {}
        self._reasons: dict[int, tuple[str, ...]] = {}
        self._place = 0
        self._hints = 0

    def _sit_again(self) -> None:
        """What comes after the summary: the same questions."""
        self._sit(self._questions)

    @property
    def _is_over(self) -> bool:
        return self._place >= len(self._questions)

    def asked(self) -> QuestionRef | None:
        """The present question by its name; None after the last one, or if it has none."""
        present = None if self._is_over else self._questions[self._place]
        return present if isinstance(present, QuestionRef) else None

    @property
    def question(self) -> Ask:
        """The present question; raises IndexError if every one has been asked."""
        present = self._questions[self._place]
        return question_of(present) if isinstance(present, QuestionRef) else present

    def check(self, answer: Answer) -> Verdict:
        """The verdict on an answer; the first one counts."""
        verdict = super().check(answer)
        self._verdicts.setdefault(self._place, verdict.right)
        self._reasons.setdefault(self._place, verdict.rules)
        return verdict

    def next(self) -> None:
        """Goes on to the next question not answered yet; after the summary begins again."""
        if self._is_over:
            self._sit_again()
        else:
            self._place = self._open_from(self._place + 1)
        self._hints = 0

    def _open_from(self, start: int) -> int:
        """The place of the first question from there on that has no answer yet."""
        places = range(start, len(self._questions))
        return next((place for place in places if place not in self._verdicts), len(self._questions))

    def _take_up(self, log: AnswerLog) -> None:
        """Goes on with the first question to which this log has no answer."""
        right: dict[object, bool] = {}
        for one in log.answers:
            right.setdefault(one.asked, one.right)
        self._verdicts = {place: right[one] for place, one in enumerate(self._questions) if one in right}
        self._place = self._open_from(0)

    def progress(self) -> tuple[int, int]:
        """How many questions were answered rightly, and of how many."""
        return sum(self._verdicts.values()), len(self._questions)

    def _result_text(self) -> str:
        return say("self_check.result", self.lang, right=sum(self._verdicts.values()), total=len(self._questions))

    def reading(self, rules: tuple[str, ...] = ()) -> Reading | None:
        """Where the first of these clauses is explained, or else the present question."""
        asked = self.asked()
        return reading_of(asked.drill, rules) if asked else None

    def _reading_at(self, place: int, asked: QuestionRef) -> Reading:
        """Where to read about the first reason of the answer given; if it is not known, of the right answer."""
        return reading_of(asked.drill, self._reasons.get(place) or question_of(asked).read(self.lang).whole.rules)


def reading_of(drill: str, rules: tuple[str, ...] = ()) -> Reading:
    """Where the first of these clauses is explained, or else the drill of this name."""
    address, key = step_of(drill, next(iter(rules), ""))
    return Reading(Message(key), address, Message("self_check.read"))
