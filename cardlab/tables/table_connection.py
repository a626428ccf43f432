"""The WebSocket connection of a page to its table: states of a device go out, messages of its player come in.

Such a page needs no process of its own: the state is rendered here, from what its seat may see, for the view of the
lessons.
Frames from the page: `{"page": name}` first, then `[number, message]`. Frames to the page:

- `["words", labels]`: first, the texts of the view;
- `["state", changes, removed]`: changed keys of the state with their values, and removed keys;
- `["done", number]`: the message was executed, and its events are durable;
- `["said", content]`: something for the view beside the state, such as a phrase;
- `["failed"]`: an error, until the next `state`;
- `["over"]`: the page is disconnected for good.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar, Final

from cardlab.dashboard.course_server import CourseServer
from cardlab.dashboard.display_names import pseudonym
from cardlab.pages.connections import PageConnection
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.tables.event_logs import LOG
from cardlab.tables.shared_table import ITSELF, Event, Remove, SharedTable
from cardlab.tables.store import StoreTrouble
from cardlab.tables.table_pages import player_token
from cardlab.tables.table_service import TableService
from cardlab.tables.tournament_service import TableServices

if TYPE_CHECKING:
    from cardlab.tables.device import Device


def routes(base: str, services: TableServices) -> list[tuple[str, type[Any], dict[str, Any]]]:
    """The URL route of connections."""
    return [(f"{base}table/([A-Z0-9]{{6}})/line", TableConnection, {"services": services})]


class TableConnection(PageConnection):
    """The connection of one page to its table; it is the `page` of its device."""

    MAX_MESSAGE = 4096
    COMPRESSION = 1
    OVER: ClassVar = [["over"]]
    PING_TIMEOUT = 4.5  # the others see within two beats who is disconnected

    application: CourseServer
    services: TableServices

    def initialize(self, **parts: Any) -> None:
        super().initialize(**parts)
        self.path = "tables"
        self._page = ""
        self._unsubscribe: Callable[[], None] | None = None
        self._device: Device | None = None
        self._last_state: dict[str, Any] = {}
        self._drawing: asyncio.TimerHandle | None = None

    async def refusal(self) -> int:
        token = player_token(self.request, self.application.room)
        if not token:
            return 403
        self._tables: TableService = await self.services.tables()
        self._player, self._code = pseudonym(token), self.path_args[0]
        lang = self.get_query_argument("lang", "")
        self._lang = lang if lang in LANGUAGES else "en"
        table = await self._tables.table(self._code)
        if table and table.tournament:  # which says what may be shown
            await (await self.services.tournaments()).tournament(table.tournament.code)
        return 0 if table else 404

    async def open(self, *_path: str) -> None:
        from cardlab.tables.tichu_device import SharedTichu
        from cardlab.tables.tongits_device import SharedTongits
        from cardlab.widgets.constants import words_and_faces
        from cardlab.widgets.tichu_table.race_hands import HandLock

        self.set_nodelay(True)
        self.application.connections.add(self)
        tables, own = self._tables, (self._lang, self._code)
        # All pages of a player share the hold-up of the seat's hand.
        shared = await tables.shared(self._code)
        holds: tuple[HandLock, HandLock] = shared.setdefault("holds", (HandLock(), HandLock()))
        table = await tables.table(self._code)
        assert table is not None
        # No await from here to the subscription to the loaded log, so that no event is missed.
        if table.game == "tichu":
            self._device = SharedTichu(*own, table, self._player, holds)
        else:
            self._device = SharedTongits(*own, table, self._player)
        self._device.page = self
        self._send_frames(["words", words_and_faces(self._device.own_words, self._lang)])
        self._unsubscribe = await tables.subscribe(self._code, self._player, self._on_events)
        seat = table.seat_of(self._player)
        if seat is not None and table.seats[seat].bot:
            # A player who is back gets the seat back from the bot.
            with suppress(StoreTrouble):
                await tables.execute(self._code, self._player, "come_back")
        # The first ping is sent at once.
        self._next_heartbeat = time.monotonic()
        if self._is_over and self._unsubscribe is not None:
            self._unsubscribe()  # closed while its table was loaded

    def _on_events(self, table: SharedTable, events: tuple[Event, ...]) -> None:
        if self._device is None:
            return
        self._schedule_draw(0.0)
        try:
            self._device.apply(events, table)
        except Exception:
            self._device.table = table
            self._fail()

    # Rendering

    def _schedule_draw(self, seconds: float) -> None:
        """Draw after these seconds, once for everything until then; an earlier draw replaces it."""
        self._cancel_draw()
        self._drawing = asyncio.get_running_loop().call_later(seconds, self._draw)

    def _cancel_draw(self) -> None:
        if self._drawing is not None:
            self._drawing.cancel()
            self._drawing = None

    def _draw(self, *frames: Any) -> None:
        """Send the changes of the state, followed by these frames."""
        self._cancel_draw()
        device = self._device
        if device is None:
            return
        device.presence = self._tables.presence(self._code, self._player)
        try:
            state = device.snapshot()
        except Exception:
            LOG.exception("a page at table %s cannot be drawn", self._code)
            self._send_frames(["failed"], *frames)
            return
        self._send_frames(*differences(self._last_state, state), *frames)
        self._last_state = state
        if seconds := device.seconds_to_redraw:
            self._schedule_draw(seconds)

    def _fail(self) -> None:
        """Log the current exception, and reset the device to the state of the table."""
        LOG.exception("the page of a player at table %s has failed", self._code)
        if self._device is not None:
            with suppress(Exception):  # a second failure shows when the device is drawn
                self._device.clear_selection()

    # Messages

    async def receive(self, message: str | bytes) -> None:
        payload: Any = None
        with suppress(ValueError, RecursionError):
            payload = json.loads(message)
        match payload:
            case {"page": str(page)} if 8 <= len(page) <= 40 and page.isascii() and not self._page:
                self._page = page
            case [int(number), dict(content)] if self._page and self._device is not None:
                await self._answer(number, content, self._device)
            case _:
                self.abort()

    async def _answer(self, number: int, content: Mapping[str, Any], device: Device) -> None:
        """Execute a message, then send its effect and the acknowledgement."""
        frames: list[list[str]] = []
        try:
            await self._execute_message(content, f"{self._page}:{number}", device)
        except Exception:
            self._fail()
            frames = [["failed"]]
        self._draw(*frames, ["done", number])

    async def _execute_message(self, content: Mapping[str, Any], key: str, device: Device) -> None:
        """Execute the command of a message; a refusal is shown by the device."""
        command = device.command_for(content)
        if command is None:
            return
        try:
            refusals = await self._tables.execute(self._code, self._player, command, key)
        except (KeyError, StoreTrouble) as trouble:
            LOG.error("table %s: %s", self._code, trouble)
            device.remark = say("together.trouble", self._lang)
        else:
            if refusals:
                device.show_refusals(refusals)

    def changed(self) -> None:
        """Nothing: the effect of a message is sent with its acknowledgement."""

    def send(self, content: Any) -> None:
        """Send something beside the state, for the device."""
        self._send_frames(["said", content])

    def _send_frames(self, *frames: Sequence[Any]) -> None:
        """Send these frames as one message, since sending costs as much as drawing."""
        if frames:
            self.send_json(frames)

    def expel(self) -> None:
        seat = self._device.own_seat if self._device is not None else None
        if seat is not None:
            self._tables.start_task(self._tables.execute(self._code, ITSELF, Remove(seat)))
        super().expel()

    def on_end(self, *, left: bool) -> None:
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None
        self._cancel_draw()
        self._device = None


_MISSING: Final = object()


def differences(before: Mapping[str, Any], state: Mapping[str, Any]) -> list[list[Any]]:
    """The frames that turn a page's state `before` into this one: changed values, and removed keys.

    >>> differences({"at": 1, "log": ["a"], "said": ""}, {"at": 2, "log": ["a"]})
    [['state', {'at': 2}, ['said']]]
    """
    changed = {name: value for name, value in state.items() if before.get(name, _MISSING) != value}
    removed = [name for name in before if name not in state]
    return [["state", changed, removed]] if changed or removed else []
