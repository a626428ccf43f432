"""How what happens at a table or in a tournament is written: each event as one line of JSON, and back.

A kind of event is a frozen dataclass; its name stands in the line under `event`, its fields beside it.
`Kinds` writes and reads the kinds of one log; `plain` gives any such data as JSON has it.
Nothing is taken as read that nobody has declared.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from functools import cache, partial
from types import UnionType
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from cardlab.refusal import NotationError

Event = TypeVar("Event")
Data = TypeVar("Data")

LONGEST: Final = 400_000
"""How many characters a line may have; most have about a hundred."""
_LARGEST: Final = 10**15
"""No number is larger: a moment, in milliseconds, is the largest that is written."""
_HALF: Final = re.compile(r"\\u[dD][89a-fA-F]")
"""How half of a character is written; two halves are a character."""
_JOINTS: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")


class Kinds(Generic[Event]):
    """The kinds of events of one log.

    A field is `str`, `int`, `bool`, None, a `Literal` or a `Word`, a `dict` of whatever JSON holds, another dataclass,
    a tuple of these, or a union of them; one with a default value may be missing.
    Raises TypeError for a kind that is no dataclass, or two kinds of one name.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class SatDown:
    ...     seat: int
    ...     name: str = ""
    >>> kinds = Kinds[SatDown](SatDown)
    >>> kinds.text(SatDown(2, "Ana"))
    '{"event":"sat_down","seat":2,"name":"Ana"}'
    >>> kinds.read('{"event":"sat_down","seat":2}')
    SatDown(seat=2, name='')
    """

    def __init__(self, *kinds: type[Event]) -> None:
        self._kinds: dict[str, Any] = {_JOINTS.sub("_", kind.__name__).lower(): kind for kind in kinds}
        self._names = {kind: name for name, kind in self._kinds.items()}
        if len(self._kinds) < len(kinds) or not all(map(is_dataclass, kinds)):
            raise TypeError(f"{', '.join(kind.__name__ for kind in kinds)} are no kinds of events of their own")

    def text(self, event: Event) -> str:
        """The event as a line of a log. Raises TypeError for one of another log."""
        if type(event) not in self._names:
            raise TypeError(f"{event!r} does not happen here")
        told = {"event": self._names[type(event)], **_of(event)}
        return json.dumps(told, ensure_ascii=False, separators=(",", ":"), allow_nan=False, default=_of)

    def read(self, text: str) -> Event:
        """The event that such a line tells. Raises NotationError for a line that tells none."""
        with suppress(ValueError, TypeError, KeyError, RecursionError):
            told = _loaded(text)
            if isinstance(told, dict):
                return cast(Event, _read_as(self._kinds[told.pop("event")])(told))
        raise NotationError("log_torn", text=text[:80])


def read_as(kind: type[Data], text: str) -> Data:
    """Data of a dataclass out of JSON, its fields as `Kinds` has them. Raises NotationError for a text that has none.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Kept:
    ...     title: str
    >>> read_as(Kept, '{"title":"Cup"}')
    Kept(title='Cup')
    """
    with suppress(ValueError, TypeError, RecursionError):
        return cast(Data, _read_as(cast(Any, kind))(_loaded(text)))
    raise NotationError("log_torn", text="")


def _loaded(text: str) -> Any:
    """What a line of a log holds. Raises ValueError for what is no JSON or holds half a character: no page shows it."""
    if len(text) > LONGEST:
        raise ValueError("too long")
    told = json.loads(text)
    if _HALF.search(text):
        json.dumps(told, ensure_ascii=False).encode()
    return told


def plain(data: object) -> Any:
    """Data as JSON has it: dicts and lists for dataclasses and tuples."""
    return json.loads(json.dumps(data, default=_of))


def _of(data: Any) -> dict[str, Any]:
    """The fields of a dataclass by name. Raises TypeError for anything else."""
    return {one.name: getattr(data, one.name) for one in fields(data)}


_Read: TypeAlias = Callable[[Any], Any]
"""Makes a value of data out of JSON. Raises ValueError or TypeError for what is none."""


@cache
def _read_as(type_: Any) -> _Read:
    """How a value of a declared type is read; found out once, for logs are long."""
    origin, inner = get_origin(type_), get_args(type_)
    if origin in (Union, UnionType):
        return partial(_one_of, tuple(map(_read_as, inner)))
    if origin is tuple:
        return partial(_several, tuple(_read_as(one) for one in inner if one is not ...), inner[-1] is ...)
    if origin is Literal:
        return partial(_among, inner)
    if origin is dict:
        return partial(_exactly, dict)
    if is_dataclass(type_):
        needed = (one.name for one in fields(type_) if one.default is MISSING and one.default_factory is MISSING)
        readers = {name: _read_as(one) for name, one in get_type_hints(type_).items()}
        return partial(_instance, type_, readers, frozenset(needed))
    if isinstance(type_, type) and issubclass(type_, StrEnum):
        return type_
    return partial(_exactly, type_)


def _one_of(readers: tuple[_Read, ...], told: Any) -> Any:
    for read in readers:
        with suppress(ValueError, TypeError):
            return read(told)
    raise ValueError("another type")


def _several(readers: tuple[_Read, ...], is_any_number: bool, told: Any) -> tuple[Any, ...]:
    if not isinstance(told, list):
        raise ValueError("another type")
    each = readers * len(told) if is_any_number else readers
    return tuple(read(one) for read, one in zip(each, told, strict=True))


def _among(values: tuple[Any, ...], told: Any) -> Any:
    if not isinstance(told, str) or told not in values:
        raise ValueError("another value")
    return told


def _exactly(type_: Any, told: Any) -> Any:
    if type(told) is not type_ or (type_ is int and abs(told) > _LARGEST):
        raise ValueError("another type")
    return told


def _instance(kind: Any, readers: Mapping[str, _Read], needed: frozenset[str], told: Any) -> Any:
    """Data out of JSON as an instance of a dataclass."""
    if not isinstance(told, dict) or not needed <= told.keys() <= readers.keys():
        raise ValueError("other fields")
    return kind(**{name: readers[name](value) for name, value in told.items()})
