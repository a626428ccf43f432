"""How the processes of the server talk, by frames on the one socket between two of them, and how they end together.

A frame is a kind, the number of the page that it is about (0 if it is about none), and bytes.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import socket
import struct
import threading
from contextlib import suppress
from enum import IntEnum, auto
from typing import Any, Final, NamedTuple

_HEAD: Final = struct.Struct("!IBQ")


class Kind(IntEnum):
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
    """Front to host: are you there? Host to front: I am."""
    TELL = auto()
    """Host to front: something for a page, as it goes over its line."""
    REFUSE = auto()
    """Host to front: a page has said what no page of ours says."""
    UNKNOWN = auto()
    """Host to front: there is no such page here."""
    ASSET = auto()
    """Host to front: what widgets bring; its name, a zero byte, its text."""
    USED = auto()
    """Host to front: the names of the assets that a page uses."""
    ASK = auto()
    """Host to front: a question for the compute pool; its number, and the pickled job."""
    DROP = auto()
    """Host to front, with its number, and front to worker: a question is not wanted any more."""
    PIECE = auto()
    """Worker to front: a piece of an answer, pickled. Front to host: the same behind its number."""
    END = auto()
    """As a piece: there is no more; pickled, a sentence if it went wrong, else None."""
    MORE = auto()
    """Front to worker: do a piece of a question, which comes with it the first time; its ticket is the page."""
    READY = auto()
    """Worker to front: it can work."""
    LOADED = auto()
    """Worker to front: it is as fast as it will be."""


class Frame(NamedTuple):
    """One message between two processes; `page` is a number below 2**64."""

    kind: Kind
    page: int
    body: bytes


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

    def send(self, kind: Kind, page: int = 0, body: bytes = b"") -> None:
        """Sends a frame without waiting; what the other end cannot take yet is kept. Does nothing once it has gone."""
        if not self._writer.is_closing():
            self._writer.write(_HEAD.pack(len(body), kind, page) + body)

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
            size, kind, page = _HEAD.unpack(await self._reader.readexactly(_HEAD.size))
            return Frame(Kind(kind), page, await self._reader.readexactly(size))
        except (asyncio.IncompleteReadError, ConnectionError):
            return None

    def close(self) -> None:
        """Ends the line; the other end reads None."""
        self._writer.close()


def end_with_front() -> None:
    """From now on this process ends when the front is gone, however it went and whatever is being done here.

    Until then it is deaf to Ctrl+C and a service manager's stop: they go to all processes at once, and the front, which
    hears them, ends the others.
    """
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, signal.SIG_IGN)
    threading.Thread(target=_wait_for_the_end, args=(multiprocessing.parent_process(),), daemon=True).start()


def _wait_for_the_end(front: Any) -> None:
    front.join()
    os._exit(0)
