"""The page of a table between devices, its line, and its rounds as a file.

The scene of the line is a device, whose commands are carried out at the table. The picture is rendered here, from what
the player's seat may see. A message is confirmed when its events are durable.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any, ClassVar

from tornado.web import HTTPError

from cardlab.dashboard.display_names import spaced
from cardlab.phrasing.catalogue import say
from cardlab.phrasing.glossary import entries
from cardlab.tables.device import Device, may_download, rounds_as_json
from cardlab.tables.event_logs import LOG
from cardlab.tables.players_pages import PlayersConnection, PlayersPage, invitation, nickname
from cardlab.tables.shared_table import ITSELF, Event, Returned, Rose, SharedTable
from cardlab.tables.store import StoreTrouble
from cardlab.tables.tournament_service import TableServices


def routes(base: str, services: TableServices) -> list[tuple[str, type[Any], dict[str, Any]]]:
    """The URL routes of tables."""
    return [
        (f"{base}table/([A-Z0-9]{{6}})", TablePage, {"services": services}),
        (f"{base}table/([A-Z0-9]{{6}})/rounds.json", TableRounds, {"services": services}),
        (f"{base}line/table/([A-Z0-9]{{6}})", TableConnection, {"services": services}),
    ]


class TablePage(PlayersPage):
    """The page of one table."""

    async def get(self, code: str) -> None:
        lang = self.language()
        table = await (await self.tournaments()).tables.table(code)
        if table is None:
            raise HTTPError(404)
        self.player()
        self.render_scene(
            f"{say(f'compare.game.{table.game}', lang)} {spaced(code)}",
            f"table/{code}",
            f"shared_{table.game}",
            glossary=entries(lang, "tichu" if table.game == "tichu" else "tongits"),
        )


class TableRounds(PlayersPage):
    """The finished rounds of a table as a file, for those who may see them; the play pages review it."""

    async def get(self, code: str) -> None:
        tournaments, player = await self.tournaments(), self.player()
        table = await tournaments.tables.table(code)
        if table is None:
            raise HTTPError(404)
        place = table.tournament
        tournament = await tournaments.tournament(place.code) if place else None
        public = tournaments.public_deals(table)
        # When a tournament is over, everybody may check the deals.
        is_over = tournament is not None and tournament.over and bool(table.records)
        if not (is_over or may_download(table, table.seat_of(player), public)):
            raise HTTPError(404)
        self.set_header("Content-Type", "application/json; charset=utf-8")
        self.set_header("Content-Disposition", f'attachment; filename="{table.game}-table-{code}.json"')
        self.finish(rounds_as_json(table, public))


class TableConnection(PlayersConnection):
    """The line of one page to its table."""

    PING_TIMEOUT: ClassVar[float] = 4.5  # the others see within two beats who is disconnected

    _device: Device | None = None

    async def refusal(self) -> int:
        if status := await super().refusal():
            return status
        self._code, self._tables = self.path_args[0], self._tournaments.tables
        table = await self._tables.table(self._code)
        if table and table.tournament:  # which says what may be shown
            await self._tournaments.tournament(table.tournament.code)
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
        device: Device = SharedTichu(*own, holds=holds) if table.game == "tichu" else SharedTongits(*own)
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
                await tables.execute(self._code, self._player, Returned(seat))
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
        """Carry out the command of a message; a refusal is shown by the device."""
        device = self._device
        if device is None or (command := device.command_for(content)) is None:
            return
        self._cancel()  # what comes of it is shown with its confirmation, drawn once
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
            self._tables.start_task(self._tables.execute(self._code, ITSELF, Rose(seat)))
        super().expel()

    def on_end(self, *, left: bool) -> None:
        self._device = None
        super().on_end(left=left)
