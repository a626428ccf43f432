"""A recorded round, opened at any of its moves, from any of its seats.

Knows how a record is read and where in it one is; what was then seen is asked of `cardlab.analysis.position`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cardlab.analysis.position import from_record
from cardlab.analysis.positions.draft import Draft
from cardlab.record import Record
from cardlab.refusal import NotationError
from cardlab.timeline import Timeline
from cardlab.tongits import Move, Phase, State, View, play, view

__all__ = ["OpenRecord", "opened"]


@dataclass(frozen=True, slots=True)
class OpenRecord:
    """A record and the place in it, as `seat` saw it; `line` ends where nothing can be asked any more."""

    record: Record
    line: Timeline[State, Move, None]
    seat: int

    @property
    def at(self) -> int:
        """After how many moves it is looked at."""
        return self.line.at

    @property
    def last(self) -> int:
        """After how many moves it can be looked at."""
        return self.line.last

    @property
    def draft(self) -> Draft:
        """The position there."""
        return from_record(self.record, self.at, self.seat)

    def to(self, *, at: int | None = None, seat: int | None = None) -> OpenRecord:
        """Another move or another seat; a number beyond the ends leads to the end."""
        line = self.line if at is None else self.line.go(max(0, min(self.last, at)))
        return replace(self, line=line, seat=self.seat if seat is None else seat)

    @property
    def move(self) -> tuple[Move, View] | None:
        """The move that led here and what its player saw before it; None at the beginning."""
        made = self.line.moment.move
        return None if made is None else (made, view(self.line.undo().state, made.seat))

    @property
    def text(self) -> str:
        """The record up to here, as a file."""
        return self.record.fork(self.at).text()


def opened(text: str) -> OpenRecord:
    """The record in a text, at its first move, from the seat that makes it.

    Moves after the last one at which something can still be asked, the end of the round, are left out.
    Raises NotationError if it is no record of Tongits or breaks a rule.
    """
    record = Record.parse(text)
    from_record(record, len(record.moves), 0)  # raises where a move breaks a rule
    if not isinstance(record.start, State):
        raise NotationError("position_other_game")
    dealt: Timeline[State, Move, None] = Timeline.begin(record.start, play, None)
    line = dealt.replay((one for one in record.moves if isinstance(one, Move)), None)
    if line.state.phase is Phase.OVER:
        line = line.undo(lambda moment: moment.state.phase is not Phase.OVER)
    return OpenRecord(record, line.forgotten().go(0), record.start.seat)
