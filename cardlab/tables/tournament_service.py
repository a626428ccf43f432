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

from cardlab.game import GAMES
from cardlab.pages.memory import collect_garbage
from cardlab.refusal import Refusal
from cardlab.tables.event_logs import LOG, EventLog, EventLogs, Rejected
from cardlab.tables.fair_deals import new_number
from cardlab.tables.leaderboard import LeaderboardRow, leaderboard
from cardlab.tables.shared_table import (
    ITSELF,
    Agreed,
    Closed,
    Moved,
    NameRemoved,
    PhraseSaid,
    Rose,
    SharedTable,
    TournamentPlace,
)
from cardlab.tables.shared_table import Event as AtTable
from cardlab.tables.store import Store, StoreTrouble, default_file
from cardlab.tables.table_service import TableService
from cardlab.tables.tournament import (
    EVENTS,
    MOST_DEALS,
    BrokenOff,
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
TABLES: Final = "tables"
"""In place of a tournament's code: the tables outside of tournaments."""
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
        ranks: tuple[Rank, ...] = self.made["standings"]
        return ranks


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
            for code in await tournaments.tables.store.recent("tournament", time.time() - RECENT):
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
            self._earlier = self._earlier or await self.tables.store.recent("tournament")
            codes = dict.fromkeys((*self._earlier, *self._logs.loaded))
            found = [one for code in codes if (one := await self.tournament(code)) and one.opened.game == game]
            boards = self._boards  # those of now: each change begins others
            if game not in boards:
                boards[game] = await asyncio.to_thread(_board, found)
            return boards[game]

    # Subscribers

    def subscribe(self, code: str, subscriber: Subscriber) -> Callable[[], None]:
        """Have a function called soon after something has changed; returns what ends it.

        `code`: of a tournament, "" for any, `TABLES` for who sits at the other tables or looks on.
        However much happens at once, it is called `PAUSE` later at the earliest, and once for all of it.
        """
        subscribers = self._subscribers.setdefault(code, set())
        subscribers.add(subscriber)
        return lambda: subscribers.discard(subscriber)

    def _changed(self, *codes: str) -> None:
        for code in {*codes} - self._changed_codes:
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
        log = await self._logs.require(code)
        players, size = log.state.active_players, GAMES[log.state.opened.game].seats
        seated = seats(players, size, len(log.state.rounds) + 1) if players else ()
        tables = tuple([Seated(await self.tables.free_code(), players) for players in seated])
        return await self.append(code, RoundBegan(tables), key)

    async def remove_player(self, code: str, player: str) -> tuple[Refusal, ...]:
        """Drop a player and remove the name everywhere; returns and raises as `append`."""
        await self.append(code, Dropped(player))
        return await self.remove_name(code, player)

    async def remove_name(self, code: str, player: str) -> tuple[Refusal, ...]:
        """Remove a name at all tables of a tournament, then in its log; returns and raises as `append`."""
        log = await self._logs.require(code)
        for seating in chain.from_iterable(log.state.rounds):
            if player in seating.players and await self.tables.table(seating.code):
                await self.tables.execute(seating.code, ITSELF, NameRemoved(player))
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
        names = {one.player: one.name for one in tournament.entrants if one.is_active}
        if not seating.done and not names.keys() & {*seating.players}:
            # Nobody plays there any more, and the others wait for nobody.
            await log.execute(partial(_at_table, round, len(seating.played), BrokenOff(number)))
            seating = log.state.rounds[round - 1][number - 1]
        table = await self.tables.table(seating.code)
        if table is None and not seating.done:
            place = TournamentPlace(log.code, round, number, tournament.opened.deals, tournament.opened.number)
            players = [(player, names[player]) if player in names else ("", "") for player in seating.players]
            await self.tables.open_for_tournament(seating.code, place, tournament.agreed, players)
            table = await self.tables.table(seating.code)
        if table is None:
            return
        for at in range(len(seating.played), len(table.records)):
            pairs = zip(seating.players, table.record_players[at], strict=True)
            present = tuple(expected if expected == actual else "" for expected, actual in pairs)
            await log.execute(partial(_at_table, round, at, Played(number, present, table.record_payments[at])))
        for seat in table.taken_seats:
            player = table.seats[seat].player
            if player not in names:
                await self.tables.execute(seating.code, ITSELF, Rose(seat))
            elif not names[player]:
                await self.tables.execute(seating.code, ITSELF, NameRemoved(player))
        if seating.done and len(seating.played) < tournament.opened.deals and not table.closed:
            await self.tables.execute(seating.code, ITSELF, Closed())

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
        log.made.clear()
        self._changed(log.code, "")

    def _on_table_events(self, table: SharedTable, events: tuple[AtTable, ...]) -> None:
        """Note at which deal a table is, and advance its tournament where one may have ended."""
        if (place := table.tournament) is None:
            if not any(isinstance(event, Moved | PhraseSaid) for event in events):
                self._changed(TABLES)
        elif log := self._logs.loaded.get(place.code):
            deal = min(place.deals, len(table.records) + table.playing)
            if log.deals.get((place.round, place.table)) != deal:
                log.deals[place.round, place.table] = deal
                log.made.clear()
                self._changed(log.code, "")
            if events and not table.playing:
                self.tables.start_task(self._advance(log))


def _at_table(round: int, deals: int, event: Played | BrokenOff, tournament: Tournament) -> tuple[Event, ...]:
    """An event at a table that has played so many deals of a round; none where that is past or it may not happen."""
    is_now = len(tournament.rounds) == round and len(tournament.rounds[-1][event.table - 1].played) == deals
    return (event,) if is_now and not why_not(tournament, event) else ()


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
