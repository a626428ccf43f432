"""The endpoint `/progress`, where learners hand in their progress.

The roster keeps a summary of each learner's file. Only a few bodies are received at once, and they are read one by one.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable
from typing import Any, Final

import tornado.web
from tornado.web import HTTPError

from cardlab.dashboard import access
from cardlab.dashboard.course_server import PageHandler
from cardlab.dashboard.roster import Roster
from cardlab.lessons import answer_log, progress_summary
from cardlab.phrasing import explain
from cardlab.phrasing.catalogue import say
from cardlab.refusal import NotationError

LARGEST: Final = answer_log.LONGEST
"""The largest hand-in, in bytes."""
MOST_ARRIVING: Final = 24_000_000
"""The most bytes of all hand-ins that are being received."""
_DRAINED: Final = 4 * LARGEST
"""The largest body, in bytes, that is read to its end and refused; senders of larger ones get no answer."""


class HandIn:
    """The progress files that arrive; `now` returns the time in Unix seconds."""

    def __init__(self, roster: Roster, now: Callable[[], float] = time.time) -> None:
        self._roster = roster
        self._now = now
        self._arriving: dict[str, int] = {}
        self._one_at_a_time = asyncio.Lock()

    def begin(self, token: str, size: int) -> bool:
        """Reserve space for a learner's body; return whether this worked.

        Only one body of each learner can arrive at a time.
        """
        if token in self._arriving or sum(self._arriving.values()) + size > MOST_ARRIVING:
            return False
        self._arriving[token] = size
        return True

    def arrived(self, token: str) -> None:
        self._arriving.pop(token, None)

    async def keep(self, token: str, sent: bytes | None) -> int:
        """Replace a learner's summary by that of the file `sent`; None removes it.

        Returns how many answers in the file could not be read. Calls are carried out in the order of arrival. Raises
        NotationError for an invalid file, KeyError for a learner who was removed meanwhile; the previous summary then
        stays.
        """
        async with self._one_at_a_time:
            summary = None if sent is None else await asyncio.to_thread(_read, sent, self._now())
            self._roster.change(token, summary=summary)
        return summary.left_out if summary else 0


def _read(sent: bytes, now: float) -> progress_summary.Summary:
    try:
        log = answer_log.read(sent.decode("utf-8"))
    except UnicodeDecodeError:
        raise NotationError("progress_torn") from None
    return progress_summary.summary(log, log.name, now)


@tornado.web.stream_request_body
class HandInPage(PageHandler):
    """A learner's progress: its state (GET), handing in (POST), taking back (DELETE)."""

    roster: Roster
    hand_in: HandIn

    def initialize(self, **parts: Any) -> None:
        super().initialize(**parts)
        self._chunks: list[bytes] = []
        self._sender = ""
        self._refusal: tuple[int, str] | None = None

    def prepare(self) -> None:
        super().prepare()
        if self._finished:
            return
        self.token = access.token(self.request, "visitor")
        if self.request.method in ("GET", "HEAD"):
            return
        if not self.roster.admits(self.token):
            raise HTTPError(403)
        self.require_own_origin()
        if self.request.method == "POST":
            self._accept_body()

    def _accept_body(self) -> None:
        """Accept the body, or prepare a refusal.

        It must be declared as JSON, which no form of another site can do. A refused body is read to its end and thrown
        away: a browser that is still sending does not read an answer.
        """
        size, kind = (self.request.headers.get(name, "") for name in ("Content-Length", "Content-Type"))
        if kind.partition(";")[0].strip().lower() != "application/json" or not re.fullmatch(r"[0-9]{1,12}", size):
            raise HTTPError(400)
        connection: Any = self.request.connection
        connection.set_max_body_size(min(int(size), _DRAINED))
        if int(size) > LARGEST:
            reason = explain(NotationError("progress_too_long", most=answer_log.LONGEST).refusal, self.language())
            self._refusal = 413, say("hand_in.refused", self.language(), reason=reason)
        elif not self.hand_in.begin(self.token, int(size)):
            self.set_header("Retry-After", "2")
            self._refusal = 503, say("hand_in.later", self.language(), count=2)
        else:
            self._sender = self.token

    def data_received(self, chunk: bytes) -> None:
        if self._sender:
            self._chunks.append(chunk)

    def get(self) -> None:
        self.answer(200, "")

    async def post(self) -> None:
        lang = self.language()
        if self._refusal is not None:
            self.answer(*self._refusal)
            return
        try:
            left_out = await self._keep(b"".join(self._chunks))
        except NotationError as wrong:
            self.answer(400, say("hand_in.refused", lang, reason=explain(wrong.refusal, lang)))
        else:
            more = f" {say('progress.left_out', lang, count=left_out)}" if left_out else ""
            self.answer(200, f"{say('hand_in.arrived', lang)}{more}")

    async def delete(self) -> None:
        await self._keep(None)
        self.answer(200, say("hand_in.taken_back", self.language()))

    async def _keep(self, sent: bytes | None) -> int:
        try:
            return await self.hand_in.keep(self.token, sent)
        except KeyError:
            raise HTTPError(403) from None

    def answer(self, status: int, sentence: str) -> None:
        """Answer with a sentence, and with whether this learner has handed in.

        For the teacher, who is no learner, `handed_in` is null.
        """
        self.set_status(status)
        self.set_header("Content-Type", "application/json; charset=utf-8")
        learner = self.roster.visitor(self.token)
        self.finish(json.dumps({"handed_in": learner and learner.summary is not None, "message": sentence}))

    def on_finish(self) -> None:
        if self._sender:
            self.hand_in.arrived(self._sender)
            self._sender, self._chunks = "", []

    on_connection_close = on_finish
