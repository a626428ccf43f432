"""How little a hand given as bits leaves: as it is, after the best discard, and after a draw and the best discard.

Remembers every hand it has met. A card that melds with nothing held needs no count: it stays loose or is thrown again.
Knows hands; knows neither whose they are nor how likely a draw is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final, TypeAlias

from cardlab.analysis import compiled
from cardlab.analysis.whatif import tables
from cardlab.cards import DECK, JOKERS, SUITS, Card
from cardlab.tongits import Rules, points

__all__ = ["Hands", "Least", "bit", "cards_of", "least_of_mask"]

Least: TypeAlias = Callable[[int], int]
"""The least deadwood of a hand given as bits, bit `Card.index` for each card, jokers from bit 52 on."""

SHEET: Final = Rules()
ALL_CARDS: Final = DECK + JOKERS
NATURALS: Final = (1 << len(DECK)) - 1
RANKS_OF_A_SUIT: Final = 13
ONE_SUIT: Final = (1 << RANKS_OF_A_SUIT) - 1
LOW_ACE: Final = 1
ABOVE_THE_KING: Final = 1 << RANKS_OF_A_SUIT
MORE_THAN_ANY: Final = 1_000_000


def least_of_mask(rules: Rules = SHEET) -> Least:
    """What counts a hand given as bits: the kernel, compiled if that has been loaded; as `tongits.least_deadwood` does.

    >>> from cardlab.cards import cards
    >>> least_of_mask()(sum(map(bit, cards("4h 5h 6h Kd"))))
    10
    """
    kernel = compiled.best()
    uncovered, in_run, _ = tables(kernel, int(rules.ace_high), rules.jokers)
    natural, with_jokers = kernel.kernel.least_deadwood, kernel.kernel.least_with_jokers
    joker_points, memory = rules.joker_points, kernel.memory(26)

    def least(held: int) -> int:
        if held <= NATURALS:
            return int(natural(held, uncovered, in_run))
        jokers = (held >> len(DECK)).bit_count()
        return int(with_jokers(held & NATURALS, jokers, joker_points, uncovered, in_run, memory, 0))

    return least


class Hands:
    """The hands met so far under some rules, and what `least` says of them."""

    def __init__(self, rules: Rules, least: Least) -> None:
        self._rules = rules
        self._count = least
        self._least: dict[int, int] = {}
        self._thrown: dict[int, int] = {}
        self._totals: dict[int, dict[int, int]] = {}
        by_points: dict[int, int] = {}
        for card in ALL_CARDS:
            worth = points(card, rules)
            by_points[worth] = by_points.get(worth, 0) | bit(card)
        # The cards by points, dearest first.
        self._dearest = sorted(by_points.items(), reverse=True)

    def least(self, held: int) -> int:
        """The least deadwood of a hand."""
        found = self._least.get(held)
        if found is None:
            found = self._least[held] = self._count(held)
        return found

    def thrown(self, held: int) -> int:
        """The least deadwood after the best discard."""
        found = self._thrown.get(held)
        if found is None:
            found = self._thrown[held] = self._throw(held)
        return found

    def _throw(self, held: int) -> int:
        # To throw a card saves its points at most: what is cheaper than the best found so far need not be tried.
        whole, best = self.least(held), MORE_THAN_ANY
        for worth, cards in self._dearest:
            if whole - worth >= best:
                break
            those = held & cards
            while those:
                lowest = those & -those
                those ^= lowest
                left = self.least(held ^ lowest)
                if left < best:
                    best = left
                    if best <= whole - worth:
                        return best
        return best

    def best_discard(self, rest: int, drawn: Card) -> tuple[int, Card]:
        """The least deadwood after drawing a card and the best discard: that card itself if it is as good as any."""
        held = rest | bit(drawn)
        least = self.thrown(held)
        if self.least(rest) == least:
            return least, drawn
        return least, next(card for card in cards_of(held) if self.least(held & ~bit(card)) == least)

    def melding(self, rest: int) -> int:
        """The cards of the game, as bits, that lie in some meld together with cards of the hand (T3, T10.2)."""
        jokers = (rest >> len(DECK)).bit_count()
        ace_high = self._rules.ace_high
        found = 0
        suits = [rest >> RANKS_OF_A_SUIT * suit & ONE_SUIT for suit in range(len(SUITS))]
        clubs, diamonds, hearts, spades = suits
        twice = (clubs | diamonds) & (hearts | spades) | clubs & diamonds | hearts & spades
        same = clubs | diamonds | hearts | spades if jokers else twice
        for suit, ranks in enumerate(suits):
            found |= (same | _beside(ranks, jokers, ace_high)) << RANKS_OF_A_SUIT * suit
        # A joker melds where two cards are held that it can stand beside.
        if twice or any(_beside(ranks, jokers + 1, ace_high) & ranks for ranks in suits):
            found |= ~NATURALS
        return found

    def total(self, rest: int, coming: int) -> int:
        """The least deadwood after one draw and the best discard, added up over all the cards that may come."""
        left = self.least(rest)
        may_meld = self.melding(rest)
        total = 0
        melding = coming & may_meld
        while melding:
            lowest = melding & -melding
            melding ^= lowest
            total += self.thrown(rest | lowest)
        loose = coming & ~may_meld
        if loose:
            # A card that melds with nothing stays in the hand or is thrown again.
            without = self.thrown(rest) if rest else 0
            for worth, cards in self._dearest:
                total += (loose & cards).bit_count() * min(left, worth + without)
        return total

    def after_discard_between(self, rest: int, drawn: Card, coming: int) -> int:
        """After drawing `drawn`: the least total over all the cards that may come next, by the best discard."""
        gone = bit(drawn)
        held, still = rest | gone, coming & ~gone
        if not still:
            return self.thrown(held)
        totals = self._totals.setdefault(gone, {})
        best = MORE_THAN_ANY
        for card in cards_of(held):
            kept = held & ~bit(card)
            total = totals.get(kept)
            if total is None:
                total = totals[kept] = self.total(kept, still)
            best = min(best, total)
        return best


@cache
def _beside(ranks: int, jokers: int, ace_high: bool) -> int:
    """Which ranks of a suit lie in a run together with ranks held of it: with a joker one of them is enough."""
    row = ranks | (ranks & LOW_ACE) << RANKS_OF_A_SUIT if ace_high else ranks
    if jokers:
        near = 0
        for distance in range(1, jokers + 2):
            near |= row << distance | row >> distance
    else:
        near = row << 1 & row << 2 | row << 1 & row >> 1 | row >> 1 & row >> 2
    if ace_high and near & ABOVE_THE_KING:
        near |= LOW_ACE
    return near & ONE_SUIT


def bit(card: Card) -> int:
    """The bit that stands for a card, a joker too."""
    return 1 << card.index


def cards_of(held: int) -> Iterator[Card]:
    """The cards whose bits are set, in order."""
    while held:
        lowest = held & -held
        held ^= lowest
        yield ALL_CARDS[lowest.bit_length() - 1]
