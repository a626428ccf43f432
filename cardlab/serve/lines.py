"""The line of an open page, whatever it is for: who may have one, how much is heard of it, how much may wait for it.

What is said over it, the kinds of lines know: pages of lessons in `front`, tables in `tables`, the class board in
`board`. Over each the page is told something at least every few seconds, if only `[]`, and so it knows that its server
is there; and each page is pinged, which its browser answers by itself.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Collection
from contextlib import suppress
from typing import Any, ClassVar, Final

import tornado.websocket

from cardlab.serve import gate

SIGN_OF_LIFE: Final = b"[]"
"""What a page is told to which there is nothing to tell."""
BEAT: Final = 5.0
"""Seconds between two signs of life."""
TICK: Final = 0.25
"""Seconds between two looks at which line is to give one."""
MOST_UNSENT: Final = 8 * 1024**2
"""Bytes that may wait for a page that does not read; then its line is cut, and it may come back."""


class OpenLine(tornado.websocket.WebSocketHandler):
    """A line to an open page; while it is open it is one of `application.lines`.

    - `visitor`: the token of the learner whose page it is, "" for anybody else; `path`: on which page they are.
    """

    application: Any
    AT_ONCE: ClassVar[int] = 300
    A_SECOND: ClassVar[int] = 60
    """What a page may say; one that says more is heard more slowly."""
    COMPRESSION: ClassVar[int] = 4
    PATIENCE: ClassVar[float] = 25.0
    """Seconds that a page's answer to a ping may take; more than a beat where large messages may be on their way."""

    def initialize(self) -> None:
        self.visitor = ""
        self.path = ""
        self._is_over = False
        self._unsent = 0
        self._allowance = float(self.AT_ONCE)
        self._asked = time.monotonic()
        # Pages that come back together, such as after a restart, are not all told at once.
        self._next_beat = self._asked + random.uniform(0, BEAT)
        self._pinged: float | None = None

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
            status = 503 if len(course.lines) >= course.most_lines else await self.refusal()
        if status:
            self.set_status(status)
            self.finish()
        else:
            await super().get(*arguments, **more)

    def check_origin(self, origin: str | None) -> bool:
        return gate.is_own_origin(origin, self.request.host)

    def get_compression_options(self) -> dict[str, Any]:
        return {"compression_level": self.COMPRESSION, "mem_level": 6}

    async def wait_for_allowance(self) -> None:
        """Waits as long as it takes until one more message may be heard."""
        now = time.monotonic()
        self._allowance = min(self.AT_ONCE, self._allowance + (now - self._asked) * self.A_SECOND) - 1
        self._asked = now
        if self._allowance < 0:
            # The next message is read when this one is done, so the sender is slowed down and nobody else.
            await asyncio.sleep(-self._allowance / self.A_SECOND)

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


async def beat(lines: Collection[OpenLine]) -> None:
    """Lets each of these lines that are open give its signs of life, for ever: one clock for all of them."""
    while True:
        await asyncio.sleep(TICK)
        now = time.monotonic()
        for line in list(lines):
            line.beat(now)
