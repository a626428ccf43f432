"""The deadwood and the aces of two hidden hands, over all deals or a sample.

`deals_of` returns one table, however it was computed; every question about two hands is a sum over it.
It is exact if melds in the hand count too (T9.2), or if few different hands are possible: these are put in a grid.
Otherwise deals are sampled, and the answer has an error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, chain, islice, product
from math import comb, prod, sqrt
from operator import itemgetter, mul
from random import Random
from typing import Final, NamedTuple, TypeAlias

from cardlab.analysis.cancellation import check_cancelled
from cardlab.analysis.deals import mask
from cardlab.analysis.kernel import compiled, pairs
from cardlab.analysis.kernel.compiled import Kernel
from cardlab.analysis.kernel.hands import MOST
from cardlab.analysis.least import least_of_masks
from cardlab.cards import JOKERS, Card
from cardlab.tongits import Rules, melds_in
from cardlab.tongits import points as points_of

ALWAYS_EXACT: Final = 25
"""With the compiled kernel, every deal is counted with up to this many unseen cards."""
MOST_HANDS, MOST_HANDS_PLAIN = 1 << 22, 1 << 14
"""Otherwise deals are counted if at most this many different hands are possible: compiled, and in plain Python."""
SAMPLED, AT_ONCE = 40_000, 1_000
"""The number of deals in a random sample, and of those counted between two checks for cancellation."""


class CountedDeals(NamedTuple):
    """A number of deals, and how many aces each hand has in all of them together."""

    deals: int
    first_aces: int
    second_aces: int


@dataclass(frozen=True, slots=True)
class Odds:
    """A probability or an expected number, exact or with its standard error."""

    value: Fraction
    error: float = 0.0
    exact: bool = True


@dataclass(frozen=True, slots=True)
class HiddenHand:
    """The deadwood distribution of a hidden hand.

    `counts`: the number of deals for each deadwood, from 0 on; `exact`: over all deals, not a sample.

    >>> HiddenHand((1, 0, 3)).mean.value, HiddenHand((1, 0, 3)).at_most(1).value
    (Fraction(3, 2), Fraction(1, 4))
    """

    counts: tuple[int, ...]
    exact: bool = True

    @property
    def mean(self) -> Odds:
        """The expected deadwood."""
        return _average([(points * deals, deals) for points, deals in enumerate(self.counts)], self.exact)

    def at_most(self, points: int) -> Odds:
        """Return the probability of a deadwood of at most `points`."""
        return _average([(deals * (at <= points), deals) for at, deals in enumerate(self.counts)], self.exact)


@dataclass(frozen=True, slots=True)
class Deals:
    """The deals of two hands, grouped by the deadwood of both.

    `cells`: the deals by the deadwood of the first and the second hand; `exact`: all deals, not a sample.
    """

    cells: Mapping[tuple[int, int], CountedDeals]
    exact: bool = True

    def __repr__(self) -> str:
        return f"Deals(<{len(self.cells)} cells>, exact={self.exact})"

    def mean(self, worth: Callable[[int, int, CountedDeals], int]) -> Odds:
        """Return the mean of `worth` over the deals.

        `worth` gets both deadwoods and the cell, and returns the total over the cell's deals.
        Raises Cancelled, see `cancellation`.
        """
        check_cancelled()
        parts = [(worth(first, second, cell), cell.deals) for (first, second), cell in self.cells.items()]
        return _average(parts, self.exact)

    def hand(self, which: int) -> HiddenHand:
        """Return the deadwood distribution of the first hand (`which` = 0) or second (1)."""
        deals = [0] * (1 + max(counts[which] for counts in self.cells))
        for counts, cell in self.cells.items():
            deals[counts[which]] += cell.deals
        return HiddenHand(tuple(deals), self.exact)


def _average(parts: Sequence[tuple[int, int]], exact: bool) -> Odds:
    """Return the mean over parts, each given as a total and its number of deals."""
    total = sum(deals for _, deals in parts)
    mean = Fraction(sum(value for value, _ in parts), total)
    if exact:
        return Odds(mean)
    square = sum(value * value / deals for value, deals in parts if deals) / total
    return Odds(mean, sqrt(max(0.0, square - float(mean) ** 2) / total), exact=False)


# Cached, because a page asks about the two hands of one position several times.
@lru_cache(maxsize=16)
def deals_of(pool: tuple[Card, ...], sizes: tuple[int, int], rules: Rules, *, aces: bool = False) -> Deals:
    """Count the deals of two hands of these sizes, by the deadwood of both. [T9.2]

    All deals, or a random sample if there are too many different hands: see `exact` of the result. `pool`: the unseen
    cards, ascending; `aces`: also count the aces in the hands. Raises Cancelled, see `cancellation`.
    """
    if rules.concealed_melds_count:
        return _by_points(pool, sizes, rules, aces)
    axes, melds = card_kinds(pool, rules)
    hands = prod(axis.cards + 1 for axis in axes)
    if hands <= MOST_HANDS_PLAIN or (compiled.is_installed() and (len(pool) <= ALWAYS_EXACT or hands <= MOST_HANDS)):
        return _by_grid(axes, melds, sizes, aces, compiled.best())
    return sampled_deals(pool, sizes, rules, SAMPLED)


def sampled_deals(pool: tuple[Card, ...], sizes: tuple[int, int], rules: Rules, deals: int) -> Deals:
    """Return the table of `deals_of` from a random sample of this many deals."""
    chance, cells = Random(0), dict[tuple[int, int], CountedDeals]()
    dealt = (chance.sample(pool, sum(sizes)) for _ in range(deals))
    waiting = ((cards[: sizes[0]], cards[sizes[0] :]) for cards in dealt)
    while several := tuple(islice(waiting, AT_ONCE)):
        least = iter(least_of_masks(map(mask, chain.from_iterable(several)), rules))
        for first, second in several:
            counts = next(least), next(least)
            before, first_aces, second_aces = cells.get(counts, (0, 0, 0))
            cells[counts] = CountedDeals(before + 1, first_aces + _aces(first), second_aces + _aces(second))
    return Deals(cells, exact=False)


def _aces(hand: Iterable[Card]) -> int:
    return sum(card.number == 1 for card in hand)


# Where melds in the hand count too (T9.2)


def _by_points(pool: tuple[Card, ...], sizes: tuple[int, int], rules: Rules, aces: bool) -> Deals:
    """Return the deals if melds in the hand count too, so only points matter. [T9.2]"""
    points, (first, second) = [points_of(card, rules) for card in pool], sizes
    deals = _dealt_by_points(points, sizes)
    counted: list[Mapping[tuple[int, int], int]] = [{}, {}]
    held = _aces(pool) if aces else 0
    if held:
        # With one of the aces in a hand, the other cards are dealt to the rest of this hand and to the other one.
        points.remove(1)
        rests = (first - 1, second), (first, second - 1)
        counted = [_dealt_by_points(points, rest) if min(rest) >= 0 else {} for rest in rests]
    cells = {}
    for (one, other), ways in deals.items():
        first_aces, second_aces = counted[0].get((one - 1, other), 0), counted[1].get((one, other - 1), 0)
        cells[one, other] = CountedDeals(ways, held * first_aces, held * second_aces)
    return Deals(cells)


def _dealt_by_points(cards: Sequence[int], sizes: tuple[int, int]) -> dict[tuple[int, int], int]:
    """Return the number of deals for each pair of points of the two hands.

    `cards`: the points of each card. One heap of cards with equal points is added after another. For each number of
    cards and points of the first hand, the counts for the second are packed into one long number: a row for each number
    of cards, with a field for each sum of points.
    """
    (first, second), left = sizes, len(cards)
    field = (comb(left, first) * comb(left - first, second)).bit_length()
    columns = max(cards, default=0) * second + 1
    row = field * columns
    everything = (1 << row * (second + 1)) - 1
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for each, heap in Counter(cards).items():
        check_cancelled()
        left -= heap
        after: dict[tuple[int, int], int] = {}
        for (count, points), others in ways.items():
            for more in range(max(0, first - count - left), min(heap, first - count) + 1):
                dealt = sum(
                    (others << (row + field * each) * other & everything) * comb(heap - more, other)
                    for other in range(min(heap - more, second) + 1)
                )
                key = count + more, points + each * more
                after[key] = after.get(key, 0) + dealt * comb(heap, more)
        ways = after
    return {
        (points, other): deals
        for (_, points), others in ways.items()
        for other in range(columns)
        if (deals := others >> row * second + field * other & (1 << field) - 1)
    }


# Where only the least deadwood counts (T9.2)


class Axis(NamedTuple):
    """A kind of interchangeable cards: swapping two changes no meld and no points."""

    cards: int
    points: int
    is_ace: bool


Need: TypeAlias = tuple[tuple[int, int], ...]
"""The cards of a meld: pairs of an axis index and a number of cards."""


def card_kinds(pool: tuple[Card, ...], rules: Rules) -> tuple[tuple[Axis, ...], tuple[Need, ...]]:
    """Return the pool's kinds of interchangeable cards, and what each meld needs.

    Each card of a possible run is a kind of its own. Other cards of a rank are one kind if they can make a set;
    otherwise cards of equal points are one kind. Jokers are one kind.
    """
    melds = melds_in(pool, rules)
    in_run = {card for meld in melds if meld.kind == "run" for card in meld.cards}
    in_set = {card for meld in melds for card in meld.cards}

    def kind_of(card: Card) -> object:
        if card.is_joker:
            return JOKERS
        return card if card in in_run else card.rank if card in in_set else points_of(card, rules)

    heaps: dict[object, list[Card]] = {}
    for card in pool:
        heaps.setdefault(kind_of(card), []).append(card)
    axis_of = {kind: number for number, kind in enumerate(heaps)}
    needs = {frozenset(Counter(axis_of[kind_of(card)] for card in meld.cards).items()) for meld in melds}
    axes = (Axis(len(same), points_of(same[0], rules), same[0].number == 1) for same in heaps.values())
    return tuple(axes), tuple(tuple(sorted(need)) for need in sorted(needs, key=sorted))


def _by_grid(axes: Sequence[Axis], melds: Sequence[Need], sizes: tuple[int, int], aces: bool, kernel: Kernel) -> Deals:
    """Count all hands of the pool in a grid with an axis for each kind of card.

    For each larger hand, the smaller hands that can be dealt beside it are counted by deadwood (`kernel.pairs`).
    """
    larger, smaller = (0, 1) if sizes[0] >= sizes[1] else (1, 0)
    strides = tuple(accumulate((axis.cards + 1 for axis in axes), mul, initial=1))
    # A packed cell has a field for each axis, one bit wider than its number of cards.
    starts = tuple(accumulate((axis.cards.bit_length() + 1 for axis in axes), initial=0))
    units = [1 << start for start in starts[:-1]]

    def packed(need: Need) -> tuple[int, int, int]:
        distance, digits = (sum(unit[axis] * cards for axis, cards in need) for unit in (strides, units))
        return distance, digits, need[-1][0]

    by_last = sorted(map(packed, melds), key=itemgetter(pairs.LAST))
    grid_axes = pairs.Axes(
        kernel.array(strides),
        kernel.array(axis.cards for axis in axes),
        kernel.array(axis.points for axis in axes),
        kernel.array(axis.is_ace for axis in axes),
        kernel.array(units),
        kernel.array(chain.from_iterable(by_last)),
    )
    sizes_in_bits = (compiled.BITS.get(name, 64) for name in pairs.Grid._fields)
    grid = pairs.Grid(*(kernel.memory(strides[-1], bits) for bits in sizes_in_bits))
    found = kernel.memory(pairs.ACE * MOST)
    kernel.pairs.lay_out(grid_axes, grid, sum(1 << start - 1 for start in starts[1:]), found)
    mine, others = (found[MOST * sizes[hand] : MOST * (sizes[hand] + 1)] for hand in (larger, smaller))
    counts, may_count = ([least for least, hands in enumerate(row) if hands] for row in (mine, others))
    hands, often = kernel.memory(sum(mine)), kernel.memory(sum(mine))
    kernel.pairs.list_hands(grid_axes, grid, sizes[larger], hands, often)
    rest = sum(axis.cards for axis in axes) - sizes[larger]
    field = (comb(rest, sizes[smaller]) << 2 * aces).bit_length()
    at_once = min(pairs.FIELDS // field, len(may_count))
    columns, totals = kernel.memory(MOST), kernel.memory(2 * at_once * (counts[-1] + 1))
    settings = [kernel.array((field, at_once, sizes[smaller], by_aces)) for by_aces in ((0, 1) if aces else (0,))]
    cells: dict[tuple[int, int], CountedDeals] = {}
    for several in (may_count[start : start + at_once] for start in range(0, len(may_count), at_once)):
        columns[:] = [several.index(least) if least in several else -1 for least in range(MOST)]
        dealt = []
        for each in settings:
            check_cancelled()
            kernel.pairs.count_pairs(grid_axes, grid, each, columns, hands, often, totals)
            dealt.append(tuple(totals))
        for own, (column, other) in product(counts, enumerate(several)):
            here = 2 * (at_once * own + column)
            if dealt[0][here]:
                of_each = (dealt[0][here + 1], dealt[1][here]) if aces else (0, 0)
                at = (own, other) if larger == 0 else (other, own)
                cells[at] = CountedDeals(dealt[0][here], of_each[larger], of_each[smaller])
    return Deals(cells)
