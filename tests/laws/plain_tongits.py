"""What the law tests hold the Tongits engine against: the rules again, as short as they can be said.

Nothing here is quick, and nothing here asks the engine what a meld is.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random

from cardlab.cards import DECK, JOKERS, Card
from cardlab.tongits import (
    Call,
    Challenge,
    Discard,
    Draw,
    Fold,
    LayMeld,
    Move,
    Rules,
    Sapaw,
    State,
    Take,
    deal,
    legal_moves,
    play,
    turn,
)

TABLES = {
    "sheet": Rules(),
    "traditional": Rules.preset("traditional"),
    "two jokers": Rules(jokers=2),
    "four jokers": Rules(jokers=4, joker_points=15),
    "ace high": Rules(ace_high=True),
    "discard must meld": Rules(discard_must_meld=True),
    "secret four": Rules(secret_four=True),
    "everyone": Rules(showdown="everyone"),
    "all at once": Rules(
        jokers=4, ace_high=True, discard_must_meld=True, secret_four=True, sapaw_blocks_call=True, joker_points=5
    ),
}


def is_meld(hand: Iterable[Card], rules: Rules) -> bool:
    """T3.1 to T3.4 and T10.1 to T10.2: whether the cards, in whatever order, are a set or a run."""
    handful = list(hand)
    naturals = [card for card in handful if card.number]
    size, jokers = len(handful), len(handful) - len(naturals)
    if size < 3 or len(naturals) < 2 or jokers > rules.jokers or len(set(handful)) < size:
        return False
    ranks = {card.rank for card in naturals}
    if len(ranks) == 1:
        return size <= 4
    row = "A23456789TJQKA" if rules.ace_high else "A23456789TJQK"
    one_suit = len({card.suit for card in naturals}) == 1
    return one_suit and size <= 13 and any(ranks <= set(row[low : low + size]) for low in range(len(row) - size + 1))


def subsets(cards: Iterable[Card], most: int) -> Iterator[tuple[Card, ...]]:
    """Every choice of one to `most` of the cards."""
    hand = sorted(cards)
    return (chosen for size in range(1, most + 1) for chosen in combinations(hand, size))


def deck(rules: Rules) -> list[Card]:
    """T1.2, T10.1: all cards of the game."""
    return [*DECK, *JOKERS[: rules.jokers]]


WEIGHTS: dict[type, float] = {
    Draw: 6,
    Take: 3,
    Call: 0.3,
    LayMeld: 5,
    Sapaw: 5,
    Discard: 3,
    Challenge: 1,
    Fold: 1,
}


def some_move(state: State, random: Random) -> Move:
    """A legal move by chance: first its kind, then one of that kind."""
    (seat,) = turn(state)
    moves = legal_moves(state, seat)
    kinds = sorted({type(move) for move in moves}, key=lambda kind: kind.__name__)
    (kind,) = random.choices(kinds, [WEIGHTS[kind] for kind in kinds])
    return random.choice([move for move in moves if type(move) is kind])


def walk(rules: Rules, seed: int, steps: int) -> tuple[list[State], list[Move]]:
    """A round played by chance from a seed, with a limit of moves: every position, and the moves between them."""
    random = Random(seed)
    states = [deal(rules, seed=seed, first=seed % 3)]
    moves: list[Move] = []
    while len(moves) < steps and turn(states[-1]):
        moves.append(some_move(states[-1], random))
        states.append(play(states[-1], moves[-1]))
    return states, moves
