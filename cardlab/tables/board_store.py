"""What the class board asks of a store of logs, and one that keeps them in memory for as long as a server runs."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Protocol

from cardlab.tables.entries import Again, Behind, Entry, Kept, Outcome, Wanted


class Store(Protocol):
    """Logs that only grow, by name."""

    async def append(self, log: str, after: int, key: str, bodies: Sequence[str]) -> Outcome:
        """Appends all of these behind number `after`, or nothing; what it says is kept is kept for good."""

    async def read(self, log: str, after: int = 0) -> tuple[Entry, ...]:
        """What stands in the log behind number `after`, in order."""


class InMemory:
    """A store that forgets everything at its end."""

    def __init__(self) -> None:
        self._logs: dict[str, list[Entry]] = {}
        self._keys: dict[tuple[str, str], int] = {}

    async def append(self, log: str, after: int, key: str, bodies: Sequence[str]) -> Outcome:
        """See `Store`."""
        lines = self._logs.setdefault(log, [])
        if (log, key) in self._keys:
            return Again(self._keys[log, key])
        if after != len(lines):
            return Behind(len(lines))
        lines += Wanted(log, after, key, tuple(bodies), time.time()).entries()
        self._keys[log, key] = after + 1
        return Kept(after + 1, len(lines))

    async def read(self, log: str, after: int = 0) -> tuple[Entry, ...]:
        """See `Store`."""
        return tuple(self._logs.get(log, ())[after:])
