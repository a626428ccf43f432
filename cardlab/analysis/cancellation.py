"""Work that nobody waits for any more: a long counting asks from time to time whether it is still wanted.

Whoever counts in the background says until when (`cancelled_by`); the countings ask (`check_cancelled`), however deep they are.
Where nobody has said until when, all work is wanted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, Protocol


class Stop(Protocol):
    """What can say that an answer is not wanted any more, like a `threading.Event`."""

    def is_set(self) -> bool: ...


class Cancelled(Exception):
    """The answer is not wanted any more."""


_stop: Final[ContextVar[Stop | None]] = ContextVar("stop", default=None)


@contextmanager
def cancelled_by(stop: Stop) -> Iterator[None]:
    """What this thread does inside is wanted until the stop is set."""
    before = _stop.set(stop)
    try:
        yield
    finally:
        _stop.reset(before)


def check_cancelled() -> None:
    """Raises Cancelled once the work under way is not wanted any more."""
    stop = _stop.get()
    if stop is not None and stop.is_set():
        raise Cancelled
