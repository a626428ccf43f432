"""The lines of the pages of tables.

- `TablesConnection`: to where tables are opened or found; its scene is a `TablesScene`;
- `TableConnection`: to one table; its scene is a device, whose commands are executed at the table.

The picture is rendered here, from what the player's seat may see. A message is confirmed when its events are durable.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, ClassVar, Final

from cardlab.dashboard import access
from cardlab.dashboard.course_pages import SceneConnection
from cardlab.dashboard.display_names import pseudonym
from cardlab.phrasing import explain
from cardlab.phrasing.catalogue import say
from cardlab.tables.device import Device
from cardlab.tables.event_logs import LOG, Rejected
from cardlab.tables.invitation import invitation
from cardlab.tables.shared_table import ITSELF, Event, Moved, PhraseSaid, Remove, SharedTable, Sit
from cardlab.tables.store import StoreTrouble
from cardlab.tables.table_pages import nickname, player_token
from cardlab.tables.table_service import TableService
from cardlab.tables.tables_scene import TablesScene
from cardlab.tables.tournament_service import TableServices

LISTED_AFTER: Final = 0.3
"""Seconds until the list of open tables shows what has happened since: all of it at once."""


def routes(base: str, services: TableServices) -> list[tuple[str, type[Any], dict[str, Any]]]:
    """The URL routes of connections."""
    return [
        (f"{base}line/tables", TablesConnection, {"services": services}),
        (f"{base}line/table/([A-Z0-9]{{6}})", TableConnection, {"services": services}),
    ]


class PlayersConnection(SceneConnection):
    """The line of a player's page."""

    MAX_MESSAGE = 4096
    COMPRESSION = 1

    services: TableServices

    def initialize(self, **parts: Any) -> None:
        super().initialize(**parts)
        self.path = "tables"
        self._unsubscribe: Callable[[], object] | None = None

    async def refusal(self) -> int:
        token = player_token(self.request, self.application.room)
        if not token:
            return 403
        self._tables: TableService = await self.services.tables()
        self._player = pseudonym(token)
        return 0

    def on_end(self, *, left: bool) -> None:
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None
        super().on_end(left=left)


class TablesConnection(PlayersConnection):
    """The line of a page where tables are opened or found."""

    _tables_scene: TablesScene | None = None

    async def begin(self) -> TablesScene:
        course, request = self.application, self.request
        is_teacher = course.room is not None and access.is_teacher(course.room, request)
        name = None if is_teacher else nickname(course, request)
        only_here = invitation(course, request, self.path, self.lang).only_here
        self._tables_scene = TablesScene(self.lang, course.base, name, only_here)
        self._list()
        self._unsubscribe = self._tables.subscribe_everywhere(self._on_events)
        return self._tables_scene

    def _list(self) -> None:
        if self._tables_scene is not None:
            tables = self._tables.active_tables()
            self._tables_scene.tables = {code: one for code, one in tables.items() if not one.tournament}

    def _on_events(self, table: SharedTable, events: tuple[Event, ...]) -> None:
        """Draw the list soon, if who sits at a table or looks on may have changed."""
        if self._drawing is None and not any(isinstance(event, Moved | PhraseSaid) for event in events):
            self.changed(LISTED_AFTER)

    def draw(self) -> None:
        self._list()
        super().draw()

    async def handle(self, content: Any) -> None:
        """Carry out what the message orders; the scene says why that could not be done."""
        scene, tables = self._tables_scene, self._tables
        if scene is None or not scene.receive(content):
            return
        try:
            match scene.order:
                case "find", code:
                    if await tables.table(code):
                        scene.lead_to(code)
                    else:
                        scene.trouble = say("together.no_such_table", self.lang)
                case "open", name:
                    opened = await tables.open(scene.agreed, self._player, self.key)
                    if isinstance(opened, Rejected):
                        scene.trouble = " ".join(explain(one, self.lang) for one in opened.refusals)
                        return
                    if scene.nickname is not None:
                        await tables.execute(opened, self._player, Sit(name), self.key)
                    scene.lead_to(opened)
        except StoreTrouble as trouble:
            LOG.error("the page of tables: %s", trouble)
            scene.trouble = say("together.trouble", self.lang)


class TableConnection(PlayersConnection):
    """The line of one page to its table."""

    PING_TIMEOUT: ClassVar[float] = 4.5  # the others see within two beats who is disconnected

    _device: Device | None = None

    async def refusal(self) -> int:
        if status := await super().refusal():
            return status
        self._code = self.path_args[0]
        table = await self._tables.table(self._code)
        if table and table.tournament:  # which says what may be shown
            await (await self.services.tournaments()).tournament(table.tournament.code)
        return 0 if table else 404

    async def begin(self) -> Device:
        from cardlab.tables.tichu_device import SharedTichu
        from cardlab.tables.tongits_device import SharedTongits
        from cardlab.widgets.tichu_table.race_hands import HandLock

        tables, course = self._tables, self.application
        # All pages of a player share the hold-up of the seat's hand.
        shared = await tables.shared(self._code)
        holds: tuple[HandLock, HandLock] = shared.setdefault("holds", (HandLock(), HandLock()))
        table = await tables.table(self._code)
        assert table is not None
        # No await from here to the subscription to the loaded log, so that no event is missed.
        own = self.lang, self._code, table, self._player
        device: Device = SharedTichu(*own, holds) if table.game == "tichu" else SharedTongits(*own)
        device.base, device.nickname = course.base, nickname(course, self.request)
        if not table.tournament:
            asked = invitation(course, self.request, f"table/{self._code}", self.lang)
            device.invitation = asked.blocks(say("together.link", self.lang), self.lang)
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
        self._cancel()  # what comes of the command is shown with its confirmation, drawn once
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
        self._device = None
        super().on_end(left=left)
