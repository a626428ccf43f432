"""A page over a socket whose scene others look at too: a table, the list of tables, a board.

It keeps what was not answered and says it once more when its line is back, as `line.js` does.
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
    """One page, at a path of the course below its address, with these cookies; `async with` opens and leaves it.

    - `shown`: the picture; `said`: what was said once beside it;
    - `frames`: called with each frame; `is_over`: whether it was sent away;
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
        """A line of this page, before a word is said. Raises Refused, or OSError or IncompleteReadError."""
        address = f"/line/{self.path}?lang={self.lang}"
        return await Line.open(self.port, address, headers={"Cookie": self.cookies}, packed=False)

    async def listen(self) -> None:
        """Keeps the line and takes in what comes, until the page is sent away; a line that is lost is opened anew."""
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
        """Takes in a frame."""
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
            case ["over"]:
                self.is_over = True
        self.changed.set()

    def say(self, **content: Any) -> int:
        """Says something; it is answered as soon as it is durable."""
        self.number += 1
        self.unanswered[self.number] = content, perf_counter()
        self._send(self.number, content)
        return self.number

    def _send(self, number: int, content: Any) -> None:
        if self.line is not None:
            self.line.send(json.dumps(["message", number, "1", content]))

    async def answered(self, **content: Any) -> None:
        """Says something and waits for the answer."""
        number = self.say(**content)
        await self.until(lambda: number not in self.unanswered)

    async def until(self, test: Callable[[], Any]) -> None:
        """Waits until what is shown is so."""
        while not test():
            self.changed.clear()
            await self.changed.wait()
