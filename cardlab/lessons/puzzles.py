"""The daily puzzles and the streak.

Everybody gets the same ten questions on one date. The date (UTC) decides the questions. The judged positions of
`tips_positions` take turns, so that none returns before all were asked. The other questions are made from the date.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from itertools import count
from random import Random
from typing import Final

from cardlab.lessons.answer_log import puzzle
from cardlab.lessons.course import drill_named
from cardlab.lessons.protocol import AnswerLog, Closing, QuestionRef
from cardlab.lessons.quiz import Quiz
from cardlab.lessons.tips_positions import positions
from cardlab.phrasing.catalogue import say

PLAN: Final = (
    ("tips.which_discard", 1),
    ("stacks.play_one", 2),
    ("tips.call_or_play", 1),
    ("scoring.winner_collects", 2),
    ("tips.card_and_pile", 1),
    ("tips.which_discard", 2),
    ("draw_call.challenge_or_fold", 3),
    ("tips.lay_or_keep", 2),
    ("tips.card_and_pile", 2),
    ("tips.call_or_play", 3),
)
"""The drill and level of each puzzle, easy ones first."""
JUDGED: Final = {
    "tips.which_discard": "discard",
    "tips.call_or_play": "call",
    "tips.card_and_pile": "card",
    "tips.lay_or_keep": "lay_off",
}
"""The drills with judged positions, and their kinds in `tips_positions`."""


def puzzles() -> Puzzles:
    """Return today's puzzles, for `Exercise(puzzles, tries=1, hints=False)`."""
    return Puzzles()


@lru_cache(maxsize=8)
def puzzles_of(day: date) -> tuple[QuestionRef, ...]:
    """Return the references of a day's ten questions."""
    return tuple(_asked(day, place) for place in range(len(PLAN)))


def _asked(day: date, place: int) -> QuestionRef:
    """Return the day's question at `place` of `PLAN`, by the first key that gives the judged position of the day."""
    name, level = PLAN[place]
    drill, position = drill_named(name), _in_turn(name, level, day)
    keys = (f"puzzle {day.isoformat()} {place + 1} {attempt}" for attempt in count())
    key = next(key for key in keys if not position or drill.question(key, level).state.text == position)
    return QuestionRef(name, key, level)


def _in_turn(name: str, level: int, day: date) -> str | None:
    """Return the text of the day's judged position, or None for other drills."""
    if name not in JUDGED:
        return None
    kept = [one.text for one in positions(JUDGED[name]) if one.level == level]
    lap, place = divmod(day.toordinal(), len(kept))
    return Random(f"puzzles {name} {level} {lap}").sample(kept, len(kept))[place]


def days_in_a_row(log: AnswerLog, today: date) -> tuple[int, bool]:
    """Return the length of the streak in days, and whether it includes today.

    A day counts if all ten puzzles were answered. The streak ends when a whole day was missed.
    """
    answered = set(filter(None, (puzzle(one.key) for one in log.answers)))
    met = Counter(day for day, _ in answered)
    whole = {day for day, places in met.items() if places == len(PLAN)}
    last = today if today in whole else today - timedelta(days=1)
    return next(days for days in count() if last - timedelta(days=days) not in whole), today in whole


def streak(log: AnswerLog, today: date, lang: str) -> str:
    """Say how long the streak is; "" without one."""
    days, is_today = days_in_a_row(log, today)
    return say("puzzles.row" if is_today else "puzzles.row_so_far", lang, count=days) if days else ""


def count_right(log: AnswerLog) -> tuple[int, int]:
    """Count the puzzles of all days: right at the first answer, and answered."""
    first = {place: one.right for one in reversed(log.answers) if (place := puzzle(one.key))}
    return sum(first.values()), len(first)


class Puzzles(Quiz):
    """The ten puzzles of a day, each asked once, with a summary.

    After the summary the ten are asked again, or those of the new day if one has begun; the first answers count.
    - `now`: returns the current time in seconds since 1970.
    """

    def __init__(self, *, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._restart()

    def _restart(self) -> None:
        self.day = datetime.fromtimestamp(self._now(), UTC).date()
        self._start(puzzles_of(self.day))

    def drills(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for name, _ in PLAN))

    def resume(self, log: AnswerLog) -> None:
        """Continue with the first of today's puzzles that has no answer in this log."""
        self.log = log
        self._restart()
        self._take_up(log)

    def _date(self) -> str:
        month = say(f"puzzles.month.{self.day.month}", self.lang)
        return say("puzzles.date", self.lang, day=self.day.day, month=month, year=self.day.year)

    def progress_text(self) -> str:
        """Return the date; before the end also puzzle number, right answers, and streak."""
        if self._is_over:
            return say("puzzles.of_day", self.lang, date=self._date())
        right, total = self.progress()
        facts = {"date": self._date(), "number": self._place + 1, "total": total, "right": right}
        return f"{say('puzzles.standing', self.lang, **facts)} {streak(self.log, self.day, self.lang)}".rstrip()

    def closing(self) -> Closing | None:
        """Return the summary with the streak and what to read; None before the end."""
        if not self._is_over:
            return None
        missed = [place for place in range(len(PLAN)) if not self._verdicts.get(place)]
        sentences = [streak(self.log, self.day, self.lang), say("puzzles.tomorrow", self.lang)]
        if missed:
            sentences.append(say("self_check.missed", self.lang))
        readings, again = tuple(self._readings(missed, "puzzles.numbers")), say("puzzles.again", self.lang)
        return Closing(self._result_text(), tuple(filter(None, sentences)), readings, again=again)
