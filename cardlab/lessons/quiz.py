"""Questions asked once each, with a summary, as in self-checks and puzzles.

- `Quiz`: a fixed number of questions, the answers that count, what is next;
- `reading_of`: where a drill is explained.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from cardlab.lessons.answer_log import question_of
from cardlab.lessons.ask import Ask
from cardlab.lessons.course import step_of
from cardlab.lessons.protocol import Answer, AnswerLog, QuestionRef, Reading, Verdict
from cardlab.lessons.source import QuestionSource
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.messages import Message


class Quiz(QuestionSource):
    """Questions in a fixed order, each asked once, with a summary at the end.

    The first answer counts. A quiz stores questions, or references to them, which a page can remember.
    """

    questions: tuple[Ask | QuestionRef, ...]

    def _start(self, questions: Iterable[Ask | QuestionRef]) -> None:
        """Begin with the first of these questions, without answers."""
        self.questions = tuple(questions)
        self._verdicts: dict[int, bool] = {}
        self._reasons: dict[int, tuple[str, ...]] = {}
        self._place = 0

    def _restart(self) -> None:
        """Begin again after the summary."""
        self._start(self.questions)

    @property
    def _is_over(self) -> bool:
        return self._place >= len(self.questions)

    def asked(self) -> QuestionRef | None:
        return self._reference(self._place)

    def _reference(self, place: int) -> QuestionRef | None:
        """Return the reference at a place; None for a question that has none, or after the last."""
        there = self.questions[place] if place < len(self.questions) else None
        return there if isinstance(there, QuestionRef) else None

    @property
    def question(self) -> Ask:
        present = self.questions[self._place]
        return question_of(present) if isinstance(present, QuestionRef) else present

    def check(self, answer: Answer) -> Verdict:
        """Return the verdict on an answer; the first one counts."""
        verdict = super().check(answer)
        self._verdicts.setdefault(self._place, verdict.right)
        self._reasons.setdefault(self._place, verdict.rules)
        return verdict

    def next(self) -> None:
        """Move on to the next question without an answer; after the summary, start again."""
        if self._is_over:
            self._restart()
        else:
            self._place = self._open_from(self._place + 1)

    def _open_from(self, start: int) -> int:
        """Return the index of the first question without an answer, from `start` on, or that after the last."""
        total = len(self.questions)
        return next((place for place in range(start, total) if place not in self._verdicts), total)

    def _take_up(self, log: AnswerLog) -> None:
        """Continue with the first question that has no answer in this log."""
        right = {one.asked: one.right for one in reversed(log.answers)}  # the first answer counts
        self._verdicts = {place: right[one] for place, one in enumerate(self.questions) if one in right}
        self._place = self._open_from(0)

    def progress(self) -> tuple[int, int]:
        """Return how many questions were answered right, and how many there are."""
        return sum(self._verdicts.values()), len(self.questions)

    def _result_text(self) -> str:
        return say("self_check.result", self.lang, right=sum(self._verdicts.values()), total=len(self.questions))

    def reading(self, rules: tuple[str, ...] = ()) -> Reading | None:
        asked = self.asked()
        return reading_of(asked.drill, rules) if asked else None

    def _readings(self, missed: Iterable[int], key: str) -> Iterator[Reading]:
        """Yield where to read about the clause that decided each missed question.

        `missed`: the indexes of these questions; `key`: a text with the numbers of those explained at one place.
        """
        steps: dict[Reading, list[int]] = {}
        for place in missed:
            if asked := self._reference(place):
                rules = self._reasons.get(place) or question_of(asked).read(self.lang).whole.rules
                steps.setdefault(reading_of(asked.drill, rules), []).append(place + 1)
        for step, numbers in steps.items():
            yield replace(step, about=Message(key, count=len(numbers), numbers=tuple(map(str, numbers))))


def reading_of(drill: str, rules: tuple[str, ...] = ()) -> Reading:
    """Return where to read about the first of these clauses, or else the drill."""
    address, key = step_of(drill, next(iter(rules), ""))
    return Reading(Message(key), address, Message("self_check.read"))
