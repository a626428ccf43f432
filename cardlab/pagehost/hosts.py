"""Where the pages live: host processes, which page is in which, who waits for a place, what is kept and what ends.

A page's place outlives its line: a lost network, a sleeping phone and a reload come back to it by its name, which only
the page knows. A host that dies is replaced, and its pages hear it: they begin anew and say again what they had said.
"""

from __future__ import annotations

import asyncio
import json
import logging
import multiprocessing
import os
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final, Protocol

import psutil

from cardlab.pagehost import host
from cardlab.pagehost.channel import Channel, Frame, FrameKind, begun
from cardlab.pagehost.compute import ComputePool
from cardlab.pagehost.preload import FRONT
from cardlab.pagehost.rendered import Asset, sheet
from cardlab.pagehost.settings import Settings

KEPT: Final = 60 * 60.0
"""Seconds that a page is kept whose line was lost."""
LEFT: Final = 30.0
"""Seconds that a page is kept that was left: a reload comes back at once."""
MOST_LEFT: Final = 64
MOST_STILLBORN, LONGEST_PAUSE = 3, 10
"""How many hosts in a row may end before they answer; and seconds until the next one is tried, at most."""
SWEEP: Final = 2.0
"""Seconds between two looks at hosts, memory and pages that are away."""
SILENT: Final = 30.0
"""Seconds after which a host that does not answer is ended; its pages come back in another."""
LARGE: Final = 64 * 1024
MOST_WAITING: Final = 32 * 1024**2
"""Bytes that may wait for hosts in all; a page that says more than `LARGE` bytes on top of that is cut off."""
LITTLE_MEMORY: Final = 512 * 1024**2
"""Bytes; where less is left, and less than a tenth of all, pages that are away make room."""
PAGE_MEMORY: Final = 2 * 1024**2
"""Bytes that a page may take, by which places are counted; most take a quarter of it."""
MOST_ASSETS: Final = 2000
LOG: Final = logging.getLogger("cardlab.pagehost")


class Connection(Protocol):
    """The line to one open page.

    `visitor`: who has it open; "" for somebody who need not share places with others.
    """

    visitor: str

    def tell(self, frame: list[Any]) -> None:
        """Sends it a frame."""

    def pass_on(self, packed: bytes) -> None:
        """Sends it a frame as a host has packed it."""

    def refuse(self) -> None:
        """Ends it: what came over it came from no page of ours."""


@dataclass(eq=False, slots=True)
class PageSlot:
    """A page: its name, which only it knows, the lesson, where it lives, and its line if it is not away.

    - `since`: when it has said something last, or gone away.
    """

    number: int
    name: str
    path: str
    home: _HostHandle
    line: Connection | None
    since: float
    left: bool = False


@dataclass(eq=False, slots=True)
class _HostHandle:
    """One host process as the front sees it; `heard` is when it has said something last."""

    process: Any
    channel: Channel
    heard: float
    is_ready: bool = False
    places: dict[int, PageSlot] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _WaitingPage:
    """A page that waits for a place: the lesson, the name that its place will have, and all that its host is told."""

    path: str
    name: str
    told: bytes


class Hosts:
    """All pages of the server.

    - `notebooks`: the folder of the notebooks;
    - `number`: how many processes;
    - `most`: how many pages may be open; those who come later wait in a queue;
    - `setting`: what the pages have in common;
    - `is_verbose`: whether hosts write to the terminal;
    - `clock`: the time in seconds.
    """

    def __init__(
        self,
        notebooks: str,
        number: int,
        most: int,
        setting: Settings,
        *,
        is_verbose: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.most = most
        self.assets: OrderedDict[str, Asset] = OrderedDict()
        self.used: dict[str, tuple[str, ...]] = {}
        self.places: dict[str, PageSlot] = {}
        self.queue: OrderedDict[Connection, _WaitingPage] = OrderedDict()
        self.at: dict[Connection, PageSlot] = {}
        """The pages that have a place and a line."""
        self.pool = ComputePool(number, setting)
        self.answered = asyncio.Event()
        """A host has answered, or none will."""
        self._notebooks = notebooks
        self._setting = setting
        self._number = number
        self._is_verbose = is_verbose
        self._clock = clock
        self._homes: list[_HostHandle] = []
        self._numbers = count(1)
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_over = False
        self._stillborn = 0
        self._waiting = 0
        methods = multiprocessing.get_all_start_methods()
        self._processes: Any = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
        if "forkserver" in methods:
            # One process imports what every page needs; hosts are forked from it, at once and sharing its memory.
            os.environ[FRONT] = str(os.getpid())
            self._processes.set_forkserver_preload([*host.PRELOADED, *setting.preload])

    async def start(self) -> None:
        """Starts the hosts; returns when the first one answers. Raises RuntimeError if they end before they do."""
        await asyncio.gather(*(self._begin() for _ in range(self._number)))
        await self.answered.wait()
        if self._stillborn >= MOST_STILLBORN:
            raise RuntimeError("hosts end before they answer")
        self._keep(self._sweep())

    async def _begin(self) -> None:
        life = host.live, self._notebooks, self._setting, self._is_verbose
        home = _HostHandle(*await begun(self._processes, *life), self._clock())
        self._homes.append(home)
        home.channel.send(FrameKind.ALIVE)
        self._keep(self._listen(home))

    def _keep(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _listen(self, home: _HostHandle) -> None:
        while (frame := await home.channel.read()) is not None:
            try:
                self._hear(home, frame)
            except Exception:
                LOG.exception("a frame of a host has failed")
        await self._lost(home)

    def _hear(self, home: _HostHandle, frame: Frame) -> None:
        kind, number, body, _ = frame
        place = home.places.get(number)
        # A host that says anything is alive, however much it has to do.
        home.heard = self._clock()
        match kind:
            case FrameKind.TELL if place is not None and place.line is not None:
                place.line.pass_on(body)
            case FrameKind.REFUSE if place is not None and place.line is not None:
                place.line.refuse()
            case FrameKind.ASSET:
                packed_name, _, text = body.partition(b"\0")
                name = packed_name.decode()
                self.assets[name] = sheet(name, text)
                while len(self.assets) > MOST_ASSETS:
                    self.assets.popitem(last=False)
            case FrameKind.USED if place is not None:
                self.used[place.path] = tuple(body.decode().split(",")) if body else ()
            case FrameKind.ALIVE:
                home.is_ready = True
                self._stillborn = 0
                self.answered.set()
            case FrameKind.ASK | FrameKind.DROP if place is not None:
                self.pool.hear(home, frame, home.channel.send)

    async def _lost(self, home: _HostHandle) -> None:
        """A host has died: another takes its place, and its pages are informed."""
        self._homes.remove(home)
        home.channel.close()
        self.pool.forget_host(home)
        if self._is_over:
            return
        LOG.error("a host with %d pages has ended and is replaced", len(home.places))
        if not home.is_ready:
            self._stillborn += 1
            if self._stillborn >= MOST_STILLBORN:
                self.answered.set()
            await asyncio.sleep(min(self._stillborn - 1, LONGEST_PAUSE))
        # Its pages come back at once, to where fewest are.
        await self._begin()
        for place in list(home.places.values()):
            line = place.line
            self._forget(place)
            if line is not None:
                line.tell(["gone"])

    # Pages come and go

    def come(self, line: Connection, path: str, query: str, name: str, known: int, journal: list[Any]) -> None:
        """A page is there: at the place of this name if it is kept, else at a new one, else in the queue.

        - `known`: how much of what its widgets said it has heard;
        - `journal`: what it had said, if it was here before; used at a new place only.
        """
        place = self.places.get(name)
        if place is not None and place.path == path:
            if place.line is not None:
                self.at.pop(place.line, None)
                place.line.tell(["elsewhere"])
            place.line, place.since, place.left = line, self._clock(), False
            self.at[line] = place
            place.home.channel.send(
                FrameKind.ATTACH, place.number, json.dumps({"session": place.name, "known": known}).encode()
            )
        else:
            name = secrets.token_urlsafe(16)
            told = json.dumps({"session": name, "path": path, "query": query, "journal": journal}).encode()
            if self._is_too_much(len(told)):
                line.refuse()
                return
            self.queue[line] = _WaitingPage(path, name, told)
            self._let_in()

    def _open(self, line: Connection, wish: _WaitingPage) -> None:
        if not self._homes:
            line.tell(["gone"])
            return
        home = min(self._homes, key=lambda one: len(one.places))
        place = PageSlot(next(self._numbers), wish.name, wish.path, home, line, self._clock())
        self.places[place.name] = home.places[place.number] = self.at[line] = place
        home.channel.send(FrameKind.OPEN, place.number, wish.told)

    async def say(self, line: Connection, body: bytes) -> None:
        """The page of this line says something: `body` as it goes to a host. Waits until its host takes more."""
        place = self.at.get(line)
        if place is None:
            return
        if self._is_too_much(len(body)):
            line.refuse()
            return
        self._waiting += len(body)
        try:
            await place.home.channel.drain()
        finally:
            self._waiting -= len(body)
        if self.at.get(line) is place:
            place.since = self._clock()
            place.home.channel.send(FrameKind.SAY, place.number, body)

    def _is_too_much(self, size: int) -> bool:
        """Whether something of so many bytes is long, and too much waits for hosts already."""
        waiting = self._waiting + sum(len(wish.told) for wish in self.queue.values())
        waiting += sum(home.channel.unsent for home in self._homes)
        return size > LARGE and waiting + size > MOST_WAITING

    def go(self, line: Connection, *, left: bool) -> None:
        """A line has ended: the page was left, or it will come back."""
        self.queue.pop(line, None)
        place = self.at.pop(line, None)
        if place is not None:
            place.line, place.since, place.left = None, self._clock(), left
            place.home.channel.send(FrameKind.DETACH, place.number)
            self._end_the_first(MOST_LEFT, lambda one: one.left)
            self._end_the_first(self.most, lambda one: one.line is None)
        self._let_in()

    def _end_the_first(self, most: int, counts: Callable[[PageSlot], bool]) -> None:
        """Of the pages that count no more than so many are kept: those longest away end."""
        counted = [one for one in self.places.values() if counts(one)]
        if len(counted) > most:
            for one in sorted(counted, key=lambda one: one.since)[: len(counted) - most]:
                self._end(one)

    def _let_in(self) -> None:
        """Opens pages that wait: of those who have fewest pages first, then in the order in which they came.

        While all places are taken, whoever has most pages makes room for somebody who has fewer even then.
        """
        while self.queue:
            open_pages = Counter(line.visitor for line in self.at if line.visitor)
            waiting = sorted(self.queue, key=lambda line: open_pages[line.visitor])
            if len(self.at) >= self.most:
                ((visitor, most),) = open_pages.most_common(1) or [("", 0)]
                if most <= open_pages[waiting[0].visitor] + 1:
                    for number, line in enumerate(waiting, 1):
                        line.tell(["wait", number])
                    return
                self._make_room(visitor)
            self._open(waiting[0], self.queue.pop(waiting[0]))

    def _make_room(self, visitor: str) -> None:
        """Ends the page of this visitor that has said nothing for longest."""
        line, place = min(
            ((line, place) for line, place in self.at.items() if line.visitor == visitor), key=lambda one: one[1].since
        )
        self._end(place)
        line.tell(["crowded"])

    def _end(self, place: PageSlot) -> None:
        place.home.channel.send(FrameKind.LEAVE, place.number)
        self._forget(place)

    def _forget(self, place: PageSlot) -> None:
        self.places.pop(place.name, None)
        if place.line is not None:
            self.at.pop(place.line, None)
        place.home.places.pop(place.number, None)
        self.pool.forget(place.home, place.number)

    # What is kept, and what ends

    async def _sweep(self) -> None:
        while not self._is_over:
            memory = psutil.virtual_memory()
            self.sweep(memory.available < min(memory.total // 10, LITTLE_MEMORY))
            await asyncio.sleep(SWEEP)

    def sweep(self, memory_is_short: bool) -> None:
        """Ends pages that have been away too long, the longest away first if memory is short, and silent hosts."""
        now = self._clock()
        away = sorted((place for place in self.places.values() if place.line is None), key=lambda one: one.since)
        for place in away:
            if now - place.since > (LEFT if place.left else KEPT):
                self._end(place)
        for place in away[: len(away) // 4 + 1] if memory_is_short else ():
            if place.name in self.places:
                self._end(place)
        for home in self._homes:
            if now - home.heard > SILENT:
                home.process.kill()
            home.channel.send(FrameKind.ALIVE)

    async def close(self) -> None:
        """Ends every host."""
        self._is_over = True
        await self.pool.close()
        for home in list(self._homes):
            home.channel.close()
        # A host holds nothing that would have to be put away.
        for home in list(self._homes):
            home.process.kill()
        for task in list(self._tasks):
            task.cancel()


def places_for(memory: int) -> int:
    """How many pages a computer with so many bytes of free memory carries: half of it is theirs, at least 20 places.

    >>> places_for(8 * 1024**3), places_for(1000)
    (2048, 20)
    """
    return max(20, memory // 2 // PAGE_MEMORY)
