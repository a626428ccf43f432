"""A race run once more, with a clock of its own that goes slower or faster.

Knows where in the race it is and when the next move comes; knows no page and no language.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cardlab.widgets.play_tichu.clock import Appointments, Clock
from cardlab.widgets.play_tichu.race import Moment, TimedRace
from cardlab.widgets.play_tichu.review import chances

__all__ = ["SPEEDS", "Replay"]

SPEEDS: Final = (0.1, 0.25, 0.5, 1, 2, 4)


class Replay:
    """A race that has been run, looked at from its deal on.

    - `at`: the moment that is looked at; `speed`: one of `SPEEDS`; `running`: whether its clock runs;
    - `run`: does what is due under the lock of the page.
    """

    def __init__(self, race: TimedRace, clock: Clock, run: Callable[[Callable[[], None]], None]) -> None:
        self.race = race
        self.at = 0
        self.speed: float = 1
        self.running = False
        self.chances = chances(race)
        self._clock = clock
        self._due = Appointments(clock, run)
        self._place = 0.0
        self._since = 0.0

    @property
    def moment(self) -> Moment:
        """The moment that is looked at."""
        return self.race.moments[self.at]

    @property
    def last(self) -> int:
        """The number of the last moment."""
        return len(self.race.moments) - 1

    @property
    def milliseconds(self) -> float:
        """Where in the race its clock stands."""
        return self._place + (1000 * self.speed * (self._clock.now() - self._since) if self.running else 0)

    def go(self, number: int) -> None:
        """To this moment, or to the nearest that there is."""
        self.at = max(0, min(self.last, number))
        self._set(self.moment.at)

    def set_speed(self, speed: float) -> None:
        """Another speed; the clock goes on from where it is. What is not in `SPEEDS` is passed over."""
        if speed in SPEEDS:
            here = self.milliseconds
            self.speed = speed
            self._set(here)

    def run(self) -> None:
        """The clock runs; at the end it begins anew."""
        if self.at == self.last:
            self.go(0)
        self.running = True
        self._set(self._place)

    def stop(self) -> None:
        """The clock stands still."""
        here = self.milliseconds
        self.running = False
        self._set(here)

    def _set(self, milliseconds: float) -> None:
        self._place, self._since = milliseconds, self._clock.now()
        self._due.call_all_off()
        if self.running and self.at < self.last:
            wait = (self.race.moments[self.at + 1].at - milliseconds) / 1000 / self.speed
            self._due.make("next", max(0.0, wait), self._next)
        else:
            self.running = False

    def _next(self) -> None:
        self.at += 1
        self._set(self.moment.at)
