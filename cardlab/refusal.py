"""What the house says when something is not allowed or cannot be read.

Knows the shape of a refusal and the three exceptions; knows no game and no human language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["AmbiguousMove", "Fix", "IllegalMove", "NotationError", "Refusal"]


@dataclass(frozen=True, slots=True)
class Fix:
    """The nearest repair of a refused move or meld, as data.

    `code` names the kind of repair ("add", "drop", ...); `facts` holds what its sentence needs.
    """

    code: str
    facts: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Refusal:
    """One clause that a move, a meld or a text breaks.

    `code` names the reason and is a key of the catalogues; `rule` is the clause id of the rule book;
    `facts` holds the cards, counts and seats that the sentence needs; `fix` is the nearest repair, if there is one.
    """

    code: str
    rule: str
    facts: Mapping[str, Any] = field(default_factory=dict, hash=False)
    fix: Fix | None = None


class NotationError(ValueError):
    """A text that cannot be read; `refusal` says why, as data."""

    def __init__(self, code: str, **facts: Any) -> None:
        self.refusal = Refusal(code, "notation", facts)
        super().__init__(code, facts)

    def __reduce__(self) -> tuple[Any, ...]:
        return _notation_error, (self.refusal.code, dict(self.refusal.facts))

    def __str__(self) -> str:
        return f"{self.refusal.code}: " + ", ".join(f"{name}={value}" for name, value in self.refusal.facts.items())


def _notation_error(code: str, facts: dict[str, Any]) -> NotationError:
    """How a NotationError comes back from another process."""
    return NotationError(code, **facts)


class IllegalMove(ValueError):
    """A move that can be read but is not allowed; `refusals` holds every clause it breaks, in rule-book order."""

    def __init__(self, move: object, refusals: tuple[Refusal, ...]) -> None:
        self.move = move
        self.refusals = refusals
        super().__init__(move, refusals)

    def __str__(self) -> str:
        return f"{self.move}: " + ", ".join(f"{refusal.code} ({refusal.rule})" for refusal in self.refusals)


class AmbiguousMove(IllegalMove):
    """A move with two readings that the order of its cards does not tell apart (T10.3)."""
