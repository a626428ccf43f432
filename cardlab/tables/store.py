"""The store: what happened at tables and in tournaments, kept as logs that only grow.

One SQLite file with one table. What `append` has answered is on the disk. Each entry is sent under a key, so what is
sent twice is kept once. A thread of its own has the one connection, so the event loop waits for nothing; what waits
while something is being written is done together, next, in the order in which it came.

The file is ours alone while it is open (`locking_mode=EXCLUSIVE`), so there is never a second connection: with two,
versions before 3.51.3 can damage a write-ahead log. That lock ends with its process, however that ends.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeAlias, TypeVar

from cardlab.refusal import shortened
from cardlab.tables.entries import LONGEST, Again, Behind, CannotOpen, Entry, Kept, Outcome, StoreTrouble

__all__ = ["Again", "Behind", "CannotOpen", "Entry", "Kept", "Store", "StoreTrouble", "default_file"]

LOGGER: Final = logging.getLogger("cardlab.tables")
MOST_WAITING: Final = 10_000
"""How much may wait to be done; what comes on top is refused."""
PATIENCE: Final = 10.0
"""How many seconds an answer of the file is waited for."""
MOST_TOGETHER: Final = 256
"""How much is done together at most."""
OURS: Final = 0x63617264
"""The number by which SQLite knows whose file it is."""
VERSION: Final = 3
"""What is in the file; another number is of another time."""
_LAST: Final = 1e11
"""No moment is later, in Unix seconds: that is in the year 5138."""
_TABLE: Final = """
    CREATE TABLE log (
        log TEXT NOT NULL, seq INTEGER NOT NULL, key TEXT NOT NULL, at REAL NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (log, seq), UNIQUE (log, key)
    )"""
_FOUND: Final = """
    SELECT (SELECT max(seq) FROM log WHERE log = :log), (SELECT seq FROM log WHERE log = :log AND key = :key)"""
# From each name to the next one by the index, so it takes as long as there are logs, however long these are.
_LOGS: Final = """
    WITH RECURSIVE names(name) AS (
        SELECT min(log) FROM log WHERE log >= :prefix
        UNION ALL
        SELECT (SELECT min(log) FROM log WHERE log > names.name) FROM names WHERE names.name IS NOT NULL
    )
    SELECT log.log, log.seq, log.at FROM names JOIN log ON log.log = names.name
    WHERE log.seq = (SELECT max(seq) FROM log WHERE log = names.name)
      AND substr(names.name, 1, length(:prefix)) = :prefix
    ORDER BY log.log"""

T = TypeVar("T")
_Job: TypeAlias = "tuple[Callable[[sqlite3.Connection], Any], asyncio.Future[Any]]"
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

    def __init__(self, connection: sqlite3.Connection, clock: Callable[[], float], patience: float) -> None:
        self._clock, self._patience = clock, patience
        self._loop = asyncio.get_running_loop()
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._waiting = 0
        self._is_closed = False
        self._has_trouble = False
        self._over = self._loop.create_future()
        threading.Thread(target=self._work, args=(connection,), name="cardlab-store", daemon=True).start()

    @classmethod
    async def open(
        cls, file: str | Path | None, clock: Callable[[], float] = time.time, patience: float = PATIENCE
    ) -> Store:
        """The store in this file, made if there is none; for None in memory, where it ends with the process.

        `clock` tells the time of an entry in Unix seconds; `patience` is how many seconds one waits for an answer.
        Raises CannotOpen if the file cannot be made or is no store, is in use by another server, or was written by
        another version; then it stays as it is.
        """
        return cls(await asyncio.to_thread(_opened, file), clock, patience)

    async def append(self, log: str, after: int, key: str, bodies: Sequence[str]) -> Outcome:
        """Appends all `bodies`, in their order, directly behind the entry `after` of the log (0: at its beginning).

        The first has the key `key`, the others keys made of it; for "" a key is made that nobody can guess.
        Returns when they are durable; or that this key was kept before, or that the log ends elsewhere, and then
        nothing is appended. Cancelled, it may have been done all the same. Raises ValueError for what no store can
        keep: nothing at all, names and keys that are empty, too long or hold signs that cannot be seen, bodies that are
        no text of Unicode.
        """
        key = key or secrets.token_urlsafe(16)
        if not all(0 < len(name) <= LONGEST and name.isprintable() for name in (log, key)):
            raise ValueError(f"a log and a key have 1 to {LONGEST} characters, each of which can be seen")
        if not bodies or "\0" in "".join(bodies):
            raise ValueError("there is nothing to append, or it holds a NUL")
        "".join(bodies).encode()
        at = self._clock()
        return await self._asked(lambda connection: _append(connection, log, after, key, bodies, at))

    async def read(self, log: str, after: int = 0) -> tuple[Entry, ...]:
        """The entries of a log behind number `after`, in their order; none for a log that is not there."""
        asked = "SELECT * FROM log WHERE log = ? AND seq > ? ORDER BY seq"
        rows = await self._asked(lambda connection: connection.execute(asked, (log, after)).fetchall())
        return tuple(Entry(name, seq, key, _moment(at), str(body)) for name, seq, key, at, body in rows)

    async def logs(self, prefix: str = "") -> tuple[tuple[str, int, float], ...]:
        """The logs whose names begin with `prefix`, by name: name, last number, time of the last entry or 0."""
        rows = await self._asked(lambda connection: connection.execute(_LOGS, {"prefix": prefix}).fetchall())
        return tuple((log, seq, _moment(at)) for log, seq, at in rows)

    async def close(self) -> None:
        """Does what still waits, then ends the connection; a second time it only waits for that.

        From a disk that does not answer it goes away when its patience is over.
        """
        if not self._is_closed:
            self._is_closed = True
            self._jobs.put(None)
        await asyncio.wait([self._over], timeout=self._patience)

    # Between the event loop and the thread

    async def _asked(self, question: Callable[[sqlite3.Connection], T]) -> T:
        if self._is_closed:
            raise StoreTrouble("store.closed")
        if self._waiting >= MOST_WAITING:
            raise StoreTrouble("store.full")
        done: asyncio.Future[T] = self._loop.create_future()
        self._waiting += 1
        self._jobs.put((question, done))
        try:
            async with asyncio.timeout(self._patience):
                return await done
        except TimeoutError:
            raise StoreTrouble("store.broken") from None

    def _answer(self, results: Sequence[_Done]) -> None:
        self._waiting -= len(results)
        for future, result, problem in results:
            if future.done():  # whoever waited has gone
                continue
            if problem is None:
                future.set_result(result)
            else:
                future.set_exception(problem)

    def _soon(self, told: Callable[..., None], *arguments: Any) -> None:
        """Calls something on the event loop; if that is gone, nobody waits for it any more."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(told, *arguments)

    # In the thread

    def _work(self, connection: sqlite3.Connection) -> None:
        is_over = False
        while not is_over:
            group = [self._jobs.get()]
            with suppress(Empty):
                while group[-1] is not None and len(group) < MOST_TOGETHER:
                    group.append(self._jobs.get_nowait())
            is_over = group[-1] is None
            self._soon(self._answer, self._results(connection, [job for job in group if job is not None]))
        connection.close()
        self._soon(self._over.set_result, None)

    def _results(self, connection: sqlite3.Connection, group: Sequence[_Job]) -> list[_Done]:
        """What has come of some jobs, which are one transaction: all is done and durable, or nothing is known of it."""
        try:
            connection.execute("BEGIN IMMEDIATE")
            answers = [work(connection) for work, _ in group]
            connection.execute("COMMIT")
        except Exception as problem:
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            if not self._has_trouble:
                LOGGER.error("the store is in trouble: %s", shortened(f"{type(problem).__name__}: {problem}", 400))
            self._has_trouble = True
            return [(done, None, StoreTrouble("store.broken")) for _, done in group]
        if self._has_trouble:
            LOGGER.warning("the store is well again")
        self._has_trouble = False
        return [(done, answer, None) for (_, done), answer in zip(group, answers, strict=True)]


def _append(
    connection: sqlite3.Connection, log: str, after: int, key: str, bodies: Sequence[str], at: float
) -> Outcome:
    """Appends to a log, unless the key was kept before, however the log has grown since, or it ends elsewhere."""
    end, before = connection.execute(_FOUND, {"log": log, "key": key}).fetchone()
    if before is not None:
        return Again(before)
    if after != (end or 0):
        return Behind(end or 0)
    # No key that is sent may have the sign in those of the entries behind the first.
    rows = [(log, after + n, key if n == 1 else f"{key}\x1f{n}", at, body) for n, body in enumerate(bodies, 1)]
    connection.executemany("INSERT INTO log VALUES (?, ?, ?, ?, ?)", rows)
    return Kept(after + 1, after + len(bodies))


def _moment(at: Any) -> float:
    """A moment as it is kept, which may be anything; 0 for what is none."""
    return at if isinstance(at, int | float) and 0 < at < _LAST else 0.0


# The file


def _opened(path: str | Path | None) -> sqlite3.Connection:
    """The connection to the file, or for None to the memory of this process. Raises CannotOpen."""
    file = None if path is None else Path(os.path.realpath(path))
    told = shortened(str(file), 400)
    connection: sqlite3.Connection | None = None
    try:
        if file is not None:
            _make(file)
        connection = sqlite3.connect(file or ":memory:", timeout=1, isolation_level=None, check_same_thread=False)
        if why := _prepared(connection):
            raise CannotOpen(why, file=told)
        return connection
    except OSError as problem:
        raise CannotOpen("store.no_file", file=told, why=problem.strerror or "") from None
    except (sqlite3.Error, CannotOpen) as problem:
        if connection is not None:
            connection.close()
        match getattr(problem, "sqlite_errorcode", 0) & 0xFF:
            case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
                raise CannotOpen("store.in_use", file=told) from None
            case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT:
                raise CannotOpen("store.no_database", file=told) from None
        if isinstance(problem, CannotOpen):
            raise
        raise CannotOpen("store.no_file", file=told, why=shortened(str(problem))) from None


def _make(file: Path) -> None:
    """A new file that only its owner can read, for there are names of learners in it.

    One that is there is left alone: if this process has it open, to close it once would end the lock on it.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def _prepared(connection: sqlite3.Connection) -> str:
    """Locks the file and makes the table; why a file of another program or of another time cannot be used, or ""."""
    run = connection.execute
    # What is no UTF-8 belongs to one log, which then cannot be read; the others can.
    connection.text_factory = lambda kept: kept.decode("utf-8", "replace")
    run("PRAGMA locking_mode = EXCLUSIVE")
    # The first look at the file is also what locks it.
    tables = {name for (name,) in run("SELECT name FROM sqlite_master WHERE type = 'table'")}
    ((whose,), (version,)) = run("PRAGMA application_id").fetchone(), run("PRAGMA user_version").fetchone()
    if "cardlab_version" in tables or (tables and whose == OURS and version < VERSION):
        return "store.older"
    if tables and whose != OURS:
        return "store.not_ours"
    if tables and version > VERSION:
        return "store.newer"
    run("PRAGMA journal_mode = WAL")
    run("PRAGMA synchronous = FULL")
    if not tables:
        run("BEGIN IMMEDIATE")
        run(f"PRAGMA application_id = {OURS}")
        run(f"PRAGMA user_version = {VERSION}")
        run(_TABLE)
        run("COMMIT")
    return ""
