"""What a discard pile counts as, in words for a learner.

Knows how values are named; what a pile may count as is asked of `cardlab.tichu`.
"""

from __future__ import annotations

from cardlab.locale import rank_letter, say
from cardlab.tichu import Pile
from cardlab.tichu.piles import ALL_VALUES, WISHES

__all__ = ["counts"]


def counts(pile: Pile, lang: str) -> str:
    """What the pile counts as, a Phoenix with all that it may be (U5.2, U5.7)."""
    if pile.values == ALL_VALUES:
        return say("piles.counts_as_any", lang)
    return say("piles.counts_as", lang, values=tuple(_value_name(counted, lang) for counted in pile.values))


def _value_name(counted: int, lang: str) -> str:
    rank = WISHES[counted - 2] if 2 <= counted <= len(WISHES) + 1 else ""
    return f"{counted} ({rank_letter(rank, lang)})" if rank in tuple("JQKA") else str(counted)
