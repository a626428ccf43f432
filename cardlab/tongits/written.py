"""Tongits in a record: deal and outcome as JSON data; the game for code that serves both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cardlab.cards import cards, notation
from cardlab.game import Game, part, piles
from cardlab.tongits.legality import turn
from cardlab.tongits.moves import parse_move
from cardlab.tongits.play import play
from cardlab.tongits.rules import Payment, Rules
from cardlab.tongits.scoring import Match, Outcome, outcome
from cardlab.tongits.state import State, start, view


def read_deal(rules: Rules, deal: Mapping[str, Any]) -> State:
    """Return the position right after a recorded deal. Raises NotationError for an impossible one."""
    return start(rules, piles(deal, "hands"), cards(part(deal, "stock", str)), first=part(deal, "first", int))


def write_deal(state: State) -> dict[str, Any]:
    """Return a deal for `read_deal`; `state` is the position right after it."""
    return {"first": state.first, "hands": [notation(hand) for hand in state.hands], "stock": notation(state.stock)}


def write_outcome(ended: Outcome) -> dict[str, Any]:
    """Return an outcome as JSON data for a record."""
    return {
        "ending": ended.ending.value,
        "winner": ended.winner,
        "deadwood": list(ended.deadwood),
        "payments": list(ended.payments),
    }


def clause_of_outcome(state: State, parts: list[str]) -> str:
    """Return the clause that decides the first of the named fields of an outcome.

    `parts`: the names of the fields. Their order is that of `write_outcome`.
    """
    ended = outcome(state)
    if ended and ("ending" in parts or "winner" in parts):
        return ended.clause
    return "T9.2" if "deadwood" in parts else "T9.4" if state.rules.payment is Payment.CHIPS else "T9.3"


GAME: Final = Game(
    name="tongits",
    seats=3,
    rules=Rules,
    match=Match,
    parse_move=parse_move,
    play=play,
    outcome=outcome,
    turn=turn,
    view=view,
    read_deal=read_deal,
    write_deal=write_deal,
    write_outcome=write_outcome,
    clause_of_outcome=clause_of_outcome,
)
