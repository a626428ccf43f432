"""A browser's connections to a server: HTTP/1.1 and WebSocket over asyncio.

It compresses frames, and can also send what no browser would.
It is light on purpose: the simulated learners share the processor with the server that they measure.
"""

from __future__ import annotations

import asyncio
import base64
import os
import struct
import zlib
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

HOST: Final = "127.0.0.1"
TEXT, BINARY, CLOSE, PING, PONG = 0x1, 0x2, 0x8, 0x9, 0xA
SIGN_OF_LIFE: Final = b"[]"
CLOSED: Final = None
LARGEST: Final = 2**26


class Refused(Exception):
    """Raised if the server doesn't open a WebSocket; `answer` is its HTTP answer."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(f"{answer.status}: {answer.body[:200]!r}")
        self.answer = answer


@dataclass(frozen=True, slots=True)
class Answer:
    """An HTTP answer: status, headers with lower-case names, and uncompressed body."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode("utf-8", "replace")

    @property
    def cookies(self) -> str:
        """The cookies that the answer sets, as a header to send back."""
        return "; ".join(line.partition(";")[0] for line in self.headers.get("set-cookie", "").split("\n") if line)


async def fetch(port: int, path: str, headers: dict[str, str] | None = None) -> Answer:
    """GET `path` on 127.0.0.1, compressed as a browser asks for it.

    Raises OSError or asyncio.IncompleteReadError if the server goes away.
    """
    return await _ask(port, "GET", path, {"Accept-Encoding": "gzip", **(headers or {})}, b"")


async def post(port: int, path: str, body: bytes, headers: dict[str, str] | None = None) -> Answer:
    """POST `body`; otherwise like `fetch`."""
    return await _ask(port, "POST", path, headers or {}, body)


async def _ask(port: int, method: str, path: str, headers: dict[str, str], body: bytes) -> Answer:
    reader, writer = await asyncio.open_connection(HOST, port, limit=LARGEST)
    try:
        fixed = {"Host": f"{HOST}:{port}", "Connection": "close"} | ({"Content-Length": str(len(body))} if body else {})
        writer.write(_head(f"{method} {path} HTTP/1.1", fixed | headers) + body)
        return await _answer(reader)
    finally:
        writer.close()


def _head(first: str, headers: dict[str, str]) -> bytes:
    lines = [first, *(f"{name}: {value}" for name, value in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1", "replace")


async def _answer(reader: asyncio.StreamReader) -> Answer:
    head = await reader.readuntil(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").rstrip().split("\r\n")
    status = int(first.split(" ", 2)[1])
    headers: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(":")
        name, value = name.strip().lower(), value.strip()
        headers[name] = f"{headers[name]}\n{value}" if name in headers else value
    if status in (101, 204, 304):
        return Answer(status, headers, b"")
    if headers.get("transfer-encoding") == "chunked":
        body = await _chunks(reader)
    elif "content-length" in headers:
        body = await reader.readexactly(int(headers["content-length"]))
    else:
        body = await reader.read()
    if headers.get("content-encoding") == "gzip":
        body = zlib.decompressobj(31).decompress(body)
    return Answer(status, headers, body)


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    whole = b""
    while size := int(await reader.readline(), 16):
        whole += (await reader.readexactly(size + 2))[:-2]
    await reader.readline()
    return whole


class Line:
    """An open WebSocket; made by `Line.open`.

    - `pongs`: how many pings the server has answered;
    - `code`: why the other end closed, once `read` has returned CLOSED; 1006 if it just went away.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answer: Answer) -> None:
        self._reader = reader
        self._writer = writer
        self.answer = answer
        packed = "permessage-deflate" in answer.headers.get("sec-websocket-extensions", "")
        self._inflate = zlib.decompressobj(-15) if packed else None
        self.code = 1006
        self.pongs = 0
        self._is_over = False

    @classmethod
    async def open(
        cls,
        port: int,
        path: str,
        *,
        headers: dict[str, str] | None = None,
        packed: bool = True,
    ) -> Line:
        """Open the WebSocket at `path`, as a page of this very server would.

        `headers` are further headers, or other values for those that a browser sends.
        Raises Refused for any answer but 101, OSError or asyncio.IncompleteReadError if the server goes away.
        """
        reader, writer = await asyncio.open_connection(HOST, port, limit=LARGEST)
        fixed = {
            "Host": f"{HOST}:{port}",
            "Origin": f"http://{HOST}:{port}",
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
        }
        if packed:
            fixed["Sec-WebSocket-Extensions"] = "permessage-deflate; client_max_window_bits"
        try:
            writer.write(_head(f"GET {path} HTTP/1.1", fixed | (headers or {})))
            answer = await _answer(reader)
            if answer.status != 101:
                raise Refused(answer)
        except BaseException:
            writer.close()
            raise
        return cls(reader, writer, answer)

    def send(self, message: str | bytes) -> None:
        """Send a message, text or binary; do nothing once the line is closed."""
        if isinstance(message, str):
            self.send_frame(TEXT, message.encode("utf-8", "surrogatepass"))
        else:
            self.send_frame(BINARY, message)

    def ping(self) -> None:
        """Send a ping; its answer adds to `pongs`, and `read` then returns ""."""
        self.send_frame(PING, b"")

    def send_frame(self, kind: int, body: bytes, *, last: bool = True, reserved: int = 0) -> None:
        """Send one frame exactly as given, valid or not."""
        size = len(body)
        head = bytes(((0x80 if last else 0) | reserved << 4 | kind,))
        if size < 126:
            head += bytes((0x80 | size,))
        elif size < 65536:
            head += struct.pack("!BH", 0x80 | 126, size)
        else:
            head += struct.pack("!BQ", 0x80 | 127, size)
        mask = os.urandom(4)
        self.send_bytes(head + mask + _masked(body, mask))

    def send_packed(self, message: str) -> None:
        """Send a text compressed as far as possible, without reference to earlier ones."""
        self.send_frame(TEXT, _packed(message), reserved=4)

    def send_bytes(self, raw: bytes) -> None:
        """Write bytes to the socket that need not be a frame."""
        if not self._writer.is_closing():
            self._writer.write(raw)

    async def read(self) -> str | bytes | None:
        """Return the next message: text, bytes, or CLOSED; answer pings on the way."""
        parts: list[bytes] = []
        kind, packed = TEXT, False
        while not self._is_over:
            try:
                first, second = await self._reader.readexactly(2)
                size = second & 0x7F
                if size == 126:
                    (size,) = struct.unpack("!H", await self._reader.readexactly(2))
                elif size == 127:
                    (size,) = struct.unpack("!Q", await self._reader.readexactly(8))
                body = await self._reader.readexactly(size)
            except (asyncio.IncompleteReadError, ConnectionError):
                break
            code = first & 0x0F
            if code == PING:
                self.send_frame(PONG, body)
                continue
            if code == PONG:
                self.pongs += 1
                if not parts:
                    return ""
                continue
            if code == CLOSE:
                self.code = struct.unpack("!H", body[:2])[0] if len(body) >= 2 else 1005
                self.send_frame(CLOSE, body[:2])
                break
            if code:
                kind, packed = code, bool(first & 0x40)
            parts.append(body)
            if not first & 0x80:
                continue
            whole = b"".join(parts)
            if packed and self._inflate is not None:
                whole = self._inflate.decompress(whole + b"\x00\x00\xff\xff")
            if whole == SIGN_OF_LIFE:
                parts = []
                continue
            return whole.decode("utf-8") if kind == TEXT else whole
        self._is_over = True
        self._writer.close()
        return CLOSED

    def close(self, code: int = 1001) -> None:
        """Close the line, as a browser does when a page is left."""
        if not self._is_over:
            self.send_frame(CLOSE, struct.pack("!H", code))
        self.drop()

    def drop(self) -> None:
        """End the connection without a close frame, as a broken network does."""
        self._is_over = True
        self._writer.close()


def _masked(body: bytes, mask: bytes) -> bytes:
    size = len(body)
    if not size:
        return b""
    long = mask * (size // 4 + 1)
    return (int.from_bytes(body, "big") ^ int.from_bytes(long[:size], "big")).to_bytes(size, "big")


@lru_cache(maxsize=4)
def _packed(message: str) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return (packer.compress(message.encode()) + packer.flush(zlib.Z_SYNC_FLUSH))[:-4]
