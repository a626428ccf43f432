"""A page of this course over a socket: it does what `page.js` does, and draws nothing.

It keeps what each widget shows, and what was said, so that it can come back.
"""

import asyncio
import json
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from tests.load.line import Line, Refused, fetch
from tests.load.visits import Lost, press


@dataclass(slots=True)
class Widget:
    """One widget of the page: the serial number of its comm, and its state as it is now."""

    serial: int
    state: dict[str, Any]

    @property
    def kind(self) -> str:
        """Its Python class."""
        return str(self.state.get("_anywidget_id", ""))


@dataclass(slots=True)
class _Asked:
    """A message that is being done: whether the answer has come, and whether all of it is done."""

    comm: str
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    done: asyncio.Event = field(default_factory=asyncio.Event)


class Page:
    """One page of a running `cardlab serve`.

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
        self.replay_log: list[tuple[int, dict[str, Any]]] = []
        self.widgets: dict[str, Widget] = {}
        self.cells: dict[int, list[dict[str, Any]]] = {}
        self.heard: list[list[Any]] = []
        """Frames that are about no widget and no message, as they came: places in the queue, invitations."""
        self.line: Line | None = None
        self.is_fetched = False
        self._number = 0
        self._last_seen = 0
        self._shared: dict[int, Any] = {}
        self._asked: dict[int, _Asked] = {}
        self._ready = asyncio.Event()
        self._news = asyncio.Event()
        self._listening: asyncio.Task[None] | None = None

    # Coming and going

    async def open(self) -> None:
        """Fetches the page, connects, and waits until every widget is there. Raises Lost."""
        answer = await fetch(self.port, f"/{self.path}{self.query}", self.headers)
        if answer.status != 200:
            raise Lost(f"the page answers {answer.status}")
        self.is_fetched = True
        await self.connect()
        await self.until_ready()

    async def connect(self) -> None:
        """Opens the line and says who this is; returns before the answer. Raises Lost if it is refused."""
        try:
            self.line = await Line.open(self.port, f"/line/{self.path}{self.query}", headers=self.headers)
        except Refused as refused:
            raise Lost(f"the line is refused: {refused}") from None
        self._hello()
        self._listening = asyncio.create_task(self._listen())

    def _hello(self) -> None:
        self._ready.clear()
        told = {"session": self.session, "last_seen": self._last_seen, "replay_log": self.replay_log}
        self._send(told)

    def _send(self, told: Any) -> None:
        if self.line is not None:
            self.line.send(json.dumps(told, separators=(",", ":")))

    async def until_ready(self) -> None:
        """Waits until all cells have run, or what was said has been said again. Raises Lost if the line ends first."""
        await self._until(self._ready.wait())

    async def told(self, kind: str, since: int = 0) -> list[Any]:
        """The first frame of a kind among `heard`, from number `since` on. Raises Lost if the line ends before it."""
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
        """Leaves the page, and says so as a browser does."""
        self._send(["leave"])
        if self.line is not None:
            self.line.close()
        await self._stop()

    async def drop(self) -> None:
        """Ends the connection without a word."""
        if self.line is not None:
            self.line.drop()
        await self._stop()

    async def _stop(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
            self._listening = None

    async def back(self) -> None:
        """Connects again after `drop`, as the same page. Raises Lost."""
        await self.connect()
        await self.until_ready()

    # What the learner does

    def say(self, comm: str, content: dict[str, Any]) -> _Asked:
        """Says something to a widget; what comes of it is to be awaited."""
        data = {"method": "custom", "content": content}
        self._number += 1
        self.replay_log.append((self.widgets[comm].serial, data))
        asked = self._asked[self._number] = _Asked(comm)
        self._send(["say", self._number, comm, data])
        return asked

    async def ask(self, comm: str, content: dict[str, Any]) -> None:
        """Says something to a widget and waits until it is done."""
        await self._until(self.say(comm, content).done.wait())

    def of_kind(self, kind: str) -> list[str]:
        """The comms of the widgets of this class, as they stand in the page."""
        return [comm for comm, widget in self.widgets.items() if widget.kind == kind]

    async def press(self) -> None:
        """Presses a card of the first widget of `melds` and waits for its answer."""
        comm = next(comm for comm, widget in self.widgets.items() if widget.kind.startswith("cardlab."))
        await self._until(self.say(comm, press(next(self._presses))).answered.wait())

    def shown(self) -> list[Any]:
        """What each widget shows, as they stand in the page."""
        return [widget.state.get("shown") for widget in sorted(self.widgets.values(), key=lambda one: one.serial)]

    # What the server says

    async def _listen(self) -> None:
        assert self.line is not None
        while (message := await self.line.read()) is not None:
            if isinstance(message, str) and message:
                self._hear(json.loads(message))
        self._ready.clear()

    def _hear(self, frame: list[Any]) -> None:
        match frame:
            case ["here", {"session": str(name), "fresh": bool(fresh)}]:
                self.session = name
                self._shared.clear()
                self.widgets.clear()
                if fresh:
                    self.cells.clear()
                    self._last_seen = self._number = 0
                    for asked in self._asked.values():
                        self._settle(asked)
                    self._asked.clear()
            case ["shared", int(number), value]:
                self._shared[number] = value
            case ["open", str(comm), _, dict(data), *_]:
                state = dict(data.get("state") or {})
                for name, number in (data.get("shared") or {}).items():
                    state.update(self._shared[number] if not name else {name: self._shared[number]})
                self.widgets[comm] = Widget(int(comm.rpartition("-")[2]), state)
            case ["say", str(comm), dict(data), *numbers]:
                self._last_seen = max([self._last_seen, *numbers])
                if data.get("method") in ("update", "echo_update") and comm in self.widgets:
                    state = self.widgets[comm].state
                    # Of some values only the new keys are sent.
                    for name, changed in data.get("keys", {}).items():
                        left = {key: value for key, value in state[name].items() if key not in data["gone"][name]}
                        state[name] = left | changed
                    state.update(data["state"])
                for asked in self._asked.values():
                    if asked.comm == comm:
                        asked.answered.set()
            case ["done", int(number)]:
                if (asked := self._asked.pop(number, None)) is not None:
                    self._settle(asked)
            case ["close", str(comm)]:
                self.widgets.pop(comm, None)
            case ["cell", int(place), list(outputs)]:
                self.cells[place] = outputs
            case ["ready"]:
                self._ready.set()
            case ["gone"]:
                # Its host has died: it begins anew, and says again what it had said.
                self.session = ""
                self._hello()
            case _:
                self.heard.append(frame)
                self._news.set()

    @staticmethod
    def _settle(asked: _Asked) -> None:
        asked.answered.set()
        asked.done.set()
