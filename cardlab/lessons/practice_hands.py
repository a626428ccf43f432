"""Random Tongits hands for exercises, and ways to lay them out.

- `some_meld`, `some_melds`, `some_hand`: random melds and hands;
- `best_whole`, `laid_first`: the best arrangements, and a hasty one;
- `between`: the cards that suit two melds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from random import Random
from typing import Final, TypeVar

from cardlab.cards import DECK, RANKS, SUITS, Card
from cardlab.tongits import SHEET, Arrangement, Kind, Meld, Rules, best_arrangements, deadwood, melds_in, why_meld

Made = TypeVar("Made")
SHORTEST: Final = 3


def until(make: Callable[[], Made], good: Callable[[Made], object]) -> Made:
    """Makes one after the other until one is good."""
    made = make()
    while not good(made):
        made = make()
    return made


def some_meld(chance: Random, longest: int = 4) -> Meld:
    """A set of three, now and then of four, or twice as often a run of three to `longest`."""
    if chance.randrange(3) == 0:
        rank, size = chance.choice(RANKS), chance.choice((3, 3, 4))
        handful = tuple(Card(rank + suit) for suit in sorted(chance.sample(SUITS, size)))
        return Meld(Kind.SET, handful, handful)
    length = chance.randint(SHORTEST, longest)
    start, suit = chance.randrange(len(RANKS) - length + 1), chance.choice(SUITS)
    run = tuple(Card(rank + suit) for rank in RANKS[start : start + length])
    return Meld(Kind.RUN, run, run)


def some_melds(chance: Random, count: int, longest: int = 4) -> tuple[Meld, ...]:
    """This number of melds without a common card."""
    melds: list[Meld] = []
    while len(melds) < count:
        meld = some_meld(chance, longest)
        if not any(set(meld.cards) & set(other.cards) for other in melds):
            melds.append(meld)
    return tuple(melds)


def some_hand(chance: Random, size: int, melds: int, crossings: int) -> tuple[Card, ...]:
    """A random hand.

    Args:
        chance: The source of randomness.
        size: The number of cards.
        melds: The number of melds dealt into it.
        crossings: The number of pairs of a set and a run with a common card dealt into it.

    Returns:
        The hand, sorted. The other cards lie near these, so that they could be mistaken for parts of melds.
    """
    chosen: set[Card] = set()
    for _ in range(crossings):
        card = chance.choice(DECK)
        chosen |= {*_set_of(card, 3, chance), *_run_with(card, SHORTEST, chance)}
    for _ in range(melds):
        chosen |= set(some_meld(chance).cards)
    if len(chosen) > size:
        return some_hand(chance, size, melds, crossings)
    others = [card for card in DECK if card not in chosen]
    near = [card for card in others if any(_is_near(card, one) for one in chosen)]
    rest = chance.sample(near, min(len(near), (size - len(chosen)) // 2))
    rest += chance.sample([card for card in others if card not in rest], size - len(chosen) - len(rest))
    return tuple(sorted((*chosen, *rest)))


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


# Ways to lay a hand out


def laid_first(cards: Iterable[Card], first: Kind, rules: Rules = SHEET) -> Arrangement:
    """How a hasty player lays: every meld of the kind `first`, as large as it can be, then the other kind of the rest.

    >>> from cardlab.cards import cards
    >>> hand = cards("6d 7d 8d 8c 8s 7s 9s")
    >>> laid_first(hand, Kind.SET).deadwood, best_whole(hand)[0].deadwood
    (29, 8)
    """
    rest = tuple(sorted(cards))
    laid: list[Meld] = []
    for kind in sorted(Kind, key=lambda one: one is not first):
        while possible := [meld for meld in melds_in(rest, rules) if meld.kind is kind]:
            meld = max(possible, key=lambda one: (len(one.cards), deadwood(one.cards, rules)))
            laid.append(meld)
            rest = tuple(card for card in rest if card not in meld.cards)
    return Arrangement(tuple(laid), (), rest, deadwood(rest, rules))


def between(cards: Iterable[Card], rules: Rules = SHEET) -> tuple[Card, ...]:
    """The cards that suit a set and a run: where a choice has to be made (T3.4)."""
    hand = tuple(sorted(cards))
    melds = melds_in(hand, rules)
    in_sets, in_runs = ({card for meld in melds if meld.kind is kind for card in meld.cards} for kind in Kind)
    return tuple(card for card in hand if card in in_sets and card in in_runs)


def best_whole(cards: Iterable[Card], rules: Rules = SHEET) -> tuple[Arrangement, ...]:
    """The best arrangements whose runs are in one piece: 4-5-6 and 7-8-9 of a suit are the run 4 to 9 once more."""

    def split(melds: tuple[Meld, ...]) -> bool:
        return any(why_meld((*one.cards, *other.cards), rules) for one, other in combinations(melds, 2))

    return tuple(one for one in best_arrangements(cards, rules=rules) if not split(one.melds))
