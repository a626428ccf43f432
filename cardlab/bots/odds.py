"""How likely an unknown hand counts at least so many points: a small table, for players who decide at once.

The table is counted, not sampled (`tests.research.call_odds` makes it): for the cards that nobody has seen in played
rounds, sorted by how dear they are on average. It knows neither which cards they are nor what the others have done.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Final

TABLE: Final = "call_odds.json"
ALWAYS: Final = 250
"""The number that stands for what is certain."""
SIZES, COUNTED = 14, 100
"""Hands of 0 to 13 cards; 0 to 99 points, where 99 stands for all above too."""
LEAST_MEAN, MEANS = 7, 8
"""What the unseen cards count on average, in half points: from 3.5 to 7, where the ends stand for all beyond."""
WAYS: Final = ("points", "least_deadwood")
"""T9.2: all the cards of the hand count, or only what is in no meld."""


@cache
def odds() -> tuple[int, ...]:
    """The whole table as one row of numbers: way by way, mean by mean, size by size, point by point."""
    table: dict[str, list[list[str]]] = json.loads(files("cardlab.bots").joinpath(TABLE).read_text(encoding="utf-8"))
    return tuple(number for way in WAYS for mean in table[way] for size in mean for number in bytes.fromhex(size))


def row(concealed_count: bool, points: int, cards: int) -> int:
    """Where the odds begin for unseen cards that count so many points in all; `concealed_count` is that house rule."""
    mean = min(max(2 * points // max(1, cards) - LEAST_MEAN, 0), MEANS - 1)
    return ((0 if concealed_count else MEANS) + mean) * SIZES * COUNTED


def at_least(rows: int, size: int, points: int) -> int:
    """How likely a hand of `size` cards counts at least so many points, in parts of `ALWAYS`.

    >>> at_least(row(True, 65, 10), 12, 0), at_least(row(True, 65, 10), 12, 60) > 200
    (250, True)
    """
    return odds()[rows + COUNTED * size + min(points, COUNTED - 1)]
