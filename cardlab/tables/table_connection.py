"""The line of a page to its table: its scene is a device, whose commands are executed at the table.

The picture is rendered here, from what the player's seat may see. A message is confirmed when its events are durable.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, ClassVar

from cardlab.dashboard.course_pages import SceneConnection
from cardlab.dashboard.display_names import pseudonym
from cardlab.phrasing.catalogue import say
from cardlab.tables.device import Device
from cardlab.tables.event_logs import LOG
from cardlab.tables.shared_table import ITSELF, Event, Remove, SharedTable
from cardlab.tables.store import StoreTrouble
from cardlab.tables.table_pages import player_token
from cardlab.tables.table_service import TableService
from cardlab.tables.tournament_service import TableServices


def routes(base: str, services: TableServices) -> list[tuple[str, type[Any], dict[str, Any]]]:
    """The URL route of connections."""
    return [(f"{base}line/table/([A-Z0-9]{{6}})", TableConnection, {"services": services})]


class TableConnection(SceneConnection):
    """The line of one page to its table."""

    MAX_MESSAGE = 4096
    COMPRESSION = 1
    PING_TIMEOUT: ClassVar[float] = 4.5  # the others see within two beats who is disconnected

    services: TableServices

    def initialize(self, **parts: Any) -> None:
        super().initialize(**parts)
        self.path = "tables"
        self._unsubscribe: Callable[[], None] | None = None
        self._device: Device | None = None

    async def refusal(self) -> int:
        token = player_token(self.request, self.application.room)
        if not token:
            return 403
        self._tables: TableService = await self.services.tables()
        self._player, self._code = pseudonym(token), self.path_args[0]
        table = await self._tables.table(self._code)
        if table and table.tournament:  # which says what may be shown
            await (await self.services.tournaments()).tournament(table.tournament.code)
        return 0 if table else 404

    async def begin(self) -> Device:
        from cardlab.tables.tichu_device import SharedTichu
        from cardlab.tables.tongits_device import SharedTongits
        from cardlab.widgets.tichu_table.race_hands import HandLock

        tables, own = self._tables, (self.lang, self._code)
        # All pages of a player share the hold-up of the seat's hand.
        shared = await tables.shared(self._code)
        holds: tuple[HandLock, HandLock] = shared.setdefault("holds", (HandLock(), HandLock()))
        table = await tables.table(self._code)
        assert table is not None
        # No await from here to the subscription to the loaded log, so that no event is missed.
        device: Device = (
            SharedTichu(*own, table, self._player, holds)
            if table.game == "tichu"
            else SharedTongits(*own, table, self._player)
        )
        self._device, device.page = device, self
        self._unsubscribe = await tables.subscribe(self._code, self._player, self._on_events)
        seat = table.seat_of(self._player)
        if seat is not None and table.seats[seat].bot:
            # A player who is back gets the seat back from the bot.
            with suppress(StoreTrouble):
                await tables.execute(self._code, self._player, "come_back")
        # The first ping is sent at once.
        self._next_heartbeat = time.monotonic()
        self._look()
        return device

    def _on_events(self, table: SharedTable, events: tuple[Event, ...]) -> None:
        if self._device is None:
            return
        self.changed()
        try:
            self._device.apply(events, table)
        except Exception as error:
            self._device.table = table
            self.fail(error)

    def _look(self) -> None:
        """Let the device know who is at the table now."""
        if self._device is not None:
            self._device.presence = self._tables.presence(self._code, self._player)

    def draw(self) -> None:
        self._look()
        super().draw()
        if self._device is not None and (seconds := self._device.seconds_to_redraw):
            self.changed(seconds)

    async def handle(self, content: Any) -> None:
        """Execute the command of a message; a refusal is shown by the device."""
        device = self._device
        if device is None or (command := device.command_for(content)) is None:
            return
        try:
            refusals = await self._tables.execute(self._code, self._player, command, self.key)
        except (KeyError, StoreTrouble) as trouble:
            LOG.error("table %s: %s", self._code, trouble)
            device.remark = say("together.trouble", self.lang)
        else:
            if refusals:
                device.show_refusals(refusals)

    def fail(self, error: Exception) -> None:
        super().fail(error)
        if self._device is not None:
            with suppress(Exception):  # a second failure shows when the device is drawn
                self._device.clear_selection()

    def expel(self) -> None:
        seat = self._device.own_seat if self._device is not None else None
        if seat is not None:
            self._tables.start_task(self._tables.execute(self._code, ITSELF, Remove(seat)))
        super().expel()

    def on_end(self, *, left: bool) -> None:
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None
        self._device = None
        super().on_end(left=left)
