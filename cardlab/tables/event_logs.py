"""Event logs: events as lines of JSON, and the logs in memory, each read once, appended to in order and folded.

- `EventBase`: base class of an event type; a line holds its name under `event`, and its fields;
- `EventTypes`: the event types of one log, and the state that follows from its events;
- `EventLogs`: all logs of one kind in a store, such as the logs of tables;
- `EventLog`: one log; `execute` appends what is decided;
- `Rejected`: why something may not happen.

Knows asyncio and the store, but not the meaning of the events.
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
    """Data within an event."""


class EventBase(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="event",
    tag=lambda name: _JOINTS.sub("_", name).lower(),
):
    """An event; a field with a default value may be missing in its line."""


@dataclass(frozen=True, slots=True)
class Rejected:
    """Why something may not happen, with one refusal for each rule that it breaks."""

    refusals: tuple[Refusal, ...]


class EventTypes(Generic[State, Event]):
    """The event types of one log.

    - `event_types`: the union of the types; `opened`: that of the first event, and of no other;
    - `initial_state`: the state after it;
    - `fold`: the state after one more event.

    >>> from cardlab.tables.shared_table import EVENTS, Rose
    >>> EVENTS.encode(Rose(2))
    '{"event":"rose","seat":2,"taken":false}'
    >>> EVENTS.decode('{"event":"rose","seat":2}')
    Rose(seat=2, taken=False)
    """

    def __init__(
        self,
        event_types: Any,
        opened: type[Any],
        initial_state: Callable[[Any], State],
        fold: Callable[[State, Event], State],
    ) -> None:
        self._decoder = msgspec.json.Decoder(event_types)
        self._opened, self._initial_state, self._fold = opened, initial_state, fold

    def encode(self, event: Event) -> str:
        """The event as a line of a log."""
        return msgspec.json.encode(event).decode()

    def decode(self, text: str) -> Event:
        """The event of such a line. Raises NotationError if the line is no event of these types."""
        with suppress(ValueError, RecursionError, msgspec.MsgspecError):
            return cast(Event, self._decoder.decode(text))
        raise NotationError("log_torn", text=text[:80])

    def replay(self, events: Sequence[Event], state: State | None = None) -> State:
        """The state after these events: of a whole log, or of the events that follow a `state`.

        Raises NotationError or IllegalMove for events that cannot follow one another.
        """
        if state is None:
            if not events or not isinstance(events[0], self._opened):
                raise NotationError("log_torn", text=self.encode(events[0]) if events else "")
            state, events = self._initial_state(events[0]), events[1:]
        return reduce(self._fold, events, state)


class EventLog(Generic[State, Event]):
    """One log: its `code`, and the `state` that follows from its first `version` events."""

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
        """Append the events that `decide` makes of the state, at most once for each `key`.

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
        """Fold durable events, sent under these keys, into the state; raises what `fold` raises."""
        self.state = self._logs.event_types.replay(events, self.state if self.version else None)
        self.version += len(events)
        self._keys.update(keys)


class EventLogs(Generic[Log]):
    """All logs of one kind in a store.

    `loaded` holds the logs in memory by their codes; a log removed from it is read again when it is needed.

    Args:
        store: Where the events are kept.
        kind: Prefix of the logs' names in the store.
        event_types: Encodes, decodes and folds the events.
        log_type: Class of one log.
        publish: Called with a log and its new durable events; with no events when a log has been loaded.
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
        """Create a log that begins with this event, one for each `key` of its host; returns its code.

        Raises StoreTrouble.
        """
        code = new_code(f"{opened.host} {key}" if key else "")
        while not await self.create_at(code, (opened,)):
            there = await self.get(code)
            if key and there is not None and there.state.host == opened.host:
                break  # the same message, said again
            code = new_code()
        return code

    async def create_at(self, code: str, events: tuple[Any, ...]) -> bool:
        """Create a log under this code; returns False if the code is taken. Raises StoreTrouble."""
        async with self._lock:
            log = self._log_type(self, code)
            if is_new := await self.append(log, events):
                self.loaded[code] = log
                self.publish(log, ())
            return is_new

    async def get(self, code: str) -> Log | None:
        """The log under this code, loaded if necessary; None if there is none. Raises StoreTrouble."""
        if code in self.loaded:  # without waiting for another that is being read
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
                except Exception as problem:  # whatever a damaged log raises, only this log is missing
                    LOG.error("the log of %s %s cannot be read: %s", self._kind, code, printable(str(problem)))
                    self._unreadable.add(code)
            return self.loaded.get(code)

    async def require(self, code: str) -> Log:
        """The log under this code, as `get`. Raises KeyError if there is none."""
        if (log := await self.get(code)) is None:
            raise KeyError(code)
        return log

    async def append(self, log: Log, events: tuple[Any, ...], key: str = "") -> bool:
        """Append events to a log and apply them, once they are durable; returns and raises as `Store.append`."""
        bodies = [self.event_types.encode(event) for event in events]
        is_done = await self.store.append(f"{self._kind}:{log.code}", log.version, key, bodies)
        if is_done:
            log.apply(events, (key,))
        return is_done

    async def catch_up(self, log: Log) -> tuple[Any, ...]:
        """Apply the stored events that a log does not have yet, in a thread; returns these events.

        Raises StoreTrouble, NotationError for a damaged log, or what `fold` raises.
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
