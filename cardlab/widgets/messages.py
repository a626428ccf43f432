"""What a page says to a widget, as declared types: each message is read once, and is data from then on.

A kind of message is a `Message` that looks like its JSON: `do` says which it is, the other fields come along.

    class Go(Message, frozen=True):
        do: Literal["go"]
        to: int

    class Step(Message, frozen=True):
        do: Literal["undo", "redo"]

    ReplayMessage: TypeAlias = Go | Step

A widget declares what it hears, `_hears = Messages[ReplayMessage](ReplayMessage)`, and its `_act` is one `match` over
these types that ends in `assert_never`.
Which types a field can have is told by `msgspec`, which reads them strictly: an `int` is neither true nor 1.0.
A field with a default value may be missing.
A message that nobody has declared, or with other fields, can only come from a fault in a view or from a forger.
It is refused: written to the log "cardlab.messages" (once for each kind, so that nobody fills a disk), and nothing else
happens. In the tests this log raises.
"""

from __future__ import annotations

import logging
import reprlib
from typing import Any, Final, Generic, Literal, TypeVar, get_args, get_type_hints

import msgspec

from cardlab.refusal import printable, shortened

_log: Final = logging.getLogger("cardlab.messages")
_noted: Final[set[tuple[str, str]]] = set()


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of message; its field `do` is a `Literal` of the names it may have."""


Kind = TypeVar("Kind", bound=Message)


class Messages(Generic[Kind]):
    """The kinds of messages that a widget hears: a `Message`, or a union of several.

    Raises TypeError for what is no kind of message, one without a `do`, or two kinds with the same one.

    >>> Messages[GoTo](GoTo).read({"do": "at", "number": 3})
    GoTo(do='at', number=3)
    >>> Messages[GoTo](GoTo).read({"do": "at", "number": "3"})
    Traceback (most recent call last):
        ...
    ValueError: Expected `int`, got `str` - at `$.number`
    """

    def __init__(self, kinds: Any) -> None:
        self._kinds: dict[str, type[Kind]] = {}
        for kind in get_args(kinds) or (kinds,):
            if not issubclass(kind, Message):
                raise TypeError(f"{kind.__name__} is no Message, so it would be read less strictly")
            for do in get_args(get_type_hints(kind).get("do")) or (None,):
                if not isinstance(do, str) or do in self._kinds:
                    raise TypeError(f"{kind.__name__}: `do` names each message, and each only once")
                self._kinds[do] = kind

    @property
    def kinds(self) -> tuple[type[Kind], ...]:
        """The declared types, each once."""
        return tuple(dict.fromkeys(self._kinds.values()))

    @property
    def names(self) -> tuple[str, ...]:
        """What may stand in `do`."""
        return tuple(self._kinds)

    def read(self, content: object) -> Kind:
        """The message that a page has sent. Raises ValueError, with the reason, for what is none of these."""
        kind = self._meant(content)
        if kind is None:
            raise ValueError("no message that is known here")
        try:
            return msgspec.convert(content, kind)
        except msgspec.ValidationError as fault:
            raise ValueError(str(fault)) from None

    def heard(self, content: object, who: str) -> Kind | None:
        """The message that a page has sent to a widget of this name; None, and a line in the log, for what is none."""
        try:
            return self.read(content)
        except ValueError as fault:
            refused = who, getattr(self._meant(content), "__name__", "")
            if refused not in _noted and _log.isEnabledFor(logging.WARNING):
                _log.warning("%s: %s: %s", who, shortened(str(fault)), printable(reprlib.repr(content)))
                _noted.add(refused)
            return None

    def _meant(self, content: object) -> type[Kind] | None:
        """The kind of message that this should be, by its `do`."""
        do = content.get("do") if isinstance(content, dict) else None
        return self._kinds.get(do) if isinstance(do, str) else None


# What several widgets hear.


class Step(Message, frozen=True):
    """One move or step back, or on again."""

    do: Literal["undo", "redo"]


class GoTo(Message, frozen=True):
    """Another moment is looked at."""

    do: Literal["at"]
    number: int


class SetField(Message, frozen=True):
    """A field of a form."""

    do: Literal["set"]
    field: str
    value: str | bool


class TooLong(Message, frozen=True):
    """The file that somebody has chosen is too long to be sent."""

    do: Literal["too_long"]


class Trouble(Message, frozen=True):
    """The browser keeps nothing, or nothing more, or what it has kept cannot be read."""

    do: Literal["trouble"]
    kind: Literal["full", "forbidden", "torn"]
