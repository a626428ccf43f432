"""The line of an open page, whatever it is for: who may have one, how much is heard of it, how much may wait for it.

What is said over it, the kinds of lines know. Over each the page is told something at least every few seconds, if only
`[]`, and so it knows that its server is there; and each page is pinged, which its browser answers by itself.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
import time
import zlib
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any, ClassVar, Final

import tornado.websocket

from cardlab.pagehost import allowed_hosts

SIGN_OF_LIFE: Final = b"[]"
"""What a page is told to which there is nothing to tell."""
BEAT: Final = 5.0
"""Seconds between two signs of life."""
TICK: Final = 0.25
"""Seconds between two looks at which line is to give one."""
MOST_UNSENT: Final = 8 * 1024**2
"""Bytes that may wait for a page that does not read; then its line is cut, and it may come back."""
SWITCHING: Final = 101
"""The status of an answer after which there is a line."""
LOG: Final = logging.getLogger("cardlab.pagehost")

A_MESSAGE: Final = 8 * 1024
"""Bytes for which a message counts as one more."""


class RateLimit:
    """How much a page may say: `at_once` messages, then `a_second`; a long message counts for many.

    `clock` gives the time in seconds.
    """

    def __init__(self, at_once: int, a_second: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._at_once = at_once
        self._a_second = a_second
        self._clock = clock
        self._left = float(at_once)
        self._asked = clock()

    def take(self, size: int = 0) -> float:
        """Takes a message of so many bytes; returns how many seconds the next one has to wait."""
        now = self._clock()
        self._left = min(self._at_once, self._left + (now - self._asked) * self._a_second) - 1 - size / A_MESSAGE
        self._asked = now
        return max(0.0, -self._left / self._a_second)


class PageConnection(tornado.websocket.WebSocketHandler):
    """A line to an open page; while it is open it is one of `application.lines`.

    - `visitor`: who has it open, "" for somebody who need not share places with others; `path`: which page it is.
    """

    application: Any
    AT_ONCE: ClassVar[int] = 300
    A_SECOND: ClassVar[int] = 60
    """What a page may say; one that says more is heard more slowly."""
    LARGEST: ClassVar[int] = 64 * 1024
    """Bytes of the longest message, unpacked; one that says a longer one is cut off."""
    COMPRESSION: ClassVar[int] = 4
    PATIENCE: ClassVar[float] = 25.0
    """Seconds that a page's answer to a ping may take; more than a beat where large messages may be on their way."""

    def initialize(self, **parts: Any) -> None:
        """What its address hands in becomes part of it, by name."""
        vars(self).update(parts)
        self.visitor = ""
        self.path = ""
        self._is_over = False
        self._unsent = 0
        self._allowance = RateLimit(self.AT_ONCE, self.A_SECOND)
        # Pages that come back together, such as after a restart, are not all told at once.
        self._next_beat = time.monotonic() + random.uniform(0, BEAT)
        self._pinged: float | None = None

    async def refusal(self) -> int:
        """Why there is no line for whoever asks: a status, or 0 where there is one."""
        return 0

    async def get(self, *arguments: Any, **more: Any) -> None:
        pages, request = self.application, self.request
        self.visitor = pages.visitor(request)
        is_ours = allowed_hosts.is_own_host(request.host, pages.names) and self.check_origin(
            request.headers.get("Origin")
        )
        if not is_ours or pages.way_in(request) != "":
            status = 403
        else:
            status = 503 if len(pages.lines) >= pages.most_lines else await self._refusal()
        try:
            if not status:
                await super().get(*arguments, **more)
        except Exception as problem:
            # Tornado has no answer to an offer to compress that nobody can accept, nor to what cannot be unpacked.
            is_open = self.get_status() == SWITCHING
            if is_open and not isinstance(problem, zlib.error):
                raise
            LOG.info("%s: %s", request.path, problem)
            status = 0 if is_open else 400
        if status:
            self.set_status(status)
            self.finish()

    async def _refusal(self) -> int:
        """Why there is no line; what it needs may be out of order."""
        try:
            return await self.refusal()
        except Exception as trouble:
            LOG.info("%s: %s", self.request.path, trouble)
            return 503

    def check_origin(self, origin: str | None) -> bool:
        return allowed_hosts.is_own_origin(origin, self.request.host)

    def get_compression_options(self) -> dict[str, Any]:
        return {"compression_level": self.COMPRESSION, "mem_level": 6}

    @property
    def max_message_size(self) -> int:
        return self.LARGEST

    async def heard(self, message: str | bytes) -> None:
        """The page says something."""

    async def on_message(self, message: str | bytes) -> None:
        size = len(message)
        if not self._is_over:
            await self.heard(message)
        del message  # It is large, and nobody needs it any more.
        if seconds := self._allowance.take(size):
            # The next message is read when this one is done, so the sender is slowed down and nobody else.
            await asyncio.sleep(seconds)

    def put(self, packed: bytes, is_binary: bool = False) -> None:
        """Sends the page a frame; a page that does not read is cut off."""
        if self._is_over:
            return
        try:
            sent = self.write_message(packed, binary=is_binary)
        except tornado.websocket.WebSocketClosedError:
            return
        self._unsent += len(packed)
        sent.add_done_callback(lambda done: self._sent(len(packed), done))
        if self._unsent > MOST_UNSENT:
            self.refuse()

    def put_json(self, told: Any) -> None:
        """Sends the page what is told as JSON."""
        self.put(json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace"))

    def _sent(self, size: int, done: asyncio.Future[None]) -> None:
        self._unsent -= size
        done.cancelled() or done.exception()

    def beat(self, now: float) -> None:
        """Tells the page that the server is there, if it is time to; cuts the line of a page that answers no ping."""
        stream = self.ws_connection.stream if self.ws_connection is not None else None
        if stream is None or self._is_over:
            return
        if self._pinged is not None and not stream.reading():
            self._pinged = now  # we are busy with what it has said: its answer may be here, and nobody has looked
        if self._pinged is not None and now - self._pinged > self.PATIENCE:
            self.refuse()
        elif now >= self._next_beat:
            self._next_beat = now + BEAT
            self.put(SIGN_OF_LIFE)
            with suppress(tornado.websocket.WebSocketClosedError):
                self.ping()
                self._pinged = self._pinged or now

    def on_pong(self, data: bytes) -> None:
        self._pinged = None

    def tell(self, told: list[Any]) -> None:
        """Something that all open pages are told."""

    def refuse(self) -> None:
        """Cuts the line; nothing more is heard of it."""
        self.end(left=False)
        self.close(1008)

    def send_out(self) -> None:
        """Tells the page that its visitor is no longer let in, and ends it."""

    def on_close(self) -> None:
        self.end(left=False)

    def end(self, *, left: bool) -> None:
        """The line is over, whoever ended it; `left`: its page has been left."""
        if not self._is_over:
            self._is_over = True
            self.application.lines.discard(self)
            self.gone(left=left)
            self.application.count_ended()

    def gone(self, *, left: bool) -> None:
        """What is to be done once, when the line is over."""


async def beat(lines: Collection[PageConnection]) -> None:
    """Lets each of these lines that are open give its signs of life, for ever: one clock for all of them."""
    while True:
        await asyncio.sleep(TICK)
        now = time.monotonic()
        for line in list(lines):
            line.beat(now)
