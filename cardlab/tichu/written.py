"""Tichu in a record: deal and outcome as JSON data; the game for code that serves both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cardlab.cards import notation
from cardlab.game import Game, piles
from cardlab.tichu.moves import parse_move
from cardlab.tichu.play import play, start, turn
from cardlab.tichu.rules import Rules
from cardlab.tichu.scoring import Match, Outcome, outcome
from cardlab.tichu.state import State, view


def read_deal(rules: Rules, deal: Mapping[str, Any]) -> State:
    """Return the position right after a recorded deal. Raises NotationError for an impossible one."""
    return start(rules, piles(deal, "hands"), piles(deal, "draw"), piles(deal, "extra"))


def write_deal(state: State) -> dict[str, Any]:
    """Return a deal for `read_deal`; `state` is the position right after it."""
    dealt = {"hands": state.hands, "draw": state.draw, "extra": state.extra}
    return {name: [notation(pile) for pile in both] for name, both in dealt.items()}


def write_outcome(ended: Outcome) -> dict[str, Any]:
    """Return an outcome as JSON data for a record."""
    return {"ending": ended.ending.value, "winner": ended.winner, "points": list(ended.points)}


def clause_of_outcome(state: State, parts: list[str]) -> str:
    """Return the clause that decides the first of the named fields of an outcome.

    `parts`: the names of the fields. Their order is that of `write_outcome`.
    """
    ended = outcome(state)
    return ended.clause if ended and ("ending" in parts or "winner" in parts) else "U6.2"


GAME: Final = Game(
    name="tichu",
    seats=2,
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
