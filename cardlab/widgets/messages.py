"""What a page says to a widget, as declared types: each message is read once, and is data from then on.

A kind of message is a frozen dataclass that looks like its JSON: `do` says which it is, the other fields come along.

    @dataclass(frozen=True, slots=True)
    class Go:
        do: Literal["go"]
        to: int

    @dataclass(frozen=True, slots=True)
    class Step:
        do: Literal["undo", "redo"]

    ReplayMessage: TypeAlias = Go | Step

A widget declares what it hears, `_hears = Messages[ReplayMessage](ReplayMessage)`, and its `_act` is one `match` over
these types that ends in `assert_never`.
A field is `str`, `int` (neither true nor 1.0), `bool`, a `Literal`, a union of these, or `object` for whatever it is;
a field with a default value may be missing.
A message that nobody has declared, or with other fields, can only come from a fault in a view or from a forger.
It is refused: written to the log "cardlab.messages" (each reason once, so that nobody fills a disk), and nothing else
happens. In the tests this log raises.
"""

from __future__ import annotations

import logging
import reprlib
from dataclasses import MISSING, fields
from types import UnionType
from typing import Any, Final, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from cardlab.refusal import printable

Kind = TypeVar("Kind")

_log: Final = logging.getLogger("cardlab.messages")
_noted: Final[set[str]] = set()


class Messages(Generic[Kind]):
    """The kinds of messages that a widget hears: a dataclass, or a union of several.

    Raises TypeError for a kind without a `do`, or two kinds with the same one.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Go:
    ...     do: Literal["go"]
    ...     to: int
    >>> Messages[Go](Go).read({"do": "go", "to": 3})
    Go(do='go', to=3)
    >>> Messages[Go](Go).read({"do": "go", "to": "3"})
    Traceback (most recent call last):
        ...
    ValueError: "go": `to` is no int
    """

    def __init__(self, kinds: Any) -> None:
        self._kinds: dict[str, tuple[type[Kind], dict[str, Any], frozenset[str]]] = {}
        for kind in get_args(kinds) if get_origin(kinds) in (UnionType, Union) else (kinds,):
            types = get_type_hints(kind)
            needed = frozenset(
                one.name for one in fields(kind) if one.default is MISSING and one.default_factory is MISSING
            )
            for do in get_args(types.get("do")) or (None,):
                if not isinstance(do, str) or do in self._kinds:
                    raise TypeError(f"{kind.__name__}: `do` names each message, and each only once")
                self._kinds[do] = kind, types, needed

    @property
    def kinds(self) -> tuple[type[Kind], ...]:
        """The declared types, each once."""
        return tuple(dict.fromkeys(kind for kind, _, _ in self._kinds.values()))

    @property
    def names(self) -> tuple[str, ...]:
        """What may stand in `do`."""
        return tuple(self._kinds)

    def read(self, content: object) -> Kind:
        """The message that a page has sent. Raises ValueError, with the reason, for what is none of these."""
        do = content.get("do") if isinstance(content, dict) else None
        if not isinstance(content, dict) or not isinstance(do, str) or do not in self._kinds:
            raise ValueError("no message that is known here")
        kind, types, needed = self._kinds[do]
        if not content.keys() <= types.keys():
            raise ValueError(f'"{do}": a field too many')
        for name, type_ in types.items():
            if name in content and not _is_a(content[name], type_):
                raise ValueError(f'"{do}": `{name}` is no {getattr(type_, "__name__", type_)}')
            if name in needed and name not in content:
                raise ValueError(f'"{do}": no `{name}`')
        return kind(**content)

    def heard(self, content: object, who: str) -> Kind | None:
        """The message that a page has sent to a widget of this name; None, and a line in the log, for what is none."""
        try:
            return self.read(content)
        except ValueError as fault:
            reason = f"{who}: {fault}"
            if reason not in _noted and _log.isEnabledFor(logging.WARNING):
                _log.warning("%s: %s", reason, printable(reprlib.repr(content)))
                _noted.add(reason)
            return None


def _is_a(value: object, type_: Any) -> bool:
    """Whether a value out of JSON is of a declared type."""
    origin = get_origin(type_)
    if origin in (UnionType, Union):
        return any(_is_a(value, one) for one in get_args(type_))
    if origin is Literal:
        return any(type(value) is type(one) and value == one for one in get_args(type_))
    if type_ is object:
        return True
    return type(value) is type_
