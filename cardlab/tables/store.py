"""The store: what happened at tables and in tournaments, kept as logs that only grow.

What `append` has answered is on the disk. Each entry is sent under a key, so what is sent twice is kept once.
A thread of its own has the one connection, so the event loop waits for nothing. Appends that wait while others are
being written are written together, each judged on its own. A file has one server; `default_file` is the usual one.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeAlias, TypeVar

from cardlab.refusal import shortened
from cardlab.tables.database import Database
from cardlab.tables.entries import Again, Behind, CannotOpen, Entry, Kept, Outcome, StoreTrouble, Wanted

__all__ = ["Again", "Behind", "CannotOpen", "Entry", "Kept", "Store", "StoreTrouble", "default_file"]

LOGGER: Final = logging.getLogger("cardlab.tables")
MOST_WAITING: Final = 10_000
"""How much may wait to be done; what comes on top is refused."""
PATIENCE: Final = 10.0
"""How many seconds an answer of the file is waited for."""
MOST_TOGETHER: Final = 256
"""How many appends are written together at most."""

T = TypeVar("T")
_Job: TypeAlias = "tuple[Wanted | Callable[[Database], Any], asyncio.Future[Any]]"
_Done: TypeAlias = "tuple[asyncio.Future[Any], Any, BaseException | None]"


def default_file() -> Path:
    """The file that is used where nobody says another: in the folder for data of whoever starts the server."""
    import platformdirs

    return Path(platformdirs.user_data_dir("cardlab")) / "tables.sqlite3"


class Store:
    """Logs in a file; made by `open`, used on one event loop.

    Every method raises StoreTrouble where the file cannot be written as it should, where too much waits, and once the
    store is closed.
    """

    def __init__(self, clock: Callable[[], float], patience: float, loop: asyncio.AbstractEventLoop) -> None:
        self._clock = clock
        self._patience = patience
        self._loop = loop
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._taken: list[_Job | None] = []
        self._waiting = 0
        self._is_closed = False
        self._has_trouble = False
        self._database: Database
        self._thread: threading.Thread
        self._over = loop.create_future()

    @classmethod
    async def open(
        cls, file: str | Path | None, clock: Callable[[], float] = time.time, patience: float = PATIENCE
    ) -> Store:
        """The store in this file, made if there is none; for None in memory, where it ends with the process.

        `clock` tells the time of an entry in Unix seconds; `patience` is how many seconds one waits for an answer.
        Raises CannotOpen if the file cannot be made or is no store, is in use by another server, or was written by
        another version.
        """
        store = cls(clock, patience, asyncio.get_running_loop())
        is_open: asyncio.Future[None] = store._loop.create_future()
        store._thread = threading.Thread(target=store._work, args=(file, is_open), name="cardlab-store", daemon=True)
        store._thread.start()
        try:
            await is_open
        except BaseException:
            store._jobs.put(None)
            raise
        return store

    # What it does

    async def append(self, log: str, after: int, key: str, bodies: Sequence[str]) -> Kept | Again | Behind:
        """Appends all `bodies`, in their order, directly behind the entry `after` of the log (0: at its beginning).

        The first has the key `key`, the others keys made of it; for "" a key is made that nobody can guess.
        Returns when they are durable; or that this key was kept before, or that the log ends elsewhere, and then
        nothing is appended. Cancelled, it may have been done all the same. Raises ValueError for what cannot be kept.
        """
        wanted = Wanted(log, after, key or secrets.token_urlsafe(16), tuple(bodies), self._clock())
        outcome: Outcome = await self._done(wanted)
        return outcome

    async def read(self, log: str, after: int = 0) -> tuple[Entry, ...]:
        """The entries of a log behind number `after`, in their order; none for a log that is not there."""
        return await self._asked(lambda database: database.read(log, after))

    async def logs(self, prefix: str = "") -> tuple[tuple[str, int, float], ...]:
        """The logs whose names begin with `prefix`, by name: name, last number, time of the last entry or 0."""
        return await self._asked(lambda database: database.logs(prefix))

    async def forget(self, log: str) -> int:
        """Deletes a log for good; how many entries it had. The same name may begin anew, at 1.

        Its bytes are overwritten in the file and the write-ahead log is emptied before this returns.
        """
        return await self._asked(lambda database: database.forget(log))

    async def close(self) -> None:
        """Does what still waits, then ends the connection; a second time it only waits for that.

        From a disk that does not answer it goes away when its patience is over.
        """
        if not self._is_closed:
            self._is_closed = True
            self._jobs.put(None)
        await asyncio.wait([self._over], timeout=self._patience)

    # Between the event loop and the thread

    async def _asked(self, question: Callable[[Database], T]) -> T:
        answer: T = await self._done(question)
        return answer

    async def _done(self, work: Wanted | Callable[[Database], Any]) -> Any:
        if self._is_closed:
            raise StoreTrouble("store.closed")
        if self._waiting >= MOST_WAITING:
            raise StoreTrouble("store.full")
        done: asyncio.Future[Any] = self._loop.create_future()
        self._waiting += 1
        self._jobs.put((work, done))
        try:
            async with asyncio.timeout(self._patience):
                return await done
        except TimeoutError:
            raise StoreTrouble("store.broken") from None

    def _answer(self, results: Sequence[_Done]) -> None:
        self._waiting -= len(results)
        for future, result, problem in results:
            _settle(future, result, problem)

    def _soon(self, told: Callable[..., None], *arguments: Any) -> None:
        """Calls something on the event loop; if that is gone, nobody waits for it any more."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(told, *arguments)

    # In the thread

    def _work(self, file: str | Path | None, is_open: asyncio.Future[None]) -> None:
        try:
            self._database = Database(file)
        except BaseException as problem:
            self._soon(_settle, is_open, None, problem)
            return
        self._soon(_settle, is_open, None, None)
        while (group := self._together()) is not None:
            self._soon(self._answer, self._results(group))
        self._database.close()
        self._soon(_settle, self._over, None, None)

    def _next(self) -> _Job | None:
        return self._taken.pop() if self._taken else self._jobs.get()

    def _together(self) -> list[_Job] | None:
        """What is done next: appends that wait one behind the other, or one other thing; None at the end."""
        first = self._next()
        if first is None:
            return None
        group = [first]
        while isinstance(group[-1][0], Wanted) and len(group) < MOST_TOGETHER:
            try:
                following = self._jobs.get_nowait()
            except Empty:
                break
            if following is None or not isinstance(following[0], Wanted):
                self._taken.append(following)
                break
            group.append(following)
        return group

    def _results(self, group: Sequence[_Job]) -> list[_Done]:
        try:
            wanted = [work for work, _ in group if isinstance(work, Wanted)]
            others = [work for work, _ in group if not isinstance(work, Wanted)]
            answers = self._database.append(wanted) if wanted else [work(self._database) for work in others]
        except Exception as problem:
            if not self._has_trouble:
                LOGGER.error("the store is in trouble: %s", shortened(f"{type(problem).__name__}: {problem}", 400))
            self._has_trouble = True
            return [(done, None, StoreTrouble("store.broken")) for _, done in group]
        if self._has_trouble:
            LOGGER.warning("the store is well again")
        self._has_trouble = False
        return [(done, answer, None) for (_, done), answer in zip(group, answers, strict=True)]


def _settle(future: asyncio.Future[Any], result: Any, problem: BaseException | None) -> None:
    if future.done():  # whoever waited has gone
        return
    if problem is not None:
        future.set_exception(problem)
    else:
        future.set_result(result)
