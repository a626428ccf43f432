"""What happens at a table, on a board or in a tournament, as types; each is written to a log as one line of JSON.

A kind of event is a frozen dataclass; its name in lower case stands in the line under `is`, its fields beside it.
`Kinds` writes and reads the kinds of one log. Nothing is taken as read that nobody has declared.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from types import UnionType
from typing import Any, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

from cardlab.refusal import NotationError

Event = TypeVar("Event")


class Kinds(Generic[Event]):
    """The kinds of events of one log; a field is `str`, `int`, `bool`, `dict`, a tuple of one of these, or None.

    Raises TypeError for a kind that is no dataclass, or two kinds of one name.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Sat:
    ...     seat: int
    ...     name: str = ""
    >>> kinds = Kinds[Sat](Sat)
    >>> kinds.text(Sat(2, "Ana"))
    '{"is":"sat","seat":2,"name":"Ana"}'
    >>> kinds.read('{"is":"sat","seat":2}')
    Sat(seat=2, name='')
    """

    def __init__(self, *kinds: type[Event]) -> None:
        self._kinds: dict[str, tuple[type[Event], dict[str, Any], frozenset[str]]] = {}
        for kind in kinds:
            name = kind.__name__.lower()
            if not is_dataclass(kind) or name in self._kinds:
                raise TypeError(f"{kind.__name__} is no kind of event of its own")
            needed = frozenset(one.name for one in fields(kind) if one.default is MISSING)
            self._kinds[name] = kind, get_type_hints(kind), needed

    def text(self, event: Event) -> str:
        """The event as a line of a log. Raises TypeError for one of another log."""
        name = type(event).__name__.lower()
        if name not in self._kinds or not is_dataclass(event):
            raise TypeError(f"{event!r} does not happen here")
        told = {"is": name, **{one.name: getattr(event, one.name) for one in fields(event)}}
        return json.dumps(told, ensure_ascii=False, separators=(",", ":"), allow_nan=False)

    def read(self, text: str) -> Event:
        """The event that such a line tells. Raises NotationError for a line that tells none."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            raise NotationError("log_torn", text=text) from None
        known = self._kinds.get(str(data.get("is"))) if isinstance(data, dict) else None
        if known is None:
            raise NotationError("log_torn", text=text)
        kind, types, needed = known
        given = {name: value for name, value in data.items() if name != "is"}
        if not needed <= given.keys() <= types.keys():
            raise NotationError("log_torn", text=text)
        for name, value in given.items():
            given[name] = tuple(value) if isinstance(value, list) else value
            if not _is_a(given[name], types[name]):
                raise NotationError("log_torn", text=text)
        return kind(**given)


def _is_a(value: object, type_: Any) -> bool:
    """Whether a value out of JSON can be that of a field."""
    origin = get_origin(type_)
    if origin in (Union, UnionType):
        return any(_is_a(value, one) for one in get_args(type_))
    if origin is tuple:
        return isinstance(value, tuple) and all(_is_a(one, get_args(type_)[0]) for one in value)
    if origin in (dict, Mapping):
        return isinstance(value, dict)
    return type(value) is type_ or (value is None and type_ is type(None))
