"""One dispute as data: a position, a question, and two sides on which the engine answers it.

Knows which clause and which house rule a dispute is about and where it comes from; knows no answer.
A dispute with a house rule asks the same question under two rules.
One that no house rule switches asks it of two positions, so that one sees where the decision draws its line.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal, TypeAlias

from cardlab import tichu, tongits
from cardlab.lessons.disagree.cases import Case
from cardlab.words import Word

__all__ = ["Dispute", "Game", "Side", "Source", "switched"]

Game: TypeAlias = Literal["tongits", "tichu"]
AnyRules: TypeAlias = tongits.Rules | tichu.Rules


class Source(Word):
    """Where what holds here comes from; the sentence stands in the catalogues under `lesson.source.<source>`."""

    SHEETS = "sheets"
    SHEET = "sheet"
    PULLED = "pulled"
    PARTLY = "partly"
    COMMON = "common"
    DECIDED = "decided"


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a dispute: the position with its question, and the rules under which it is asked."""

    case: Case
    rules: AnyRules


@dataclass(frozen=True, slots=True)
class Dispute:
    """One point on which players disagree, or which the sheets leave open.

    - `name`: what its texts go by in the catalogues, `compare.title.<name>` and `compare.why.<name>`;
    - `game`, and the `clauses` it is about, the chief one first;
    - `source`: where what holds here comes from; None if that is not one rule;
    - `sides`: first what holds here, then what it is held against;
    - `played`: who plays the other way: "many_tables", "traditional", or empty where the rule book does not say.
    """

    name: str
    game: Game
    clauses: tuple[str, ...]
    source: Source | None
    sides: tuple[Side, Side]
    played: Literal["", "many_tables", "traditional"] = ""

    @property
    def fields(self) -> tuple[str, ...]:
        """The house rules that are switched from the first side to the second; empty where there is none."""
        return switched(*(side.rules for side in self.sides))

    @property
    def same_position(self) -> bool:
        """Whether both sides ask about one position."""
        return self.sides[0].case == self.sides[1].case


def switched(first: AnyRules, second: AnyRules) -> tuple[str, ...]:
    """The house rules in which two rules of one game differ, in the order of the rule book."""
    return tuple(
        field.name for field in fields(first) if getattr(first, field.name) != getattr(second, field.name, None)
    )
