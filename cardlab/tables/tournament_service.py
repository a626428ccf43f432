"""The tournaments of this server, and the tables on which they are played (T10.6).

- `TournamentService` opens tournaments, does what players and hosts ask for, opens the tables of each round and writes
  down what has been played there; one that was killed goes on where it was;
- `TableServices`: the tournaments of a server with their tables, opened when somebody asks for them first.

Knows asyncio, the store and the hub, and no socket, page or language.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Final

from cardlab.pagehost.memory import collect_garbage
from cardlab.refusal import Refusal
from cardlab.tables.event_logs import LOG, EventLog, EventLogs, Rejected
from cardlab.tables.fair_deals import new_number
from cardlab.tables.shared_table import ITSELF, SEATS, Agreed, OfTournament, Remove, RemoveName, SharedTable
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
    RoundBegan,
    Seated,
    Tournament,
    TournamentOpened,
    received,
    refusal,
    seats,
    why_not,
)

MOST_OPEN: Final = 50
"""How many tournaments that are not over may be held at once."""
LATELY: Final = 24 * 60 * 60.0
"""What nothing has happened to for so many seconds is looked after only when somebody asks for it."""


class TournamentService:
    """All tournaments of a server, on the tables of a hub; made by `at`."""

    def __init__(self, hub: TableService) -> None:
        self.hub = hub
        self._logs = EventLogs[EventLog[Tournament, Event]](
            hub.store, "tournament", EVENTS, EventLog, lambda log, _: hub.later(self._see_to(log))
        )
        hub.tells_hall = self._heard

    @classmethod
    async def at(cls, file: Path) -> TournamentService:
        """The tables and tournaments in this file; goes on with the tournaments that were going on lately.

        Raises CannotOpen, or StoreTrouble if they cannot be read.
        """
        hall = cls(TableService(await Store.open(file)))
        try:
            for code in await hall._logs.lately(time.time() - LATELY):
                await hall._logs.get(code)
        except Exception:
            await hall.close()
            raise
        return hall

    async def close(self) -> None:
        """Nothing is done by itself any more, and the file is closed."""
        await self.hub.close()

    # Tournaments

    async def open(self, title: str, host: str, agreed: Agreed, deals: int) -> str | Rejected:
        """Opens a tournament; gives its code, or why not. Raises StoreTrouble if it cannot be kept."""
        if not 1 <= deals <= MOST_DEALS:
            return Rejected((refusal("deals", most=MOST_DEALS),))
        if len(self.open_now()) >= MOST_OPEN:
            return Rejected((refusal("too_many", count=MOST_OPEN),))
        number = new_number()
        return await self._logs.open(
            TournamentOpened(**agreed.written, title=title, host=host, deals=deals, number=number)
        )

    async def tournament(self, code: str) -> Tournament | None:
        """The tournament with this code, None if there is none. Raises StoreTrouble if it cannot be read."""
        log = await self._logs.get(code)
        return log.state if log else None

    def open_now(self) -> dict[str, Tournament]:
        """Those that are held here and are not over, by their codes, the latest last."""
        return {code: log.state for code, log in self._logs.held.items() if not log.state.over}

    async def received(self, game: str) -> tuple[Mapping[str, Sequence[int]], Mapping[str, str]]:
        """What everybody has received deal by deal in all tournaments of a game that are kept here, and all names."""
        found: dict[str, list[int]] = {}
        names: dict[str, str] = {}
        for code in await self._logs.lately():
            tournament = await self.tournament(code)
            if tournament is not None and tournament.opened.game == game:
                names |= {one.player: one.name for one in tournament.entrants}
                for player, payments in received(chain.from_iterable(tournament.rounds)).items():
                    found.setdefault(player, []).extend(payments)
        return found, names

    # What happens in them

    async def do(self, code: str, event: Event) -> tuple[Refusal, ...]:
        """Lets this happen; gives why it cannot, empty if it is durable. Who may ask for it, the caller says.

        Raises KeyError for a tournament that there is not, StoreTrouble if it could not be kept.
        """
        log = await self._logs.at(code)
        return await log.do(lambda now: Rejected(why) if (why := why_not(now, event)) else (event,))

    async def begin(self, code: str) -> tuple[Refusal, ...]:
        """Begins the next round; says and raises what `do` does."""
        now = await self.tournament(code)
        seated = seats(now.here, SEATS[now.opened.game], len(now.rounds) + 1) if now and now.here else ()
        return await self.do(
            code, RoundBegan(tuple([Seated(await self.hub.free_code(), players) for players in seated]))
        )

    async def remove(self, code: str, player: str) -> tuple[Refusal, ...]:
        """Takes somebody out, and the name away everywhere; says and raises what `do` does."""
        now = await self.tournament(code)
        if now is not None and player in now.here:
            await self.do(code, Dropped(player))
        return await self.unname(code, player)

    async def unname(self, code: str, player: str) -> tuple[Refusal, ...]:
        """Takes a name away in a tournament and, first, at all its tables; says and raises what `do` does."""
        now = await self.tournament(code)
        for sitting in (one for tables in (now.rounds if now else ()) for one in tables):
            if player in sitting.players and await self.hub.table(sitting.code):
                await self.hub.do(sitting.code, ITSELF, RemoveName(player))
        return await self.do(code, EntrantNameRemoved(player))

    # The tables of a round

    async def _see_to(self, log: EventLog[Tournament, Event]) -> None:
        """Brings the tables of the round and the log to where they have to be; done again it changes nothing."""
        rounds = log.state.rounds
        try:
            for number in range(1, len(rounds[-1]) + 1 if rounds else 0):
                if len(log.state.rounds) == len(rounds):  # else the next one has begun meanwhile, and is seen to
                    await self._see_to_table(log, number)
        except StoreTrouble as trouble:
            LOG.error("tournament %s stands still: %s", log.code, trouble)
            await asyncio.sleep(1)
            self.hub.later(self._see_to(log))

    async def _see_to_table(self, log: EventLog[Tournament, Event], number: int) -> None:
        now, round = log.state, len(log.state.rounds)
        sitting = now.rounds[-1][number - 1]
        table = await self.hub.table(sitting.code)
        if table is None and not sitting.done:
            of = OfTournament(log.code, round, number, now.opened.deals, now.opened.number)
            named = {one.player: (one.player, one.name) for one in now.entrants if one.here}
            seated = [named.get(player, ("", "")) for player in sitting.players]
            await self.hub.open_for(of, now.agreed, seated, sitting.code)
            table = await self.hub.table(sitting.code)
        if table is None:
            return
        for at in range(len(sitting.played), len(table.done)):
            there = zip(sitting.players, table.sat[at], strict=True)
            players = tuple(due if due == sat else "" for due, sat in there)
            await log.do(partial(_next_of, round, at, Played(number, players, table.paid[at])))
        for seat in table.people:
            entrant = log.state.entrant(table.seats[seat].player)
            if entrant is None or not entrant.here:
                await self.hub.do(sitting.code, ITSELF, Remove(seat))
            elif not entrant.name:
                await self.hub.do(sitting.code, ITSELF, RemoveName(entrant.player))
        if sitting.done and len(sitting.played) < now.opened.deals and not table.closed:
            await self.hub.do(sitting.code, ITSELF, "close")

    def _heard(self, table: SharedTable, events: tuple[AtTable, ...]) -> None:
        """Something has happened at a table of a tournament: a deal may have ended."""
        log = self._logs.held.get(table.of.tournament) if table.of else None
        if log is not None and events and not table.playing:
            self.hub.later(self._see_to(log))


def _next_of(round: int, at: int, played: Played, now: Tournament) -> tuple[Event, ...]:
    """What a table has played, unless it has been written down before or the table was broken off."""
    is_next = len(now.rounds) == round and len(now.rounds[-1][played.table - 1].played) == at
    return (played,) if is_next and not why_not(now, played) else ()


class TableServices:
    """The tables of a server, with their log in a file, or where it is kept by default.

    `now`: the tournaments with their hub, once somebody has asked for them and they could be opened.
    """

    def __init__(self, file: Path | None = None) -> None:
        self.now: TournamentService | None = None
        self._file = file
        self._turn = asyncio.Lock()
        self._trouble = ""

    async def hall(self) -> TournamentService:
        """The tournaments. Raises CannotOpen or StoreTrouble where there are none; who asks next tries again."""
        async with self._turn:
            if self.now is None:
                try:
                    self.now = await TournamentService.at(self._file or default_file())
                except Exception as trouble:
                    if str(trouble) != self._trouble:  # it is said once, however often it is tried
                        LOG.error("the log of the tables: %s", trouble)
                    self._trouble = str(trouble)
                    raise
                collect_garbage()
            return self.now

    async def hub(self) -> TableService:
        """The tables; raises as `hall` does."""
        return (await self.hall()).hub

    async def close(self) -> None:
        """Closes them and their file, if they were opened."""
        if self.now is not None:
            await self.now.close()
