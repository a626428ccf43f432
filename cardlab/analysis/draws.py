"""What each discard leaves, and one draw ahead: exact, with every unseen card equally likely.

Deadwood here is always least deadwood (T9.1), melds taken out, whatever `concealed_melds_count` says: it measures
what a hand can become, not what it would pay now. Nothing is laid, and nobody plays in between.
`discards` answers the question; `least` and `least_of_mask` count hands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from cardlab.analysis.cancellation import check_cancelled
from cardlab.analysis.deals import mask
from cardlab.analysis.kernel import compiled
from cardlab.analysis.kernel.compiled import tables
from cardlab.analysis.kernel.hands import least_deadwood, least_with_jokers
from cardlab.cards import DECK, Card
from cardlab.tongits import SHEET, Rules

NATURALS: Final = (1 << len(DECK)) - 1
Least: TypeAlias = Callable[[int], int]
"""The least deadwood of a hand given as bits, bit `Card.index` for each card, jokers from bit 52 on."""


class Drawn(NamedTuple):
    """A possible draw, and the least deadwood after the best discard that follows."""

    card: Card
    least: int


@dataclass(frozen=True, slots=True)
class Discarded:
    """One discard: the least deadwood left, and the effect of each unseen card.

    `mean`: the expected least deadwood after one draw and the best discard; equal to `left` without unseen cards.
    """

    card: Card
    left: int
    draws: tuple[Drawn, ...]
    mean: Fraction

    @property
    def improving(self) -> tuple[Card, ...]:
        """The draws that lower the least deadwood."""
        return tuple(card for card, least in self.draws if least < self.left)


def discards(hand: Iterable[Card], unseen: Iterable[Card], rules: Rules = SHEET) -> tuple[Discarded, ...]:
    """Return every discard from a hand, the lowest expected deadwood after the next draw first.

    `unseen`: the possible draws, each equally likely.

    >>> from cardlab.cards import cards
    >>> best, *others = discards(cards("7h 8h 9h Kc"), cards("Th 6h 2s Kd"))
    >>> best.card.code, best.left, best.mean, [card.code for card in best.improving]
    ('Kc', 0, Fraction(0, 1), [])
    >>> others[-1].card.code, others[-1].left, others[-1].mean
    ('8h', 26, Fraction(23, 1))
    """
    cards, coming, least = set(hand), sorted(unseen), cache(least_of_mask(rules))
    results = []
    for card in cards:
        check_cancelled()
        rest = mask(cards - {card})
        draws = tuple(Drawn(drawn, _thrown(rest | 1 << drawn.index, least)) for drawn in coming)
        left = least(rest)
        mean = Fraction(sum(draw.least for draw in draws), len(draws)) if draws else Fraction(left)
        results.append(Discarded(card, left, draws, mean))
    return tuple(sorted(results, key=lambda discarded: (discarded.mean, discarded.left, discarded.card)))


def _thrown(hand: int, least: Least) -> int:
    """Return the least deadwood after the best discard."""
    cards = (1 << index for index in range(hand.bit_length()) if hand >> index & 1)
    return min(least(hand & ~card) for card in cards)


def least_of_mask(rules: Rules = SHEET) -> Least:
    """Return a function that counts a hand given as bits like `tongits.least_deadwood`.

    It is plain Python, for a call of compiled code takes longer than a hand; `least_of_masks` counts many in one call.

    >>> from cardlab.cards import cards
    >>> least_of_mask()(mask(cards("4h 5h 6h Kd")))
    10
    """
    uncovered, in_run, *_ = tables(compiled.plain(), int(rules.ace_high), rules.jokers)
    memory = [0] * 26

    def least(hand: int) -> int:
        if hand <= NATURALS:
            return least_deadwood(hand, uncovered, in_run)
        jokers = (hand >> len(DECK)).bit_count()
        return least_with_jokers(hand & NATURALS, jokers, rules.joker_points, uncovered, in_run, memory, 0)

    return least


def least_of_masks(hands: Iterable[int], rules: Rules) -> tuple[int, ...]:
    """Return what `least_of_mask` counts for each of these hands, by the best kernel in one call.

    >>> from cardlab.cards import cards
    >>> least_of_masks([mask(cards("4h 5h 6h Kd")), mask(cards("Kd"))], SHEET)
    (10, 10)
    """
    kernel = compiled.best()
    uncovered, in_run, *_ = tables(kernel, int(rules.ace_high), rules.jokers)
    masks = kernel.array(hands)
    results = kernel.memory(len(masks))
    kernel.hands.least_of_each(masks, rules.joker_points, uncovered, in_run, kernel.memory(26), results)
    return tuple(results)


def least(hand: Iterable[Card], rules: Rules) -> int:
    """Return the least deadwood of a hand: `tongits.least_deadwood`, twenty times as fast with jokers.

    >>> from cardlab.cards import cards
    >>> least(cards("4h X1 6h Kd"), Rules(jokers=1))
    10
    """
    check_cancelled()
    return least_of_mask(rules)(mask(hand))
