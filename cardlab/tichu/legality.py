"""The legal moves of Tichu, and why other moves are refused.

Each clause that a move can break has one function, in tables ordered like the rule book. It yields a refusal for every
way in which the move breaks it, and never names a card that the player cannot see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final, Never, NoReturn, TypeAlias, TypeVar

from cardlab.cards import TICHU_DECK, Card
from cardlab.refusal import Fix, Refusal, in_order, quoted
from cardlab.tichu.codes import Code
from cardlab.tichu.fitting import no_such_card, why_not_fit
from cardlab.tichu.moves import FULL_HAND, SEATS, Draw, Flip, Move, Play, Recycle, parse_move
from cardlab.tichu.piles import DOG, MAH_JONG, WISHES, Pile, fits, fitting_cards
from cardlab.tichu.state import (
    State,
    View,
    buried,
    can_draw,
    can_play,
    flip_pending,
    no_state,
    out,
    over,
    recycle_due,
    stuck,
    view,
)

Broken: TypeAlias = Iterator[Refusal]
_Judged = TypeVar("_Judged", bound=Move)


def no_such_seat(state: State, move: Play | Draw) -> Broken:
    """Refuse a move of any seat but 0 and 1. [U1.1]"""
    if move.seat not in SEATS:
        yield Refusal(Code.NO_SUCH_SEAT, "U1.1", {"seat": move.seat})


def strange_card(state: State, move: Play) -> Broken:
    """Refuse a card that isn't one of the 56 of Tichu. [U1.1]"""
    return no_such_card(move.card)


def not_in_hand(state: State, move: Play) -> Broken:
    """Refuse to play a card that isn't in the player's hand. [U1.2]"""
    if move.seat in SEATS and move.card not in state.hands[move.seat]:
        yield Refusal(Code.NOT_HELD, "U1.2", {"card": move.card, "seat": move.seat})


def flip_first(state: State, move: Play | Draw) -> Broken:
    """Refuse any other move while a flip is due. [U1.3, U4.3, U5.3, U5.9]"""
    if not flip_pending(state):
        return
    fix = Fix("flip") if any(state.extra) else Fix("recycle")
    if not any(pile.cards for pile in state.piles):
        yield Refusal(Code.FLIP_TO_OPEN, "U1.3", fix=fix)
    elif not any(state.extra):
        yield Refusal(Code.RECYCLE_FIRST, "U5.9", fix=fix)
    elif any(pile.top is DOG for pile in state.piles):
        yield Refusal(Code.DOG_STOPS, "U5.3", fix=fix)
    else:
        yield Refusal(Code.FLIP_AFTER_RECYCLE, "U4.3", fix=fix)


def no_such_pile(state: State, move: Play) -> Broken:
    """Refuse to play on a pile that isn't there: there are two. [U1.3]"""
    if _pile(state, move) is None:
        yield Refusal(Code.NO_SUCH_PILE, "U1.3", {"pile": move.pile})


def does_not_fit(state: State, move: Play) -> Broken:
    """Refuse a card that doesn't fit, by U2.2 and the clauses of `FIT_RULES`.

    While a flip is due this is not asked, because the flip changes both tops.
    """
    pile = _pile(state, move)
    if pile is not None and not flip_pending(state) and move.card in TICHU_DECK:
        for refusal in why_not_fit(pile, move.card, state.rules):
            yield refusal if refusal.fix is None else replace(refusal, fix=_nearer(state, move, pile) or refusal.fix)


def too_late(state: State, move: Play) -> Broken:
    """Refuse a play on a top card that was never there, or is there no more. [U2.4]

    The card that lands first counts; the later one may still fit on the new top.
    """
    pile = _pile(state, move)
    if pile is None or flip_pending(state) or move.onto is pile.top:
        return
    if move.onto is None:
        yield Refusal(Code.PILE_NOT_EMPTY, "U2.4", {"pile": move.pile, "top": pile.top})
    elif move.onto not in pile.cards:
        yield Refusal(Code.NOT_SEEN, "U2.4", {"seen": move.onto, "pile": move.pile})
    elif move.card in TICHU_DECK and not fits(pile, move.card, state.rules):
        yield Refusal(Code.TOO_LATE, "U2.4", {"seen": move.onto, "top": pile.top})


def wish(state: State, move: Play) -> Broken:
    """Refuse a wish with another card than the Mah Jong, or for no rank. [U5.4]"""
    if move.wish is None:
        return
    if move.card is not MAH_JONG:
        yield Refusal(Code.ONLY_MAH_JONG_WISHES, "U5.4", {"card": move.card}, Fix("without_wish"))
    if move.wish not in tuple(WISHES):
        yield Refusal(Code.NO_SUCH_WISH, "U5.4", {"text": move.wish}, Fix("without_wish"))


def hand_full(state: State, move: Draw) -> Broken:
    """Refuse to draw to a hand of eight. [U3.1]"""
    if move.seat in SEATS and len(state.hands[move.seat]) >= FULL_HAND:
        yield Refusal(Code.HAND_FULL, "U3.1", {"seat": move.seat, "count": len(state.hands[move.seat])})


def draw_pile_gone(state: State, move: Draw) -> Broken:
    """Refuse to draw when the player's draw pile is used up. [U3.3]"""
    if move.seat in SEATS and not state.draw[move.seat]:
        yield Refusal(Code.DRAW_PILE_GONE, "U3.3", {"seat": move.seat})


def can_still_play(state: State, move: Flip | Recycle) -> Broken:
    """Refuse a flip or new extra piles while a player can play. [U4.1]"""
    if not flip_pending(state) and any(can_play(state, seat) for seat in SEATS):
        yield Refusal(Code.CAN_STILL_PLAY, "U4.1", {}, Fix("play_on"))


def can_still_draw(state: State, move: Flip | Recycle) -> Broken:
    """Refuse a flip or new extra piles while a player has to draw. [U4.2]"""
    for seat in SEATS:
        if not flip_pending(state) and can_draw(state, seat):
            yield Refusal(Code.CAN_STILL_DRAW, "U4.2", {"seat": seat}, Fix("draw_up", {"seat": seat}))


def extra_gone(state: State, move: Flip) -> Broken:
    """Refuse a flip when the extra piles are used up. [U4.3]"""
    if not any(state.extra):
        yield Refusal(Code.EXTRA_GONE, "U4.3", fix=Fix("recycle") if recycle_due(state) else None)


def extra_left(state: State, move: Recycle) -> Broken:
    """Refuse new extra piles while cards of the old ones are left. [U4.3]"""
    if left := sum(map(len, state.extra)):
        yield Refusal(Code.EXTRA_LEFT, "U4.3", {"count": left})


def recycle_missing(state: State, move: Recycle) -> Broken:
    """Refuse new extra piles without all cards from under the two tops. An odd card stays under its top. [U4.3]"""
    under, dealt = buried(state), _dealt(move)
    missing = tuple(card for card in under if card not in dealt)
    if len(missing) > len(under) % len(SEATS):
        yield Refusal(Code.RECYCLE_MISSING, "U4.3", {"cards": missing})


def recycle_foreign(state: State, move: Recycle) -> Broken:
    """Refuse new extra piles with a card twice, or one from elsewhere. [U4.3]"""
    foreign = tuple((Counter(_dealt(move)) - Counter(buried(state))).elements())
    if foreign:
        yield Refusal(Code.RECYCLE_FOREIGN, "U4.3", {"cards": foreign}, Fix("drop_all", {"cards": foreign}))


def recycle_uneven(state: State, move: Recycle) -> Broken:
    """Refuse new extra piles that aren't equal in size. [U4.3]"""
    first, second = map(len, move.extra)
    if first != second:
        yield Refusal(Code.RECYCLE_UNEVEN, "U4.3", {"first": first, "second": second})


def round_over(state: State) -> Broken:
    """Refuse any move after the end of the round. [U4.4, U6.1]"""
    winner = out(state)
    if winner is not None:
        yield Refusal(Code.ROUND_WON, "U6.1", {"seat": winner})
    elif over(state):
        yield Refusal(Code.ROUND_BLOCKED, "U4.4")


PLAY_RULES: Final = (
    no_such_seat,  # U1.1
    strange_card,  # U1.1
    not_in_hand,  # U1.2
    flip_first,  # U1.3, U4.3, U5.3, U5.9
    no_such_pile,  # U1.3
    does_not_fit,  # U2.2, U2.3, U5.1, U5.2, U5.4 to U5.7
    too_late,  # U2.4
    wish,  # U5.4
)
DRAW_RULES: Final = (
    no_such_seat,  # U1.1
    flip_first,  # U1.3, U4.3, U5.3, U5.9
    hand_full,  # U3.1
    draw_pile_gone,  # U3.3
)
FLIP_RULES: Final = (
    can_still_play,  # U4.1
    can_still_draw,  # U4.2
    extra_gone,  # U4.3
)
RECYCLE_RULES: Final = (
    can_still_play,  # U4.1
    can_still_draw,  # U4.2
    extra_left,  # U4.3
    recycle_missing,  # U4.3
    recycle_foreign,  # U4.3
    recycle_uneven,  # U4.3
)


def why_not(state: State, move: Move | str) -> tuple[Refusal, ...]:
    """Return every clause that a move breaks, in rule-book order; () if it is legal.

    `move`: a move, or its notation. It may name anything; a play is judged by the current top card (U2.4).
    Raises NotationError for an unreadable text, TypeError for anything but a state and a move or text.
    """
    if not isinstance(state, State):
        raise no_state(state)
    if isinstance(move, str):
        move = parse_move(move)
    match move:
        case Play() | Draw() | Flip() | Recycle() if over(state):
            return tuple(round_over(state))
        case Play():
            return in_order(_judged(PLAY_RULES, state, move))
        case Draw():
            return in_order(_judged(DRAW_RULES, state, move))
        case Flip():
            return in_order(_judged(FLIP_RULES, state, move))
        case Recycle():
            return in_order(_judged(RECYCLE_RULES, state, move))
        case _:
            return _no_move(move)


def _no_move(move: Never) -> NoReturn:
    raise TypeError(f"a move of Tichu is wanted, or a text like '1 draw', not {quoted(move)}")


def plays(seen: View) -> tuple[Play, ...]:
    """Return the plays that a view allows; () while a flip is due.

    They are in the order of the hand. The Mah Jong has a play without a wish, and one for each wish (U5.4).
    Each play names the top card as the card seen.
    """
    if seen.flip_due:
        return ()
    fitting = [fitting_cards(pile, seen.hand, seen.rules) for pile in seen.piles]
    return tuple(
        Play(seen.seat, card, number, pile.top, rank)
        for card in seen.hand
        for number, pile in enumerate(seen.piles)
        if card in fitting[number]
        for rank in ((None, *WISHES) if card is MAH_JONG else (None,))
    )


def choices(seen: View) -> tuple[Move, ...]:
    """Return the moves possible by what a seat sees: plays and draw, or else flip.

    Whether both players are stuck (U4.2) depends on the other hand too, which the seat does not see.
    So the flip is returned if the seat can do nothing else. If the seat has legal moves, these are exactly those.
    """
    draws = not seen.flip_due and len(seen.hand) < FULL_HAND and bool(seen.draw[seen.seat])
    own: tuple[Move, ...] = (*plays(seen), Draw(seen.seat)) if draws else plays(seen)
    return own if own or not any(seen.extra) else (Flip(),)


def legal_moves(state: State, seat: int) -> tuple[Move, ...]:
    """Return every legal move of a seat; () if it can't move now.

    Plays name the top card as the card seen. A flip is a move of both seats. While new extra piles have to be dealt
    (U4.3) neither seat has a move. Raises ValueError for an unknown seat, TypeError for anything but a state.
    """
    seen = view(state, seat)
    if over(state):
        return ()
    moves = choices(seen)
    return moves if moves != (Flip(),) or flip_pending(state) or stuck(state) else ()


def _judged(clauses: Iterable[Callable[[State, _Judged], Broken]], state: State, move: _Judged) -> Iterator[Refusal]:
    return (refusal for clause in clauses for refusal in clause(state, move))


def _pile(state: State, move: Play) -> Pile | None:
    return state.piles[move.pile] if move.pile in SEATS else None


def _dealt(move: Recycle) -> tuple[Card, ...]:
    return move.extra[0] + move.extra[1]


def _nearer(state: State, move: Play, pile: Pile) -> Fix | None:
    """Return the nearest repair of a card that doesn't fit, or None.

    It is another pile, another card, or drawing.
    """
    if move.seat not in SEATS:
        return None
    hand, other = state.hands[move.seat], 1 - move.pile
    if move.card in hand and fits(state.piles[other], move.card, state.rules):
        return Fix("other_pile", {"card": move.card, "pile": other})
    if fitting := fitting_cards(pile, hand, state.rules):
        return Fix("other_card", {"cards": fitting, "pile": move.pile})
    if can_draw(state, move.seat):
        return Fix("draw_up", {"seat": move.seat})
    return None
