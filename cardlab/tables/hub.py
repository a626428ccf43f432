"""The hub: the one authority over all tables of this server.

A command is judged by `decide`, its events are appended to the log, and only when they are durable the table changes
and everybody who looks at it is told. Commands to one table are taken in the order in which they arrive.

Knows asyncio and the store, and no socket, page or language.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias, TypeVar

from cardlab.dashboard.names import new_code
from cardlab.record import write_rules
from cardlab.refusal import Refusal
from cardlab.tables.logs import Done, Log, Logs, Refused
from cardlab.tables.store import Store, StoreTrouble
from cardlab.tables.table import (
    EVENTS,
    ITSELF,
    Agreed,
    Chance,
    Command,
    Due,
    Event,
    Lend,
    OfTournament,
    Opened,
    Sat,
    Table,
    decide,
    due,
    replayed,
)

MOST_TABLES: Final = 2_000
"""How many tables may be open at once."""
MOST_OF_ONE: Final = 8
"""How many open tables one player may be the host of."""
MOST_OPENED, WITHIN = 40, 3600.0
"""How many tables one player may open in so many seconds, whether anybody comes or not."""
LATELY: Final = 24 * 60 * 60.0
"""What nothing has happened to for so many seconds is looked after only when somebody asks for it."""
LOG: Final = logging.getLogger("cardlab.tables")

T = TypeVar("T")
Heard: TypeAlias = Callable[["Seen"], None]


@dataclass(frozen=True, slots=True)
class Seen:
    """What whoever looks at a table is told: what has just happened, and the table after it."""

    code: str
    events: tuple[Event, ...]
    table: Table


@dataclass(frozen=True, slots=True)
class Deserted:
    """A table at which nobody is: its game, and whose names stand there or in its records."""

    game: str
    named: dict[str, str]


@dataclass(slots=True, eq=False)
class _Held:
    """A table in memory: its log, who looks at it, and what is due there."""

    log: Log[Table, Event]
    watching: dict[object, Heard] = field(default_factory=dict)
    here: Counter[str] = field(default_factory=Counter)
    """How many pages of each player are connected."""
    gone: set[str] = field(default_factory=set)
    """Players who were connected here and are no longer."""
    due: dict[str, tuple[float, asyncio.TimerHandle]] = field(default_factory=dict)
    beside: Any = None
    """What the pages at the table share and no log needs."""

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.log.state

    @property
    def here_at(self) -> frozenset[int]:
        """The seats whose players are connected."""
        return frozenset(seat for seat in self.table.people if self.here[self.table.seats[seat].player] > 0)


class Hub:
    """All tables of a server; `chance` gives numbers that nobody can foresee.

    `await hub.close()` at the end.
    """

    def __init__(self, store: Store, chance: Chance = lambda: secrets.randbits(63)) -> None:
        self.store = store
        self._chance = chance
        self._logs = Logs[Table, Event](store, "table", EVENTS, replayed)
        self._held: dict[str, _Held] = {}
        self._opened: dict[str, list[float]] = {}
        self._deserted: dict[str, Deserted] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False

    async def close(self) -> None:
        """Nothing is done by itself any more; the store is its owner's to close."""
        self._closed = True
        for held in self._held.values():
            for _, timer in held.due.values():
                timer.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # Tables

    async def open(self, agreed: Agreed, host: str) -> str | Refused:
        """Opens a table; gives its code, or why not. Raises StoreTrouble if it cannot be kept."""
        self._let_go()
        now = asyncio.get_running_loop().time()
        lately = [at for at in self._opened.get(host, ()) if now - at < WITHIN]
        mine = sum(held.table.host == host and not held.table.closed for held in self._held.values())
        if mine >= MOST_OF_ONE or len(lately) >= MOST_OPENED or len(self._held) >= MOST_TABLES:
            return Refused((Refusal("table_too_many", "notation", {"count": MOST_OF_ONE}),))
        begun = Opened(agreed.game, write_rules(agreed.rules), agreed.options, host)
        while (log := await self._logs.begin(code := new_code(), [begun])) is None:
            pass  # there is a table under this code
        self._keep(code, log)
        self._opened[host] = [*lately, now]
        return code

    async def free_code(self) -> str:
        """A code under which there is no table. Raises StoreTrouble if that cannot be found out."""
        while await self.table(code := new_code()):
            pass
        return code

    async def open_for(self, of: OfTournament, agreed: Agreed, seated: Sequence[tuple[str, str]], code: str) -> None:
        """Opens the table of a tournament under this code, unless it has been opened before.

        `seated`: the mark and the name of whoever has each seat, both "" where a bot plays.
        Raises StoreTrouble if it cannot be kept.
        """
        begun = Opened(agreed.game, write_rules(agreed.rules), agreed.options, ITSELF, of)
        sat = (Sat(seat, player, name) for seat, (player, name) in enumerate(seated) if player)
        log = await self._logs.begin(code, [begun, *sat])
        if log is not None:
            self._keep(code, log)

    def _keep(self, code: str, log: Log[Table, Event]) -> _Held:
        held = self._held[code] = _Held(log)
        log.happened = lambda events: self._happened(code, held, events)
        return held

    def _let_go(self) -> None:
        """Tables at which nobody is are no longer held; they are read again from their logs."""
        for code, held in list(self._held.items()):
            if not held.watching and not held.due and not held.log.turn.locked():
                del self._held[code], self._logs.held[code]

    async def table(self, code: str) -> Table | None:
        """The table with this code, None if there is none. Raises StoreTrouble if it cannot be read."""
        held = await self._hold(code)
        return held.table if held else None

    def under_way(self) -> dict[str, Table]:
        """The tables at which somebody is connected now, by their codes, those with free seats first.

        Those that belong to a tournament are among them; nobody can sit down there.
        """
        held_here = ((code, held.table) for code, held in self._held.items() if held.watching)
        found = {code: table for code, table in held_here if not table.closed}
        return dict(sorted(found.items(), key=lambda one: (len(one[1].people) == len(one[1].seats), one[0])))

    def deserted(self) -> dict[str, Deserted]:
        """The tables of now at which nobody is connected and names still stand, by their codes.

        Those that belong to a tournament are not among them: there the names stand as well.
        """
        here = {code for code, held in self._held.items() if held.watching}
        return {code: one for code, one in sorted(self._deserted.items()) if code not in here}

    async def recall(self) -> None:
        """Reads what the last day's tables are, so that `deserted` knows of them after a new start.

        Raises StoreTrouble if they cannot be read.
        """
        for code in await self._logs.lately(time.time() - LATELY):
            if code not in self._held and code not in self._deserted:
                self._note(code, await self.table(code))

    def _note(self, code: str, table: Table | None) -> None:
        """Nobody is at this table any more, or nobody was; its names are kept in mind."""
        if table is not None and not table.of and table.named:
            self._deserted[code] = Deserted(table.game, table.named)
        else:
            self._deserted.pop(code, None)

    async def _hold(self, code: str) -> _Held | None:
        """The table in memory; read from the log by whoever asks first."""
        if code not in self._held:
            log = await self._logs.get(code)
            if log is None:
                return None
            if code not in self._held:
                self._keep(code, log)
        return self._held[code]

    # Commands

    async def do(self, code: str, by: str, command: Command, key: str = "", *, resent: bool = False) -> Done | Refused:
        """Does what a player wants, once however often it is sent under the same `key`.

        - `resent`: it may have been kept before, so that is looked up first.

        Returns only when it is durable. Raises KeyError for a table that there is not, StoreTrouble if it could not be
        kept; then nothing has been done.
        """
        held = await self._hold(code)
        if held is None:
            raise KeyError(code)
        return await held.log.do(lambda table: decide(table, by, command, self._chance), key, resent=resent)

    def _happened(self, code: str, held: _Held, events: tuple[Event, ...]) -> None:
        seen = Seen(code, events, held.table)
        for heard in list(held.watching.values()):
            try:
                heard(seen)
            except Exception:
                LOG.exception("somebody who looks at table %s could not be told", code)
        if not held.watching:
            self._note(code, held.table)
        self._see_to(code, held)

    # Who looks at a table

    async def watch(self, code: str, player: str, heard: Heard) -> Callable[[], None]:
        """Tells `heard` all that happens at a table, on this loop; gives what ends it.

        While it lasts, the player of this mark is there. Raises KeyError for a table that there is not.
        """
        held = await self._hold(code)
        if held is None:
            raise KeyError(code)
        mark = object()
        held.watching[mark] = heard
        held.here[player] += 1
        held.gone.discard(player)
        self._see_to(code, held)

        def end() -> None:
            if held.watching.pop(mark, None) is not None:
                held.here[player] -= 1
                if not held.here[player]:
                    held.gone.add(player)
                if not held.watching:
                    self._note(code, held.table)
                self._see_to(code, held)
                self._tell_presence(code, held)

        self._tell_presence(code, held)
        return end

    def here(self, code: str) -> frozenset[int]:
        """The seats of this table whose players are connected to this hub."""
        held = self._held.get(code)
        return frozenset() if held is None else held.here_at

    def looking(self, code: str) -> int:
        """How many look at this table without sitting there."""
        held = self._held.get(code)
        if held is None:
            return 0
        seated = {one.player for one in held.table.seats}
        return sum(n > 0 and bool(who) and who not in seated for who, n in held.here.items())

    async def beside(self, code: str, make: Callable[[], T]) -> T:
        """What all pages at a table share and no log needs, made when it is asked for first; gone with the last page.

        Raises KeyError for a table that there is not.
        """
        held = await self._hold(code)
        if held is None:
            raise KeyError(code)
        if held.beside is None:
            held.beside = make()
        shared: T = held.beside
        return shared

    def _tell_presence(self, code: str, held: _Held) -> None:
        for heard in list(held.watching.values()):
            heard(Seen(code, (), held.table))

    # What comes by itself

    def left(self, code: str) -> dict[str, float]:
        """The seconds until each thing that is due at this table, by the first word of its name."""
        held, now = self._held.get(code), asyncio.get_running_loop().time()
        return {} if held is None else {name.split()[0]: max(0.0, at - now) for name, (at, _) in held.due.items()}

    def _see_to(self, code: str, held: _Held) -> None:
        """Makes an appointment for all that is due; what was waited for before keeps its time."""
        loop = asyncio.get_running_loop()
        wanted = {} if self._closed else {one.name: one for one in self._due(code, held)}
        for name in held.due.keys() - wanted.keys():
            held.due.pop(name)[1].cancel()
        for name, one in wanted.items():
            if name not in held.due:
                at = loop.time() + one.after
                held.due[name] = at, loop.call_at(at, self._fall_due, code, held, name)

    def _due(self, code: str, held: _Held) -> tuple[Due, ...]:
        """A table at which nobody is connected stands still: its bots do not play on for nobody.

        Who was here and has gone is seen to even then, so that whoever comes back first finds a bot there.
        """
        gone = frozenset(seat for seat in held.table.people if held.table.seats[seat].player in held.gone)
        found = due(held.table, held.here_at, self._chance, gone)
        if not +held.here:
            return tuple(one for one in found if isinstance(one.command, Lend) and one.command.seat in gone)
        return found

    def _fall_due(self, code: str, held: _Held, name: str) -> None:
        held.due.pop(name, None)
        one = next((one for one in self._due(code, held) if one.name == name), None)
        if one is not None:
            self.later(self._do_by_itself(code, held, one))

    async def _do_by_itself(self, code: str, held: _Held, one: Due) -> None:
        try:
            await self.do(code, ITSELF, one.command)
        except (KeyError, StoreTrouble) as trouble:
            LOG.error("table %s stands still: %s", code, trouble)
            await asyncio.sleep(1)
            self._see_to(code, held)

    def later(self, work: Coroutine[Any, Any, Any]) -> None:
        """Does this beside everything else; what is not done when the hub is closed is not done."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
