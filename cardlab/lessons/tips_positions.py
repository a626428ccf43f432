"""The positions of the lesson `tips`: what each choice in them is worth, as it was worked out once (2026-11-26).

Nothing here plays anything on, so a page that only asks about a position loads neither kernel nor laboratory.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

from cardlab.phrasing.messages import Text
from cardlab.refusal import IllegalMove
from cardlab.tongits import Move, Take, View

FILE: Final = Path(__file__).with_suffix(".json")
KINDS: Final = ("discard", "open", "lay_off", "call", "card", "special")
WORLDS: Final = {
    "discard": 4_000,
    "open": 4_000,
    "lay_off": 4_000,
    "call": 4_000,
    "card": 6_000,
    "special": 6_000,
}
"""In how many worlds each kind is judged."""
RIGHT, WRONG = 2, 3
"""A choice within two errors of the best one is right, and one more than three behind it is clearly wrong."""


@dataclass(frozen=True, slots=True)
class Worth:
    """How far a choice lies behind the best one, and the standard error of that; 0 if it was counted over every deal.

    In points or chips received (Tongits), in chances to win (Tichu).
    """

    behind: float
    error: float

    @property
    def right(self) -> bool:
        """Whether it is as good as the best choice, within the error of the sample."""
        return self.behind <= RIGHT * self.error

    def shown(self, factor: int = 1) -> tuple[float, float, int]:
        """Both figures as they are shown, and with how many decimal places: so many that they agree with `right`.

        `factor`: how many of the unit shown one of these is. What is not 0 is never shown as 0.
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
        """Whether it is clearly worse."""
        return self.behind > WRONG * self.error


def for_and_against(seen: View, turn: Sequence[Move], lang: str) -> Text:
    """Return what the laboratory says for and against a turn, in a sentence or two; nothing if it cannot be played."""
    # Only an answer needs the laboratory; a page that asks does without.
    from cardlab.analysis.reasons import turn_reason

    try:
        return turn_reason(seen, turn, lang, brief=len(turn) > 1 or not isinstance(turn[0], Take)) or ()
    except (IllegalMove, ValueError):
        # A browser's memory may hold what nobody has played.
        return ()


Choices: TypeAlias = dict[str, Worth]
"""The choices by their names, the best first: a card, a word, or what is to be done in a race (`way_name`)."""


@dataclass(frozen=True, slots=True)
class Position:
    """One position in notation, how hard it is (1 to 3), and what each choice is worth."""

    text: str
    level: int
    choices: tuple[tuple[str, Worth], ...]

    @property
    def counted(self) -> bool:
        """Whether every deal was played on, so that no figure has an error."""
        return not any(worth.error for _, worth in self.choices)


@cache
def positions(kind: str) -> tuple[Position, ...]:
    """The positions of a kind as they were worked out. Raises KeyError if there is no such kind."""
    kept = json.loads(FILE.read_text(encoding="utf-8"))[kind]
    return tuple(
        Position(text, level, tuple((name, Worth(behind, error)) for name, behind, error in choices))
        for level, text, choices in kept
    )
