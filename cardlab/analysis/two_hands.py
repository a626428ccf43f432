"""The deadwood of two hidden hands, and their aces, over every deal or a random sample.

`deals_of` returns one table, however it was computed; every question about two hands is a sum over it.
It is exact where all points count (T9.2), and else where few hands can be told apart: these are laid out in a grid.
Otherwise deals are sampled, and the answer has an error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations
from math import comb, prod, sqrt
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from cardlab.analysis.cancellation import check_cancelled
from cardlab.analysis.deals import mask
from cardlab.analysis.draws import least_of_mask
from cardlab.cards import JOKERS, Card
from cardlab.tongits import Rules, melds_in
from cardlab.tongits import points as points_of

ALWAYS_EXACT: Final = 25
"""Up to this many unseen cards every deal is counted."""
MOST_HANDS: Final = 1 << 22
"""With more unseen cards, deals are counted if at most this many hands can be told apart."""
FEW_DEALS: Final = 20_000
"""The most deals to count one by one without numpy."""
AT_ONCE, MOST_AT_ONCE = 8, 1 << 25
"""The most deadwood values, and grid cells, to process in one batch."""
BY_LOT: Final = 40_000
"""The number of deals in a random sample."""


class CountedDeals(NamedTuple):
    """The number of deals, and the total aces of each hand over all of them."""

    deals: int
    first_aces: int
    second_aces: int


@dataclass(frozen=True, slots=True)
class Odds:
    """A probability or an expected number: exact, or with the standard error of a sample."""

    value: Fraction
    error: float = 0.0
    exact: bool = True


@dataclass(frozen=True, slots=True)
class HiddenHand:
    """The deadwood distribution of a hidden hand: the number of deals for each deadwood; `exact`: over all deals.

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
        """Return the probability of at most this deadwood."""
        return _average([(deals * (at <= points), deals) for at, deals in enumerate(self.counts)], self.exact)


@dataclass(frozen=True, slots=True)
class Deals:
    """Deals of two hands: `cells` by the deadwood of the first and the second; `exact`: over all deals."""

    cells: Mapping[tuple[int, int], CountedDeals]
    exact: bool = True

    def __repr__(self) -> str:
        return f"Deals(<{len(self.cells)} cells>, exact={self.exact})"

    def mean(self, worth: Callable[[int, int, CountedDeals], int]) -> Odds:
        """Return the mean of `worth` over the deals; it gets both deadwoods and a cell, and returns the cell's total.

        Raises Cancelled, see `cancellation`.
        """
        check_cancelled()
        parts = [(worth(first, second, cell), cell.deals) for (first, second), cell in self.cells.items()]
        return _average(parts, self.exact)

    def hand(self, which: int) -> HiddenHand:
        """Return the distribution of the hand with index `which`."""
        deals = [0] * (1 + max(counts[which] for counts in self.cells))
        for counts, cell in self.cells.items():
            deals[counts[which]] += cell.deals
        return HiddenHand(tuple(deals), self.exact)


def _average(parts: Sequence[tuple[int, int]], exact: bool) -> Odds:
    """Return the mean over parts, each a total and its number of deals."""
    total = sum(deals for _, deals in parts)
    mean = Fraction(sum(value for value, _ in parts), total)
    if exact:
        return Odds(mean)
    square = sum(value * value / deals for value, deals in parts if deals) / total
    return Odds(mean, sqrt(max(0.0, square - float(mean) ** 2) / total), exact=False)


# Every page asks about the two hands of one position several times.
@lru_cache(maxsize=16)
def deals_of(pool: tuple[Card, ...], sizes: tuple[int, int], rules: Rules, *, aces: bool = False) -> Deals:
    """Return the deals of two hands by their deadwood (T9.2).

    Args:
        pool: the unseen cards, in ascending order.
        sizes: the numbers of cards in the two hands.
        rules: the rules of the table.
        aces: whether to count the aces of the hands too.

    Raises:
        Cancelled: see `cancellation`.
    """
    if rules.concealed_melds_count:
        return _by_points(pool, sizes, rules, aces)
    axes, melds = alike_in(pool, rules)
    hands = prod(axis.cards + 1 for axis in axes)
    if find_spec("numpy") and (len(pool) <= ALWAYS_EXACT or hands <= MOST_HANDS):
        return _by_grid(axes, melds, sizes, aces)
    if comb(len(pool), sizes[0]) * comb(len(pool) - sizes[0], sizes[1]) <= FEW_DEALS:
        return _counted(_every_deal(pool, sizes), rules, exact=True)
    return by_lot(pool, sizes, rules, BY_LOT)


def by_lot(pool: tuple[Card, ...], sizes: tuple[int, int], rules: Rules, deals: int) -> Deals:
    """Return the table of `deals_of` from a random sample of this many deals."""
    chance = Random(0)
    dealt = (chance.sample(pool, sum(sizes)) for _ in range(deals))
    return _counted(((cards[: sizes[0]], cards[sizes[0] :]) for cards in dealt), rules, exact=False)


Dealt: TypeAlias = tuple[Sequence[Card], Sequence[Card]]


def _every_deal(pool: tuple[Card, ...], sizes: tuple[int, int]) -> Iterator[Dealt]:
    for first in combinations(pool, sizes[0]):
        for second in combinations([card for card in pool if card not in first], sizes[1]):
            yield first, second


def _counted(dealt: Iterable[Dealt], rules: Rules, *, exact: bool) -> Deals:
    """Count the deadwood of each deal."""
    least, cells = least_of_mask(rules), dict[tuple[int, int], CountedDeals]()
    for number, (first, second) in enumerate(dealt):
        if not number % 1000:
            check_cancelled()
        counts = least(mask(first)), least(mask(second))
        deals, first_aces, second_aces = cells.get(counts, (0, 0, 0))
        cells[counts] = CountedDeals(deals + 1, first_aces + _aces(first), second_aces + _aces(second))
    return Deals(cells, exact)


def _aces(hand: Iterable[Card]) -> int:
    return sum(card.number == 1 for card in hand)


# All points count


def _by_points(pool: tuple[Card, ...], sizes: tuple[int, int], rules: Rules, aces: bool) -> Deals:
    """T9.2 by the sheet: melds in a hand count too, so only the points of the cards matter."""
    heaps = Counter((points_of(card, rules), card.number == 1) for card in pool)
    deals = _dealt_by_points(heaps, sizes, None)
    aces = aces and any(is_ace for _, is_ace in heaps)
    counted = [_dealt_by_points(heaps, sizes, hand) if aces else {} for hand in (0, 1)]
    return Deals({at: CountedDeals(ways, counted[0].get(at, 0), counted[1].get(at, 0)) for at, ways in deals.items()})


def _dealt_by_points(
    heaps: Mapping[tuple[int, bool], int], sizes: tuple[int, int], by_ace: int | None
) -> dict[tuple[int, int], int]:
    """Return the number of deals by the points of both hands; with `by_ace` weighted by the aces of that hand.

    Adds one heap of equal cards after the other. For each number of cards and points of the first hand, the counts for
    the second are packed into one long number: a row for each number of cards, with a field for each sum of points.
    """
    first, second = sizes
    cards = sum(heaps.values())
    field = (4 * comb(cards, first) * comb(cards - first, second)).bit_length()
    columns = max(each for each, _ in heaps) * second + 1
    row = field * columns
    everything = (1 << row * (second + 1)) - 1
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    left = cards
    for (each, is_ace), heap in heaps.items():
        check_cancelled()
        left -= heap
        after: dict[tuple[int, int], int] = {}
        for (count, points), others in ways.items():
            for more in range(max(0, first - count - left), min(heap, first - count) + 1):
                dealt = 0
                for other in range(min(heap - more, second) + 1):
                    weight = (more, other)[by_ace] if is_ace and by_ace is not None else 1
                    if weight:
                        moved = others << (row + field * each) * other & everything
                        dealt += moved * (comb(heap - more, other) * weight)
                key = count + more, points + each * more
                after[key] = after.get(key, 0) + dealt * comb(heap, more)
        ways = after
    return {
        (points, other): deals
        for (_, points), others in ways.items()
        for other in range(columns)
        if (deals := others >> row * second + field * other & (1 << field) - 1)
    }


# The least deadwood counts


class Axis(NamedTuple):
    """Interchangeable cards: exchanging two of them changes no meld and no points."""

    cards: int
    points: int
    is_ace: bool


Need: TypeAlias = tuple[tuple[int, int], ...]
"""What a meld takes: pairs of an axis index and a number of cards."""


def alike_in(pool: tuple[Card, ...], rules: Rules) -> tuple[tuple[Axis, ...], tuple[Need, ...]]:
    """Return the pool as axes of interchangeable cards, and the cards that its melds take from them.

    A card that lies in some run has an axis of its own; otherwise cards of a rank share one if there is a set of them;
    otherwise cards of equal points do. Jokers share one.
    """
    melds = melds_in(pool, rules)
    in_run = {card for meld in melds if meld.kind == "run" for card in meld.cards}
    in_set = {card for meld in melds for card in meld.cards}

    def likeness(card: Card) -> object:
        if card.is_joker:
            return JOKERS
        return card if card in in_run else card.rank if card in in_set else points_of(card, rules)

    heaps: dict[object, list[Card]] = {}
    for card in pool:
        heaps.setdefault(likeness(card), []).append(card)
    axis_of = {alike: number for number, alike in enumerate(heaps)}
    needs = {frozenset(Counter(axis_of[likeness(card)] for card in meld.cards).items()) for meld in melds}
    axes = (Axis(len(same), points_of(same[0], rules), same[0].number == 1) for same in heaps.values())
    return tuple(axes), tuple(tuple(sorted(need)) for need in sorted(needs, key=sorted))


def _by_grid(axes: Sequence[Axis], melds: Sequence[Need], sizes: tuple[int, int], aces: bool) -> Deals:
    """Count all hands of the pool in a grid with an axis for each kind of card.

    For each deadwood of the smaller hand, add up the number of such hands beside each larger one.
    """
    numpy: Any = import_module("numpy")
    larger, smaller = (0, 1) if sizes[0] >= sizes[1] else (1, 0)
    shape = [axis.cards + 1 for axis in axes]

    def sum_over_cards(each: Iterable[int], kind: str) -> Any:
        """Return for each hand the weighted sum over its cards."""
        total = numpy.zeros(shape, kind)
        for axis, weight in enumerate(each):
            steps = numpy.arange(shape[axis], dtype=kind) * weight
            total += steps.reshape([-1 if other == axis else 1 for other in range(len(shape))])
        return total

    least = sum_over_cards((axis.points for axis in axes), "int16")
    for meld in melds:
        need = dict(meld)
        with_it = tuple(slice(need.get(axis, 0), None) for axis in range(len(shape)))
        without = tuple(slice(0, size - need.get(axis, 0)) for axis, size in enumerate(shape))
        for _ in range(min(axes[axis].cards // cards for axis, cards in meld)):
            numpy.minimum(least[with_it], least[without], out=least[with_it])
    least, cards = least.ravel(), sum_over_cards((1 for _ in shape), "int8").ravel()
    own_aces = sum_over_cards((axis.is_ace for axis in axes), "int8").ravel()
    mine, others = (numpy.flatnonzero(cards == sizes[hand]) for hand in (larger, smaller))
    mine = mine[numpy.argsort(least[mine], kind="stable")]
    counts, begin = numpy.unique(least[mine], return_index=True)
    ways = numpy.ones(len(mine), "int64")
    for axis, digits in zip(axes, numpy.unravel_index(mine, shape), strict=True):
        if axis.cards > 1:
            ways *= numpy.array([comb(axis.cards, number) for number in range(axis.cards + 1)])[digits]
    total = sum(axis.cards for axis in axes)
    kind = numpy.min_scalar_type(4 * comb(total - sizes[larger], sizes[smaller]))

    def beside(several: Sequence[int], weights: Any) -> Any:
        """Return for each larger hand the number of smaller ones in the rest, a column for each of `several` deadwoods.

        Of i interchangeable cards C(i, j) ways deal j. Cells with more cards than any rest may overflow unread.
        """
        ways_by_hand = numpy.zeros((*shape, len(several)), kind)
        flat = ways_by_hand.reshape(-1, len(several))
        for column, count in enumerate(several):
            those = others[least[others] == count]
            flat[those, column] = weights[those]
        for axis, size in enumerate(shape):
            steps = numpy.moveaxis(ways_by_hand, axis, 0)
            for lowest in range(1, size):
                for step in range(size - 1, lowest - 1, -1):
                    steps[step] += steps[step - 1]
        return flat[len(least) - 1 - mine] * ways[:, None]

    cells: dict[tuple[int, int], CountedDeals] = {}
    may_count = numpy.unique(least[others]).tolist()
    at_once = max(1, min(AT_ONCE, MOST_AT_ONCE // len(least)))
    for several in (may_count[start : start + at_once] for start in range(0, len(may_count), at_once)):
        check_cancelled()
        dealt = beside(several, numpy.ones_like(own_aces))
        parts = [numpy.add.reduceat(dealt, begin, axis=0)] * 3
        if aces:
            parts[1 + larger] = numpy.add.reduceat(dealt * own_aces[mine, None], begin, axis=0)
            parts[1 + smaller] = numpy.add.reduceat(beside(several, own_aces), begin, axis=0)
        for own, *rows in zip(counts.tolist(), *(part.tolist() for part in parts), strict=True):
            for other, *cell in zip(several, *rows, strict=True):
                if cell[0]:
                    at = (own, other) if larger == 0 else (other, own)
                    cells[at] = CountedDeals(*cell) if aces else CountedDeals(cell[0], 0, 0)
    return Deals(cells)
