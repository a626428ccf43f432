"""Messages between a page and its session: their kinds, and how they are packed.

A message is a JSON list that begins with its kind, with its binary buffers.
Packed, it is a `Payload` letter, then the JSON, or with buffers: the length of the JSON, the JSON, the buffers.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from enum import Enum, StrEnum
from typing import Any

import msgspec


class MessageKind(StrEnum):
    """The kind of a message, and what follows it in the list."""

    # From the session

    OPEN = "open"
    """`comm, target, data, metadata`: a widget was created. `data["shared"]` names values of its state that the page
    has already by their number, under "" several at once; a script or style sheet is `"asset:NAME"`."""
    SHARED = "shared"  # `number, value`: a value that several widgets share
    WIDGET = "say"
    """`comm, data, number`: a state update (number 0) or custom message, counted from 1. Of a dictionary only the
    changes are sent: `data["keys"]` has its new items, `data["gone"]` the keys removed.

    From the page: `number, comm, data`, counted from 1."""
    CLOSE = "close"  # `comm`: a widget was closed
    CELL = "cell"  # `index, outputs`: the outputs of a cell
    READY = "ready"  # All cells have run
    OUTPUT = "out"  # `parent, output`: an output of a callback or of a cell, of message "7", "cell-2"
    DONE = "done"  # `number`: a message of the page has been handled

    # From the host and the front

    HERE = "here"  # The page has its session: JSON with its name, whether it is new, the last message received
    WAIT = "wait"  # `place`: all slots are taken; the page's place in the queue
    GONE = "gone"  # The host process has died
    ELSEWHERE = "elsewhere"  # The page was opened in another tab
    CROWDED = "crowded"  # The page was closed in favour of a visitor with fewer pages
    OVER = "over"  # The visitor is no longer admitted
    INVITE = "invite"  # `invitation`: the teacher asks everybody to open a page

    # From the page

    LEAVE = "leave"  # The page is being left


class Hello(msgspec.Struct):
    """The first message of a page, and its answer to `GONE`: a JSON object.

    Attributes:
        session: the name of its session, or "".
        last_seen: the number of the last custom message that it received.
        replay_log: its messages so far, each with the serial number of the comm.
    """

    session: str
    last_seen: int
    replay_log: list[tuple[int, dict[str, Any]]]


class Payload(bytes, Enum):
    """The first byte of a packed message: which kind of WebSocket frame carries it."""

    TEXT = b"t"
    BINARY = b"b"


def pack(message: list[Any], buffers: Sequence[Any] = ()) -> bytes:
    """Pack a message; numpy numbers become numbers, other objects that JSON does not know become text."""
    parts = [bytes(part) for part in buffers]
    text = to_json([*message, [len(part) for part in parts]] if parts else message)
    return b"".join((Payload.BINARY, len(text).to_bytes(4, "big"), text, *parts)) if parts else Payload.TEXT + text


def unpack(payload: bytes) -> tuple[Any, list[bytes]]:
    """Return the message and the buffers; raises ValueError for a malformed payload."""
    if payload[:1] == Payload.TEXT:
        return json.loads(payload[1:]), []
    start = 5 + int.from_bytes(payload[1:5], "big")
    message = json.loads(payload[5:start])
    if not isinstance(message, list) or not message or not isinstance(message[-1], list):
        raise ValueError("the lengths of the buffers are missing")
    buffers = []
    for length in message.pop():
        if type(length) is not int or not 0 <= length <= len(payload) - start:
            raise ValueError("a buffer has an impossible length")
        buffers.append(payload[start : start + length])
        start += length
    return message, buffers


def to_json(message: Any) -> bytes:
    """Return compact JSON in UTF-8."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"), default=_plain).encode("utf-8", "replace")


def _plain(value: Any) -> Any:
    return value.item() if hasattr(value, "item") else str(value)
