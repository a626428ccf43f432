"""The line of a page to its table: what a device shows goes out, and what its player asks for comes in.

A page that only plays needs no session of a host: what it draws is worked out here, from what its seat may see, and
the view is the one of the lessons.
Frames of the page: `{"page": name}` first, then `[number, message]`. Frames to the page:

- `["words", labels]`: first, what the view has words for;
- `["state", keys, gone]`: what is drawn has changed in these keys, and these are gone;
- `["done", number]`: that message has been done, and what it did is durable;
- `["said", content]`: something for the view, such as a file;
- `["failed"]`: something went wrong, until there is a new `state`;
- `["over"]`: there is nothing here for this page any more.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from cardlab.dashboard.course_server import CourseServer
from cardlab.dashboard.display_names import mark
from cardlab.pagehost.connections import PageConnection
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.tables.event_logs import LOG
from cardlab.tables.shared_table import ITSELF, Event, Remove, SharedTable
from cardlab.tables.store import StoreTrouble
from cardlab.tables.table_pages import player_token
from cardlab.tables.table_service import TableService
from cardlab.tables.tournament_service import TableServices


def routes(base: str, tables: TableServices) -> list[tuple[str, type[Any], dict[str, Any]]]:
    """The address of lines, for the server's table."""
    return [(f"{base}table/([A-Z0-9]{{6}})/line", TableConnection, {"tables": tables})]


class TableConnection(PageConnection):
    """The line of one page to its table; the page of its device."""

    LARGEST = 4096
    COMPRESSION = 1
    PATIENCE = 4.5  # so that the others read within two beats who is away

    application: CourseServer
    tables: TableServices

    def initialize(self, **parts: Any) -> None:
        super().initialize(**parts)
        self.path = "tables"
        self._page = ""
        self._watch_ends: Callable[[], None] | None = None
        self._device: Any = None
        self._shown: dict[str, Any] = {}
        self._drawing: asyncio.TimerHandle | None = None

    async def refusal(self) -> int:
        token = player_token(self.request, self.application.room)
        if not token:
            return 403
        self._hub: TableService = await self.tables.hub()
        self._player, self._code = mark(token), self.path_args[0]
        lang = self.get_query_argument("lang", "")
        self._lang = lang if lang in LANGUAGES else "en"
        return 0 if await self._hub.table(self._code) else 404

    async def open(self, *_path: str) -> None:
        from cardlab.tables.tichu_device import SharedTichu
        from cardlab.tables.tongits_device import SharedTongits
        from cardlab.widgets.base import words_and_faces
        from cardlab.widgets.tichu_table.race_hands import HandLock

        self.set_nodelay(True)
        self.application.lines.add(self)
        hub, own = self._hub, (self._lang, self._code)
        # However many pages somebody opens, the hand at a seat is held up as one.
        holds = (await hub.beside(self._code)).setdefault("holds", (HandLock(), HandLock()))
        table = await hub.table(self._code)
        assert table is not None
        # From here until it watches nothing is waited for, so that nothing happens at the table meanwhile.
        if table.game == "tichu":
            self._device = SharedTichu(*own, table, self._player, holds)
        else:
            self._device = SharedTongits(*own, table, self._player)
        self._device.page = self
        self._tell(["words", words_and_faces(self._device.own_words, self._lang)])
        self._watch_ends = await hub.watch(self._code, self._player, self._happened)
        seat = table.seat_of(self._player)
        if seat is not None and table.seats[seat].bot:
            # Who was away and is back has the seat back without asking.
            with suppress(StoreTrouble):
                await hub.do(self._code, self._player, "come_back")
        # How the page answers is known from the first moment.
        self._next_beat = time.monotonic()
        if self._is_over and self._watch_ends is not None:
            self._watch_ends()  # it went while its table was looked for

    def _happened(self, table: SharedTable, events: tuple[Event, ...]) -> None:
        if self._device is None:
            return
        self._draw_after(0.0)
        try:
            self._device.happened(events, table)
        except Exception:
            self._device.table = table
            self._fail()

    # What is drawn

    def _draw_after(self, seconds: float) -> None:
        """Draws then, once for all that happens until then, unless it is drawn sooner."""
        self._draw_no_more()
        self._drawing = asyncio.get_running_loop().call_later(seconds, self._draw)

    def _draw_no_more(self) -> None:
        if self._drawing is not None:
            self._drawing.cancel()
            self._drawing = None

    def _draw(self, *more: Any) -> None:
        """Tells the page what has changed, and what else there is to say."""
        self._draw_no_more()
        device = self._device
        if device is None:
            return
        device.presence = self._hub.presence(self._code, self._player)
        try:
            shown = device.snapshot()
        except Exception:
            LOG.exception("a page at table %s cannot be drawn", self._code)
            self._tell(["failed"], *more)
            return
        self._tell(*differences(self._shown, shown), *more)
        self._shown = shown
        if soon := device.soon:
            self._draw_after(soon)

    def _fail(self) -> None:
        """Something went wrong: it is logged, and what is drawn next follows from the table alone."""
        LOG.exception("the page of a player at table %s has failed", self._code)
        if self._device is not None:
            with suppress(Exception):  # if it cannot be laid anew either, that is told when it is drawn
                self._device.clear_selection()

    # What is heard

    async def heard(self, message: str | bytes) -> None:
        told: Any = None
        with suppress(ValueError, RecursionError):
            told = json.loads(message)
        match told:
            case {"page": str(page)} if 8 <= len(page) <= 40 and page.isascii() and not self._page:
                self._page = page
            case [int(number), dict(content)] if self._page and self._device is not None:
                await self._answer(number, content)
            case _:
                self.refuse()

    async def _answer(self, number: int, content: Mapping[str, Any]) -> None:
        """Does what the page says, and answers when it is durable; who waits for the answer sees what it did."""
        failed = []
        try:
            await self._do(content, f"{self._page}:{number}")
        except Exception:
            self._fail()
            failed = [["failed"]]
        self._draw(*failed, ["done", number])

    async def _do(self, content: Mapping[str, Any], key: str) -> None:
        """Does what a message wants; why it was not done is told on the page."""
        device = self._device
        wanted = device.asks(content)
        if wanted is None:
            return
        try:
            refusals = await self._hub.do(self._code, self._player, wanted, key)
        except (KeyError, StoreTrouble) as trouble:
            LOG.error("table %s: %s", self._code, trouble)
            device.remark = say("together.trouble", self._lang)
        else:
            if refusals:
                device.refused(refusals)

    def changed(self) -> None:
        """What a message has done is drawn when it is answered."""

    def send(self, content: Any) -> None:
        """Says something to the page once, as a device does."""
        self._tell(["said", content])

    def _tell(self, *all_told: Sequence[Any]) -> None:
        """Tells the page these things in one frame; to send one costs as much as to draw."""
        if all_told:
            self.put_json(all_told)

    def send_out(self) -> None:
        self._tell(["over"])
        seat = self._device.own if self._device is not None else None
        if seat is not None:
            self._hub.later(self._hub.do(self._code, ITSELF, Remove(seat)))
        self.end(left=True)
        self.close(1000)

    def gone(self, *, left: bool) -> None:
        if self._watch_ends is not None:
            self._watch_ends()
            self._watch_ends = None
        self._draw_no_more()
        self._device = None


_NOTHING: Final = object()


def differences(before: Mapping[str, Any], shown: Mapping[str, Any]) -> list[list[Any]]:
    """What a page is told that draws what was `before`: new values, and names that are gone.

    >>> differences({"at": 1, "log": ["a"], "said": ""}, {"at": 2, "log": ["a"]})
    [['state', {'at': 2}, ['said']]]
    """
    changed = {name: value for name, value in shown.items() if before.get(name, _NOTHING) != value}
    gone = [name for name in before if name not in shown]
    return [["state", changed, gone]] if changed or gone else []
