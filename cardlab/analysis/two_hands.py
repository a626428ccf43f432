"""What two unknown hands count, as probabilities: exact where that can be counted, else between bounds.

`deals_of` chooses the way. `PointDeals`: all points count (T9.2), so only sums matter.
`GridDeals`: least deadwood, every hand of the pool laid out in a grid, which the kernel fills.
`BoundDeals` and `JokerDeals`: bounds from each hand alone, where both together are too many to count.
Everything is counted, nothing is drawn by lot.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, prod
from typing import Any, Final, Protocol, TypeAlias

from cardlab.analysis import unknown
from cardlab.analysis.kernel import grid
from cardlab.analysis.kernel.compiled import Kernel
from cardlab.cards import Card
from cardlab.tongits import Kind, Meld, Rules, melds_in
from cardlab.tongits import points as points_of

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
    """Least deadwood, exactly, by `Grid`."""

    exact = True

    def __init__(self, alike: Pool, sizes: tuple[int, int], kernel: Kernel) -> None:
        self._alike, self._sizes, self._kernel = alike, sizes, kernel
        self._total = comb(alike.cards, sizes[0]) * comb(alike.cards - sizes[0], sizes[1])
        self._grids: dict[int, Grid] = {}
        self._spread: dict[int, int] = {}

    def both(self, thresholds: Thresholds) -> Odds:
        ready = (who for who in (0, 1) if self._spread.get(self._sizes[who]) == thresholds[1 - who])
        # The smaller hand is cheaper to spread.
        return self._add(next(ready, int(self._sizes[1] > self._sizes[0])), thresholds, grid.ONE)

    def above(self, who: int, own: int, thresholds: Thresholds) -> Odds:
        points = self._add(who, thresholds, grid.BY_POINT).low
        if thresholds[who] > own:
            points += (thresholds[who] - own) * self._add(who, thresholds, grid.ONE).low
        return exactly(points)

    def aces(self, who: int, thresholds: Thresholds) -> Odds:
        return self._add(who, thresholds, grid.BY_ACE)

    def _add(self, who: int, thresholds: Thresholds, weight: int) -> Odds:
        """Adds over the hands `who`, beside which the other hand is spread."""
        added, spread = self._sizes[who], self._sizes[1 - who]
        at = thresholds[1 - who]
        if added not in self._grids:
            self._grids[added] = Grid(self._kernel, self._alike, [(added, spread)])
        hands = self._grids[added]
        if self._spread.get(added) != at:
            hands.spread(spread, at)
            self._spread[added] = at
        return exactly(Fraction(hands.add(added, thresholds[who], weight), self._total))


class PointDeals:
    """All points of the hands, exactly, by `PointTable`."""

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


Heaps: TypeAlias = tuple[tuple[int, int, bool], ...]
"""For each heap the points of a card, the number of cards, and whether they are aces; the largest heap is the last."""


def heaps_of(pool: Iterable[Card], rules: Rules) -> Heaps:
    """The pool put together by points."""
    heaps = Counter((points_of(card, rules), card.number == 1) for card in pool)
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
        return card if card in in_run else card.rank if card in in_set else points_of(card, rules)

    alike: dict[Likeness, list[Card]] = {}
    for card in cards:
        alike.setdefault(likeness(card), []).append(card)
    needs = frozenset(frozenset(Counter(map(likeness, meld.cards)).items()) for meld in melds)
    often = Counter(part for need in needs for part, _ in need)
    axes = (
        Axis(part, len(same), points_of(same[0], rules), same[0].number == 1, often[part])
        for part, same in alike.items()
    )
    return Pool(tuple(axes), needs)


def _can_be_cut(run: Meld) -> bool:
    """Whether a run is two runs: then it need not be tried as one."""
    natural = [not card.is_joker for card in run.cards]
    return any(sum(natural[:cut]) >= 2 <= sum(natural[cut:]) for cut in range(3, len(run.cards) - 2))


WORD: Final = 62
"""The bits of a compiled word that lanes may fill."""
LANES_COMPILED, LANES_PLAIN = 2, 10
"""The number of axes in the lanes of a word; Python's whole numbers are as long as one likes."""

KEPT: Final = 1 << 20
"""The words of a piece of memory that is kept for the next grid: enough for 22 cards."""
MOST_KEPT: Final = 2

_kept: list[list[Any]] = []


class _Cut:
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
        self._kernel = kernel.grid
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
        self._read = grid.Lanes(
            lanes.width, lanes.guard, kernel.array(lanes.by_count), kernel.array(lanes.moves), kernel.array(lanes.folds)
        )
        memory = _memory(kernel, places)
        if kernel.compiled and len(memory[0]) == KEPT:
            self._lent = memory
        beside, least, taken, ways = (piece[:places] for piece in memory)
        if all(axis.steps == 1 for axis in outer):
            ways = ways[:1]
        self._words = grid.Words(beside, least, taken, ways)
        least[0], taken[0], ways[0] = first, 0, 1
        self._kernel.build(self._words, self._read, self._axes, kernel.array(melds), guards)

    def __del__(self) -> None:
        if self._lent and len(_kept) < MOST_KEPT:
            _kept.append(self._lent)

    def spread(self, size: int, threshold: int) -> None:
        """Counts, for every hand, the hands of `size` cards beside it whose least deadwood is at least `threshold`."""
        self._kernel.fill(self._words, self._read, size, self._in_every_lane(threshold))
        self._kernel.spread(self._words.beside, self._axes)

    def add(self, size: int, threshold: int, weight: int = grid.ONE) -> int:
        """Over the hands of `size` cards with at least `threshold`, the sum of what `spread` has counted.

        With `weight` BY_ACE or BY_POINT times its aces, or the points that it has above the threshold.
        """
        return int(self._kernel.add_up(self._words, self._read, size, self._in_every_lane(threshold), weight))

    def _in_every_lane(self, threshold: int) -> int:
        return self._lanes.everywhere(min(max(threshold, 0), self._most))

    @staticmethod
    def _cut_lanes(kernel: Kernel, pool: Pool, single: list[Axis], roles: Collection[tuple[int, int]]) -> _Cut:
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
                return _Cut(tuple(single[:inner]), width)
            inner -= 1

    def _lay_out(self, outer: list[Axis], needs: Iterable[Need]) -> tuple[list[int], list[int], int, int]:
        """The axes and melds as the kernel wants them, the guards of the packed hands, and the word at place 0."""
        lanes = self._lanes
        inside = {axis.likeness: 1 << number for number, axis in enumerate(lanes.within)}
        number_of = {axis.likeness: number for number, axis in enumerate(outer)}
        stride, field, guards = 1, grid.ACES_AT + grid.ACES_BITS, 0
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
            packed = 1 + (axis.is_ace << grid.ACES_AT) + fields[number]
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
