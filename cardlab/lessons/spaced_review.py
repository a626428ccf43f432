"""The review: questions answered wrong return, at growing intervals.

The log and the current time alone decide when a question is due. The intervals come from the library `fsrs`, without
its element of chance. Questions are made again from their references; only mistakes from own rounds have to be stored.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import ceil
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Final

from cardlab.lessons.answer_log import question_of
from cardlab.lessons.ask import Ask
from cardlab.lessons.course import LESSONS
from cardlab.lessons.own_mistakes import OwnMistake, read_entries
from cardlab.lessons.protocol import OWN, Answer, Answered, AnswerLog, Closing, QuestionRef, Reading, Verdict, once
from cardlab.lessons.quiz import reading_of
from cardlab.lessons.source import QuestionSource
from cardlab.phrasing.catalogue import say

if TYPE_CHECKING:
    from fsrs import Rating, Scheduler

ENOUGH: Final = 3
"""How many right answers in a row, each at the first try, take a question out of the review."""
_STEPS: Final = (timedelta(0), timedelta(minutes=10))
_LONGEST_DAYS: Final = 60
_MOST_PUT_OFF: Final = 300
"""The most answers for which intervals are computed; a year's log has fewer wrong ones."""
_LOOKED_AT: Final = 20
"""The most answers to one question that decide its interval."""
_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400


@dataclass(frozen=True, slots=True)
class Mistake:
    """A question in the review.

    `due`, `last`: when it is due, and when it was answered last, in seconds since 1970.
    """

    asked: QuestionRef
    due: int
    last: int


@once
def mistakes(log: AnswerLog) -> tuple[Mistake, ...]:
    """Return every question in the review, the one due first at the beginning.

    A question enters when it is not answered right at the first try. It is due at once if no try was right, and in five
    minutes otherwise. It leaves after `ENOUGH` answers in a row that are right at the first try; the next mistake
    brings it back. If there are very many, intervals are computed only for those answered last; all others stay due.
    """
    answered: dict[QuestionRef, list[Answered]] = {}
    for one in log.answers:
        answers = answered.setdefault(one.asked, [])
        if answers or not one.right_at_first:
            answers.append(one)
        if len(answers) > ENOUGH and all(answer.right_at_first for answer in answers[-ENOUGH:]):
            answers.clear()
    waiting = sorted(((answers[-1].at, asked) for asked, answers in answered.items() if answers), key=itemgetter(0))
    scheduler = _scheduler() if waiting else None
    put_off, left = [], _MOST_PUT_OFF
    while waiting and left > 0 and scheduler:
        last, asked = waiting.pop()
        answers = answered[asked][-_LOOKED_AT:]
        left -= len(answers)
        put_off.append(Mistake(asked, _due(scheduler, answers), last))
    returning = [*(Mistake(asked, last, last) for last, asked in waiting), *put_off]
    return tuple(sorted(returning, key=attrgetter("due", "last", "asked")))


def due(log: AnswerLog, now: float) -> tuple[Mistake, ...]:
    """Return the questions that are due now, the longest waiting first.

    If the last answer is in the future, the clock was set back by an unknown time. The question is then due, too.
    """
    return tuple(one for one in mistakes(log) if one.due <= now or one.last > now + _MINUTE)


def _scheduler() -> Scheduler:
    from fsrs import Scheduler

    return Scheduler(learning_steps=_STEPS, maximum_interval=_LONGEST_DAYS, enable_fuzzing=False)


def _due(scheduler: Scheduler, answers: list[Answered]) -> int:
    from fsrs import Card

    # Without an id, each card would wait for the clock to make one.
    card = Card(card_id=0, due=datetime.fromtimestamp(answers[0].at, UTC))
    for one in answers:
        card, _ = scheduler.review_card(card, _rating(one), datetime.fromtimestamp(one.at, UTC))
    return ceil(card.due.timestamp())


def _rating(answer: Answered) -> Rating:
    """Return the rating for `fsrs`, from the answer's tries and hints."""
    from fsrs import Rating

    if not answer.right:
        return Rating.Again
    if answer.tries > 1:
        return Rating.Hard
    return Rating.Good if answer.hints else Rating.Easy


def review() -> Review:
    """Return a source of the questions that are due, for `Exercise(review)`."""
    return Review()


class Review(QuestionSource):
    """The mistakes that are due, one after another.

    It is empty before `resume`.
    - `now`: returns the current time in seconds since 1970.
    """

    def __init__(self, *, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._own: dict[str, OwnMistake] = {}
        self._solved: set[QuestionRef] = set()
        self._present: QuestionRef | None = None

    def drills(self) -> tuple[str, ...]:
        """Return all drills, and `OWN` for mistakes from the learner's own rounds."""
        return (*(drill.name for lesson in LESSONS for drill in lesson.drills), OWN)

    def load_mistakes(self, data: object) -> int:
        """Load mistakes from own rounds; return the number of damaged entries."""
        self._own, torn = read_entries(data)
        return torn

    def asked(self) -> QuestionRef | None:
        return self._present

    def resume(self, log: AnswerLog) -> None:
        """Take over a log, and ask the question due first."""
        self.log = log
        self.next()

    def next(self) -> None:
        """Move on to the question that has been due longest."""
        self._present = next((one.asked for one in self._due()), None)

    def _askable(self, questions: Iterable[Mistake]) -> tuple[Mistake, ...]:
        """Leave out questions from own rounds that are no longer stored."""
        return tuple(one for one in questions if one.asked.drill != OWN or one.asked.key in self._own)

    def _due(self) -> tuple[Mistake, ...]:
        return self._askable(due(self.log, self._now()))

    def check(self, answer: Answer) -> Verdict:
        verdict = super().check(answer)
        if verdict.right and self._present:
            self._solved.add(self._present)
        return verdict

    @property
    def question(self) -> Ask:
        if self._present is None:
            raise IndexError("nothing is due")
        return self._own[self._present.key].ask() if self._present.drill == OWN else question_of(self._present)

    def reading(self, rules: tuple[str, ...] = ()) -> Reading | None:
        """Return where to read about the question; None for one from an own round."""
        if self._present is None or self._present.drill == OWN:
            return None
        return reading_of(self._present.drill, rules)

    def progress(self) -> tuple[int, int]:
        """Return how many questions were solved here, and how many solved or due."""
        waiting = {one.asked for one in self._due()}
        return len(self._solved), len(self._solved | waiting)

    def progress_text(self) -> str:
        """Say how many questions are due now."""
        count = len(self._due())
        return say("review.due", self.lang, count=count) if count else say("review.none_due", self.lang)

    def closing(self) -> Closing | None:
        """Return when the next question is due, if none is due now; else None."""
        if self._present is not None:
            return None
        waiting = self._askable(mistakes(self.log))
        sentence = self._when(waiting[0].due - self._now()) if waiting else say("review.empty", self.lang)
        return Closing(say("review.nothing", self.lang), (sentence,), again=say("review.again", self.lang))

    def _when(self, seconds: float) -> str:
        if seconds > _DAY:
            return say("review.next_days", self.lang, count=ceil(seconds / _DAY))
        if seconds > _HOUR:
            return say("review.next_hours", self.lang, count=ceil(seconds / _HOUR))
        return say("review.next_minutes", self.lang, count=max(1, ceil(seconds / _MINUTE)))
