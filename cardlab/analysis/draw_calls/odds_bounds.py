"""What two unknown hands count, between bounds: from each hand alone, where both together are too many to count.

The bounds always hold; how they were found is said with them. Knows what `odds_deals` knows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Final, TypeAlias

from cardlab.analysis import unknown
from cardlab.cards import Card
from cardlab.tongits import Rules

__all__ = ["BoundDeals", "JokerDeals", "Odds", "Thresholds", "exactly"]

TOGETHER: Final = 30
"""With jokers among more unseen cards than these, hands as large as two hands together take too long to count."""

Thresholds: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Odds:
    """A probability, or an expected number, that is known exactly or lies between two bounds.

    >>> Odds(Fraction(1, 3), Fraction(1, 3)).exact, Odds(Fraction(0), Fraction(1)).exact
    (True, False)
    """

    low: Fraction
    high: Fraction

    @property
    def exact(self) -> bool:
        """Whether both bounds are the same number."""
        return self.low == self.high


def exactly(number: Fraction | int) -> Odds:
    return Odds(Fraction(number), Fraction(number))


class BoundDeals:
    """Least deadwood of two hands from that of each of them alone: bounds that always hold, whatever lies between.

    Both hands stay below their thresholds at most as often as the one that does so more seldom (Fréchet); only if all
    their cards together, as one hand, leave less than both thresholds allow, for the melds of each are melds of both;
    and in no more deals than there are pairs of such hands, were they allowed to share cards.
    """

    def __init__(self, pool: tuple[Card, ...], sizes: tuple[int, int], rules: Rules) -> None:
        together = sum(sizes) if len(pool) <= TOGETHER or not any(card.is_joker for card in pool) else 0
        known = unknown.least_deadwood(pool, rules, max(*sizes, together))
        self._aces, self._cards, self._sizes = sum(card.number == 1 for card in pool), len(pool), sizes
        self._shared = Fraction(comb(len(pool), sizes[1]), comb(len(pool) - sizes[0], sizes[1]))
        self._hands = [self._probabilities(known[size]) for size in sizes]
        self.exact = False
        self._together = self._probabilities(known[together]) if together else [Fraction(1)]

    @staticmethod
    def _probabilities(known: unknown.Distribution) -> list[Fraction]:
        return [Fraction(ways, known.total) for ways in known.counts]

    def both(self, thresholds: Thresholds) -> Odds:
        low, high = self._both_below(thresholds)
        neither = 1 - sum(sum(hand[: max(at, 0)]) for hand, at in zip(self._hands, thresholds, strict=True))
        return Odds(neither + low, neither + high)

    def above(self, who: int, own: int, thresholds: Thresholds) -> Odds:
        mine, others = max(thresholds[who], 0), max(thresholds[1 - who], 0)
        low, high = self._both_below(thresholds)
        lost = sum(self._hands[1 - who][:others], Fraction(0))
        reached = [(points - own, part) for points, part in enumerate(self._hands[who]) if points >= mine]
        total = sum((points * part for points, part in reached), Fraction(0))
        # What the other hand takes away is at worst the dearest of these hands, at best the cheapest.
        return Odds(total - _dearest(reached[::-1], lost - low), total - _dearest(reached, lost - high))

    def aces(self, who: int, thresholds: Thresholds) -> Odds:
        average = Fraction(self._aces * self._sizes[who], self._cards)
        if not any(thresholds):
            return exactly(average)
        most = min(
            self.both(thresholds).high * min(self._aces, self._sizes[who]),
            average,
        )
        return Odds(Fraction(0), most)

    def _both_below(self, thresholds: Thresholds) -> tuple[Fraction, Fraction]:
        first, second = (sum(hand[: max(at, 0)], Fraction(0)) for hand, at in zip(self._hands, thresholds, strict=True))
        together = sum(self._together[: max(sum(thresholds) - 1, 0)], Fraction(0))
        pairs = first * second * self._shared
        return max(Fraction(0), first + second - 1), min(first, second, together, pairs)


class JokerDeals:
    """Least deadwood from a pool that is too large for the jokers in it: bounds from hands without jokers.

    At least what comes of the deals that leave all jokers in the stock; at most what one hand alone could count if it
    laid no joker in a meld.
    """

    exact = False

    def __init__(self, pool: tuple[Card, ...], sizes: tuple[int, int], rules: Rules) -> None:
        naturals = tuple(card for card in pool if not card.is_joker)
        self._jokers, self._naturals, self._sizes, self._each = (
            len(pool) - len(naturals),
            len(naturals),
            sizes,
            rules.joker_points,
        )
        self._aces = sum(card.number == 1 for card in naturals)
        self._without = BoundDeals(naturals, sizes, rules) if sum(sizes) <= len(naturals) else None
        hidden = len(pool) - sum(sizes)
        self._none = Fraction(comb(hidden, self._jokers), comb(len(pool), self._jokers))
        self._known = unknown.least_deadwood(naturals, rules, max(sizes))

    def both(self, thresholds: Thresholds) -> Odds:
        low = self._none * self._without.both(thresholds).low if self._without else Fraction(0)
        return Odds(low, min(self._reaches(who, threshold) for who, threshold in enumerate(thresholds)))

    def above(self, who: int, own: int, thresholds: Thresholds) -> Odds:
        low = self._none * self._without.above(who, own, thresholds).low if self._without else Fraction(0)
        return Odds(low, self._at_most(who, lambda points: max(0, points - own)))

    def aces(self, who: int, thresholds: Thresholds) -> Odds:
        average = Fraction(self._aces * self._sizes[who], self._naturals + self._jokers)
        return Odds(Fraction(0) if any(thresholds) else average, average)

    def _reaches(self, who: int, threshold: int) -> Fraction:
        return self._at_most(who, lambda points: points >= threshold)

    def _at_most(self, who: int, worth: Callable[[int], int]) -> Fraction:
        """The mean worth of a hand that lays no joker."""
        size, found = self._sizes[who], Fraction(0)
        for held in range(min(self._jokers, size) + 1):
            if size - held in self._known:
                ways = comb(self._jokers, held)
                hands = enumerate(self._known[size - held].counts)
                found += ways * sum(count * worth(points + held * self._each) for points, count in hands)
        return found / comb(self._naturals + self._jokers, size)


def _dearest(hands: Sequence[tuple[int, Fraction]], share: Fraction) -> Fraction:
    """What the first hands in this order are worth, as many of them as have this share."""
    found = Fraction(0)
    for points, part in hands:
        taken = min(part, share)
        found += points * taken
        share -= taken
    return found
