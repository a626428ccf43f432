"""What is measured: each work is one function, which is given a running server and says what it found."""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from tests.load.chromium import Browser, counted
from tests.load.ours import Page
from tests.load.servers import Running, busy
from tests.load.visits import LESSONS, Lost, usable, within

AT_ONCE: Final = 20
"""How many pages are opened at the same time where only their number counts."""
CHROMIUM: Final = 3
KEPT: Final = 40.0
"""Seconds after which no page is kept any more that was left: the server keeps it for 30, so that a reload finds it."""
PAUSE: Final = 4.0
"""Seconds between two presses of a learner."""


@dataclass(frozen=True, slots=True)
class Found:
    """One line of the table.

    - `work`: what was done, `unit`: "s", "MB", "kB" or "%";
    - `values`: each single one, of which the table shows median and 95th percentile;
    - `goal`: what is to be reached by `figure`, which is one of "p95", "median", "memory";
    - `cpu`, `memory`: of the server's whole tree, meanwhile and at the end;
    - `client`, `others`: CPU seconds of the simulated learners and their browser, and of everything else here;
    - `failed`: how many learners gave up; `notes`: what a reader has to know.
    """

    work: str
    values: tuple[float, ...] = ()
    unit: str = "s"
    goal: float | None = None
    figure: str = "p95"
    cpu: float | None = None
    memory: float | None = None
    client: float = 0.0
    others: float = 0.0
    took: float = 0.0
    failed: int = 0
    notes: tuple[str, ...] = ()
    subject: str = ""

    @property
    def reached(self) -> float | None:
        """The figure that the goal is about."""
        if self.figure == "memory":
            return self.memory
        if not self.values:
            return None
        return p95(self.values) if self.figure == "p95" else statistics.median(self.values)

    @property
    def is_met(self) -> bool | None:
        """Whether the goal is reached; None where there is none."""
        if self.goal is None:
            return None
        return self.reached is not None and self.reached <= self.goal and not self.failed


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is measured: learners of a class, pages that press, quiet ones, presses, visits, pages that go."""

    learners: int = 30
    clicking: int = 300
    seconds: float = 30.0
    quiet: int = 1000
    presses: int = 200
    visits: int = 7
    gone: int = 10_000
    killed: int = 50


@dataclass(frozen=True, slots=True)
class Work:
    """A row of the table: its key, what measures it, on which servers; light ones share one server."""

    name: str
    measure: Callable[[Running, Browser, Sizes], Awaitable[list[Found]]]
    subjects: tuple[str, ...]
    is_long: bool = False
    is_light: bool = False


@dataclass(slots=True)
class _Meter:
    """What it costs: the server's tree, the learners here, and everything else on this machine."""

    here: Running
    browser: Browser
    begin: tuple[float, float, float, float] = field(init=False)

    def __post_init__(self) -> None:
        self.begin = self._now()

    def _now(self) -> tuple[float, float, float, float]:
        return self.here.cost.cpu, time.process_time(), self.browser.cpu, busy()

    def read(self, found: Found, begin: float) -> Found:
        """The line with all costs since this meter was made; `begin` is the time at which the work began."""
        server, learners, browser, machine = (now - before for now, before in zip(self._now(), self.begin, strict=True))
        return replace(
            found,
            cpu=server,
            memory=self.here.cost.memory,
            client=learners + browser,
            others=max(0.0, machine - server - learners - browser),
            took=time.perf_counter() - begin,
        )


def p95(values: Sequence[float]) -> float:
    """The value that 95 of 100 do not exceed; it is always one of them.

    >>> p95(range(1, 101)), p95([3.0])
    (95, 3.0)
    """
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * 95 // 100) - 1)]


async def _warm(here: Running, lessons: Iterable[str] = ("melds",)) -> None:
    for lesson in lessons:
        visit = here.visit(lesson)
        await usable(visit)
        await visit.close()
    await here.rest()


async def _leave(visits: Iterable[Any]) -> None:
    waiting = list(visits)
    while waiting:
        some, waiting = waiting[:50], waiting[50:]
        await asyncio.gather(*(visit.close() for visit in some), return_exceptions=True)


async def _open(here: Running, number: int, lesson: str = "melds", at_once: int = AT_ONCE) -> list[Any]:
    """Opens so many pages, a few at a time. Raises Lost."""
    visits = [here.visit(lesson) for _ in range(number)]
    turn = asyncio.Semaphore(at_once)

    async def one(visit: Any) -> None:
        async with turn:
            await within(120, visit.open)

    await asyncio.gather(*map(one, visits))
    return visits


# A class opens a lesson


async def _arrival(
    here: Running, browser: Browser, lesson: str, sizes: Sizes, goal: float | None, in_chromium: int
) -> list[Found]:
    """So many of the learners come in Chromium on this machine, where each takes more of it than the server does."""
    await _warm(here, [lesson])
    tabs = [await browser.fresh(here, lesson) for _ in range(min(in_chromium, sizes.learners))]
    visits = [here.visit(lesson) for _ in range(sizes.learners - len(tabs))]
    meter, begin = _Meter(here, browser), time.perf_counter()

    async def arrive(place: int, learner: Callable[[], Awaitable[float]]) -> float | None:
        await asyncio.sleep(place / sizes.learners)
        try:
            return await learner()
        except Lost:
            return None

    async def seen(tab: Any) -> float:
        return float((await tab.visit()).answered)

    learners: list[Callable[[], Awaitable[float]]] = [lambda visit=visit: usable(visit) for visit in visits]
    for number, tab in enumerate(tabs):
        learners.insert((2 * number + 1) * sizes.learners // (2 * len(tabs)), lambda tab=tab: seen(tab))
    is_tab = [learner.__defaults__[0] in tabs for learner in learners]  # type: ignore[attr-defined]
    times = await asyncio.gather(*(arrive(place, learner) for place, learner in enumerate(learners)))
    found = meter.read(
        Found(
            f"{sizes.learners} learners open `{lesson}` within 1 s, until a press is answered"
            + (f", {in_chromium} of them in Chromium here" if in_chromium else ""),
            tuple(one for one in times if one is not None),
            goal=goal,
            failed=times.count(None),
        ),
        begin,
    )
    in_browser = [one for one, here_too in zip(times, is_tab, strict=True) if here_too and one is not None]
    note = "in Chromium: " + ", ".join(f"{one:.2f} s" for one in sorted(in_browser))
    lines = [replace(found, notes=(note,) if in_browser else ())]
    if lesson == "melds" and not in_chromium:
        lines += await _memory(here, sizes, found, visits)
    for tab in tabs:
        await tab.close()
    await _leave(visits)
    return lines


async def _memory(here: Running, sizes: Sizes, found: Found, visits: list[Any]) -> list[Found]:
    """The memory with these pages, and what each further one takes; the latter only where a page has no kernel."""
    is_ours = here.subject.name == "ours"
    whole = f"memory of the whole server with these {sizes.learners}"
    lines = [Found(whole, unit="MB", figure="memory", goal=600 if is_ours else None, memory=found.memory)]
    if here.subject.name in ("ours", "panel", "solara"):
        before = here.cost.memory
        goal = 2 if is_ours else None
        title = "memory of each further page"
        try:
            more = await _open(here, sizes.learners)
        except Lost as problem:
            lines.append(Found(title, unit="MB", goal=goal, figure="median", failed=1, notes=(str(problem),)))
            return lines
        visits += more
        each = (here.cost.memory - before) / len(more)
        lines.append(Found(title, (each,), "MB", goal=goal, figure="median"))
    return lines


def _arrivals(lesson: str) -> Callable[[Running, Browser, Sizes], Awaitable[list[Found]]]:
    async def measure(here: Running, browser: Browser, sizes: Sizes) -> list[Found]:
        goal = (2.0 if lesson == "melds" else 2.5) if here.subject.name == "ours" else None
        return [
            *await _arrival(here, browser, lesson, sizes, goal, 0),
            *await _arrival(here, browser, lesson, sizes, goal, CHROMIUM),
        ]

    return measure


# Many pages


async def _clicking(here: Running, browser: Browser, sizes: Sizes) -> list[Found]:
    await _warm(here)
    visits = await _open(here, sizes.clicking)
    await here.rest()
    meter, begin = _Meter(here, browser), time.perf_counter()
    chance = random.Random(4)
    times: list[float] = []
    failed = 0

    async def learner(visit: Any) -> None:
        nonlocal failed
        await asyncio.sleep(chance.random() * PAUSE)
        due = time.perf_counter()
        while due - begin < sizes.seconds:
            pressed = time.perf_counter()
            try:
                await within(60, visit.press)
            except Lost:
                failed += 1
                return
            times.append(time.perf_counter() - pressed)
            due += PAUSE
            await asyncio.sleep(max(0.0, due - time.perf_counter()))

    await asyncio.gather(*map(learner, visits))
    goal = 0.1 if here.subject.name == "ours" else None
    title = f"{sizes.clicking} pages open, each presses every {PAUSE:.0f} s: press to answer"
    found = meter.read(Found(title, tuple(times), goal=goal, failed=failed), begin)
    await _leave(visits)
    return [found]


async def _quiet(here: Running, browser: Browser, sizes: Sizes) -> list[Found]:
    await _warm(here)
    meter, begin = _Meter(here, browser), time.perf_counter()
    visits = await _open(here, sizes.quiet)
    opened = time.perf_counter() - begin
    await here.rest()
    goal = 2048 if here.subject.name == "ours" else None
    title = f"{sizes.quiet:,} pages open and quiet"
    found = meter.read(Found(title, unit="MB", figure="memory", goal=goal), begin)
    await _leave(visits)
    return [replace(found, notes=(f"opened in {opened:.1f} s",))]


async def _gone(here: Running, browser: Browser, sizes: Sizes) -> list[Found]:
    await _come_and_go(here, max(20, sizes.gone // 10))
    await _forgotten(here)
    before = here.cost.memory
    meter, begin = _Meter(here, browser), time.perf_counter()
    await _come_and_go(here, sizes.gone)
    await _forgotten(here)
    after = here.cost.memory
    title = f"{sizes.gone:,} pages opened and closed: memory of the tree grows by"
    line = Found(title, (100 * (after / before - 1),), "%", goal=5, figure="median")
    note = f"{before:.0f} MB before, after the first {max(20, sizes.gone // 10)}; {after:.0f} MB afterwards"
    return [replace(meter.read(line, begin), notes=(note,))]


async def _forgotten(here: Running) -> None:
    """Waits until the server has ended the pages that it keeps for a while in case their learners only reload."""
    await asyncio.sleep(KEPT)
    await here.rest()


async def _come_and_go(here: Running, number: int) -> None:
    left = iter(range(number))

    async def learner() -> None:
        for place in left:
            visit = here.visit(LESSONS[place % len(LESSONS)])
            await within(120, visit.open)
            await within(120, visit.press)
            await visit.close()

    await asyncio.gather(*(learner() for _ in range(AT_ONCE)))


# One learner


async def _alone(here: Running, browser: Browser, sizes: Sizes) -> list[Found]:
    await _warm(here)
    first: list[Any] = []
    for number in range(sizes.visits + 1):
        if here.subject.name.startswith("was"):
            await here.rest()
        tab = await browser.fresh(here)
        seen = await tab.visit()
        await tab.close()
        if number:
            first.append(seen)
    is_ours = here.subject.name == "ours"
    title = "one learner, warm: address to first usable widget in Chromium, fresh context"
    drawn = statistics.median(seen.drawn for seen in first)
    note = f"drawn after {drawn:.2f} s; a press of it answered after"
    return [
        Found(
            title,
            tuple(seen.answered for seen in first),
            goal=0.7 if is_ours else None,
            figure="median",
            notes=(f"{note} {statistics.median(seen.answered for seen in first):.2f} s",),
        )
    ]


async def _press(here: Running, browser: Browser, sizes: Sizes) -> list[Found]:
    await _warm(here)
    visit = here.visit("melds")
    await usable(visit)
    meter, begin = _Meter(here, browser), time.perf_counter()
    times = []
    for _ in range(sizes.presses):
        pressed = time.perf_counter()
        await within(60, visit.press)
        times.append(time.perf_counter() - pressed)
        await asyncio.sleep(0.02)
    await visit.close()
    goal = 0.005 if here.subject.name == "ours" else None
    title = "press to answer over the socket, one learner"
    return [meter.read(Found(title, tuple(times), goal=goal, figure="median"), begin)]


async def _wire(here: Running, browser: Browser, sizes: Sizes) -> list[Found]:
    """How much comes over the wire to a real browser; and how large the state of all widgets is."""
    del sizes
    lessons = LESSONS if here.subject.name == "ours" else ("melds",)
    lines = []
    for lesson in lessons:
        async with counted(here.port) as (port, came):
            tab = await browser.fresh(here, lesson)
            address = tab.address.replace(f":{here.port}/", f":{port}/")
            loads = []
            for _ in range(2):
                before = came[0]
                await tab.visit(address)
                await asyncio.sleep(1.5)
                loads.append((came[0] - before) / 1024)
                await tab.page.goto("about:blank")
                await asyncio.sleep(0.3)
            await tab.close()
        goal = 20.0 if here.subject.name == "ours" else None
        lines.append(Found(f"first visit of `{lesson}`, all bytes", (loads[0],), "kB", figure="median"))
        lines.append(Found(f"second visit of `{lesson}`, all bytes", (loads[1],), "kB", goal=goal, figure="median"))
    visit = here.visit("melds")
    await within(120, visit.open)
    wire, plain = visit.line.wire / 1024, visit.line.unpacked / 1024
    await visit.close()
    goal = 60.0 if here.subject.name == "ours" else None
    note = f"{wire:.1f} kB on the wire"
    title = "state sent for `melds`, uncompressed"
    return [*lines, Found(title, (plain,), "kB", goal=goal, figure="median", notes=(note,))]


# A host dies


async def _killed(here: Running, browser: Browser, sizes: Sizes) -> list[Found]:
    await _warm(here)
    visits: list[Page] = await _open(here, sizes.killed)
    for number, visit in enumerate(visits):
        for _ in range(number % 3 + 1):
            await visit.press()
        await visit.press_hint()
    before = [visit.shown() for visit in visits]
    times_back = [visit.times_back for visit in visits]
    meter = _Meter(here, browser)
    first = here.tree[0].pid
    hosts = [process for process in here.tree if process.ppid() != first and process.pid != first]
    found = []
    for host in hosts[:1]:
        begin = time.perf_counter()
        host.kill()
        back = await asyncio.gather(
            *(_back(visit, times, begin) for visit, times in zip(visits, times_back, strict=True))
        )
        concerned = [one for one in back if one is not None]
        lost = sum(visit.shown() != state for visit, state in zip(visits, before, strict=True))
        unable = 0
        for visit in visits:
            try:
                await within(10, visit.press)
            except Lost:
                unable += 1
        title = f"one of {len(hosts)} hosts killed, {sizes.killed} pages open: every page is back after"
        line = Found(title, tuple(concerned), goal=3.0, failed=lost + unable)
        notes = (
            f"{len(concerned)} of the pages lived there; {lost} show something else than before",
            f"{unable} of them do not answer afterwards",
        )
        found.append(replace(meter.read(line, begin), notes=notes))
    await _leave(visits)
    return found


async def _back(visit: Page, times: int, begin: float) -> float | None:
    """Seconds until a page that has lost its host is back; None if it had not lived there."""
    for _ in range(400):
        if visit.times_back > times:
            return visit.ready_at - begin
        if visit.is_away:
            break
        await asyncio.sleep(0.005)
    else:
        return None
    while visit.times_back == times:
        await asyncio.sleep(0.005)
    return visit.ready_at - begin


_ALL: Final = ("ours", "voila", "panel", "solara")
WORKS: Final = (
    Work("melds", _arrivals("melds"), _ALL),
    Work("stacks", _arrivals("stacks"), ("ours", "was-30")),
    Work("whatif", _arrivals("whatif"), ("ours",)),
    Work("play-tongits", _arrivals("play-tongits"), ("ours",)),
    Work("alone", _alone, ("ours", "voila", "panel", "solara"), is_light=True),
    Work("press", _press, ("ours", "voila", "panel", "solara"), is_light=True),
    Work("wire", _wire, ("ours", "voila", "panel", "solara"), is_light=True),
    Work("clicking", _clicking, ("ours", "panel", "solara")),
    Work("quiet", _quiet, ("ours",)),
    Work("killed", _killed, ("ours",)),
    Work("gone", _gone, ("ours",), is_long=True),
)
