"""A recorded round, opened at any of its moves, from any of its seats.

Knows how a record is read and where in it one is; what was then seen is asked of `cardlab.analysis.position`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice

from cardlab.analysis.position import from_record
from cardlab.record import Record
from cardlab.refusal import NotationError
from cardlab.tongits import Move, Phase, State, View, view
from cardlab.tongits.notation import Draft

__all__ = ["OpenRecord", "opened"]


@dataclass(frozen=True, slots=True)
class OpenRecord:
    """A record and the place in it: after `at` moves, as `seat` saw it."""

    record: Record
    at: int
    seat: int
    last: int

    @property
    def draft(self) -> Draft:
        """The position there."""
        return from_record(self.record, self.at, self.seat)

    def to(self, *, at: int | None = None, seat: int | None = None) -> OpenRecord:
        """Another move or another seat; a number beyond the ends leads to the end."""
        place = self.at if at is None else max(0, min(self.last, at))
        return replace(self, at=place, seat=self.seat if seat is None else seat)

    @property
    def move(self) -> tuple[Move, View] | None:
        """The move that led here and what its player saw before it; None at the beginning."""
        if not self.at:
            return None
        made = self.record.moves[self.at - 1]
        before = next(islice(self.record.states(), self.at - 1, None))
        assert isinstance(made, Move)
        assert isinstance(before, State)
        return made, view(before, made.seat)

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
    states = [state for state in record.states() if isinstance(state, State)]
    if not states:
        raise NotationError("position_other_game")
    last = max((place for place, state in enumerate(states) if state.phase is not Phase.OVER), default=0)
    return OpenRecord(record, 0, states[0].seat, last)
