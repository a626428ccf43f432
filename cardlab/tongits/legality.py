"""The legal moves of Tongits, and why other moves are refused.

Each clause has a function that refuses the moves that break it; they are asked in the order of the rule book.
They look only at the view of the seat that moves, so no refusal reveals a hidden card. `play` applies moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from cardlab.cards import Card
from cardlab.refusal import Fix, Refusal, in_order, quoted
from cardlab.tongits.codes import Code
from cardlab.tongits.meld_rules import why_not_meld
from cardlab.tongits.melds import Kind, Meld, meld_readings, melds_in, why_meld
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
from cardlab.tongits.sapaw import extensions, grown
from cardlab.tongits.state import State, View, no_seat, no_state, view

MOST_TAKES: Final = 30
"""After this many takes in a row the next turn must draw from the stock. [T2.7]"""
_POSITION: Final = "tongits.State or tongits.View"


def turn(position: State | View) -> frozenset[int]:
    """Return the seats that may move: one, or none at the end.

    Raises TypeError for anything but a position.
    """
    if not isinstance(position, State | View):
        raise no_state(position, _POSITION)
    return frozenset() if position.phase is Phase.OVER else frozenset({position.seat})


def why_not(position: State | View, move: Move | str) -> tuple[Refusal, ...]:
    """Return every clause that a move breaks, in rule-book order; () if it is legal.

    `move`: a move, or its notation.
    Raises NotationError for an unreadable text, TypeError for anything but a position and a move or text, ValueError if
    a view is asked about another seat's move.

    >>> from cardlab.tongits.state import deal
    >>> [(refusal.code, refusal.rule) for refusal in why_not(deal(), Draw(0))]
    [(Code.FIRST_TURN_HAS_NO_DRAW, 'T2.2')]
    """
    if isinstance(move, str):
        move = parse_move(move)
    try:
        clauses = MOVE_RULES[type(move)]
    except KeyError:
        raise TypeError(f"a move of Tongits is wanted, or a text like '1 draw', not {quoted(move)}") from None
    if move.seat not in range(SEATS):
        return (Refusal(Code.NO_SUCH_SEAT, "T1.1", {"seat": move.seat}),)
    seen = _seen_from(position, move.seat)
    if seen.phase is Phase.OVER:
        return (_round_over(seen),)
    return in_order(refusal for clause in clauses for refusal in clause(seen, move))


def _seen_from(position: State | View, seat: int) -> View:
    """Return a seat's view of a position. Raises ValueError for another seat's view."""
    if isinstance(position, State):
        return view(position, seat)
    if not isinstance(position, View):
        raise no_state(position, _POSITION)
    if position.viewer != seat:
        raise ValueError(f"the view of seat {position.viewer} cannot answer for seat {seat}")
    return position


def _round_over(seen: View) -> Refusal:
    """Return the refusal of any move in a finished round. [T5.1, T6.4, T8.1]"""
    rule = "T5.1" if 0 in seen.counts else "T6.4" if seen.caller is not None else "T8.1"
    return Refusal(Code.ROUND_OVER, rule)


def seats_in_order(seen: View, move: Move) -> Iterator[Refusal]:
    """Refuse a move by a seat whose turn it isn't. [T1.1]"""
    if seen.seat != move.seat:
        yield Refusal(Code.NOT_YOUR_TURN, "T1.1", {"seat": seen.seat}, Fix("wait_for_seat", {"seat": seen.seat}))


def begin_once(seen: View, move: Draw | Take | Call) -> Iterator[Refusal]:
    """Refuse to draw, take or call in a begun turn, or to take without a discard. [T2.1]"""
    if seen.seat == move.seat and seen.phase is Phase.LAY and seen.began is not Began.DEAL:
        yield Refusal(Code.TURN_HAS_BEGUN, "T2.1", {}, Fix("discard_to_end"))
    if isinstance(move, Take) and not seen.discards:
        yield Refusal(Code.NOTHING_TO_TAKE, "T2.1")


def begin_first(seen: View, move: LayMeld | Sapaw | Discard) -> Iterator[Refusal]:
    """Refuse to lay down, lay off or discard before a draw or a take. [T2.1]"""
    if seen.seat == move.seat and seen.phase is Phase.DRAW:
        yield Refusal(Code.DRAW_FIRST, "T2.1", {}, Fix("draw_or_take"))


def first_turn_without_draw(seen: View, move: Draw | Take | Call) -> Iterator[Refusal]:
    """Refuse to draw, take or call in the first player's first turn. [T2.2]"""
    if seen.seat == move.seat and seen.began is Began.DEAL and seen.phase is Phase.LAY:
        yield Refusal(Code.FIRST_TURN_HAS_NO_DRAW, "T2.2", {}, Fix("discard_to_end"))


def discard_from_hand(seen: View, move: Discard) -> Iterator[Refusal]:
    """Refuse to discard a card that isn't in the hand. [T2.4]"""
    if move.card not in seen.hand:
        yield Refusal(Code.NOT_IN_HAND, "T2.4", {"cards": (move.card,)})


def take_to_meld(seen: View, move: Take) -> Iterator[Refusal]:
    """Refuse to take a card that makes no new meld. Only with the house rule `discard_must_meld`. [T2.5]"""
    if seen.rules.discard_must_meld and seen.discards and not _meldable(seen.discards[0], seen.hand, seen):
        yield Refusal(Code.TAKEN_CARD_MUST_MELD, "T2.5", {"card": seen.discards[0]}, Fix("draw_from_stock"))


def meld_what_was_taken(seen: View, move: LayMeld | Sapaw | Discard) -> Iterator[Refusal]:
    """Refuse moves after which the taken card can't be laid in a new meld. [T2.5]

    Only with the house rule `discard_must_meld`.
    """
    taken = seen.taken
    if not seen.rules.discard_must_meld or taken is None or seen.seat != move.seat:
        return
    if isinstance(move, Discard):
        yield Refusal(Code.TAKEN_CARD_NOT_MELDED, "T2.5", {"card": taken}, _meld_with(taken, seen))
    elif isinstance(move, Sapaw) and taken in move.cards:
        yield Refusal(Code.TAKEN_CARD_NEEDS_NEW_MELD, "T2.5", {"card": taken}, _meld_with(taken, seen))
    elif taken not in move.cards and not _meldable(taken, _left(seen, move.cards), seen):
        yield Refusal(Code.KEEP_CARDS_FOR_TAKEN, "T2.5", {"card": taken}, _meld_with(taken, seen))


def keep_what_was_taken(seen: View, move: LayMeld | Sapaw | Discard) -> Iterator[Refusal]:
    """Refuse to discard the taken card, or to be left with only that card. [T2.6]

    A last card that can be laid off is allowed.
    """
    taken = seen.taken
    if taken is None or seen.seat != move.seat:
        return
    if isinstance(move, Discard):
        if move.card is taken:
            yield Refusal(Code.TAKEN_CARD_STAYS, "T2.6", {"card": taken}, Fix("discard_another", {"card": taken}))
    elif _left(seen, move.cards) == (taken,):
        if not any(extensions(meld, (taken,), seen.rules) for meld in _melds_after(seen, move)):
            yield Refusal(Code.ONLY_TAKEN_CARD_LEFT, "T2.6", {"card": taken})


def stock_after_thirty_takes(seen: View, move: Take | Call) -> Iterator[Refusal]:
    """Refuse a take or a call after `MOST_TAKES` takes in a row. [T2.7]"""
    if seen.takes >= MOST_TAKES:
        yield Refusal(Code.TOO_MANY_TAKES, "T2.7", {"takes": MOST_TAKES}, Fix("draw_from_stock"))


def stock_left(seen: View, move: Draw) -> Iterator[Refusal]:
    """Refuse to draw from a stock that is used up. [T8.1]"""
    if not seen.stock:
        yield Refusal(Code.STOCK_USED_UP, "T8.1")


def meld_is_meld(seen: View, move: LayMeld) -> Iterator[Refusal]:
    """Refuse to lay down cards that are no meld. [T3.1, T3.2, T3.3, T10.1, T10.2]"""
    yield from why_not_meld(move.cards, seen.rules)


def cards_from_hand(seen: View, move: LayMeld | Sapaw) -> Iterator[Refusal]:
    """Refuse to lay down or lay off cards that aren't in the hand. [T3.4]"""
    missing = tuple(dict.fromkeys(card for card in move.cards if card not in seen.hand))
    if missing:
        yield Refusal(Code.NOT_IN_HAND, "T3.4", {"cards": missing}, Fix("drop_all", {"cards": missing}))


def meld_on_table(seen: View, move: Sapaw) -> Iterator[Refusal]:
    """Refuse a lay-off without cards, or on a meld that isn't there. [T4.1]"""
    if not move.cards:
        yield Refusal(Code.NOTHING_TO_LAY_OFF, "T4.1")
    if not seen.melds:
        yield Refusal(Code.NO_MELD_LAID, "T4.1")
    elif move.meld not in range(len(seen.melds)):
        yield Refusal(Code.NO_SUCH_MELD, "T4.1", {"meld": move.meld, "count": len(seen.melds)})


def meld_still_meld(seen: View, move: Sapaw) -> Iterator[Refusal]:
    """Refuse a lay-off that would break the meld. [T4.2]"""
    target = seen.melds[move.meld].meld if move.meld in range(len(seen.melds)) else None
    if target is None or not move.cards or grown(target, move.cards, seen.rules) is not None:
        return
    facts: dict[str, Any] = {"cards": move.cards, "meld": target.cards}
    elsewhere = {
        number: laid.meld.cards
        for number, laid in enumerate(seen.melds)
        if number != move.meld and not laid.secret and laid.meld and grown(laid.meld, move.cards, seen.rules)
    }
    if elsewhere:
        fix = Fix("other_meld", {"melds": tuple(elsewhere), "cards": tuple(elsewhere.values())})
        yield Refusal(Code.DOES_NOT_FIT, "T4.2", facts, fix)
        return
    fitting = max(extensions(target, move.cards, seen.rules), key=len, default=())
    rest = tuple(card for card in move.cards if card not in fitting)
    yield Refusal(Code.DOES_NOT_FIT, "T4.2", facts, Fix("drop_all", {"cards": rest}) if fitting and rest else None)


def opened_before_calling(seen: View, move: Call) -> Iterator[Refusal]:
    """Refuse a draw call by a player who hasn't opened. [T6.1]"""
    if not seen.opened(move.seat):
        yield Refusal(Code.NOT_OPENED, "T6.1", {}, Fix("lay_a_meld"))


def answer_the_call(seen: View, move: Draw | Take | LayMeld | Sapaw | Discard | Call) -> Iterator[Refusal]:
    """Refuse any other move while a draw call must be answered. [T6.2]"""
    if seen.phase is Phase.ANSWER:
        possible = Fix("challenge_or_fold") if seen.opened(move.seat) else Fix("fold")
        yield Refusal(Code.ANSWER_FIRST, "T6.2", {"seat": seen.caller}, possible if seen.seat == move.seat else None)


def call_to_answer(seen: View, move: Challenge | Fold) -> Iterator[Refusal]:
    """Refuse a challenge or a fold without a draw call. [T6.2]"""
    if seen.phase is not Phase.ANSWER:
        yield Refusal(Code.NO_CALL, "T6.2")


def burned_cannot_challenge(seen: View, move: Challenge) -> Iterator[Refusal]:
    """Refuse a challenge by a burned player. [T6.3]"""
    if not seen.opened(move.seat):
        yield Refusal(Code.BURNED_CANNOT_CHALLENGE, "T6.3", {}, Fix("fold"))


def sapaw_bars_call(seen: View, move: Call) -> Iterator[Refusal]:
    """Refuse a draw call after a lay-off on the caller's melds. [T6.8]

    Only with `sapaw_blocks_call`, and for lay-offs since the caller's last turn.
    """
    if seen.rules.sapaw_blocks_call and move.seat in seen.sapawed:
        yield Refusal(Code.SAPAW_BARS_CALL, "T6.8")


def secret_four(seen: View, move: LayMeld) -> Iterator[Refusal]:
    """Refuse a secret meld that isn't a set of four from the hand alone. [T6.9]

    Without the house rule `secret_four`, refuse any.
    """
    if not move.secret:
        return
    if not seen.rules.secret_four:
        yield Refusal(Code.SECRET_NOT_PLAYED, "T6.9", {}, Fix("lay_openly"))
    if len(move.cards) != 4 or all(meld.kind is not Kind.SET for meld in meld_readings(move.cards, seen.rules)):
        fix = Fix("lay_openly") if meld_readings(move.cards, seen.rules) else None
        yield Refusal(Code.SECRET_NEEDS_FOUR, "T6.9", {"cards": move.cards}, fix)
    if seen.taken is not None and seen.taken in move.cards:
        yield Refusal(Code.SECRET_WITH_TAKEN_CARD, "T6.9", {"card": seen.taken}, Fix("lay_openly"))


def secret_stays_closed(seen: View, move: Sapaw) -> Iterator[Refusal]:
    """Refuse a lay-off on a secret four. [T6.9]"""
    if move.meld in range(len(seen.melds)) and seen.melds[move.meld].secret:
        yield Refusal(Code.SECRET_MELD_CLOSED, "T6.9", {"meld": move.meld})


def joker_by_order(seen: View, move: LayMeld) -> Iterator[Refusal]:
    """Refuse a run whose order doesn't say what a joker stands for. [T10.3]"""
    readings = meld_readings(move.cards, seen.rules)
    if readings and why_meld(move.cards, seen.rules) is None:
        orders = tuple(meld.cards for meld in readings)
        yield Refusal(Code.JOKER_UNCLEAR, "T10.3", {"cards": move.cards}, Fix("put_in_order", {"cards": orders}))


_Clause = Callable[[View, Any], Iterator[Refusal]]
_BEGIN: Final[tuple[_Clause, ...]] = (seats_in_order, begin_once, first_turn_without_draw, answer_the_call)
_LAY: Final[tuple[_Clause, ...]] = (
    seats_in_order,
    begin_first,
    meld_what_was_taken,
    keep_what_was_taken,
    answer_the_call,
)
MOVE_RULES: Final[dict[type[Move], tuple[_Clause, ...]]] = {
    Draw: (*_BEGIN, stock_left),
    Take: (*_BEGIN, take_to_meld, stock_after_thirty_takes),
    LayMeld: (*_LAY, meld_is_meld, cards_from_hand, secret_four, joker_by_order),
    Sapaw: (*_LAY, cards_from_hand, meld_on_table, meld_still_meld, secret_stays_closed),
    Discard: (*_LAY, discard_from_hand),
    Call: (*_BEGIN, stock_after_thirty_takes, opened_before_calling, sapaw_bars_call),
    Challenge: (seats_in_order, call_to_answer, burned_cannot_challenge),
    Fold: (seats_in_order, call_to_answer),
}


def _left(seen: View, laid: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(card for card in seen.hand if card not in laid)


def _melds_after(seen: View, move: LayMeld | Sapaw) -> list[Meld]:
    """Return the open melds on the table as they would be after a move."""
    melds = [laid.meld if laid.meld and not laid.secret else None for laid in seen.melds]
    if isinstance(move, LayMeld):
        melds.append(why_meld(move.cards, seen.rules) if not move.secret else None)
    elif move.meld in range(len(melds)) and melds[move.meld] is not None:
        melds[move.meld] = grown(melds[move.meld], move.cards, seen.rules, low=move.low)  # type: ignore[arg-type]
    return [meld for meld in melds if meld is not None]


def _melds_with(card: Card, hand: tuple[Card, ...], seen: View) -> Iterator[Meld]:
    return (meld for meld in melds_in({*hand, card}, seen.rules) if card in meld.cards)


def _meldable(card: Card, hand: tuple[Card, ...], seen: View) -> bool:
    return any(True for _ in _melds_with(card, hand, seen))


def _meld_with(card: Card, seen: View) -> Fix:
    return Fix("meld_taken", {"cards": tuple(meld.cards for meld in _melds_with(card, seen.hand, seen))[:3]})


def legal_moves(position: State | View, seat: int) -> tuple[Move, ...]:
    """Return every legal move of a seat; () when it is not its turn.

    Cards are in meld order, with the first of several jokers: exchanging jokers gives no other move.
    `low` is set only where it changes the resulting meld.
    Raises ValueError for an unknown seat, and if a view is asked about another seat, TypeError for anything but a
    position.
    """
    if seat not in range(SEATS):
        raise no_seat(seat)
    seen = _seen_from(position, seat)
    return tuple(move for move in _moves_to_try(seen, seat) if not why_not(seen, move))


def _moves_to_try(seen: View, seat: int) -> Iterator[Move]:
    if seat not in turn(seen):
        return
    match seen.phase:
        case Phase.DRAW:
            yield from (Draw(seat), Take(seat), Call(seat))
        case Phase.ANSWER:
            yield from (Challenge(seat), Fold(seat))
        case Phase.LAY:
            for meld in melds_in(seen.hand, seen.rules):
                yield LayMeld(seat, meld.cards)
                if seen.rules.secret_four and meld.kind is Kind.SET and len(meld.cards) == 4:
                    yield LayMeld(seat, meld.cards, secret=True)
            for number, laid in enumerate(seen.melds):
                if laid.meld is not None and not laid.secret:
                    yield from _sapaws_to_try(seen, seat, number, laid.meld)
            for card in seen.hand:
                yield Discard(seat, card)


def _sapaws_to_try(seen: View, seat: int, number: int, meld: Meld) -> Iterator[Sapaw]:
    tried: set[frozenset[Card]] = set()
    for added in extensions(meld, seen.hand, seen.rules):
        if frozenset(added) not in tried:
            tried.add(frozenset(added))
            yield Sapaw(seat, number, added)
            if grown(meld, added, seen.rules) != grown(meld, added, seen.rules, low=True):
                yield Sapaw(seat, number, added, low=True)
