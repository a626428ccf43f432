"""The hub: the one authority over all tables of this server.

A command is judged by `decide`, its events are appended to the log, and only when they are durable the table changes
and everybody who looks at it is told. Commands to one table are taken in the order in which they arrive.

Knows asyncio and the store, and no socket, page or language.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from cardlab.dashboard.display_names import new_code
from cardlab.refusal import Refusal
from cardlab.tables.event_logs import LOG, EventLog, EventLogs, Rejected
from cardlab.tables.shared_table import (
    EVENTS,
    ITSELF,
    Agreed,
    Chance,
    Command,
    Due,
    Event,
    OfTournament,
    Sat,
    SharedTable,
    TableOpened,
    decide,
    due,
)
from cardlab.tables.store import Store, StoreTrouble

MOST_OPENED, WITHIN = 40, 3600.0
"""How many tables one player may open in so many seconds, whether anybody comes or not."""

Heard: TypeAlias = Callable[[SharedTable, tuple[Event, ...]], None]
"""Is told the table as it is now, and what has just happened there."""


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is connected, and what is due: the seats, how many look on, and the seconds left by the name of the wait."""

    here: frozenset[int] = frozenset()
    looking: int = 0
    left: Mapping[str, float] = field(default_factory=dict)


class _LiveTable(EventLog[SharedTable, Event]):
    """A table in memory, who looks at it, and what is due there."""

    def __init__(self, logs: EventLogs[_LiveTable], code: str) -> None:
        super().__init__(logs, code)
        self.watching: dict[object, Heard] = {}
        self.here: Counter[str] = Counter()
        """How many pages of each player are connected."""
        self.due: dict[str, tuple[float, asyncio.TimerHandle]] = {}
        self.beside: dict[str, Any] = {}
        """What the pages at the table share and no log needs."""

    @property
    def here_at(self) -> frozenset[int]:
        """The seats whose players are connected."""
        return frozenset(seat for seat in self.state.people if self.here[self.state.seats[seat].player] > 0)


class TableService:
    """All tables of a server; `chance` gives numbers that nobody can foresee.

    `await hub.close()` at the end.
    """

    def __init__(self, store: Store, chance: Chance = lambda: secrets.randbits(63)) -> None:
        self.store = store
        self._chance = chance
        self._logs = EventLogs[_LiveTable](store, "table", EVENTS, _LiveTable, self._happened)
        self.tells_hall: Heard = lambda table, events: None
        """Is told of all that happens at the tables of tournaments."""
        self._opened: dict[str, list[float]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False

    async def close(self) -> None:
        """Nothing is done by itself any more, and the store is closed."""
        self._closed = True
        for held in self._logs.held.values():
            for _, timer in held.due.values():
                timer.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.store.close()

    # Tables

    async def open(self, agreed: Agreed, host: str) -> str | Rejected:
        """Opens a table; gives its code, or why not. Raises StoreTrouble if it cannot be kept."""
        self._let_go()
        now = asyncio.get_running_loop().time()
        lately = [at for at in self._opened.get(host, ()) if now - at < WITHIN]
        if len(lately) >= MOST_OPENED:
            return Rejected((Refusal("table_too_many", "notation"),))
        code = await self._logs.open(TableOpened(**agreed.written, host=host))
        self._opened[host] = [*lately, now]
        return code

    async def open_for(self, of: OfTournament, agreed: Agreed, seated: Sequence[tuple[str, str]], code: str) -> None:
        """Opens the table of a tournament under this code, unless it has been opened before.

        `seated`: the mark and the name of whoever has each seat, both "" where a bot plays.
        Raises StoreTrouble if it cannot be kept.
        """
        begun = TableOpened(**agreed.written, host=ITSELF, of=of)
        sat = (Sat(seat, player, name) for seat, (player, name) in enumerate(seated) if player)
        await self._logs.begin(code, (begun, *sat))

    def _let_go(self) -> None:
        """Tables at which nobody is are no longer held; they are read again from their logs."""
        for held in list(self._logs.held.values()):
            if not held.watching and not held.due and not held.turn.locked():
                del self._logs.held[held.code]

    async def free_code(self) -> str:
        """A code under which there is no table. Raises StoreTrouble if that cannot be found out."""
        while await self.table(code := new_code()):
            pass
        return code

    async def table(self, code: str) -> SharedTable | None:
        """The table with this code, None if there is none. Raises StoreTrouble if it cannot be read."""
        held = await self._logs.get(code)
        return held.state if held else None

    def under_way(self) -> dict[str, SharedTable]:
        """The tables at which somebody is connected now, and those of tournaments, by their codes; free seats first."""
        here = (held for held in self._logs.held.values() if held.watching or held.state.of)
        found = {held.code: held.state for held in here if not held.state.closed}
        return dict(sorted(found.items(), key=lambda one: (len(one[1].people) == len(one[1].seats), one[0])))

    # Commands

    async def do(self, code: str, by: str, command: Command, key: str = "") -> tuple[Refusal, ...]:
        """Does what a player wants, once however often it is sent under the same `key`; gives why not, empty if done.

        Returns only when it is durable. Raises KeyError for a table that there is not, StoreTrouble if it could not be
        kept, or nobody knows.
        """
        return await (await self._logs.at(code)).do(lambda table: decide(table, by, command, self._chance), key)

    def _happened(self, held: _LiveTable, events: tuple[Event, ...] = ()) -> None:
        """Tells everybody who looks on what has happened, or only who is there now."""
        for heard in (*held.watching.values(), self.tells_hall):
            try:
                heard(held.state, events)
            except Exception:
                LOG.exception("somebody who looks at table %s could not be told", held.code)
        self._see_to(held)

    # Who looks at a table

    async def watch(self, code: str, player: str, heard: Heard) -> Callable[[], None]:
        """Tells `heard` all that happens at a table, on this loop; gives what ends it.

        While it lasts, the player of this mark is there. Raises KeyError for a table that there is not.
        """
        held = await self._logs.at(code)
        mark = object()
        held.watching[mark] = heard
        held.here[player] += 1

        def end() -> None:
            if held.watching.pop(mark, None) is not None:
                held.here[player] -= 1
                self._happened(held)

        self._happened(held)
        return end

    def presence(self, code: str, player: str) -> Presence:
        """Who is at this table and what is due there, as this player is told, who need not be told of themselves."""
        held, now = self._logs.held[code], asyncio.get_running_loop().time()
        known = {player, *(one.player for one in held.state.seats)}
        looking = sum(pages > 0 for who, pages in held.here.items() if who not in known)
        left = {name.split()[0]: max(0.0, at - now) for name, (at, _) in held.due.items()}
        return Presence(held.here_at, looking, left)

    async def beside(self, code: str) -> dict[str, Any]:
        """What all pages at a table share and no log needs. Raises KeyError for a table that there is not."""
        return (await self._logs.at(code)).beside

    # What comes by itself

    def _see_to(self, held: _LiveTable) -> None:
        """Makes an appointment for all that is due; what was waited for before keeps its time."""
        loop = asyncio.get_running_loop()
        wanted = {} if self._closed else {one.name: one for one in self._due(held)}
        for name in held.due.keys() - wanted.keys():
            held.due.pop(name)[1].cancel()
        for name, one in wanted.items():
            if name not in held.due:
                at = loop.time() + one.after
                held.due[name] = at, loop.call_at(at, self._fall_due, held, name)

    def _due(self, held: _LiveTable) -> tuple[Due, ...]:
        """A table at which nobody is connected stands still, but in a tournament: its bots do not play for nobody."""
        return due(held.state, held.here_at, self._chance) if +held.here or held.state.of else ()

    def _fall_due(self, held: _LiveTable, name: str) -> None:
        held.due.pop(name, None)
        one = next((one for one in self._due(held) if one.name == name), None)
        if one is not None:
            self.later(self._do_by_itself(held, one))

    async def _do_by_itself(self, held: _LiveTable, one: Due) -> None:
        try:
            await self.do(held.code, ITSELF, one.command)
        except (KeyError, StoreTrouble) as trouble:
            LOG.error("table %s stands still: %s", held.code, trouble)
            await asyncio.sleep(1)
            self._see_to(held)

    def later(self, work: Coroutine[Any, Any, Any]) -> None:
        """Does this beside everything else; what is not done when the hub is closed is not done."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
