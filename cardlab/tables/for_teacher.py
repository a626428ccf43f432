"""The tables on the teacher's page: opening some, closing one, hiding a name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cardlab.dashboard.access import Entrance
from cardlab.dashboard.display_names import spaced
from cardlab.game import GAMES
from cardlab.phrasing.catalogue import say
from cardlab.tables.shared_table import ITSELF, Agreed, Closed, NameRemoved, SharedTable
from cardlab.tables.store import StoreTrouble
from cardlab.tables.tournament import BrokenOff
from cardlab.tables.tournament_service import TableServices, TournamentService
from cardlab.widgets.blocks import Block, asked_first, details, group, link, text


class NamesAtTables:
    """The active tables of a server, for the teacher of a class, which hears of their changes."""

    def __init__(self, services: TableServices, base: str, room: Entrance) -> None:
        self.services = services
        self.base = base
        self._room = room
        self._kept: list[Callable[[], None]] = []
        self._followed: TournamentService | None = None

    def render(self, lang: str) -> list[Block]:
        """The active tables with their names; names of former players still stand in the records."""
        tournaments = self.services.loaded
        if tournaments is None:
            return []
        if self._followed is not tournaments:
            self._followed = tournaments
            tournaments.tables.subscribe_everywhere(lambda table, events: self._room.watch())
        return [self._table(tournaments, *one, lang) for one in tournaments.tables.active_tables().items()]

    def _table(self, tournaments: TournamentService, code: str, table: SharedTable, lang: str) -> Block:
        if table.tournament:
            tournament, number = tournaments.open_tournaments().get(table.tournament.code), table.tournament.table
            title = (tournament.opened.title if tournament else "") or say("tournament.untitled", lang)
            heading = f"{title}: {say('tournament.table', lang, number=number)}"
            close = say("tournament.break_table", lang, number=number)
        else:
            heading = f"{say(f'compare.game.{table.game}', lang)} {spaced(code)}"
            close = say("together.close_it", lang, table=spaced(code))
        names = []
        for player, name in table.names.items():
            hide, order = say("together.unname", lang, name=name), {"do": "unname", "code": code, "player": player}
            names.append(asked_first(hide, say("together.unname_hint", lang), hide, order))
        closing = asked_first(close, say("together.close_sure", lang), close, {"do": "close_table", "code": code})
        left = say("together.has_left", lang)
        seated = [
            name if table.seat_of(player) is not None else f"{name} ({left})" for player, name in table.names.items()
        ]
        return group(
            link(heading, f"{self.base}table/{code}?lang={lang}", new=True),
            text(", ".join(seated), "note"),
            details(say("teach.more", lang), closing, *names, key=f"{code} more"),
            style="teach-line",
        )

    async def open(self, game: str, count: int) -> bool:
        """Open tables by the sheet, on which nobody need look to keep them in the list; returns whether that worked."""
        try:
            tables = await self.services.tables()
            for _ in range(count):
                opened = await tables.open(Agreed(rules=GAMES[game].rules()), ITSELF)
                if not isinstance(opened, str):
                    return False
                self._kept.append(await tables.subscribe(opened, ITSELF, lambda table, events: None))
        except Exception:  # logged where the store could not be opened
            return False
        return True

    def let_go(self) -> None:
        """Keep the tables that were opened for the class in the list no longer."""
        for end in self._kept:
            end()
        self._kept.clear()

    async def execute(self, order: Mapping[str, Any]) -> bool:
        """Close a table or remove a name, as an order says; returns False if it says neither or is refused."""
        tournaments, code = self.services.loaded, order.get("code")
        if tournaments is None or not isinstance(code, str):
            return False
        try:
            table = await tournaments.tables.table(code)
            match order:
                case {"do": "close_table"} if table and table.tournament:
                    # Breaking it off lets its round end without it.
                    return not await tournaments.append(table.tournament.code, BrokenOff(table.tournament.table))
                case {"do": "close_table"} if table:
                    return not await tournaments.tables.execute(code, ITSELF, Closed())
                case {"do": "unname", "player": str(player)} if table and player in table.names:
                    if table.tournament:
                        await tournaments.remove_name(table.tournament.code, player)
                    return not await tournaments.tables.execute(code, ITSELF, NameRemoved(player))
        except StoreTrouble:
            return False
        return False
