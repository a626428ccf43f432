"""The facts in the notes on a round: cards and numbers, all from the engine."""

from __future__ import annotations

from typing import Any, Final

from cardlab.record import Record
from cardlab.tongits import Discard, Draw, LayMeld, Sapaw, State, Take, outcome
from cardlab.tongits.least import hand_deadwood

WHOSE: Final = ("your", "left", "right")
"""The names of seats 0, 1 and 2 in the facts; the learner is seat 0, and play passes to the left."""


def facts(record: Record, otherwise: Record | None, number: int) -> dict[str, Any]:
    """Return the facts for a note right after move `number` (0: after the deal).

    - `your_points`, `left_points`, `right_points`: the deadwood (T9.2); `…_cards`: how many cards are in the hand;
      `…_hand`: which;
    - `card`: the card that was drawn, taken or discarded; `cards`: what was laid or laid off; `meld`: the whole meld
      after a lay-off;
    - `stock`: how many cards are left in it;
    - after the last move, `…_payment`: what the seat collects or pays (T9.3, T9.4);
    - `other_…`: the points, cards, hands and payments at the end of `otherwise`.
    """
    states = list(record.fork(number).states())
    before, after = states[max(0, number - 1)], states[number]
    values = {**_seats(after, ""), **_move(record, before, after, number), "stock": len(after.stock)}
    return values | (_seats(otherwise.final, "other_") if otherwise else {})


def _seats(state: State, prefix: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    end = outcome(state)
    for seat, whose in enumerate(WHOSE):
        hand = state.hands[seat]
        values[f"{prefix}{whose}_points"] = hand_deadwood(hand, state.rules)
        values[f"{prefix}{whose}_cards"] = len(hand)
        values[f"{prefix}{whose}_hand"] = hand
        if end:
            values[f"{prefix}{whose}_payment"] = abs(end.payments[seat])
    return values


def _move(record: Record, before: State, after: State, number: int) -> dict[str, Any]:
    """Return the facts about the cards of a move."""
    match record.moves[number - 1] if number else None:
        case Draw():
            return {"card": before.stock[0]}
        case Take():
            return {"card": before.discards[0]}
        case Discard(card=card):
            return {"card": card}
        case LayMeld(cards=laid):
            return {"cards": laid}
        case Sapaw(meld=place, cards=added):
            meld = after.melds[place].meld
            assert meld is not None  # only a view hides a meld
            return {"cards": tuple(sorted(added)), "meld": meld.cards}
    return {}
