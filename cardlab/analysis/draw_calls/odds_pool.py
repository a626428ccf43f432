"""A pool of unseen cards for counting hands: which cards are alike, and which melds it holds.

Knows T3, T9.1 and T10 by asking `melds_in`, so jokers and the high ace are in it; knows neither hands nor calls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import prod
from typing import TypeAlias

from cardlab.cards import Card
from cardlab.tongits import Kind, Meld, Rules, melds_in, points

__all__ = ["Axis", "Likeness", "Need", "Pool", "pool_of"]

Likeness: TypeAlias = Card | str | int
Need: TypeAlias = frozenset[tuple[Likeness, int]]


@dataclass(frozen=True, slots=True)
class Axis:
    """Cards that are alike: exchanging two of them changes no meld and no points."""

    likeness: Likeness
    steps: int
    points: int
    is_ace: bool
    melds: int


@dataclass(frozen=True, slots=True)
class Pool:
    """A pool of unseen cards as axes, and what each meld needs of them."""

    axes: tuple[Axis, ...]
    needs: frozenset[Need]

    @property
    def hands(self) -> int:
        """How many hands are different: what a grid costs."""
        return prod(axis.steps + 1 for axis in self.axes)

    @property
    def points(self) -> int:
        return sum(axis.steps * axis.points for axis in self.axes)

    @property
    def cards(self) -> int:
        return sum(axis.steps for axis in self.axes)


def pool_of(pool: Iterable[Card], rules: Rules) -> Pool:
    """The pool, with cards that are alike put together.

    A card that lies in some run is like no other; else the cards of a rank are alike if there is a set of them;
    else cards that count the same are. Jokers are alike.
    """
    cards = tuple(sorted(pool))
    melds = [meld for meld in melds_in(cards, rules) if meld.kind is Kind.SET or not _can_be_cut(meld)]
    in_run = {card for meld in melds if meld.kind is Kind.RUN for card in meld.cards}
    in_set = {card for meld in melds for card in meld.cards}

    def likeness(card: Card) -> Likeness:
        if card.is_joker:
            return "joker"
        return card if card in in_run else card.rank if card in in_set else points(card, rules)

    alike: dict[Likeness, list[Card]] = {}
    for card in cards:
        alike.setdefault(likeness(card), []).append(card)
    needs = frozenset(frozenset(Counter(map(likeness, meld.cards)).items()) for meld in melds)
    often = Counter(part for need in needs for part, _ in need)
    axes = (
        Axis(part, len(same), points(same[0], rules), same[0].number == 1, often[part]) for part, same in alike.items()
    )
    return Pool(tuple(axes), needs)


def _can_be_cut(run: Meld) -> bool:
    """Whether a run is two runs: then it need not be tried as one."""
    natural = [not card.is_joker for card in run.cards]
    return any(sum(natural[:cut]) >= 2 <= sum(natural[cut:]) for cut in range(3, len(run.cards) - 2))
