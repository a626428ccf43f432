"""Events as lines of JSON, and the state that follows from them.

- `EventBase`: base class of an event type; a line holds its name under `event`, and its fields;
- `EventTypes`: the event types of one log; a line that none of them fits is rejected.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import reduce
from typing import Annotated, Any, Final, Generic, TypeAlias, TypeVar, cast

import msgspec
from msgspec import Meta

from cardlab.refusal import NotationError

State = TypeVar("State")
Event = TypeVar("Event", bound="EventBase")

Number: TypeAlias = Annotated[int, Meta(ge=-(10**15), le=10**15)]
_JOINTS: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")


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


class EventTypes(Generic[State, Event]):
    """The event types of one log.

    - `event_types`: the union of the types;
    - `initial_state`: the state after the first event;
    - `fold`: the state after one more event.

    >>> from cardlab.tables.shared_table import EVENTS, Rose
    >>> EVENTS.encode(Rose(2))
    '{"event":"rose","seat":2,"taken":false}'
    >>> EVENTS.decode('{"event":"rose","seat":2}')
    Rose(seat=2, taken=False)
    """

    def __init__(
        self, event_types: Any, initial_state: Callable[[Event], State], fold: Callable[[State, Event], State]
    ) -> None:
        self._decoder = msgspec.json.Decoder(event_types)
        self._initial_state, self._fold = initial_state, fold

    def encode(self, event: Event) -> str:
        """The event as a line of a log."""
        return msgspec.json.encode(event).decode()

    def decode(self, text: str) -> Event:
        """The event of such a line. Raises NotationError if the line is no event of these types."""
        with suppress(ValueError, RecursionError, msgspec.MsgspecError):
            return cast(Event, self._decoder.decode(text))
        raise NotationError("log_torn", text=text[:80])

    def replay(self, events: Iterable[Event], state: State | None = None) -> State:
        """The state after these events: of a whole log, or of the events that follow a `state`.

        Raises NotationError or IllegalMove for events that cannot follow one another.
        """
        remaining = iter(events)
        if state is None:
            first = next(remaining, None)
            if first is None:
                raise NotationError("log_torn", text="")
            state = self._initial_state(first)
        return reduce(self._fold, remaining, state)
