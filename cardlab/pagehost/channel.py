"""How the processes of the server talk, by frames on the one socket between two of them, and how they end together.

A frame is a kind, the number of the page that it is about (0 if it is about none), that of the page's question if it
is about one, and bytes.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import socket
import struct
import threading
from collections.abc import Callable
from contextlib import suppress
from enum import IntEnum, auto
from multiprocessing.process import BaseProcess
from typing import Any, Final, NamedTuple

_HEAD: Final = struct.Struct("!IBQI")


class FrameKind(IntEnum):
    """What a frame says, and in which direction it goes."""

    OPEN = auto()
    """Front to host: a page opens; JSON of its path, query, session and journal."""
    ATTACH = auto()
    """Front to host: a page has come back; JSON of its session and how much it has heard."""
    DETACH = auto()
    """Front to host: a page is away, and will come back."""
    LEAVE = auto()
    """Front to host: a page has gone for good."""
    SAY = auto()
    """Front to host: a page says something, as it has come over its line."""
    ALIVE = auto()
    """Front to host: are you there? Host to front: I am. Worker to front: I can work."""
    TELL = auto()
    """Host to front: something for a page, as it goes over its line."""
    REFUSE = auto()
    """Host to front: a page has said what no page of ours says."""
    ASSET = auto()
    """Host to front: what widgets bring; its name, a zero byte, its text."""
    USED = auto()
    """Host to front: the names of the assets that a page uses."""
    ASK = auto()
    """Host to front: a question for the compute pool, as a pickled job."""
    DROP = auto()
    """Host to front, and front to worker: a question is not wanted any more."""
    PIECE = auto()
    """Worker to front to host: a piece of an answer, pickled."""
    END = auto()
    """As a piece: there is no more; pickled, a sentence if it went wrong, else None."""
    MORE = auto()
    """Front to worker: do a piece of a question, which comes with it the first time."""


class Frame(NamedTuple):
    """One message between two processes; `page` is a number below 2**64, `question` one below 2**32."""

    kind: FrameKind
    page: int
    body: bytes = b""
    question: int = 0


class Channel:
    """One end of the line between two processes; made by `over`, inside a running loop."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def over(cls, line: socket.socket) -> Channel:
        """The channel over a connected socket, one end of `socket.socketpair()`."""
        line.setblocking(False)
        return cls(*await asyncio.open_connection(sock=line))

    def send(self, kind: FrameKind, page: int = 0, body: bytes = b"", question: int = 0) -> None:
        """Sends a frame without waiting; what the other end cannot take yet is kept. Does nothing once it has gone."""
        if not self._writer.is_closing():
            self._writer.write(_HEAD.pack(len(body), kind, page, question) + body)

    @property
    def unsent(self) -> int:
        """How many bytes the other end has not taken yet."""
        return int(self._writer.transport.get_write_buffer_size())

    async def drain(self) -> None:
        """Waits as long as the other end leaves much of what was sent unread."""
        with suppress(ConnectionError):
            await self._writer.drain()

    async def read(self) -> Frame | None:
        """The next frame; None once the other end has gone."""
        try:
            size, kind, page, question = _HEAD.unpack(await self._reader.readexactly(_HEAD.size))
            return Frame(FrameKind(kind), page, await self._reader.readexactly(size), question)
        except (asyncio.IncompleteReadError, ConnectionError):
            return None

    def close(self) -> None:
        """Ends the line; the other end reads None."""
        self._writer.close()


async def begun(processes: Any, life: Callable[..., None], *given: Any) -> tuple[BaseProcess, Channel]:
    """A process that has just begun, and the channel to it: there `life` is called with its end of that, and `given`.

    `processes`: the context of `multiprocessing` that begins it.
    """
    ours, theirs = socket.socketpair()
    process = processes.Process(target=_live, args=(life, theirs, *given), daemon=True)
    await asyncio.get_running_loop().run_in_executor(None, process.start)
    theirs.close()
    return process, await Channel.over(ours)


def _live(life: Callable[..., None], line: socket.socket, *given: Any) -> None:
    """The process ends when the front is gone, however it went and whatever is being done here.

    Until then it is deaf to Ctrl+C and a service manager's stop: they go to all processes at once, and the front, which
    hears them, ends the others.
    """
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(multiprocessing.parent_process(),), daemon=True).start()
    life(line, *given)


def _end_with(front: Any) -> None:
    front.join()
    os._exit(0)
