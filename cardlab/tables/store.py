"""The store: what happened at tables and in tournaments, kept as logs that only grow.

One SQLite file with one table. What `append` has answered is on the disk. A thread of its own has the one connection,
so the event loop waits for nothing.

The file is ours alone while it is open (`locking_mode=EXCLUSIVE`), so there is never a second connection: with two,
versions before 3.51.3 can damage a write-ahead log. That lock ends with its process, however that ends.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

from cardlab.phrasing.catalogue import say
from cardlab.refusal import shortened

OURS: Final = 0x63617264
"""The number by which SQLite knows whose file it is."""
VERSION: Final = 4
"""What is in the file; another number is of another time."""
_TABLE: Final = """
    CREATE TABLE log (
        log TEXT NOT NULL, seq INTEGER NOT NULL, key TEXT, at REAL NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (log, seq), UNIQUE (log, key)
    )"""
_FOUND: Final = """
    SELECT (SELECT coalesce(max(seq), 0) FROM log WHERE log = :log),
           (SELECT count(*) FROM log WHERE log = :log AND key = :key)"""
_LATELY: Final = """
    SELECT log FROM log WHERE log LIKE ? || ':%' GROUP BY log
    HAVING max(CAST(at AS REAL)) > ? ORDER BY max(CAST(at AS REAL))"""

T = TypeVar("T")
_Sent: TypeAlias = tuple[str, int, str, tuple[str, ...], float]
"""What is to be appended: to which log, behind which entry, under which key, what, and when it came."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of a log.

    - `seq`: its number, from 1, without a gap;
    - `key`: under which it was sent, unique in its log, or None;
    - `body`: what happened, as JSON text.
    """

    seq: int
    key: str | None
    body: str


class CannotOpen(ValueError):
    """Why a store cannot be opened, as a sentence for the operator; `code` is its key."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(say(code, **facts))
        self.code = code


class StoreTrouble(Exception):
    """Something was not done, or nobody knows whether it was: sent again under the same key it is kept once."""


def default_file() -> Path:
    """The file that is used where nobody says another: in the folder for data of whoever starts the server."""
    import platformdirs

    return Path(platformdirs.user_data_dir("cardlab")) / "tables.sqlite3"


class Store:
    """Logs in a file, made by `open`. Every method raises StoreTrouble where the file cannot be used as it should."""

    def __init__(self, connection: sqlite3.Connection, clock: Callable[[], float]) -> None:
        self._connection, self._clock = connection, clock
        self._thread = ThreadPoolExecutor(1, "cardlab-store")
        self._waiting: list[tuple[_Sent, asyncio.Future[bool]]] = []
        self._writer: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, file: str | Path, clock: Callable[[], float] = time.time) -> Store:
        """The store in this file, made if there is none; `clock` tells the time of an entry in Unix seconds.

        Raises CannotOpen if the file cannot be made or is no store, is in use by another server, or was written by
        another version; then it stays as it is.
        """
        return cls(await asyncio.to_thread(_opened, file), clock)

    async def append(self, log: str, after: int, key: str, bodies: Sequence[str]) -> bool:
        """Appends all `bodies`, in their order, directly behind the entry `after` of the log (0: at its beginning).

        Returns when they are durable. False if something was kept before under the key `key` ("" for none), or if the
        log does not end at `after`; then nothing is appended. Cancelled, it may have been done all the same.
        """
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append(((log, after, key, tuple(bodies), self._clock()), done))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write())
        return await done

    async def _write(self) -> None:
        """Writes what waits, together what has come while something was being written: the disk is waited for once."""
        while self._waiting:
            some, self._waiting = self._waiting, []
            answers: Sequence[bool | StoreTrouble]
            try:
                answers = await self._done(lambda connection: _written(connection, [sent for sent, _ in some]))  # noqa: B023
            except StoreTrouble as trouble:
                answers = [trouble] * len(some)
            for (_, done), answer in zip(some, answers, strict=True):
                if done.done():  # whoever waited has gone
                    continue
                if isinstance(answer, StoreTrouble):
                    done.set_exception(answer)
                else:
                    done.set_result(answer)

    async def read(self, log: str, after: int = 0) -> tuple[LogEntry, ...]:
        """The entries of a log behind number `after`, in their order; none for a log that is not there."""
        asked = "SELECT seq, key, CAST(body AS TEXT) FROM log WHERE log = ? AND seq > ? ORDER BY seq"
        rows = await self._done(lambda connection: connection.execute(asked, (log, after)).fetchall())
        return tuple(LogEntry(*row) for row in rows)

    async def lately(self, kind: str, since: float = -1.0) -> list[str]:
        """The codes of the logs of this kind in which something happened since then, in Unix seconds; the latest last.

        A log is called by its kind and its code: "table:FHKMRT".
        """
        rows = await self._done(lambda connection: connection.execute(_LATELY, (kind, since)).fetchall())
        return [log.partition(":")[2] for (log,) in rows]

    async def close(self) -> None:
        """Does what still waits, then ends the connection."""
        if self._writer is not None:
            await self._writer
        await asyncio.to_thread(self._thread.shutdown)
        self._connection.close()

    async def _done(self, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work, self._connection)
        except (sqlite3.Error, RuntimeError) as problem:  # the latter where the store is closed
            raise StoreTrouble(shortened(f"{type(problem).__name__}: {problem}", 400)) from problem


def _written(connection: sqlite3.Connection, some: Sequence[_Sent]) -> list[bool]:
    """Appends what can be, one after the other, as one transaction; whether each could be."""
    answers = []
    with connection:
        for log, after, key, bodies, at in some:
            end, before = connection.execute(_FOUND, {"log": log, "key": key}).fetchone()
            answers.append(end == after and not before)
            if answers[-1]:
                rows = [(log, after + n, key if key and n == 1 else None, at, body) for n, body in enumerate(bodies, 1)]
                connection.executemany("INSERT INTO log VALUES (?, ?, ?, ?, ?)", rows)
    return answers


# The file


def _opened(path: str | Path) -> sqlite3.Connection:
    """The connection to the file. Raises CannotOpen."""
    file = Path(os.path.realpath(path))
    connection: sqlite3.Connection | None = None
    code, why = "store.not_ours", ""
    try:
        _make(file)
        connection = sqlite3.connect(file, timeout=1, check_same_thread=False)
        if _prepared(connection):
            return connection
    except (OSError, sqlite3.Error) as problem:
        code = _WHY_NOT.get(getattr(problem, "sqlite_errorcode", 0) & 0xFF, "store.no_file")
        why = shortened(getattr(problem, "strerror", None) or str(problem))
    if connection is not None:
        connection.close()
    raise CannotOpen(code, file=shortened(str(file), 400), why=why)


_WHY_NOT: Final = {
    sqlite3.SQLITE_BUSY: "store.in_use",
    sqlite3.SQLITE_LOCKED: "store.in_use",
    sqlite3.SQLITE_NOTADB: "store.not_ours",
    sqlite3.SQLITE_CORRUPT: "store.not_ours",
}


def _make(file: Path) -> None:
    """A new file that only its owner can read, for there are names of learners in it.

    One that is there is left alone: if this process has it open, to close it once would end the lock on it.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def _prepared(connection: sqlite3.Connection) -> bool:
    """Locks the file and makes the table; False for a file of another program or of another time."""
    run = connection.execute
    # What is no UTF-8 belongs to one log, which then cannot be read; the others can.
    connection.text_factory = lambda kept: kept.decode("utf-8", "replace")
    run("PRAGMA locking_mode = EXCLUSIVE")
    # The first look at the file is also what locks it.
    tables = run("SELECT name FROM sqlite_master").fetchall()
    ((whose,), (version,)) = run("PRAGMA application_id").fetchone(), run("PRAGMA user_version").fetchone()
    if tables and (whose, version) != (OURS, VERSION):
        return False
    run("PRAGMA journal_mode = WAL")
    run("PRAGMA synchronous = FULL")
    if not tables:
        connection.executescript(
            f"BEGIN IMMEDIATE; PRAGMA application_id = {OURS}; PRAGMA user_version = {VERSION}; {_TABLE}; COMMIT"
        )
    return True
