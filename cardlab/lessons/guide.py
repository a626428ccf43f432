"""A guided round or race as data: what the learner does, step by step, from a first position."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")


@dataclass(frozen=True, slots=True)
class GuideStep(Generic[MoveT]):
    """One thing to do at the table.

    - `goal`: the catalogue key of the instruction; `done`: the key of the sentence after it, or "";
    - `shows`: the move that does it; `clauses`: the clauses that the move is about;
    - `replies`: the other players' moves after it, in order;
    - `free`: whether any move of this kind completes the step, because the card of `shows` may be gone.
    """

    goal: str
    shows: MoveT
    done: str
    clauses: tuple[str, ...]
    replies: tuple[MoveT, ...] = ()
    free: bool = False

    def meets(self, move: MoveT) -> bool:
        """Return whether a legal move completes the step, in whatever card order; others are taken back."""
        shows: Any = self.shows
        played: Any = move
        if {*getattr(shows, "cards", ())} == {*getattr(played, "cards", ())} != set():
            played = replace(played, cards=shows.cards)
        return bool(played == shows) or (self.free and type(move) is type(shows))


@dataclass(frozen=True, slots=True)
class Guide(Generic[StateT, MoveT]):
    """A guided round: its first position, and its steps in order.

    - `seat`: the learner's seat;
    - `closing`: the catalogue key of the sentence after the last step; "" for the usual one;
    - `name`: under which a browser stores the progress; "" to store none.
    """

    state: StateT
    steps: tuple[GuideStep[MoveT], ...]
    seat: int = 0
    closing: str = ""
    name: str = ""
