"""The probability that an unknown hand has at least some deadwood: a small table for players who decide at once.

The table was counted once (November 2026), not sampled, over the unseen cards of 400 played rounds of each preset, by
their mean points. It uses neither the identity of the cards nor the moves of the opponents.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Final

TABLE: Final = "call_odds.json"
ALWAYS: Final = 250
"""The number for certainty."""
SIZES, COUNTED = 14, 100
"""Hands of 0 to 13 cards; 0 to 99 points, where 99 includes everything above."""
LEAST_MEAN, MEANS = 7, 8
"""Mean points of the unseen cards, in half points: from 3.5 to 7, the ends including everything beyond."""
WAYS: Final = ("points", "least_deadwood")
"""T9.2: all cards of the hand count, or only those in no meld."""


@cache
def odds() -> tuple[int, ...]:
    """Return the whole table as one row of numbers: way by way, mean by mean, size by size, point by point."""
    table: dict[str, list[list[str]]] = json.loads(files("cardlab.bots").joinpath(TABLE).read_text(encoding="utf-8"))
    return tuple(number for way in WAYS for mean in table[way] for size in mean for number in bytes.fromhex(size))


def row(concealed_count: bool, points: int, cards: int) -> int:
    """Return the index of the odds for unseen cards with these points; `concealed_count` is the house rule."""
    mean = min(max(2 * points // max(1, cards) - LEAST_MEAN, 0), MEANS - 1)
    return ((0 if concealed_count else MEANS) + mean) * SIZES * COUNTED


def at_least(rows: int, size: int, points: int) -> int:
    """Return the probability that a hand of `size` cards has at least `points`, in parts of `ALWAYS`.

    >>> at_least(row(True, 65, 10), 12, 0), at_least(row(True, 65, 10), 12, 60) > 200
    (250, True)
    """
    return odds()[rows + COUNTED * size + min(points, COUNTED - 1)]
