"""Frames between the processes of the server, over one socket per pair, and how these processes start and end."""

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

_HEADER: Final = struct.Struct("!IBQI")


class FrameKind(IntEnum):
    """What a frame means, and between which processes it goes."""

    OPEN = auto()  # front to host: open a page; JSON with its path, query, session name and replay log
    ATTACH = auto()  # front to host: a page has reconnected; JSON with its session name and last message
    DETACH = auto()  # front to host: a page has lost its connection and may reconnect
    CLOSE = auto()  # front to host: a page has been closed for good
    FROM_PAGE = auto()  # front to host: a packed message of a page
    TO_PAGE = auto()  # host to front: a packed message for a page
    REJECT = auto()  # host to front: a page has sent a malformed message
    ASSET = auto()  # host to front: a script or style sheet of a widget class; its name, a zero byte, its text
    ASSETS_USED = auto()  # host to front: the names of the assets that a page uses
    ALIVE = auto()  # front to host: ping. Host to front: pong. Worker to front: ready for jobs
    SUBMIT = auto()  # host to front: a pickled job for the compute pool
    CANCEL = auto()  # host to front, and front to worker: a job is not wanted any more
    NEXT = auto()  # front to worker: compute the next result of a job; the first time with the job itself
    RESULT = auto()  # worker to front to host: a pickled result of a job
    FINISH = auto()  # worker to front to host: there are no more results; a pickled error text, or None


class Frame(NamedTuple):
    """One message between two processes; page and job are numbers, 0 where the frame concerns none."""

    kind: FrameKind
    page: int
    body: bytes = b""
    job: int = 0


class Channel:
    """One end of the connection between two processes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def over(cls, connection: socket.socket) -> Channel:
        """Return the channel over a connected socket, one end of `socket.socketpair()`."""
        connection.setblocking(False)
        return cls(*await asyncio.open_connection(sock=connection))

    def send(self, kind: FrameKind, page: int = 0, body: bytes = b"", job: int = 0) -> None:
        """Send a frame, or buffer it; does nothing once the other end has closed.

        Args:
            kind: what the frame means.
            page: the number of the page, below 2**64.
            body: the payload.
            job: the number of the job, below 2**32.
        """
        if not self._writer.is_closing():
            self._writer.write(_HEADER.pack(len(body), kind, page, job) + body)

    @property
    def unsent(self) -> int:
        """Number of bytes in the write buffer."""
        return int(self._writer.transport.get_write_buffer_size())

    async def drain(self) -> None:
        """Wait while the write buffer is above its limit."""
        with suppress(ConnectionError):
            await self._writer.drain()

    async def read(self) -> Frame | None:
        """Return the next frame; None once the other end has closed."""
        try:
            size, kind, page, job = _HEADER.unpack(await self._reader.readexactly(_HEADER.size))
            return Frame(FrameKind(kind), page, await self._reader.readexactly(size), job)
        except (asyncio.IncompleteReadError, ConnectionError):
            return None

    def close(self) -> None:
        """Close the connection; the other end reads None."""
        self._writer.close()


async def start_process(context: Any, target: Callable[..., None], *args: Any) -> tuple[BaseProcess, Channel]:
    """Start a process of a `multiprocessing` context; it calls `target` with its end of the channel, then `args`."""
    ours, theirs = socket.socketpair()
    process = context.Process(target=_run, args=(target, theirs, *args), daemon=True)
    await asyncio.get_running_loop().run_in_executor(None, process.start)
    theirs.close()
    return process, await Channel.over(ours)


def _run(target: Callable[..., None], connection: socket.socket, *args: Any) -> None:
    """Run `target`, and exit as soon as the front has exited.

    SIGINT and SIGTERM are ignored: a terminal or service manager sends them to all processes, and the front ends us.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=_exit_after, args=(multiprocessing.parent_process(),), daemon=True).start()
    target(connection, *args)


def _exit_after(front: BaseProcess) -> None:
    front.join()
    os._exit(0)
