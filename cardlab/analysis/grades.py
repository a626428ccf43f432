"""What a decision is called by what it cost: best, good, inaccuracy, mistake or blunder; and how accurate a player was.

The bounds are data (`POINTS`, `CHIPS`), one row for each thing that is paid or lost in, and pages say them.
A cost that its error can explain is never called more than good.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from cardlab.analysis.whatif import Estimate
from cardlab.choices import Word
from cardlab.tongits import Payment

ERRORS: Final = 2
"""What lies within so many standard errors is not called a cost."""


class Grade(Word):
    """What a decision is called, the best first."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


@dataclass(frozen=True, slots=True)
class Bounds:
    """From which cost on a decision is an inaccuracy, a mistake, a blunder, in points or in chips."""

    inaccuracy: float
    mistake: float
    blunder: float


POINTS: Final = Bounds(1.0, 3.0, 8.0)
"""Tongits, paid by deadwood (T9.3): in points."""
CHIPS: Final = Bounds(0.2, 0.5, 1.2)
"""Tongits, paid in chips (T9.4)."""
PAID: Final[Mapping[Payment, Bounds]] = {Payment.DEADWOOD: POINTS, Payment.CHIPS: CHIPS}
"""The bounds of a table of Tongits, by what is paid there."""


def graded(cost: Estimate, bounds: Bounds) -> Grade:
    """What a decision with this cost is called.

    >>> graded(Estimate(4.0, 0.5), POINTS), graded(Estimate(4.0, 2.5), POINTS)
    (Grade.MISTAKE, Grade.GOOD)
    """
    if cost.mean <= 0:
        return Grade.BEST
    if cost.mean < bounds.inaccuracy or cost.mean <= ERRORS * cost.error:
        return Grade.GOOD
    if cost.mean < bounds.mistake:
        return Grade.INACCURACY
    return Grade.MISTAKE if cost.mean < bounds.blunder else Grade.BLUNDER


def accuracy(costs: Iterable[float], bounds: Bounds) -> float | None:
    """How accurate these decisions were, from 0 to 1; None if there were none.

    A decision that costs nothing counts 1, one that costs as much as the least mistake one half, one that costs twice
    as much a quarter, and so on: 2 to the power of -cost / mistake. The accuracy is the mean of these.

    >>> accuracy([0.0, 3.0], POINTS)
    0.75
    """
    kept = [2.0 ** (-max(0.0, cost) / bounds.mistake) for cost in costs]
    return fmean(kept) if kept else None
