"""What is measured: one function for each work, with a server, a browser, and how much is to be measured."""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final, NamedTuple

from tests.load.line import HOST
from tests.load.page import Lost
from tests.load.players import Heard, Player, open_table
from tests.load.servers import SUBJECTS, Running

PATIENCE: Final = 120.0
"""The seconds after which a learner gives up."""
AT_ONCE: Final = 20
"""How many pages are opened at the same time when only their number matters."""
PAUSE: Final = 4.0
"""The seconds between two presses of a learner."""
TABLES, MOVES = 30, 60
"""How many tables of three there are, and how many moves a second are made at all of them together."""


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


async def _timed(*works: Any) -> float:
    """Return the seconds that these take, one after the other. Raises Lost."""
    begin = perf_counter()
    for work in works:
        try:
            await asyncio.wait_for(work(), PATIENCE)
        except (TimeoutError, OSError, asyncio.IncompleteReadError) as problem:
            raise Lost(f"the line ended, or no answer: {problem!r}") from None
    return perf_counter() - begin


@asynccontextmanager
async def _opened(here: Running, number: int) -> AsyncIterator[list[Any]]:
    """Open so many pages of a server that has rested, a few at a time; leave them in the end."""
    visits, turn = [here.visit() for _ in range(number)], asyncio.Semaphore(AT_ONCE)

    async def one(visit: Any) -> None:
        async with turn:
            await _timed(visit.open)

    await asyncio.gather(*map(one, visits))
    await here.rest()
    yield visits
    for place in range(0, number, 50):
        await asyncio.gather(*(visit.close() for visit in visits[place : place + 50]), return_exceptions=True)


async def arrival(here: Running, _browser: Any, sizes: Sizes) -> list[Found]:
    """Measure how long a class waits that opens a lesson within a second."""
    async with _opened(here, 1) as (first,):
        await _timed(first.press)
    await here.rest()
    visits, before = [here.visit() for _ in range(sizes.learners)], here.cpu

    async def arrive(place: int, visit: Any) -> float | None:
        await asyncio.sleep(place / sizes.learners)
        with suppress(Lost):
            return await _timed(visit.open, visit.press)
        return None

    times = await asyncio.gather(*(arrive(place, visit) for place, visit in enumerate(visits)))
    cpu, memory, who = here.cpu - before, here.memory, f"{sizes.learners} learners"
    came = [time for time in times if time is not None]
    found = [
        Found(f"{who} open `melds` within 1 s, until a press is answered", came, failed=times.count(None)),
        Found(f"processor time of the server for these {who}", [cpu]),
        Found(f"memory of the whole server with these {who}", [memory], "MB"),
    ]
    if here.subject is SUBJECTS["ours"]:
        async with _opened(here, sizes.learners):
            each = (here.memory - memory) / sizes.learners
            found.append(Found("memory of each further page", [each], "MB"))
    return found


async def press(here: Running, _browser: Any, sizes: Sizes) -> list[Found]:
    """Measure the answers to one learner who presses again and again."""
    async with _opened(here, 1) as (visit,):
        return [Found("press to answer over the socket, one learner", await _pressed(visit, sizes.presses))]


async def _pressed(visit: Any, times: int) -> list[float]:
    await _timed(visit.press)
    return [await _timed(visit.press) for _ in range(times)]


async def clicking(here: Running, _browser: Any, sizes: Sizes) -> list[Found]:
    """Measure the answers on many pages whose learners press now and then."""
    async with _opened(here, sizes.clicking) as visits:
        begin, chance = perf_counter(), random.Random(4)
        first: list[float] = []
        further: list[float] = []

        async def learner(visit: Any) -> None:
            due, times = begin + chance.random() * PAUSE, first
            while due - begin < sizes.seconds:
                await asyncio.sleep(max(0.0, due - perf_counter()))
                times.append(await _timed(visit.press))
                due, times = due + PAUSE, further

        given_up = await asyncio.gather(*map(learner, visits), return_exceptions=True)
        title = f"{sizes.clicking} pages open, each presses every {PAUSE:.0f} s: press to answer"
        return [
            Found(title, further, failed=sum(one is not None for one in given_up)),
            # A page has no session until its first message.
            Found("the first press of each of these pages, which makes its session", first),
            Found(f"memory with these {sizes.clicking} pages", [here.memory], "MB"),
        ]


async def quiet(here: Running, _browser: Any, sizes: Sizes) -> list[Found]:
    """Measure the memory of very many open pages on which nothing happens."""
    async with _opened(here, sizes.quiet):
        return [Found(f"memory with {sizes.quiet:,} quiet pages", [here.memory], "MB")]


async def tables(here: Running, _browser: Any, sizes: Sizes) -> list[Found]:
    """Measure the moves at tables between devices, beside pages of lessons; then how many there are at most."""
    async with _opened(here, 100):
        heard, failed = await _played(here, sizes.seconds, rest=TABLES / MOVES)
        most, failed_too = await _played(here, sizes.seconds, rest=0.0)
        title = f"{TABLES} tables beside 100 pages, {MOVES} moves a second"
        return [
            Found(f"{title}: move to answer", heard.answers, failed=failed),
            Found(f"{title}: move to what another player sees", heard.reached),
            Found(f"{TABLES} tables without a pause", [len(most.answers) / sizes.seconds], "moves/s", failed_too),
        ]


async def _played(here: Running, seconds: float, rest: float) -> tuple[Heard, int]:
    """Play at new tables with such a rest before a move; return what was heard, and how many players failed."""
    heard, chance = Heard(), random.Random(1)
    async with AsyncExitStack() as stack:
        players = []
        for table in range(TABLES):
            code = await open_table(here.port, f"{rest} {table} 0", f"{table}.0")
            for seat in range(3):
                own = Player(
                    here.port,
                    code,
                    f"{rest} {table} {seat}",
                    f"{table}.{seat}",
                    heard=heard,
                    rest=lambda: chance.uniform(0.5, 1.5) * rest,
                )
                players.append(await stack.enter_async_context(own))
        playing = [asyncio.create_task(player.play()) for player in players]
        await asyncio.sleep(seconds)
        for task in playing:
            task.cancel()
        ended = await asyncio.gather(*playing, return_exceptions=True)
        return heard, sum(not isinstance(one, asyncio.CancelledError) for one in ended)


# In a browser

WATCH: Final = """(() => {
  let inSight, pressed = -Infinity;
  const look = () => {
    const now = performance.now(), first = document.body && document.querySelector(".cardlab-option");
    if (pressed > 0 && document.querySelector(".cardlab-option[aria-selected=true]"))
      return void (window.loadTimes = [inSight / 1000, now / 1000]);
    if (first) inSight ??= now;
    if (first && now - pressed > 1000) {
      pressed = now;
      first.click();
    }
    // Often enough for what is measured, and seldom enough not to be what is measured.
    setTimeout(look, 15);
  };
  look();
})();"""


async def _visited(page: Any, here: Running) -> list[float]:
    """Return the seconds until `melds` shows cards, and until a press is answered."""
    await page.goto(f"http://{HOST}:{here.port}{here.subject.folder}/melds.ipynb", wait_until="commit")
    times: list[float] = await (await page.wait_for_function("() => window.loadTimes")).json_value()
    return times


@asynccontextmanager
async def _fresh(browser: Any) -> AsyncIterator[Any]:
    """Open a page with an empty cache."""
    context = await browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE * 1000)
    await context.add_init_script(WATCH)
    yield await context.new_page()
    await context.close()


async def alone(here: Running, browser: Any, sizes: Sizes) -> list[Found]:
    """Measure one learner in a browser with an empty cache."""
    times = []
    for _ in range(sizes.visits + 1):  # the first one warms the server up
        async with _fresh(browser) as page:
            times.append(await _visited(page, here))
    return [
        Found(f"one learner, warm: address to {what} in Chromium, fresh context", each)
        for what, each in zip(("the first cards", "first usable widget"), zip(*times[1:], strict=True), strict=True)
    ]


async def wire(here: Running, browser: Any, _sizes: Sizes) -> list[Found]:
    """Measure the bytes that come for a browser with an empty cache, and for its second visit."""
    found = []
    async with _fresh(browser) as page:
        devtools, came = await page.context.new_cdp_session(page), [0.0]
        for event, size in (("loadingFinished", "encodedDataLength"), ("webSocketFrameReceived", "response")):

            def add(told: Any, size: str = size) -> None:
                came[0] += told[size] if size != "response" else len(told[size]["payloadData"])

            devtools.on(f"Network.{event}", add)
        await devtools.send("Network.enable")
        for visit in ("first", "second"):
            came[0] = 0
            await _visited(page, here)
            await asyncio.sleep(1.5)
            found.append(Found(f"{visit} visit of `melds`, all bytes", [came[0] / 1024], "kB"))
            await page.goto("about:blank")
    return found


WORKS: Final = {work.__name__: work for work in (arrival, alone, press, wire, clicking, quiet, tables)}
OF_ALL: Final = ("arrival", "alone", "press", "wire")
"""The works that compare all servers; the others are only for this course."""
