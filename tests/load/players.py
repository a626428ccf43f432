"""Simulated players at tables of Tongits, each with a page of its own.

They draw, select a card, discard it, fold when asked, and have the next round dealt.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from cardlab.widgets.blocks import offers
from tests.load.page import SharedPage
from tests.load.teaching import blocks, texts


@dataclass(slots=True)
class Heard:
    """The measured times in seconds: from a move to its answer, and to another page.

    `rounds`: how many rounds have ended.
    """

    answers: list[float] = field(default_factory=list)
    reached: list[float] = field(default_factory=list)
    rounds: int = 0
    made: dict[tuple[str, int], tuple[float, str]] = field(default_factory=dict)
    """By table and moment: when the move that led there was sent, and by which page."""


def cookie(port: int, token: str) -> str:
    """Return the cookie of a player outside a class."""
    return f"cardlab-player-{port}={token}"


async def open_table(port: int, token: str, name: str = "", **chosen: str | bool) -> str:
    """Open a table as its page does, sit down there, and return its code."""
    async with SharedPage(port, "tables", cookie(port, token)) as page:
        for one, value in chosen.items():
            await page.answered(do="set", field=one, value=value)
        await page.answered(do="open", name=[name])
        address: str = page.said[-1]["go"]
        return address.partition("?")[0].rpartition("/")[2]


def places(shown: dict[str, Any]) -> list[tuple[str, str, list[str]]]:
    """Return the seats on a table's page: name, text, and CSS classes."""
    seats = next(one for one in blocks(shown["who"]) if one.get("style") == "cardlab-places")
    return [(one["label"], "".join(texts(one["blocks"][1])), one["style"].split()) for one in seats["blocks"]]


def can(shown: Any) -> set[object]:
    """Return the names of the messages that some blocks can send."""
    return {fixed["do"] for fixed, _ in offers(shown)}


class Player(SharedPage):
    """A player's page at a table.

    - `name`: what the player is called, "" for a stranger;
    - `heard`: where measured times go; `rest`: returns how long to wait before a turn, in seconds.
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
        super().__init__(port, f"table/{code}", cookie(port, token))
        self.code, self.token, self.name = code, token, name
        self.measured = heard or Heard()
        self.rest = rest

    def take(self, frame: list[Any]) -> None:
        """Take in a frame, and measure."""
        at = self.shown.get("at")
        said = self.unanswered.get(frame[1]) if frame[0] == "done" else None
        super().take(frame)
        if said is not None and said[0]["do"] == "move":
            self.measured.answers.append(perf_counter() - said[1])
        if self.shown.get("at") != at:
            sent = self.measured.made.get((self.code, self.shown.get("at", -1)))
            if sent is not None and sent[1] != self.page:
                self.measured.reached.append(perf_counter() - sent[0])

    def repeat(self, number: int) -> None:
        """Send a message; of a move, note the moment to which it leads."""
        if self.unanswered[number][0]["do"] == "move" and "at" in self.shown:
            self.measured.made[self.code, self.shown["at"] + 1] = perf_counter(), self.page
        super().repeat(number)

    @property
    def _may_draw(self) -> bool:
        """Whether a card can be drawn now."""
        return any(one["send"]["text"] == "draw" and one["main"] for one in self.shown["piles"]["begins"])

    @property
    def my_turn(self) -> bool:
        """Whether the player can do something now."""
        if self.shown.get("stage") != "table":
            return False
        return bool(self._may_draw or self.shown["turn"] == "Your turn." or not self.shown["playing"])

    async def play(self) -> None:
        """Sit down and play, round after round."""
        await self.until(lambda: self.shown)
        if "sit" in can(self.shown["who"]):
            await self.answered(do="sit", name=[self.name])
        while True:
            await self.until(lambda: self.my_turn or not self.shown.get("playing", True))
            if not self.shown["playing"]:
                if "deal" in can(self.shown["next"]) and self.shown.get("ending"):
                    self.measured.rounds += 1
                    await self.answered(do="deal")
                else:
                    self.changed.clear()
                    await self.changed.wait()
                continue
            await asyncio.sleep(self.rest())
            if self.my_turn:  # the line may have been lost meanwhile
                await self._turn()

    async def _turn(self) -> None:
        """Make the next move of a turn, from what is shown."""
        actions = {one["send"]["text"] for one in self.shown["actions"]}
        if "fold" in actions:
            await self.answered(do="move", text="fold")
        elif self._may_draw:
            await self.answered(do="move", text="draw")
        elif actions:
            await self.answered(do="move", text=f"discard {self.shown['hand']['cards'][-1]}")
        else:
            self.changed.clear()
            await self.changed.wait()
