"""The course of a round: the deal, whose turn it is, and what a move does.

Chance enters only as a seed, for the deal and for new extra piles.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from operator import index
from random import Random
from typing import TypeAlias, TypeVar, assert_never

from cardlab.cards import TICHU_DECK, Card, cards
from cardlab.refusal import IllegalMove, NotationError, quoted
from cardlab.tichu.legality import legal_moves, why_not
from cardlab.tichu.moves import FULL_HAND, SEATS, Draw, Flip, Move, Play, Recycle, parse_move
from cardlab.tichu.piles import DOG
from cardlab.tichu.rules import SHEET, Rules, no_rules
from cardlab.tichu.state import State, buried, can_draw, draws_from, recycle_due

_DRAW_PILE, _EXTRA_PILE = 14, 6
_T = TypeVar("_T")
Piles: TypeAlias = Sequence[str | Iterable[Card]]


def deal(rules: Rules = SHEET, seed: int = 0) -> State:
    """Return a shuffled and dealt position; the same `seed` gives the same deal. [U1.2]

    Each player has 8 cards in hand, a draw pile of 14 and an extra pile of 6; the opening flip is due (U1.3).
    Raises TypeError for anything but rules and a whole number.
    """
    if not isinstance(rules, Rules):
        raise TypeError(f"the rules are tichu.Rules(), not {quoted(rules)}; the number of a deal is deal(seed=…)")
    deck = list(TICHU_DECK)
    Random(index(seed)).shuffle(deck)
    dealt = iter(deck)
    sizes = (FULL_HAND, _DRAW_PILE, _EXTRA_PILE)
    hands, draw, extra = ([[next(dealt) for _ in range(size)] for _ in SEATS] for size in sizes)
    return start(rules, hands, draw, extra)


def turn(state: State) -> frozenset[int]:
    """Return the seats that may move now; both may at the same time. [U2.1]

    Empty when the round is over, and when chance has to deal new extra piles (U4.3, `recycle`).
    """
    return frozenset(seat for seat in SEATS if legal_moves(state, seat))


def play(state: State, move: Move | str) -> State:
    """Return the position after a move, given as a move or in notation.

    Raises IllegalMove with every clause that the move breaks, NotationError for an unreadable text, TypeError for
    anything but a state and a move or text.
    """
    if isinstance(move, str):
        move = parse_move(move)
    refusals = why_not(state, move)
    if refusals:
        raise IllegalMove(move, refusals)
    match move:
        case Play():
            after = _laid(state, move)
        case Draw():
            after = _drawn(state, move.seat)
        case Flip():
            after = _turned(state)
        case Recycle():
            after = _recycled(state, move)
        case _:
            assert_never(move)
    owes = _pair(_owes(after, seat) for seat in SEATS)
    return after if owes == after.owes else replace(after, owes=owes)


def recycle(state: State, seed: int) -> Recycle:
    """Return the move of chance: new extra piles from the cards under the tops. [U4.3]

    The cards are shuffled by the seed and dealt evenly. Raises ValueError if no new extra piles are due.
    """
    if not recycle_due(state):
        raise ValueError("no new extra piles are due")
    shuffled = list(buried(state))
    Random(index(seed)).shuffle(shuffled)
    half = len(shuffled) // len(SEATS)
    return Recycle((tuple(shuffled[:half]), tuple(shuffled[half : 2 * half])))


def _owes(state: State, seat: int) -> bool:
    """Return whether a seat still owes cards after a move. [U3.2, U3.3]

    A debt lasts while the hand is not full and both draw piles last.
    """
    return state.owes[seat] and can_draw(state, seat) and bool(state.draw[1 - seat])


def _laid(state: State, move: Play) -> State:
    """Play a card: a player who had to draw owes cards, and a Dog demands a flip. [U2.2, U3.2, U5.3]"""
    hand = tuple(card for card in state.hands[move.seat] if card is not move.card)
    return replace(
        state,
        hands=_with(state.hands, move.seat, hand),
        piles=_with(state.piles, move.pile, state.piles[move.pile].covered(move.card, move.wish)),
        owes=_with(state.owes, move.seat, state.owes[move.seat] or can_draw(state, move.seat)),
        flip_due=move.card is DOG,
    )


def _drawn(state: State, seat: int) -> State:
    """Move the top card of the draw pile that the seat must use into its hand. [U3.1, U3.2]"""
    source = draws_from(state, seat)
    return replace(
        state,
        hands=_with(state.hands, seat, (*state.hands[seat], state.draw[source][0])),
        draw=_with(state.draw, source, state.draw[source][1:]),
    )


def _turned(state: State) -> State:
    """Turn the top extra cards onto the piles: a Dog demands another flip. [U1.3, U5.8]"""
    piles = _pair(
        pile.covered(extra[0]) if extra else pile for pile, extra in zip(state.piles, state.extra, strict=True)
    )
    shown = [extra[0] for extra in state.extra if extra]
    return replace(state, piles=piles, extra=_pair(extra[1:] for extra in state.extra), flip_due=DOG in shown)


def _recycled(state: State, move: Recycle) -> State:
    """Take the dealt cards out of the piles; then a flip is due. [U4.1, U4.3]"""
    taken = frozenset(move.extra[0] + move.extra[1])
    piles = _pair(pile.without(taken) for pile in state.piles)
    return replace(state, piles=piles, extra=move.extra, flip_due=True)


def _with(pair: tuple[_T, _T], index: int, new: _T) -> tuple[_T, _T]:
    return (new, pair[1]) if index == 0 else (pair[0], new)


def _pair(two: Iterable[_T]) -> tuple[_T, _T]:
    first, second = two
    return first, second


def start(rules: Rules, hands: Piles, draw: Piles, extra: Piles) -> State:
    """Return the position right after a given deal. [U1.1, U1.2]

    Args:
        rules: the rules of the table.
        hands: a hand for each seat, as cards or in notation.
        draw: a draw pile for each seat, top card first.
        extra: an extra pile for each seat, top card first.

    Raises:
        NotationError: a duplicate, missing or foreign card, or a pile of the wrong size.
        TypeError: rules or cards of the wrong type.
    """
    if not isinstance(rules, Rules):
        raise no_rules(rules)
    read = [tuple(map(cards, piles)) for piles in (hands, draw, extra)]
    sized = tuple(zip(("hands", "draw", "extra"), read, (FULL_HAND, _DRAW_PILE, _EXTRA_PILE), strict=True))
    dealt = [card for _, piles, _ in sized for pile in piles for card in pile]
    for card in dealt:
        if dealt.count(card) > 1:
            raise NotationError("card_twice_given", card=card)
        if card not in TICHU_DECK:
            raise NotationError("not_in_game", card=card)
    for name, piles, needed in sized:
        if len(piles) != len(SEATS):
            raise NotationError("record_field", field=name)
        for seat in SEATS:
            if len(piles[seat]) != needed:
                raise NotationError("wrong_pile_size", field=name, seat=seat, cards=len(piles[seat]), needed=needed)
    in_hand, drawn, turned = map(_pair, read)
    return State(in_hand, rules, drawn, turned, flip_due=True)
