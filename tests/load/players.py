"""People at tables of Tongits between devices, over sockets: each plays by the rules from what its page is sent.

They draw, select a card, discard it, fold when asked, and are ready for the next round.
A player keeps what was not answered and says it once more when the line is back, as the page does.
"""

import asyncio
import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any
from urllib.parse import urlencode

from tests.load.line import Line, Refused, post

PAUSES = (0.0, 0.1, 0.2, 0.4, 0.8)
MOVES = ("draw", "take", "discard", "fold", "challenge", "call", "lay")


@dataclass(slots=True)
class Heard:
    """What has been measured, in seconds: from a move to its answer, and until another page shows it."""

    answers: list[float] = field(default_factory=list)
    reached: list[float] = field(default_factory=list)
    rounds: int = 0
    made: dict[tuple[str, int], tuple[float, str]] = field(default_factory=dict)
    """When the move was sent that led a table to this moment of its round, and by which page."""


async def open_table(port: int, token: str, **options: str) -> str:
    """Opens a table as the form of the page does; gives its code."""
    form = urlencode({"game": "tongits sheet", "watch": "table", "clock": "0", **options}).encode()
    headers = {
        "Cookie": f"cardlab-player-{port}={token}",
        "Origin": f"http://127.0.0.1:{port}",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    answer = await post(port, "/tables", form, headers)
    assert answer.status == 303, answer
    return answer.headers["location"].partition("?")[0].rpartition("/")[2]


class Player:
    """One page at a table.

    - `name`: what the player is called, "" for a spectator;
    - `heard`: where what is measured goes; `rest`: how long to wait before each turn, in seconds;
    - `acknowledged`: moves that the server has acknowledged, as the number of the message and what it did.
    """

    def __init__(
        self,
        port: int,
        code: str,
        token: str,
        name: str = "",
        *,
        heard: Heard | None = None,
        rest: Callable[[], float] = lambda: 0.0,
    ) -> None:
        self.port, self.code, self.token, self.name = port, code, token, name
        self.heard = heard or Heard()
        self.rest = rest
        self.page = secrets.token_hex(12)
        self.shown: dict[str, Any] = {}
        self.frames: Callable[[list[Any]], None] = lambda frame: None
        self.unanswered: dict[int, tuple[dict[str, Any], float]] = {}
        self.acknowledged: list[int] = []
        self.number = 0
        self.line: Line | None = None
        self.changed = asyncio.Event()
        self.times_back = 0

    async def listen(self) -> None:
        """Keeps the line and takes in what comes, until it is cancelled; a line that is lost is opened anew."""
        tries = 0
        while True:
            try:
                headers = {"Cookie": f"cardlab-player-{self.port}={self.token}"}
                line = await Line.open(self.port, f"/table/{self.code}/line?lang=en", headers=headers, packed=False)
            except (OSError, asyncio.IncompleteReadError, Refused):
                await asyncio.sleep(PAUSES[min(tries, len(PAUSES) - 1)])
                tries += 1
                continue
            tries = 0
            self.line, self.shown = line, {}
            line.send(json.dumps({"page": self.page}))
            for number, (content, _) in list(self.unanswered.items()):
                line.send(json.dumps([number, content]))
            try:
                while (message := await line.read()) is not None:
                    for told in json.loads(message or "[]"):
                        self._take(told)
            except (OSError, asyncio.IncompleteReadError):
                pass
            finally:
                self.line = None
                self.times_back += 1
                line.close()

    def _take(self, frame: list[Any]) -> None:
        self.frames(frame)
        kind, *told = frame
        if kind == "state":
            at = self.shown.get("at")
            self.shown = {**self.shown, **told[0]}
            for gone in told[1]:
                del self.shown[gone]
            if self.shown.get("at") != at:
                sent = self.heard.made.get((self.code, self.shown.get("at", -1)))
                if sent is not None and sent[1] != self.page:
                    self.heard.reached.append(perf_counter() - sent[0])
        elif kind == "done" and told[0] in self.unanswered:
            content, sent = self.unanswered.pop(told[0])
            self.acknowledged.append(told[0])
            if content["do"] in MOVES:
                self.heard.answers.append(perf_counter() - sent)
        self.changed.set()

    def say(self, **content: Any) -> int:
        """Says something; it is answered as soon as it is durable."""
        self.number += 1
        now = perf_counter()
        self.unanswered[self.number] = content, now
        if content["do"] in MOVES and "at" in self.shown:
            self.heard.made[self.code, self.shown["at"] + 1] = now, self.page
        if self.line is not None:
            self.line.send(json.dumps([self.number, content]))
        return self.number

    async def answered(self, **content: Any) -> None:
        """Says something and waits for the answer."""
        number = self.say(**content)
        await self.until(lambda: number not in self.unanswered)

    async def until(self, test: Callable[[], Any]) -> None:
        """Waits until what is shown is so."""
        while not test():
            self.changed.clear()
            await self.changed.wait()

    @property
    def _may_draw(self) -> bool:
        """Whether a card can be drawn now."""
        return any(one["send"]["do"] == "draw" and one["main"] for one in self.shown["piles"]["begins"])

    @property
    def my_turn(self) -> bool:
        """Whether something can be done here now."""
        if self.shown.get("stage") != "table" or self.shown["looks_on"]:
            return False
        return bool(self._may_draw or self.shown["turn"] == "Your turn." or not self.shown["room"]["playing"])

    async def play(self) -> None:
        """Sits down and plays, round after round."""
        await self.until(lambda: self.shown)
        if not any(seat["you"] for seat in self.shown["room"]["seats"]):
            await self.answered(do="sit", name=self.name)
        while True:
            await self.until(lambda: self.my_turn or not self.shown.get("room", {}).get("playing", True))
            room = self.shown["room"]
            if not room["playing"]:
                if any(one["do"] == "ready_up" for one in room["buttons"]):
                    self.heard.rounds += bool(self.shown.get("ending"))
                    await self.answered(do="ready_up")
                else:
                    self.changed.clear()
                    await self.changed.wait()
                continue
            await asyncio.sleep(self.rest())
            await self._turn()

    async def _turn(self) -> None:
        """What comes next in a turn, from what is shown."""
        actions = {one["send"]["do"] for one in self.shown["actions"]}
        if "fold" in actions:
            await self.answered(do="fold")
        elif self._may_draw:
            await self.answered(do="draw")
        elif actions:
            hand = self.shown["hand"]
            if not hand["selected"]:
                await self.answered(do="select", cards=hand["cards"][-1:], number=hand["last_message"] + 1)
            if self.shown["hand"]["selected"]:
                await self.answered(do="discard")
        else:
            self.changed.clear()
            await self.changed.wait()
