"""The one connection to the file in which the logs are, for one thread: SQLite, one table.

The file is ours alone while it is open (`locking_mode=EXCLUSIVE`), so there is never a second connection: with two,
versions before 3.51.3 can damage a write-ahead log. That lock ends with its process, however that ends.
Nothing deleted stays behind in the file: it is overwritten, and the write-ahead log is emptied.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from cardlab.refusal import shortened
from cardlab.tables.entries import CannotOpen, Entry, Outcome, Wanted, judged

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


class Database:
    """The file at `path`, or for None the memory of this process, which ends with it.

    Raises CannotOpen; every method is one transaction, returns when that is durable, and raises sqlite3.Error when the
    file does not do what it should; then nothing is known of that transaction.
    """

    def __init__(self, path: str | Path | None) -> None:
        self._file = None if path is None else Path(os.path.realpath(path))
        try:
            if self._file is not None:
                _make(self._file)
            self._connection = sqlite3.connect(self._file or ":memory:", timeout=1, isolation_level=None)
        except OSError as problem:
            raise CannotOpen("store.no_file", file=self._told_file, why=problem.strerror or "") from None
        except sqlite3.Error as problem:
            raise self._why_not(problem) from None
        try:
            self._prepare()
        except sqlite3.Error as problem:
            self.close()
            raise self._why_not(problem) from None
        except CannotOpen:
            self.close()
            raise

    def append(self, wanted: Sequence[Wanted]) -> list[Outcome]:
        """Judges appends one after the other and writes together what is to be kept of them."""
        with _transaction(self._connection):
            found = [self._connection.execute(_FOUND, {"log": one.log, "key": one.key}).fetchone() for one in wanted]
            outcomes, entries = judged(wanted, found)
            self._connection.executemany(
                "INSERT INTO log VALUES (?, ?, ?, ?, ?)",
                [(entry.log, entry.seq, entry.key, entry.at, entry.body) for entry in entries],
            )
        return outcomes

    def read(self, log: str, after: int) -> tuple[Entry, ...]:
        """The entries of a log behind a number, in their order."""
        rows = self._connection.execute("SELECT * FROM log WHERE log = ? AND seq > ? ORDER BY seq", (log, after))
        return tuple(Entry(log, seq, key, _moment(at), str(body)) for log, seq, key, at, body in rows)

    def logs(self, prefix: str) -> tuple[tuple[str, int, float], ...]:
        """The logs whose names begin with `prefix`: name, number and time of the last entry, by name."""
        return tuple((log, seq, _moment(at)) for log, seq, at in self._connection.execute(_LOGS, {"prefix": prefix}))

    def forget(self, log: str) -> int:
        """Deletes a log; how many entries it had. Nothing of it stays in the file or in its write-ahead log."""
        with _transaction(self._connection):
            count = self._connection.execute("DELETE FROM log WHERE log = ?", (log,)).rowcount
        # Not in a transaction; overwriting it in the file itself is `secure_delete`'s work.
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        return count

    def close(self) -> None:
        """Ends the connection."""
        self._connection.close()

    @property
    def _told_file(self) -> str:
        return shortened(str(self._file), 400)

    def _why_not(self, problem: sqlite3.Error) -> CannotOpen:
        match getattr(problem, "sqlite_errorcode", 0) & 0xFF:
            case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
                return CannotOpen("store.in_use", file=self._told_file)
            case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT:
                return CannotOpen("store.no_database", file=self._told_file)
        return CannotOpen("store.no_file", file=self._told_file, why=shortened(str(problem)))

    def _prepare(self) -> None:
        """Locks the file and makes the table; a file of another program or of another time stays as it is."""
        run = self._connection.execute
        # What is no UTF-8 belongs to one log, which then cannot be read; the others can.
        self._connection.text_factory = lambda kept: kept.decode("utf-8", "replace")
        run("PRAGMA locking_mode = EXCLUSIVE")
        run("PRAGMA secure_delete = ON")
        # The first look at the file is also what locks it.
        tables = {name for (name,) in run("SELECT name FROM sqlite_master WHERE type = 'table'")}
        ((whose,), (version,)) = run("PRAGMA application_id").fetchone(), run("PRAGMA user_version").fetchone()
        if "cardlab_version" in tables or (tables and whose == OURS and version < VERSION):
            raise CannotOpen("store.older", file=self._told_file)
        if tables and whose != OURS:
            raise CannotOpen("store.not_ours", file=self._told_file)
        if tables and version > VERSION:
            raise CannotOpen("store.newer", file=self._told_file)
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = FULL")
        run("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()  # it may be of a server that was killed while forgetting
        if not tables:
            with _transaction(self._connection):
                run(f"PRAGMA application_id = {OURS}")
                run(f"PRAGMA user_version = {VERSION}")
                run(_TABLE)


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Begins a transaction at once and commits it, or takes it back if anything goes wrong, the commit included."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _moment(at: Any) -> float:
    """A moment as it is kept, which may be anything; 0 for what is none."""
    return at if isinstance(at, int | float) and 0 < at < _LAST else 0.0


def _make(file: Path) -> None:
    """A new file that only its owner can read, for there are names of learners in it.

    One that is there is left alone: if this process has it open, to close it once would end the lock on it.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
