"""All tournaments of a server, and the tables where they are played. [T10.6]

Knows asyncio, the store and the tables, but no socket, page or language.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Final, Self, TypeAlias

from cardlab.game import GAMES
from cardlab.pages.memory import collect_garbage
from cardlab.refusal import Refusal
from cardlab.tables.event_logs import LOG, EventLog, EventLogs, Rejected
from cardlab.tables.shared_table import ITSELF, Agreed, Closed, Moved, NameRemoved, Rose, SharedTable, TournamentPlace
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
    LeaderboardRow,
    Played,
    RoundBegan,
    Seated,
    Tournament,
    TournamentOpened,
    decide,
    leaderboard,
    refusal,
    seats,
    standings,
    why_not,
)

MOST_OPEN: Final = 50
"""The number of tournaments that may be open at once."""
PAUSE: Final = 0.1
"""Seconds from a change to the call of its subscribers."""
ANY, TABLES = "", "tables"
"""What `subscribe` takes instead of a tournament's code."""
Subscriber: TypeAlias = Callable[[], None]
RECENT: Final = 24 * 60 * 60.0
"""Seconds; tournaments without events for longer are loaded only when they are used."""


class LiveTournament(EventLog[Tournament, Event]):
    """A tournament in memory.

    - `deals`: for each (round, table), both numbered from 1, the deal being played there; 0 before the first deal;
    - `made`: what pages have computed from the state, shared by all of them until something changes.
    """

    def __init__(self, logs: EventLogs[LiveTournament], code: str) -> None:
        super().__init__(logs, code)
        self.deals: dict[tuple[int, int], int] = {}
        self.made: dict[object, Any] = {}

    @property
    def standings(self) -> tuple[LeaderboardRow, ...]:
        """The standings, computed once for each state."""
        if "standings" not in self.made:
            self.made["standings"] = standings(self.state)
        ranks: tuple[LeaderboardRow, ...] = self.made["standings"]
        return ranks


class TournamentService:
    """All tournaments of a server, and the tables where they are played.

    It opens the tables of each round, records what is played there, and continues after a restart.
    Everything is stored in `file`, or the default one. Call `ready` first, which opens the file.
    Methods that read or write raise StoreTrouble if the file cannot be used.
    """

    def __init__(self, file: Path | None = None) -> None:
        self.tables = TableService(Store(file or default_file()))
        self.tables.subscribe_everywhere(self._on_table_events)
        self.tables.public_deals = self.public_deals
        self._logs = EventLogs(self.tables.store, "tournament", EVENTS, LiveTournament, self._on_events)
        self._opening = asyncio.Lock()
        self._is_ready = False
        self._trouble = ""
        self._subscribers: dict[str, set[Subscriber]] = {}
        self._changed_codes: set[str] = set()
        self._earlier: list[str] = []
        self._boards: dict[str, tuple[LeaderboardRow, ...]] = {}
        self._board_lock = asyncio.Lock()

    async def ready(self) -> Self:
        """Open the file when first called, and continue its recent tournaments.

        Returns the service. Raises CannotOpen or StoreTrouble; the next call tries again.
        """
        async with self._opening:
            if not self._is_ready:
                try:
                    store = await self.tables.store.open()
                    for code in self.tables.listed:
                        await self.tables.table(code)
                    for code in await store.recent("tournament", time.time() - RECENT):
                        await self._logs.get(code)
                except Exception as trouble:
                    if str(trouble) != self._trouble:  # repeated attempts are logged once
                        LOG.error("the log of the tables: %s", trouble)
                    self._trouble = str(trouble)
                    raise
                self._is_ready = True
                collect_garbage()
        return self

    async def close(self) -> None:
        """Close the table service and the file."""
        await self.tables.close()

    # Tournaments

    async def open(self, title: str, host: str, agreed: Agreed, deals: int, key: str = "") -> str | Rejected:
        """Open a tournament, once for each `key`; return its code or the refusals.

        `host` is the player's pseudonym, `deals` the number of deals in a round: 1 to `MOST_DEALS`. Refused for another
        number, and while `MOST_OPEN` tournaments are open.
        """
        if not 1 <= deals <= MOST_DEALS:
            return Rejected((refusal("deals", most=MOST_DEALS),))
        if len(self.open_tournaments()) >= MOST_OPEN:
            return Rejected((refusal("too_many", count=MOST_OPEN),))
        settings: dict[str, Any] = {"title": title, "host": host, "deals": deals, "number": secrets.token_hex(32)}
        return await self._logs.create(TournamentOpened(**agreed.encoded, **settings), key)

    async def live(self, code: str) -> LiveTournament | None:
        """Return the tournament with this code, which then stays in memory, or None."""
        return await self._logs.get(code)

    async def tournament(self, code: str) -> Tournament | None:
        """Return the state of the tournament with this code, or None."""
        log = await self.live(code)
        return log.state if log else None

    def open_tournaments(self) -> dict[str, Tournament]:
        """Return the loaded tournaments that are not over, by code, the latest last."""
        return {code: log.state for code, log in self._logs.loaded.items() if not log.state.over}

    async def leaderboard(self, game: str) -> tuple[LeaderboardRow, ...]:
        """Return the leaderboard of a game, computed in a thread after each change."""
        async with self._board_lock:
            # This reads the whole store, so it is done once; later tournaments are in memory.
            self._earlier = self._earlier or await self.tables.store.recent("tournament")
            codes = dict.fromkeys((*self._earlier, *self._logs.loaded))
            found = [one for code in codes if (one := await self.tournament(code)) and one.opened.game == game]
            boards = self._boards  # a change during the computation replaces the dictionary
            if game not in boards:
                boards[game] = await asyncio.to_thread(leaderboard, found)
            return boards[game]

    # Subscribers

    def subscribe(self, code: str, subscriber: Subscriber) -> Callable[[], None]:
        """Call a function soon after each change; return a function that unsubscribes.

        `code`: of a tournament; `ANY` for all; `TABLES` for changes at tables outside tournaments, except moves. All
        changes within `PAUSE` lead to one call.
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
            await asyncio.sleep(0)  # with many subscribers, other tasks run in between

    # Events

    async def append(self, code: str, event: Event, key: str = "") -> tuple[Refusal, ...]:
        """Let an event happen in a tournament, once for each `key` of a message.

        The caller must check who asks for the event. Returns and raises as `TableService.execute`.
        """
        log = await self._logs.require(code)
        return await log.execute(lambda tournament: decide(tournament, event), key)

    async def begin_round(self, code: str, key: str = "") -> tuple[Refusal, ...]:
        """Begin the next round; returns and raises as `append`."""
        log = await self._logs.require(code)
        players, size = log.state.active_players, GAMES[log.state.opened.game].seats
        seated = seats(players, size, len(log.state.rounds) + 1) if players else ()
        tables = tuple([Seated(await self.tables.free_code(), players) for players in seated])
        return await self.append(code, RoundBegan(tables), key)

    async def remove_player(self, code: str, player: str) -> tuple[Refusal, ...]:
        """Drop a player; remove the name at all tables of the tournament and in its log."""
        await self.append(code, Dropped(player))
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
                if len(log.state.rounds) == len(rounds):  # the next round advances by itself
                    await self._advance_table(log, number)
            for seating in rounds[-1] if rounds else ():
                self.tables.refresh(seating.code)  # a deal may have become public
        except StoreTrouble as trouble:
            LOG.error("tournament %s stands still: %s", log.code, trouble)
            await asyncio.sleep(1)
            self.tables.start_task(self._advance(log))

    async def _advance_table(self, log: LiveTournament, number: int) -> None:
        """Open, record or end one table of the last round, as the tournament requires."""
        tournament, round = log.state, len(log.state.rounds)
        seating = tournament.rounds[-1][number - 1]
        names = {one.player: one.name for one in tournament.entrants if one.is_active}
        if not seating.done and not names.keys() & {*seating.players}:
            # All its players have dropped out, and the other tables don't wait for bots.
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
            if table.seats[seat].player not in names:
                await self.tables.execute(seating.code, ITSELF, Rose(seat))
        if seating.done and len(seating.played) < tournament.opened.deals and not table.closed:
            await self.tables.execute(seating.code, ITSELF, Closed())

    def public_deals(self, table: SharedTable) -> int:
        """Return how many finished deals of a table may be shown.

        All tables of a round play the same deals, so a deal is shown when no table still has to play it. Without its
        tournament in memory a table shows none.
        """
        place, deals = table.tournament, len(table.records)
        if place is None:
            return deals
        log = self._logs.loaded.get(place.code)
        tables = log.state.rounds[place.round - 1] if log else ()
        return min(deals, *(len(one.played) for one in tables if not one.done), deals if tables else 0)

    def _on_events(self, log: LiveTournament, events: tuple[Event, ...]) -> None:
        """Advance a tournament after its events, and tell its subscribers.

        A tournament that is over with nothing left to do does not advance, as that would load all its tables.
        """
        deals = log.state.opened.deals
        if not log.state.over or any(len(one.played) < deals for one in chain(*log.state.rounds[-1:])):
            self.tables.start_task(self._advance(log))
        self._boards = {}
        log.made.clear()
        self._changed(log.code, "")

    def _on_table_events(self, table: SharedTable, events: tuple[AtTable, ...]) -> None:
        """Note which deal a table is at; advance its tournament if a deal may have ended."""
        if (place := table.tournament) is None:
            if not any(isinstance(event, Moved) for event in events):
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
    """Return (event,) if its table has played `deals` deals of `round`, else ()."""
    is_now = len(tournament.rounds) == round and len(tournament.rounds[-1][event.table - 1].played) == deals
    return (event,) if is_now and not why_not(tournament, event) else ()
