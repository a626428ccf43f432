"""A browser's connections to a server: HTTP, and WebSocket frame by frame, as no browser would send them too."""

from __future__ import annotations

import asyncio
import gzip
import zlib
from collections import deque
from dataclasses import dataclass
from functools import lru_cache
from http.client import HTTPConnection, HTTPMessage
from typing import Final

from websockets.client import ClientProtocol
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.uri import WebSocketURI

HOST: Final = "127.0.0.1"
TEXT, BINARY, CLOSE, PING, PONG = Opcode.TEXT, Opcode.BINARY, Opcode.CLOSE, Opcode.PING, Opcode.PONG
SIGN_OF_LIFE: Final = "[]"
CLOSED: Final = None


class Refused(Exception):
    """Raised if the server doesn't open a WebSocket; `status` is that of its HTTP answer."""

    def __init__(self, status: int, body: bytes | None) -> None:
        super().__init__(f"{status}: {(body or b'')[:200]!r}")
        self.status = status


@dataclass(frozen=True, slots=True)
class Answer:
    """An HTTP answer: status, headers, and body as it came."""

    status: int
    headers: HTTPMessage
    body: bytes

    @property
    def text(self) -> str:
        """The body as text."""
        packed = self.headers["Content-Encoding"] == "gzip"
        return (gzip.decompress(self.body) if packed else self.body).decode("utf-8", "replace")

    @property
    def cookies(self) -> str:
        """The cookies that the answer sets, as a header to send back."""
        return "; ".join(line.partition(";")[0] for line in self.headers.get_all("Set-Cookie", []))


def ask(host: str, path: str, method: str = "GET", body: str | bytes | None = None, **headers: str) -> Answer:
    """Return the answer to one request, sent as written; a header's name has `_` for `-`."""
    line = HTTPConnection(host, timeout=60)
    try:
        line.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        answer = line.getresponse()
        return Answer(answer.status, answer.headers, answer.read())
    finally:
        line.close()


async def fetch(port: int, path: str, headers: dict[str, str] | None = None) -> Answer:
    """GET `path` on 127.0.0.1, compressed as a browser asks for it.

    Raises OSError or HTTPException if the server goes away.
    """
    return await asyncio.to_thread(ask, f"{HOST}:{port}", path, **{"Accept-Encoding": "gzip", **(headers or {})})


class Line:
    """An open WebSocket; made by `Line.open`.

    - `pongs`: how many pings the server has answered;
    - `code`: why the other end closed, once `read` has returned CLOSED; 1006 if it just went away.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, protocol: ClientProtocol) -> None:
        self._reader, self._writer, self._protocol = reader, writer, protocol
        self._frames: deque[Frame] = deque()
        self.code, self.pongs, self._is_over = 1006, 0, False

    @classmethod
    async def open(cls, port: int, path: str, *, headers: dict[str, str] | None = None, packed: bool = True) -> Line:
        """Open the WebSocket at `path`, as a page of this very server would.

        `headers` are further headers, or other values for those that a browser sends.
        Raises Refused for any answer but 101, OSError if the server goes away.
        """
        deflate = [ClientPerMessageDeflateFactory(client_max_window_bits=True)] if packed else None
        address = WebSocketURI(False, HOST, port, path, "")
        protocol = ClientProtocol(address, origin=f"http://{HOST}:{port}", extensions=deflate, max_size=None)
        request = protocol.connect()
        for name, value in (headers or {}).items():
            if name in request.headers:
                del request.headers[name]
            request.headers[name] = value
        reader, writer = await asyncio.open_connection(HOST, port)
        try:
            protocol.send_request(request)
            writer.write(b"".join(protocol.data_to_send()))
            line = cls(reader, writer, protocol)
            while not (events := protocol.events_received()):
                if protocol.handshake_exc:
                    raise ConnectionResetError("no answer") from protocol.handshake_exc
                line.receive(await reader.read(65536))
            if events[0].status_code != 101:
                raise Refused(events[0].status_code, events[0].body)
        except BaseException:
            writer.close()
            raise
        line._frames.extend(events[1:])
        return line

    def receive(self, raw: bytes) -> None:
        """Take in what has come."""
        self._protocol.receive_data(raw) if raw else self._protocol.receive_eof()
        self.flush()

    def flush(self) -> None:
        """Answer pings."""
        for raw in self._protocol.data_to_send():
            self.send_bytes(raw)

    def send(self, message: str | bytes) -> None:
        """Send a message, text or binary; do nothing once the line is closed."""
        if isinstance(message, str):
            self.send_frame(TEXT, message.encode("utf-8", "surrogatepass"))
        else:
            self.send_frame(BINARY, message)

    def ping(self) -> None:
        """Send a ping; its answer adds to `pongs`, and `read` then returns ""."""
        self.send_frame(PING, b"")

    def send_frame(self, kind: int, body: bytes, *, last: bool = True, packed: bool = False) -> None:
        """Send one frame exactly as given, valid or not."""
        raw = Frame(Opcode(kind), body, fin=last).serialize(mask=True)
        self.send_bytes(bytes((raw[0] | 0x40 * packed,)) + raw[1:])

    def send_packed(self, message: str) -> None:
        """Send a text compressed as far as possible, without reference to earlier ones."""
        self.send_frame(TEXT, _packed(message), packed=True)

    def send_bytes(self, raw: bytes) -> None:
        """Write bytes to the socket that need not be a frame."""
        if not self._writer.is_closing():
            self._writer.write(raw)

    async def read(self) -> str | bytes | None:
        """Return the next message: text, bytes, or CLOSED."""
        parts: list[Frame] = []
        while not self._is_over:
            while not self._frames:
                try:
                    raw = await self._reader.read(65536)
                except ConnectionError:
                    raw = b""
                self.receive(raw)
                self._frames.extend(self._protocol.events_received())
                if not raw and not self._frames:
                    self.drop()
                    return CLOSED
            frame = self._frames.popleft()
            if frame.opcode is PONG:
                self.pongs += 1
                if not parts:
                    return ""
            elif frame.opcode is CLOSE:
                self.code = self._protocol.close_rcvd.code
                self.drop()
            elif frame.opcode is not PING:
                parts.append(frame)
                if frame.fin:
                    whole = b"".join(part.data for part in parts)
                    told = whole.decode("utf-8") if parts[0].opcode is TEXT else whole
                    if told != SIGN_OF_LIFE:
                        return told
                    parts = []
        return CLOSED

    def close(self, code: int = 1001) -> None:
        """Close the line, as a browser does when a page is left."""
        if not self._is_over:
            self.send_frame(CLOSE, code.to_bytes(2, "big"))
        self.drop()

    def drop(self) -> None:
        """End the connection without a close frame, as a broken network does."""
        self._is_over = True
        self._writer.close()


@lru_cache(maxsize=4)
def _packed(message: str) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return (packer.compress(message.encode()) + packer.flush(zlib.Z_SYNC_FLUSH))[:-4]
