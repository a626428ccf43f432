"""What the pages of a server have in common, handed in by whoever starts it, for nothing of it is known here."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from threading import Event
from typing import Any


def nothing(*_: Any) -> None:
    """Nothing is to be done."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What processes have to know; a new process is handed it pickled, so functions are those of modules.

    - `preload`: modules that pages import, imported before the first page; one that is missing is no fault here;
    - `enter`: called in the context of each page before its cells, with the query of its address and what answers
      its heavy questions (`compute.Questions`);
    - `load`: called in each worker of the pool before heavy work is quick, `is_loaded_soon` whether that is soon;
    - `until`: inside of it, in a worker, a job is at work that is not wanted any more once the event is set.
    """

    preload: tuple[str, ...] = ()
    enter: Callable[[str, Any], None] = nothing
    load: Callable[[], object] = nothing
    is_loaded_soon: Callable[[], bool] = bool
    until: Callable[[Event], AbstractContextManager[Any]] = nullcontext
