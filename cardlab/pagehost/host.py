"""A host process: the sessions of many pages, one process per core.

It exchanges frames with the front over one socket (see `channel.FrameKind`), and ends when that is closed.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from cardlab.pagehost import session
from cardlab.pagehost.channel import Channel, Frame, FrameKind
from cardlab.pagehost.compute import PoolClient
from cardlab.pagehost.memory import collect_garbage
from cardlab.pagehost.notebooks import code_cells
from cardlab.pagehost.page_messages import MessageKind, pack, unpack
from cardlab.pagehost.session import CURRENT, Session
from cardlab.pagehost.settings import Settings

OPEN_TIMEOUT: Final = 3.0
REPLAY_TIMEOUT: Final = 0.1
"""Pages open one after the other; seconds until the next one starts anyway, fewer while one replays its log."""
FREEZE_INTERVAL, MANY_CLOSED, FEW_PAGES = 8, 64, 60
MAX_NUMBER: Final = 2**53 - 1
PRELOADED: Final = ("cardlab.pagehost.preload", "IPython", "ipywidgets")


def run_host(connection: socket.socket, notebooks: str, settings: Settings, is_verbose: bool) -> None:
    """Run a host process until the front closes the connection.

    Args:
        connection: the socket to the front.
        notebooks: the folder of the notebooks.
        settings: the configuration of the server.
        is_verbose: whether to write to the terminal.
    """
    if is_verbose:
        logging.basicConfig(level=logging.INFO)
    else:
        logging.disable()
        null = os.open(os.devnull, os.O_WRONLY)
        for descriptor in (1, 2):
            os.dup2(null, descriptor)
    sys.path.insert(0, "")  # a notebook may import modules beside it, as in a kernel
    for name in (*PRELOADED, *settings.preload):
        with suppress(ImportError):
            import_module(name)
    session.install()
    gc.collect()
    gc.freeze()
    with suppress(KeyboardInterrupt):
        asyncio.run(_Host(Path(notebooks), settings).run(connection))


class _Host:
    """The pages of this process, by their numbers."""

    def __init__(self, notebooks: Path, settings: Settings) -> None:
        self.notebooks = notebooks
        self.settings = settings
        self.pages: dict[int, Session] = {}
        self.pools: dict[int, PoolClient] = {}
        self.detached: set[int] = set()
        self.sent_assets: set[str] = set()
        self.opening: set[asyncio.Task[None]] = set()
        self.opened = self.closed = 0
        self.open_lock = asyncio.Lock()

    async def run(self, connection: socket.socket) -> None:
        self.channel = await Channel.over(connection)
        self.loop = asyncio.get_running_loop()
        self.loop.set_task_factory(_create_task)
        self.loop.set_exception_handler(lambda _, context: session.LOG.error("a task has failed: %s", context))
        while (frame := await self.channel.read()) is not None:
            try:
                self.receive(frame)
            except Exception:
                session.LOG.exception("%r has failed", frame.kind)

    def receive(self, frame: Frame) -> None:
        number, page = frame.page, self.pages.get(frame.page)
        match frame.kind:
            case FrameKind.OPEN:
                self.open(number, json.loads(frame.body))
            case FrameKind.FROM_PAGE if page is not None:
                self.receive_message(number, page, frame.body)
            case FrameKind.ATTACH if page is not None:
                request = json.loads(frame.body)
                self.detached.discard(number)
                here = {"session": request["session"], "fresh": False, "last_received": page.last_received}
                self.send(number, [MessageKind.HERE, here])
                page.attach(request["last_seen"])
            case FrameKind.DETACH:
                self.detached.add(number)
            case FrameKind.CLOSE:
                self.detached.discard(number)
                if page is not None:
                    del self.pages[number]
                    self.closed += 1
                    self.pools.pop(number).close()
                    page.close()
            case FrameKind.RESULT | FrameKind.FINISH if page is not None:
                self.pools[number].receive(frame.kind, frame.job, frame.body)
            case FrameKind.ALIVE:
                if self.closed and not self.opening and len(self.pages) < FEW_PAGES:
                    self.collect_garbage()
                self.channel.send(FrameKind.ALIVE)

    def open(self, number: int, request: dict[str, Any]) -> None:
        """Open a page; its cells run when its turn comes."""
        path = self.notebooks / request["path"]
        context = copy_context()
        pool = self.pools[number] = PoolClient(number, self.channel.send)
        context.run(self.settings.enter, request["query"], pool)
        page = Session(code_cells(path), path.parent, partial(self.send, number), self.send_asset, context)
        self.pages[number] = page
        replay_log = [(serial, data) for serial, data in request["replay_log"]]
        here = {"session": request["session"], "fresh": True, "last_received": 0, "restored": bool(replay_log)}
        self.send(number, [MessageKind.HERE, here])
        task = self.loop.create_task(self.run_cells(number, page, replay_log))
        self.opening.add(task)
        task.add_done_callback(self.opening.discard)

    async def run_cells(self, number: int, page: Session, replay_log: list[tuple[int, Any]]) -> None:
        async with self.open_lock:
            running = self.loop.create_task(page.run(replay_log))
            await asyncio.wait([running], timeout=REPLAY_TIMEOUT if replay_log else OPEN_TIMEOUT)
        await running
        self.channel.send(FrameKind.ASSETS_USED, number, ",".join(page.asset_names).encode())
        self.opened += 1
        if self.closed > max(MANY_CLOSED, len(self.pages) // 2):
            self.collect_garbage()
        elif self.opened % FREEZE_INTERVAL == 0:
            gc.freeze()  # collecting through many open pages takes long

    def collect_garbage(self) -> None:
        self.closed = 0
        collect_garbage()

    def receive_message(self, number: int, page: Session, payload: bytes) -> None:
        """Pass a message of a page to its session; report a malformed one to the front."""
        try:
            message, buffers = unpack(payload)
        except (ValueError, RecursionError):
            message, buffers = None, []
        match message:
            case [MessageKind.WIDGET, int(serial), str(comm), dict(data)] if (
                type(serial) is int and 0 < serial <= MAX_NUMBER
            ):
                page.receive(serial, comm, data, buffers)
            case _:
                self.channel.send(FrameKind.REJECT, number)

    def send(self, number: int, message: list[Any], buffers: Sequence[Any] = ()) -> None:
        """Send a message to a page, unless it is detached: `Session.attach` sends everything again."""
        if number not in self.detached:
            self.channel.send(FrameKind.TO_PAGE, number, pack(message, buffers))

    def send_asset(self, name: str, text: str) -> None:
        """Send an asset to the front, once."""
        if name not in self.sent_assets:
            self.sent_assets.add(name)
            self.channel.send(FrameKind.ASSET, 0, name.encode() + b"\0" + text.encode("utf-8", "replace"))


def _create_task(loop: asyncio.AbstractEventLoop, coroutine: Any, **options: Any) -> asyncio.Task[Any]:
    """Create a task, and register it with the page that starts it, which cancels it when it is closed."""
    task = asyncio.Task(coroutine, loop=loop, **options)
    context = options.get("context")
    page = context.get(CURRENT) if context is not None else CURRENT.get()
    if page is not None:
        page.tasks.add(task)
    return task
