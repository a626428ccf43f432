"""The event store: append-only logs in one table of an SQLite file.

When `append` returns, its events are on the disk. One thread uses the only connection, so the event loop never blocks.

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
from typing import Any, Final, Self, TypeAlias, TypeVar

from cardlab.phrasing.catalogue import say
from cardlab.refusal import shortened

APPLICATION_ID: Final = 0x63617264
"""The `application_id` in the header of our SQLite files."""
SCHEMA_VERSION: Final = 4
"""The version of the table's schema; files of another version are refused."""
_TABLE: Final = """
    CREATE TABLE log (
        log TEXT NOT NULL, seq INTEGER NOT NULL, key TEXT, at REAL NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (log, seq), UNIQUE (log, key)
    )"""
_SELECT_RECENT: Final = """
    SELECT substr(log, instr(log, ':') + 1) FROM log WHERE log LIKE ? || ':%' AND instr(body, ?) GROUP BY log
    HAVING max(CAST(at AS REAL)) > ? ORDER BY max(CAST(at AS REAL))"""

T = TypeVar("T")
_Append: TypeAlias = tuple[str, int, str, tuple[str, ...], float]
"""An append that waits: log, expected version, key, bodies, and the time in Unix seconds."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An entry: its number from 1, its message's key or None, and its event as JSON."""

    version: int
    key: str | None
    body: str


class CannotOpen(ValueError):
    """The error if a store cannot be opened: a sentence, and its catalogue key."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(say(code, **facts))
        self.code = code


class StoreTrouble(Exception):
    """The error if an operation failed, or may have; appends can then be repeated."""


def default_file() -> Path:
    """Return the default file, in the data folder of the user who runs the server."""
    import platformdirs

    return Path(platformdirs.user_data_dir("cardlab")) / "tables.sqlite3"


class Store:
    """The logs in one file; `clock` returns the time in Unix seconds.

    Methods that read or write raise StoreTrouble if the file cannot be used, or is not open yet.
    """

    def __init__(self, file: str | Path, clock: Callable[[], float] = time.time) -> None:
        self._file, self._clock = file, clock
        self._connection: sqlite3.Connection | None = None
        self._thread = ThreadPoolExecutor(1, "cardlab-store")
        self._waiting: list[tuple[_Append, asyncio.Future[bool]]] = []
        self._writer: asyncio.Task[None] | None = None

    async def open(self) -> Self:
        """Open the file unless it is open, and return the store; the file is created if necessary.

        Raises CannotOpen if the file cannot be created, is not a store, is in use by another server or has another
        schema version; the file is then unchanged.
        """
        if self._connection is None:
            self._connection = await asyncio.to_thread(_connect, self._file)
        return self

    async def append(self, log: str, expected_version: int, key: str, bodies: Sequence[str]) -> bool:
        """Append all these entries to a log, or none of them.

        - `log`: its name, such as "table:FHKMRT"; `expected_version`: its number of entries before, 0 for a new log;
        - `key`: the key of the message, "" for none; `bodies`: the events, as JSON text.

        Returns True once the entries are durable; False if the log has the key already or is at another version.
        A cancelled call may still append the entries.
        """
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append(((log, expected_version, key, tuple(bodies), self._clock()), done))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write())
        return await done

    async def _write(self) -> None:
        """Write the waiting appends until none is left, several in one transaction."""
        while self._waiting:
            batch, self._waiting = self._waiting, []
            answers: Sequence[bool | StoreTrouble]
            try:
                answers = await self._run(partial(_append_all, batch=[sent for sent, _ in batch]))
            except StoreTrouble as trouble:
                answers = [trouble] * len(batch)
            for (_, done), answer in zip(batch, answers, strict=True):
                if done.done():  # it may have been cancelled
                    continue
                done.set_exception(answer) if isinstance(answer, StoreTrouble) else done.set_result(answer)

    async def read(self, log: str, after: int = 0) -> tuple[LogEntry, ...]:
        """Return the entries of a log after version `after`, in order."""
        query = "SELECT seq, key, CAST(body AS TEXT) FROM log WHERE log = ? AND seq > ? ORDER BY seq"
        rows = await self._run(lambda connection: connection.execute(query, (log, after)).fetchall())
        return tuple(LogEntry(*row) for row in rows)

    async def recent(self, kind: str, since: float = -1.0, text: str = "") -> list[str]:
        """Return the codes of the logs with an entry after `since`, the latest last.

        `kind`: what their names begin with, such as "table"; `since`: in Unix seconds; `text`: a part of its event.
        """
        rows = await self._run(lambda connection: connection.execute(_SELECT_RECENT, (kind, text, since)).fetchall())
        return [code for (code,) in rows]

    async def close(self) -> None:
        """Write the waiting appends, then close the file."""
        if self._writer is not None:
            await self._writer
        await asyncio.to_thread(self._thread.shutdown)
        if self._connection is not None:
            self._connection.close()

    async def _run(self, operation: Callable[[sqlite3.Connection], T]) -> T:
        try:
            assert self._connection is not None, "the file is not open"
            return await asyncio.get_running_loop().run_in_executor(self._thread, operation, self._connection)
        except Exception as problem:  # every caller needs an answer, or it would wait for ever
            raise StoreTrouble(shortened(f"{type(problem).__name__}: {problem}", 400)) from problem


def _append_all(connection: sqlite3.Connection, batch: Sequence[_Append]) -> list[bool]:
    """Do these appends in one transaction; return for each whether it was possible."""
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
            except sqlite3.IntegrityError:  # the log has the key already
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
    """Create the file if missing; only its owner can read it, since it holds names.

    An existing file is not opened: if this process has it open, closing it again would end the lock on it.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def _prepare(connection: sqlite3.Connection) -> bool:
    """Lock the file and create its table; return False for a file of another kind."""
    run = connection.execute
    # So a text that isn't UTF-8 makes only its own log unreadable.
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
