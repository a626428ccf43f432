"""Logs in memory: each is read once, written by one after the other, and what it comes to is always at hand.

- `Logs`: all logs of one kind in a store, such as tables;
- `Log`: one of them; `do` writes what follows from what somebody wants;
- `Done`, `Refused`: what has come of it.

Knows asyncio and the store; what happens in a log, its owner knows.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from cardlab.dashboard.names import is_code
from cardlab.refusal import NotationError, Refusal, printable
from cardlab.tables.entries import Again, Entry, Kept
from cardlab.tables.events import Happened, Kinds
from cardlab.tables.store import Store

LOGGER: Final = logging.getLogger("cardlab.tables")

State = TypeVar("State")
Event = TypeVar("Event", bound=Happened)


@dataclass(frozen=True, slots=True)
class Done:
    """What was wanted has been done: the log is at this number. With `again` it had been done before."""

    seq: int
    again: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """Why what was wanted leads to nothing: every rule that it breaks."""

    refusals: tuple[Refusal, ...]


class Log(Generic[State, Event]):
    """One log, and what it comes to.

    - `state`, `seq`, `at`: that, the number of the last entry, and when it was written, in Unix seconds;
    - `happened`: is called with what was written, when it is durable.
    """

    def __init__(self, logs: Logs[State, Event], name: str, state: State, seq: int, at: float) -> None:
        self._logs, self._name = logs, name
        self.state, self.seq, self.at = state, seq, at
        self.turn = asyncio.Lock()
        self.happened: Callable[[tuple[Event, ...]], None] = lambda events: None

    async def do(
        self, decide: Callable[[State], tuple[Event, ...] | Refused], key: str = "", *, resent: bool = False
    ) -> Done | Refused:
        """Writes what `decide` makes of the state, once however often it is sent under the same `key`.

        - `resent`: it may have been kept before, so that is looked up first.

        Returns only when it is durable. Raises StoreTrouble if it could not be kept; then nothing has been done.
        """
        store, kinds = self._logs.store, self._logs.kinds
        async with self.turn:
            if resent and (before := await self._kept_before(key)):
                return Done(before, again=True)
            while True:
                decided = decide(self.state)
                if isinstance(decided, Refused):
                    return decided
                if not decided:
                    return Done(self.seq)
                kept = await store.append(self._name, self.seq, key, [kinds.text(event) for event in decided])
                if isinstance(kept, Kept):
                    self._add(decided, kept.last, time.time())
                    return Done(kept.last)
                # More was kept than anybody has heard of: the store was in trouble then.
                if missed := await store.read(self._name, self.seq):
                    self._add(tuple(kinds.read(entry.body) for entry in missed), missed[-1].seq, missed[-1].at)
                if isinstance(kept, Again):
                    return Done(kept.seq, again=True)

    async def _kept_before(self, key: str) -> int:
        """Under which number this key was kept, 0 if it never was."""
        return next((entry.seq for entry in await self._logs.store.read(self._name) if entry.key == key), 0)

    def _add(self, events: tuple[Event, ...], seq: int, at: float) -> None:
        self.state = self._logs.replayed(events, self.state)
        self.seq, self.at = seq, at
        self.happened(events)


class Logs(Generic[State, Event]):
    """All logs of one `kind` in a store, each under its code.

    - `kinds`: the events in them; `replayed`: what some of them lead to, from nothing or from a state.
    """

    def __init__(
        self,
        store: Store,
        kind: str,
        kinds: Kinds[Event],
        replayed: Callable[[Iterable[Event], State | None], State],
    ) -> None:
        self.store, self.kinds, self.replayed = store, kinds, replayed
        self._kind = kind
        self.held: dict[str, Log[State, Event]] = {}
        """Those in memory; whoever takes one away here lets it be read anew."""
        self._reading: dict[str, asyncio.Task[Log[State, Event] | None]] = {}
        self._torn: set[str] = set()
        """Those that cannot be read; each is said once."""

    async def begin(self, code: str, events: Sequence[Event]) -> Log[State, Event] | None:
        """A new log that begins with these events; None if there is one under this code.

        Raises StoreTrouble if it cannot be kept.
        """
        bodies = [self.kinds.text(event) for event in events]
        kept = await self.store.append(f"{self._kind}:{code}", 0, "opened", bodies)
        if not isinstance(kept, Kept):
            return None
        state = self.replayed(events, None)
        self.held[code] = Log(self, f"{self._kind}:{code}", state, kept.last, time.time())
        return self.held[code]

    async def get(self, code: str) -> Log[State, Event] | None:
        """The log under this code, read by whoever asks first, however many ask at once; None if there is none.

        Raises StoreTrouble if it cannot be read.
        """
        if code in self.held:
            return self.held[code]
        if not is_code(code) or code in self._torn:
            return None
        if code not in self._reading:
            self._reading[code] = asyncio.get_running_loop().create_task(self._read(code))
            self._reading[code].add_done_callback(lambda _: self._reading.pop(code, None))
        return await asyncio.shield(self._reading[code])

    async def _read(self, code: str) -> Log[State, Event] | None:
        """Reads a log beside everything else, for a long one takes a while; what is written meanwhile, too."""
        name = f"{self._kind}:{code}"
        state: State | None = None
        seq, at = 0, 0.0
        while entries := await self.store.read(name, seq):
            try:
                state = await asyncio.to_thread(self._replayed, entries, seq, state)
            except Exception as torn:  # whatever a damaged log raises, it is this one alone that is not there
                LOGGER.error("the log of %s %s cannot be read: %s", self._kind, code, printable(str(torn)))
                self._torn.add(code)
                return None
            seq, at = entries[-1].seq, entries[-1].at
        if state is None:
            return None
        return self.held.setdefault(code, Log(self, name, state, seq, at))

    def _replayed(self, entries: Sequence[Entry], seq: int, state: State | None) -> State:
        if [entry.seq for entry in entries] != list(range(seq + 1, seq + len(entries) + 1)):
            raise NotationError("log_torn", text="")
        return self.replayed((self.kinds.read(entry.body) for entry in entries), state)

    async def lately(self, since: float) -> list[str]:
        """The codes of the logs in which something has happened since then, in Unix seconds; the latest last."""
        logs = sorted(await self.store.logs(f"{self._kind}:"), key=lambda log: log[2])
        return [name.partition(":")[2] for name, _, at in logs if at > since]
