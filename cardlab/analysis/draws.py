"""What each discard leaves, one draw and two draws ahead: exact, every unseen card being as likely to come next.

Least deadwood is meant throughout (T9.1), the melds of the hand taken out, whatever `concealed_melds_count` says: what
a hand can come to, not what it would pay now. Nothing is laid, and nobody else plays in between.
First the questions (`discards`, `two_draws`), then `Hands`, which counts hands given as bits and remembers each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final, TypeAlias

from cardlab.analysis.cancellation import still_wanted
from cardlab.analysis.kernel import compiled
from cardlab.analysis.kernel.compiled import tables
from cardlab.cards import DECK, JOKERS, SUITS, Card
from cardlab.cards import cards as read_cards
from cardlab.refusal import NotationError
from cardlab.tongits import Rules, points

SHEET: Final = Rules()
MOST_IN_HAND: Final = 14


@dataclass(frozen=True, slots=True)
class Drawn:
    """One card that may come: the least deadwood after the best discard that follows, and that discard.

    `improves`: whether that is less than was left before the draw; `melds`: whether it lies in a meld with cards held.
    """

    card: Card
    least: int
    discard: Card
    improves: bool
    melds: bool


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
        return tuple(draw.card for draw in self.draws if draw.improves)

    @property
    def melding(self) -> tuple[Card, ...]:
        """The cards that complete or extend a meld."""
        return tuple(draw.card for draw in self.draws if draw.melds)


def discards(
    hand: str | Iterable[Card], unseen: str | Iterable[Card], rules: Rules = SHEET, least: Least | None = None
) -> tuple[Discarded, ...]:
    """Every discard from a hand of 1 to 14 cards, the one with the least deadwood expected after the next draw first.

    `unseen`: the cards that may come, each as likely; `least`: what counts a hand, the kernel if nothing is given.
    Raises NotationError if a card stands twice or is not in the game, ValueError for an empty or too large hand.

    >>> best, *others = discards("7h 8h 9h Kc", "Th 6h 2s Kd")
    >>> best.card.code, best.left, best.mean, [card.code for card in best.melding]
    ('Kc', 0, Fraction(0, 1), ['6h', 'Th'])
    >>> others[-1].card.code, others[-1].left, others[-1].mean
    ('8h', 26, Fraction(23, 1))
    """
    held, coming = _bits_given(hand, unseen, rules)
    search = Hands(rules, least or least_of_mask(rules))
    found = []
    for card in cards_of(held):
        rest = held & ~bit(card)
        left, melding = search.least(rest), search.melding(rest)
        draws = []
        for drawn in cards_of(coming):
            still_wanted()
            after, thrown = search.best_discard(rest, drawn)
            draws.append(Drawn(drawn, after, thrown, after < left, bool(melding & bit(drawn))))
        mean = Fraction(sum(draw.least for draw in draws), len(draws)) if draws else Fraction(left)
        found.append(Discarded(card, left, tuple(draws), mean))
    return tuple(sorted(found, key=lambda discarded: (discarded.mean, discarded.left, discarded.card)))


def two_draws(
    hand: str | Iterable[Card], unseen: str | Iterable[Card], rules: Rules = SHEET, least: Least | None = None
) -> dict[Card, Fraction]:
    """For each first discard the least deadwood expected after two draws, the best one first.

    The discard between is the one with the least expected after it, known which cards are then still unseen.
    With fewer than two unseen cards there are only so many draws. Raises as `discards` does.

    >>> ahead = two_draws("7h 8h Kc Kd", "9h Ks 2c")
    >>> [(card.code, str(mean)) for card, mean in ahead.items()]
    [('Kc', '17/3'), ('Kd', '17/3'), ('8h', '20/3'), ('7h', '41/6')]
    """
    held, coming = _bits_given(hand, unseen, rules)
    search = Hands(rules, least or least_of_mask(rules))
    first = {}
    for card in cards_of(held):
        rest = held & ~bit(card)
        totals = []
        for drawn in cards_of(coming):
            still_wanted()
            totals.append(search.after_discard_between(rest, drawn, coming))
        draws = len(totals)
        if draws:
            first[card] = Fraction(sum(totals), draws * max(1, draws - 1))
        else:
            first[card] = Fraction(search.least(rest))
    return dict(sorted(first.items(), key=lambda entry: (entry[1], entry[0])))


def _bits_given(hand: str | Iterable[Card], unseen: str | Iterable[Card], rules: Rules) -> tuple[int, int]:
    """The hand and the unseen cards as bits, each card there once and in the game."""
    held, coming = read_cards(hand), read_cards(unseen)
    if not 1 <= len(held) <= MOST_IN_HAND:
        raise ValueError(f"a hand of 1 to {MOST_IN_HAND} cards, not of {len(held)}")
    given: set[Card] = set()
    for card in (*held, *coming):
        if card in given:
            raise NotationError("card_twice_given", card=card)
        if not card.number and card not in JOKERS[: rules.jokers]:
            raise NotationError("not_in_game", card=card)
        given.add(card)
    return sum(map(bit, held)), sum(map(bit, coming))


Least: TypeAlias = Callable[[int], int]
"""The least deadwood of a hand given as bits, bit `Card.index` for each card, jokers from bit 52 on."""

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


def least(hand: Iterable[Card], rules: Rules) -> int:
    """The least deadwood of a hand: the same as `tongits.least_deadwood`, with jokers in a twentieth of the time.

    >>> from cardlab.cards import cards
    >>> least(cards("4h X1 6h Kd"), Rules(jokers=1))
    10
    """
    still_wanted()
    return least_of_mask(rules)(sum(map(bit, hand)))
