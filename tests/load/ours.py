"""A page of this course over a socket, which does what `page.js` does.

It keeps what each place shows and the messages it has sent, so that it can reconnect. It has no session before its
first message.
"""

import asyncio
import json
import re
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from tests.load.line import Line, Refused, fetch
from tests.load.visits import Lost, press


@dataclass(slots=True)
class Place:
    """A place of the page: the class of its scene, its constants, and what it shows."""

    kind: str
    constants: dict[str, Any]
    shown: dict[str, Any]


@dataclass(slots=True)
class _Asked:
    """A sent message: whether the answer has come, and whether all of it is done."""

    place: str
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    done: asyncio.Event = field(default_factory=asyncio.Event)


class Page:
    """A page of a running `cardlab serve`.

    - `port`, `lesson`, `lang`: where it is;
    - `query`: what follows the question mark of its address;
    - `headers`: further headers of everything that it asks for.

    When its line ends it does not come back by itself; see `back`.
    """

    def __init__(
        self, port: int, lesson: str, lang: str = "en", query: str = "", headers: dict[str, str] | None = None
    ) -> None:
        self.port = port
        self.path = f"{lang}/{lesson}.ipynb"
        self.query = f"?{query}" if query else ""
        self.headers = headers or {}
        self._presses = count(1)
        self.session = ""
        self.log: list[tuple[str, Any]] = []
        self.places: dict[str, Place] = {}
        self.cells: dict[int, list[dict[str, Any]]] = {}
        self.heard: list[list[Any]] = []
        """Frames that are about no place and no message, as they came: positions in the queue, invitations."""
        self.line: Line | None = None
        self._number = 0
        self._last_seen = 0
        self._first = ""
        self._constants: dict[str, Any] = {}
        self._asked: dict[int, _Asked] = {}
        self._has_greeted = False
        self._is_here = False
        self._unsent: list[list[Any]] = []
        self._ready = asyncio.Event()
        self._news = asyncio.Event()
        self._listening: asyncio.Task[None] | None = None

    # Coming and going

    async def open(self) -> None:
        """Fetch the page, which shows everything, and connect. Raises Lost."""
        answer = await fetch(self.port, f"/{self.path}{self.query}", self.headers)
        if answer.status != 200:
            raise Lost(f"the page answers {answer.status}")
        self.read(answer.text)
        await self.connect()
        if not self._first:
            self.hello()
        await self.until_ready()

    def read(self, html: str) -> None:
        """Read the first picture from the HTML of the page."""
        found = re.search(r'<script class="course-first"[^>]* data-digest="(\w+)">(.*?)</script>', html, re.DOTALL)
        if found is not None:
            self._first = found[1]
            for frame in json.loads(found[2]):
                self._hear(frame)

    async def connect(self) -> None:
        """Open the line, and greet if there is a session. Raises Lost if it is refused."""
        try:
            self.line = await Line.open(self.port, f"/line/{self.path}{self.query}", headers=self.headers)
        except Refused as refused:
            raise Lost(f"the line is refused: {refused}") from None
        self._has_greeted = self._is_here = False
        self._listening = asyncio.create_task(self._listen())
        if self.session:
            self.hello()

    def hello(self) -> None:
        """Send the greeting; from now on the page has a session."""
        self._has_greeted = True
        self._is_here = False
        if self.session:
            self._ready.clear()
        log = self.log if self.session else []
        self._send({"session": self.session, "last_seen": self._last_seen, "log": log, "first": self._first})

    def _send(self, told: Any) -> None:
        if self.line is not None:
            self.line.send(json.dumps(told, separators=(",", ":")))

    async def until_ready(self) -> None:
        """Wait until all cells have run, or all messages were repeated. Raises Lost if the line ends."""
        await self._until(self._ready.wait())

    async def until_here(self) -> None:
        """Wait until the page has its session. Raises Lost if the line ends first."""
        while not self._is_here:
            self._news.clear()
            await self._until(self._news.wait())

    async def told(self, kind: str, since: int = 0) -> list[Any]:
        """Return the first frame of a kind in `heard`, from index `since` on. Raises Lost if the line ends."""
        while True:
            for frame in self.heard[since:]:
                if frame[0] == kind:
                    return frame
            self._news.clear()
            await self._until(self._news.wait())

    async def _until(self, wish: Any) -> None:
        waiting = asyncio.ensure_future(wish)
        try:
            listening = {self._listening} if self._listening is not None else set()
            await asyncio.wait({waiting, *listening}, return_when=asyncio.FIRST_COMPLETED)
            if not waiting.done():
                raise Lost(f"the line ended with code {self.line.code if self.line else 0}")
        finally:
            waiting.cancel()

    async def close(self) -> None:
        """Leave the page, and say so as a browser does."""
        self._send(["leave"])
        if self.line is not None:
            self.line.close()
        await self._stop()

    async def drop(self) -> None:
        """End the connection without a close frame."""
        if self.line is not None:
            self.line.drop()
        await self._stop()

    async def _stop(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
            self._listening = None

    async def back(self) -> None:
        """Connect again after `drop`, as the same page. Raises Lost."""
        await self.connect()
        await self.until_ready()

    # What the learner does

    def say(self, place: str, content: Any) -> _Asked:
        """Send a message to a place, and return what one can await."""
        if not self._has_greeted:
            self.hello()
        self._number += 1
        self.log.append((place, content))
        asked = self._asked[self._number] = _Asked(place)
        message = ["message", self._number, place, content]
        if self._is_here:
            self._send(message)
        else:
            self._unsent.append(message)
        return asked

    async def ask(self, place: str, content: Any) -> None:
        """Send a message to a place and wait until it is done."""
        await self._until(self.say(place, content).done.wait())

    def of_kind(self, kind: str) -> list[str]:
        """Return the places of the scenes of a class, in the order of the page."""
        return [name for name, place in self.places.items() if place.kind == kind]

    async def press(self) -> None:
        """Press a card of the first place of `melds` and wait for the answer."""
        await self._until(self.say(next(iter(self.places)), press(next(self._presses))).answered.wait())

    def shown(self) -> list[Any]:
        """Return what each place shows, in the order of the page."""
        return [place.shown for place in self.places.values()]

    # What the server says

    async def _listen(self) -> None:
        assert self.line is not None
        while (message := await self.line.read()) is not None:
            if isinstance(message, str) and message:
                for frame in json.loads(message):
                    self._hear(frame)
        if self.session:
            self._ready.clear()

    def _hear(self, frame: list[Any]) -> None:
        match frame:
            case ["here", {"session": str(name), "fresh": bool(fresh)}]:
                was_here, self.session = bool(self.session), name
                self._is_here = True
                self._news.set()
                if fresh and was_here:
                    self.places.clear()
                    self.cells.clear()
                    self._last_seen = self._number = 0
                    for asked in self._asked.values():
                        self._settle(asked)
                    self._asked.clear()
                for message in self._unsent:
                    self._send(message)
                self._unsent.clear()
            case ["constant", str(name), dict(value)]:
                self._constants[name] = value
            case ["open", str(name), _, list(constants), dict(shown)]:
                kind = next((one.rpartition(" ")[2] for one in constants if one.startswith("words ")), "")
                known = {key: value for one in constants for key, value in self._constants[one].items()}
                self.places[name] = Place(kind, known, shown)
            case ["state", str(name), dict(changed), list(gone)]:
                shown = self.places[name].shown
                self.places[name].shown = {key: one for key, one in shown.items() if key not in gone} | changed
                self._answer(name)
            case ["once", int(number), str(name), _]:
                self._last_seen = max(self._last_seen, number)
                self._answer(name)
            case ["done", int(number)]:
                if (asked := self._asked.pop(number, None)) is not None:
                    self._settle(asked)
            case ["cell", int(place), list(outputs)]:
                self.cells[place] = outputs
            case ["ready"]:
                self._ready.set()
            case _:
                self.heard.append(frame)
                self._news.set()

    def _answer(self, place: str) -> None:
        for asked in self._asked.values():
            if asked.place == place:
                asked.answered.set()

    @staticmethod
    def _settle(asked: _Asked) -> None:
        asked.answered.set()
        asked.done.set()
