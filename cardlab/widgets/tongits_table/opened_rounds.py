"""Files of rounds: the record of the last round, with the others in its `about`.

A file from anywhere is checked as carefully as what a browser stored.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from cardlab import shelf
from cardlab.phrasing import tongits_sentences as tell
from cardlab.record import EARLIER, Record, check
from cardlab.refusal import NotationError
from cardlab.timeline import Timeline
from cardlab.tongits import Move, State, play
from cardlab.widgets.scene import Steps
from cardlab.widgets.tongits_table.driver import Driver, Line
from cardlab.widgets.tongits_table.played_match import refuse_long

LONGEST_FILE: Final = 1_000_000
LONGEST_BOOK: Final = 400_000
"""The longest open file that the browser stores, in characters: a match of about a hundred rounds."""
MOST_LISTS: Final = 20_000


@dataclass(frozen=True, slots=True)
class OpenedRounds:
    """Rounds to look at, and the `number` of the current one.

    - `own`: whether they are from the match that is played here;
    - `shelf`: the name of the round on the shelf, or "";
    - `text`: the text of the file, or "";
    - `seat`: the seat where the reader played, None if unknown.
    """

    rounds: tuple[Record, ...]
    number: int = 0
    own: bool = False
    shelf: str = ""
    text: str = ""
    seat: int | None = None

    @property
    def record(self) -> Record:
        """The current round."""
        return self.rounds[self.number]

    def at(self, number: int) -> OpenedRounds:
        """Return the same rounds with another current one."""
        there = replace(self, number=number)
        # The reader's seat is kept, unless somebody else played there.
        is_same = self.seat is None or there.record.people[self.seat :][:1] == self.record.people[self.seat :][:1]
        return there if is_same else replace(there, seat=None)

    @property
    def dealt(self) -> Line:
        """The current round before its first move."""
        assert isinstance(self.record.start, State)
        return Timeline.begin(self.record.start, play, 0)

    def driver(self, lang: str, you: int | None) -> Driver:
        """Return the round at its first position, all hands face up.

        The reader moves every seat. `you`: the seat that texts call "you", None for no seat.
        """
        called = tell.BOTS if self.own else tell.PLACES
        words = replace(tell.at_table(lang, you, called), people=self.record.people)
        driver = Driver(self.dealt.state, words, open_hands=True, reads=True, looks_from=self.seat)
        driver.resume(driver.line.replay([move for move in self.record.moves if isinstance(move, Move)], 0).seek(0))
        return driver


def from_shelf(name: str) -> OpenedRounds:
    """Open a round of the shelf, whose notes are for seat 0. Raises KeyError for an unknown name."""
    return OpenedRounds((shelf.open(name),), shelf=name, seat=0)


def as_file(rounds: Sequence[Record]) -> Steps[str]:
    """Return rounds as the text of a file. Raises IllegalMove if one breaks a rule."""
    *earlier, last = rounds
    if not earlier:
        return last.text()
    earlier_data = []
    for record in earlier:
        earlier_data.append(json.loads(record.text()))
        yield
    return replace(last, about={**last.about, EARLIER: earlier_data}).text()


def opened(text: str, seat: int | None = None) -> Steps[OpenedRounds]:
    """Read the rounds of a file, of which the last one is shown first.

    `seat`: the seat where the reader played. Raises NotationError if it is too long, no record of Tongits, or breaks a
    rule.
    """
    if len(text) > LONGEST_FILE or text.count("[") > MOST_LISTS:
        raise too_large()
    last = Record.parse(text)
    rest = {name: value for name, value in last.about.items() if name != EARLIER}
    rounds = (*last.earlier, replace(last, about=rest))
    refuse_long(record.moves for record in rounds)
    for record in rounds:
        _checked(record)
        yield
    return OpenedRounds(rounds, len(rounds) - 1, text=text, seat=seat)


def too_large() -> NotationError:
    """Return the refusal of a file that is too long to be read."""
    return NotationError("record_too_large", count=LONGEST_FILE // 1_000_000)


def _checked(record: Record) -> None:
    if not isinstance(record.start, State):
        raise NotationError("position_other_game")
    fault = check(record)
    if fault is not None and fault.number:
        raise NotationError("position_move_breaks_rule", number=fault.number, text=fault.move)
    if fault is not None:
        raise NotationError("record_field", field="outcome")
