"""The house rules of Tichu 1.on.1, one field for each."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Final

from cardlab.choices import Word, convert_fields, house_rule
from cardlab.drawing import as_rules, pasteable
from cardlab.refusal import quoted


class DragonLocks(Word):
    """How firmly the Dragon locks a pile: see `Rules`. [U5.6]"""

    LOOSE = "loose"
    STRICT = "strict"


class Points(Word):
    """The condition for a win of two points: see `Rules`. [U6.2]"""

    SHEET = "sheet"
    SWAPPED = "swapped"


_PRESETS: Final = ("sheet",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The rules a table plays by; every default is what the rule sheet says.

    - `wrap` (U2.3): 2 and ace are neighbours too;
    - `dragon_locks` (U5.6): "loose", Phoenix and Dog may be played on the Dragon; "strict", only an ace may;
    - `points` (U6.2): "sheet", two points if both draw piles are empty, else one; "swapped", the reverse;
    - `target` (U6.3): the points that win the match, 1 to 10,000.

    Choices may be given as text. Raises ValueError for a value that a field cannot have.

    >>> Rules(dragon_locks="strict").changed()
    ('dragon_locks',)
    """

    wrap: bool = house_rule(False, "U2.3")
    dragon_locks: DragonLocks = house_rule(DragonLocks.LOOSE, "U5.6")
    points: Points = house_rule(Points.SHEET, "U6.2")
    target: int = house_rule(10, "U6.3", least=1, most=10_000)

    def __post_init__(self) -> None:
        convert_fields(self)

    def __repr__(self) -> str:
        return pasteable(self)

    def _repr_html_(self) -> str:
        return as_rules(self)

    @classmethod
    def preset(cls, name: str, **changes: Any) -> Rules:
        """Return the rules of a preset (there is only "sheet") with fields changed.

        Raises ValueError for another name or an impossible value.
        """
        if name not in _PRESETS:
            raise ValueError(f"no preset {name!r}; there is {', '.join(_PRESETS)}")
        return cls(**changes)

    def nearest_preset(self) -> str:
        """Return the preset from which the fewest fields differ: the only one."""
        return "sheet"

    def changed(self, preset: str = "sheet") -> tuple[str, ...]:
        """Return the fields that differ from a preset, in the order of the rule book."""
        other = Rules.preset(preset)
        return tuple(field.name for field in fields(self) if getattr(self, field.name) != getattr(other, field.name))


SHEET: Final = Rules()
"""The rules of the rule sheet: the defaults."""


def checked(rules: Rules) -> Rules:
    """Return the rules; raise TypeError for anything else, such as a preset's name."""
    if not isinstance(rules, Rules):
        raise no_rules(rules)
    return rules


def no_rules(value: object) -> TypeError:
    """Return the error for a value that is not rules."""
    return TypeError(f"the rules are tichu.Rules(), not {quoted(value)}")
