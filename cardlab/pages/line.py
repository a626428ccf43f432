"""The protocol of a page: numbered snapshots to it, and messages from it.

Only this module computes differences, and sends again what a page has missed. A line knows neither scenes nor
transports: a place is a name, a snapshot ("picture") is a dictionary, and a frame is a list that JSON can hold. A line
is used in one thread.
"""

from __future__ import annotations

import hashlib
import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, TypeAlias

import msgspec

MOST_KEPT: Final = 1_000_000
"""Bytes of content sent `once` that are kept for a page that comes back; the newest is always kept."""

Frame: TypeAlias = list[Any]
Send: TypeAlias = Callable[[Frame], None]


class FrameKind(StrEnum):
    """The kind of a frame, and what follows it in the list."""

    # To the page

    CONSTANT = "constant"  # `name, value`: never changes, and is sent before the places that have it
    OPEN = "open"  # `place, view, constants, picture`: what a place shows, with the names of its constants
    STATE = "state"  # `place, changed, gone`: the new items of its picture, and the keys to remove
    ONCE = "once"  # `number, place, content`: counted from 1
    DONE = "done"  # `number`: a message of the page has been handled
    CELL = "cell"  # `index, outputs`: the outputs of a cell
    READY = "ready"  # All cells have run
    OUTPUT = "out"  # `output, index`: a further output of a cell; without an index, a message has failed
    HERE = "here"  # The answer to hello: the session's name, whether it is new, the last message received
    WAIT = "wait"  # `position`: too many pages are open; its position in the queue
    ELSEWHERE = "elsewhere"  # The page was opened in another tab
    OVER = "over"  # `why`: "" if the visitor is no longer admitted, "ended" if the class has ended, "full" if the page
    # needs too much memory
    INVITE = "invite"  # `invitation`: the teacher asks all learners to open a page

    # From the page

    MESSAGE = "message"  # `number, place, content`, perhaps `text` (a long one, see `received`); counted from 1
    LEAVE = "leave"  # The page is being left


@dataclass(slots=True)
class _Shown:
    view: str
    constants: tuple[str, ...]
    picture: Mapping[str, Any]


class Line:
    """The protocol's state for one page, which is away until it says hello."""

    def __init__(self, send: Send) -> None:
        self.received = 0
        """The number of the last message that was handled."""
        self._send = send
        self._is_away = True
        self._constants: dict[str, Any] = {}
        self._sent_constants: set[str] = set()
        self._places: dict[str, _Shown] = {}
        self._early: dict[str, Mapping[str, Any]] = {}
        """The first pictures of the places whose changes are sent before `hello`."""
        self._cells: dict[int, Sequence[Any]] = {}
        self._sent = 0
        self._kept: deque[tuple[Frame, int]] = deque()
        self.kept_size = 0
        """Bytes of the kept content."""

    # From Python

    def open(self, place: str, view: str, constants: Mapping[str, Any], picture: Mapping[str, Any]) -> None:
        """Show a picture in a new place, drawn by a view.

        `constants` are values that other places may have too, by name; each is sent once.
        """
        self._constants |= constants
        self._places[place] = _Shown(view, tuple(constants), picture)
        if not self._is_away:
            for frame in self._opened(place):
                self.send(frame)

    def _opened(self, place: str) -> Iterator[Frame]:
        shown = self._places[place]
        for name in shown.constants:
            if name not in self._sent_constants:
                self._sent_constants.add(name)
                yield [FrameKind.CONSTANT, name, self._constants[name]]
        yield [FrameKind.OPEN, place, shown.view, shown.constants, self._early.get(place, shown.picture)]

    def state(self, place: str, picture: Mapping[str, Any]) -> None:
        """Show another picture in a place; only the difference is sent."""
        shown = self._places[place]
        before, shown.picture = shown.picture, picture
        if self._is_away and place not in self._early:
            return
        changed = {key: value for key, value in picture.items() if key not in before or before[key] != value}
        gone = [key for key in before if key not in picture]
        if changed or gone:
            self.send([FrameKind.STATE, place, changed, gone])

    def once(self, place: str, content: Any) -> None:
        """Send something to a place once; a page that is away gets it when it comes back."""
        self._sent += 1
        frame = [FrameKind.ONCE, self._sent, place, content]
        size = len(to_json(content))
        self._kept.append((frame, size))
        self.kept_size += size
        while self.kept_size > MOST_KEPT and len(self._kept) > 1:
            self.kept_size -= self._kept.popleft()[1]
        self.send(frame)

    def cell(self, index: int, outputs: Sequence[Any]) -> None:
        """Send a cell's outputs to the page."""
        self._cells[index] = outputs
        if not self._is_away:
            self.send([FrameKind.CELL, index, outputs])

    def done(self, number: int) -> None:
        """Confirm the message with this number."""
        self.send([FrameKind.DONE, number])

    def send(self, frame: Frame) -> None:
        """Send a frame, unless the page is away and no place has begun early."""
        if not self._is_away or self._early:
            self._send(frame)

    def begin_early(self, place: str) -> None:
        """Send the changes of a place before `hello`, because the page shows its first picture already."""
        self._early.setdefault(place, self._places[place].picture)

    # From the page

    def is_new(self, number: int) -> bool:
        """Return whether a message is new, by its number; then remember the number."""
        is_new = number > self.received
        self.received = max(self.received, number)
        return is_new

    def away(self) -> None:
        """Send nothing until `hello`, because the page is away."""
        self._is_away = True
        self._early.clear()

    def end(self) -> None:
        """Stop sending for good, and release all pictures and outputs from memory."""
        self._is_away = True
        self._send = lambda _frame: None
        for kept in (self._constants, self._places, self._early, self._cells, self._kept):
            kept.clear()

    def hello(self, last_seen: int = 0) -> None:
        """Send everything to a page that says hello.

        Content sent `once` is repeated only if its number is above `last_seen`.
        """
        self._is_away = False
        self._early.clear()
        for frame in self.whole():
            self.send(frame)
        for frame, _ in list(self._kept):
            if frame[1] > last_seen:
                self.send(frame)

    def resume(self) -> None:
        """Send only what was sent `once`: the page already shows the `whole`."""
        self._is_away = False
        self._early.clear()
        self._sent_constants = set(self._constants)
        for frame, _ in list(self._kept):
            self.send(frame)

    def whole(self) -> list[Frame]:
        """Return all that the page shows, as frames for a page that shows nothing yet.

        Before `hello`, these are the pictures from before the first message.
        """
        self._sent_constants.clear()
        opened = [frame for place in self._places for frame in self._opened(place)]
        cells = [[FrameKind.CELL, index, outputs] for index, outputs in self._cells.items()]
        return [*opened, *cells, [FrameKind.READY]]

    def skip(self) -> None:
        """Forget what was sent `once` so far, because the page has it already."""
        self._kept.clear()
        self.kept_size = 0


@dataclass(frozen=True, slots=True)
class FirstPicture:
    """What a page shows before its session starts.

    - `text`: the frames as JSON, for a script element; `digest`: its hash;
    - `views`: the names of the views that draw them.
    """

    text: str
    digest: str
    views: tuple[str, ...]

    @property
    def html(self) -> str:
        """The script element that contains the first picture."""
        kind = f'class="course-first" type="application/json" data-digest="{self.digest}"'
        return f"<script {kind}>{self.text}</script>"

    @classmethod
    def of(cls, frames: Sequence[Frame]) -> FirstPicture:
        """Make a first picture of these frames."""
        text = to_json(frames).replace(b"<", b"\\u003c")
        views = dict.fromkeys(frame[2] for frame in frames if frame[0] == FrameKind.OPEN)
        return cls(text.decode(), hashlib.sha256(text).hexdigest()[:20], tuple(views))


_ENCODER: Final = msgspec.json.Encoder(enc_hook=str)


def to_json(frame: Any) -> bytes:
    """Return compact JSON in UTF-8; values that JSON cannot hold become text."""
    try:
        return _ENCODER.encode(frame)
    except UnicodeEncodeError:  # a text has a lone surrogate, which becomes "?"
        return json.dumps(frame, ensure_ascii=False, separators=(",", ":"), default=str).encode("utf-8", "replace")
