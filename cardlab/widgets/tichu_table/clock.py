"""The clock of a race, and appointments kept by it.

- `Clock`, `LoopClock`: what time it is, and what is done when some seconds have gone by;
- `Timers`: what is to be done later, each under a name of its own.

Whoever wants to turn the hands of the clock gives another one with the same two methods.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Clock(Protocol):
    """Tells the time in seconds, from any beginning on, and keeps appointments."""

    def now(self) -> float:
        """The time in seconds; it never goes back."""

    def call_later(self, seconds: float, act: Callable[[], None]) -> Callable[[], None]:
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

    def call_later(self, seconds: float, act: Callable[[], None]) -> Callable[[], None]:
        """Calls `act` in so many seconds, on the loop that is running now."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return lambda: None
        task = loop.create_task(_later(seconds, act))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

        def cancel() -> None:
            if not task.done() and not loop.is_closed():
                loop.call_soon_threadsafe(task.cancel)

        return cancel


async def _later(seconds: float, act: Callable[[], None]) -> None:
    await asyncio.sleep(max(0.0, seconds))
    act()


class Timers:
    """What is to be done later, each under a name of its own; what was called off is not done, however late that was.

    - `clock`: keeps them;
    - `run`: is given what is to be done when it is due, and does it under the lock of whoever made the appointment.
    """

    def __init__(self, clock: Clock, run: Callable[[Callable[[], None]], None]) -> None:
        self._clock = clock
        self._run = run
        self._timers: dict[str, tuple[float, Callable[[], None]]] = {}  # the time of each, and what calls it off

    def __contains__(self, name: object) -> bool:
        return name in self._timers

    def set(self, name: str, seconds: float, act: Callable[[], None]) -> None:
        """Does `act` in so many seconds, in place of what stood under this name."""
        self.cancel(name)

        def fire() -> None:
            if self._timers.get(name) is due:
                del self._timers[name]
                act()

        due = self._clock.now() + seconds, self._clock.call_later(seconds, lambda: self._run(fire))
        self._timers[name] = due

    def cancel(self, *names: str) -> None:
        """Nothing stands under these names any more."""
        for name in names:
            if name in self._timers:
                self._timers.pop(name)[1]()

    def cancel_all(self) -> None:
        """Nothing is to be done any more."""
        self.cancel(*list(self._timers))

    def remaining(self, name: str) -> float | None:
        """How many seconds are left until what stands under this name; None if nothing does."""
        return max(0.0, self._timers[name][0] - self._clock.now()) if name in self._timers else None
