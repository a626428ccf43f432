"""Random Tongits hands for exercises, and ways to lay them out.

- `some_meld`, `some_melds`, `some_hand`: random melds and hands;
- `best_whole`, `laid_first`: the best arrangements, and that of a hasty player;
- `between`: the cards that suit two melds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from random import Random
from typing import Final, TypeVar

from cardlab.cards import DECK, RANKS, SUITS, Card
from cardlab.tongits import Arrangement, Kind, Meld, best_arrangements, deadwood, melds_in, why_meld

Made = TypeVar("Made")
SHORTEST: Final = 3


def until(make: Callable[[], Made], good: Callable[[Made], object]) -> Made:
    """Call `make` until its result is `good`, and return that."""
    made = make()
    while not good(made):
        made = make()
    return made


def found(make: Callable[[], Made | None]) -> Made:
    """Call `make` until it returns something, and return that."""
    while (made := make()) is None:
        pass
    return made


def some_meld(chance: Random, longest: int = 4) -> Meld:
    """Return a random meld: a set, or twice as often a run of up to `longest` cards."""
    if chance.randrange(3) == 0:
        rank, size = chance.choice(RANKS), chance.choice((3, 3, 4))
        handful = tuple(Card(rank + suit) for suit in sorted(chance.sample(SUITS, size)))
        return Meld(Kind.SET, handful, handful)
    length = chance.randint(SHORTEST, longest)
    start, suit = chance.randrange(len(RANKS) - length + 1), chance.choice(SUITS)
    run = tuple(Card(rank + suit) for rank in RANKS[start : start + length])
    return Meld(Kind.RUN, run, run)


def some_melds(chance: Random, count: int, longest: int = 4) -> tuple[Meld, ...]:
    """Return `count` random melds without a common card; `longest` as in `some_meld`."""
    melds: list[Meld] = []
    while len(melds) < count:
        meld = some_meld(chance, longest)
        if not any(set(meld.cards) & set(other.cards) for other in melds):
            melds.append(meld)
    return tuple(melds)


def some_hand(chance: Random, size: int, melds: int, crossings: int) -> tuple[Card, ...]:
    """Return a random sorted hand of `size` cards.

    `melds`: how many melds are in it; `crossings`: how many pairs of a set and a run that share a card. About half of
    the other cards are near the melds, and could be mistaken for parts of them.
    """
    chosen: set[Card] = set()
    for _ in range(crossings):
        card = chance.choice(DECK)
        chosen |= {*_set_of(card, chance), *_run_with(card, chance)}
    for _ in range(melds):
        chosen |= set(some_meld(chance).cards)
    if len(chosen) > size:
        return some_hand(chance, size, melds, crossings)
    others = [card for card in DECK if card not in chosen]
    near = [card for card in others if any(_is_near(card, one) for one in chosen)]
    rest = chance.sample(near, min(len(near), (size - len(chosen)) // 2))
    rest += chance.sample([card for card in others if card not in rest], size - len(chosen) - len(rest))
    return tuple(sorted((*chosen, *rest)))


def _set_of(card: Card, chance: Random) -> tuple[Card, ...]:
    others = chance.sample([suit for suit in SUITS if suit != card.suit], SHORTEST - 1)
    return (card, *(Card(card.rank + suit) for suit in sorted(others)))


def _run_with(card: Card, chance: Random) -> tuple[Card, ...]:
    at = card.number - 1
    start = chance.randint(max(0, at - SHORTEST + 1), min(at, len(RANKS) - SHORTEST))
    return tuple(Card(rank + card.suit) for rank in RANKS[start : start + SHORTEST])


def _is_near(card: Card, other: Card) -> bool:
    """Return whether two cards have the same rank, or are close in one suit."""
    return card.number == other.number or (card.suit == other.suit and abs(card.number - other.number) <= 2)


# Ways to lay a hand out


def laid_first(cards: Iterable[Card], first: Kind) -> Arrangement:
    """Return the arrangement of a hasty player, who lays one kind of meld first.

    Each meld is as large as possible.

    >>> from cardlab.cards import cards
    >>> hand = cards("6d 7d 8d 8c 8s 7s 9s")
    >>> laid_first(hand, Kind.SET).deadwood, best_whole(hand)[0].deadwood
    (29, 8)
    """
    rest = tuple(sorted(cards))
    laid: list[Meld] = []
    for kind in sorted(Kind, key=lambda one: one is not first):
        while possible := [meld for meld in melds_in(rest) if meld.kind is kind]:
            meld = max(possible, key=lambda one: (len(one.cards), deadwood(one.cards)))
            laid.append(meld)
            rest = tuple(card for card in rest if card not in meld.cards)
    return Arrangement(tuple(laid), (), rest, deadwood(rest))


def between(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards that suit both a set and a run of the hand. [T3.4]"""
    hand = tuple(sorted(cards))
    melds = melds_in(hand)
    in_sets, in_runs = ({card for meld in melds if meld.kind is kind for card in meld.cards} for kind in Kind)
    return tuple(card for card in hand if card in in_sets and card in in_runs)


def best_whole(cards: Iterable[Card]) -> tuple[Arrangement, ...]:
    """Return the best arrangements in which no two runs form a longer one."""

    def split(melds: tuple[Meld, ...]) -> bool:
        return any(why_meld((*one.cards, *other.cards)) for one, other in combinations(melds, 2))

    return tuple(one for one in best_arrangements(cards) if not split(one.melds))
