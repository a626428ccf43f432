"""How the processes of the server talk: frames on the one socket between two of them.

A frame is a kind, the number of the page that it is about (0 if it is about none), and bytes.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from typing import Final, NamedTuple

_HEAD: Final = struct.Struct("!IBQ")


class Frame(NamedTuple):
    """One message between two processes: `kind` is a single letter as bytes, `page` a number below 2**64."""

    kind: bytes
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

    def send(self, kind: bytes, page: int = 0, body: bytes = b"") -> None:
        """Sends a frame without waiting; what the other end cannot take yet is kept. Does nothing once it has gone."""
        if not self._writer.is_closing():
            self._writer.write(_HEAD.pack(len(body), kind[0], page) + body)

    async def read(self) -> Frame | None:
        """The next frame; None once the other end has gone."""
        try:
            size, kind, page = _HEAD.unpack(await self._reader.readexactly(_HEAD.size))
            return Frame(bytes((kind,)), page, await self._reader.readexactly(size) if size else b"")
        except (asyncio.IncompleteReadError, ConnectionError):
            return None

    def close(self) -> None:
        """Ends the line; the other end reads None."""
        self._writer.close()
