"""Every hand that a pool of unseen cards can give, with its least deadwood, laid out in the grid of `odds_kernel`.

Knows how lanes and axes are cut; which cards are alike is told by `odds_pool`, the counting is the kernel's.
Everything is counted, nothing is drawn by lot. Knows neither calls nor who wins them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from math import comb, prod
from typing import Any, Final

from cardlab.analysis.compiled import Kernel
from cardlab.analysis.draw_calls.odds_kernel import ACES_AT, ACES_BITS, ONE
from cardlab.analysis.draw_calls.odds_pool import Axis, Need, Pool

__all__ = ["Grid"]

WORD: Final = 62
"""The bits of a compiled word that lanes may fill."""
LANES_COMPILED, LANES_PLAIN = 2, 10
"""The number of axes in the lanes of a word; Python's whole numbers are as long as one likes."""

KEPT: Final = 1 << 20
"""The words of a piece of memory that is kept for the next grid: enough for 22 cards."""
MOST_KEPT: Final = 2

_kept: list[list[Any]] = []


class Lanes:
    """How hands that differ in a few axes lie beside each other in a word; `everywhere` puts a number in every lane."""

    def __init__(self, within: tuple[Axis, ...], width: int) -> None:
        every = range(1 << len(within))
        full = (1 << width) - 1
        self.within, self.width = within, width
        self.ones = sum(1 << width * lane for lane in every)
        self.guard = self.ones << width - 1
        self.by_count = [
            sum(1 << width * lane for lane in every if lane.bit_count() == count) for count in range(len(within) + 1)
        ]
        self.moves: list[int] = []
        for axis in range(len(within)):
            self.moves += width << axis, sum(full << width * lane for lane in every if not lane >> axis & 1)
        # First every second lane is added to its neighbour, which makes room; then the upper half to the lower.
        self.folds = self.moves[:2]
        for axis in reversed(range(1, len(within))):
            self.folds += width << axis, (1 << (width << axis)) - 1

    def everywhere(self, number: int) -> int:
        return self.ones * number

    def without(self, parts: int) -> int:
        """The numbers in the lanes of the hands that hold none of these axes; the guards are left out."""
        most = (1 << self.width - 1) - 1
        return sum(most << self.width * lane for lane in range(1 << len(self.within)) if not lane & parts)

    def all_but(self, lanes: int) -> int:
        return self.guard - self.ones & ~lanes


def _memory(kernel: Kernel, places: int) -> list[Any]:
    """Four pieces of memory with room for so many words, used before if there are such: new memory is slow at first."""
    if not kernel.compiled or places > KEPT:
        return [kernel.memory(places) for _ in range(4)]
    try:
        return _kept.pop()
    except IndexError:
        return [kernel.memory(KEPT) for _ in range(4)]


class Grid:
    """All hands of a pool. `roles`: the pairs of sizes (added, spread) in which `spread` and then `add` are asked.

    The answers are numbers of deals, of two hands that have no card in common.
    """

    def __init__(self, kernel: Kernel, pool: Pool, roles: Collection[tuple[int, int]]) -> None:
        self._lent: list[Any] = []
        self._kernel = kernel.odds_kernel
        self._most = pool.points + 1
        single = sorted(
            (axis for axis in pool.axes if axis.steps == 1 and not axis.is_ace and axis.likeness != "joker"),
            key=lambda axis: axis.melds,
        )
        self._lanes = lanes = self._cut_lanes(kernel, pool, single, roles)
        # First the axes with melds, which are then tried in a small grid; single cards beside each other.
        outer = sorted(
            (axis for axis in pool.axes if axis not in lanes.within),
            key=lambda axis: (not axis.melds, (axis.steps == 1) == (axis.melds > 0)),
        )
        axes, melds, guards, first = self._lay_out(outer, pool.needs)
        places = prod(axis.steps + 1 for axis in outer)
        self._axes = kernel.array(axes)
        self._by_count, self._moves, self._folds = map(kernel.array, (lanes.by_count, lanes.moves, lanes.folds))
        memory = _memory(kernel, places)
        if kernel.compiled and len(memory[0]) == KEPT:
            self._lent = memory
        self._least, self._taken, self._beside, self._ways = (piece[:places] for piece in memory)
        if all(axis.steps == 1 for axis in outer):
            self._ways = self._ways[:1]
        self._least[0], self._taken[0], self._ways[0] = first, 0, 1
        self._kernel.build(
            self._least, self._taken, self._ways, self._axes, kernel.array(melds), guards, lanes.guard, lanes.width
        )

    def __del__(self) -> None:
        if self._lent and len(_kept) < MOST_KEPT:
            _kept.append(self._lent)

    def spread(self, size: int, threshold: int) -> None:
        """Counts, for every hand, the hands of `size` cards beside it whose least deadwood is at least `threshold`."""
        lanes, number = self._lanes, min(max(threshold, 0), self._most)
        self._kernel.fill(
            self._beside,
            self._least,
            self._taken,
            size,
            lanes.everywhere(number),
            lanes.guard,
            lanes.width,
            self._by_count,
            self._moves,
        )
        self._kernel.spread(self._beside, self._axes)

    def add(self, size: int, threshold: int, weight: int = ONE) -> int:
        """Over the hands of `size` cards with at least `threshold`, the sum of what `spread` has counted.

        With `weight` BY_ACE or BY_POINT times its aces, or the points that it has above the threshold.
        """
        lanes, number = self._lanes, min(max(threshold, 0), self._most)
        found = self._kernel.add_up(
            self._beside,
            self._least,
            self._taken,
            self._ways,
            size,
            lanes.everywhere(number),
            lanes.guard,
            lanes.width,
            self._by_count,
            self._moves,
            self._folds,
            weight,
        )
        return int(found)

    @staticmethod
    def _cut_lanes(kernel: Kernel, pool: Pool, single: list[Axis], roles: Collection[tuple[int, int]]) -> Lanes:
        """As many lanes as there is room for, each wide enough for its points and for the hands counted in it.

        A word is read where one of its lanes holds `added` cards. Another may hold less, so that more hands lie beside
        it than a lane has room for; of two axes only lanes above those that are read can be such, and do no harm.
        """
        inner = min(len(single), LANES_COMPILED if kernel.compiled else LANES_PLAIN)
        while True:
            less = inner if inner > 2 else 0
            counted = max(comb(pool.cards - max(0, added - less), spread) for added, spread in roles)
            width = max((pool.points + 1).bit_length() + 1, counted.bit_length())
            if not kernel.compiled or not inner or width << inner <= WORD:
                return Lanes(tuple(single[:inner]), width)
            inner -= 1

    def _lay_out(self, outer: list[Axis], needs: Iterable[Need]) -> tuple[list[int], list[int], int, int]:
        """The axes and melds as the kernel wants them, the guards of the packed hands, and the word at place 0."""
        lanes = self._lanes
        inside = {axis.likeness: 1 << number for number, axis in enumerate(lanes.within)}
        number_of = {axis.likeness: number for number, axis in enumerate(outer)}
        stride, field, guards = 1, ACES_AT + ACES_BITS, 0
        strides, fields = [], []
        for axis in outer:
            strides.append(stride)
            stride *= axis.steps + 1
            fields.append(1 << field if axis.melds else 0)
            if axis.melds:
                field += axis.steps.bit_length() + 1
                guards |= 1 << field - 1
        by_axis: dict[int, list[int]] = {}
        for need in needs:
            parts = sum(inside.get(part, 0) for part, _ in need)
            out = [(number_of[part], count) for part, count in need if part in number_of]
            kept, up = lanes.without(parts), lanes.width * parts
            highest = max((number for number, _ in out), default=-parts.bit_length())
            by_axis.setdefault(highest, []).extend(
                (
                    sum(fields[number] * count for number, count in out),
                    sum(strides[number] * count for number, count in out),
                    kept,
                    up,
                    lanes.all_but(kept << up),
                )
            )
        axes: list[int] = []
        melds: list[int] = []
        for number, axis in enumerate(outer):
            begin = len(melds)
            melds += by_axis.get(number, ())
            packed = 1 + (axis.is_ace << ACES_AT) + fields[number]
            axes += axis.steps, strides[number], lanes.everywhere(axis.points), packed, begin, len(melds)
        return axes, melds, guards, self._first_word(by_axis)

    def _first_word(self, by_axis: dict[int, list[int]]) -> int:
        """The least deadwood of the hands that have cards of the lanes' axes only, axis by axis from the lowest."""
        lanes, word = self._lanes, 0
        for number, axis in enumerate(lanes.within):
            up = lanes.width << number
            lower = (1 << up) - 1
            found = word + lanes.everywhere(axis.points) & lower
            melds = by_axis.get(-1 - number, [])
            for place in range(0, len(melds), 5):
                kept, move, rest = melds[place + 2 : place + 5]
                without = (word & kept) << move | rest
                found = int(self._kernel.lesser(found, without >> up & lower, lanes.guard & lower, lanes.width))
            word |= found << up
        return word
