"""Tables late in a round: how one is made, whole to the last card, and how a draw call on it is played out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Final, NamedTuple

from cardlab.cards import DECK, RANKS, SUITS, Card
from cardlab.tongits import (
    SHEET,
    Call,
    Challenge,
    Discard,
    Fold,
    Kind,
    Laid,
    Meld,
    Phase,
    Rules,
    State,
    deadwood,
    grown,
    legal_moves,
    play,
    points,
    turn,
    why_meld,
    why_not,
)

__all__ = [
    "LEFT",
    "OPPONENTS",
    "RIGHT",
    "SEATS",
    "YOU",
    "LaidOff",
    "answered",
    "discarded",
    "every_answer",
    "exchanged",
    "holding",
    "late_round",
    "layers_off",
    "willing",
    "with_deadwood",
    "with_four",
]

YOU, LEFT, RIGHT = SEATS = range(3)
OPPONENTS: Final = (LEFT, RIGHT)
HELD: Final = 12
UNDRAWN: Final = 16
"""In a game without a joker, stock and discard pile hold 16 cards together whenever a turn begins."""


class LaidOff(NamedTuple):
    """A card that a player has laid off on a meld of the table, which goes by its place from 0."""

    seat: int
    card: Card
    meld: int


def late_round(
    chance: Random,
    melds: tuple[int, int, int] = (2, 2, 2),
    *,
    stock: int = 6,
    seat: int = YOU,
    rules: Rules = SHEET,
    longest: int = 4,
) -> State:
    """A table before the draw of `seat`, every hand at least one card: `melds` have been laid by each player.

    - `stock`: how many cards are left to draw, 1 to 15;
    - `longest`: of how many cards a run is at most.
    """
    while True:
        table = _table(chance, melds, longest)
        sizes = [HELD - sum(len(laid.meld.cards) for laid in table if laid.owner == one and laid.meld) for one in SEATS]
        if min(sizes) > 0:
            break
    lying = {card for laid in table if laid.meld for card in laid.meld.cards}
    rest = [card for card in DECK if card not in lying]
    chance.shuffle(rest)
    hands = []
    for size in sizes:
        hands.append(tuple(sorted(rest[:size])))
        rest = rest[size:]
    before = (seat - 1) % len(SEATS)
    return State(
        rules=rules,
        hands=tuple(hands),
        stock=tuple(rest[:stock]),
        first=LEFT,
        seat=seat,
        phase=Phase.DRAW,
        began=None,
        discards=tuple(rest[stock:]),
        melds=table,
        last_drawer=before,
    )


def with_deadwood(state: State, seat: int, wanted: int, chance: Random) -> State | None:
    """The same table, but a card of the seat exchanged for one of stock or discard pile, so that it has this deadwood.

    None if no single exchange leads there.
    """
    held = state.hands[seat]
    missing = wanted - deadwood(held, state.rules)
    if not missing:
        return state
    aside = [*state.stock, *state.discards]
    pairs = [(own, other) for own in held for other in aside if points(other) - points(own) == missing]
    return exchanged(state, *chance.choice(pairs)) if pairs else None


def holding(state: State, seat: int, card: Card, keep: Collection[Card] = ()) -> State:
    """The same table, but the seat holds this card, for one of its own that is not among `keep`."""
    if card in state.hands[seat]:
        return state
    leaving = next(own for own in state.hands[seat] if own not in keep)
    return exchanged(state, leaving, card)


def exchanged(state: State, one: Card, other: Card) -> State:
    """The same table, but two cards that lie in no meld have changed places."""
    swap = {one: other, other: one}
    hands = tuple(tuple(sorted(swap.get(card, card) for card in hand)) for hand in state.hands)
    stock, discards = (tuple(swap.get(card, card) for card in pile) for pile in (state.stock, state.discards))
    return replace(state, hands=hands, stock=stock, discards=discards)


def with_four(chance: Random, state: State, seat: int) -> tuple[State, tuple[Card, ...]] | None:
    """The same table, but the seat holds four cards of one rank; None if no rank is free, or its hand too small."""
    lying = {card for laid in state.melds if laid.meld for card in laid.meld.cards}
    free = [rank for rank in RANKS if not any(Card(rank + suit) in lying for suit in SUITS)]
    if not free or len(state.hands[seat]) <= len(SUITS):
        return None
    rank = chance.choice(free)
    four = tuple(Card(rank + suit) for suit in SUITS)
    for card in four:
        state = holding(state, seat, card, keep=four)
    return state, four


def discarded(state: State) -> tuple[State, Card]:
    """The turn finished by discarding the dearest card that may go, and that card."""
    seat = state.seat
    may_go = [card for card in state.hands[seat] if not why_not(state, Discard(seat, card))]
    dearest = max(may_go, key=lambda card: (points(card), card))
    return play(state, Discard(seat, dearest)), dearest


def layers_off(chance: Random, state: State, seats: Iterable[int]) -> tuple[State, tuple[LaidOff, ...]]:
    """The same table after each of these seats has laid off a card of its hand some turns ago, where one can fit."""
    told = []
    for seat in seats:
        fitting = [
            LaidOff(seat, card, place)
            for place, laid in enumerate(state.melds)
            for card in state.hands[seat]
            if laid.meld is not None and laid.owner != seat and not laid.secret and grown(laid.meld, (card,))
        ]
        if fitting:
            added = chance.choice(fitting)
            state = _after(state, added)
            told.append(added)
    return state, tuple(told)


def _after(state: State, added: LaidOff) -> State:
    laid = state.melds[added.meld]
    bigger = replace(laid, meld=grown(laid.meld, (added.card,)) if laid.meld else None)
    melds = (*state.melds[: added.meld], bigger, *state.melds[added.meld + 1 :])
    hands = tuple(tuple(card for card in hand if card is not added.card) for hand in state.hands)
    return replace(state, melds=melds, hands=hands)


def answered(state: State, challenging: Collection[int]) -> State:
    """T6.1, T6.2: the end of the round, after a call of the seat whose turn it is if there is none yet.

    Of those who are asked, `challenging` challenge if they may, and the others fold.
    """
    if state.phase is Phase.DRAW:
        state = play(state, Call(state.seat))
    while turn(state):
        challenge = Challenge(state.seat)
        wants = state.seat in challenging and not why_not(state, challenge)
        state = play(state, challenge if wants else Fold(state.seat))
    return state


def every_answer(state: State) -> Iterator[State]:
    """Every end that a draw call can come to, whoever may challenge and does."""
    if not turn(state):
        yield state
        return
    for move in legal_moves(state, state.seat):
        yield from every_answer(play(state, move))


def willing(state: State) -> frozenset[int]:
    """T6.2, T6.3: who of those still to be asked may challenge, and holds no more deadwood than the caller."""
    found = set()
    while turn(state) and state.caller is not None:
        seat = state.seat
        counts = [deadwood(state.hands[one], state.rules) for one in (seat, state.caller)]
        if not why_not(state, Challenge(seat)) and counts[0] <= counts[1]:
            found.add(seat)
        state = play(state, Fold(seat))
    return frozenset(found)


def _table(chance: Random, melds: tuple[int, int, int], longest: int) -> tuple[Laid, ...]:
    """Melds with no card in common, in an order of chance."""
    owners = [seat for seat in SEATS for _ in range(melds[seat])]
    chance.shuffle(owners)
    table: list[Laid] = []
    lying: set[Card] = set()
    while len(table) < len(owners):
        meld = _meld(chance, longest)
        if not lying & set(meld.cards):
            table.append(Laid(meld, owners[len(table)]))
            lying.update(meld.cards)
    return tuple(table)


def _meld(chance: Random, longest: int) -> Meld:
    """A set of three, now and then of four, or a run of three to `longest`."""
    if chance.randrange(3) == 0:
        rank, size = chance.choice(RANKS), chance.choice((3, 3, 4))
        handful = tuple(Card(rank + suit) for suit in sorted(chance.sample(SUITS, size)))
        return Meld(Kind.SET, handful, handful)
    length = chance.randint(3, longest)
    start, suit = chance.randrange(len(RANKS) - length + 1), chance.choice(SUITS)
    meld = why_meld(tuple(Card(rank + suit) for rank in RANKS[start : start + length]))
    assert meld is not None
    return meld
