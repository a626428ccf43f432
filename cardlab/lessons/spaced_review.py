"""The review: questions that went wrong come back, at growing intervals, until they are known.

When a question is due follows from the log and the present time alone; the intervals come from the library `fsrs`,
without its element of chance. The questions are made again by their names; only mistakes of own rounds have to be kept.
"""

from __future__ import annotations

import time
from collections.abc import Callable
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
from cardlab.lessons.sitting import reading_of
from cardlab.lessons.source import QuestionSource
from cardlab.phrasing.catalogue import say

if TYPE_CHECKING:
    from fsrs import Rating, Scheduler

ENOUGH: Final = 3
"""How often in a row a question is to be answered rightly at the first try before it leaves."""
_STEPS: Final = (timedelta(0), timedelta(minutes=10))
_LONGEST_DAYS: Final = 60
_MOST_PUT_OFF: Final = 300
"""How many answers are looked at to put questions off; a log of a year has fewer that went wrong."""
_LOOKED_AT: Final = 20
"""How many of the answers to one question."""
_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400


@dataclass(frozen=True, slots=True)
class Mistake:
    """A question that comes back: when it is due, in seconds since 1970, and when it was answered last."""

    asked: QuestionRef
    due: int
    last: int


@once
def mistakes(log: AnswerLog) -> tuple[Mistake, ...]:
    """Every question that is in the review, the one that is due first at the beginning.

    A question enters with an answer that was not right at the first try, and is due at once.
    It leaves after `ENOUGH` right answers in a row, each at the first try; the next mistake brings it back.
    If there are very many, only those answered last are put off; all others stay due.
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
    """The questions that are due now, the longest waiting first.

    If the clock is before the last answer, it was set back, and nobody knows how long ago that was: it is due.
    """
    return tuple(one for one in mistakes(log) if one.due <= now or one.last > now + _MINUTE)


def _scheduler() -> Scheduler:
    from fsrs import Scheduler

    return Scheduler(learning_steps=_STEPS, maximum_interval=_LONGEST_DAYS, enable_fuzzing=False)


def _due(scheduler: Scheduler, answers: list[Answered]) -> int:
    from fsrs import Card

    # Without a number of its own each card would wait for the clock to give it one.
    card = Card(card_id=0, due=datetime.fromtimestamp(answers[0].at, UTC))
    for one in answers:
        card, _ = scheduler.review_card(card, _rating(one), datetime.fromtimestamp(one.at, UTC))
    return ceil(card.due.timestamp())


def _rating(answer: Answered) -> Rating:
    """Right at the first try, with hints, later, or not at all."""
    from fsrs import Rating

    if not answer.right:
        return Rating.Again
    if answer.tries > 1:
        return Rating.Hard
    return Rating.Good if answer.hints else Rating.Easy


def review() -> Review:
    """The questions that are due, for `Exercise(review)`."""
    return Review()


class Review(QuestionSource):
    """The mistakes that are due, one after the other.

    It knows what `resume` and `note` have given it, and is empty before.
    - `now`: the present time in seconds since 1970.
    """

    def __init__(self, *, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._log = AnswerLog()
        self._own: dict[str, OwnMistake] = {}
        self._solved: set[QuestionRef] = set()
        self._present: QuestionRef | None = None

    def __repr__(self) -> str:
        return "Review()"

    def drills(self) -> tuple[str, ...]:
        """All of them: every mistake comes back, and those of own rounds too."""
        return (*(drill.name for lesson in LESSONS for drill in lesson.drills), OWN)

    def load_mistakes(self, data: object) -> int:
        """Load the mistakes of own rounds; others are not asked. Returns the number of torn entries."""
        self._own, torn = read_entries(data)
        return torn

    def asked(self) -> QuestionRef | None:
        """The present question by its name; None if nothing is due."""
        return self._present

    def resume(self, log: AnswerLog) -> None:
        """Takes up a log; what is due first is asked."""
        self._log = log
        self.next()

    def note(self, answer: Answered) -> None:
        """Takes the answer to the log; the schedule follows from it."""
        self._log = self._log.with_answer(answer)

    def next(self) -> None:
        """Goes on to the question that has been due longest."""
        self._present = next((one.asked for one in self._due()), None)
        self._hints = 0

    def _waiting(self) -> tuple[Mistake, ...]:
        """Every question in the review that can be asked."""
        return tuple(one for one in mistakes(self._log) if self._can_be_asked(one.asked))

    def _can_be_asked(self, asked: QuestionRef) -> bool:
        return asked.drill != OWN or asked.key in self._own

    def _due(self) -> tuple[Mistake, ...]:
        return tuple(one for one in due(self._log, self._now()) if self._can_be_asked(one.asked))

    def check(self, answer: Answer) -> Verdict:
        """The verdict on an answer."""
        verdict = super().check(answer)
        if verdict.right and self._present:
            self._solved.add(self._present)
        return verdict

    @property
    def question(self) -> Ask:
        """The present question; raises IndexError if nothing is due."""
        if self._present is None:
            raise IndexError("nothing is due")
        return self._own[self._present.key].ask() if self._present.drill == OWN else question_of(self._present)

    def reading(self, rules: tuple[str, ...] = ()) -> Reading | None:
        """Where the first of these clauses is explained; a position of an own round is explained nowhere."""
        if self._present is None or self._present.drill == OWN:
            return None
        return reading_of(self._present.drill, rules)

    def progress(self) -> tuple[int, int]:
        """How many questions were solved here, and how many with those that are due now."""
        waiting = {one.asked for one in self._due()}
        return len(self._solved), len(self._solved | waiting)

    def standing(self) -> str:
        """How many questions are due now."""
        count = len(self._due())
        return say("review.due", self.lang, count=count) if count else say("review.none_due", self.lang)

    def closing(self) -> Closing | None:
        """If nothing is due: that it is so, and when the next question is."""
        if self._present is not None:
            return None
        waiting = self._waiting()
        sentence = self._when(waiting[0].due - self._now()) if waiting else say("review.empty", self.lang)
        return Closing(say("review.nothing", self.lang), (sentence,), again=say("review.again", self.lang))

    def _when(self, seconds: float) -> str:
        if seconds > _DAY:
            return say("review.next_days", self.lang, count=ceil(seconds / _DAY))
        if seconds > _HOUR:
            return say("review.next_hours", self.lang, count=ceil(seconds / _HOUR))
        return say("review.next_minutes", self.lang, count=max(1, ceil(seconds / _MINUTE)))
