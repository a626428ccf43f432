"""All tables of a server: their commands, subscribers and timers.

A command's events (see `decide`) are appended to the log; once they are durable, they are applied to the table and
published to its subscribers. Commands at one table are decided in the order of arrival.

Knows asyncio and the store, but no socket, page or language.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from msgspec.structs import replace

from cardlab.dashboard.display_names import new_code
from cardlab.refusal import Refusal
from cardlab.tables.event_logs import LOG, EventLog, EventLogs, Rejected
from cardlab.tables.shared_table import (
    EVENTS,
    ITSELF,
    Agreed,
    Chance,
    Dealt,
    Decision,
    Due,
    Event,
    Moved,
    Sat,
    SharedTable,
    TableOpened,
    TournamentPlace,
    decide,
    due,
)
from cardlab.tables.store import Store, StoreTrouble

MOST_OPENED, OPENING_PERIOD = 40, 3600.0
"""The number of tables that one player may open within this many seconds."""

Subscriber: TypeAlias = Callable[[SharedTable, tuple[Event, ...]], None]
"""Called with the current table and the events just applied to it; without events if only the presence changed."""


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is connected to a table, and what is due there.

    - `connected`: the seats with connected players;
    - `seconds_left`: seconds until something is due, by the first word of its name, such as "clock" or "deal";
    - `public_deals`: the number of finished deals that may be shown, see `TournamentService.public_deals`.
    """

    connected: frozenset[int] = frozenset()
    seconds_left: Mapping[str, float] = field(default_factory=dict)
    public_deals: int = 0


class _LiveTable(EventLog[SharedTable, Event]):
    """A table in memory, with its subscribers and timers."""

    def __init__(self, logs: EventLogs[_LiveTable], code: str) -> None:
        super().__init__(logs, code)
        self.subscribers: dict[object, tuple[str, Subscriber]] = {}
        """Each subscriber by its subscription, with the pseudonym of its player."""
        self.timers: dict[str, tuple[float, asyncio.TimerHandle]] = {}
        """By the name of what is due: its time by the event loop, and its timer."""
        self.shared: dict[str, Any] = {}
        """State shared by the pages of the table and kept in no log."""
        self._dealt_at = 0.0

    def apply(self, events: Sequence[Event], keys: Iterable[str | None]) -> None:
        super().apply(events, keys)
        line = self.state.timeline
        if line is not None and any(isinstance(event, Dealt) for event in events):
            # A round that is read from the log goes on at the time of its last move.
            self._dealt_at = time.monotonic() - line.moment.note / 1000

    def timed(self, decision: Decision) -> Decision:
        """Return the decision with the time of its move, by a clock that is never set back."""
        if isinstance(decision, Rejected):
            return decision
        ms = round(1000 * (time.monotonic() - self._dealt_at))
        return tuple(replace(event, ms=ms) if isinstance(event, Moved) else event for event in decision)

    @property
    def connected_seats(self) -> frozenset[int]:
        """The seats whose players have an open page."""
        players = {player for player, _ in self.subscribers.values()}
        return frozenset(seat for seat in self.state.taken_seats if self.state.seats[seat].player in players)


class TableService:
    """All tables of a server; must be closed with `await close()`.

    `chance` returns unpredictable numbers. Methods that read or write raise StoreTrouble if the file cannot be used.
    """

    def __init__(self, store: Store, chance: Chance = lambda: secrets.randbits(63)) -> None:
        self.store = store
        self._chance = chance
        self._logs = EventLogs[_LiveTable](store, "table", EVENTS, _LiveTable, self._publish)
        self._everywhere: list[Subscriber] = []
        self.public_deals: Callable[[SharedTable], int] = lambda table: len(table.records)
        self.listed: list[str] = []
        """The codes of the tables that count as active even if nobody is there."""
        self._opened: dict[str, list[float]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False

    async def close(self) -> None:
        """Cancel all timers and tasks, and close the store."""
        self._closed = True
        for log in self._logs.loaded.values():
            for _, timer in log.timers.values():
                timer.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.store.close()

    # Tables

    async def open(self, agreed: Agreed, host: str, key: str = "") -> str | Rejected:
        """Open a table, once for each `key`; return its code or the refusals.

        `host`: the player's pseudonym. Refused after `MOST_OPENED` tables in `OPENING_PERIOD` seconds.
        """
        self._unload_idle()
        now = asyncio.get_running_loop().time()
        recently = [at for at in self._opened.get(host, ()) if now - at < OPENING_PERIOD]
        if len(recently) >= MOST_OPENED:
            return Rejected((Refusal("table_too_many", "notation"),))
        code = await self._logs.create(TableOpened(**agreed.encoded, host=host), key)
        self._opened[host] = [*recently, now]
        return code

    async def open_for_tournament(
        self, code: str, place: TournamentPlace, agreed: Agreed, players: Sequence[tuple[str, str]]
    ) -> None:
        """Open a table of a tournament, unless there is one under this code.

        `players`: for each seat the player's pseudonym and name, both "" for a bot.
        """
        opened = TableOpened(**agreed.encoded, host=ITSELF, of=place)
        seated = (Sat(seat, player, name) for seat, (player, name) in enumerate(players) if player)
        await self._logs.create_at(code, (opened, *seated))

    def _unload_idle(self) -> None:
        """Unload tables without subscribers and timers; their logs can be read again."""
        for log in list(self._logs.loaded.values()):
            if not (log.subscribers or log.timers or log.lock.locked() or log.code in self.listed):
                del self._logs.loaded[log.code]

    async def free_code(self) -> str:
        """Return a code that no table has."""
        while await self.table(code := new_code()):
            pass
        return code

    async def table(self, code: str) -> SharedTable | None:
        """Return the table with this code, or None."""
        log = await self._logs.get(code)
        return log.state if log else None

    def active_tables(self) -> dict[str, SharedTable]:
        """Return open tables with subscribers, of tournaments or `listed` ones, by code; full ones last."""
        logs = (log for log in self._logs.loaded.values() if not log.state.closed)
        tables = {
            log.code: log.state for log in logs if log.subscribers or log.state.tournament or log.code in self.listed
        }
        return dict(sorted(tables.items(), key=lambda item: len(item[1].taken_seats) == len(item[1].seats)))

    def tables_of(self, player: str) -> dict[str, SharedTable]:
        """Return the loaded tables where a player sits or still has a name, by code."""
        tables = {log.code: log.state for log in self._logs.loaded.values()}
        return {code: one for code, one in tables.items() if player in one.names or one.seat_of(player) is not None}

    # What happens

    async def execute(self, code: str, by: str, command: Event, key: str = "") -> tuple[Refusal, ...]:
        """Carry out a command at a table, once for each `key` of a message; see `decide`.

        Returns the refusals, or nothing once the events are durable. Raises KeyError if there is no such table.
        """
        log = await self._logs.require(code)
        return await log.execute(lambda table: log.timed(decide(table, by, command, self._chance)), key)

    def _publish(self, log: _LiveTable, events: tuple[Event, ...] = ()) -> None:
        """Call all subscribers, and schedule what is due now."""
        for subscriber in (*(one for _, one in log.subscribers.values()), *self._everywhere):
            try:
                subscriber(log.state, events)
            except Exception:
                LOG.exception("a subscriber of table %s has failed", log.code)
        self._schedule(log)

    def refresh(self, code: str) -> None:
        """Make the open pages of a table draw it again."""
        if code in self._logs.loaded:
            self._publish(self._logs.loaded[code])

    # Subscribers

    async def subscribe(self, code: str, player: str, subscriber: Subscriber) -> Callable[[], None]:
        """Subscribe a player to the events of a table; return a function to unsubscribe.

        The player counts as connected until the function is called. Raises KeyError if there is no such table.
        """
        log = await self._logs.require(code)
        subscription = object()
        log.subscribers[subscription] = player, subscriber

        def end() -> None:
            if log.subscribers.pop(subscription, None) is not None:
                self._publish(log)

        self._publish(log)
        return end

    def subscribe_everywhere(self, subscriber: Subscriber) -> None:
        """Subscribe to the events of all tables, for good."""
        self._everywhere.append(subscriber)

    def presence(self, code: str) -> Presence:
        """Return who is connected to a loaded table, and what is due there."""
        log, now = self._logs.loaded[code], asyncio.get_running_loop().time()
        left = {name.split()[0]: max(0.0, at - now) for name, (at, _) in log.timers.items()}
        return Presence(log.connected_seats, left, self.public_deals(log.state))

    def shared(self, code: str) -> dict[str, Any]:
        """Return the state that the pages of a loaded table share and no log keeps."""
        return self._logs.loaded[code].shared

    # What is due

    def _schedule(self, log: _LiveTable) -> None:
        """Set a timer for all that is due, and cancel the timers of all that isn't."""
        loop = asyncio.get_running_loop()
        due_now = {} if self._closed else {one.name: one for one in self._due_commands(log)}
        for name in log.timers.keys() - due_now.keys():
            log.timers.pop(name)[1].cancel()
        for name, one in due_now.items():
            if name not in log.timers:
                at = loop.time() + one.after
                log.timers[name] = at, loop.call_at(at, self._run_due, log, name)

    def _due_commands(self, log: _LiveTable) -> tuple[Due, ...]:
        """Return what is due; a table without open pages waits, except in a tournament."""
        return due(log.state, log.connected_seats, self._chance) if log.subscribers or log.state.tournament else ()

    def _run_due(self, log: _LiveTable, name: str) -> None:
        log.timers.pop(name, None)
        one = next((one for one in self._due_commands(log) if one.name == name), None)
        if one is not None:
            self.start_task(self._execute_due(log, one))

    async def _execute_due(self, log: _LiveTable, one: Due) -> None:
        try:
            await self.execute(log.code, ITSELF, one.command)
        except (KeyError, StoreTrouble) as trouble:
            LOG.error("table %s stands still: %s", log.code, trouble)
            await asyncio.sleep(1)
            self._schedule(log)

    def start_task(self, coroutine: Coroutine[Any, Any, Any]) -> None:
        """Run a coroutine as a task that `close` cancels."""
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
