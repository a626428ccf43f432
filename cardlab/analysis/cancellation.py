"""Cancellation of long computations.

The caller sets a stop signal (`cancelled_by`); computations poll it at any depth (`check_cancelled`).
Without a signal nothing is cancelled. A signal may also have a function `wait`, see `waiting`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, Protocol


class Stop(Protocol):
    """A stop signal, such as a `threading.Event`."""

    def is_set(self) -> bool: ...


class Cancelled(Exception):
    """Raised when the running computation has been cancelled."""


_stop: Final[ContextVar[Stop | None]] = ContextVar("stop", default=None)


@contextmanager
def cancelled_by(stop: Stop) -> Iterator[None]:
    """Cancel the work of this thread inside the context once `stop` is set."""
    before = _stop.set(stop)
    try:
        yield
    finally:
        _stop.reset(before)


def check_cancelled() -> None:
    """Raise Cancelled if the running computation has been cancelled."""
    stop = _stop.get()
    if stop is not None and stop.is_set():
        raise Cancelled


def waiting() -> Callable[[Awaitable[Any]], Any] | None:
    """Return the stop signal's function that waits for an awaitable, or None."""
    return getattr(_stop.get(), "wait", None)
