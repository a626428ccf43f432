"""Background work of a page, done piece by piece.

- `Background`: does one job at a time, and drops it when a new one begins;
- `Pausing`: the stop signal of a job in a browser, where no thread can be started.

Threads do one piece at a time, so many pages share few threads. Pieces are delivered on the event loop that started the
job, never after a stop. A stopped job ends at its next cancellation point (`analysis.cancellation`).
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Executor
from importlib import import_module
from itertools import islice
from time import monotonic
from typing import Any, Final, Generic, TypeAlias, TypeVar

from cardlab.analysis.cancellation import Cancelled, Stop, cancelled_by

Piece = TypeVar("Piece")
Job: TypeAlias = Callable[[], Iterator[Piece]]
"""A callable without arguments that begins the work and yields its pieces; every call yields the same pieces."""

HAS_THREADS: Final = sys.platform != "emscripten"
SECONDS_AT_ONCE: Final = 0.05
"""How long work without a thread runs before it pauses, in seconds."""
PAUSE: Final = 0.005
"""The length of a pause, in seconds. In a shorter one a browser handles no message, because it puts work first."""
_NO_MORE: Final = object()


class Background(Generic[Piece]):
    """Run one job at a time in the background; a new job replaces the current one.

    Args:
        take: called with each piece, in order.
        end: called after the last piece, or after a piece that fails, before its error is raised.
        executor: the threads to use, by default those of the event loop. A long job needs its own, so that short ones
            don't wait for it.

    A widget's callback runs on an event loop: in the main thread under Voilà, in another one in JupyterLab. So a job
    looks up the loop when it begins. Without a running loop the job waits for `finish`, which does it at once.
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
        self._stopped = threading.Event()
        self._taken = 0

    @property
    def working(self) -> bool:
        """Whether a job is unfinished."""
        return self._job is not None

    def begin(self, job: Job[Piece]) -> None:
        """Stop the current job, and start this one."""
        self.stop()
        self._job = job
        self._taken = 0
        self._stopped = threading.Event()
        self._pieces = job()
        self.go_on()

    def go_on(self) -> None:
        """Continue a job that began without an event loop, if a loop runs now."""
        if self._pieces is None or self._task is not None:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        self._task = loop.create_task(self._run(self._pieces, self._stopped))

    def stop(self) -> None:
        """Stop the current job; pieces already delivered stay."""
        self._stopped.set()
        task = self._task
        self._job = self._pieces = self._task = None
        if task is not None and not task.done():
            loop = task.get_loop()
            if not loop.is_closed():
                loop.call_soon_threadsafe(task.cancel)

    def finish(self) -> None:
        """Do the rest of the job at once, for programs without an event loop."""
        if self._job is None:
            return
        if self._task is not None:
            # A thread may be busy with a piece, so the job begins again and skips the delivered pieces.
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

    async def _run(self, pieces: Iterator[Piece], stopped: threading.Event) -> None:
        stop = stopped if HAS_THREADS else Pausing(stopped, _wait_in_browser())

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
    """A stop signal that pauses the work, so that the only thread can do other work.

    `is_set` pauses it about every `SECONDS_AT_ONCE`. `wait` blocks until an awaitable has a result, and returns it. In
    browsers that can't block, `wait` is None, and messages wait until the piece is done.
    """

    def __init__(self, stop: Stop, wait: Callable[[Awaitable[Any]], Any] | None) -> None:
        self._stop = stop
        self._until = monotonic() + SECONDS_AT_ONCE
        self._wait = wait
        self.wait = wait and self._waited

    def is_set(self) -> bool:
        """Pause if it is time, then return whether to stop the work."""
        if self.wait and monotonic() >= self._until:
            self.wait(asyncio.sleep(PAUSE))
        return self._stop.is_set()

    def _waited(self, result: Awaitable[Any]) -> Any:
        assert self._wait
        found = self._wait(result)
        self._until = monotonic() + SECONDS_AT_ONCE
        return found


def _wait_in_browser() -> Callable[[Awaitable[Any]], Any] | None:
    pyodide: Any = import_module("pyodide.ffi")
    return pyodide.run_sync if pyodide.can_run_sync() else None
