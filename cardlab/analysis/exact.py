"""What each discard leaves, one draw and two draws ahead: exact, every unseen card being as likely to come next.

Least deadwood is meant throughout (T9.1), the melds of the hand taken out, whatever `concealed_melds_count` says: what
a hand can come to, not what it would pay now. Nothing is laid, and nobody else plays in between.
Knows hands and unseen cards; knows neither the table nor the other players.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from cardlab.analysis.counting.remaining import Hands, Least, bit, cards_of, least_of_mask
from cardlab.analysis.wanted import still_wanted
from cardlab.cards import JOKERS, Card
from cardlab.cards import cards as read_cards
from cardlab.refusal import NotationError
from cardlab.tongits import Rules

__all__ = ["Discarded", "Drawn", "Least", "discards", "least_of_mask", "two_draws"]

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
