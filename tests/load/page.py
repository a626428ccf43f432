"""A page of this course over a socket, which does what `line.js` does: of a lesson, or of a table, a board, a class."""

import asyncio
import json
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from time import perf_counter
from typing import Any, Self

from tests.load.line import Line, Refused, fetch

PAUSES = (0.0, 0.1, 0.2, 0.4, 0.8)


class Lost(Exception):
    """Raised if a page doesn't come to life or its line ends; the text says how."""


def press(number: int) -> dict[str, object]:
    """Return the message of press `number` (from 1) on the first widget of `melds`; each changes the page."""
    return {"do": "select", "cards": ["8s"] if number % 2 else [], "number": number}


@dataclass(slots=True)
class Place:
    """A place of the page: the class of its scene, its constants, and what it shows."""

    kind: str
    constants: dict[str, Any]
    shown: dict[str, Any]


class Page:
    """A page at a path of a running `cardlab serve`; it has no session before its first message.

    - `query`: what follows its path; `headers`: further headers of everything that it asks for;
    - `places`, `cells`: what is shown; `said`: what was sent once; `heard`: all other frames;
    - `unanswered`: messages under way, each with when it was said and its place;
    - `watch`: called with each frame; `is_over`: whether the server has ended the page.

    When its line ends it does not come back by itself; see `back`.
    """

    base = "/"

    def __init__(self, port: int, path: str, query: str = "", headers: dict[str, str] | None = None) -> None:
        self.port, self.path, self.headers = port, path, headers or {}
        self.query = f"?{query}" if query else ""
        self.page, self.session, self.number = secrets.token_hex(12), "", 0
        self.log: list[tuple[str, Any]] = []
        self.places: dict[str, Place] = {}
        self.cells: dict[int, list[dict[str, Any]]] = {}
        self.said: list[Any] = []
        self.heard: list[list[Any]] = []
        self.unanswered: dict[int, tuple[Any, float, str]] = {}
        self.watch: Callable[[list[Any]], object] = lambda frame: None
        self.line: Line | None = None
        self.changed = asyncio.Event()
        self.has_greeted = self.is_here = self.is_ready = self.is_over = False
        self.first, self.last_seen = "", 0
        self._presses, self._constants = count(1), {}
        self._listening: asyncio.Task[None] | None = None

    # Coming and going

    async def open(self) -> None:
        """Fetch the page, which shows everything, and connect. Raises Lost."""
        answer = await fetch(self.port, f"{self.base}{self.path}{self.query}", self.headers)
        if answer.status != 200:
            raise Lost(f"the page answers {answer.status}")
        found = re.search(r'<script class="course-first"[^>]* data-digest="(\w+)">(.*?)</script>', answer.text, re.S)
        for frame in json.loads(found[2]) if found else ():
            self.take(frame)
        self.first = found[1] if found else ""
        await self.join()
        if not self.first:
            self.hello()
        await self.until(lambda: self.is_ready)

    async def connect(self) -> Line:
        """Open a line of this page. Raises Refused or OSError."""
        return await Line.open(self.port, f"{self.base}line/{self.path}{self.query}", headers=self.headers)

    async def join(self) -> None:
        """Open the line, and greet if there is a session. Raises Lost if it is refused."""
        try:
            self.line = await self.connect()
        except Refused as refused:
            raise Lost(f"the line is refused: {refused}") from None
        self.is_here = self.has_greeted = False
        self._listening = asyncio.create_task(self.listen())
        if self.session:
            self.hello()

    def hello(self) -> None:
        """Send the greeting; from now on the page has a session."""
        self.has_greeted, self.is_here, self.is_ready = True, False, self.is_ready and not self.session
        log = self.log if self.session else []
        hello = {"page": self.page, "session": self.session, "last_seen": self.last_seen, "log": log}
        self.write(hello | {"first": self.first})

    async def listen(self) -> None:
        """Take in what comes until the line ends."""
        await self.hear()
        self.is_ready = self.is_ready and not self.session

    async def hear(self) -> None:
        while (message := await self.line.read()) is not None:
            for frame in json.loads(message or "[]"):
                self.take(frame)
        self.changed.set()

    async def close(self) -> None:
        """Leave the page, and say so as a browser does."""
        self.write(["leave"])
        self.line.close()
        await self.stop()

    async def drop(self) -> None:
        """End the connection without a close frame."""
        self.line.drop()
        await self.stop()

    async def stop(self) -> None:
        self._listening.cancel()
        await asyncio.gather(self._listening, return_exceptions=True)

    async def back(self) -> None:
        """Connect again after `drop`, as the same page. Raises Lost."""
        await self.join()
        await self.until(lambda: self.is_ready)

    # What is said

    def say(self, place: str = "1", content: Any = None, /, **fields: Any) -> int:
        """Send a message to a place and return its number; its content may be given by fields."""
        if not self.has_greeted:
            self.hello()
        self.number += 1
        self.log.append((place, fields or content))
        self.unanswered[self.number] = fields or content, perf_counter(), place
        if self.is_here:
            self.repeat(self.number)
        return self.number

    def repeat(self, number: int) -> None:
        content, _, place = self.unanswered[number]
        self.write(["message", number, place, content])

    def write(self, told: Any) -> None:
        if self.line is not None:
            self.line.send(json.dumps(told, separators=(",", ":")))

    async def answered(self, place: str = "1", content: Any = None, /, **fields: Any) -> None:
        """Send a message and wait until it is done."""
        number = self.say(place, content, **fields)
        await self.until(lambda: number not in self.unanswered)

    async def press(self) -> None:
        """Press a card of the first place of `melds` and wait for the answer."""
        await self.answered(next(iter(self.places)), press(next(self._presses)))

    async def until(self, test: Callable[[], Any]) -> None:
        """Wait until a condition of what is shown holds. Raises Lost if the page is gone before."""
        while not test():
            if self._listening is not None and self._listening.done():
                raise Lost(f"the line ended with code {self.line.code if self.line else 0}")
            self.changed.clear()
            await self.changed.wait()

    # What the server says

    def of_kind(self, kind: str) -> list[str]:
        """Return the places of the scenes of a class, in the order of the page."""
        return [name for name, place in self.places.items() if place.kind == kind]

    def take(self, frame: list[Any]) -> None:
        """Take in a frame."""
        self.watch(frame)
        match frame:
            case ["here", about]:
                if about["fresh"] and self.session:  # all that was said has been said again
                    for known in (self.places, self.cells, self.unanswered):
                        known.clear()
                    self.number = self.last_seen = 0
                self.session = "" if about.get("shared") else about["session"]
                self.is_here = True
                for number in [one for one in self.unanswered if one > about["received"]]:
                    self.repeat(number)
            case ["constant", name, value]:
                self._constants[name] = value
            case ["open", name, _, constants, shown]:
                kind = next((one.rpartition(" ")[2] for one in constants if one.startswith("words ")), "")
                known = {key: value for one in constants for key, value in self._constants[one].items()}
                self.places[name] = Place(kind, known, shown)
            case ["state", name, changed, gone]:
                shown = self.places[name].shown
                self.places[name].shown = {key: one for key, one in shown.items() if key not in gone} | changed
            case ["once", number, _, content]:
                self.last_seen = max(self.last_seen, number)
                self.said.append(content)
            case ["done", number]:
                self.unanswered.pop(number, None)
            case ["cell", number, outputs]:
                self.cells[number] = outputs
            case ["ready"]:
                self.is_ready = True
            case ["over", _]:
                self.is_over = True
            case _:
                self.heard.append(frame)
        self.changed.set()


class SharedPage(Page):
    """A page with a shared scene; `async with` opens and leaves it.

    It comes back by itself, and says again what was not answered; `times_back`: how often.
    """

    def __init__(self, port: int, path: str, cookies: str = "", lang: str = "en") -> None:
        super().__init__(port, path, f"lang={lang}", {"Cookie": cookies})
        self.cookies, self.lang, self.times_back = cookies, lang, 0

    async def __aenter__(self) -> Self:
        self._listening = asyncio.create_task(self.listen())
        await self.until(lambda: self.shown)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    @property
    def shown(self) -> dict[str, Any]:
        """The picture; nothing before there is one."""
        return self.places["1"].shown if self.places else {}

    async def listen(self) -> None:
        """Take in what comes until the server ends the page; reopen a line that is lost."""
        tries = 0
        while not self.is_over:
            try:
                self.line = await self.connect()
            except (OSError, Refused):
                await asyncio.sleep(PAUSES[min(tries, len(PAUSES) - 1)])
                tries += 1
                continue
            tries = 0
            self.places.clear()
            self.hello()
            try:
                await self.hear()
            finally:
                self.line.drop()
                self.line, self.is_here = None, False
                self.times_back += 1
            self.changed.set()
