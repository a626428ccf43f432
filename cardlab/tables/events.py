"""How what happens at a table or in a tournament is written: each event as one line of JSON, and back.

A kind of event is a `Happened`; its name stands in the line under `event`, its fields beside it.
`Kinds` writes and reads the kinds of one log; nothing is taken as read that nobody has declared.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Annotated, Any, Final, Generic, TypeAlias, TypeVar, cast

import msgspec
from msgspec import Meta

from cardlab.refusal import NotationError

Event = TypeVar("Event", bound="Happened")

Number: TypeAlias = Annotated[int, Meta(ge=-(10**15), le=10**15)]
"""A number in an event."""
_JOINTS: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Data within an event."""


class Happened(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="event",
    tag=lambda name: _JOINTS.sub("_", name).lower(),
):
    """A kind of event; a field with a default value may be missing in its line."""


class Kinds(Generic[Event]):
    """The kinds of events of one log, a union of them.

    >>> from cardlab.tables.table import Rose, Sat
    >>> kinds = Kinds[Sat | Rose](Sat | Rose)
    >>> kinds.text(Rose(2))
    '{"event":"rose","seat":2,"taken":false}'
    >>> kinds.read('{"event":"rose","seat":2}')
    Rose(seat=2, taken=False)
    """

    def __init__(self, kinds: Any) -> None:
        self._reader = msgspec.json.Decoder(kinds)

    def text(self, event: Event) -> str:
        """The event as a line of a log."""
        return msgspec.json.encode(event).decode()

    def read(self, text: str) -> Event:
        """The event that such a line tells. Raises NotationError for a line that tells none."""
        with suppress(ValueError, RecursionError, msgspec.MsgspecError):
            return cast(Event, self._reader.decode(text))
        raise NotationError("log_torn", text=text[:80])
