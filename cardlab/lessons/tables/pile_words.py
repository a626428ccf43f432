"""A discard pile of Tichu 1.on.1 as a learner sees it: its upper cards, its name, its values, and why a card fits.

Knows how these are named; what a pile may count as, and what fits on it, is asked of `tichu`.
"""

from __future__ import annotations

from typing import Final

from cardlab.cards import Card
from cardlab.tell.tichu import pile_name, value_names, why_fits
from cardlab.tichu import Pile

__all__ = ["UPPER", "pile_name", "upper_cards", "value_names", "why_fits"]

UPPER: Final = 3
"""How many cards of a pile are shown."""


def upper_cards(pile: Pile) -> tuple[Card, ...]:
    """The upper cards of the pile, the top one last."""
    return pile.cards[:UPPER][::-1]
