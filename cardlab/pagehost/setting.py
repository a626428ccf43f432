"""What the pages of a server have in common, handed in by whoever starts it, for nothing of it is known here."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, Protocol


class Stop(Protocol):
    """What says that an answer is not wanted any more, like a `threading.Event`."""

    def is_set(self) -> bool: ...


def nothing(*_: Any) -> None:
    """Nothing is to be done."""


def always(_stop: Stop) -> AbstractContextManager[None]:
    """All work is wanted to its end."""
    return nullcontext()


@dataclass(frozen=True, slots=True)
class Setting:
    """What processes have to know; a new process is handed it pickled, so functions are those of modules.

    - `preload`: modules that pages import, imported before the first page; one that is missing is no fault here;
    - `enter`: called in the context of each page before its cells, with the query of its address and what answers
      its heavy questions (`compute.Questions`);
    - `load`: called in each worker of the pool before heavy work is quick, `is_loaded_soon` whether that is soon;
    - `until`: inside of it, in a worker, a job may ask the stop whether it is still wanted.
    """

    preload: tuple[str, ...] = ()
    enter: Callable[[str, Any], None] = nothing
    load: Callable[[], None] = nothing
    is_loaded_soon: Callable[[], bool] = bool
    until: Callable[[Stop], AbstractContextManager[None]] = always
