"""A round with a past and a future: moves made, taken back and made again, and the lines that were left.

`Timeline` serves both games, and whatever else somebody wants to take back.
It asks one thing of a game: `rule(position, move)`, the position that a move leads to, or IllegalMove.
What is no game has `value` for its rule: there a move is the value that comes next.
A timeline never changes; every step gives another one, so two are the same round exactly if they are one object or
equal, and whoever has kept one has kept that round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

Position = TypeVar("Position")
Move = TypeVar("Move")
Note = TypeVar("Note")


@dataclass(frozen=True, slots=True)
class Moment(Generic[Position, Move, Note]):
    """A position, the move that led to it (None for the first one), and what else is to be known of this moment.

    `note` is whatever the caller says of it: a time, a number, or None.
    """

    state: Position
    move: Move | None
    note: Note


@dataclass(frozen=True, slots=True)
class Timeline(Generic[Position, Move, Note]):
    """A round as it has been played so far; `at` is the moment that is looked at, those after it can be made again.

    - `rule`: the position that a move leads to, `play` of either game or `value`;
    - `moments`: every moment, the first position first;
    - `lines`: the moves of every continuation that was left, from the first position on.

    >>> from cardlab import tongits
    >>> line = Timeline.begin(tongits.deal(seed=1), tongits.play, None)
    >>> line = line.play(tongits.parse_move("0 discard Ks"), None)
    >>> line.undo().at, line.undo().redo() == line
    (0, True)
    >>> other = line.undo().play(tongits.parse_move("0 discard 3c"), None)
    >>> [str(move) for move in other.moves], [str(move) for moves in other.lines for move in moves]
    (['0 discard 3c'], ['0 discard Ks'])
    """

    rule: Callable[[Position, Move], Position]
    moments: tuple[Moment[Position, Move, Note], ...]
    at: int = 0
    lines: tuple[tuple[Move, ...], ...] = ()

    @classmethod
    def begin(
        cls, start: Position, rule: Callable[[Position, Move], Position], note: Note
    ) -> Timeline[Position, Move, Note]:
        """A round in which nothing has been played yet."""
        return cls(rule, (Moment(start, None, note),))

    @property
    def start(self) -> Position:
        """The first position."""
        return self.moments[0].state

    @property
    def moment(self) -> Moment[Position, Move, Note]:
        """The moment that is looked at."""
        return self.moments[self.at]

    @property
    def state(self) -> Position:
        """The position that is looked at."""
        return self.moment.state

    @property
    def last(self) -> int:
        """The place of the last moment."""
        return len(self.moments) - 1

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every move of this line, those after `at` too."""
        return tuple(moment.move for moment in self.moments if moment.move is not None)

    def play(self, move: Move, note: Note) -> Timeline[Position, Move, Note]:
        """The round with one more move; what came after this moment is kept in `lines`.

        Raises what the rule raises, IllegalMove if the move is not allowed.
        """
        return self.replay((move,), note)

    def replay(self, moves: Iterable[Move], note: Note) -> Timeline[Position, Move, Note]:
        """The round with all these moves made one after the other. Raises what the rule raises at the first bad one."""
        made, state = [], self.state
        for move in moves:
            state = self.rule(state, move)
            made.append(Moment(state, move, note))
        if not made:
            return self
        before = self.left()
        return replace(before, moments=(*before.moments, *made), at=self.at + len(made))

    def left(self) -> Timeline[Position, Move, Note]:
        """The round without what came after this moment, which is kept in `lines`."""
        return self if self.at == self.last else replace(self.forgotten(), lines=(*self.lines, self.moves))

    def forgotten(self) -> Timeline[Position, Move, Note]:
        """The round without what came after this moment, which is not kept."""
        return self if self.at == self.last else replace(self, moments=self.moments[: self.at + 1])

    def take_up(self, line: int) -> Timeline[Position, Move, Note]:
        """The round as it went in an older line, at its end; the present line is kept as the last of `lines`.

        Every moment has the note of the first one. Raises IndexError if there is no such line.
        """
        moves = self.lines[line]
        others = tuple(one for number, one in enumerate(self.lines) if number != line)
        return replace(self.seek(0), lines=others).replay(moves, self.moments[0].note)

    def seek(self, index: int) -> Timeline[Position, Move, Note]:
        """The same round, looked at in another moment. Raises IndexError if there is no such moment."""
        if not 0 <= index <= self.last:
            raise IndexError(f"the moments of this round are numbered from 0 to {self.last}, so there is no {index}")
        return self if index == self.at else replace(self, at=index)

    def undo(
        self, stop: Callable[[Moment[Position, Move, Note]], bool] = lambda _: True
    ) -> Timeline[Position, Move, Note]:
        """Back to the last moment before this one at which one stops; the same object if there is none."""
        return next((self.seek(to) for to in reversed(range(self.at)) if stop(self.moments[to])), self)

    def redo(
        self, stop: Callable[[Moment[Position, Move, Note]], bool] = lambda _: True
    ) -> Timeline[Position, Move, Note]:
        """On to the next moment at which one stops, else to the end; the same object if this is the end."""
        after = range(self.at + 1, self.last + 1)
        return self.seek(next((to for to in after if stop(self.moments[to])), self.last))

    def shortened(self, most: int) -> Timeline[Position, Move, Note]:
        """The round with at most so many moments before this one: an earlier past and the other lines are forgotten."""
        cut = self.at - most
        return self if cut <= 0 else replace(self, moments=self.moments[cut:], at=most, lines=())


def value(_before: Position, after: Position) -> Position:
    """The rule of values that no game leads to: a move is the value that comes next."""
    return after
