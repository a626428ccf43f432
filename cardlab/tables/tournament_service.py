"""The tournaments of this server, and the tables on which they are played (T10.6).

- `TournamentService` opens tournaments, appends their events, opens the tables of each round and records what is played
  there; after a restart it continues where it was; it tells its subscribers what changes;
- `LiveTournament`: one of them in memory;
- `TableServices`: both services of a server, opened at their first use.

Knows asyncio, the store and the tables, but no socket, page or language.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Final, TypeAlias

from cardlab.pages.memory import collect_garbage
from cardlab.refusal import Refusal
from cardlab.tables.event_logs import LOG, EventLog, EventLogs, Rejected
from cardlab.tables.fair_deals import new_number
from cardlab.tables.leaderboard import LeaderboardRow, leaderboard
from cardlab.tables.shared_table import ITSELF, SEATS, Agreed, Remove, RemoveName, SharedTable, TournamentPlace
from cardlab.tables.shared_table import Event as AtTable
from cardlab.tables.store import Store, StoreTrouble, default_file
from cardlab.tables.table_service import TableService
from cardlab.tables.tournament import (
    EVENTS,
    MOST_DEALS,
    Dropped,
    EntrantNameRemoved,
    Event,
    Played,
    Rank,
    RoundBegan,
    Seated,
    Tournament,
    TournamentOpened,
    decide,
    payments_by_player,
    refusal,
    seats,
    standings,
    why_not,
)

MOST_OPEN: Final = 50
"""The number of tournaments that may be open at once."""
PAUSE: Final = 0.1
"""Seconds after a change until the subscribers learn of it, and of all that has changed meanwhile."""
Subscriber: TypeAlias = Callable[[], None]
RECENT: Final = 24 * 60 * 60.0
"""Seconds; tournaments without events for longer are not loaded at the start, but at their first use."""


class LiveTournament(EventLog[Tournament, Event]):
    """A tournament in memory.

    - `deals`: by round and number of a table, both from 1, at which deal it is; 0 before the first;
    - `made`: what pages have made of it and share, until something changes.
    """

    def __init__(self, logs: EventLogs[LiveTournament], code: str) -> None:
        super().__init__(logs, code)
        self.deals: dict[tuple[int, int], int] = {}
        self.made: dict[object, Any] = {}

    @property
    def standings(self) -> tuple[Rank, ...]:
        """The standings, computed once for each state."""
        if "standings" not in self.made:
            self.made["standings"] = standings(self.state)
        table: tuple[Rank, ...] = self.made["standings"]
        return table


class TournamentService:
    """All tournaments of a server, played at the tables of a table service; made by `load`."""

    def __init__(self, tables: TableService) -> None:
        self.tables = tables
        self._logs = EventLogs[LiveTournament](tables.store, "tournament", EVENTS, LiveTournament, self._on_events)
        self._subscribers: dict[str, set[Subscriber]] = {}
        self._changed_codes: set[str] = set()
        self._earlier: list[str] = []
        self._boards: dict[str, tuple[LeaderboardRow, ...]] = {}
        self._board_lock = asyncio.Lock()
        tables.subscribe_everywhere(self._on_table_events)
        tables.public_deals = self.public_deals

    @classmethod
    async def load(cls, file: Path) -> TournamentService:
        """Open the services on this file, and continue its recent tournaments. Raises CannotOpen or StoreTrouble."""
        tournaments = cls(TableService(await Store.open(file)))
        try:
            for code in await tournaments._logs.recent_codes(time.time() - RECENT):
                await tournaments._logs.get(code)
        except Exception:
            await tournaments.close()
            raise
        return tournaments

    async def close(self) -> None:
        """Close the table service and the file."""
        await self.tables.close()

    # Tournaments

    async def open(self, title: str, host: str, agreed: Agreed, deals: int, key: str = "") -> str | Rejected:
        """Open a tournament, one for each `key` of its host.

        Args:
            title: Its name.
            host: Mark of the player who opens it.
            agreed: Rules and options of its tables.
            deals: Deals that each table plays in a round.

        Returns:
            The code of the tournament, or the refusals.

        Raises:
            StoreTrouble: It may not have been stored.
        """
        if not 1 <= deals <= MOST_DEALS:
            return Rejected((refusal("deals", most=MOST_DEALS),))
        if len(self.open_tournaments()) >= MOST_OPEN:
            return Rejected((refusal("too_many", count=MOST_OPEN),))
        settings: dict[str, Any] = {"title": title, "host": host, "deals": deals, "number": new_number()}
        return await self._logs.create(TournamentOpened(**agreed.encoded, **settings), key)

    async def live(self, code: str) -> LiveTournament | None:
        """The tournament with this code in memory, where it stays, or None. Raises StoreTrouble."""
        return await self._logs.get(code)

    async def tournament(self, code: str) -> Tournament | None:
        """The state of the tournament with this code, or None. Raises StoreTrouble."""
        log = await self.live(code)
        return log.state if log else None

    def open_tournaments(self) -> dict[str, Tournament]:
        """The loaded tournaments that are not over, by their codes, the latest last."""
        return {code: log.state for code, log in self._logs.loaded.items() if not log.state.over}

    async def leaderboard(self, game: str) -> tuple[LeaderboardRow, ...]:
        """The leaderboard of all tournaments of a game; made in a thread, once until something changes."""
        async with self._board_lock:
            # Reads the whole store, so once; later ones are loaded.
            self._earlier = self._earlier or await self._logs.recent_codes()
            codes = dict.fromkeys((*self._earlier, *self._logs.loaded))
            found = [one for code in codes if (one := await self.tournament(code)) and one.opened.game == game]
            boards = self._boards  # those of now: each change begins others
            if game not in boards:
                boards[game] = await asyncio.to_thread(_board, found)
            return boards[game]

    # Subscribers

    def subscribe(self, code: str, subscriber: Subscriber) -> Callable[[], None]:
        """Have a function called soon after a tournament has changed, or with "" after any has; returns what ends it.

        However much happens at once, it is called `PAUSE` later at the earliest, and once for all of it.
        """
        subscribers = self._subscribers.setdefault(code, set())
        subscribers.add(subscriber)
        return lambda: subscribers.discard(subscriber)

    def _changed(self, log: LiveTournament) -> None:
        log.made.clear()
        for code in {log.code, ""} - self._changed_codes:
            self._changed_codes.add(code)
            self.tables.start_task(self._publish(code))

    async def _publish(self, code: str) -> None:
        await asyncio.sleep(PAUSE)
        self._changed_codes.discard(code)
        for subscriber in tuple(self._subscribers.get(code, ())):
            subscriber()
            await asyncio.sleep(0)  # between two of many others have their turn

    # Events

    async def append(self, code: str, event: Event, key: str = "") -> tuple[Refusal, ...]:
        """Append an event to the log of a tournament; the caller has checked the permission.

        `key` identifies the message: its event is appended once for each.
        Returns the refusals, or nothing once the event is durable.
        Raises KeyError if there is no such tournament, or StoreTrouble.
        """
        log = await self._logs.require(code)
        return await log.execute(lambda tournament: decide(tournament, event), key)

    async def begin_round(self, code: str, key: str = "") -> tuple[Refusal, ...]:
        """Begin the next round; takes, returns and raises as `append`."""
        tournament = await self.tournament(code)
        seated = (
            seats(tournament.active_players, SEATS[tournament.opened.game], len(tournament.rounds) + 1)
            if tournament and tournament.active_players
            else ()
        )
        tables = tuple([Seated(await self.tables.free_code(), players) for players in seated])
        return await self.append(code, RoundBegan(tables), key)

    async def remove_player(self, code: str, player: str) -> tuple[Refusal, ...]:
        """Drop a player and remove the name everywhere; returns and raises as `append`."""
        tournament = await self.tournament(code)
        if tournament is not None and player in tournament.active_players:
            await self.append(code, Dropped(player))
        return await self.remove_name(code, player)

    async def remove_name(self, code: str, player: str) -> tuple[Refusal, ...]:
        """Remove a name at all tables of a tournament, then in its log; returns and raises as `append`."""
        tournament = await self.tournament(code)
        for seating in (one for tables in (tournament.rounds if tournament else ()) for one in tables):
            if player in seating.players and await self.tables.table(seating.code):
                await self.tables.execute(seating.code, ITSELF, RemoveName(player))
        return await self.append(code, EntrantNameRemoved(player))

    # The tables of a round

    async def _advance(self, log: LiveTournament) -> None:
        """Open the tables of the round, and record what they have played; idempotent."""
        rounds = log.state.rounds
        try:
            for number in range(1, len(rounds[-1]) + 1 if rounds else 0):
                if len(log.state.rounds) == len(rounds):  # else the next round has begun, and advances itself
                    await self._advance_table(log, number)
            for seating in rounds[-1] if rounds else ():
                self.tables.refresh(seating.code)  # a deal may have become public
        except StoreTrouble as trouble:
            LOG.error("tournament %s stands still: %s", log.code, trouble)
            await asyncio.sleep(1)
            self.tables.start_task(self._advance(log))

    async def _advance_table(self, log: LiveTournament, number: int) -> None:
        tournament, round = log.state, len(log.state.rounds)
        seating = tournament.rounds[-1][number - 1]
        table = await self.tables.table(seating.code)
        if table is None and not seating.done:
            place = TournamentPlace(log.code, round, number, tournament.opened.deals, tournament.opened.number)
            names = {one.player: (one.player, one.name) for one in tournament.entrants if one.is_active}
            players = [names.get(player, ("", "")) for player in seating.players]
            await self.tables.open_for_tournament(seating.code, place, tournament.agreed, players)
            table = await self.tables.table(seating.code)
        if table is None:
            return
        for at in range(len(seating.played), len(table.records)):
            pairs = zip(seating.players, table.record_players[at], strict=True)
            present = tuple(expected if expected == actual else "" for expected, actual in pairs)
            await log.execute(partial(_next_deal_played, round, at, Played(number, present, table.record_payments[at])))
        for seat in table.taken_seats:
            entrant = log.state.entrant(table.seats[seat].player)
            if entrant is None or not entrant.is_active:
                await self.tables.execute(seating.code, ITSELF, Remove(seat))
            elif not entrant.name:
                await self.tables.execute(seating.code, ITSELF, RemoveName(entrant.player))
        if seating.done and len(seating.played) < tournament.opened.deals and not table.closed:
            await self.tables.execute(seating.code, ITSELF, "close")

    def public_deals(self, table: SharedTable) -> int:
        """How many finished deals of a table nobody still plays; in a round all tables play the same deals.

        None of a tournament that is not loaded.
        """
        place, deals = table.tournament, len(table.records)
        if place is None:
            return deals
        log = self._logs.loaded.get(place.code)
        tables = log.state.rounds[place.round - 1] if log else ()
        return min(deals, *(len(one.played) for one in tables if not one.done), deals if tables else 0)

    def _on_events(self, log: LiveTournament, events: tuple[Event, ...]) -> None:
        """Go on where there is something to do: a tournament of years ago opens no tables only to see that."""
        deals = log.state.opened.deals
        if not log.state.over or any(len(one.played) < deals for one in chain(*log.state.rounds[-1:])):
            self.tables.start_task(self._advance(log))
        self._boards = {}
        self._changed(log)

    def _on_table_events(self, table: SharedTable, events: tuple[AtTable, ...]) -> None:
        """Note at which deal a table is, and advance its tournament where one may have ended."""
        log = self._logs.loaded.get(table.tournament.code) if table.tournament else None
        if log is None or table.tournament is None:
            return
        at = table.tournament.round, table.tournament.table
        deal = min(table.tournament.deals, len(table.records) + table.playing)
        if log.deals.get(at) != deal:
            log.deals[at] = deal
            self._changed(log)
        if events and not table.playing:
            self.tables.start_task(self._advance(log))


def _next_deal_played(round: int, at: int, played: Played, tournament: Tournament) -> tuple[Event, ...]:
    """The event of a played deal; none if the deal is recorded already or the table was broken off."""
    is_next = len(tournament.rounds) == round and len(tournament.rounds[-1][played.table - 1].played) == at
    return (played,) if is_next and not why_not(tournament, played) else ()


def _board(tournaments: Sequence[Tournament]) -> tuple[LeaderboardRow, ...]:
    """The leaderboard of these tournaments; a player's latest name counts."""
    payments = payments_by_player(chain.from_iterable(chain.from_iterable(one.rounds for one in tournaments)))
    return leaderboard(payments, {entrant.player: entrant.name for one in tournaments for entrant in one.entrants})


class TableServices:
    """The table and tournament services of a server, on this file or on the default one.

    `loaded`: the tournament service once it has been opened, else None.
    """

    def __init__(self, file: Path | None = None) -> None:
        self.loaded: TournamentService | None = None
        self._file = file
        self._lock = asyncio.Lock()
        self._trouble = ""

    async def tournaments(self) -> TournamentService:
        """The tournament service. Raises CannotOpen or StoreTrouble; the next call tries again."""
        async with self._lock:
            if self.loaded is None:
                try:
                    self.loaded = await TournamentService.load(self._file or default_file())
                except Exception as trouble:
                    if str(trouble) != self._trouble:  # logged once for repeated attempts
                        LOG.error("the log of the tables: %s", trouble)
                    self._trouble = str(trouble)
                    raise
                collect_garbage()
            return self.loaded

    async def tables(self) -> TableService:
        """The table service; raises as `tournaments`."""
        return (await self.tournaments()).tables

    async def close(self) -> None:
        """Close the services and their file, if they were opened."""
        if self.loaded is not None:
            await self.loaded.close()
