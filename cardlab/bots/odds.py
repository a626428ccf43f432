"""A table of how likely an unknown hand has at least a given deadwood.

With it, bots decide at once. It was counted, not sampled, in November 2026, from the unseen cards in 400 played rounds
of each preset. It depends only on the mean points of the unseen cards, not on the opponents' moves.
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
"""Hands have 0 to 13 cards, and 0 to 99 points. 99 includes everything above."""
LEAST_MEAN, MEANS = 7, 8
"""Mean points of the unseen cards, in half points: from 3.5 to 7, the ends including everything beyond."""
WAYS: Final = ("points", "least_deadwood")
"""The parts of the table: all cards of the hand count, or only those in no meld. [T9.2]"""


@cache
def odds() -> tuple[int, ...]:
    """Return the table of probabilities, in parts of `ALWAYS`.

    They are in order of `WAYS`, mean points of the unseen cards, hand size, and deadwood.
    """
    table: dict[str, list[list[str]]] = json.loads(Path(__file__).with_name(TABLE).read_text(encoding="utf-8"))
    return tuple(number for way in WAYS for mean in table[way] for size in mean for number in bytes.fromhex(size))
