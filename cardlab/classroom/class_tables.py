"""The tables on the teacher's page: listing, opening and closing them."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from cardlab.classroom.board_questions import Refused
from cardlab.dashboard.access import TOURNAMENT
from cardlab.dashboard.display_names import pseudonym, spaced
from cardlab.dashboard.roster import Learner, Roster
from cardlab.game import GAMES
from cardlab.phrasing.catalogue import say
from cardlab.tables.device import seat_name
from cardlab.tables.event_logs import LOG
from cardlab.tables.shared_table import ITSELF, Agreed, Closed, NameRemoved, Rose, SharedTable
from cardlab.tables.store import CannotOpen, StoreTrouble
from cardlab.tables.tournament import BrokenOff
from cardlab.tables.tournament_service import ANY, TABLES, TournamentService
from cardlab.widgets.blocks import Block, asked_first, group, link, row, text


class ClassTables:
    """The active tables of a server, for the teacher of a class.

    `listed`: the codes of the tables opened for the class, which stay active even if nobody is there.
    """

    def __init__(self, tournaments: TournamentService, base: str, room: Roster) -> None:
        self.tournaments = tournaments
        self.listed = tournaments.tables.listed
        self.base = base
        for some in (TABLES, ANY):
            tournaments.subscribe(some, lambda: room.watch())

    async def bring_back(self) -> None:
        """After a restart, list the tables that were opened for the class."""
        if self.listed:
            with suppress(Exception):  # `ready` has logged why the store cannot be opened
                await self.tournaments.ready()

    def render(self, lang: str) -> list[Block]:
        """Return a block for each active table, with its players."""
        return [self._table(*one, lang) for one in self.tournaments.tables.active_tables().items()]

    def table_of(self, learner: Learner | None) -> str:
        """Return the code of the table where a learner plays, the latest of several; "" if there is none."""
        if learner is None or not learner.player:
            return ""
        player, still_open = pseudonym(learner.player), self.tournaments.open_tournaments()
        codes = [
            code
            for code, table in self.tournaments.tables.tables_of(player).items()
            if table.seat_of(player) is not None and not table.closed
            if table.tournament is None or table.tournament.code in still_open
        ]
        return codes[-1] if codes else ""

    def tournaments_of(self, lang: str) -> dict[str, str]:
        """Return the titles of the open tournaments by their pages."""
        return {
            f"{TOURNAMENT}{code}": one.opened.title or say("tournament.untitled", lang)
            for code, one in self.tournaments.open_tournaments().items()
        }

    def has_entered(self, learner: Learner, page: str) -> bool:
        """Return whether a learner takes part in the tournament with this page, or it is over."""
        tournament = self.tournaments.open_tournaments().get(page.removeprefix(TOURNAMENT))
        is_in = tournament is None or pseudonym(learner.player) in tournament.active_players
        return page.startswith(TOURNAMENT) and is_in

    def _table(self, code: str, table: SharedTable, lang: str) -> Block:
        if place := table.tournament:
            number, untitled = place.table, say("tournament.untitled", lang)
            title = self.tournaments_of(lang).get(f"{TOURNAMENT}{place.code}", untitled)
            heading = f"{title}: {say('tournament.table', lang, number=number)}"
            close = say("tournament.break_table", lang, number=number)
        else:
            heading = f"{say(f'compare.game.{table.game}', lang)} {spaced(code)}"
            close = say("together.close_it", lang, table=spaced(code))
        names = ", ".join(seat_name(table, seat, lang) for seat in table.taken_seats)
        sure, closing = say("together.close_sure", lang), {"do": "close_table", "code": code}
        return row(
            group(link(heading, f"{self.base}table/{code}?lang={lang}", new=True), text(names, "note")),
            asked_first(close, sure, close, closing, style="teach-x"),
            style="teach-line",
        )

    async def open(self, game: str, count: int) -> None:
        """Open tables with the rules of the rule sheets. Raises Refused.

        They stay in the list, even if nobody is there, until the class ends.
        """
        try:
            tables = (await self.tournaments.ready()).tables
            for _ in range(count):
                opened = await tables.open(Agreed(rules=GAMES[game].rules()), ITSELF)
                if not isinstance(opened, str):
                    raise Refused("together.refused")
                self.listed.append(opened)
                tables.refresh(opened)
        except Exception as trouble:  # `ready` has logged why the store cannot be opened
            raise Refused("together.refused") from trouble

    async def close(self, code: str) -> None:
        """Close a table. Raises Refused."""
        tables = self.tournaments.tables
        try:
            table = await tables.table(code)
            if table and (place := table.tournament):
                # Otherwise the round of the tournament would wait for this table.
                refusals = await self.tournaments.append(place.code, BrokenOff(place.table))
            else:
                refusals = await tables.execute(code, ITSELF, Closed())
        except (KeyError, StoreTrouble) as trouble:
            raise Refused("together.refused") from trouble
        if refusals:
            raise Refused("together.refused")

    def remove_learners(self, learners: Iterable[Learner]) -> None:
        """Take seats and names from learners who were removed from the class, also at tables that are not loaded."""
        if players := [pseudonym(one.player) for one in learners if one.player]:
            self.tournaments.tables.start_task(self._remove_learners(players))

    async def _remove_learners(self, players: Iterable[str]) -> None:
        try:
            tournaments = await self.tournaments.ready()
            tables = tournaments.tables
            for player in players:
                for code in await tables.store.recent("tournament", text=player):
                    tournament = await tournaments.tournament(code)
                    if tournament and tournament.entrant(player) and not tournament.over:
                        await tournaments.remove_player(code, player)
                for code in await tables.store.recent("table", text=player):
                    if table := await tables.table(code):
                        if (seat := table.seat_of(player)) is not None:
                            await tables.execute(code, ITSELF, Rose(seat))
                        await tables.execute(code, ITSELF, NameRemoved(player))
        except (CannotOpen, StoreTrouble) as trouble:
            LOG.error("the name of a learner who is out may still be at a table: %s", trouble)
