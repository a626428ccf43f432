"""What the processes of a server are configured with by the package that starts it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from threading import Event
from typing import Any


def nothing(*_: Any) -> None:
    """Do nothing."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Configuration of host and worker processes; pickled for each new process, so functions are module-level.

    Attributes:
        preload: modules to import before the first page; missing ones are skipped.
        enter: called in the context of each page before its cells, with the query of its address and its `PoolClient`.
        until: context manager around each step of a job in a worker; the job is cancelled once the event is set.
    """

    preload: tuple[str, ...] = ()
    enter: Callable[[str, Any], None] = nothing
    until: Callable[[Event], AbstractContextManager[Any]] = nullcontext
