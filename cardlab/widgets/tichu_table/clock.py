"""The clock of a race, and appointments kept by it.

- `Clock`, `LoopClock`: what time it is, and what is done when some seconds have gone by;
- `Appointments`: what is to be done later, each under a name of its own.

Whoever wants to turn the hands of the clock gives another one with the same two methods.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


class Clock(Protocol):
    """Tells the time in seconds, from any beginning on, and keeps appointments."""

    def now(self) -> float:
        """The time in seconds; it never goes back."""

    def after(self, seconds: float, act: Callable[[], None]) -> Callable[[], None]:
        """Calls `act` when so many seconds have gone by. What is given back calls the appointment off."""


class LoopClock:
    """The clock of the machine; each appointment is a task of the loop that is running when it is made.

    Under Voilà that is the loop of the main thread, in JupyterLab one in a thread of its own: so it is asked for each
    time. Where none is running there are no appointments.
    """

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def now(self) -> float:
        """The seconds since some moment in the past."""
        return time.monotonic()

    def after(self, seconds: float, act: Callable[[], None]) -> Callable[[], None]:
        """Calls `act` in so many seconds, on the loop that is running now."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return lambda: None
        task = loop.create_task(_later(seconds, act))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

        def call_off() -> None:
            if not task.done() and not loop.is_closed():
                loop.call_soon_threadsafe(task.cancel)

        return call_off


async def _later(seconds: float, act: Callable[[], None]) -> None:
    await asyncio.sleep(max(0.0, seconds))
    act()


@dataclass(frozen=True, slots=True, eq=False)
class _Due:
    """What is to be done, at which time of the clock, and how to call that off."""

    at: float
    act: Callable[[], None]
    call_off: Callable[[], None]


class Appointments:
    """What is to be done later, each under a name of its own; what was called off is not done, however late that was.

    - `clock`: keeps them;
    - `run`: is given what is to be done when it is due, and does it under the lock of whoever made the appointment.
    """

    def __init__(self, clock: Clock, run: Callable[[Callable[[], None]], None]) -> None:
        self._clock = clock
        self._run = run
        self._due: dict[str, _Due] = {}
        self._kept: dict[str, tuple[float, Callable[[], None]]] = {}

    def __contains__(self, name: object) -> bool:
        return name in self._due

    def make(self, name: str, seconds: float, act: Callable[[], None]) -> None:
        """Does `act` in so many seconds, in place of what stood under this name."""
        self.call_off(name)

        def keep() -> None:
            if self._due.get(name) is due:
                del self._due[name]
                act()

        due = _Due(self._clock.now() + seconds, act, self._clock.after(seconds, lambda: self._run(keep)))
        self._due[name] = due

    def call_off(self, name: str) -> None:
        """Nothing stands under this name any more."""
        if name in self._due:
            self._due.pop(name).call_off()

    def call_all_off(self) -> None:
        """Nothing is to be done any more."""
        for name in list(self._due):
            self.call_off(name)

    def left(self, name: str) -> float | None:
        """How many seconds are left until what stands under this name, or is kept under it; None if nothing does."""
        if name in self._due:
            return max(0.0, self._due[name].at - self._clock.now())
        return self._kept[name][0] if name in self._kept else None

    def keep(self, name: str, seconds: float, act: Callable[[], None]) -> None:
        """Keeps for `go_on` what is to be done in so many seconds from then."""
        self._kept[name] = seconds, act

    def stand_still(self, *names: str) -> dict[str, float]:
        """Calls all off, but keeps what is left of the time of these until `go_on`; gives that, in seconds by name."""
        now = self._clock.now()
        for name in self._due.keys() & set(names):
            self._kept[name] = max(0.0, self._due[name].at - now), self._due[name].act
        self.call_all_off()
        return {name: left for name, (left, _) in self._kept.items()}

    def go_on(self) -> None:
        """Makes again what was kept, for the time that was left."""
        kept, self._kept = self._kept, {}
        for name, (left, act) in kept.items():
            self.make(name, left, act)
