"""A round that is over, put before the learner at seat 0: `cardlab.tell.tongits` says who has won it and why."""

from __future__ import annotations

from collections.abc import Iterable

from cardlab.cards import Card
from cardlab.lessons.tables.late_rounds import SEATS
from cardlab.tell import Reason, tongits
from cardlab.tell.tongits import at_table
from cardlab.tell.tongits import result_of as ended
from cardlab.tongits import Outcome, State

__all__ = ["ended", "hands_counted", "open_hands", "paid", "rules_of", "said", "why_ended"]


def why_ended(state: State, lang: str) -> tuple[Reason, ...]:
    """Who has won a round that is over, and every clause that decided it. Raises ValueError while it goes on."""
    return tongits.ended(at_table(lang, 0), state)


def hands_counted(result: Outcome, seats: Iterable[int], lang: str) -> tuple[str, ...]:
    """The deadwood of each of these players, with what he is called."""
    return tongits.hands_counted(at_table(lang, 0), result, seats)


def open_hands(state: State, lang: str) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    """T6.4: all hands laid open, each called by its owner and what it counts."""
    reader, result = at_table(lang, 0), ended(state)
    return tuple((tongits.hand_counted(reader, result, seat), state.hands[seat]) for seat in SEATS)


def paid(state: State, seat: int, lang: str) -> str:
    """What the round brings or costs the player that the learner is, with its clause (T9.3 or T9.4)."""
    return tongits.balance(at_table(lang, seat), state, seat).sentence


def said(reasons: Iterable[Reason]) -> tuple[str, ...]:
    """The sentences of these reasons."""
    return tuple(reason.sentence for reason in reasons)


def rules_of(reasons: Iterable[Reason]) -> tuple[str, ...]:
    """The clauses of these reasons, each once."""
    return tuple(dict.fromkeys(reason.rule for reason in reasons))
