"""A dispute as data: one question about one position, which the engine answers under two rules.

A `Case` is a question that only lacks the rules. No answer stands here: the game gives each when it is wanted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Final, Literal, TypeAlias

from cardlab.choices import Word
from cardlab.lessons.ask import Ask
from cardlab.phrasing.house_rules import AnyRules
from cardlab.phrasing.messages import Message, Text

ALLOWED: Final = "allowed"
REFUSED: Final = "refused"
NOBODY: Final = "nobody"

Case: TypeAlias = Callable[[Any], Ask]
"""A position and a question, asked under the rules given."""
Game: TypeAlias = Literal["tongits", "tichu"]
Played: TypeAlias = Literal["", "many_tables", "traditional"]
"""Who plays the other way; empty where the rule book does not say."""


def allowed_or_not() -> dict[str, Text]:
    """The two answers to "May you …?"."""
    return {ALLOWED: Message("lesson.under.allowed"), REFUSED: Message("lesson.under.refused")}


class RuleOrigin(Word):
    """Where what holds here comes from; the sentence stands in the catalogues under `lesson.source.<source>`."""

    SHEETS = "sheets"
    PULLED = "pulled"
    DECIDED = "decided"


@dataclass(frozen=True, slots=True)
class Dispute:
    """One point on which players disagree, or which the sheets leave open.

    - `name`: what its texts go by in the catalogues, `dispute.title.<name>` and `dispute.why.<name>`;
    - `clauses`: what it is about, the chief one first;
    - `source`: where what holds here comes from; None if that is not one rule;
    - `case`: the question;
    - `here`, `house`: the rules that hold here, and the same with a house rule or several;
    - `played`: who plays the other way.
    """

    name: str
    clauses: tuple[str, ...]
    source: RuleOrigin | None
    case: Case
    here: AnyRules
    house: AnyRules
    played: Played = ""

    @property
    def game(self) -> Game:
        """The game whose clauses these are."""
        return "tichu" if self.clauses[0].startswith("U") else "tongits"

    @property
    def fields(self) -> tuple[str, ...]:
        """The house rules that are switched, in the order of the rule book."""
        names = (field.name for field in fields(self.here))
        return tuple(name for name in names if getattr(self.here, name) != getattr(self.house, name))
