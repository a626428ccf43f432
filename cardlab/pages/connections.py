"""`PageConnection`: the WebSocket of an open page: admission, rate limit, heartbeat, back pressure.

Subclasses define the messages. The server sends each page at least `[]` every few seconds, so that the page notices
when it is gone, and pings it, which browsers answer by themselves.
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
from typing import Any, ClassVar, Final
from weakref import WeakValueDictionary

import tornado.web
import tornado.websocket
from tornado.httputil import HTTPServerRequest

from cardlab.pages.allowed_hosts import is_own_origin
from cardlab.pages.line import FrameKind, to_json
from cardlab.pages.memory import StillHere

HEARTBEAT_INTERVAL: Final = 5.0
"""Seconds between two heartbeats of a connection; `SILENCE` and `ASLEEP` in `js/connection.js` are longer."""
HEARTBEAT_CHECK: Final = 0.25
"""Seconds between two checks which connections are due."""
MAX_UNSENT: Final = 8 * 1024**2
"""Bytes that may be buffered for a slow page before its connection is aborted."""
MAX_FILES: Final = 65536
"""Open files that we ask the system for."""
MOST_ENDED: Final = 200
"""StillHere connections that may be in memory; each has some for compression."""
LOG: Final = logging.getLogger("cardlab.pages")


class RateLimit:
    """A token bucket: `burst` messages at once, then `rate` per second; each 8 KiB of a message count as one more.

    `clock` returns the time in seconds.
    """

    def __init__(self, burst: int, rate: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._burst = burst
        self._rate = rate
        self._clock = clock
        self._tokens = float(burst)
        self._updated = clock()

    def is_over(self) -> bool:
        """Count a message if there is room for one; whether there is none."""
        is_over = self._tokens + (self._clock() - self._updated) * self._rate < 1
        if not is_over:
            self.take()
        return is_over

    def take(self, size: int = 0) -> float:
        """Count a message of `size` bytes; returns the seconds to wait before the next one."""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._updated) * self._rate) - 1 - size / 8192
        self._updated = now
        return max(0.0, -self._tokens / self._rate)


class ConnectionServer(tornado.web.Application):
    """An application with the open connections of its pages."""

    def __init__(self, handlers: list[Any], **settings: Any) -> None:
        self.connections: set[PageConnection] = set()
        self.max_connections = MAX_FILES
        self.ended = StillHere(MOST_ENDED)
        self.turns = WeakValueDictionary[str, asyncio.Lock]()
        """The turn of each visitor: one message at a time, however many pages it comes from."""
        self.pages = WeakValueDictionary[str, PageConnection]()
        """The newest line of each page whose scene is shared."""
        super().__init__(handlers, **settings)

    def redirect_for(self, request: HTTPServerRequest) -> str | None:
        """Return "" to accept a request, an address to redirect it to, or None to refuse it."""
        raise NotImplementedError

    def visitor(self, request: HTTPServerRequest) -> str:
        """Return whose pages are counted together for fair sharing of slots; "" for a visitor without a limit."""
        return ""

    def note_end(self, connection: PageConnection) -> None:
        """Note the end of a connection."""
        self.ended.add(connection)


class PageConnection(tornado.websocket.WebSocketHandler):
    """The connection of an open page; while open it is in `application.connections`.

    - `visitor`: who has opened it, "" if their pages are not counted; `path`: the path of the page.
    """

    application: ConnectionServer
    OVER: ClassVar[Any] = [FrameKind.OVER]
    """The message that the visitor is no longer admitted."""
    BURST: ClassVar[int] = 300
    RATE: ClassVar[int] = 60
    """Limits of the page's messages: further ones are read later."""
    MAX_MESSAGE: ClassVar[int] = 64 * 1024
    """Bytes of the longest message after decompression; a longer one aborts the connection."""
    COMPRESSION: ClassVar[int] = 6
    PING_TIMEOUT: ClassVar[float] = 25.0
    """Seconds until a ping must be answered; longer than a heartbeat, as large messages may be under way."""

    def initialize(self, **attributes: Any) -> None:
        """Set the arguments of the route as attributes."""
        vars(self).update(attributes)
        self.visitor = self.path = ""
        self._is_over = False
        self._unsent = 0
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
            # Tornado raises for an unacceptable offer of compression, and for a message that cannot be decompressed.
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

    async def receive(self, message: str | bytes) -> None:
        """Handle a message of the page."""

    def on_message(self, message: str | bytes) -> asyncio.Future[None]:
        """Return when Tornado may read the next message: no task, which would be cancelled when the server ends."""
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
            self._send_said()  # the answer, before anybody else has a turn
            del message  # free it while we wait
            await asyncio.sleep(0)  # others who have said something come first
        if (pause := self._rate_limit.take(size)) > 0:
            await asyncio.sleep(pause)

    def send_frame(self, payload: bytes, is_binary: bool = False) -> None:
        """Send a WebSocket frame; aborts the connection if too much is buffered."""
        if self._is_over:
            return
        try:
            sent = self.write_message(payload, binary=is_binary)
        except tornado.websocket.WebSocketClosedError:
            return
        self._unsent += len(payload)
        sent.add_done_callback(lambda done: self._on_sent(len(payload), done))
        if self._unsent > MAX_UNSENT:
            self.abort()

    def send_json(self, message: Any) -> None:
        """Send a message as JSON."""
        self.send_frame(to_json(message))

    def say(self, frame: Any) -> None:
        """Send a frame, in one message with all that is said in this turn of the loop: a picture, and “done”."""
        self._said.append(to_json(frame))
        if len(self._said) == 1:
            asyncio.get_running_loop().call_soon(self._send_said)

    def _send_said(self) -> None:
        said, self._said = self._said, []
        if said:
            self.send_frame(b"[" + b",".join(said) + b"]")

    def _on_sent(self, size: int, done: asyncio.Future[None]) -> None:
        self._unsent -= size
        done.cancelled() or done.exception()

    def heartbeat(self, now: float) -> None:
        """Send a heartbeat if it is due; abort the connection if a ping was not answered in time."""
        stream = self.ws_connection.stream if self.ws_connection is not None else None
        if stream is None or self._is_over:
            return
        if self._pinged is not None and not stream.reading():
            self._pinged = now  # a message is being handled, and the pong may wait behind it
        if self._pinged is not None and now - self._pinged > self.PING_TIMEOUT:
            self.abort()
        elif now >= self._next_heartbeat:
            self._next_heartbeat = now + HEARTBEAT_INTERVAL
            self.send_json([])
            with suppress(tornado.websocket.WebSocketClosedError):
                self.ping()
                self._pinged = self._pinged or now

    def on_pong(self, data: bytes) -> None:
        self._pinged = None

    def send_message(self, message: list[Any]) -> None:
        """Send a message that is for notebook pages; other connections ignore it."""

    def abort(self) -> None:
        """Close the connection because of a protocol violation; the page may reconnect."""
        self.end(left=False)
        self.close(1008)

    def expel(self) -> None:
        """Tell the page that its visitor is no longer admitted, and close it."""
        self._send_said()
        self.send_json(self.OVER)
        self.end(left=True)
        self.close(1000)

    def on_close(self) -> None:
        self.end(left=False)

    def end(self, *, left: bool) -> None:
        """Mark the connection as ended; `left`: the page was closed and does not reconnect."""
        if not self._is_over:
            self._is_over = True
            self.application.connections.discard(self)
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
