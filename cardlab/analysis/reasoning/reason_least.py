"""The least deadwood of hundreds of hands at once, with jokers too: a reason counts it for every unseen card.

Knows which way is the quick one: the kernel, compiled once that is there; the judge of it is `cardlab.tongits`.
"""

from __future__ import annotations

from cardlab.analysis.counting.remaining import bit, least_of_mask
from cardlab.analysis.reasoning.reason_data import Cards
from cardlab.analysis.wanted import still_wanted
from cardlab.tongits import Rules

__all__ = ["least"]


def least(hand: Cards, rules: Rules) -> int:
    """The least deadwood of a hand: the same as `tongits.least_deadwood`, with jokers in a twentieth of the time.

    >>> from cardlab.cards import cards
    >>> least(cards("4h X1 6h Kd"), Rules(jokers=1))
    10
    """
    still_wanted()
    return least_of_mask(rules)(sum(map(bit, hand)))
