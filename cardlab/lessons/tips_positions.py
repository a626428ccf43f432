"""The positions of the lesson `tips`, with what each choice in them is worth.

They were judged on 2026-11-26. Nothing here plays on from a position, so a page that asks about one doesn't load
`cardlab.analysis`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from cardlab.phrasing.messages import Text
from cardlab.refusal import IllegalMove
from cardlab.tongits import Move, Sapaw, Take, View

FILE: Final = Path(__file__).with_suffix(".json")
KINDS: Final = ("discard", "open", "lay_off", "call", "card", "special")
WORLDS: Final = {"discard": 4_000, "open": 4_000, "lay_off": 4_000, "call": 4_000, "card": 6_000, "special": 6_000}
"""The number of random worlds in which each kind was judged."""
RIGHT, WRONG = 2, 3
"""A choice up to two standard errors behind the best is right. More than three is clearly wrong."""


@dataclass(frozen=True, slots=True)
class Worth:
    """How far a choice is behind the best one, and the standard error of that.

    In points or chips received (Tongits), or in chances to win (Tichu). The error is 0 if every deal was counted.
    """

    behind: float
    error: float

    @property
    def right(self) -> bool:
        """Whether the choice is as good as the best one, within the error of the sample."""
        return self.behind <= RIGHT * self.error

    def shown(self, factor: int = 1) -> tuple[float, float, int]:
        """Return `behind` and `error` times `factor`, and the number of decimals.

        They have enough places, up to three, to agree with `right`. Only an exact 0 is shown as 0.
        """
        for digits in (1, 2, 3):
            behind, error = (
                max(round(factor * one, digits), 10.0**-digits) if one else 0.0 for one in (self.behind, self.error)
            )
            if (behind <= RIGHT * error) == self.right:
                break
        return behind, error, digits

    @property
    def wrong(self) -> bool:
        """Whether the choice is clearly worse than the best one."""
        return self.behind > WRONG * self.error


def for_and_against(seen: View, turn: Sequence[Move], lang: str) -> Text:
    """Return what speaks for and against a turn; () if it can't be played."""
    # Imported here, because only an answer needs the laboratory, not a question.
    from cardlab.analysis.reasons import turn_reason

    try:
        return turn_reason(seen, turn, lang, brief=len(turn) > 1 or not isinstance(turn[0], Take | Sapaw)) or ()
    except (IllegalMove, ValueError):
        # A browser may have stored a turn that can't be played.
        return ()


@dataclass(frozen=True, slots=True)
class Position:
    """A position in notation, its level (1 to 3), and its choices, the best first.

    A choice is called by a card's code, a move in notation, or words such as "wait" and "keep Dr".
    """

    text: str
    level: int
    choices: tuple[tuple[str, Worth], ...]

    @property
    def counted(self) -> bool:
        """Whether every deal was played, so that no figure has an error."""
        return not any(worth.error for _, worth in self.choices)


@cache
def positions(kind: str) -> tuple[Position, ...]:
    """Return the judged positions of a kind. Raises KeyError for an unknown kind."""
    kept = json.loads(FILE.read_text(encoding="utf-8"))[kind]
    return tuple(
        Position(text, level, tuple((name, Worth(behind, error)) for name, behind, error in choices))
        for level, text, choices in kept
    )
