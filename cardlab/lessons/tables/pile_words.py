"""A discard pile of Tichu 1.on.1 as a learner sees it: its upper cards, its name, its values, and why a card fits.

Knows how these are named; what a pile may count as, and what fits on it, is asked of `tichu`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cardlab.cards import Card
from cardlab.lessons.sentences import by_rule
from cardlab.locale import rank_letter, say
from cardlab.tichu import Pile, Rules, why_fit
from cardlab.tichu.piles import MAH_JONG, WISHES

__all__ = ["UPPER", "pile_name", "upper_cards", "value_names", "why_fits"]

UPPER: Final = 3
"""How many cards of a pile are shown."""
_LETTERS: Final = {WISHES.index(rank) + 2: rank for rank in "JQKA"}


def upper_cards(pile: Pile) -> tuple[Card, ...]:
    """The upper cards of the pile, the top one last."""
    return pile.cards[:UPPER][::-1]


def pile_name(pile: Pile, name: str, lang: str) -> str:
    """This name, with the wish of a Mah Jong, which one cannot see, or that none was made."""
    if pile.wish:
        return say("lesson.pile_with_wish", lang, pile=name, wish=pile.wish)
    return say("lesson.pile_without_wish", lang, pile=name) if pile.cards[:1] == (MAH_JONG,) else name


def value_names(values: Iterable[int], lang: str) -> tuple[str, ...]:
    """U1.4: values as a learner knows them: the number, and the letter of a court card or an ace."""
    return tuple(
        f"{worth} ({rank_letter(_LETTERS[worth], lang)})" if worth in _LETTERS else str(worth) for worth in values
    )


def why_fits(pile: Pile, card: Card, rules: Rules, lang: str) -> str:
    """Why a card that fits does, with its clause. Raises ValueError for one that does not."""
    fit = why_fit(pile, card, rules)
    if fit is None:
        raise ValueError(f"{card} does not fit on {pile}")
    return by_rule(f"fit.{fit.reason}", fit.rule, lang, **fit.facts)
