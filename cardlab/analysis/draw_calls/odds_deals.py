"""What two unknown hands count, as probabilities: exact by the grid or by sums of points, else by `odds_bounds`.

Knows pools, sizes and thresholds, and which way of counting serves; knows neither callers nor payments.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Final, Protocol

from cardlab.analysis import unknown
from cardlab.analysis.compiled import Kernel
from cardlab.analysis.draw_calls.odds_bounds import BoundDeals, JokerDeals, Odds, Thresholds, exactly
from cardlab.analysis.draw_calls.odds_grid import Grid
from cardlab.analysis.draw_calls.odds_kernel import BY_ACE, BY_POINT, ONE
from cardlab.analysis.draw_calls.odds_points import PointTable, hands_by_points, heaps_of
from cardlab.analysis.draw_calls.odds_pool import Pool, pool_of
from cardlab.cards import Card
from cardlab.tongits import Rules

__all__ = ["ALWAYS_EXACT", "Deals", "GridDeals", "PointDeals", "deals_of"]

ALWAYS_EXACT: Final = 25
"""Up to so many unseen cards every answer is exact."""
QUICK: Final = 1 << 22
"""With more unseen cards still, if no more hands than this are different."""


class Deals(Protocol):
    """Two hands of known size, dealt from a pool. Thresholds are of the first and the second hand; 0 asks nothing."""

    exact: bool
    """Whether every answer is."""

    def both(self, thresholds: Thresholds) -> Odds:
        """How likely each of them counts at least its threshold."""

    def above(self, who: int, own: int, thresholds: Thresholds) -> Odds:
        """How many points hand `who` (0 or 1) has above `own` on average, where both reach their thresholds, else 0.

        The threshold of `who` is at least `own`.
        """

    def aces(self, who: int, thresholds: Thresholds) -> Odds:
        """How many aces hand `who` has on average, where both reach their thresholds, else 0."""


def deals_of(pool: Iterable[Card], sizes: tuple[int, int], rules: Rules, kernel: Kernel) -> Deals:
    """The way to count that serves: by points if all cards count, else by the grid, else by bounds."""
    cards = tuple(sorted(pool))
    if rules.concealed_melds_count:
        return PointDeals(cards, sizes, rules)
    alike = pool_of(cards, rules)
    if len(cards) <= ALWAYS_EXACT or (0 not in sizes and alike.hands <= QUICK):
        return GridDeals(alike, sizes, kernel)
    try:
        return BoundDeals(cards, sizes, rules)
    except unknown.TooManyStandings:
        return JokerDeals(cards, sizes, rules)


class GridDeals:
    """Least deadwood, exactly, by `odds_grid`."""

    exact = True

    def __init__(self, alike: Pool, sizes: tuple[int, int], kernel: Kernel) -> None:
        self._alike, self._sizes, self._kernel = alike, sizes, kernel
        self._total = comb(alike.cards, sizes[0]) * comb(alike.cards - sizes[0], sizes[1])
        self._grids: dict[int, Grid] = {}
        self._spread: dict[int, int] = {}

    def both(self, thresholds: Thresholds) -> Odds:
        ready = (who for who in (0, 1) if self._spread.get(self._sizes[who]) == thresholds[1 - who])
        # The smaller hand is cheaper to spread.
        return self._add(next(ready, int(self._sizes[1] > self._sizes[0])), thresholds, ONE)

    def above(self, who: int, own: int, thresholds: Thresholds) -> Odds:
        points = self._add(who, thresholds, BY_POINT).low
        if thresholds[who] > own:
            points += (thresholds[who] - own) * self._add(who, thresholds, ONE).low
        return exactly(points)

    def aces(self, who: int, thresholds: Thresholds) -> Odds:
        return self._add(who, thresholds, BY_ACE)

    def _add(self, who: int, thresholds: Thresholds, weight: int) -> Odds:
        """Adds over the hands `who`, beside which the other hand is spread."""
        added, spread = self._sizes[who], self._sizes[1 - who]
        at = thresholds[1 - who]
        if added not in self._grids:
            self._grids[added] = Grid(self._kernel, self._alike, [(added, spread)])
        grid = self._grids[added]
        if self._spread.get(added) != at:
            grid.spread(spread, at)
            self._spread[added] = at
        return exactly(Fraction(grid.add(added, thresholds[who], weight), self._total))


class PointDeals:
    """All points of the hands, exactly, by `odds_points`."""

    exact = True

    def __init__(self, pool: tuple[Card, ...], sizes: tuple[int, int], rules: Rules) -> None:
        self._heaps, self._sizes, self._cards = heaps_of(pool, rules), sizes, len(pool)
        self._total = comb(len(pool), sizes[0]) * comb(len(pool) - sizes[0], sizes[1])
        self._tables: dict[int | None, tuple[int, PointTable]] = {}

    def both(self, thresholds: Thresholds) -> Odds:
        below = [
            sum(ways for points, ways in hands.items() if points < threshold) * self._beside(who)
            for who, (hands, threshold) in enumerate(zip(self._hands, thresholds, strict=True))
        ]
        return exactly(1 - Fraction(sum(below) - self._below(None, *thresholds), self._total))

    def above(self, who: int, own: int, thresholds: Thresholds) -> Odds:
        mine, others = thresholds[who], thresholds[1 - who]
        all_points = sum(each * cards for each, cards, _ in self._heaps)
        whatever = self._shared(who, others, {u: all_points - u for u in self._hands[1 - who]}, own)
        low = 0
        for points, ways in self._hands[who].items():
            if points < mine:
                both_low = self._joint(who, points + 1, others) - self._joint(who, points, others)
                low += (points - own) * (ways * self._beside(who) - both_low)
        return exactly(whatever - Fraction(low, self._total))

    def aces(self, who: int, thresholds: Thresholds) -> Odds:
        mine, others = thresholds[who], thresholds[1 - who]
        all_aces = sum(cards for _, cards, aces in self._heaps if aces)
        size = self._sizes[1 - who]
        held = hands_by_points(self._heaps, size, by_ace=True)
        left = {u: all_aces - Fraction(held.get(u, 0), ways) for u, ways in self._hands[1 - who].items()}
        whatever = self._shared(who, others, left, 0)
        with_aces = hands_by_points(self._heaps, self._sizes[who], by_ace=True)
        low = sum(ways for points, ways in with_aces.items() if points < mine) * self._beside(who)
        return exactly(whatever - Fraction(low - self._below(who, mine, others), self._total))

    def _shared(self, who: int, threshold: int, left: dict[int, Fraction] | dict[int, int], own: int) -> Fraction:
        """The average share of hand `who` less `own` in what the other hand leaves, where that has the threshold."""
        size, others = self._sizes[who], self._sizes[1 - who]
        hands = self._hands[1 - who]
        found = Fraction(0)
        for points, ways in hands.items():
            if points >= threshold:
                share = Fraction(size, self._cards - others) * left[points] if size else Fraction(0)
                found += ways * (share - own)
        return found / comb(self._cards, others)

    @cached_property
    def _hands(self) -> tuple[dict[int, int], dict[int, int]]:
        first, second = (hands_by_points(self._heaps, size) for size in self._sizes)
        return first, second

    def _beside(self, who: int) -> int:
        """How many hands the other can have beside one of hand `who`."""
        return comb(self._cards - self._sizes[who], self._sizes[1 - who])

    def _joint(self, who: int, mine: int, others: int) -> int:
        return self._below(None, mine, others) if who == 0 else self._below(None, others, mine)

    def _below(self, by_ace: int | None, first: int, second: int) -> int:
        """The deals with both hands below; with `by_ace` 0 or 1 by the aces of that hand, which is named first."""
        limit, table = self._tables.get(by_ace, (-1, None))
        if table is None or limit < max(first, second):
            limit = max(first, second, 62)
            sizes = self._sizes if not by_ace else (self._sizes[1], self._sizes[0])
            table = PointTable(self._heaps, *sizes, limit, by_ace=by_ace is not None)
            self._tables[by_ace] = limit, table
        return table.below(first, second)
