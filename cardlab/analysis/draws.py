"""What a hand becomes after each discard and the next draw, computed exactly.

Every unseen card is equally likely to be drawn. Deadwood here is the least deadwood (T9.1): melds are taken out,
whatever `concealed_melds_count` says. So it measures what a hand can become, not what the hand would pay now.
Nothing is laid, and nobody plays in between.
`discards` answers the question; `least` and `least_of_masks` compute the least deadwood of many hands.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Final, NamedTuple

from cardlab.analysis.cancellation import check_cancelled
from cardlab.analysis.deals import mask
from cardlab.analysis.kernel import compiled
from cardlab.analysis.kernel.compiled import tables
from cardlab.cards import DECK, Card
from cardlab.tongits import SHEET, Rules

FIRST_JOKER: Final = 1 << len(DECK)
MANY: Final = 400
"""From this many hands on, or with any joker, the compiled kernel is faster: it takes a moment to start.
This many hands are also counted between two checks for cancellation."""


class Drawn(NamedTuple):
    """A possible draw, and the least deadwood after the best discard that follows."""

    card: Card
    least: int


@dataclass(frozen=True, slots=True)
class Discarded:
    """One discard: the least deadwood it leaves, and the effect of each unseen card.

    `left`: the least deadwood before the draw; `draws`: the effect of each card drawn; `mean`: the expected least
    deadwood after one draw and the best discard, or `left` if no card is unseen.
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
    """Return every discard from a hand, the lowest expected deadwood (`mean`) first.

    `unseen`: the cards that may be drawn next, each equally likely.

    >>> from cardlab.cards import cards
    >>> best, *others = discards(cards("7h 8h 9h Kc"), cards("Th 6h 2s Kd"))
    >>> best.card.code, best.left, best.mean, [card.code for card in best.improving]
    ('Kc', 0, Fraction(0, 1), [])
    >>> others[-1].card.code, others[-1].left, others[-1].mean
    ('8h', 26, Fraction(23, 1))
    """
    cards, coming, results = set(hand), sorted(unseen), []
    rests = {card: mask(cards - {card}) for card in cards}
    after = {(card, drawn): _thrown(rest | 1 << drawn.index) for card, rest in rests.items() for drawn in coming}
    hands = tuple({*rests.values(), *chain.from_iterable(after.values())})
    counted = dict(zip(hands, least_of_masks(hands, rules), strict=True))
    for card, rest in rests.items():
        draws = tuple(Drawn(drawn, min(map(counted.__getitem__, after[card, drawn]))) for drawn in coming)
        left = counted[rest]
        mean = Fraction(sum(draw.least for draw in draws), len(draws)) if draws else Fraction(left)
        results.append(Discarded(card, left, draws, mean))
    return tuple(sorted(results, key=lambda discarded: (discarded.mean, discarded.left, discarded.card)))


def _thrown(hand: int) -> list[int]:
    """Return the hands that remain after each possible discard, as bits."""
    return [hand & ~(1 << index) for index in range(hand.bit_length()) if hand >> index & 1]


def least_of_masks(hands: Iterable[int], rules: Rules = SHEET) -> list[int]:
    """Return the least deadwood of each hand, like `tongits.least_deadwood`.

    A hand is given as bits, bit `Card.index` for each card, jokers from bit 52 on.

    >>> from cardlab.cards import cards
    >>> least_of_masks([mask(cards("4h 5h 6h Kd")), mask(cards("Kd"))])
    [10, 10]
    """
    hands, counted = tuple(hands), list[int]()
    worth_it = len(hands) >= MANY or any(hand >= FIRST_JOKER for hand in hands)
    kernel = compiled.best() if worth_it else compiled.plain()
    uncovered, in_run, *_ = tables(kernel, int(rules.ace_high), rules.jokers)
    memory = kernel.memory(26)
    for several in (hands[start : start + MANY] for start in range(0, len(hands), MANY)):
        check_cancelled()
        masks, results = kernel.array(several), kernel.memory(len(several))
        kernel.hands.least_of_each(masks, rules.joker_points, uncovered, in_run, memory, results)
        counted += results
    return counted


def least(hands: Iterable[Iterable[Card]], rules: Rules) -> list[int]:
    """Return the least deadwood of each hand, as `tongits.least_deadwood` counts it.

    >>> from cardlab.cards import cards
    >>> least([cards("4h X1 6h Kd")], Rules(jokers=1))
    [10]
    """
    return least_of_masks(map(mask, hands), rules)
