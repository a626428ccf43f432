"""Grades for the cost of a decision, from best to blunder.

The bounds are data (`POINTS`, `CHIPS`), one row for each currency, and pages show them.
A cost of at most two standard errors is never graded worse than good.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cardlab.analysis.whatif import Estimate
from cardlab.choices import Word
from cardlab.tongits import Payment

ERRORS: Final = 2
"""A cost of at most this many standard errors counts as none."""


class Grade(Word):
    """The grade of a decision, from best to worst."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


@dataclass(frozen=True, slots=True)
class Bounds:
    """The lowest cost of an inaccuracy, a mistake and a blunder, in points or chips."""

    inaccuracy: float
    mistake: float
    blunder: float


POINTS: Final = Bounds(1.0, 3.0, 8.0)
"""For Tongits paid by deadwood, in points. [T9.3]"""
CHIPS: Final = Bounds(0.2, 0.5, 1.2)
"""For Tongits paid in chips. [T9.4]"""
PAID: Final[Mapping[Payment, Bounds]] = {Payment.DEADWOOD: POINTS, Payment.CHIPS: CHIPS}
"""The bounds by what is paid."""


def graded(cost: Estimate, bounds: Bounds) -> Grade:
    """Return the grade of a decision with this cost.

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
