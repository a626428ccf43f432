"""The clock of a race: what time it is, and what has to be done when some seconds have gone by.

Knows the loop that a page's messages come in on; knows no game and no page.
Whoever wants to turn the hands himself gives the race another clock with the same two methods.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

__all__ = ["Appointments", "Clock", "LoopClock"]


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


class Appointments:
    """What is to be done later, each under a name of its own; what was called off is not done, however late that was.

    - `clock`: keeps them;
    - `run`: is given what is to be done when it is due, and does it under the lock of whoever made the appointment.
    """

    def __init__(self, clock: Clock, run: Callable[[Callable[[], None]], None]) -> None:
        self._clock = clock
        self._run = run
        self._due: dict[str, tuple[object, Callable[[], None]]] = {}

    def __contains__(self, name: object) -> bool:
        return name in self._due

    def make(self, name: str, seconds: float, act: Callable[[], None]) -> None:
        """Does `act` in so many seconds, in place of what stood under this name."""
        self.call_off(name)
        mark = object()

        def keep() -> None:
            if self._due.get(name, (None,))[0] is mark:
                del self._due[name]
                act()

        self._due[name] = mark, self._clock.after(seconds, lambda: self._run(keep))

    def call_off(self, name: str) -> None:
        """Nothing stands under this name any more."""
        if name in self._due:
            self._due.pop(name)[1]()

    def call_all_off(self) -> None:
        """Nothing is to be done any more."""
        for name in list(self._due):
            self.call_off(name)
