"""Work in the background of a page: piece by piece, aside so that the page stays awake; only the newest counts.

Where many pages live in one process, a pool of other processes does the jobs (`POOL`, see `Pool`);
elsewhere each page has its own process, and a thread of that does them.
What a job gives is handed over on the loop that the work was begun from, never after a stop.
What is long and is given up ends at the next place where it asks whether it is still wanted (`analysis.cancellation`).
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextvars import ContextVar
from itertools import islice
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from cardlab.analysis.cancellation import Cancelled, cancelled_by
from cardlab.analysis.kernel import compiled

Piece = TypeVar("Piece")
Job: TypeAlias = Callable[[], Iterator[Piece]]
"""Work as data: called without arguments it begins, and gives its pieces one after the other.

It can be pickled, as a `functools.partial` of a function that a module defines can, and it gives the same pieces again
when it is called again: a pool does it in another process, and once more if that process dies.
"""

_NO_MORE: Final = object()


class Pool(Protocol):
    """What does the jobs of a page elsewhere."""

    def ask(self, job: Job[Any], take: Callable[[Any], None], end: Callable[[str | None], None]) -> Callable[[], None]:
        """Begins with a job; returns what gives it up.

        `take` is called with each piece in order, then `end` once, with a sentence if it went wrong, else None:
        both on the loop of the page and in the context that this was called in, neither once the job is given up.
        """
        ...


POOL: Final[ContextVar[Pool | None]] = ContextVar("pool", default=None)
"""The pool that does the heavy work of the page that is being heard; None where the page has a process of its own."""


def heavy_work_comes() -> None:
    """Has the compiled kernel loaded if heavy work will be done in this process; where there is a pool it never is."""
    if POOL.get() is None:
        compiled.load()


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
        """Gives up what was going on and begins with this job. What is not `heavy` is not worth the way to a pool."""
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

        self._give_up = pool.ask(job, take, end)

    def go_on(self) -> None:
        """Goes on with what was begun where there was no loop, if there is one now."""
        if self._pieces is None or self._task is not None:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        self._task = loop.create_task(self._run(self._pieces, self._given_up))

    def stop(self) -> None:
        """Gives up what is going on; its results so far stay, and nothing follows."""
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
        """Does all that is left, here and now. For programs without a loop."""
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
                self._hand_over(pieces, next(pieces, _NO_MORE))
        except Exception:
            self._over(pieces)
            raise

    async def _run(self, pieces: Iterator[Piece], given_up: threading.Event) -> None:
        def piece() -> Any:
            with cancelled_by(given_up):
                return next(pieces, _NO_MORE)

        try:
            while pieces is self._pieces:
                self._hand_over(pieces, await _aside(piece, self._executor))
                await asyncio.sleep(0)
        except Cancelled:
            return
        except Exception:
            self._over(pieces)
            raise

    def _hand_over(self, pieces: Iterator[Piece], given: Any) -> None:
        if pieces is not self._pieces:
            return
        if given is _NO_MORE:
            self._over(pieces)
        else:
            self._taken += 1
            self._take(given)

    def _over(self, pieces: Iterator[Piece]) -> None:
        if pieces is self._pieces:
            self._job = self._pieces = self._task = None
            self._end()


async def _aside(work: Callable[[], Any], executor: Executor | None) -> Any:
    """Does something in a thread, or here where threads cannot be started."""
    try:
        return await asyncio.get_running_loop().run_in_executor(executor, work)
    except RuntimeError as refused:
        if "thread" not in str(refused):
            raise
        return work()
