"""Tongits hands to practise on: so many cards, with melds in them and cards that suit a set and a run."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, TypeVar

from cardlab.cards import DECK, RANKS, SUITS, Card

__all__ = ["some_hand", "some_meld", "until"]

Made = TypeVar("Made")
SHORTEST: Final = 3


def until(make: Callable[[], Made], good: Callable[[Made], object]) -> Made:
    """Makes one after the other until one is good."""
    made = make()
    while not good(made):
        made = make()
    return made


def some_meld(chance: Random, longest: int = 4) -> tuple[Card, ...]:
    """A set, or a run of three to `longest` cards."""
    if chance.randrange(2):
        return _set_of(chance.choice(DECK), chance.choice((3, 4)), chance)
    return _run_with(chance.choice(DECK), chance.randint(SHORTEST, longest), chance)


def some_hand(chance: Random, size: int, melds: int, crossings: int) -> tuple[Card, ...]:
    """A hand of `size` cards with `melds` melds dealt into it, and besides `crossings` pairs of a set and a run that
    have a card in common; the rest lies near these cards, so that it could be mistaken for a part of a meld."""
    held: set[Card] = set()
    for _ in range(crossings):
        card = chance.choice(DECK)
        held |= {*_set_of(card, 3, chance), *_run_with(card, SHORTEST, chance)}
    for _ in range(melds):
        held |= set(some_meld(chance))
    if len(held) > size:
        return some_hand(chance, size, melds, crossings)
    others = [card for card in DECK if card not in held]
    near = [card for card in others if any(_is_near(card, one) for one in held)]
    rest = chance.sample(near, min(len(near), (size - len(held)) // 2))
    rest += chance.sample([card for card in others if card not in rest], size - len(held) - len(rest))
    return tuple(sorted((*held, *rest)))


def _set_of(card: Card, size: int, chance: Random) -> tuple[Card, ...]:
    others = chance.sample([suit for suit in SUITS if suit != card.suit], size - 1)
    return (card, *(Card(card.rank + suit) for suit in sorted(others)))


def _run_with(card: Card, length: int, chance: Random) -> tuple[Card, ...]:
    at = card.number - 1
    start = chance.randint(max(0, at - length + 1), min(at, len(RANKS) - length))
    return tuple(Card(rank + card.suit) for rank in RANKS[start : start + length])


def _is_near(card: Card, other: Card) -> bool:
    """The same rank, or at most two apart in the suit."""
    return card.number == other.number or (card.suit == other.suit and abs(card.number - other.number) <= 2)
