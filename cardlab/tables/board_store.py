"""What the class board asks of a store of logs, and a store that keeps them in memory, for as long as a server runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias


@dataclass(frozen=True, slots=True)
class Kept:
    """The numbers of the first and the last entry that were appended."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Again:
    """This key has been kept before, at this number; nothing was appended."""

    seq: int


@dataclass(frozen=True, slots=True)
class Behind:
    """The log ends at `last`, not where the sender believed; nothing was appended."""

    last: int


Outcome: TypeAlias = Kept | Again | Behind


class Entry(Protocol):
    """One line of a log: its number, from 1, and its text."""

    @property
    def seq(self) -> int: ...

    @property
    def body(self) -> str: ...


class Store(Protocol):
    """Logs that only grow, by name."""

    async def append(self, log: str, after: int, key: str, bodies: Sequence[str]) -> Outcome:
        """Appends all of these behind number `after`, or nothing; what it says is kept is kept for good."""

    async def read(self, log: str, after: int) -> Sequence[Entry]:
        """What stands in the log behind number `after`, in order."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a log in memory."""

    seq: int
    body: str


class InMemory:
    """A store that forgets everything at its end."""

    def __init__(self) -> None:
        self._logs: dict[str, list[Line]] = {}
        self._keys: dict[tuple[str, str], int] = {}

    async def append(self, log: str, after: int, key: str, bodies: Sequence[str]) -> Outcome:
        """See `Store`."""
        lines = self._logs.setdefault(log, [])
        if (log, key) in self._keys:
            return Again(self._keys[log, key])
        if after != len(lines):
            return Behind(len(lines))
        lines += [Line(after + number, body) for number, body in enumerate(bodies, 1)]
        self._keys[log, key] = after + 1
        return Kept(after + 1, len(lines))

    async def read(self, log: str, after: int) -> Sequence[Line]:
        """See `Store`."""
        return tuple(self._logs.get(log, ())[after:])
