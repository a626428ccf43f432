"""What two hidden hands count, and how many aces they hold: every deal of them, or some drawn by lot.

`deals_of` answers with one table, whatever the way in which it was filled; all that is asked of two hands is a sum over
it. It is exact where all points count (T9.2), and else where the hands that can be told apart are few: they are laid
out in a grid. Where they are not, deals are drawn by lot, and what is said of them has an error.
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
"""Up to so many unseen cards every deal is counted."""
MOST_HANDS: Final = 1 << 22
"""With more unseen cards still, if no more hands than this can be told apart."""
FEW_DEALS: Final = 20_000
"""So many deals are counted one by one where there is no numpy."""
AT_ONCE, MOST_AT_ONCE = 8, 1 << 25
"""In a grid hands are counted for so many numbers of points at once, if that is no more places than these."""
BY_LOT: Final = 40_000
"""So many deals are drawn by lot where they are not counted."""


class CountedDeals(NamedTuple):
    """How many deals there are, and how many aces each hand holds in all of them together."""

    deals: int
    first_aces: int
    second_aces: int


@dataclass(frozen=True, slots=True)
class Odds:
    """A probability, or an expected number: exact, or with the standard error of a sample."""

    value: Fraction
    error: float = 0.0
    exact: bool = True


@dataclass(frozen=True, slots=True)
class HiddenHand:
    """What a hidden hand may count: in how many deals so many points each; `exact`: there are no others.

    >>> Hand((1, 0, 3)).mean.value, Hand((1, 0, 3)).at_most(1).value
    (Fraction(3, 2), Fraction(1, 4))
    """

    counts: tuple[int, ...]
    exact: bool = True

    @property
    def mean(self) -> Odds:
        """The points expected."""
        return _average([(points * deals, deals) for points, deals in enumerate(self.counts)], self.exact)

    def at_most(self, points: int) -> Odds:
        """How likely so many points or fewer are."""
        return _average([(deals * (at <= points), deals) for at, deals in enumerate(self.counts)], self.exact)


@dataclass(frozen=True, slots=True)
class Deals:
    """Deals of two hands: `cells` by what the first and the second count; `exact`: there are no others."""

    cells: Mapping[tuple[int, int], CountedDeals]
    exact: bool = True

    def mean(self, worth: Callable[[int, int, CountedDeals], int]) -> Odds:
        """What deals are worth on average; `worth`: what those of one cell are worth together, by what they count.

        Raises Cancelled once it is not wanted any more, see `cancellation`.
        """
        check_cancelled()
        parts = [(worth(first, second, cell), cell.deals) for (first, second), cell in self.cells.items()]
        return _average(parts, self.exact)

    def hand(self, which: int) -> HiddenHand:
        """What one of the two counts, whatever the other does."""
        deals = [0] * (1 + max(counts[which] for counts in self.cells))
        for counts, cell in self.cells.items():
            deals[counts[which]] += cell.deals
        return HiddenHand(tuple(deals), self.exact)


def _average(parts: Sequence[tuple[int, int]], exact: bool) -> Odds:
    """The mean over deals, of which so many each are worth so much together."""
    total = sum(deals for _, deals in parts)
    mean = Fraction(sum(value for value, _ in parts), total)
    if exact:
        return Odds(mean)
    square = sum(value * value / deals for value, deals in parts if deals) / total
    return Odds(mean, sqrt(max(0.0, square - float(mean) ** 2) / total), exact=False)


# Every page asks about the two hands of one position several times.
@lru_cache(maxsize=16)
def deals_of(pool: tuple[Card, ...], sizes: tuple[int, int], rules: Rules, *, aces: bool = False) -> Deals:
    """Two hands of these sizes from a pool in ascending order, by what they count (T9.2); their `aces` only if asked.

    Raises Cancelled once it is not wanted any more, see `cancellation`.
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
    """The same from deals that are drawn by lot."""
    chance = Random(0)
    dealt = (chance.sample(pool, sum(sizes)) for _ in range(deals))
    return _counted(((cards[: sizes[0]], cards[sizes[0] :]) for cards in dealt), rules, exact=False)


Dealt: TypeAlias = tuple[Sequence[Card], Sequence[Card]]


def _every_deal(pool: tuple[Card, ...], sizes: tuple[int, int]) -> Iterator[Dealt]:
    for first in combinations(pool, sizes[0]):
        for second in combinations([card for card in pool if card not in first], sizes[1]):
            yield first, second


def _counted(dealt: Iterable[Dealt], rules: Rules, *, exact: bool) -> Deals:
    """Deals counted one by one."""
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
    """T9.2, as the sheet has it: what lies on the table is no hand, so nothing but the points of the cards matters."""
    heaps = Counter((points_of(card, rules), card.number == 1) for card in pool)
    deals = _dealt_by_points(heaps, sizes, None)
    aces = aces and any(is_ace for _, is_ace in heaps)
    counted = [_dealt_by_points(heaps, sizes, hand) if aces else {} for hand in (0, 1)]
    return Deals({at: CountedDeals(ways, counted[0].get(at, 0), counted[1].get(at, 0)) for at, ways in deals.items()})


def _dealt_by_points(
    heaps: Mapping[tuple[int, bool], int], sizes: tuple[int, int], by_ace: int | None
) -> dict[tuple[int, int], int]:
    """The deals by the points of both hands; with `by_ace` each once for every ace in that hand.

    Heap by heap, the cards of each being as good as one another. Beside each number of cards and points of the first
    hand stand those of the second in one long number: a field for each of its points, a row of them for each card.
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
    """Cards that are alike: exchanging two of them changes no meld and no points."""

    cards: int
    points: int
    is_ace: bool


Need: TypeAlias = tuple[tuple[int, int], ...]
"""What a meld takes: for axes by their places how many cards."""


def alike_in(pool: tuple[Card, ...], rules: Rules) -> tuple[tuple[Axis, ...], tuple[Need, ...]]:
    """The pool as axes, with cards that are alike put together, and what its melds take of them.

    A card that lies in some run is like no other; else the cards of a rank are alike if there is a set of them; else
    cards that count the same are. Jokers are alike.
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
    """Every hand of the pool in a grid, an axis for cards that are alike; for each what it leaves, and its cards.

    Then for each number that the smaller hand may count, how many such hands lie beside each larger one.
    """
    numpy: Any = import_module("numpy")
    larger, smaller = (0, 1) if sizes[0] >= sizes[1] else (1, 0)
    shape = [axis.cards + 1 for axis in axes]

    def sum_over_cards(each: Iterable[int], kind: str) -> Any:
        """For each hand the sum over its cards."""
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
        """For each larger hand, how many smaller ones its rest can give, a column for each of several that they count.

        Of i cards that are alike there are C(i, j) ways to deal j. Places of more cards than any larger hand leaves may
        run over; they are never read.
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
