"""`Hosts`: the host processes, which page lives in which, the queue for slots, and what is kept for how long.

It runs in the front process; `host.py`, beside it, is what runs in a host process.
A page keeps its slot when its connection is lost: after a network failure, a sleep or a reload it finds it by its
session name, a secret. A host that dies is replaced; its pages reconnect, run again and replay their log.
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
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from itertools import count
from multiprocessing.process import BaseProcess
from typing import Any, Final, Protocol

import psutil

from cardlab.pagehost.channel import Channel, Frame, FrameKind, start_process
from cardlab.pagehost.compute import ComputePool
from cardlab.pagehost.host import PRELOADED, run_host
from cardlab.pagehost.page_messages import Hello, MessageKind
from cardlab.pagehost.preload import FRONT
from cardlab.pagehost.rendered import Asset, make_asset
from cardlab.pagehost.settings import Settings

KEEP_LOST: Final = 60 * 60.0
"""Seconds that the slot of a page is kept after its connection was lost."""
KEEP_LEFT: Final = 30.0
"""Seconds that the slot of a page is kept after it was left; a reload comes back at once."""
MAX_LEFT: Final = 64
MAX_FAILED_STARTS, MAX_START_DELAY = 3, 10
"""Hosts in a row that may end before they are ready; seconds before the next one is started, at most."""
SWEEP_INTERVAL: Final = 2.0
HOST_TIMEOUT: Final = 30.0
"""Seconds without a frame after which a host is killed."""
LARGE: Final = 64 * 1024
MAX_WAITING: Final = 32 * 1024**2
"""Bytes that may wait for hosts in all; beyond that, a message of more than `LARGE` bytes aborts its connection."""
LOW_MEMORY: Final = 512 * 1024**2
"""Bytes; where less is free, and less than a tenth of all, detached pages are closed."""
PAGE_MEMORY: Final = 2 * 1024**2
"""Bytes that a page may take; most take a quarter of it."""
MAX_ASSETS: Final = 2000
LOG: Final = logging.getLogger("cardlab.pagehost")


class Connection(Protocol):
    """The connection of an open page; `visitor`: whose pages are counted together, "" for nobody's."""

    visitor: str

    def send_message(self, message: list[Any]) -> None:
        """Send a message."""

    def send_packed(self, payload: bytes) -> None:
        """Send a message that a host has packed."""

    def abort(self) -> None:
        """Close the connection because of a protocol violation."""


@dataclass(eq=False, slots=True)
class PageSlot:
    """The slot of a page in a host; `name`: its session name; `since`: the time of its last message or disconnect."""

    number: int
    name: str
    path: str
    host: _HostHandle
    connection: Connection | None
    since: float
    left: bool = False


@dataclass(eq=False, slots=True)
class _HostHandle:
    """A host process; `last_seen`: the time of its last frame."""

    process: BaseProcess
    channel: Channel
    last_seen: float
    is_ready: bool = False
    slots: dict[int, PageSlot] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _WaitingPage:
    """A page that waits for a slot; `request`: the body of its OPEN frame."""

    path: str
    name: str
    request: bytes


class Hosts:
    """All pages of the server.

    Args:
        notebooks: the folder of the notebooks.
        number: how many host processes.
        max_pages: how many pages may be open; further ones wait in the queue.
        settings: the configuration of the processes.
        is_verbose: whether hosts write to the terminal.
        clock: returns the time in seconds.
    """

    def __init__(
        self,
        notebooks: str,
        number: int,
        max_pages: int,
        settings: Settings,
        *,
        is_verbose: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.max_pages = max_pages
        self.assets: OrderedDict[str, Asset] = OrderedDict()
        self.used_assets: dict[str, tuple[str, ...]] = {}
        self.slots: dict[str, PageSlot] = {}
        self.queue: OrderedDict[Connection, _WaitingPage] = OrderedDict()
        self.connected: dict[Connection, PageSlot] = {}
        self.pool = ComputePool(number, settings)
        self.is_started = asyncio.Event()
        """A host is ready, or all have failed; until then pages wait in `NotebookConnection.refusal`."""
        self._number = number
        self._run_args = notebooks, settings, is_verbose
        self._clock = clock
        self._hosts: list[_HostHandle] = []
        self._numbers = count(1)
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_over = False
        self._failed_starts = 0
        self._waiting_bytes = 0
        methods = multiprocessing.get_all_start_methods()
        self._context: Any = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
        if "forkserver" in methods:
            # One process imports what every page needs; hosts are forked from it, at once and sharing its memory.
            os.environ[FRONT] = str(os.getpid())
            self._context.set_forkserver_preload([*PRELOADED, *settings.preload])

    async def start(self) -> None:
        """Start the hosts; returns when the first one is ready. Raises RuntimeError if they end before."""
        await asyncio.gather(*(self._start_host() for _ in range(self._number)))
        await self.is_started.wait()
        if self._failed_starts >= MAX_FAILED_STARTS:
            raise RuntimeError("hosts end before they are ready")
        self._create_task(self._sweep_for_ever())

    async def _start_host(self) -> None:
        host = _HostHandle(*await start_process(self._context, run_host, *self._run_args), self._clock())
        self._hosts.append(host)
        host.channel.send(FrameKind.ALIVE)
        self._create_task(self._supervise(host))

    def _create_task(self, coroutine: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _supervise(self, host: _HostHandle) -> None:
        """Handle the frames of a host; when it has ended, replace it and tell its pages."""
        while (frame := await host.channel.read()) is not None:
            try:
                self._receive(host, frame)
            except Exception:
                LOG.exception("a frame of a host has failed")
        self._hosts.remove(host)
        host.channel.close()
        self.pool.remove_host(host)
        if self._is_over:
            return
        LOG.error("a host with %d pages has ended and is replaced", len(host.slots))
        if not host.is_ready:
            self._failed_starts += 1
            if self._failed_starts >= MAX_FAILED_STARTS:
                self.is_started.set()
            await asyncio.sleep(min(self._failed_starts - 1, MAX_START_DELAY))
        # Pages reconnect at once, to the host with the fewest pages: the new one.
        await self._start_host()
        for slot in list(host.slots.values()):
            connection = slot.connection
            self._remove(slot)
            if connection is not None:
                connection.send_message([MessageKind.GONE])

    def _receive(self, host: _HostHandle, frame: Frame) -> None:
        kind, number, body, _ = frame
        slot = host.slots.get(number)
        host.last_seen = self._clock()
        match kind:
            case FrameKind.TO_PAGE if slot is not None and slot.connection is not None:
                slot.connection.send_packed(body)
            case FrameKind.REJECT if slot is not None and slot.connection is not None:
                slot.connection.abort()
            case FrameKind.ASSET:
                name, _, text = body.partition(b"\0")
                self.assets[name.decode()] = make_asset(name.decode(), text)
                while len(self.assets) > MAX_ASSETS:
                    self.assets.popitem(last=False)
            case FrameKind.ASSETS_USED if slot is not None:
                self.used_assets[slot.path] = tuple(body.decode().split(",")) if body else ()
            case FrameKind.ALIVE:
                host.is_ready = True
                self._failed_starts = 0
                self.is_started.set()
            case FrameKind.SUBMIT | FrameKind.CANCEL if slot is not None:
                self.pool.receive(host, frame, host.channel.send)

    # Connections

    def connect(self, connection: Connection, path: str, query: str, hello: Hello) -> None:
        """Connect a page to its slot if that is kept, else to a new one, else put it into the queue.

        Args:
            connection: the connection of the page.
            path: the path of its notebook.
            query: the query of its address.
            hello: its first message; the replay log is used in a new slot only.
        """
        slot = self.slots.get(hello.session)
        if slot is not None and slot.path == path:
            if slot.connection is not None:
                self.connected.pop(slot.connection, None)
                slot.connection.send_message([MessageKind.ELSEWHERE])
            slot.connection, slot.since, slot.left = connection, self._clock(), False
            self.connected[connection] = slot
            body = json.dumps({"session": slot.name, "last_seen": hello.last_seen}).encode()
            slot.host.channel.send(FrameKind.ATTACH, slot.number, body)
        else:
            name = secrets.token_urlsafe(16)
            request = {"session": name, "path": path, "query": query, "replay_log": hello.replay_log}
            body = json.dumps(request).encode()
            if self._is_overloaded(len(body)):
                connection.abort()
                return
            self.queue[connection] = _WaitingPage(path, name, body)
            self._admit()

    def _open(self, connection: Connection, page: _WaitingPage) -> None:
        if not self._hosts:
            connection.send_message([MessageKind.GONE])
            return
        host = min(self._hosts, key=lambda host: len(host.slots))
        slot = PageSlot(next(self._numbers), page.name, page.path, host, connection, self._clock())
        self.slots[slot.name] = host.slots[slot.number] = self.connected[connection] = slot
        host.channel.send(FrameKind.OPEN, slot.number, page.request)

    async def forward(self, connection: Connection, payload: bytes) -> None:
        """Send a packed message of a page to its host; waits while the host's buffer is full."""
        slot = self.connected.get(connection)
        if slot is None:
            return
        if self._is_overloaded(len(payload)):
            connection.abort()
            return
        self._waiting_bytes += len(payload)
        try:
            await slot.host.channel.drain()
        finally:
            self._waiting_bytes -= len(payload)
        if self.connected.get(connection) is slot:
            slot.since = self._clock()
            slot.host.channel.send(FrameKind.FROM_PAGE, slot.number, payload)

    def _is_overloaded(self, size: int) -> bool:
        """Whether a message of `size` bytes is large, and too much is waiting for hosts already."""
        waiting = self._waiting_bytes + sum(len(page.request) for page in self.queue.values())
        waiting += sum(host.channel.unsent for host in self._hosts)
        return size > LARGE and waiting + size > MAX_WAITING

    def disconnect(self, connection: Connection, *, left: bool) -> None:
        """Handle the end of a connection; `left`: the page was closed and does not reconnect, unless by a reload."""
        self.queue.pop(connection, None)
        slot = self.connected.pop(connection, None)
        if slot is not None:
            slot.connection, slot.since, slot.left = None, self._clock(), left
            slot.host.channel.send(FrameKind.DETACH, slot.number)
            self._close_oldest(MAX_LEFT, lambda slot: slot.left)
            self._close_oldest(self.max_pages, lambda slot: slot.connection is None)
        self._admit()

    def _close_oldest(self, limit: int, counts: Callable[[PageSlot], bool]) -> None:
        """Close the oldest slots that count, until no more than `limit` of them are left."""
        counted = sorted(filter(counts, self.slots.values()), key=lambda slot: slot.since)
        for slot in counted[: max(0, len(counted) - limit)]:
            self._close(slot)

    def _admit(self) -> None:
        """Open waiting pages: those of the visitors with the fewest open pages first, then the oldest.

        While all slots are taken, the visitor with the most pages loses one to a visitor who has fewer even then.
        """
        while self.queue:
            open_pages = Counter(connection.visitor for connection in self.connected if connection.visitor)
            waiting = sorted(self.queue, key=lambda connection: open_pages[connection.visitor])
            if len(self.connected) >= self.max_pages:
                ((visitor, most),) = open_pages.most_common(1) or [("", 0)]
                if most <= open_pages[waiting[0].visitor] + 1:
                    for position, connection in enumerate(waiting, 1):
                        connection.send_message([MessageKind.WAIT, position])
                    return
                owned = (item for item in self.connected.items() if item[0].visitor == visitor)
                connection, slot = min(owned, key=lambda item: item[1].since)
                self._close(slot)
                connection.send_message([MessageKind.CROWDED])
            self._open(waiting[0], self.queue.pop(waiting[0]))

    def _close(self, slot: PageSlot) -> None:
        slot.host.channel.send(FrameKind.CLOSE, slot.number)
        self._remove(slot)

    def _remove(self, slot: PageSlot) -> None:
        self.slots.pop(slot.name, None)
        if slot.connection is not None:
            self.connected.pop(slot.connection, None)
        slot.host.slots.pop(slot.number, None)
        self.pool.remove_page(slot.host, slot.number)

    # Limits

    async def _sweep_for_ever(self) -> None:
        while not self._is_over:
            memory = psutil.virtual_memory()
            self.sweep(memory.available < min(memory.total // 10, LOW_MEMORY))
            await asyncio.sleep(SWEEP_INTERVAL)

    def sweep(self, memory_is_low: bool) -> None:
        """Close pages that have been detached too long, a quarter of them if memory is low; kill silent hosts."""
        now = self._clock()
        detached = [slot for slot in self.slots.values() if slot.connection is None]
        detached.sort(key=lambda slot: slot.since)
        for index, slot in enumerate(detached):
            is_old = now - slot.since > (KEEP_LEFT if slot.left else KEEP_LOST)
            if is_old or (memory_is_low and index <= len(detached) // 4):
                self._close(slot)
        for host in self._hosts:
            if now - host.last_seen > HOST_TIMEOUT:
                host.process.kill()
            host.channel.send(FrameKind.ALIVE)

    async def close(self) -> None:
        """Kill all hosts and workers; they hold nothing that has to be saved."""
        self._is_over = True
        await self.pool.close()
        for host in self._hosts:
            host.channel.close()
            host.process.kill()
        for task in self._tasks:
            task.cancel()


def page_limit(memory: int) -> int:
    """How many pages a computer with `memory` bytes free carries: half of it is theirs, at least 20 pages.

    >>> page_limit(8 * 1024**3), page_limit(1000)
    (2048, 20)
    """
    return max(20, memory // 2 // PAGE_MEMORY)
