"""What the teacher's page shows and does about tables: who plays, whose names stand there, and takes them away."""

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
    """The tables of a server at which somebody is, for the teacher of a class there."""

    def __init__(self, tables: TableServices, base: str) -> None:
        self.tables = tables
        self.base = base

    def told(self, lang: str) -> Mapping[str, Any]:
        """The tables at which somebody is, and what the teacher can do about each.

        The names of those who have left stand in the records of the rounds that they have played.
        """
        hall = self.tables.now
        tables = hall.hub.under_way() if hall else {}
        return {"tables": [self._table(hall, code, table, lang) for code, table in tables.items() if hall]}

    def _table(self, hall: TournamentService, code: str, table: SharedTable, lang: str) -> Mapping[str, Any]:
        left = say("together.has_left", lang)
        if table.of:
            held, number = hall.open_now().get(table.of.tournament), table.of.table
            title = (held.opened.title if held else "") or say("hall.untitled", lang)
            name = f"{title}: {say('hall.table', lang, number=number)}"
            closing, close = say("hall.break", lang), say("hall.break_table", lang, number=number)
        else:
            name = f"{say(f'compare.game.{table.game}', lang)} {spaced(code)}"
            closing, close = say("together.close", lang), say("together.close_it", lang, table=spaced(code))
        return {
            "code": code,
            "name": name,
            "href": f"{self.base}table/{code}?lang={lang}",
            "closing": closing,
            "close": close,
            "people": [
                {
                    "player": player,
                    "name": called,
                    "left": "" if table.seat_of(player) is not None else left,
                    "unname": say("together.unname", lang, name=called),
                }
                for player, called in table.named.items()
            ],
        }

    async def obey(self, order: Mapping[str, Any]) -> bool:
        """Closes a table, or takes a name away there; False for an order that says neither, or that cannot be done."""
        hall, code = self.tables.now, order.get("code")
        if hall is None or not isinstance(code, str):
            return False
        try:
            table = await hall.hub.table(code)
            match order:
                case {"do": "close_table"} if table and table.of:
                    # It breaks off, so that its round goes on without it.
                    return not await hall.do(table.of.tournament, BrokenOff(table.of.table))
                case {"do": "close_table"} if table:
                    return not await hall.hub.do(code, ITSELF, "close")
                case {"do": "unname", "player": str(player)} if table and player in table.named:
                    if table.of:
                        await hall.unname(table.of.tournament, player)
                    return not await hall.hub.do(code, ITSELF, RemoveName(player))
        except StoreTrouble as trouble:
            raise HTTPError(503) from trouble
        return False
