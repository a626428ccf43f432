"""A learner's page without a browser: what is pressed, and how long it takes.

Every kind of page can `open`, which waits until all its widgets are there, `press` something and wait for the answer,
and `close`; the first two raise Lost.
"""

import asyncio
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Any, Final

PATIENCE: Final = 120.0
"""The seconds after which a learner gives up."""


def press(number: int) -> dict[str, object]:
    """Return the message of press `number` (from 1) on the first widget of `melds`.

    Odd and even presses differ, so that each changes the page.
    """
    return {"do": "select", "cards": ["8s"] if number % 2 else [], "number": number}


class Lost(Exception):
    """Raised if a page doesn't come to life or its line ends; the text says how."""


async def usable(visit: Any, patience: float = PATIENCE) -> float:
    """Return the seconds from the address to the answer to the first press. Raises Lost."""
    begin = perf_counter()
    await within(patience, visit.open)
    await within(patience, visit.press)
    return perf_counter() - begin


async def within(seconds: float, work: Callable[[], Awaitable[Any]]) -> Any:
    """Return the result of `work`. Raises Lost if it takes longer or its line ends."""
    try:
        return await asyncio.wait_for(work(), seconds)
    except TimeoutError:
        raise Lost(f"no answer within {seconds:.0f} s") from None
    except (OSError, asyncio.IncompleteReadError) as problem:
        raise Lost(f"the line ended: {problem!r}") from None
