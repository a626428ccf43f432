"""What a discard pile counts as, in words for a learner.

Knows the sentence; what a pile may count as is asked of `cardlab.tichu`.
"""

from __future__ import annotations

from cardlab.lessons.tables.pile_words import value_names
from cardlab.locale import say
from cardlab.tichu import Pile
from cardlab.tichu.piles import ALL_VALUES

__all__ = ["counts"]


def counts(pile: Pile, lang: str) -> str:
    """What the pile counts as, a Phoenix with all that it may be (U5.2, U5.7)."""
    if pile.values == ALL_VALUES:
        return say("piles.counts_as_any", lang)
    return say("piles.counts_as", lang, values=value_names(pile.values, lang))
