"""Two unknown hands that count all their points (T9.2): how many deals leave them at which sums, from any pool.

Cards that count the same are alike, so a pool is ten heaps at most, the jokers one more. Heap by heap the first hand
takes some and the second some; the sums of the second stand beside each other in one long number, and so are added all
at once. Knows sums and aces; knows neither melds nor who wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import comb
from typing import TypeAlias

from cardlab.cards import Card
from cardlab.tongits import Rules, points

__all__ = ["PointTable", "hands_by_points", "heaps_of"]

Heaps: TypeAlias = tuple[tuple[int, int, bool], ...]
"""For each heap the points of a card, the number of cards, and whether they are aces; the largest heap is the last."""


def heaps_of(pool: Iterable[Card], rules: Rules) -> Heaps:
    """The pool put together by points."""
    heaps = Counter((points(card, rules), card.number == 1) for card in pool)
    return tuple(sorted(((each, cards, aces) for (each, aces), cards in heaps.items()), key=lambda heap: heap[1]))


def hands_by_points(heaps: Heaps, size: int, by_ace: bool = False) -> dict[int, int]:
    """How many hands of `size` cards have each sum; with `by_ace` each counted once for every ace in it."""
    found = {(0, 0): 1}
    for each, cards, aces in heaps:
        after: Counter[tuple[int, int]] = Counter()
        for (held, total), ways in found.items():
            for more in range(min(cards, size - held) + 1):
                weight = more if by_ace and aces else 1
                after[held + more, total + each * more] += ways * comb(cards, more) * weight
        found = dict(after)
    if by_ace and not any(aces for _, _, aces in heaps):
        return {}
    return {total: ways for (held, total), ways in found.items() if held == size and ways}


class PointTable:
    """The deals in which both hands have less than `limit` points.

    `below(s, t)`: in how many of them the first has less than s and the second less than t, both at most `limit`.
    With `by_ace` each deal counts once for every ace in the first hand.
    """

    def __init__(self, heaps: Heaps, first: int, second: int, limit: int, by_ace: bool = False) -> None:
        self._limit = limit
        self._below = [[0] * (limit + 1) for _ in range(limit + 1)]
        if by_ace and not any(aces for _, _, aces in heaps):
            return
        cards = sum(heap[1] for heap in heaps)
        # Room for every deal in a field; a row holds the sums of the second hand below the limit, a row for each size.
        field = (comb(cards, first) * comb(cards - first, second) * (first + 1)).bit_length()
        row = field * limit
        rows = sum(1 << row * size for size in range(second + 1))
        kept = [rows * ((1 << field * (limit - sum_)) - 1) for sum_ in range(limit)]
        everything = (1 << row * (second + 1)) - 1
        found: dict[tuple[int, int], int] = {(0, 0): 1} if limit else {}
        left = cards
        for each, heap, aces in heaps:
            left -= heap
            after: dict[tuple[int, int], int] = {}
            for (held, total), sums in found.items():
                for more in range(max(0, first - held - left), min(heap, first - held) + 1):
                    if total + each * more >= limit:
                        break
                    dealt = 0
                    for others in range(min(heap - more, second) + 1):
                        if each * others >= limit:
                            break
                        moved = (sums & kept[each * others]) << (row * others + field * each * others) & everything
                        dealt += moved * comb(heap - more, others)
                    weight = more if by_ace and aces else 1
                    place = held + more, total + each * more
                    after[place] = after.get(place, 0) + dealt * comb(heap, more) * weight
            found = after
        self._add_up(found, first, second, field, row)

    def _add_up(self, found: dict[tuple[int, int], int], first: int, second: int, field: int, row: int) -> None:
        """From deals at two sums to deals below two sums."""
        one = (1 << field) - 1
        for total in range(self._limit):
            sums = found.get((first, total), 0) >> row * second
            running = 0
            for other in range(self._limit):
                running += sums >> field * other & one
                self._below[total + 1][other + 1] = self._below[total][other + 1] + running

    def below(self, first: int, second: int) -> int:
        return self._below[max(first, 0)][max(second, 0)]
