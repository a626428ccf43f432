"""All sessions: the page of each, and the queue of pages that wait for one.

A page that was away finds its session by a secret name: after a network failure, a sleep or a reload. A page whose
session or server has ended gets a new session and repeats its messages.
"""

from __future__ import annotations

import asyncio
import gc
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias

import msgspec

from cardlab.pages.line import FrameKind
from cardlab.pages.memory import StillHere
from cardlab.pages.received import Hello, read_message
from cardlab.pages.session import LONG_MESSAGE, Session, install

KEEP_LOST: Final = 60 * 60.0
"""Seconds that the session of a page is kept after its connection was lost."""
KEEP_LEFT: Final = 30.0
"""Seconds that the session of a page is kept after it was left; a reload comes back at once."""
MAX_LEFT: Final = 64
SWEEP_INTERVAL: Final = 2.0
PAGE_MEMORY: Final = 2 * 1024**2
"""Bytes planned for a session; most sessions need a quarter of this."""
MOST_HELD: Final = 256 * 1024**2
"""Bytes that the sessions of all connected pages may keep of messages; more if `most` is large."""
OPEN_TIMEOUT: Final = 3.0
REPLAY_TIMEOUT: Final = 0.1
"""The most seconds that a new session, or one that repeats messages, holds up the next one."""
MOST_ENDED: Final = 64
"""The number of closed pages' scenes in memory before garbage is collected."""

Enter: TypeAlias = Callable[[str], None]


class Connection(Protocol):
    """The connection of an open page.

    `visitor`: whose pages are counted together, "" for no limit; `turn`: a visitor's pages take turns by this lock.
    """

    visitor: str
    turn: asyncio.Lock

    def send_message(self, message: list[Any]) -> None:
        """Send a frame."""

    def abort(self) -> None:
        """Close the connection because of a fault."""

    def let_go(self, why: str) -> None:
        """Close the connection, and tell the page why."""


@dataclass(eq=False, slots=True)
class Kept:
    """A session that is kept.

    - `name`: the secret by which its page finds it; `connection`: None while the page is away;
    - `since`: the time of its last message, or of its disconnection; `left`: whether the page was closed;
    - `first`: the digest of the first picture that the page shows; `opening`: the task that runs its cells.
    """

    name: str
    session: Session
    connection: Connection | None
    since: float
    left: bool = False
    first: str = ""
    opening: asyncio.Task[None] | None = None

    def send(self, frame: list[Any]) -> None:
        if self.connection is not None:
            self.connection.send_message(frame)


class Sessions:
    """All sessions of the server; used in the main thread and one event loop.

    - `notebooks`: the folder of the notebooks; `clock`: returns the time in seconds;
    - `most`: the number of pages that may have a session; further ones wait in the queue;
    - `enter`: called in the context of each session before its cells, with the query of its address;
    - `is_memory_low`: returns whether to close sessions of pages that are away;
    - `kept`: all sessions by name; `queue`: path, query and hello of each connection that waits for one.
    """

    def __init__(
        self,
        notebooks: Path,
        most: int,
        enter: Enter,
        *,
        is_memory_low: Callable[[], bool] = lambda: False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._is_memory_low = is_memory_low
        self.kept: dict[str, Kept] = {}
        self.connected: dict[Connection, Kept] = {}
        self.queue: OrderedDict[Connection, tuple[str, str, Hello]] = OrderedDict()
        self._notebooks = notebooks
        self._most = most
        self._enter = enter
        self._clock = clock
        self._turn = asyncio.Lock()
        self._ended = StillHere(MOST_ENDED)
        self._sweeping: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Prepare the process for sessions, and close old ones; needs the event loop."""
        install()
        self._sweeping = asyncio.get_running_loop().create_task(self._sweep_for_ever())

    async def close(self) -> None:
        if self._sweeping is not None:
            self._sweeping.cancel()
        for kept in list(self.kept.values()):
            self._close(kept)

    # Connections

    def connect(self, connection: Connection, path: str, query: str, hello: Hello) -> None:
        """Connect a page to its session if it is kept; otherwise queue it for a new one.

        Does nothing for a connection that has a session or waits for one.

        - `path`: the path of its notebook; `query`: the query of its address;
        - `hello`: its first message, whose log is used only in a new session.
        """
        if connection in self.connected or connection in self.queue:
            return
        kept = self.kept.get(hello.session)
        if kept is None or kept.session.name != path:
            self.queue[connection] = path, query, hello
            self._admit()
            return
        if kept.connection is not None:
            self.connected.pop(kept.connection, None)
            kept.send([FrameKind.ELSEWHERE])
        kept.connection, kept.since, kept.left, kept.first = connection, self._clock(), False, ""
        self.connected[connection] = kept
        line = kept.session.line
        kept.send([FrameKind.HERE, {"session": kept.name, "fresh": False, "received": line.received}])
        if kept.session.is_ready:
            line.hello(hello.last_seen)

    async def receive(self, connection: Connection, text: str) -> None:
        """Handle a message of a page; abort the connection if it is invalid."""
        kept = self.connected.get(connection)
        if kept is None:
            return
        # While a long message is decoded, garbage collections would go through its objects again and again.
        gc.disable()
        try:
            message = read_message(text)
            if message is None or not kept.session.has_room(len(text)):
                connection.abort()
                return
            kept.since = self._clock()
            await kept.session.receive(*message)
            if len(text) > LONG_MESSAGE:
                self._make_room()
        finally:
            gc.enable()

    def disconnect(self, connection: Connection, *, left: bool) -> None:
        """Handle the end of a connection; `left`: the page was closed, or is reloaded."""
        self.queue.pop(connection, None)
        kept = self.connected.pop(connection, None)
        if kept is not None:
            kept.connection, kept.since, kept.left = None, self._clock(), left
            kept.session.line.away()
            self._close_oldest(MAX_LEFT, lambda one: int(one.left))
            self._close_oldest(self._most * PAGE_MEMORY, self._size_away)
        self._admit()

    @staticmethod
    def _size_away(kept: Kept) -> int:
        return 0 if kept.connection is not None else max(PAGE_MEMORY, kept.session.size)

    def _make_room(self) -> None:
        """Close the largest connected pages until the rest is below the common limit."""
        sizes = {kept: kept.session.size for kept in self.connected.values()}
        self._close_until(max(MOST_HELD, self._most * PAGE_MEMORY), sizes, lambda kept: -sizes[kept])

    def _close_oldest(self, limit: int, size: Callable[[Kept], int]) -> None:
        """Close the oldest sessions until the sizes of all add up to at most `limit`."""
        self._close_until(limit, {kept: size(kept) for kept in self.kept.values()}, lambda kept: kept.since)

    def _close_until(self, limit: int, sizes: Mapping[Kept, int], order: Callable[[Kept], float]) -> None:
        total = sum(sizes.values())
        for kept in sorted(filter(sizes.get, sizes), key=order):
            if total <= limit:
                break
            total -= sizes[kept]
            connection = kept.connection
            self._close(kept)
            if connection is not None:
                connection.let_go("full")

    def _admit(self) -> None:
        """Give waiting pages their sessions, visitors with the fewest pages first.

        No connected page is closed for them; one visitor has at most half of all sessions.
        """
        pages = Counter(connection.visitor for connection in self.connected if connection.visitor)
        for connection in sorted(self.queue, key=lambda one: pages[one.visitor]):
            if len(self.connected) < self._most and pages[connection.visitor] < max(1, self._most // 2):
                pages[connection.visitor] += bool(connection.visitor)
                self._open(connection, *self.queue.pop(connection))
        for position, connection in enumerate(self.queue, 1):
            connection.send_message([FrameKind.WAIT, position])

    def _open(self, connection: Connection, path: str, query: str, hello: Hello) -> None:
        name = secrets.token_urlsafe(16)

        def send(frame: list[Any]) -> None:
            kept.send(frame)

        session = Session(self._notebooks, path, send, query, self._enter, connection.turn)
        kept = self.kept[name] = self.connected[connection] = Kept(name, session, connection, self._clock())
        here = {"session": name, "fresh": True, "received": 0, "restored": bool(hello.log)}
        kept.send([FrameKind.HERE, here])
        # A page that had a session shows that session's last state instead of the HTML's first picture.
        kept.first = "" if hello.session or hello.log else hello.first
        kept.opening = asyncio.get_running_loop().create_task(self._run(kept, hello.log))

    async def _run(self, kept: Kept, log: list[tuple[str, msgspec.Raw]]) -> None:
        session = kept.session
        async with self._turn:
            running = asyncio.get_running_loop().create_task(session.run(log))
            await asyncio.wait([running], timeout=REPLAY_TIMEOUT if log else OPEN_TIMEOUT)
        await running
        if kept.connection is not None:
            if kept.first and kept.first == session.first_picture().digest:
                session.line.resume()
            else:
                session.line.hello()
        await session.go_on()

    def _close(self, kept: Kept) -> None:
        self.kept.pop(kept.name, None)
        if kept.connection is not None:
            self.connected.pop(kept.connection, None)
        if kept.opening is not None:
            kept.opening.cancel()
        for scene in kept.session.close():
            self._ended.add(scene)

    # Limits

    async def _sweep_for_ever(self) -> None:
        while True:
            self.sweep(self._is_memory_low())
            await asyncio.sleep(SWEEP_INTERVAL)

    def sweep(self, memory_is_low: bool) -> None:
        """Close the sessions of pages that have been away too long.

        If memory is low, the quarter that has been away longest is closed too.
        """
        self._make_room()
        now = self._clock()
        away = sorted((kept for kept in self.kept.values() if kept.connection is None), key=lambda kept: kept.since)
        for index, kept in enumerate(away):
            is_old = now - kept.since > (KEEP_LEFT if kept.left else KEEP_LOST)
            if is_old or (memory_is_low and index <= len(away) // 4):
                self._close(kept)


def page_limit(memory: int) -> int:
    """Return how many sessions fit into half of the free `memory` bytes, at least 20.

    >>> page_limit(8 * 1024**3), page_limit(1000)
    (2048, 20)
    """
    return max(20, memory // 2 // PAGE_MEMORY)
