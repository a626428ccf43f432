"""A table of the probability that an unknown hand has at least some deadwood.

Bots use it to decide at once. It was counted once, in November 2026, not sampled. The counts come from the unseen cards
in 400 played rounds of each preset. Of these cards it uses only the mean points, and it ignores the opponents' moves.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final

TABLE: Final = "call_odds.json"
ALWAYS: Final = 250
"""The number that means certainty in the table."""
SIZES, COUNTED = 14, 100
"""Hands of 0 to 13 cards; 0 to 99 points, where 99 includes everything above."""
LEAST_MEAN, MEANS = 7, 8
"""Mean points of the unseen cards, in half points: from 3.5 to 7, the ends including everything beyond."""
WAYS: Final = ("points", "least_deadwood")
"""The parts of the table: all cards of the hand count, or only those in no meld. [T9.2]"""


@cache
def odds() -> tuple[int, ...]:
    """Return the whole table, in order of `WAYS`, mean points, hand size, points."""
    table: dict[str, list[list[str]]] = json.loads(Path(__file__).with_name(TABLE).read_text(encoding="utf-8"))
    return tuple(number for way in WAYS for mean in table[way] for size in mean for number in bytes.fromhex(size))


def row(concealed_count: bool, points: int, cards: int) -> int:
    """Return the index in the table for `cards` unseen cards with these points.

    `concealed_count`: whether all cards of a hand count, by house rule.
    """
    mean = min(max(2 * points // max(1, cards) - LEAST_MEAN, 0), MEANS - 1)
    return ((0 if concealed_count else MEANS) + mean) * SIZES * COUNTED


def at_least(rows: int, size: int, points: int) -> int:
    """Return the probability that a hand of `size` cards has at least `points`.

    It is in parts of `ALWAYS`. `rows`: the index in the table, see `row`.

    >>> at_least(row(True, 65, 10), 12, 0), at_least(row(True, 65, 10), 12, 60) > 200
    (250, True)
    """
    return odds()[rows + COUNTED * size + min(points, COUNTED - 1)]
