"""The end: who has won the round, what it pays, and the match to ten."""

from __future__ import annotations

from dataclasses import dataclass

from cardlab.choices import Word
from cardlab.drawing import as_html
from cardlab.tichu.moves import SEATS
from cardlab.tichu.rules import SHEET, Points, Rules
from cardlab.tichu.state import State, no_state, out, over


class Ending(Word):
    """How a round ends: a player is out (U6.1), or it is blocked (U4.4)."""

    OUT = "out"
    BLOCKED = "blocked"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a round: the ending, the winner's seat (None: nobody), the points by seat.

    `clause` is the id of the clause that decided it: U6.1 or U4.4.
    """

    ending: Ending
    winner: int | None
    points: tuple[int, int]

    @property
    def clause(self) -> str:
        return "U6.1" if self.ending is Ending.OUT else "U4.4"

    def _repr_html_(self) -> str:
        """The end for a notebook, a row for each seat."""
        rows = [
            (f"seat {seat}", (), f"{'wins, ' * (seat == self.winner)}points {won}")
            for seat, won in enumerate(self.points)
        ]
        return as_html(f"Tichu 1.on.1, end of the round: {self.ending} {self.clause}", rows)


def outcome(state: State) -> Outcome | None:
    """How the round has ended, None while it goes on. Raises TypeError for anything but a state.

    U4.4: of a blocked round fewer cards in hand and draw pile win; equal: no one scores.
    """
    if not isinstance(state, State):
        raise no_state(state)
    if not over(state):
        return None
    winner = out(state)
    if winner is not None:
        return Outcome(Ending.OUT, winner, points_won(state, winner))
    first, second = (len(state.hands[seat]) + len(state.draw[seat]) for seat in SEATS)
    fewer = None if first == second else int(second < first)
    return Outcome(Ending.BLOCKED, fewer, points_won(state, fewer))


def points_won(state: State, winner: int | None) -> tuple[int, int]:
    """U6.2: one point while a draw pile is left, two if both are empty; `points="swapped"`: the other way."""
    if winner is None:
        return 0, 0
    two = any(state.draw) == (state.rules.points is Points.SWAPPED)
    won = 2 if two else 1
    return (won, 0) if winner == 0 else (0, won)


@dataclass(frozen=True, slots=True)
class Match:
    """U6.3: the first to `rules.target` points, ten by the sheet, wins the match. Nobody can be level at the end.

    >>> Match().add(Outcome(Ending.OUT, 0, (2, 0))).points
    (2, 0)
    """

    rules: Rules = SHEET
    points: tuple[int, int] = (0, 0)

    @property
    def winner(self) -> int | None:
        """The seat that has won the match, None while it goes on."""
        return next((seat for seat in SEATS if self.points[seat] >= self.rules.target), None)

    def add(self, ended: Outcome) -> Match:
        """The match after one more round. Raises ValueError if it has been won before."""
        if self.winner is not None:
            raise ValueError(f"seat {self.winner} has won this match")
        return Match(self.rules, (self.points[0] + ended.points[0], self.points[1] + ended.points[1]))
