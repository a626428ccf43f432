"""The event store: append-only logs in one table of an SQLite file.

When `append` returns, its events are on the disk. One thread holds the only connection, so the event loop never blocks.

The file is locked while it is open (`locking_mode=EXCLUSIVE`), so there is never a second connection: with two, SQLite
before 3.51.3 can damage a write-ahead log. The lock ends with the process.
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
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

from cardlab.phrasing.catalogue import say
from cardlab.refusal import shortened

APPLICATION_ID: Final = 0x63617264
"""Identifies our files to SQLite."""
SCHEMA_VERSION: Final = 4
"""Version of the table's schema; files with another version are refused."""
_TABLE: Final = """
    CREATE TABLE log (
        log TEXT NOT NULL, seq INTEGER NOT NULL, key TEXT, at REAL NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (log, seq), UNIQUE (log, key)
    )"""
_SELECT_RECENT: Final = """
    SELECT substr(log, instr(log, ':') + 1) FROM log WHERE log LIKE ? || ':%' GROUP BY log
    HAVING max(CAST(at AS REAL)) > ? ORDER BY max(CAST(at AS REAL))"""

T = TypeVar("T")
_Append: TypeAlias = tuple[str, int, str, tuple[str, ...], float]
"""Arguments of an append: log, expected version, key, bodies, and the time in Unix seconds."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One entry of a log.

    - `version`: the version of the log with this entry: 1, 2, 3, ...;
    - `key`: key of the message that led to it, unique in its log, or None;
    - `body`: the event, as JSON text.
    """

    version: int
    key: str | None
    body: str


class CannotOpen(ValueError):
    """A store cannot be opened; the message is a sentence for the operator, `code` its key in the catalogue."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(say(code, **facts))
        self.code = code


class StoreTrouble(Exception):
    """An operation failed, or may have failed; an append can be repeated under the same key."""


def default_file() -> Path:
    """The default file, in the data folder of the user who runs the server."""
    import platformdirs

    return Path(platformdirs.user_data_dir("cardlab")) / "tables.sqlite3"


class Store:
    """Logs in a file, made by `open`. Every method raises StoreTrouble if the file cannot be used."""

    def __init__(self, connection: sqlite3.Connection, clock: Callable[[], float]) -> None:
        self._connection, self._clock = connection, clock
        self._thread = ThreadPoolExecutor(1, "cardlab-store")
        self._waiting: list[tuple[_Append, asyncio.Future[bool]]] = []
        self._writer: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, file: str | Path, clock: Callable[[], float] = time.time) -> Store:
        """Open the store in this file, created if necessary; `clock` returns the time in Unix seconds.

        Raises CannotOpen if the file cannot be created, is no store, is in use by another server or has another schema
        version; an existing file is not changed then.
        """
        return cls(await asyncio.to_thread(_connect, file), clock)

    async def append(self, log: str, expected_version: int, key: str, bodies: Sequence[str]) -> bool:
        """Append entries to a log, all or none.

        Args:
            log: Name of the log: its kind and code, "table:FHKMRT".
            expected_version: Version of the log before these entries, 0 for a new log.
            key: Key of the message, "" for none.
            bodies: The events, as JSON texts.

        Returns:
            True once the entries are durable; False if the key is in the log or the log has another version.
            A cancelled call may have appended the entries.
        """
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append(((log, expected_version, key, tuple(bodies), self._clock()), done))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write())
        return await done

    async def _write(self) -> None:
        """Write the waiting entries, in one transaction all that arrived during the previous one."""
        while self._waiting:
            batch, self._waiting = self._waiting, []
            waiting = [done for _, done in batch]
            try:
                answers = await self._run(partial(_append_all, batch=[sent for sent, _ in batch]))
            except StoreTrouble as trouble:
                for done in waiting:
                    if not done.done():  # else cancelled
                        done.set_exception(trouble)
            else:
                for done, answer in zip(waiting, answers, strict=True):
                    if not done.done():
                        done.set_result(answer)

    async def read(self, log: str, after: int = 0) -> tuple[LogEntry, ...]:
        """The entries of a log behind version `after`, in order; none if there is no such log."""
        query = "SELECT seq, key, CAST(body AS TEXT) FROM log WHERE log = ? AND seq > ? ORDER BY seq"
        rows = await self._run(lambda connection: connection.execute(query, (log, after)).fetchall())
        return tuple(LogEntry(*row) for row in rows)

    async def recent(self, kind: str, since: float = -1.0) -> list[str]:
        """The codes of the logs of a kind with an entry after `since`, in Unix seconds; the latest last."""
        rows = await self._run(lambda connection: connection.execute(_SELECT_RECENT, (kind, since)).fetchall())
        return [code for (code,) in rows]

    async def close(self) -> None:
        """Write what is waiting, then close the connection."""
        if self._writer is not None:
            await self._writer
        await asyncio.to_thread(self._thread.shutdown)
        self._connection.close()

    async def _run(self, operation: Callable[[sqlite3.Connection], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, operation, self._connection)
        except Exception as problem:  # whatever it is, nobody may wait for ever
            raise StoreTrouble(shortened(f"{type(problem).__name__}: {problem}", 400)) from problem


def _append_all(connection: sqlite3.Connection, batch: Sequence[_Append]) -> list[bool]:
    """Do these appends in one transaction, so that the disk is waited for once; returns which were possible."""
    answers = []
    with connection:
        for log, expected_version, key, bodies, at in batch:
            (version,) = connection.execute("SELECT coalesce(max(seq), 0) FROM log WHERE log = ?", (log,)).fetchone()
            is_next = version == expected_version
            rows = [
                (log, expected_version + n, key if key and n == 1 else None, at, body)
                for n, body in enumerate(bodies, 1)
            ]
            try:
                connection.executemany("INSERT INTO log VALUES (?, ?, ?, ?, ?)", rows if is_next else ())
            except sqlite3.IntegrityError:  # the key of the first row is there already
                is_next = False
            answers.append(is_next)
    return answers


# The file


def _connect(path: str | Path) -> sqlite3.Connection:
    """Open, lock and prepare the file. Raises CannotOpen."""
    file = Path(os.path.realpath(path))
    connection: sqlite3.Connection | None = None
    code, why = "store.not_ours", ""
    try:
        _create_file(file)
        connection = sqlite3.connect(file, timeout=1, check_same_thread=False)
        if _prepare(connection):
            return connection
    except (OSError, sqlite3.Error) as problem:
        code = _ERROR_KEYS.get(getattr(problem, "sqlite_errorcode", 0) & 0xFF, "store.no_file")
        why = shortened(getattr(problem, "strerror", None) or str(problem))
    if connection is not None:
        connection.close()
    raise CannotOpen(code, file=shortened(str(file), 400), why=why)


_ERROR_KEYS: Final = {
    sqlite3.SQLITE_BUSY: "store.in_use",
    sqlite3.SQLITE_LOCKED: "store.in_use",
    sqlite3.SQLITE_NOTADB: "store.not_ours",
    sqlite3.SQLITE_CORRUPT: "store.not_ours",
}


def _create_file(file: Path) -> None:
    """Create the file, readable by its owner only since it holds names of learners.

    An existing file is not opened: if this process has it open, closing it again would end the lock on it.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def _prepare(connection: sqlite3.Connection) -> bool:
    """Lock the file and create the table; returns False for a file of another program or schema version."""
    run = connection.execute
    # A text that is no UTF-8 makes one log unreadable, not the whole file.
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    run("PRAGMA locking_mode = EXCLUSIVE")
    # The first statement that reads the file locks it.
    tables = run("SELECT name FROM sqlite_master").fetchall()
    ((application_id,), (version,)) = run("PRAGMA application_id").fetchone(), run("PRAGMA user_version").fetchone()
    if tables and (application_id, version) != (APPLICATION_ID, SCHEMA_VERSION):
        return False
    run("PRAGMA journal_mode = WAL")
    run("PRAGMA synchronous = FULL")
    if not tables:
        connection.executescript(
            f"BEGIN IMMEDIATE; PRAGMA application_id = {APPLICATION_ID}; "
            f"PRAGMA user_version = {SCHEMA_VERSION}; {_TABLE}; COMMIT"
        )
    return True
