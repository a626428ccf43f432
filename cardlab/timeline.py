"""A round with undo and redo.

`Timeline` serves both games and any other undoable value.
It needs one function of a game, `rule(position, move)`: the position after a move, or IllegalMove.
Outside a game the rule is the function `value`, and a move is the next value.
A timeline is immutable; every step returns a new one, so a stored timeline stays valid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Generic, Self, TypeVar

Position = TypeVar("Position")
Move = TypeVar("Move")
Note = TypeVar("Note")


@dataclass(frozen=True, slots=True)
class Moment(Generic[Position, Move, Note]):
    """A position, the move that led to it (None for the first), and a caller's note."""

    state: Position
    move: Move | None
    note: Note


@dataclass(frozen=True, slots=True)
class Timeline(Generic[Position, Move, Note]):
    """The moves of a round so far, with undo and redo.

    - `rule`: returns the position after a move, `play` of either game or `value`;
    - `moments`: every moment, the first position first;
    - `at`: the index of the current moment; later moments can be redone.

    >>> from cardlab import tongits
    >>> line = Timeline.begin(tongits.deal(seed=1), tongits.play, None)
    >>> line = line.play(tongits.parse_move("0 discard Ks"), None)
    >>> line.undo().at, line.undo().redo() == line
    (0, True)
    >>> other = line.undo().play(tongits.parse_move("0 discard 3c"), None)
    >>> [str(move) for move in other.moves]
    ['0 discard 3c']
    """

    rule: Callable[[Position, Move], Position]
    moments: tuple[Moment[Position, Move, Note], ...]
    at: int = 0

    @classmethod
    def begin(cls, start: Position, rule: Callable[[Position, Move], Position], note: Note) -> Self:
        """Return a timeline at `start`, without any move; `note`: of the first moment."""
        return cls(rule, (Moment(start, None, note),))

    @property
    def start(self) -> Position:
        """The first position."""
        return self.moments[0].state

    @property
    def moment(self) -> Moment[Position, Move, Note]:
        """The current moment."""
        return self.moments[self.at]

    @property
    def state(self) -> Position:
        """The current position."""
        return self.moment.state

    @property
    def last(self) -> int:
        """The index of the last moment."""
        return len(self.moments) - 1

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves of this line, also those after the current moment."""
        return tuple(moment.move for moment in self.moments if moment.move is not None)

    def play(self, move: Move, note: Note) -> Self:
        """Return the timeline with one more move, which replaces a later continuation.

        Raises what the rule raises, IllegalMove if the move is not allowed.
        """
        return self.replay((move,), note)

    def replay(self, moves: Iterable[Move], note: Note) -> Self:
        """Return the timeline with these moves made in order. Raises what the rule raises at the first bad move."""
        made, state = [], self.state
        for move in moves:
            state = self.rule(state, move)
            made.append(Moment(state, move, note))
        if not made:
            return self
        return replace(self, moments=(*self.moments[: self.at + 1], *made), at=self.at + len(made))

    def forgotten(self) -> Self:
        """Return the timeline up to the current moment, without the continuation."""
        return self if self.at == self.last else replace(self, moments=self.moments[: self.at + 1])

    def seek(self, index: int) -> Self:
        """Return the timeline at another moment. Raises IndexError if there is none."""
        if not 0 <= index <= self.last:
            raise IndexError(f"the moments of this round are numbered from 0 to {self.last}, so there is no {index}")
        return self if index == self.at else replace(self, at=index)

    def undo(self, stop: Callable[[Moment[Position, Move, Note]], bool] = lambda _: True) -> Self:
        """Return the timeline at the last earlier moment that satisfies `stop`.

        Returns the timeline itself if there is none.
        """
        return next((self.seek(to) for to in reversed(range(self.at)) if stop(self.moments[to])), self)

    def redo(self, stop: Callable[[Moment[Position, Move, Note]], bool] = lambda _: True) -> Self:
        """Return the timeline at the next moment that satisfies `stop`, else at its end."""
        after = range(self.at + 1, self.last + 1)
        return self.seek(next((to for to in after if stop(self.moments[to])), self.last))

    def shortened(self, most: int) -> Self:
        """Return the timeline with at most `most` moments before the current one."""
        cut = self.at - most
        return self if cut <= 0 else replace(self, moments=self.moments[cut:], at=most)


def value(_before: Position, after: Position) -> Position:
    """Return the next value: the `rule` of a timeline outside a game."""
    return after
