"""Background work of a page: jobs run piece by piece, and only the newest job counts.

Where many pages share one process, a pool of other processes runs the jobs (`POOL`, see `Pool`).
Elsewhere each page has its own process, and a thread of that process runs them.
In a browser no thread can be started: there the work pauses again and again, so that the loop goes on (`Pausing`).
Results are delivered on the event loop that started the job, never after a stop.
A long job that is stopped ends at its next cancellation point (`analysis.cancellation`).
"""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextvars import ContextVar
from importlib import import_module
from itertools import islice
from time import monotonic
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from cardlab.analysis.cancellation import Cancelled, Stop, cancelled_by

Piece = TypeVar("Piece")
Job: TypeAlias = Callable[[], Iterator[Piece]]
"""Work as data: called without arguments it begins, and gives its pieces one after the other.

It can be pickled, as a `functools.partial` of a function that a module defines can, and it gives the same pieces again
when it is called again: a pool does it in another process, and once more if that process dies.
"""

HAS_THREADS: Final = sys.platform != "emscripten"
SECONDS_AT_ONCE: Final = 0.05
"""How long work without a thread goes on until it pauses."""
PAUSE: Final = 0.005
"""Seconds; a shorter pause is none for messages of the page, as browsers put work ahead of them."""
_NO_MORE: Final = object()


class Pool(Protocol):
    """Runs the jobs of a page in other processes."""

    def submit(
        self, job: Job[Any], take: Callable[[Any], None], end: Callable[[str | None], None]
    ) -> Callable[[], None]:
        """Start a job; return a function that cancels it.

        `take` is called with each piece in order, then `end` once: with an error text, or None after success.
        Both run on the event loop and in the context of this call, and neither after a cancellation.
        """
        ...


POOL: Final[ContextVar[Pool | None]] = ContextVar("pool", default=None)
"""The pool for the heavy work of the current page; None where the page has a process of its own."""


class Background(Generic[Piece]):
    """One job at a time; what is begun anew takes the place of what was going on.

    - `take`: is given each piece, in order;
    - `end`: is called when the last one was taken, and also when a piece fails: then the fault is raised, or in a pool
      written to the log;
    - `executor`: whose threads do the work where there is no pool, those of the loop if none is given. What takes long
      has its own, so that what is quick need not wait for it.

    A callback of a widget runs in a loop: in the main thread under Voilà, in one of its own in JupyterLab.
    That loop is asked for when the work begins. Where there is none nothing runs, and `finish` does the work at once.
    """

    def __init__(
        self, take: Callable[[Piece], None], end: Callable[[], None], executor: Executor | None = None
    ) -> None:
        self._take = take
        self._end = end
        self._executor = executor
        self._job: Job[Piece] | None = None
        self._pieces: Iterator[Piece] | None = None
        self._task: asyncio.Task[None] | None = None
        self._given_up = threading.Event()
        self._give_up: Callable[[], None] | None = None
        self._taken = 0

    @property
    def working(self) -> bool:
        """Whether there is something left to do."""
        return self._job is not None

    def begin(self, job: Job[Piece], *, heavy: bool = True) -> None:
        """Stop the current job and start this one. A job that is not `heavy` runs without the pool."""
        self.stop()
        self._job = job
        self._taken = 0
        pool = POOL.get() if heavy else None
        if pool is None:
            self._given_up = threading.Event()
            self._pieces = job()
            self.go_on()
            return

        def take(piece: Piece) -> None:
            self._taken += 1
            self._take(piece)

        def end(wrong: str | None) -> None:
            if wrong:
                logging.getLogger(__name__).warning("a question was not answered to the end: %s", wrong)
            self._job = self._give_up = None
            self._end()

        self._give_up = pool.submit(job, take, end)

    def go_on(self) -> None:
        """Continue a job that was begun without a running event loop, if there is a loop now."""
        if self._pieces is None or self._task is not None:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        self._task = loop.create_task(self._run(self._pieces, self._given_up))

    def stop(self) -> None:
        """Stop the current job; results delivered so far stay."""
        self._given_up.set()
        if self._give_up is not None:
            self._give_up()
        task = self._task
        self._job = self._pieces = self._task = self._give_up = None
        if task is not None and not task.done():
            loop = task.get_loop()
            if not loop.is_closed():
                loop.call_soon_threadsafe(task.cancel)

    def finish(self) -> None:
        """Run the rest of the job synchronously. For programs without an event loop."""
        if self._job is None:
            return
        if self._give_up is not None or self._task is not None:
            # A pool or a thread may be in the middle of a piece: it is begun once more, without what was taken already.
            job, taken = self._job, self._taken
            self.stop()
            self._job, self._pieces = job, islice(job(), taken, None)
        pieces = self._pieces
        assert pieces is not None
        try:
            while pieces is self._pieces:
                self._deliver(pieces, next(pieces, _NO_MORE))
        except Exception:
            self._over(pieces)
            raise

    async def _run(self, pieces: Iterator[Piece], given_up: threading.Event) -> None:
        stop = given_up if HAS_THREADS else Pausing(given_up, _let_the_loop_go_on)

        def piece() -> Any:
            with cancelled_by(stop):
                return next(pieces, _NO_MORE)

        loop = asyncio.get_running_loop()
        try:
            while pieces is self._pieces:
                self._deliver(pieces, await loop.run_in_executor(self._executor, piece) if HAS_THREADS else piece())
                await asyncio.sleep(0)
        except Cancelled:
            return
        except Exception:
            self._over(pieces)
            raise

    def _deliver(self, pieces: Iterator[Piece], piece: Any) -> None:
        if pieces is not self._pieces:
            return
        if piece is _NO_MORE:
            self._over(pieces)
        else:
            self._taken += 1
            self._take(piece)

    def _over(self, pieces: Iterator[Piece]) -> None:
        if pieces is self._pieces:
            self._job = self._pieces = self._task = None
            self._end()


class Pausing:
    """A stop signal that pauses the work that asks for it, at most every `SECONDS_AT_ONCE`."""

    def __init__(self, stop: Stop, pause: Callable[[], None]) -> None:
        self._stop = stop
        self._pause = pause
        self._until = monotonic() + SECONDS_AT_ONCE

    def is_set(self) -> bool:
        """Pause if it is time; return whether the work is to stop."""
        if monotonic() >= self._until:
            self._pause()
            self._until = monotonic() + SECONDS_AT_ONCE
        return self._stop.is_set()


def _let_the_loop_go_on() -> None:
    """Do what waits in the loop, in the middle of a function; a browser that cannot do this waits for the piece."""
    pyodide: Any = import_module("pyodide.ffi")
    if pyodide.can_run_sync():
        pyodide.run_sync(asyncio.sleep(PAUSE))
