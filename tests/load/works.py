"""What is measured: each work is one function, which is given a running server and a browser and says what it found."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final, NamedTuple

from tests.load.chromium import Browser
from tests.load.servers import Running
from tests.load.visits import Lost, usable, within

AT_ONCE: Final = 20
"""How many pages are opened at the same time where only their number counts."""
PAUSE: Final = 4.0
"""Seconds between two presses of a learner."""


class Found(NamedTuple):
    """A line of the table: what was done, each single value with its unit, and how many learners gave up."""

    work: str
    values: Sequence[float]
    unit: str = "s"
    failed: int = 0


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is measured: learners of a class, pages that press and for how long, quiet ones, presses, visits."""

    learners: int = 30
    clicking: int = 300
    seconds: float = 30.0
    quiet: int = 1000
    presses: int = 200
    visits: int = 7


def p95(values: Sequence[float]) -> float:
    """The value that 95 of 100 do not exceed; it is always one of them.

    >>> p95(range(1, 101)), p95([3.0])
    (95, 3.0)
    """
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * 95 // 100) - 1)]


async def _warm(here: Running) -> None:
    visit = here.visit("melds")
    await usable(visit)
    await visit.close()
    await here.rest()


async def _leave(visits: Sequence[Any]) -> None:
    for place in range(0, len(visits), 50):
        await asyncio.gather(*(visit.close() for visit in visits[place : place + 50]), return_exceptions=True)


async def _open(here: Running, number: int) -> list[Any]:
    """Opens so many pages, a few at a time. Raises Lost."""
    visits = [here.visit("melds") for _ in range(number)]
    turn = asyncio.Semaphore(AT_ONCE)

    async def one(visit: Any) -> None:
        async with turn:
            await within(120, visit.open)

    await asyncio.gather(*map(one, visits))
    return visits


async def arrival(here: Running, _browser: Browser, sizes: Sizes) -> Iterable[Found]:
    """A class opens a lesson within a second."""
    await _warm(here)
    visits = [here.visit("melds") for _ in range(sizes.learners)]
    before = here.cost

    async def arrive(place: int, visit: Any) -> float | None:
        await asyncio.sleep(place / sizes.learners)
        try:
            return await usable(visit)
        except Lost:
            return None

    times = await asyncio.gather(*(arrive(place, visit) for place, visit in enumerate(visits)))
    after = here.cost
    who = f"{sizes.learners} learners"
    came = [time for time in times if time is not None]
    found = [
        Found(f"{who} open `melds` within 1 s, until a press is answered", came, failed=times.count(None)),
        Found(f"processor time of the server for these {who}", [after.cpu - before.cpu]),
        Found(f"memory of the whole server with these {who}", [after.memory], "MB"),
    ]
    if not here.subject.has_kernels:
        visits += await _open(here, sizes.learners)
        each = (here.cost.memory - after.memory) / sizes.learners
        found.append(Found("memory of each further page", [each], "MB"))
    await _leave(visits)
    return found


async def alone(here: Running, browser: Browser, sizes: Sizes) -> Iterable[Found]:
    """One learner, in a browser that has seen nothing yet."""
    await _warm(here)
    times = [await browser.visit(here) for _ in range(sizes.visits + 1)][1:]
    return [Found("one learner, warm: address to first usable widget in Chromium, fresh context", times)]


async def press(here: Running, _browser: Browser, sizes: Sizes) -> Iterable[Found]:
    """One learner presses again and again."""
    await _warm(here)
    visit = here.visit("melds")
    await usable(visit)
    times = []
    for _ in range(sizes.presses):
        times.append(await _pressed(visit))
        await asyncio.sleep(0.02)
    await visit.close()
    return [Found("press to answer over the socket, one learner", times)]


async def _pressed(visit: Any) -> float:
    begin = perf_counter()
    await within(60, visit.press)
    return perf_counter() - begin


async def clicking(here: Running, _browser: Browser, sizes: Sizes) -> Iterable[Found]:
    """Many pages are open, and their learners press now and then."""
    await _warm(here)
    visits = await _open(here, sizes.clicking)
    await here.rest()
    begin = perf_counter()
    chance = random.Random(4)
    times: list[float] = []

    async def learner(visit: Any) -> None:
        due = begin + chance.random() * PAUSE
        while due - begin < sizes.seconds:
            await asyncio.sleep(max(0.0, due - perf_counter()))
            times.append(await _pressed(visit))
            due += PAUSE

    given_up = await asyncio.gather(*map(learner, visits), return_exceptions=True)
    title = f"{sizes.clicking} pages open, each presses every {PAUSE:.0f} s: press to answer"
    memory = here.cost.memory
    await _leave(visits)
    failed = sum(one is not None for one in given_up)
    return [Found(title, times, failed=failed), Found(f"memory with these {sizes.clicking} pages", [memory], "MB")]


async def quiet(here: Running, _browser: Browser, sizes: Sizes) -> Iterable[Found]:
    """Very many pages are open, and nothing happens."""
    await _warm(here)
    visits = await _open(here, sizes.quiet)
    await here.rest()
    memory = here.cost.memory
    await _leave(visits)
    return [Found(f"memory with {sizes.quiet:,} quiet pages", [memory], "MB")]


async def wire(here: Running, browser: Browser, _sizes: Sizes) -> Iterable[Found]:
    """What comes over the network to a browser that has seen nothing yet, and to one that has."""
    first, second = await browser.bytes_of_two_visits(here)
    return [
        Found("first visit of `melds`, all bytes", [first / 1024], "kB"),
        Found("second visit of `melds`, all bytes", [second / 1024], "kB"),
    ]


WORKS: Final[dict[str, Callable[[Running, Browser, Sizes], Awaitable[Iterable[Found]]]]] = {
    work.__name__: work for work in (arrival, alone, press, wire, clicking, quiet)
}
OF_ALL: Final = ("arrival", "alone", "press", "wire")
"""Those in which all servers are compared; the others are this course's alone."""
