"""The effect of each move: `play(state, move)` returns the next state.

`legality` decides what is allowed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from cardlab.cards import Card
from cardlab.refusal import AmbiguousMove, IllegalMove
from cardlab.tongits.codes import Code
from cardlab.tongits.legality import why_not
from cardlab.tongits.melds import why_meld
from cardlab.tongits.moves import (
    SEATS,
    Began,
    Call,
    Challenge,
    Discard,
    Draw,
    Fold,
    LayMeld,
    Move,
    Phase,
    Sapaw,
    Take,
    parse_move,
)
from cardlab.tongits.rules import Showdown
from cardlab.tongits.sapaw import grown
from cardlab.tongits.state import Laid, State, no_state


def play(state: State, move: Move | str) -> State:
    """Return the state after a legal move, given as a move or in notation.

    Raises IllegalMove with every refusal, AmbiguousMove if only the meaning of a joker is unclear (T10.3).
    Raises NotationError for a text that is no move, TypeError for anything but a state and a move or text.

    >>> from cardlab.tongits.state import deal
    >>> state = deal()
    >>> play(state, f"0 discard {state.hands[0][0]}").seat
    1
    """
    if not isinstance(state, State):
        raise no_state(state)
    if isinstance(move, str):
        move = parse_move(move)
    refusals = why_not(state, move)
    if refusals:
        unclear = all(refusal.code == Code.JOKER_UNCLEAR for refusal in refusals)
        raise (AmbiguousMove if unclear else IllegalMove)(move, refusals)
    match move:
        case Draw():
            return draw(state)
        case Take():
            return take(state)
        case LayMeld():
            return lay(state, move)
        case Sapaw():
            return lay_off(state, move)
        case Discard():
            return discard(state, move)
        case Call():
            return call(state)
        case Challenge() | Fold():
            return answer(state, move)
        case _:
            assert_never(move)


def draw(state: State) -> State:
    """Move the top card of the stock into the hand. [T2.1]"""
    return replace(
        state,
        hands=_with(state, (state.stock[0],)),
        stock=state.stock[1:],
        phase=Phase.LAY,
        began=Began.STOCK,
        takes=0,
        last_drawer=state.seat,
        sapawed=state.sapawed - {state.seat},
    )


def take(state: State) -> State:
    """Move the top card of the discard pile into the hand. [T2.1]"""
    return replace(
        state,
        hands=_with(state, (state.discards[0],)),
        discards=state.discards[1:],
        phase=Phase.LAY,
        began=Began.DISCARD,
        taken=state.discards[0],
        takes=state.takes + 1,
        sapawed=state.sapawed - {state.seat},
    )


def lay(state: State, move: LayMeld) -> State:
    """Put a meld on the table; an empty hand ends the round. [T3.5, T5.1]"""
    laid = Laid(why_meld(move.cards, state.rules), state.seat, move.secret)
    return _laid(replace(state, melds=(*state.melds, laid)), move.cards)


def lay_off(state: State, move: Sapaw) -> State:
    """Put cards on a meld; an empty hand ends the round. [T4.1, T5.1]"""
    laid = state.melds[move.meld]
    assert laid.meld is not None  # only a view hides a meld
    bigger = replace(laid, meld=grown(laid.meld, move.cards, state.rules, low=move.low))
    melds = (*state.melds[: move.meld], bigger, *state.melds[move.meld + 1 :])
    return _laid(replace(state, melds=melds, sapawed=state.sapawed | {laid.owner}), move.cards)


def discard(state: State, move: Discard) -> State:
    """Discard; an empty hand or an empty stock ends the round. [T2.4, T5.1, T8.1]"""
    hands = _without(state, (move.card,))
    is_over = not hands[state.seat] or not state.stock
    return replace(
        state,
        hands=hands,
        discards=(move.card, *state.discards),
        began=None,
        taken=None,
        seat=state.seat if is_over else _next(state.seat),
        phase=Phase.OVER if is_over else Phase.DRAW,
    )


def call(state: State) -> State:
    """Call a draw: ask the opponents in turn, or show all hands. The house rule `showdown` decides. [T6.1, T6.2]"""
    if state.rules.showdown is Showdown.EVERYONE:
        others = frozenset(seat for seat in range(SEATS) if seat != state.seat and state.opened(seat))
        return replace(state, caller=state.seat, challengers=others, phase=Phase.OVER)
    return replace(state, caller=state.seat, seat=_next(state.seat), phase=Phase.ANSWER)


def answer(state: State, move: Challenge | Fold) -> State:
    """Challenge or fold; after both answers the hands are shown. [T6.2, T6.4]"""
    challengers = state.challengers | {state.seat} if isinstance(move, Challenge) else state.challengers
    if _next(state.seat) == state.caller:
        return replace(state, challengers=challengers, phase=Phase.OVER)
    return replace(state, challengers=challengers, seat=_next(state.seat))


def _next(seat: int) -> int:
    return (seat + 1) % SEATS


def _laid(state: State, cards: tuple[Card, ...]) -> State:
    after = replace(state, hands=_without(state, cards), taken=None if state.taken in cards else state.taken)
    return after if after.hands[state.seat] else replace(after, phase=Phase.OVER)


def _with(state: State, cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    return _hand_of(state, tuple(sorted(state.hands[state.seat] + cards)))


def _without(state: State, cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    return _hand_of(state, tuple(card for card in state.hands[state.seat] if card not in cards))


def _hand_of(state: State, hand: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    return (*state.hands[: state.seat], hand, *state.hands[state.seat + 1 :])
