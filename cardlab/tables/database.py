"""The one connection to the database in which the logs are: SQLite or PostgreSQL, for one thread.

SQLAlchemy is imported with this module, so it is imported where that hurts nobody: in the thread of the store.

- SQLite: the file is ours alone while it is open (`locking_mode=EXCLUSIVE`), so there is never a second connection:
  with two, versions before 3.51.3 can damage a write-ahead log. That lock ends with its process, however that ends.
  Nothing deleted stays behind in the file: it is overwritten, and the write-ahead log is emptied.
- PostgreSQL: several servers may write. Each locks the logs that it appends to for one transaction, so what it read of
  them holds until its commit; it tells the others which logs have grown.

The table is made and brought up to date by Alembic, which is imported only when there is something to do.
"""

from __future__ import annotations

import json
import logging
import os
import secrets
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, TextClause, column, create_engine, event, make_url, table, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from cardlab.refusal import shortened
from cardlab.tables.entries import CannotOpen, Entry, Outcome, Wanted, judged

LOGGER: Final = logging.getLogger("cardlab.tables")
VERSION: Final = "1"
"""What the tables have to be like: the newest of `migrations`."""
FILE: Final = ".sqlite3"
"""A text that ends so and is no URL is the name of a file."""
CHANNEL: Final = "cardlab_tables"
"""Where PostgreSQL servers tell each other what they have written."""
_VERSIONS: Final = "cardlab_version"
"""A table of its own, so that other programs with Alembic may use the same database."""
_LOCKS: Final = 0x7AB1E
"""The first number of our advisory locks in PostgreSQL."""
_LAST: Final = 1e11
"""No moment is later, in Unix seconds: that is in the year 5138."""
_SECONDS: Final = 5
"""How long a server is waited for."""

T = TypeVar("T")

_LOG: Final = table("cardlab_log", *map(column, ("log", "seq", "key", "at", "body")))
_FOUND: Final = """
    SELECT (SELECT max(seq) FROM cardlab_log WHERE log = asked.log),
           (SELECT seq FROM cardlab_log WHERE log = asked.log AND key = asked.key)
    FROM {asked} ORDER BY asked.number"""
_READ: Final = text("SELECT log, seq, key, at, body FROM cardlab_log WHERE log = :log AND seq > :after ORDER BY seq")
# From each name to the next one by the index, so it takes as long as there are logs, however long these are.
_LOGS: Final = text("""
    WITH RECURSIVE names(log) AS (
        SELECT min(log) FROM cardlab_log WHERE log >= CAST(:prefix AS text)
        UNION ALL
        SELECT (SELECT min(log) FROM cardlab_log WHERE log > names.log) FROM names
        WHERE substr(names.log, 1, length(CAST(:prefix AS text))) = CAST(:prefix AS text)
    )
    SELECT log.log, log.seq, log.at FROM names JOIN cardlab_log AS log ON log.log = names.log
    WHERE log.seq = (SELECT max(seq) FROM cardlab_log WHERE log = names.log)
      AND substr(names.log, 1, length(CAST(:prefix AS text))) = CAST(:prefix AS text)
    ORDER BY log.log""")
_FORGET: Final = text("DELETE FROM cardlab_log WHERE log = :log")


def opened(url: str) -> Database:
    """The database at `url`, or in the file of that name, with its table up to date. Raises CannotOpen."""
    try:
        is_file = "://" not in url and url.endswith(FILE)
        where = URL.create("sqlite", database=url) if is_file else make_url(url)
        match where.drivername:
            case "sqlite" | "sqlite+pysqlite":
                return SQLite(where)
            case "postgresql" | "postgres" | "postgresql+psycopg":
                return PostgreSQL(where.set(drivername="postgresql+psycopg"))
    except (ArgumentError, ValueError) as problem:
        if isinstance(problem, CannotOpen):
            raise
        raise CannotOpen("store.bad_url") from None  # what it says may hold a password
    raise CannotOpen("store.unknown_kind", kind=shortened(where.drivername))


class Database(ABC):
    """One connection, taken up again when it is lost; every method is one transaction and returns when that is durable.

    Raises SQLAlchemyError when the database does not do what it should; then nothing is known of that transaction.
    """

    asked: TextClause
    """For each of some appends where its log ends, and the number under which its key is kept."""

    def __init__(self, url: URL, **options: Any) -> None:
        self._passwords = {url.password, *(url.query.get(name) for name in ("password", "sslpassword"))} - {None, ""}
        self._connection: Connection | None = None
        self._engine = create_engine(url, poolclass=NullPool, hide_parameters=True, **options)
        event.listen(self._engine, "connect", lambda connection, _: self._prepare(connection))
        event.listen(self._engine, "begin", self._begin)
        try:
            self._run(self._bring_up_to_date)
        except BaseException:
            self.close()
            raise

    # What it does

    def append(self, wanted: Sequence[Wanted]) -> list[Outcome]:
        """Judges appends one after the other and writes together what is to be kept of them."""

        def work(connection: Connection) -> list[Outcome]:
            found = connection.execute(self.asked, self._question(connection, wanted)).all()
            outcomes, entries = judged(wanted, [(end, seq) for end, seq in found])
            if entries:
                self._insert(connection, entries)
                self._tell(connection, {entry.log: entry.seq for entry in entries})
            return outcomes

        return self._run(work)

    def read(self, log: str, after: int) -> tuple[Entry, ...]:
        """The entries of a log behind a number, in their order."""
        rows = self._run(lambda connection: connection.execute(_READ, {"log": log, "after": after}).all())
        return tuple(Entry(log, seq, key, _moment(at), str(body)) for log, seq, key, at, body in rows)

    def logs(self, prefix: str) -> tuple[tuple[str, int, float], ...]:
        """The logs whose names begin with `prefix`: name, number and time of the last entry, by name."""
        rows = self._run(lambda connection: connection.execute(_LOGS, {"prefix": prefix}).all())
        return tuple((log, seq, _moment(at)) for log, seq, at in rows)

    def forget(self, log: str) -> int:
        """Deletes a log; how many entries it had."""

        def work(connection: Connection) -> int:
            self._lock(connection, [log])
            count = connection.execute(_FORGET, {"log": log}).rowcount
            self._tell(connection, {log: 0})
            return count

        return self._run(work)

    def close(self) -> None:
        """Ends the connection."""
        self._let_go()
        self._engine.dispose()

    def told(self, problem: BaseException) -> str:
        """What the database says went wrong, for the server's own log, in one line and without a password."""
        said = str(problem.orig if isinstance(problem, DBAPIError) else problem)
        for password in self._passwords:
            said = said.replace(str(password), "***")
        return f"{type(problem).__name__}: {shortened(' '.join(said.split()), 400)}"

    # What the two do each in its way

    @abstractmethod
    def _prepare(self, connection: Any) -> None:
        """Settings of a new connection, as its driver hands it over."""

    @abstractmethod
    def _begin(self, connection: Connection) -> None:
        """Begins a transaction, where the driver does not."""

    @abstractmethod
    def _question(self, connection: Connection, wanted: Sequence[Wanted]) -> Mapping[str, Any]:
        """What `asked` is asked with; locks the logs first where others may write them."""

    @abstractmethod
    def _insert(self, connection: Connection, entries: Sequence[Entry]) -> None: ...

    @abstractmethod
    def _lock(self, connection: Connection, logs: Sequence[str]) -> None:
        """Keeps everybody else from these logs until the transaction ends."""

    @abstractmethod
    def _tell(self, connection: Connection, ends: Mapping[str, int]) -> None:
        """Tells other servers, if the transaction is committed, where these logs end now."""

    # The connection

    def _run(self, work: Callable[[Connection], T]) -> T:
        """Does `work` in one transaction; once more, on a new connection, if the old one was dead before the commit."""
        for is_second in (False, True):
            is_done = False
            try:
                if self._connection is None:
                    self._connection = self._engine.connect()
                with self._connection.begin():
                    done = work(self._connection)
                    is_done = True
                return done
            except SQLAlchemyError as problem:
                is_lost = isinstance(problem, DBAPIError) and problem.connection_invalidated
                if is_lost:
                    self._let_go()
                # Whether a commit that was not answered holds is known only by asking for its keys.
                if not is_lost or is_done or is_second:
                    raise
        raise AssertionError("two tries are all")

    def _let_go(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.close()
            except SQLAlchemyError as problem:
                LOGGER.info("closing: %s", self.told(problem))

    def _bring_up_to_date(self, connection: Connection) -> None:
        """Makes the table, or changes it into what it has to be; raises CannotOpen if it is from a later time."""
        self._lock(connection, [_VERSIONS])
        has_version = self._engine.dialect.has_table(connection, _VERSIONS)
        found = connection.scalar(text(f"SELECT version_num FROM {_VERSIONS}")) if has_version else None
        if found == VERSION:
            return
        try:
            from alembic import command
            from alembic.config import Config
            from alembic.script import ScriptDirectory
        except ImportError:
            raise CannotOpen("store.not_installed") from None

        config = Config(attributes={"connection": connection, "version_table": _VERSIONS})
        config.set_main_option("script_location", "cardlab.tables:migrations")
        if found is not None:
            if found not in {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}:
                raise CannotOpen("store.newer", found=shortened(str(found)), known=VERSION)
        command.upgrade(config, VERSION)


class SQLite(Database):
    """A file, or for a URL without one the memory of this process, which ends with it."""

    asked = text(
        _FOUND.format(
            asked="(SELECT key AS number, json_extract(value, '$[0]') AS log, json_extract(value, '$[1]') AS key"
            " FROM json_each(:asked)) AS asked"
        )
    )

    def __init__(self, url: URL) -> None:
        if url.query or url.host or url.username:
            raise CannotOpen("store.bad_url")
        self._file = None if url.database in (None, "", ":memory:") else Path(os.path.realpath(str(url.database)))
        try:
            if self._file is not None:
                _make(self._file)
                url = url.set(database=str(self._file))
            super().__init__(url, connect_args={"timeout": 1})
        except OSError as problem:
            raise CannotOpen(
                "store.no_file", file=shortened(str(self._file), 400), why=problem.strerror or ""
            ) from None
        except DBAPIError as problem:
            raise self._why_not(problem) from None

    def forget(self, log: str) -> int:
        """Deletes a log; nothing of it stays in the file or in the write-ahead log beside it."""
        count = super().forget(log)
        if self._connection is not None:
            # Not in a transaction; overwriting it in the file itself is `secure_delete`'s work.
            self._connection.connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return count

    def _why_not(self, problem: DBAPIError) -> CannotOpen:
        file = shortened(str(self._file), 400)
        match getattr(problem.orig, "sqlite_errorcode", 0) & 0xFF:
            case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
                return CannotOpen("store.in_use", file=file)
            case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT:
                return CannotOpen("store.no_database", file=file)
        return CannotOpen("store.no_file", file=file, why=shortened(str(problem.orig)))

    def _prepare(self, connection: sqlite3.Connection) -> None:
        # What is no UTF-8 belongs to one log, which then cannot be read; the others can.
        connection.text_factory = lambda kept: kept.decode("utf-8", "replace")
        connection.isolation_level = None  # the driver begins no transactions of its own: see `_begin`
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA secure_delete = ON")
        # A file of another program is not ours to write into. The first look at it is also what locks it.
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if tables and _VERSIONS not in tables:
            raise CannotOpen("store.not_ours", file=shortened(str(self._file), 400))
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # it may be of a server that was killed while forgetting

    def _begin(self, connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    def _lock(self, connection: Connection, logs: Sequence[str]) -> None:
        """Nobody else can write."""

    def _tell(self, connection: Connection, ends: Mapping[str, int]) -> None:
        """Nobody else is there."""

    def _question(self, connection: Connection, wanted: Sequence[Wanted]) -> Mapping[str, Any]:
        return {"asked": json.dumps([(one.log, one.key) for one in wanted])}

    def _insert(self, connection: Connection, entries: Sequence[Entry]) -> None:
        connection.execute(_LOG.insert(), [_row(entry) for entry in entries])


class PostgreSQL(Database):
    """A database on a server, which other servers of the course may use as well."""

    asked = text(
        _FOUND.format(
            asked="unnest(CAST(:logs AS text[]), CAST(:keys AS text[])) WITH ORDINALITY AS asked(log, key, number)"
        )
    )

    def __init__(self, url: URL) -> None:
        self.name = secrets.token_urlsafe(8)
        """By which others know who it was that wrote."""
        host = url.host or str(url.query.get("host", "localhost"))
        self._where = shortened(f"{host}{f':{url.port}' if url.port else ''}/{url.database or ''}")
        settings = {
            "connect_timeout": _SECONDS,
            "application_name": "cardlab",
            # So that a line that is cut without a word is noticed.
            "keepalives_idle": _SECONDS,
            "keepalives_interval": 2,
            "keepalives_count": 2,
            "tcp_user_timeout": _SECONDS * 1000,
        }
        self.arguments: Mapping[str, Any] = {}
        """With what psycopg connects."""
        try:
            super().__init__(url, connect_args=settings)
            self.arguments = {**self._engine.dialect.create_connect_args(url)[1], **settings}
        except ImportError:
            raise CannotOpen("store.no_driver") from None
        except OperationalError as problem:
            if problem.statement is None:  # no connection
                raise CannotOpen("store.no_server", where=self._where) from None
            raise CannotOpen("store.refused", where=self._where, why=self.told(problem)) from None
        except SQLAlchemyError as problem:
            raise CannotOpen("store.refused", where=self._where, why=self.told(problem)) from None

    def _prepare(self, connection: Any) -> None:
        with connection.cursor() as cursor:
            # A server that stops in the middle of something may not stop the others.
            cursor.execute(f"SET lock_timeout = '{_SECONDS}s'")
            cursor.execute(f"SET idle_in_transaction_session_timeout = '{_SECONDS}s'")
            # Acknowledged is durable, whatever the server was told for others.
            cursor.execute("SHOW synchronous_commit")
            if cursor.fetchone() == ("off",):
                cursor.execute("SET synchronous_commit = on")
        connection.commit()

    def _begin(self, connection: Connection) -> None:
        """Its driver does, with the first command."""

    def _question(self, connection: Connection, wanted: Sequence[Wanted]) -> Mapping[str, Any]:
        self._lock(connection, [one.log for one in wanted])
        return {"logs": [one.log for one in wanted], "keys": [one.key for one in wanted]}

    def _lock(self, connection: Connection, logs: Sequence[str]) -> None:
        # Everybody takes them in the order of their numbers, so nobody waits in a circle.
        numbers = sorted({int.from_bytes(blake2b(log.encode(), digest_size=4).digest(), signed=True) for log in logs})
        connection.execute(
            text("SELECT pg_advisory_xact_lock(:ours, number) FROM unnest(CAST(:numbers AS int[])) AS number"),
            {"ours": _LOCKS, "numbers": numbers},
        )

    def _insert(self, connection: Connection, entries: Sequence[Entry]) -> None:
        columns = zip(*map(_values, entries), strict=True)
        connection.execute(
            text(
                "INSERT INTO cardlab_log (log, seq, key, at, body) SELECT * FROM unnest(CAST(:log AS text[]),"
                " CAST(:seq AS bigint[]), CAST(:key AS text[]), CAST(:at AS float8[]), CAST(:body AS text[]))"
            ),
            dict(zip(("log", "seq", "key", "at", "body"), map(list, columns), strict=True)),
        )

    def _tell(self, connection: Connection, ends: Mapping[str, int]) -> None:
        connection.execute(
            text("SELECT pg_notify(:channel, told) FROM unnest(CAST(:told AS text[])) AS told"),
            {"channel": CHANNEL, "told": [f"{self.name} {last} {log}" for log, last in ends.items()]},
        )


def _moment(at: Any) -> float:
    """A moment as it is kept, which in SQLite may be anything; 0 for what is none."""
    return at if isinstance(at, int | float) and 0 < at < _LAST else 0.0


def _values(entry: Entry) -> tuple[str, int, str, float, str]:
    return entry.log, entry.seq, entry.key, entry.at, entry.body


def _row(entry: Entry) -> dict[str, Any]:
    return dict(zip(("log", "seq", "key", "at", "body"), _values(entry), strict=True))


def _make(file: Path) -> None:
    """A new file that only its owner can read, for there are names of learners in it.

    One that is there is left alone: if this process has it open, to close it once would end the lock on it.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
