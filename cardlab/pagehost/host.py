"""A host: the process in which many pages live. One for each core of the machine.

It hears frames of the front over one socket and answers over it (`channel.Kind`), and ends when that socket does.
"""

from __future__ import annotations

import asyncio
import ctypes
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
from cardlab.pagehost.compute import Questions
from cardlab.pagehost.notebooks import code_cells
from cardlab.pagehost.session import CURRENT, Session
from cardlab.pagehost.settings import Settings

LONG: Final = 3.0
LONG_TO_REPEAT: Final = 0.1
"""Pages open one after the other, so that those who came first are served first; after so many seconds the next one
begins, and sooner where one says again what it had said."""
SOME_OPENED, MANY_GONE, FEW_PAGES = 8, 64, 60
LARGEST_NUMBER: Final = 2**53 - 1
PRELOADED: Final = ("cardlab.pagehost.preload", "IPython", "ipywidgets")
"""What pages need everywhere."""


def live(line: socket.socket, notebooks: str, setting: Settings, is_verbose: bool) -> None:
    """The life of a host; returns when the front has gone or asks for it."""
    if is_verbose:
        logging.basicConfig(level=logging.INFO)
    else:
        logging.disable()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for number in (1, 2):
            os.dup2(nowhere, number)
    # A lesson may import what lies beside it, as it can in a kernel.
    sys.path.insert(0, "")
    for name in (*PRELOADED, *setting.preload):
        with suppress(ImportError):
            import_module(name)
    session.prepare()
    gc.collect()
    gc.freeze()
    with suppress(KeyboardInterrupt):
        asyncio.run(_Host(Path(notebooks), setting).live(line))


class _Host:
    """The pages of this process, by the numbers that the front gives them."""

    def __init__(self, notebooks: Path, setting: Settings) -> None:
        self.notebooks = notebooks
        self.setting = setting
        self.pages: dict[int, Session] = {}
        self.questions: dict[int, Questions] = {}
        self.away: set[int] = set()
        self.known: set[str] = set()
        self.opening: set[asyncio.Task[None]] = set()
        self.opened = self.gone = 0
        self.turn = asyncio.Lock()

    async def live(self, line: socket.socket) -> None:
        self.channel = await Channel.over(line)
        self.loop = asyncio.get_running_loop()
        self.loop.set_task_factory(_follow)
        self.loop.set_exception_handler(lambda _, told: session.LOG.error("a task has failed: %s", told))
        while (frame := await self.channel.read()) is not None:
            try:
                self.hear(frame)
            except Exception:
                session.LOG.exception("%r has failed", frame.kind)

    def hear(self, frame: Frame) -> None:
        kind, page, body, question = frame
        here = self.pages.get(page)
        match kind:
            case FrameKind.OPEN:
                self.open(page, json.loads(body))
            case FrameKind.SAY if here is not None:
                self.say(page, here, body)
            case FrameKind.ATTACH if here is not None:
                told = json.loads(body)
                self.away.discard(page)
                self.tell(page, ["here", {"session": told["session"], "fresh": False, "heard": here.heard}])
                here.attach(told["known"])
            case FrameKind.DETACH:
                self.away.add(page)
            case FrameKind.LEAVE:
                self.away.discard(page)
                if (left := self.pages.pop(page, None)) is not None:
                    self.gone += 1
                    self.questions.pop(page).close()
                    left.close()
            case FrameKind.PIECE | FrameKind.END if here is not None:
                self.questions[page].hear(kind, question, body)
            case FrameKind.ALIVE:
                if self.gone and not self.opening and len(self.pages) < FEW_PAGES:
                    self.clear_away()
                self.channel.send(FrameKind.ALIVE)

    def open(self, page: int, told: dict[str, Any]) -> None:
        """A page opens: its cells run, unless it has gone before its turn comes."""
        path = self.notebooks / told["path"]
        context = copy_context()
        self.questions[page] = Questions(page, self.channel.send)
        context.run(self.setting.enter, told["query"], self.questions[page])
        tell = partial(self.tell, page)
        opened = self.pages[page] = Session(code_cells(path), path.parent, tell, self.bring, context)
        journal = [(serial, data) for serial, data in told["journal"]]
        self.tell(page, ["here", {"session": told["session"], "fresh": True, "heard": 0, "restored": bool(journal)}])
        task = self.loop.create_task(self.run(page, opened, journal))
        self.opening.add(task)
        task.add_done_callback(self.opening.discard)

    async def run(self, page: int, opened: Session, journal: list[tuple[int, Any]]) -> None:
        async with self.turn:
            running = self.loop.create_task(opened.run(journal))
            await asyncio.wait([running], timeout=LONG_TO_REPEAT if journal else LONG)
        await running
        self.channel.send(FrameKind.USED, page, ",".join(opened.brought).encode())
        self.settle()

    def settle(self) -> None:
        """Tells the garbage collector that what is here stays: going through many open pages takes long.

        Every now and then it looks at all of it, when so many pages have gone that it is worth it.
        """
        self.opened += 1
        if self.gone > max(MANY_GONE, len(self.pages) // 2):
            self.clear_away()
        elif self.opened % SOME_OPENED == 0:
            gc.freeze()

    def clear_away(self) -> None:
        """Collects what pages that have gone have left behind."""
        self.gone = 0
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        give_back_memory()

    def say(self, page: int, here: Session, body: bytes) -> None:
        """A message of a page; one of no shape that ours have is reported to the front."""
        try:
            told, buffers = unpacked(body)
        except (ValueError, RecursionError):
            told, buffers = None, []
        match told:
            case ["say", int(number), str(comm), dict(data)] if type(number) is int and 0 < number <= LARGEST_NUMBER:
                here.hear(number, comm, data, buffers)
            case _:
                self.channel.send(FrameKind.REFUSE, page)

    def tell(self, page: int, frame: list[Any], buffers: Sequence[Any] = ()) -> None:
        """A frame for a page, unless it is away: what it misses it gets when it comes back."""
        if page not in self.away:
            self.channel.send(FrameKind.TELL, page, packed(frame, buffers))

    def bring(self, name: str, text: str) -> None:
        """An asset; the front gets each once."""
        if name not in self.known:
            self.known.add(name)
            self.channel.send(FrameKind.ASSET, 0, name.encode() + b"\0" + text.encode("utf-8", "replace"))


def _follow(loop: asyncio.AbstractEventLoop, work: Any, **more: Any) -> asyncio.Task[Any]:
    """A task; the page that begins it ends it when it ends itself."""
    task = asyncio.Task(work, loop=loop, **more)
    context = more.get("context")
    page = context.get(CURRENT) if context is not None else CURRENT.get()
    if page is not None:
        page.tasks.add(task)
    return task


def give_back_memory() -> None:
    """Gives memory that is free in this process back to the system, where the C library knows how."""
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


# How a frame goes over a page's line: "t" and JSON, or, with binary parts, "b", the JSON's length, the JSON, the parts.


def packed(frame: list[Any], buffers: Sequence[Any] = ()) -> bytes:
    """A frame as it goes over the line, after a letter that says whether it is text."""
    parts = [bytes(part) for part in buffers]
    told = [*frame, [len(part) for part in parts]] if parts else frame
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"), default=_plain).encode("utf-8", "replace")
    return b"".join((b"b", len(text).to_bytes(4, "big"), text, *parts)) if parts else b"t" + text


def unpacked(body: bytes) -> tuple[Any, list[bytes]]:
    """What `packed` made; raises ValueError for anything else."""
    if body[:1] == b"t":
        return json.loads(body[1:]), []
    size = int.from_bytes(body[1:5], "big")
    told = json.loads(body[5 : 5 + size])
    if not isinstance(told, list) or not told or not isinstance(told[-1], list):
        raise ValueError("no lengths")
    lengths, at, parts = told.pop(), 5 + size, []
    for length in lengths:
        if type(length) is not int or not 0 <= length <= len(body) - at:
            raise ValueError("a length that is none")
        parts.append(body[at : at + length])
        at += length
    return told, parts


def _plain(value: Any) -> Any:
    """What JSON does not know: numbers of numpy as numbers, anything else as text."""
    return value.item() if hasattr(value, "item") else str(value)
