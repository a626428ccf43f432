"""Rounds as files: what is written of a match, and what a file tells that somebody opens.

Knows how several rounds stand in one file: the last is the record itself, those before it stand in its `about`,
where `cardlab check` looks at each of them too. What else reads records opens the last round alone.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from cardlab import shelf
from cardlab.record import EARLIER, Record, check
from cardlab.refusal import NotationError
from cardlab.tongits import State
from cardlab.widgets.play_tongits.match import LONGEST_MATCH

__all__ = ["LONGEST_FILE", "Opened", "as_file", "from_shelf", "opened"]

LONGEST_FILE: Final = 2_000_000


@dataclass(frozen=True, slots=True)
class Opened:
    """Rounds to look at, and the one that is looked at.

    - `own`: they are of the match that is played here;
    - `shelf`: the name of the round on the shelf, or "";
    - `text`: what stands in the file, or "".
    """

    rounds: tuple[Record, ...]
    number: int = 0
    own: bool = False
    shelf: str = ""
    text: str = ""

    @property
    def record(self) -> Record:
        """The round that is looked at."""
        return self.rounds[self.number]

    def at(self, number: int) -> Opened:
        """The same rounds, another one looked at."""
        return replace(self, number=number)


def from_shelf(name: str) -> Opened:
    """A round of the shelf, to be studied. Raises KeyError if there is none of this name."""
    return Opened((shelf.open(name),), shelf=name)


def as_file(rounds: Sequence[Record]) -> str:
    """One or more rounds of a match as the text of a file. Raises IllegalMove if a move breaks a rule."""
    *earlier, last = rounds
    if not earlier:
        return last.text()
    told = [json.loads(record.text()) for record in earlier]
    return replace(last, about={**last.about, EARLIER: told}).text()


def opened(text: str) -> Opened:
    """The rounds in the text of a file, the last one first looked at.

    Raises NotationError if it is too long, no record of Tongits, or if a round in it breaks a rule.
    """
    if len(text) > LONGEST_FILE:
        raise NotationError("record_too_large", count=LONGEST_FILE // 1_000_000)
    last = Record.parse(text)
    rest = {name: told for name, told in last.about.items() if name != EARLIER}
    rounds = (*last.earlier, replace(last, about=rest))
    if len(rounds) > LONGEST_MATCH:
        raise NotationError("record_field", field=EARLIER)
    for record in rounds:
        _checked(record)
    return Opened(rounds, len(rounds) - 1, text=text)


def _checked(record: Record) -> None:
    if not isinstance(record.start, State):
        raise NotationError("position_other_game")
    found = check(record)
    if found is not None and found.number:
        raise NotationError("position_move_breaks_rule", number=found.number, text=found.move)
    if found is not None:
        raise NotationError("record_field", field="outcome")
