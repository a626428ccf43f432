"""The line of an open page, whatever it is for: who may have one, how much is heard of it, how much may wait for it.

What is said over it, the kinds of lines know: pages of lessons in `front`, tables in `tables`, the class board in
`board`.
"""

from __future__ import annotations

import asyncio
import logging
import time
import zlib
from collections.abc import Callable
from typing import Any, ClassVar, Final

import tornado.websocket

from cardlab.serve import gate
from cardlab.tables.entries import CannotOpen, StoreTrouble

MOST_UNSENT: Final = 8 * 1024**2
"""Bytes that may wait for a page that does not read; then its line is cut, and it may come back."""
SWITCHING: Final = 101
"""The status of an answer after which there is a line."""
LOG: Final = logging.getLogger("cardlab.serve")

A_MESSAGE: Final = 8 * 1024
"""Bytes for which a message counts as one more."""


class Allowance:
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


class OpenLine(tornado.websocket.WebSocketHandler):
    """A line to an open page; while it is open it is one of `application.lines`.

    - `visitor`: the token of the learner whose page it is, "" for anybody else; `path`: on which page they are.
    """

    application: Any
    AT_ONCE: ClassVar[int] = 300
    A_SECOND: ClassVar[int] = 60
    """What a page may say; one that says more is heard more slowly."""
    LARGEST: ClassVar[int] = 64 * 1024
    """Bytes of the longest message, unpacked; one that says a longer one is cut off."""
    COMPRESSION: ClassVar[int] = 4

    def initialize(self) -> None:
        self.visitor = ""
        self.path = ""
        self._is_over = False
        self._unsent = 0
        self._allowance = Allowance(self.AT_ONCE, self.A_SECOND)

    async def refusal(self) -> int:
        """Why there is no line for whoever asks: a status, or 0 where there is one."""
        return 0

    async def get(self, *arguments: Any, **more: Any) -> None:
        course, request = self.application, self.request
        self.visitor = gate.visitor(request)
        is_ours = gate.is_own_host(request.host, course.names) and self.check_origin(request.headers.get("Origin"))
        if not is_ours or gate.way_in(course.room, request, course.base) != "":
            status = 403
        else:
            status = 503 if len(course.lines) >= course.most_lines else await self._refusal()
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
        """Why there is no line, the log that it needs included."""
        try:
            return await self.refusal()
        except (CannotOpen, StoreTrouble):
            return 503

    def check_origin(self, origin: str | None) -> bool:
        return gate.is_own_origin(origin, self.request.host)

    def get_compression_options(self) -> dict[str, Any]:
        return {"compression_level": self.COMPRESSION, "mem_level": 6}

    @property
    def max_message_size(self) -> int:
        return self.LARGEST

    async def wait_for_allowance(self, size: int = 0) -> None:
        """Waits as long as it takes for a message of so many bytes."""
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

    def _sent(self, size: int, done: asyncio.Future[None]) -> None:
        self._unsent -= size
        done.cancelled() or done.exception()

    def tell(self, told: list[Any]) -> None:
        """What all pages of learners are told, such as an invitation."""

    def refuse(self) -> None:
        """Cuts the line; nothing more is heard of it."""
        self.end(left=False)
        self.close(1008)

    def send_out(self) -> None:
        """Tells the page that its learner is no longer in the class, and ends it."""

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
