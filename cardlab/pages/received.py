"""The messages of a page, which are untrusted and read within bounds.

A message of four megabytes of lists would hold up everybody, so a long one is read only as far as necessary.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Final, TypeVar

import msgspec

from cardlab.pages.line import FrameKind, to_json

LEAVE: Final = f'["{FrameKind.LEAVE}"]'
"""The message of a page that is being left."""
MAX_NUMBER: Final = 2**53 - 1
MAX_CONTENT: Final = 640 * 1024
"""The longest content in bytes, without its `text`: more lists or keys would take too long to read."""
MAX_HELLO: Final = 1024**2
"""The longest hello in characters."""


class Hello(msgspec.Struct):
    """The first message of a page: a JSON object.

    - `session`: the name of its session, or "";
    - `last_seen`: the number of the last content sent `once` that it has received;
    - `log`: its messages so far, each with its place;
    - `first`: the digest of the first picture that it shows (see `first`);
    - `page`: a name of the page; name and number of a message make its key (see `shared`).
    """

    session: str
    last_seen: int
    log: list[tuple[str, msgspec.Raw]]
    first: str = ""
    page: str = ""


class _Received(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """A message as it arrives.

    `text`: a long text, such as a file, sent apart from `content`. `read_message` adds it to the content as "text".
    """

    kind: FrameKind
    number: Annotated[int, msgspec.Meta(gt=0, le=MAX_NUMBER)]
    place: str
    content: msgspec.Raw
    text: str | None = None


def read_hello(message: str) -> Hello | None:
    """Return the first message of a page, or None if it is invalid."""
    return _read(message, _HELLO) if len(message) <= MAX_HELLO else None


def read_message(text: str) -> tuple[int, str, Any] | None:
    """Return number, place and content of a message; None if invalid or too long."""
    message = _read(text, _MESSAGE)
    if message is None or message.kind is not FrameKind.MESSAGE or len(bytes(message.content)) > MAX_CONTENT:
        return None
    content = msgspec.json.decode(message.content)
    if message.text is not None and isinstance(content, dict):
        content["text"] = message.text
    return message.number, message.place, content


_HELLO: Final = msgspec.json.Decoder(Hello)
_MESSAGE: Final = msgspec.json.Decoder(_Received)
_Kind = TypeVar("_Kind")


def _read(text: str, decoder: msgspec.json.Decoder[_Kind]) -> _Kind | None:
    try:
        try:
            return decoder.decode(text)
        except msgspec.ValidationError:
            return None
        except msgspec.DecodeError:  # a typed text may contain a lone surrogate
            return decoder.decode(to_json(json.loads(text if len(text) <= MAX_CONTENT else "")))
    except (ValueError, RecursionError, msgspec.MsgspecError):
        return None
