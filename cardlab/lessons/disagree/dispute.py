"""A dispute as data: one position with one question, which the engine answers under two rules.

A `Case` asks a question about a position under any rules. A `Dispute` has two sides: a case and the rules under which
it is asked. No answer stands here: the game gives each when it is wanted.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Final, Literal, Protocol, TypeAlias

from cardlab.choices import Word
from cardlab.lessons.ask import Ask
from cardlab.phrasing.house_rules import AnyRules
from cardlab.phrasing.said import Said, Text

ALLOWED: Final = "allowed"
REFUSED: Final = "refused"
NOBODY: Final = "nobody"


class Case(Protocol):
    """A position and a question."""

    def ask(self, rules: Any) -> Ask:
        """The question under these rules of its game."""


def allowed_or_not() -> dict[str, Text]:
    """The two answers to "May you …?"."""
    return {ALLOWED: Said("lesson.under.allowed"), REFUSED: Said("lesson.under.refused")}


# Two sides

Game: TypeAlias = Literal["tongits", "tichu"]


class Source(Word):
    """Where what holds here comes from; the sentence stands in the catalogues under `lesson.source.<source>`."""

    SHEETS = "sheets"
    PULLED = "pulled"
    DECIDED = "decided"


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a dispute: the position with its question, and the rules under which it is asked."""

    case: Case
    rules: AnyRules


@dataclass(frozen=True, slots=True)
class Dispute:
    """One point on which players disagree, or which the sheets leave open.

    - `name`: what its texts go by in the catalogues, `dispute.title.<name>` and `dispute.why.<name>`;
    - `game`, and the `clauses` it is about, the chief one first;
    - `source`: where what holds here comes from; None if that is not one rule;
    - `sides`: first what holds here, then what a house rule makes of the same position;
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
        """The house rules that are switched from the first side to the second."""
        return switched(*(side.rules for side in self.sides))


def switched(first: AnyRules, second: AnyRules) -> tuple[str, ...]:
    """The house rules in which two rules of one game differ, in the order of the rule book."""
    return tuple(
        field.name for field in fields(first) if getattr(first, field.name) != getattr(second, field.name, None)
    )
