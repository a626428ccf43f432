"""People at tables of Tongits between devices, over sockets: each plays by the rules from what its page is sent.

They draw, select a card, discard it, fold when asked, and are ready for the next round.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from cardlab.widgets.blocks import offers
from tests.load.shared import SharedPage
from tests.load.teaching import blocks, texts

MOVES = ("draw", "take", "discard", "fold", "challenge", "call", "lay")


@dataclass(slots=True)
class Heard:
    """What has been measured, in seconds: from a move to its answer, and until another page shows it."""

    answers: list[float] = field(default_factory=list)
    reached: list[float] = field(default_factory=list)
    rounds: int = 0
    made: dict[tuple[str, int], tuple[float, str]] = field(default_factory=dict)
    """When the move was sent that led a table to this moment of its round, and by which page."""


def cookie(port: int, token: str) -> str:
    """The cookie of a player outside a class."""
    return f"cardlab-player-{port}={token}"


async def open_table(port: int, token: str, name: str = "", **chosen: str | bool) -> str:
    """Opens a table as its page does, and sits down there; gives its code."""
    async with SharedPage(port, "tables", cookie(port, token)) as page:
        for one, value in chosen.items():
            await page.answered(do="set", field=one, value=value)
        await page.answered(do="open", name=[name])
        address: str = page.said[-1]["go"]
        return address.partition("?")[0].rpartition("/")[2]


def places(shown: dict[str, Any]) -> list[tuple[str, str, list[str]]]:
    """The seats on a page of a table: name, what is said of it, and classes."""
    seats = next(one for one in blocks(shown["who"]) if one.get("style") == "cardlab-places")
    return [(one["label"], "".join(texts(one["blocks"][1])), one["style"].split()) for one in seats["blocks"]]


def can(shown: Any) -> set[object]:
    """What can be sent from some blocks."""
    return {fixed["do"] for fixed, _ in offers(shown)}


class Player(SharedPage):
    """One page at a table.

    - `name`: what the player is called, "" for a spectator;
    - `heard`: where what is measured goes; `rest`: how long to wait before each turn, in seconds.
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
        self.heard = heard or Heard()
        self.rest = rest

    def take(self, frame: list[Any]) -> None:
        """Takes in a frame, and measures."""
        at = self.shown.get("at")
        said = self.unanswered.get(frame[1]) if frame[0] == "done" else None
        super().take(frame)
        if said is not None and said[0]["do"] in MOVES:
            self.heard.answers.append(perf_counter() - said[1])
        if self.shown.get("at") != at:
            sent = self.heard.made.get((self.code, self.shown.get("at", -1)))
            if sent is not None and sent[1] != self.page:
                self.heard.reached.append(perf_counter() - sent[0])

    def say(self, **content: Any) -> int:
        """Says something; of a move it is noted to what moment it leads."""
        if content["do"] in MOVES and "at" in self.shown:
            self.heard.made[self.code, self.shown["at"] + 1] = perf_counter(), self.page
        return super().say(**content)

    @property
    def _may_draw(self) -> bool:
        """Whether a card can be drawn now."""
        return any(one["send"]["do"] == "draw" and one["main"] for one in self.shown["piles"]["begins"])

    @property
    def my_turn(self) -> bool:
        """Whether something can be done here now."""
        if self.shown.get("stage") != "table" or self.shown["looks_on"]:
            return False
        return bool(self._may_draw or self.shown["turn"] == "Your turn." or not self.shown["playing"])

    async def play(self) -> None:
        """Sits down and plays, round after round."""
        await self.until(lambda: self.shown)
        if "sit" in can(self.shown["who"]):
            await self.answered(do="sit", name=[self.name])
        while True:
            await self.until(lambda: self.my_turn or not self.shown.get("playing", True))
            if not self.shown["playing"]:
                if "ready_up" in can(self.shown["next"]):
                    self.heard.rounds += bool(self.shown.get("ending"))
                    await self.answered(do="ready_up")
                else:
                    self.changed.clear()
                    await self.changed.wait()
                continue
            await asyncio.sleep(self.rest())
            if self.my_turn:  # the line may have been lost meanwhile
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
            if self.shown and self.shown["hand"]["selected"]:
                await self.answered(do="discard")
        else:
            self.changed.clear()
            await self.changed.wait()
