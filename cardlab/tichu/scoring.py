"""The end of a round of Tichu: winner and points; and the match to ten."""

from __future__ import annotations

from dataclasses import dataclass

from cardlab.choices import Word
from cardlab.drawing import as_html
from cardlab.tichu.moves import SEATS
from cardlab.tichu.rules import SHEET, Points, Rules
from cardlab.tichu.state import State, no_state, out, over


class Ending(Word):
    """How a round ended: a player is out (U6.1), or it is blocked (U4.4)."""

    OUT = "out"
    BLOCKED = "blocked"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a round: ending, winner's seat (None: nobody), and points by seat."""

    ending: Ending
    winner: int | None
    points: tuple[int, int]

    @property
    def clause(self) -> str:
        return "U6.1" if self.ending is Ending.OUT else "U4.4"

    def _repr_html_(self) -> str:
        """Return the end as HTML for a notebook, a row for each seat."""
        rows = [
            (f"seat {seat}", (), f"{'wins, ' * (seat == self.winner)}points {won}")
            for seat, won in enumerate(self.points)
        ]
        ending = "all cards played" if self.ending is Ending.OUT else "nobody can play"
        return as_html(f"Tichu 1.on.1, end of the round: {ending} {self.clause}", rows)


def outcome(state: State) -> Outcome | None:
    """Return how a round ended, or None while it goes on.

    U4.4: in a blocked round the fewer cards in hand and draw pile win; if equal, nobody does.
    Raises TypeError for anything but a state.
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
    """Return each seat's points: a win is 2 if both draw piles are empty, else 1. [U6.2]

    With `points="swapped"` 1 and 2 are exchanged. Without a winner both get 0.
    """
    if winner is None:
        return 0, 0
    two = any(state.draw) == (state.rules.points is Points.SWAPPED)
    won = 2 if two else 1
    return (won, 0) if winner == 0 else (0, won)


@dataclass(frozen=True, slots=True)
class Match:
    """A match: the first to reach `rules.target` points wins. [U6.3]

    >>> Match().add(Outcome(Ending.OUT, 0, (2, 0))).points
    (2, 0)
    """

    rules: Rules = SHEET
    points: tuple[int, int] = (0, 0)

    @property
    def winner(self) -> int | None:
        """The seat that has won the match, or None while it goes on."""
        return next((seat for seat in SEATS if self.points[seat] >= self.rules.target), None)

    def add(self, ended: Outcome) -> Match:
        """Return the match after one more round. Raises ValueError if it is over."""
        if self.winner is not None:
            raise ValueError(f"seat {self.winner} has won this match")
        return Match(self.rules, (self.points[0] + ended.points[0], self.points[1] + ended.points[1]))
