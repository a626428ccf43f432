"""What the teacher's page shows and does about tables and tournaments: whose names stand there, and takes them away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tornado.web import HTTPError

from cardlab.dashboard.names import spaced
from cardlab.phrasing.catalogue import say
from cardlab.tables.hall import Hall
from cardlab.tables.hub import Hub
from cardlab.tables.logs import Done
from cardlab.tables.opened import OpenTables
from cardlab.tables.store import StoreTrouble
from cardlab.tables.table import ITSELF, Close, Table, Unname
from cardlab.tables.tournament import BrokenOff


class NamesAtTables:
    """The names at the tables and in the tournaments of a server, for the teacher of a class there."""

    def __init__(self, tables: OpenTables, base: str) -> None:
        self.tables = tables
        self.base = base

    def look(self) -> None:
        """Looks for the tables of the last day."""
        self.tables.open_early()

    def told(self, lang: str) -> Mapping[str, Any]:
        """The tables at which somebody is, and the names elsewhere."""
        if self.tables.now is None:
            return {"tables": [], "elsewhere": []}
        hub, hall = self.tables.now
        return {"tables": _tables(hub, hall, self.base, lang), "elsewhere": _elsewhere(hub, hall, self.base, lang)}

    async def obey(self, order: Mapping[str, Any]) -> bool:
        """Closes a table, or takes a name away there or in a tournament.

        False for an order that says neither, or that cannot be done.
        """
        code = order.get("code")
        if self.tables.now is None or not isinstance(code, str):
            return False
        hub, hall = self.tables.now
        try:
            match order:
                case {"do": "unname_entrant", "player": str(player)} if player in hall.named_lately().get(code, ()):
                    return isinstance(await hall.unname(code, player), Done)
            table = await hub.table(code)
            if table is None:
                return False
            match order:
                case {"do": "close_table"}:
                    return await self._close(hub, hall, code, table)
                case {"do": "unname", "player": str(player)} if player in table.named:
                    return await self._unname(hub, hall, code, table, player)
        except StoreTrouble as trouble:
            raise HTTPError(503) from trouble
        return False

    async def _close(self, hub: Hub, hall: Hall, code: str, table: Table) -> bool:
        """Closes a table; one of a tournament breaks off, so that its round goes on without it."""
        if _goes_on(hall, table) and table.of:
            return isinstance(await hall.do(table.of.tournament, BrokenOff(table.of.table)), Done)
        return isinstance(await hub.do(code, ITSELF, Close()), Done)

    async def _unname(self, hub: Hub, hall: Hall, code: str, table: Table, player: str) -> bool:
        """Takes a name away at a table, whether its player is still there; in a tournament it is named nowhere else."""
        done = isinstance(await hub.do(code, ITSELF, Unname(player)), Done)
        if table.of:
            await hall.unname(table.of.tournament, player)
        return done


def _tables(hub: Hub, hall: Hall, base: str, lang: str) -> list[Mapping[str, Any]]:
    """The tables at which somebody is, whose names stand there, and what the teacher can do about it.

    The names of those who have left stand in the records of the rounds that they have played.
    """
    left = say("together.has_left", lang)
    return [
        {
            "code": code,
            **_of_table(code, table, hall, lang),
            "href": f"{base}table/{code}?lang={lang}",
            "take": "unname",
            "people": [
                _of_name(player, name, "" if table.seat_of(player) is not None else left, lang)
                for player, name in table.named.items()
            ],
        }
        for code, table in hub.under_way().items()
    ]


def _elsewhere(hub: Hub, hall: Hall, base: str, lang: str) -> list[Mapping[str, Any]]:
    """The names in tournaments and at tables where nobody is now, each where it can be taken away."""

    def listed(kind: str, take: str, code: str, name: str, named: Mapping[str, str]) -> Mapping[str, Any]:
        people = [_of_name(player, called, "", lang) for player, called in named.items()]
        shown = {"code": code, "name": name, "href": f"{base}{kind}/{code}?lang={lang}", "closing": "", "close": ""}
        return {**shown, "take": take, "people": people}

    untitled = say("hall.untitled", lang)
    entered = (
        listed("tournament", "unname_entrant", code, hall.title(code) or untitled, named)
        for code, named in hall.named_lately().items()
    )
    deserted = (
        listed("table", "unname", code, _name_of(code, one.game, lang), one.named)
        for code, one in hub.deserted().items()
    )
    return [one for one in (*entered, *deserted) if one["people"]]


def _of_name(player: str, name: str, left: str, lang: str) -> Mapping[str, str]:
    """A name that can be taken away."""
    return {"player": player, "name": name, "left": left, "unname": say("together.unname", lang, name=name)}


def _name_of(code: str, game: str, lang: str) -> str:
    return f"{say(f'compare.game.{game}', lang)} {spaced(code)}"


def _goes_on(hall: Hall | None, table: Table) -> bool:
    """Whether a table belongs to a tournament that goes on here."""
    return hall is not None and table.of is not None and table.of.tournament in hall.open_now()


def _of_table(code: str, table: Table, hall: Hall | None, lang: str) -> Mapping[str, str]:
    """What a table is called, and how it is closed: one of a tournament belongs to a round there and breaks off."""
    if hall is None or table.of is None or not _goes_on(hall, table):
        name = _name_of(code, table.game, lang)
        shown, close = say("together.close", lang), say("together.close_it", lang, table=spaced(code))
    else:
        title = hall.title(table.of.tournament) or say("hall.untitled", lang)
        name = f"{title}: {say('hall.table', lang, number=table.of.table)}"
        shown, close = say("hall.break", lang), say("hall.break_table", lang, number=table.of.table)
    return {"name": name, "closing": shown, "close": close}
