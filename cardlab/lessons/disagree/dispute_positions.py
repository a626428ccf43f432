"""How the positions of the Tongits disputes are written: a table, a move on it, an end of a round, two sides.

Knows how a position is put together; what holds in it is asked of the engine when a dispute is shown.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cardlab.lessons.disagree.cases import Case
from cardlab.lessons.disagree.cases_endings import WhoWins
from cardlab.lessons.disagree.cases_tongits import MayMove
from cardlab.lessons.disagree.dispute import Side
from cardlab.tongits import SHEET, Began, Phase, Rules, State, parse_move

__all__ = ["beside", "end", "may", "position", "under"]


def position(
    *hands: str,
    melds: tuple[str, ...] = (),
    discards: str = "",
    stock: int = 9,
    seat: int = 0,
    phase: Phase = Phase.DRAW,
    began: Began | None = None,
    **others: Any,
) -> State:
    """A table in the middle of a round, with the whole deck on it.

    Hands by seat, melds as "OWNER CARDS", in the order laid, with " secret" after a secret four.
    What is not named goes into the stock, as many cards as said, and the rest under the discards.
    """
    parts = [f"hand {owner} {hand}" for owner, hand in enumerate(hands)]
    parts += [f"meld {_face_down_first(meld)}" for meld in melds]
    parts += [f"discard {discards}", f"stock {stock}", f"seat {seat} {phase}"]
    unless_named: dict[str, Any] = {"first": 0, "began": began, "takes": 0, "last_drawer": None}
    return replace(State.read("; ".join(parts)), **unless_named | others)


def _face_down_first(meld: str) -> str:
    owner, laid = meld.removesuffix(" secret").split(" ", 1)
    return f"{owner} secret {laid}" if meld.endswith(" secret") else meld


def may(state: State, move: str) -> MayMove:
    """May this move be made?"""
    return MayMove(state, parse_move(move))


def end(state: State, *moves: str) -> WhoWins:
    """Who wins when these moves are made?"""
    return WhoWins(state, tuple(parse_move(move) for move in moves))


def under(case: Case, other: Rules, first: Rules = SHEET) -> tuple[Side, Side]:
    """One question under two rules."""
    return Side(case, first), Side(case, other)


def beside(case: Case, other: Case, rules: Rules = SHEET) -> tuple[Side, Side]:
    """Two positions under one rule."""
    return Side(case, rules), Side(other, rules)
