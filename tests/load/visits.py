"""A learner's page without a browser: what every kind of them can do, and what is pressed on which lesson."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from itertools import cycle
from time import perf_counter
from typing import Any, Final, Protocol

LESSONS: Final = ("melds", "stacks", "whatif", "play-tongits")
PATIENCE: Final = 120.0
"""Seconds after which a learner gives up; as the server was, the last of a class waited for one."""

_PRESSES: Final[dict[str, tuple[dict[str, Any], ...]]] = {
    "melds": ({"do": "toggle", "card": "8s"},),
    "stacks": ({"do": "toggle", "card": "5c"},),
    "whatif": ({"do": "copied"}, {"do": "selected"}),
    "play-tongits": (
        {"do": "set", "field": "table", "value": "persons"},
        {"do": "set", "field": "table", "value": "alone"},
    ),
}
"""What is pressed on the first widget of a lesson, again and again; each time the widget looks different afterwards."""


class Lost(Exception):
    """A page did not come to life, or its line ended; the text says how."""


class Visit(Protocol):
    """One open page."""

    async def open(self) -> None:
        """Fetches the page and waits until every widget is there. Raises Lost."""

    async def press(self) -> None:
        """Presses something on the page and waits for the answer. Raises Lost."""

    async def close(self) -> None:
        """Leaves the page."""


@dataclass(slots=True)
class Presses:
    """What a learner presses on a lesson, one after the other."""

    lesson: str
    _wishes: Iterator[dict[str, Any]] = field(init=False)

    def __post_init__(self) -> None:
        self._wishes = cycle(_PRESSES[self.lesson])

    def next(self) -> dict[str, Any]:
        """The next wish, as the page sends it."""
        return next(self._wishes)


def hint() -> dict[str, Any]:
    """Asking an exercise for a hint."""
    return {"do": "hint"}


async def usable(visit: Visit, patience: float = PATIENCE) -> float:
    """Seconds from the address to the answer to the first press, every widget being there. Raises Lost."""
    begin = perf_counter()
    await within(patience, visit.open)
    await within(patience, visit.press)
    return perf_counter() - begin


async def within(seconds: float, work: Callable[[], Awaitable[Any]]) -> Any:
    """The result of `work`; raises Lost if it takes longer or its line ends."""
    try:
        return await asyncio.wait_for(work(), seconds)
    except TimeoutError:
        raise Lost(f"no answer within {seconds:.0f} s") from None
    except (OSError, asyncio.IncompleteReadError) as problem:
        raise Lost(f"the line ended: {problem!r}") from None
