"""What each discard leaves, one draw and two draws ahead: exact, every unseen card being as likely to come next.

Least deadwood is meant throughout (T9.1), the melds of the hand taken out, whatever `concealed_melds_count` says: what
a hand can come to, not what it would pay now. Nothing is laid, and nobody else plays in between.
First the questions (`discards`, `two_draws`), then `Hands`, which counts hands given as bits and remembers each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from cardlab.analysis.cancellation import still_wanted
from cardlab.analysis.kernel import compiled
from cardlab.analysis.kernel.compiled import tables
from cardlab.cards import DECK, JOKERS, Card
from cardlab.tongits import Rules, points

SHEET: Final = Rules()


class Drawn(NamedTuple):
    """One card that may come, and the least deadwood after the best discard that follows."""

    card: Card
    least: int


@dataclass(frozen=True, slots=True)
class Discarded:
    """One discard: the least deadwood of the cards left, and what each unseen card would make of it.

    `mean`: the least deadwood expected after one draw and the best discard; without unseen cards, what is left.
    """

    card: Card
    left: int
    draws: tuple[Drawn, ...]
    mean: Fraction

    @property
    def improving(self) -> tuple[Card, ...]:
        """The cards that bring the least deadwood down."""
        return tuple(card for card, least in self.draws if least < self.left)


def discards(hand: Iterable[Card], unseen: Iterable[Card], rules: Rules = SHEET) -> tuple[Discarded, ...]:
    """Every discard from a hand, the one with the least deadwood expected after the next draw first.

    `unseen`: the cards that may come, each as likely.

    >>> from cardlab.cards import cards
    >>> best, *others = discards(cards("7h 8h 9h Kc"), cards("Th 6h 2s Kd"))
    >>> best.card.code, best.left, best.mean, [card.code for card in best.improving]
    ('Kc', 0, Fraction(0, 1), [])
    >>> others[-1].card.code, others[-1].left, others[-1].mean
    ('8h', 26, Fraction(23, 1))
    """
    held, coming = mask(hand), sorted(unseen)
    hands = Hands(rules)
    found = []
    for card in cards_of(held):
        still_wanted()
        rest = held & ~bit(card)
        left = hands.least(rest)
        draws = tuple(Drawn(drawn, hands.thrown(rest | bit(drawn))) for drawn in coming)
        mean = Fraction(sum(draw.least for draw in draws), len(draws)) if draws else Fraction(left)
        found.append(Discarded(card, left, draws, mean))
    return tuple(sorted(found, key=lambda discarded: (discarded.mean, discarded.left, discarded.card)))


def two_draws(hand: Iterable[Card], unseen: Iterable[Card], rules: Rules = SHEET) -> dict[Card, Fraction]:
    """For each first discard the least deadwood expected after two draws, the best one first.

    The discard between is the one with the least expected after it, known which cards are then still unseen.
    With fewer than two unseen cards there are only so many draws.

    >>> from cardlab.cards import cards
    >>> ahead = two_draws(cards("7h 8h Kc Kd"), cards("9h Ks 2c"))
    >>> [(card.code, str(mean)) for card, mean in ahead.items()]
    [('Kc', '17/3'), ('Kd', '17/3'), ('8h', '20/3'), ('7h', '41/6')]
    """
    held, coming = mask(hand), mask(unseen)
    hands, draws = Hands(rules), coming.bit_count()
    first = {}
    for card in cards_of(held):
        rest = held & ~bit(card)
        totals = [hands.after_discard_between(rest, drawn, coming) for drawn in cards_of(coming)]
        first[card] = Fraction(sum(totals) if draws else hands.least(rest), max(1, draws) * max(1, draws - 1))
    return dict(sorted(first.items(), key=lambda entry: (entry[1], entry[0])))


Least: TypeAlias = Callable[[int], int]
"""The least deadwood of a hand given as bits, bit `Card.index` for each card, jokers from bit 52 on."""

ALL_CARDS: Final = DECK + JOKERS
NATURALS: Final = (1 << len(DECK)) - 1
MORE_THAN_ANY: Final = 1_000_000


def least_of_mask(rules: Rules = SHEET) -> Least:
    """What counts a hand given as bits: the kernel, compiled if that has been loaded; as `tongits.least_deadwood` does.

    >>> from cardlab.cards import cards
    >>> least_of_mask()(sum(map(bit, cards("4h 5h 6h Kd"))))
    10
    """
    kernel = compiled.best()
    uncovered, in_run, *_ = tables(kernel, int(rules.ace_high), rules.jokers)
    natural, with_jokers = kernel.hands.least_deadwood, kernel.hands.least_with_jokers
    joker_points, memory = rules.joker_points, kernel.memory(26)

    def least(held: int) -> int:
        if held <= NATURALS:
            return int(natural(held, uncovered, in_run))
        jokers = (held >> len(DECK)).bit_count()
        return int(with_jokers(held & NATURALS, jokers, joker_points, uncovered, in_run, memory, 0))

    return least


class Hands:
    """The hands met so far under some rules, as bits, and what they leave."""

    def __init__(self, rules: Rules) -> None:
        self._count = least_of_mask(rules)
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
            for card in cards_of(held & cards):
                best = min(best, self.least(held & ~bit(card)))
                if best <= whole - worth:
                    return best
        return best

    def after_discard_between(self, rest: int, drawn: Card, coming: int) -> int:
        """After drawing `drawn`: the least total over all the cards that may come next, by the best discard."""
        still_wanted()
        gone = bit(drawn)
        held, still = rest | gone, coming & ~gone
        if not still:
            return self.thrown(held)
        totals = self._totals.setdefault(gone, {})
        for card in cards_of(held):
            kept = held & ~bit(card)
            if kept not in totals:
                totals[kept] = sum(self.thrown(kept | bit(later)) for later in cards_of(still))
        return min(totals[held & ~bit(card)] for card in cards_of(held))


def bit(card: Card) -> int:
    """The bit that stands for a card, a joker too."""
    return 1 << card.index


def cards_of(held: int) -> Iterator[Card]:
    """The cards whose bits are set, in order."""
    while held:
        lowest = held & -held
        held ^= lowest
        yield ALL_CARDS[lowest.bit_length() - 1]


def least(hand: Iterable[Card], rules: Rules) -> int:
    """The least deadwood of a hand: the same as `tongits.least_deadwood`, with jokers in a twentieth of the time.

    >>> from cardlab.cards import cards
    >>> least(cards("4h X1 6h Kd"), Rules(jokers=1))
    10
    """
    still_wanted()
    return least_of_mask(rules)(mask(hand))


def mask(hand: Iterable[Card]) -> int:
    """A hand as bits."""
    return sum(map(bit, hand))
