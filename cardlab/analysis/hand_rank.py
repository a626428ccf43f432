"""How good a hand is: how its least deadwood compares with that of every hand of as many cards.

Without jokers and high aces the hands of the full deck are counted once and for all (`unknown.full_deck`);
else many are dealt, and the shares have the errors of a sample.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Final

from cardlab.analysis import unknown
from cardlab.analysis.cancellation import still_wanted
from cardlab.analysis.draws import least
from cardlab.analysis.kernel import compiled
from cardlab.analysis.kernel.compiled import Kernel, tables
from cardlab.analysis.kernel.hands import HAND
from cardlab.cards import DECK, JOKERS
from cardlab.tongits import Rules, View

HANDS, HANDS_PLAIN = 40_000, 4_000
"""So many hands are dealt where they are not counted, with the compiled kernel and without it."""
AT_ONCE: Final = 500


@dataclass(frozen=True, slots=True)
class Rank:
    """A hand among all hands of as many cards.

    - `cards`, `own`: how many cards it has, and its least deadwood (T3, T9.1);
    - `counts`: how many hands have how much, by deadwood; `counted`: whether these are all hands, or only a sample.
    """

    cards: int
    own: int
    counts: tuple[int, ...]
    counted: bool

    @property
    def hands(self) -> int:
        """How many hands were counted or dealt."""
        return sum(self.counts)

    @property
    def better(self) -> float:
        """The share of hands with less deadwood, 0 to 1."""
        return sum(self.counts[: self.own]) / self.hands

    @property
    def level(self) -> float:
        """The share of hands with just as much."""
        return self.counts[self.own] / self.hands if self.own < len(self.counts) else 0.0

    @property
    def worse(self) -> float:
        """The share of hands with more deadwood."""
        return sum(self.counts[self.own + 1 :]) / self.hands

    def error(self, share: float) -> float:
        """The standard error of a share; 0 if all hands were counted."""
        if self.counted:
            return 0.0
        # Two more hands of either kind, as near 0 and 1 a sample is no good measure of its own error.
        mean = (share * self.hands + 2) / (self.hands + 4)
        return sqrt(mean * (1 - mean) / self.hands)


def rank(seen: View, *, seed: int = 0, hands: int | None = None, kernel: Kernel | None = None) -> Rank:
    """The rank of the viewer's hand; where hands are dealt, the same `seed` deals the same.

    >>> from cardlab.analysis.position import read, view_of
    >>> found = rank(view_of(read("hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h")))
    >>> found.own, round(found.better, 3), found.counted
    (64, 0.435, True)
    """
    own, size = least(seen.hand, seen.rules), len(seen.hand)
    if not seen.rules.jokers and not seen.rules.ace_high and size <= unknown.DEALT:
        return Rank(size, own, unknown.full_deck(size).counts, counted=True)
    engine = kernel or compiled.best()
    number = hands or (HANDS if engine.compiled else HANDS_PLAIN)
    counts: list[int] = [0] * (max(own, 1) + 1)
    for found in _dealt(size, seen.rules, number, seed, engine):
        counts.extend([0] * (found + 1 - len(counts)))
        counts[found] += 1
    return Rank(size, own, tuple(counts), counted=False)


def _dealt(size: int, rules: Rules, number: int, seed: int, kernel: Kernel) -> list[int]:
    """The least deadwood of so many hands, dealt from the full deck of these rules."""
    random, found = Random(seed), []
    deck = [card.bit for card in (*DECK, *JOKERS[: rules.jokers])]
    known, memory = tables(kernel, int(rules.ace_high), rules.jokers), kernel.memory(26)
    for place in range(number):
        if not place % AT_ONCE:
            still_wanted()
        hand = sum(random.sample(deck, size))
        naturals = hand & HAND
        jokers = (hand ^ naturals).bit_count()
        uncovered, in_run = known.uncovered, known.in_run
        found.append(
            int(kernel.hands.least_with_jokers(naturals, jokers, rules.joker_points, uncovered, in_run, memory, 0))
        )
    return found
