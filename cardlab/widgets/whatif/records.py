"""The sources of a position: examples, and any moment of a record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from cardlab.analysis.position import from_record
from cardlab.record import Record
from cardlab.refusal import NotationError
from cardlab.timeline import Timeline
from cardlab.tongits import Move, Phase, State, View, play, view
from cardlab.tongits.notation import Draft

EXAMPLES: Final[Mapping[str, str]] = {
    "opening": "hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h",
    "middle": "hand 3c 7c 8c Ad 3d 4d Ah 7h 8h 2s 9s Ts; meld 2 5c 5d 5s; discard 8s 9h Jc Qh Qc Tc",
    "call": (
        "hand 2c 4c Ad Ah 4h 6s; cards 6 4 5; meld 1 9d Td Jd Qd; meld 2 8c 8d 8h 8s; meld 2 Kc Kd Kh Ks; "
        "meld 0 9c 9h 9s; meld 0 5c 5d 5h; meld 1 2d 2h 2s; discard 7d Qs Ts Qh Th Jh"
    ),
    "answer": (
        "hand 4c 7h 2s 4s; cards 4 5 3; meld 1 Qc Qd Qh; meld 1 8c 8d 8s; meld 2 Tc Td Ts; meld 0 3c 3d 3h 3s; "
        "meld 2 9c 9d 9h 9s; meld 2 Ac Ad Ah As; meld 0 6c 6d 6s; discard 7s Kh 5s 5d Kd 7c Jc Js Ks Jh Kc 8h Th; "
        "sapaw 2; call 1; challenge 2"
    ),
}
"""An opening of 13 cards; the middle of a round; a draw call that could be made; a draw call to answer."""


@dataclass(frozen=True, slots=True)
class OpenRecord:
    """A record seen by `seat`; `line`: its moments without the end of the round."""

    record: Record
    line: Timeline[State, Move, None]
    seat: int

    @property
    def draft(self) -> Draft:
        """The position at this moment."""
        return from_record(self.record, self.line.at, self.seat)

    def to(self, *, at: int | None = None, seat: int | None = None) -> OpenRecord:
        """Return the record at another moment, limited to its ends, or from another seat."""
        line = self.line if at is None else self.line.seek(max(0, min(self.line.last, at)))
        return replace(self, line=line, seat=self.seat if seat is None else seat)

    @property
    def move(self) -> tuple[Move, View] | None:
        """The last move, and its player's view before it; None at the beginning."""
        made = self.line.moment.move
        return None if made is None else (made, view(self.line.undo().state, made.seat))

    @property
    def text(self) -> str:
        """The record up to this moment, as the text of a file."""
        return self.record.fork(self.line.at).text()


def opened(text: str) -> OpenRecord:
    """Read a record, at its first position, from the seat that moves first.

    The end of the round is left out, since nothing can be asked about it.
    Raises NotationError if it is no record of Tongits or breaks a rule.
    """
    record = Record.parse(text)
    from_record(record, len(record.moves), 0)  # raises if a move breaks a rule
    if not isinstance(record.start, State):
        raise NotationError("position_other_game")
    dealt: Timeline[State, Move, None] = Timeline.begin(record.start, play, None)
    line = dealt.replay((one for one in record.moves if isinstance(one, Move)), None)
    if line.state.phase is Phase.OVER:
        line = line.undo(lambda moment: moment.state.phase is not Phase.OVER)
    return OpenRecord(record, line.forgotten().seek(0), record.start.seat)
