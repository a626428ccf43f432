"""How what happens at a table or in a tournament is written, each event as one line of JSON, read, and added up.

A kind of event is a `EventBase`; its name stands in the line under `event`, its fields beside it.
`EventTypes` are those of one log; nothing is taken as read that nobody has declared.
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
"""A number in an event."""
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
    """A kind of event; a field with a default value may be missing in its line."""


class EventTypes(Generic[State, Event]):
    """The kinds of events of one log, a union of them, and what they come to.

    - `opened`: the state after the first event; `fold`: the state after one more.

    >>> from cardlab.tables.shared_table import EVENTS, Rose
    >>> EVENTS.text(Rose(2))
    '{"event":"rose","seat":2,"taken":false}'
    >>> EVENTS.read('{"event":"rose","seat":2}')
    Rose(seat=2, taken=False)
    """

    def __init__(self, kinds: Any, opened: Callable[[Event], State], fold: Callable[[State, Event], State]) -> None:
        self._reader = msgspec.json.Decoder(kinds)
        self._opened, self._fold = opened, fold

    def text(self, event: Event) -> str:
        """The event as a line of a log."""
        return msgspec.json.encode(event).decode()

    def read(self, text: str) -> Event:
        """The event that such a line tells. Raises NotationError for a line that tells none."""
        with suppress(ValueError, RecursionError, msgspec.MsgspecError):
            return cast(Event, self._reader.decode(text))
        raise NotationError("log_torn", text=text[:80])

    def replayed(self, events: Iterable[Event], state: State | None = None) -> State:
        """What a log comes to, or what a state becomes by all that follows in its log.

        Raises NotationError or IllegalMove for a log that there cannot be.
        """
        coming = iter(events)
        if state is None:
            first = next(coming, None)
            if first is None:
                raise NotationError("log_torn", text="")
            state = self._opened(first)
        return reduce(self._fold, coming, state)
