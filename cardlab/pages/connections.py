"""The WebSocket of an open page: admission, rate limit, heartbeat, back pressure.

Subclasses define the messages. Every few seconds the server sends each page `[]`, so that the page notices when the
server is gone. It also sends a ping, which browsers answer by themselves.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
import zlib
from collections.abc import Callable, Collection
from contextlib import suppress
from http import HTTPStatus
from typing import Any, ClassVar, Final, Literal
from weakref import WeakValueDictionary

import tornado.web
import tornado.websocket
from tornado.httputil import HTTPServerRequest

from cardlab.pages.allowed_hosts import is_own_origin
from cardlab.pages.line import FrameKind, to_json
from cardlab.pages.memory import StillHere
from cardlab.pages.received import LEAVE, Hello, read_hello

HEARTBEAT_INTERVAL: Final = 5.0
"""Seconds between two heartbeats of a connection; `SILENCE` and `ASLEEP` in `js/connection.js` are longer."""
HEARTBEAT_CHECK: Final = 0.25
"""Seconds between two looks for connections whose heartbeat is due."""
MAX_UNSENT: Final = 8 * 1024**2
"""Bytes that may be buffered for a slow page before its connection is aborted."""
MAX_UNSENT_OF_ALL: Final = 256 * 1024**2
"""Bytes that may be buffered for all pages before the connection of the slowest is aborted."""
MAX_FILES: Final = 65536
"""The limit of open files that we ask the system for."""
MOST_ENDED: Final = 200
"""The number of closed connections in memory before garbage is collected; each holds a compressor."""
LOG: Final = logging.getLogger("cardlab.pages")


class RateLimit:
    """A token bucket: `burst` messages at once, then `rate` per second.

    Each 8 KiB in a message counts as one more message. `clock` returns the time in seconds.
    """

    def __init__(self, burst: int, rate: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._burst = burst
        self._rate = rate
        self._clock = clock
        self._tokens = float(burst)
        self._updated = clock()

    def is_over(self) -> bool:
        """Return whether one more message is too many; count it if it isn't."""
        is_over = self._tokens + (self._clock() - self._updated) * self._rate < 1
        if not is_over:
            self.take()
        return is_over

    def take(self, size: int = 0) -> float:
        """Count a message of `size` bytes; return the seconds to wait until the next one."""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._updated) * self._rate) - 1 - size / 8192
        self._updated = now
        return max(0.0, -self._tokens / self._rate)


class ConnectionServer(tornado.web.Application):
    """A web application with the open connections of its pages."""

    def __init__(self, handlers: list[Any], **settings: Any) -> None:
        self.connections: set[PageConnection] = set()
        self.unsent = 0
        self.max_connections = MAX_FILES
        self.ended = StillHere(MOST_ENDED)
        self.turns = WeakValueDictionary[str, asyncio.Lock]()
        """A lock for each visitor: one message at a time, however many pages the visitor has."""
        self.pages = WeakValueDictionary[str, PageConnection]()
        """The newest connection of each page with a `SharedConnection`, by the page's name."""
        super().__init__(handlers, **settings)

    def redirect_for(self, request: HTTPServerRequest) -> str | None:
        """Return where to redirect a request: "" to accept it, None to refuse it."""
        raise NotImplementedError

    def visitor(self, request: HTTPServerRequest) -> str:
        """Return the visitor whose pages are counted together; "" for no limit."""
        return ""

    def note_end(self, connection: PageConnection) -> None:
        """Note the end of a connection."""
        self.ended.add(connection)


class PageConnection(tornado.websocket.WebSocketHandler):
    """The connection of an open page, which is then in `application.connections`.

    `visitor`: who has opened it, "" if this visitor's pages are not counted; `path`: the path of the page.
    """

    application: ConnectionServer
    visitor = path = ""
    BURST: ClassVar[int] = 300
    RATE: ClassVar[int] = 60
    """The limits of `RateLimit` for the page's messages; further ones are read later."""
    MAX_MESSAGE: ClassVar[int] = 64 * 1024
    """The longest message in bytes, decompressed; a longer one aborts the connection."""
    COMPRESSION: ClassVar[int] = 6
    PING_TIMEOUT: ClassVar[float] = 25.0
    """Seconds until a ping must be answered: several heartbeats, as a large message may delay the answer."""

    def initialize(self, **attributes: Any) -> None:
        """Set the arguments of the route as attributes."""
        vars(self).update(attributes)
        self._is_over = False
        self.unsent = 0
        """Bytes that are buffered for the page."""
        self._said: list[bytes] = []
        self._rate_limit = RateLimit(self.BURST, self.RATE)
        # Spread the heartbeats of pages that reconnect together, such as after a restart.
        self._next_heartbeat = time.monotonic() + random.uniform(0, HEARTBEAT_INTERVAL)
        self._pinged: float | None = None

    async def refusal(self) -> int:
        """Return the HTTP status that refuses the connection, or 0 to accept it."""
        return 0

    async def get(self, *args: Any, **kwargs: Any) -> None:
        server, request = self.application, self.request
        self.visitor = server.visitor(request)
        self.turn = server.turns.setdefault(self.visitor, asyncio.Lock()) if self.visitor else asyncio.Lock()
        is_full = len(server.connections) >= server.max_connections
        try:
            if not self.check_origin(request.headers.get("Origin")) or server.redirect_for(request) != "":
                status = 403
            else:
                status = 503 if is_full else await self.refusal()
        except Exception as error:
            LOG.info("%s: %s", request.path, error)
            status = 503
        try:
            if not status:
                await super().get(*args, **kwargs)
        except Exception as error:
            # Tornado raises if it cannot accept the offered compression, or cannot decompress a message.
            is_open = self.get_status() == HTTPStatus.SWITCHING_PROTOCOLS
            if is_open and not isinstance(error, zlib.error):
                raise
            LOG.info("%s: %s", request.path, error)
            status = 0 if is_open else 400
        if status:
            self.set_status(status)
            self.finish()

    def check_origin(self, origin: str | None) -> bool:
        return is_own_origin(origin, self.request.host)

    def get_compression_options(self) -> dict[str, Any]:
        return {"compression_level": self.COMPRESSION, "mem_level": 4}

    @property
    def max_message_size(self) -> int:
        return self.MAX_MESSAGE

    def open(self, *_path: str) -> None:
        self.set_nodelay(True)
        self.application.connections.add(self)

    async def receive(self, message: str | bytes) -> None:
        """Handle a message of the page; abort if it cannot be one."""
        if message == LEAVE:
            self.end(left=True)
        elif isinstance(message, bytes):
            self.abort()
        elif not message.startswith("{"):
            await self.hear(message)
        elif (hello := read_hello(message)) is None:
            self.abort()
        else:
            await self.greet(hello)

    async def greet(self, hello: Hello) -> None:
        """Handle the first message of the page, which may be repeated."""

    async def hear(self, message: str) -> None:
        """Handle any other message."""

    def on_message(self, message: str | bytes) -> asyncio.Future[None]:
        """Return a future that ends when Tornado may read the next message."""
        handled = asyncio.get_running_loop().create_future()
        task = asyncio.create_task(self._in_turn(message))

        def end(_: object) -> None:
            fault = None if task.cancelled() else task.exception()
            handled.set_result(None) if fault is None else handled.set_exception(fault)

        task.add_done_callback(end)
        return handled

    async def _in_turn(self, message: str | bytes) -> None:
        size = len(message)
        async with self.turn:
            if not self._is_over:
                await self.receive(message)
            self._send_said()  # the answer is sent before other pages have their turn
            del message  # free it while we wait
            await asyncio.sleep(0)  # waiting messages of other pages come first
        if (pause := self._rate_limit.take(size)) > 0:
            await asyncio.sleep(pause)

    def send_frame(self, payload: bytes) -> None:
        """Send a text frame; abort the connection if too much is buffered."""
        if self._is_over:
            return
        try:
            sent = self.write_message(payload)
        except tornado.websocket.WebSocketClosedError:
            return
        self.unsent += len(payload)
        self.application.unsent += len(payload)
        sent.add_done_callback(lambda done: self._on_sent(len(payload), done))
        if self.unsent > MAX_UNSENT:
            self.abort()
        elif self.application.unsent > MAX_UNSENT_OF_ALL:
            max(self.application.connections, key=lambda one: one.unsent).abort()

    def send_message(self, message: list[Any]) -> None:
        """Send a frame in one message with all others of this turn of the event loop."""
        self._said.append(to_json(message))
        if len(self._said) == 1:
            asyncio.get_running_loop().call_soon(self._send_said)

    def _send_said(self) -> None:
        said, self._said = self._said, []
        if said:
            self.send_frame(b"[" + b",".join(said) + b"]")

    def _on_sent(self, size: int, done: asyncio.Future[None]) -> None:
        done.cancelled() or done.exception()
        if not self._is_over:
            self.unsent -= size
            self.application.unsent -= size

    def heartbeat(self, now: float) -> None:
        """Send a heartbeat if it is due; abort if a ping was not answered in time."""
        stream = self.ws_connection.stream if self.ws_connection is not None else None
        if stream is None or self._is_over:
            return
        if self._pinged is not None and not stream.reading():
            self._pinged = now  # a message is being handled, and the pong may wait behind it
        if self._pinged is not None and now - self._pinged > self.PING_TIMEOUT:
            self.abort()
        elif now >= self._next_heartbeat:
            self._next_heartbeat = now + HEARTBEAT_INTERVAL
            self.send_frame(b"[]")
            with suppress(tornado.websocket.WebSocketClosedError):
                self.ping()
                self._pinged = self._pinged or now

    def on_pong(self, data: bytes) -> None:
        self._pinged = None

    def abort(self) -> None:
        """Close the connection because of a fault. The page may reconnect."""
        self.end(left=False)
        self.close(1008)

    def expel(self, why: Literal["", "ended"]) -> None:
        """Tell the page that its visitor is no longer admitted, and `why` (see `FrameKind.OVER`), and close it."""
        self.let_go(why)

    def let_go(self, why: str) -> None:
        """Close the connection, and tell the page `why` (see `FrameKind.OVER`)."""
        self.send_message([FrameKind.OVER, why])
        self._send_said()
        self.end(left=True)
        self.close(1000)

    def on_close(self) -> None:
        self.end(left=False)

    def end(self, *, left: bool) -> None:
        """End the connection; `left`: the page was closed and won't reconnect."""
        if not self._is_over:
            self._is_over = True
            self.application.connections.discard(self)
            self.application.unsent -= self.unsent
            self.on_end(left=left)
            self.application.note_end(self)

    def on_end(self, *, left: bool) -> None:
        """Clean up; called once."""


async def send_heartbeats(connections: Collection[PageConnection]) -> None:
    """Send the heartbeats of all open connections, for ever."""
    while True:
        await asyncio.sleep(HEARTBEAT_CHECK)
        now = time.monotonic()
        for connection in list(connections):
            connection.heartbeat(now)
