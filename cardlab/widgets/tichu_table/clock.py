"""The clock of a race, and timers.

- `Clock`, `LoopClock`: the time, and calls after a delay; tests use a clock of their own;
- `Timers`: delayed calls by name.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Clock(Protocol):
    """Gives the time in seconds, from an arbitrary start, and makes delayed calls."""

    def now(self) -> float:
        """The time in seconds; it never goes back."""

    def call_later(self, seconds: float, act: Callable[[], None]) -> Callable[[], None]:
        """Call `act` after this delay; return a function that cancels the call."""


class LoopClock:
    """The clock of the machine; each delayed call is a task of the running event loop.

    Under Voilà that is the loop of the main thread, in JupyterLab one in a thread of its own, so it is looked up each
    time. Without a running loop there are no delayed calls.
    """

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def now(self) -> float:
        """The monotonic time in seconds."""
        return time.monotonic()

    def call_later(self, seconds: float, act: Callable[[], None]) -> Callable[[], None]:
        """Call `act` after this delay, on the loop that is running now."""
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
    """Delayed calls by name; a cancelled one is never made, however late it was cancelled.

    - `clock`: makes the calls;
    - `run`: runs a due call under the lock of the owner.
    """

    def __init__(self, clock: Clock, run: Callable[[Callable[[], None]], None]) -> None:
        self._clock = clock
        self._run = run
        self._timers: dict[str, tuple[float, Callable[[], None]]] = {}  # the time of each, and what calls it off

    def __contains__(self, name: object) -> bool:
        return name in self._timers

    def set(self, name: str, seconds: float, act: Callable[[], None]) -> None:
        """Call `act` after this delay, in place of an earlier timer of this name."""
        self.cancel(name)

        def fire() -> None:
            if self._timers.get(name) is timer:
                del self._timers[name]
                act()

        timer = self._clock.now() + seconds, self._clock.call_later(seconds, lambda: self._run(fire))
        self._timers[name] = timer

    def cancel(self, *names: str) -> None:
        """Cancel the timers of these names."""
        for name in names:
            if name in self._timers:
                self._timers.pop(name)[1]()

    def cancel_all(self) -> None:
        """Cancel all timers."""
        self.cancel(*list(self._timers))

    def remaining(self, name: str) -> float | None:
        """The seconds left on a timer; None if there is none."""
        return max(0.0, self._timers[name][0] - self._clock.now()) if name in self._timers else None
