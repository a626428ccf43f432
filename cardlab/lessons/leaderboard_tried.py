"""How much luck the same cards take out, tried with bots: a table that was worked out beforehand and is kept.

- `EXPERIMENTS`: which two players are compared, over how many deals; `worked_out`: one of them, anew;
- `tried`: shows the table as it is kept; `python -m cardlab.lessons.leaderboard_tried` writes it (two minutes).

Both players have the same cards at the same seat, against the same two careful players.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from math import ceil, isfinite
from pathlib import Path
from random import Random
from typing import Final

from cardlab import bots
from cardlab.bots.tongits import Bot
from cardlab.locale import decimal, percent, say
from cardlab.tables.leaderboard import Luck, luck_of, played_twice
from cardlab.tongits import Move, View

KEPT: Final = Path(__file__).with_suffix(".json")


def now_and_then(share: float) -> Bot:
    """A careful player who makes this share of moves at random."""

    def move(seen: View, chance: Random) -> Move:
        at_random = chance.random() < share
        return bots.tongits.random(seen, chance) if at_random else bots.tongits.careful(seen, chance)

    return move


EXPERIMENTS: Final[Mapping[str, tuple[Bot, int]]] = {
    "at_random": (bots.tongits.random, 1200),
    "one_in_ten": (now_and_then(0.1), 600),
    "three_in_a_hundred": (now_and_then(0.03), 600),
}
"""Whom a careful player is compared with, and over how many deals."""


def worked_out(name: str, deals: int = 0) -> Luck:
    """An experiment; with fewer `deals` only the first ones. Raises KeyError if there is none of that name."""
    other, count = EXPERIMENTS[name]
    careful = bots.tongits.careful
    return luck_of(*played_twice(careful, other, careful, range(deals or count)))


def kept() -> dict[str, Luck]:
    """What was found, by experiment."""
    told = json.loads(KEPT.read_text(encoding="utf-8"))
    return {name: Luck(**figures) for name, figures in told.items()}


def tried(lang: str = "en") -> None:
    """Shows the table as it was worked out."""
    from IPython.display import display

    told = in_markdown(lang)
    display({"text/markdown": told, "text/plain": told}, raw=True)  # type: ignore[no-untyped-call]


def in_markdown(lang: str = "en") -> str:
    """The table in the words of a language."""
    heads = say("lesson.leaderboard.tried", lang).split(" | ")
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)]]
    for name, luck in kept().items():
        figures = (
            decimal(luck.difference, lang, 1),
            percent(luck.left, lang),
            *(decimal(ceil(rounds), lang) if isfinite(rounds) else "–" for rounds in _rounds(luck)),
        )
        lines.append([say(f"lesson.leaderboard.tried.{name}", lang), *figures])
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _rounds(luck: Luck) -> tuple[float, float]:
    return luck.rounds_apart, luck.rounds_together


def main() -> None:
    """Works everything out and writes the file."""
    found = {name: asdict(worked_out(name)) for name in EXPERIMENTS}
    KEPT.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
