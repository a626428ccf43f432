"""A dispute as data: one question about one position, answered under two rules.

No answers are stored here. The engine finds an answer when it is needed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Final, TypeAlias

from cardlab.choices import Word
from cardlab.lessons.ask import Ask, labelled
from cardlab.phrasing.house_rules import AnyRules

ALLOWED: Final = "allowed"
REFUSED: Final = "refused"
NOBODY: Final = "nobody"

Case: TypeAlias = Callable[[Any], Ask]
"""Makes a question about a fixed position under the rules given."""


ALLOWED_OR_NOT: Final = labelled("lesson.under.allowed", "lesson.under.refused")
"""The two answers to "May you …?" with their labels."""


class RuleOrigin(Word):
    """Where a rule comes from; its catalogue key is `lesson.source.<value>`."""

    SHEETS = "sheets"
    PULLED = "pulled"
    DECIDED = "decided"


@dataclass(frozen=True, slots=True)
class Dispute:
    """A point on which players disagree, or which the rule sheets leave open.

    - `name`: the end of its catalogue keys, `dispute.title.<name>` and `dispute.why.<name>`;
    - `clauses`: the clauses that it is about, the most important first;
    - `source`: where the rule of this course comes from; None for a dispute about several rules;
    - `case`: the question;
    - `here`: the rules of this course; `house`: these rules with one or more house rules.
    """

    name: str
    clauses: tuple[str, ...]
    source: RuleOrigin | None
    case: Case
    here: AnyRules
    house: AnyRules

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the house rules that differ, in the order of the rule book."""
        names = (field.name for field in fields(self.here))
        return tuple(name for name in names if getattr(self.here, name) != getattr(self.house, name))
