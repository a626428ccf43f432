"""What is measured: one function for each work, with a server and a browser."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final, NamedTuple

from tests.load.chromium import Browser
from tests.load.servers import SUBJECTS, Running
from tests.load.visits import Lost, usable, within

AT_ONCE: Final = 20
"""How many pages are opened at the same time when only their number matters."""
PAUSE: Final = 4.0
"""The seconds between two presses of a learner."""


class Found(NamedTuple):
    """A line of the table: work, values, their unit, and how many learners gave up."""

    work: str
    values: Sequence[float]
    unit: str = "s"
    failed: int = 0


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is measured: learners, pages, presses, visits, and seconds."""

    learners: int = 30
    clicking: int = 300
    seconds: float = 30.0
    quiet: int = 1000
    presses: int = 200
    visits: int = 7


def p95(values: Sequence[float]) -> float:
    """Return the value that 95 of 100 do not exceed; it is always one of them.

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
    """Open `number` pages, a few at a time. Raises Lost."""
    visits = [here.visit("melds") for _ in range(number)]
    turn = asyncio.Semaphore(AT_ONCE)

    async def one(visit: Any) -> None:
        async with turn:
            await within(120, visit.open)

    await asyncio.gather(*map(one, visits))
    return visits


async def arrival(here: Running, _browser: Browser, sizes: Sizes) -> Iterable[Found]:
    """Measure how long a class waits that opens a lesson within a second."""
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
    if here.subject is SUBJECTS["ours"]:
        visits += await _open(here, sizes.learners)
        each = (here.cost.memory - after.memory) / sizes.learners
        found.append(Found("memory of each further page", [each], "MB"))
    await _leave(visits)
    return found


async def alone(here: Running, browser: Browser, sizes: Sizes) -> Iterable[Found]:
    """Measure one learner in a browser with an empty cache."""
    await _warm(here)
    times = [await browser.visit(here) for _ in range(sizes.visits + 1)][1:]
    return [
        Found(f"one learner, warm: address to {what} in Chromium, fresh context", each)
        for what, each in zip(("the first cards", "first usable widget"), zip(*times, strict=True), strict=True)
    ]


async def press(here: Running, _browser: Browser, sizes: Sizes) -> Iterable[Found]:
    """Measure the answers to one learner who presses again and again."""
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
    """Measure the answers on many pages whose learners press now and then."""
    await _warm(here)
    visits = await _open(here, sizes.clicking)
    await here.rest()
    begin = perf_counter()
    chance = random.Random(4)
    first: list[float] = []
    further: list[float] = []

    async def learner(visit: Any) -> None:
        due = begin + chance.random() * PAUSE
        times = first
        while due - begin < sizes.seconds:
            await asyncio.sleep(max(0.0, due - perf_counter()))
            times.append(await _pressed(visit))
            times = further
            due += PAUSE

    given_up = await asyncio.gather(*map(learner, visits), return_exceptions=True)
    title = f"{sizes.clicking} pages open, each presses every {PAUSE:.0f} s: press to answer"
    memory = here.cost.memory
    await _leave(visits)
    failed = sum(one is not None for one in given_up)
    return [
        Found(title, further, failed=failed),
        # A page has no session until its first message.
        Found("the first press of each of these pages, which makes its session", first),
        Found(f"memory with these {sizes.clicking} pages", [memory], "MB"),
    ]


async def quiet(here: Running, _browser: Browser, sizes: Sizes) -> Iterable[Found]:
    """Measure the memory of very many open pages on which nothing happens."""
    await _warm(here)
    visits = await _open(here, sizes.quiet)
    await here.rest()
    memory = here.cost.memory
    await _leave(visits)
    return [Found(f"memory with {sizes.quiet:,} quiet pages", [memory], "MB")]


async def wire(here: Running, browser: Browser, _sizes: Sizes) -> Iterable[Found]:
    """Measure the bytes for a browser with an empty cache, and for its second visit."""
    first, second = await browser.bytes_of_two_visits(here)
    return [
        Found("first visit of `melds`, all bytes", [first / 1024], "kB"),
        Found("second visit of `melds`, all bytes", [second / 1024], "kB"),
    ]


WORKS: Final[dict[str, Callable[[Running, Browser, Sizes], Awaitable[Iterable[Found]]]]] = {
    work.__name__: work for work in (arrival, alone, press, wire, clicking, quiet)
}
OF_ALL: Final = ("arrival", "alone", "press", "wire")
"""The works that compare all servers; the others are only for this course."""
