"""A page over a socket with a shared scene: a table, the list of tables, a board.

It keeps messages that were not answered and sends them again when its line is back, as `line.js` does.
"""

import asyncio
import json
import secrets
from collections.abc import Callable
from time import perf_counter
from typing import Any, Self

from tests.load.line import Line, Refused

PAUSES = (0.0, 0.1, 0.2, 0.4, 0.8)


class SharedPage:
    """A page at a path of the course; `async with` opens and leaves it.

    - `shown`: the picture; `said`: what was sent once beside it;
    - `frames`: called with each frame; `is_over`: whether the server has ended the page;
    - `acknowledged`: the messages that the server has acknowledged, by their numbers.
    """

    def __init__(self, port: int, path: str, cookies: str = "", lang: str = "en") -> None:
        self.port, self.path, self.cookies, self.lang = port, path, cookies, lang
        self.page = secrets.token_hex(12)
        self.shown: dict[str, Any] = {}
        self.said: list[Any] = []
        self.frames: Callable[[list[Any]], None] = lambda frame: None
        self.unanswered: dict[int, tuple[dict[str, Any], float]] = {}
        self.acknowledged: list[int] = []
        self.number = 0
        self.line: Line | None = None
        self.changed = asyncio.Event()
        self.times_back = 0
        self.is_over = False
        self._listening: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._listening = asyncio.create_task(self.listen())
        await self.until(lambda: self.shown)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)

    async def connect(self) -> Line:
        """Open a line of this page. Raises Refused, OSError or IncompleteReadError."""
        address = f"/line/{self.path}?lang={self.lang}"
        return await Line.open(self.port, address, headers={"Cookie": self.cookies}, packed=False)

    async def listen(self) -> None:
        """Take in what comes until the server ends the page; reopen a line that is lost."""
        tries = 0
        while not self.is_over:
            try:
                line = await self.connect()
            except (OSError, asyncio.IncompleteReadError, Refused):
                await asyncio.sleep(PAUSES[min(tries, len(PAUSES) - 1)])
                tries += 1
                continue
            tries = 0
            self.line, self.shown = line, {}
            line.send(json.dumps({"session": "", "last_seen": 0, "log": [], "page": self.page}))
            for number, (content, _) in list(self.unanswered.items()):
                self._send(number, content)
            try:
                while (message := await line.read()) is not None:
                    for frame in json.loads(message or "[]"):
                        self.take(frame)
            except (OSError, asyncio.IncompleteReadError):
                pass
            finally:
                self.line = None
                self.times_back += 1
                line.close()
            self.changed.set()

    def take(self, frame: list[Any]) -> None:
        """Take in a frame."""
        self.frames(frame)
        match frame:
            case ["open", _, _, _, shown]:
                self.shown = shown
            case ["state", _, changed, gone]:
                self.shown = {key: one for key, one in self.shown.items() if key not in gone} | changed
            case ["once", _, _, content]:
                self.said.append(content)
            case ["done", int(number)] if number in self.unanswered:
                del self.unanswered[number]
                self.acknowledged.append(number)
            case ["over", _]:
                self.is_over = True
        self.changed.set()

    def say(self, **content: Any) -> int:
        """Send a message and return its number; the answer comes once it is durable."""
        self.number += 1
        self.unanswered[self.number] = content, perf_counter()
        self._send(self.number, content)
        return self.number

    def _send(self, number: int, content: Any) -> None:
        if self.line is not None:
            self.line.send(json.dumps(["message", number, "1", content]))

    async def answered(self, **content: Any) -> None:
        """Send a message and wait for the answer."""
        number = self.say(**content)
        await self.until(lambda: number not in self.unanswered)

    async def until(self, test: Callable[[], Any]) -> None:
        """Wait until a condition of what is shown holds."""
        while not test():
            self.changed.clear()
            await self.changed.wait()
