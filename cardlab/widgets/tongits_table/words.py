"""What is said at a table, for whoever sits there: `cardlab.tell` with the hands of this table, open or not.

`Words` knows from where somebody looks at the table; what is said there `cardlab.tell` says.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cardlab.refusal import Refusal
from cardlab.tell import Reader
from cardlab.tell import tongits as tell
from cardlab.tongits import Meld, Move, Outcome, State, View
from cardlab.widgets.tongits_table.round import TongitsMoment


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one table: `lang`; `you`, the seat that is called "you", or None if all are; `open_hands`.

    `against_bots`: the others are bots, and called by their names; `people`: what people call themselves, by seat.
    """

    lang: str
    you: int | None
    open_hands: bool = False
    against_bots: bool = False
    people: tuple[str, ...] = ()

    @property
    def reader(self) -> Reader:
        """Who reads at this table."""
        reader = tell.at_table(self.lang, self.you, tell.BOTS if self.against_bots else tell.PLACES)
        return replace(reader, people=self.people) if self.people else reader

    def say(self, key: str, **facts: Any) -> str:
        """A message in the language of the table."""
        return self.reader.say(key, **facts)

    def player(self, seat: int) -> str:
        """What a player is called: from where the learner sits, or by number if the learner moves every seat."""
        return self.reader.name(seat)

    def within(self, seat: int) -> str:
        """What a player is called within a sentence: "the player on the left"."""
        return self.reader.within(seat)

    def about(self, what: str, seat: int, **facts: Any) -> str:
        """A sentence of the table that has one form for "you" and one for another player."""
        return self.reader.about(f"table.{what}", seat, **facts)

    def told(self, moments: Sequence[TongitsMoment], places: Iterable[int]) -> list[str]:
        """The moves that led to these moments, a sentence for all that one player did in a row."""
        deeds = [(moments[place].move, moments[place - 1].state) for place in places]
        made = [(move, before) for move, before in deeds if move is not None]
        return list(tell.told(self.reader, made, open_hands=self.open_hands))

    def action(self, move: Move, seen: View) -> str:
        """What the button of a move says."""
        return tell.action(self.reader, move, seen)

    def reason(self, refusal: Refusal) -> str:
        """A refusal as at this table: players by name, melds by the number that stands beside them."""
        return self.reader.explain(refusal)

    def meld(self, number: int, meld: Meld | None) -> str:
        """What a meld on the table is called: its number, from 1, and its kind."""
        return tell.meld_name(self.reader, number - 1, meld)

    def ended(self, state: State, result: Outcome) -> list[str]:
        """How a round ended and who pays what, in sentences; the first one says who won."""
        burned = tell.burned(self.reader, result) if result.winner is not None else ()
        told = (*tell.ended(self.reader, state), *burned, *tell.paid(self.reader, state))
        return [reason.sentence for reason in told]
