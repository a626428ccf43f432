"""Event logs: each is read once, appended to in order, and folded into a state.

This module knows asyncio and the store, but not the meaning of the events.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from typing import Annotated, Any, Final, Generic, TypeAlias, TypeVar, cast

import msgspec
from msgspec import Meta

from cardlab.dashboard.display_names import is_code, new_code
from cardlab.refusal import NotationError, Refusal, printable
from cardlab.tables.store import Store, StoreTrouble

LOG: Final = logging.getLogger("cardlab.tables")
_JOINTS: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")

State = TypeVar("State")
Event = TypeVar("Event", bound="EventBase")
Log = TypeVar("Log", bound="EventLog[Any, Any]")
Number: TypeAlias = Annotated[int, Meta(ge=-(10**15), le=10**15)]


class EventPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base class of the structures inside an event."""


class EventBase(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="event",
    tag=lambda name: _JOINTS.sub("_", name).lower(),
):
    """An event; a field with a default value may be missing in its JSON."""


def torn(event: EventBase) -> NotationError:
    """Return the error for a log that cannot continue with this event."""
    return NotationError("log_torn", text=msgspec.json.encode(event).decode())


@dataclass(frozen=True, slots=True)
class Rejected:
    """Why a command is refused: one refusal for each rule that it breaks."""

    refusals: tuple[Refusal, ...]


class EventTypes(Generic[State, Event]):
    """The event types of one kind of log, and what they do to its state.

    `event_types` is their union. `fold` takes a state (None before the first event) and an event, and returns the state
    after it.

    >>> from cardlab.tables.shared_table import EVENTS, Rose
    >>> EVENTS.encode(Rose(2))
    '{"event":"rose","seat":2,"taken":false}'
    >>> EVENTS.decode('{"event":"rose","seat":2}')
    Rose(seat=2, taken=False)
    """

    def __init__(self, event_types: Any, fold: Callable[[State | None, Event], State]) -> None:
        self._decoder = msgspec.json.Decoder(event_types)
        self._fold = fold

    def encode(self, event: Event) -> str:
        """Return the event as a line of JSON."""
        return msgspec.json.encode(event).decode()

    def decode(self, text: str) -> Event:
        """Return the event in a line of JSON. Raises NotationError if there is none."""
        with suppress(ValueError, RecursionError, msgspec.MsgspecError):
            return cast(Event, self._decoder.decode(text))
        raise NotationError("log_torn", text=text[:80])

    def replay(self, events: Sequence[Event], state: State | None = None) -> State:
        """Return the state after these events.

        They are a whole log, or follow on `state`. Raises NotationError or IllegalMove for events that cannot follow
        one another.
        """
        state = reduce(self._fold, events, state)
        if state is None:
            raise NotationError("log_torn", text="")
        return state


class EventLog(Generic[State, Event]):
    """One log in memory: its `code`, `state`, and number of events (`version`)."""

    state: State

    def __init__(self, logs: EventLogs[Any], code: str) -> None:
        self._logs = logs
        self.code = code
        self.version = 0
        self.lock = asyncio.Lock()
        self._keys: set[str | None] = set()

    async def execute(
        self, decide: Callable[[State], tuple[Event, ...] | Rejected], key: str = ""
    ) -> tuple[Refusal, ...]:
        """Append the events that `decide` returns, at most once for each `key`.

        Returns the refusals, or nothing once the events are durable.
        Raises StoreTrouble if the events were not stored, or may not have been.
        """
        async with self.lock:
            while not key or key not in self._keys:
                events = decide(self.state)
                if isinstance(events, Rejected):
                    return events.refusals
                if not events:
                    break
                if await self._logs.append(self, events, key):
                    self._logs.publish(self, events)
                    break
                # The store has more events than were published: it failed after it had written them.
                missing = await self._logs.catch_up(self)
                if not missing:
                    raise StoreTrouble(f"the log of {self.code} has another version in the store")
                self._logs.publish(self, missing)
        return ()

    def apply(self, events: Sequence[Event], keys: Iterable[str | None]) -> None:
        """Fold durable events into the state; remember the `keys` of their messages."""
        self.state = self._logs.event_types.replay(events, self.state if self.version else None)
        self.version += len(events)
        self._keys.update(keys)


class EventLogs(Generic[Log]):
    """All logs of one kind in a store; their names there begin with the `kind`.

    - `event_types`: what their events are and do; `log_type`: the class of each log;
    - `loaded`: the logs in memory by their codes; a log removed from it is read again when it is needed;
    - `publish`: called with a log and its new durable events; with no events when a log has been loaded.

    Methods that read or write raise StoreTrouble if the file cannot be used.
    """

    def __init__(
        self,
        store: Store,
        kind: str,
        event_types: EventTypes[Any, Any],
        log_type: type[Log],
        publish: Callable[[Log, tuple[Any, ...]], None],
    ) -> None:
        self.store = store
        self._kind = kind
        self.event_types = event_types
        self._log_type = log_type
        self.publish = publish
        self.loaded: dict[str, Log] = {}
        self._unreadable: set[str] = set()
        self._lock = asyncio.Lock()

    async def create(self, opened: Any, key: str = "") -> str:
        """Create a log with this first event, once for each `key`; return its code."""
        code = new_code(f"{opened.host} {key}" if key else "")
        while not await self.create_at(code, (opened,)):
            there = await self.get(code)
            if key and there is not None and there.state.host == opened.host:
                break  # the host's page has sent the message again
            code = new_code()
        return code

    async def create_at(self, code: str, events: tuple[Any, ...]) -> bool:
        """Create a log under this code, and return whether the code was free."""
        async with self._lock:
            log = self._log_type(self, code)
            if is_new := await self.append(log, events):
                self.loaded[code] = log
                self.publish(log, ())
            return is_new

    async def get(self, code: str) -> Log | None:
        """Return the log under this code, read if necessary; None if missing or damaged."""
        if code in self.loaded:  # returned even while another log is being read
            return self.loaded[code]
        async with self._lock:
            if code not in self.loaded and code not in self._unreadable and is_code(code):
                log = self._log_type(self, code)
                try:
                    if await self.catch_up(log):
                        self.loaded[code] = log
                        self.publish(log, ())
                except StoreTrouble:
                    raise
                except Exception as problem:  # a damaged log can raise anything, and must not hide the others
                    LOG.error("the log of %s %s cannot be read: %s", self._kind, code, printable(str(problem)))
                    self._unreadable.add(code)
            return self.loaded.get(code)

    async def require(self, code: str) -> Log:
        """Return the log under this code. Raises KeyError if there is none."""
        if (log := await self.get(code)) is None:
            raise KeyError(code)
        return log

    async def append(self, log: Log, events: tuple[Any, ...], key: str = "") -> bool:
        """Append events to a log, and apply them if stored; returns as `Store.append`."""
        bodies = [self.event_types.encode(event) for event in events]
        is_done = await self.store.append(f"{self._kind}:{log.code}", log.version, key, bodies)
        if is_done:
            log.apply(events, (key,))
        return is_done

    async def catch_up(self, log: Log) -> tuple[Any, ...]:
        """Apply the stored events that a log in memory lacks, and return them.

        Raises NotationError for a damaged log, or what `fold` raises.
        """
        entries = await self.store.read(f"{self._kind}:{log.code}", log.version)
        if [entry.version for entry in entries] != list(range(log.version + 1, log.version + len(entries) + 1)):
            raise NotationError("log_torn", text="")

        def read() -> tuple[Any, ...]:
            events = tuple(self.event_types.decode(entry.body) for entry in entries)
            if events:
                log.apply(events, [entry.key for entry in entries])
            return events

        return await asyncio.to_thread(read)
