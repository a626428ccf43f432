"""The puzzles of the day: ten questions, the same for everybody on one date, and the row of days with all answered.

The date (UTC) decides the questions. Positions that were judged beforehand (`tips_positions`) take turns, so that none
returns before all were asked; the other questions are made from the date.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from itertools import count
from random import Random
from typing import Any, Final

from cardlab.lessons.answer_log import puzzle
from cardlab.lessons.course import drill_named
from cardlab.lessons.protocol import Answered, AnswerLog, Closing, QuestionRef
from cardlab.lessons.sitting import Sitting
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
"""What is asked in each place, and how hard: first the plain ones."""
JUDGED: Final = {
    "tips.which_discard": "discard",
    "tips.call_or_play": "call",
    "tips.card_and_pile": "card",
    "tips.lay_or_keep": "lay_off",
}
"""The kinds whose positions were played on beforehand, and what these are called there."""


def puzzles() -> Puzzles:
    """Today's ten puzzles, for `Exercise(puzzles, tries=1, hints=False)`."""
    return Puzzles()


@lru_cache(maxsize=8)
def puzzles_of(day: date) -> tuple[QuestionRef, ...]:
    """The ten questions of a day, by their names; always the same ones."""
    return tuple(_asked(day, place) for place in range(len(PLAN)))


def _asked(day: date, place: int) -> QuestionRef:
    """The question at one place of the day; keys are tried until one gives the judged position in turn."""
    name, level = PLAN[place]
    drill, position = drill_named(name), _in_turn(name, level, day)
    for attempt in count():
        asked = QuestionRef(name, f"puzzle {day.isoformat()} {place + 1} {attempt}", level)
        question: Any = drill.question(asked.key, level) if position else None
        if question is None or question.state.text == position:
            return asked
    raise AssertionError("a position that is kept is found")


def _in_turn(name: str, level: int, day: date) -> str | None:
    """The position whose turn it is: each time all have been there they are mixed anew."""
    if name not in JUDGED:
        return None
    kept = [one.text for one in positions(JUDGED[name]) if one.level == level]
    lap, place = divmod(day.toordinal(), len(kept))
    return Random(f"puzzles {name} {level} {lap}").sample(kept, len(kept))[place]


def days_in_a_row(log: AnswerLog, today: date) -> tuple[int, bool]:
    """On how many days up to today all ten were answered without a day left out, and whether today is one of them.

    A streak lasts as long as yesterday belongs to it.
    """
    met: dict[date, set[int]] = {}
    for one in log.answers:
        place = puzzle(one.key)
        if place:
            met.setdefault(place[0], set()).add(place[1])
    whole = {day for day, places in met.items() if len(places) == len(PLAN)}
    last = today if today in whole else today - timedelta(days=1)
    return next(days for days in count() if last - timedelta(days=days) not in whole), today in whole


def streak(log: AnswerLog, today: date, lang: str) -> str:
    """The streak as a sentence; "" without one."""
    days, is_today = days_in_a_row(log, today)
    return say("puzzles.row" if is_today else "puzzles.row_so_far", lang, count=days) if days else ""


def right_so_far(log: AnswerLog) -> tuple[int, int]:
    """How many puzzles of all days were right at their first answer, and how many were answered."""
    first: dict[object, bool] = {}
    for one in log.answers:
        if place := puzzle(one.key):
            first.setdefault(place, one.right)
    return sum(first.values()), len(first)


class Puzzles(Sitting[QuestionRef]):
    """Ten questions of a day, each asked once, with a summary.

    After the summary the ten are asked again, or those of the new day if one has begun; the first answers count.
    - `now`: the present time in seconds since 1970.
    """

    def __init__(self, *, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._log = AnswerLog()
        self._begin()

    def __repr__(self) -> str:
        return "Puzzles()"

    def _begin(self) -> None:
        self._day = datetime.fromtimestamp(self._now(), UTC).date()
        self._sit(puzzles_of(self._day))

    def _sit_again(self) -> None:
        self._begin()

    @property
    def day(self) -> date:
        """The day whose puzzles these are."""
        return self._day

    def drills(self) -> tuple[str, ...]:
        """The drills whose answers lead on."""
        return tuple(dict.fromkeys(name for name, _ in PLAN))

    def resume(self, log: AnswerLog) -> None:
        """Goes on with the first puzzle of today that has no answer yet."""
        self._log = log
        self._begin()
        self._take_up(log)

    def note(self, answer: Answered) -> None:
        """Takes the answer to the log: the row of days follows from it."""
        self._log = self._log.with_answer(answer)

    def _date(self) -> str:
        month = say(f"puzzles.month.{self._day.month}", self.lang)
        return say("puzzles.date", self.lang, day=self._day.day, month=month, year=self._day.year)

    def standing(self) -> str:
        """Which day this is, and which puzzle of how many."""
        if self._is_over:
            return say("puzzles.of_day", self.lang, date=self._date())
        right, total = self.progress()
        facts = {"date": self._date(), "number": self._place + 1, "total": total, "right": right}
        return f"{say('puzzles.standing', self.lang, **facts)} {streak(self._log, self._day, self.lang)}".rstrip()

    def closing(self) -> Closing | None:
        """After the last puzzle: how many were right, the row of days, and where to read about the others."""
        if not self._is_over:
            return None
        row = streak(self._log, self._day, self.lang)
        sentences = (row,) if row else ()
        wrong = (place for place in range(len(PLAN)) if not self._verdicts.get(place))
        readings = tuple(dict.fromkeys(self._reading_at(place, self._questions[place]) for place in wrong))
        tomorrow = say("puzzles.tomorrow", self.lang)
        return Closing(self._result_text(), (*sentences, tomorrow), readings, again=say("puzzles.again", self.lang))
