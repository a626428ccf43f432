"""The tables on the teacher's page: listing, opening and closing them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cardlab.dashboard.display_names import pseudonym, spaced
from cardlab.dashboard.roster import Learner, Roster
from cardlab.game import GAMES
from cardlab.phrasing.catalogue import say
from cardlab.tables.device import seat_name
from cardlab.tables.event_logs import LOG
from cardlab.tables.shared_table import ITSELF, Agreed, Closed, NameRemoved, Rose, SharedTable
from cardlab.tables.store import StoreTrouble
from cardlab.tables.tournament import BrokenOff
from cardlab.tables.tournament_service import ANY, TABLES, TournamentService
from cardlab.widgets.blocks import Block, asked_first, group, link, text


class ClassTables:
    """The active tables of a server, for the teacher of a class."""

    def __init__(self, tournaments: TournamentService, base: str, room: Roster) -> None:
        self.tournaments = tournaments
        self.base = base
        self._kept: list[Callable[[], None]] = []
        # The file of the tables may be opened later.
        for some in (TABLES, ANY):
            tournaments.subscribe(some, lambda: room.watch())

    def render(self, lang: str) -> list[Block]:
        """Return a block for each active table, with its players."""
        active = self.tournaments.tables.active_tables() if self.tournaments.is_open else {}
        return [self._table(*one, lang) for one in active.items()]

    def _table(self, code: str, table: SharedTable, lang: str) -> Block:
        if place := table.tournament:
            tournament, number = self.tournaments.open_tournaments().get(place.code), place.table
            title = (tournament.opened.title if tournament else "") or say("tournament.untitled", lang)
            heading = f"{title}: {say('tournament.table', lang, number=number)}"
            close = say("tournament.break_table", lang, number=number)
        else:
            heading = f"{say(f'compare.game.{table.game}', lang)} {spaced(code)}"
            close = say("together.close_it", lang, table=spaced(code))
        return group(
            link(heading, f"{self.base}table/{code}?lang={lang}", new=True),
            text(", ".join(seat_name(table, seat, lang) for seat in table.taken_seats), "note"),
            asked_first(close, say("together.close_sure", lang), close, {"do": "close_table", "code": code}),
            style="teach-line",
        )

    async def open(self, game: str, count: int) -> bool:
        """Open tables with the rules of the rule sheets; return whether that worked.

        They stay in the list, even if nobody is there, until `stop_listing`.
        """
        try:
            tables = (await self.tournaments.ready()).tables
            for _ in range(count):
                opened = await tables.open(Agreed(rules=GAMES[game].rules()), ITSELF)
                if not isinstance(opened, str):
                    return False
                self._kept.append(await tables.subscribe(opened, ITSELF, lambda table, events: None))
        except Exception:  # `ready` has logged why the store cannot be opened
            return False
        return True

    def stop_listing(self) -> None:
        """Stop listing the tables that were opened for the class and are empty."""
        for end in self._kept:
            end()
        self._kept.clear()

    async def close(self, code: str) -> bool:
        """Close a table, and return whether that worked."""
        try:
            table = await self.tournaments.tables.table(code) if self.tournaments.is_open else None
            if table is None:
                return False
            if place := table.tournament:
                # Otherwise the round of the tournament would wait for this table.
                return not await self.tournaments.append(place.code, BrokenOff(place.table))
            return not await self.tournaments.tables.execute(code, ITSELF, Closed())
        except StoreTrouble:
            return False

    def remove_learners(self, learners: Iterable[Learner]) -> None:
        """Take seats and names from learners who were removed from the class."""
        if self.tournaments.is_open:
            players = [pseudonym(one.player) for one in learners if one.player]
            self.tournaments.tables.start_task(self._remove_learners(players))

    async def _remove_learners(self, players: Iterable[str]) -> None:
        tournaments = self.tournaments
        try:
            for player in players:
                for code, tournament in tournaments.open_tournaments().items():
                    if tournament.entrant(player):
                        await tournaments.remove_player(code, player)
                for code, table in tournaments.tables.tables_of(player).items():
                    if (seat := table.seat_of(player)) is not None:
                        await tournaments.tables.execute(code, ITSELF, Rose(seat))
                    await tournaments.tables.execute(code, ITSELF, NameRemoved(player))
        except StoreTrouble as trouble:
            LOG.error("the name of a learner who is out may still be at a table: %s", trouble)
