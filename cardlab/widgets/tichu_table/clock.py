"""Clocks of a race.

- `Clock`: the current time, and delayed calls; tests use one that they turn themselves;
- `RoundClock`: the time of one round, which can be stopped or slowed down.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable


class Clock:
    """The computer's clock, with delayed calls on the running event loop.

    The loop is looked up for each call: Voilà runs callbacks in the main thread, JupyterLab in a thread of its own.
    Without a running loop no delayed call is made.
    """

    def now(self) -> float:
        """Return the monotonic time in seconds."""
        return time.monotonic()

    def call_later(self, seconds: float, act: Callable[[], None]) -> Callable[[], None]:
        """Call `act` after a delay; return a function that cancels the call."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return lambda: None
        call = loop.call_later(max(0.0, seconds), act)

        def cancel() -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(call.cancel)

        return cancel


class RoundClock:
    """The time of a round in seconds, and named calls that are due at a time.

    It runs at `speed`, or is stopped; then no call is made. A cancelled call is never made, even if it is already due.

    Args:
        clock: the clock that measures the time.
        run: runs a due call under the lock of the page.
        now: the time of the round at first.
    """

    def __init__(self, clock: Clock, run: Callable[[Callable[[], None]], None], now: float = 0.0) -> None:
        self.running = False
        self.speed = 1.0
        self._clock = clock
        self._run = run
        self._at, self._since = now, 0.0
        self._calls: dict[str, tuple[float, Callable[[], None]]] = {}  # the time when each is due, and what it does
        self._cancels: dict[str, Callable[[], None]] = {}

    def __contains__(self, name: object) -> bool:
        return name in self._calls

    @property
    def now(self) -> float:
        """The time of the round."""
        return round(self._at + (self.speed * (self._clock.now() - self._since) if self.running else 0.0), 6)

    def set(self, *, now: float | None = None, speed: float | None = None, running: bool | None = None) -> None:
        """Set the time or the speed, start or stop; calls stay due at the same times."""
        self._at, self._since = self.now if now is None else now, self._clock.now()
        self.speed = speed or self.speed
        self.running = self.running if running is None else running
        for name, (due, act) in list(self._calls.items()):
            self._await(name, due, act)

    def call(self, name: str, seconds: float, act: Callable[[], None]) -> None:
        """Call `act` after a delay in the round's time; replace a call of the same name."""
        self._await(name, self.now + seconds, act)

    def cancel(self, *names: str) -> None:
        """Cancel the calls with these names."""
        for name in names:
            self._calls.pop(name, None)
            self._cancels.pop(name, lambda: None)()

    def _await(self, name: str, due: float, act: Callable[[], None]) -> None:
        self.cancel(name)
        call = self._calls[name] = due, act

        def fire() -> None:
            if self._calls.get(name) is call:
                self.cancel(name)
                act()

        if self.running:
            self._cancels[name] = self._clock.call_later((due - self.now) / self.speed, lambda: self._run(fire))
