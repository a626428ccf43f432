"""Logs in memory: each is read once, written by one after the other, and what it comes to is always at hand.

- `EventLogs`: all logs of one kind in a store, such as tables;
- `EventLog`: one of them; `do` writes what follows from what somebody wants;
- `Rejected`: why that leads to nothing.

Knows asyncio and the store; what happens in a log, its owner knows.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from cardlab.dashboard.display_names import is_code, new_code
from cardlab.refusal import NotationError, Refusal, printable
from cardlab.tables.events import EventBase, EventTypes
from cardlab.tables.store import Store, StoreTrouble

LOG: Final = logging.getLogger("cardlab.tables")

State = TypeVar("State")
Event = TypeVar("Event", bound=EventBase)
Kept = TypeVar("Kept", bound="EventLog[Any, Any]")


@dataclass(frozen=True, slots=True)
class Rejected:
    """Why what was wanted leads to nothing: every rule that it breaks."""

    refusals: tuple[Refusal, ...]


class EventLog(Generic[State, Event]):
    """One log of a kind, under its code, and what it comes to: `state`, after `seq` entries."""

    state: State

    def __init__(self, logs: EventLogs[Any], code: str) -> None:
        self._logs = logs
        self.code = code
        self.seq = 0
        self.turn = asyncio.Lock()
        self._keys: set[str | None] = set()

    async def do(self, decide: Callable[[State], tuple[Event, ...] | Rejected], key: str = "") -> tuple[Refusal, ...]:
        """Writes what `decide` makes of the state, once however often it is sent under the same `key`.

        Gives why not, empty if it is done; returns only when it is durable.
        Raises StoreTrouble if it could not be kept, or if nobody knows whether it was.
        """
        async with self.turn:
            while not key or key not in self._keys:
                events = decide(self.state)
                if isinstance(events, Rejected):
                    return events.refusals
                if not events:
                    break
                if await self._logs.append(self, events, key):
                    self.become(events, (key,))
                    self._logs.happened(self, events)
                    break
                # More was kept than anybody has heard of: the store was in trouble then.
                missed = await self._logs.read_on(self)
                if not missed:
                    raise StoreTrouble(f"the log of {self.code} ends elsewhere")
                self._logs.happened(self, missed)
        return ()

    def become(self, events: tuple[Event, ...], keys: Iterable[str | None]) -> None:
        """This has happened, sent under these keys. Raises what the state says of what cannot be."""
        self.state = self._logs.kinds.replayed(events, self.state if self.seq else None)
        self.seq += len(events)
        self._keys.update(keys)


class EventLogs(Generic[Kept]):
    """All logs of one `kind` in a store, each under its code.

    - `kinds`: the events in them, and what they come to;
    - `new`: makes one;
    - `happened`: is told what was written in one, when it is durable, and with nothing that one is held from now on;
    - `held`: those in memory; whoever takes one away here lets it be read anew.
    """

    def __init__(
        self,
        store: Store,
        kind: str,
        kinds: EventTypes[Any, Any],
        new: type[Kept],
        happened: Callable[[Kept, tuple[Any, ...]], None],
    ) -> None:
        self.store, self._kind, self.kinds, self._new, self.happened = store, kind, kinds, new, happened
        self.held: dict[str, Kept] = {}
        self._torn: set[str] = set()
        """Those that cannot be read; each is said once."""
        self._turn = asyncio.Lock()

    async def open(self, *events: Any) -> str:
        """A new log that begins with these events; gives its code. Raises StoreTrouble if it cannot be kept."""
        while not await self.begin(code := new_code(), events):
            pass  # there is one under this code
        return code

    async def begin(self, code: str, events: tuple[Any, ...]) -> bool:
        """The same under this code; False if there is one."""
        async with self._turn:
            log = self._new(self, code)
            if not await self.append(log, events, ""):
                return False
            log.become(events, ())
            self._hold(log)
            return True

    async def get(self, code: str) -> Kept | None:
        """The log under this code, read by whoever asks first; None if there is none.

        Raises StoreTrouble if it cannot be read.
        """
        if code in self.held:
            return self.held[code]
        async with self._turn:
            if code not in self.held and code not in self._torn and is_code(code):
                log = self._new(self, code)
                try:
                    await self.read_on(log)
                except StoreTrouble:
                    raise
                except Exception as torn:  # whatever a damaged log raises, it is this one alone that is not there
                    LOG.error("the log of %s %s cannot be read: %s", self._kind, code, printable(str(torn)))
                    self._torn.add(code)
                else:
                    if log.seq:
                        self._hold(log)
            return self.held.get(code)

    async def at(self, code: str) -> Kept:
        """The log under this code, as `get`. Raises KeyError if there is none."""
        if (log := await self.get(code)) is None:
            raise KeyError(code)
        return log

    def _hold(self, log: Kept) -> None:
        self.held[log.code] = log
        self.happened(log, ())

    async def append(self, log: Kept, events: Sequence[Any], key: str) -> bool:
        """Writes what comes next in a log; False if it cannot be the next, or was kept before under this key."""
        return await self.store.append(
            f"{self._kind}:{log.code}", log.seq, key, [self.kinds.text(event) for event in events]
        )

    async def read_on(self, log: Kept) -> tuple[Any, ...]:
        """Lets a log become what the store has of it, beside everything else, for that takes a while; gives the rest.

        Raises NotationError, or what the state says, where that cannot be.
        """
        entries = await self.store.read(f"{self._kind}:{log.code}", log.seq)
        if [entry.seq for entry in entries] != list(range(log.seq + 1, log.seq + len(entries) + 1)):
            raise NotationError("log_torn", text="")

        def read() -> tuple[Any, ...]:
            events = tuple(self.kinds.read(entry.body) for entry in entries)
            if events:
                log.become(events, [entry.key for entry in entries])
            return events

        return await asyncio.to_thread(read)

    async def lately(self, since: float = -1.0) -> list[str]:
        """The codes of the logs in which something has happened since then, in Unix seconds; the latest last."""
        return await self.store.lately(self._kind, since)
