"""The tables on the teacher's page: their players, closing a table, removing a name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tornado.web import HTTPError

from cardlab.dashboard.display_names import spaced
from cardlab.phrasing.catalogue import say
from cardlab.tables.shared_table import ITSELF, RemoveName, SharedTable
from cardlab.tables.store import StoreTrouble
from cardlab.tables.tournament import BrokenOff
from cardlab.tables.tournament_service import TableServices, TournamentService


class NamesAtTables:
    """The active tables of a server, for the teacher of a class."""

    def __init__(self, services: TableServices, base: str) -> None:
        self.services = services
        self.base = base

    def state(self, lang: str) -> Mapping[str, Any]:
        """The active tables with their names, as JSON; names of former players still stand in the records."""
        tournaments = self.services.loaded
        tables = tournaments.tables.active_tables() if tournaments else {}
        shown = [self._table(tournaments, code, table, lang) for code, table in tables.items() if tournaments]
        return {"tables": shown}

    def _table(self, tournaments: TournamentService, code: str, table: SharedTable, lang: str) -> Mapping[str, Any]:
        left = say("together.has_left", lang)
        if table.tournament:
            tournament, number = tournaments.open_tournaments().get(table.tournament.code), table.tournament.table
            title = (tournament.opened.title if tournament else "") or say("tournament.untitled", lang)
            heading = f"{title}: {say('tournament.table', lang, number=number)}"
            closing, close = say("tournament.break", lang), say("tournament.break_table", lang, number=number)
        else:
            heading = f"{say(f'compare.game.{table.game}', lang)} {spaced(code)}"
            closing, close = say("together.close", lang), say("together.close_it", lang, table=spaced(code))
        return {
            "code": code,
            "name": heading,
            "href": f"{self.base}table/{code}?lang={lang}",
            "closing": closing,
            "close": close,
            "people": [
                {
                    "player": player,
                    "name": name,
                    "left": "" if table.seat_of(player) is not None else left,
                    "unname": say("together.unname", lang, name=name),
                }
                for player, name in table.names.items()
            ],
        }

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
                    return not await tournaments.tables.execute(code, ITSELF, "close")
                case {"do": "unname", "player": str(player)} if table and player in table.names:
                    if table.tournament:
                        await tournaments.remove_name(table.tournament.code, player)
                    return not await tournaments.tables.execute(code, ITSELF, RemoveName(player))
        except StoreTrouble as trouble:
            raise HTTPError(503) from trouble
        return False
