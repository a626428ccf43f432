"""A guided round as data: a position, and for each step what to do, how it is recognised, and what happens then.

Knows how a step is told from any other move; knows no widget, and the game only by the moves it is given.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cardlab.tongits import Move, State

__all__ = ["Guide", "Step"]


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do at the table.

    - `goal`: the catalogue key of the sentence that says what to do and why;
    - `meets`: whether a legal move in this state does it; any other legal move is taken back with the reason;
    - `shows`: one move that does it, for "show me";
    - `done`: the key of the sentence that tells what has been reached;
    - `clauses`: the clauses that it is about;
    - `replies`: the moves of the other players after it, in order.
    """

    goal: str
    meets: Callable[[State, Move], bool]
    shows: Move
    done: str
    clauses: tuple[str, ...]
    replies: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Guide:
    """Steps at one table, in order, from a first position.

    - `seat`: the learner's seat;
    - `closing`: the key of the sentence that is said after the last step; None for the usual one.
    """

    state: State
    steps: tuple[Step, ...]
    seat: int = 0
    closing: str | None = None
