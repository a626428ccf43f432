"""Enums of words, and house rules as fields of a game's `Rules`.

A game declares each house rule once, as a field made by `house_rule`: its clause, the default of the rule sheets and,
for a number, its bounds. `house_rules` lists them for code that checks, shows or changes rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import StrEnum
from operator import index
from typing import Any


class Word(StrEnum):
    """An enum of words: a member equals its text, and its `repr` can be pasted back.

    >>> class Suit(Word):
    ...     HEARTS = "hearts"
    >>> Suit.HEARTS, Suit.HEARTS == "hearts"
    (Suit.HEARTS, True)
    """

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A house rule: a choice that the rule book leaves to the table.

    - `name`: its field of `Rules`;
    - `clause`: the id of its clause;
    - `sheet`: the default, as the rule sheets say;
    - `choices`: False and True, or the words to choose from; empty for a number;
    - `least`, `most`: the bounds of a number, else 0.
    """

    name: str
    clause: str
    sheet: bool | int | Word
    choices: tuple[bool, ...] | tuple[Word, ...] = ()
    least: int = 0
    most: int = 0

    def value(self, raw: object) -> bool | int | Word:
        """Return `raw` as a value of this house rule, a word also from its text.

        Raises ValueError if the house rule can't have this value.
        """
        if not self.choices:
            return whole_number(self.name, raw, self.least, self.most)
        if isinstance(self.sheet, bool):
            if isinstance(raw, bool) or getattr(getattr(raw, "dtype", None), "kind", "") == "b":
                return bool(raw)
            raise ValueError(f"{self.name} is True or False, not {raw!r}")
        for choice in self.choices:
            if isinstance(raw, str) and raw == choice:
                return choice
        raise ValueError(f"{self.name} is one of {', '.join(map(str, self.choices))}, not {raw!r}")


def whole_number(name: str, raw: Any, least: int, most: int) -> int:
    """Return a whole number, such as one of numpy, as an `int`.

    Raises ValueError, which names the number by `name`, for anything but a whole number from `least` to `most`.
    """
    if isinstance(raw, bool) or not hasattr(raw, "__index__") or not least <= index(raw) <= most:
        raise ValueError(f"{name} is a whole number from {least} to {most:,}, not {raw!r}")
    return index(raw)


def house_rule(sheet: Any, clause: str, *, least: int = 0, most: int = 0) -> Any:
    """Declare a house rule, as a dataclass field of `Rules`; the arguments are as in `HouseRule`."""
    return field(default=sheet, metadata={"clause": clause, "least": least, "most": most})


_declared: dict[type[Any], tuple[HouseRule, ...]] = {}


def house_rules(rules: type[Any]) -> tuple[HouseRule, ...]:
    """Return the house rules of a class `Rules`, in the order of the rule book.

    >>> from cardlab import tichu
    >>> [(rule.name, rule.clause) for rule in house_rules(tichu.Rules)]
    [('wrap', 'U2.3'), ('dragon_locks', 'U5.6'), ('points', 'U6.2'), ('target', 'U6.3')]
    """
    if rules in _declared:
        return _declared[rules]
    declared = []
    for item in fields(rules):
        sheet: Any = item.default
        choices: tuple[Any, ...] = ()
        if isinstance(sheet, bool):
            choices = (False, True)
        elif isinstance(sheet, Word):
            choices = tuple(type(sheet))
        declared.append(HouseRule(item.name, sheet=sheet, choices=choices, **item.metadata))
    return _declared.setdefault(rules, tuple(declared))


def convert_fields(rules: Any) -> None:
    """Convert each field of `rules`, which is being created, to its declared type.

    A word may be given as text, and a number may come from numpy: see `HouseRule.value`.
    Raises ValueError for an impossible value.
    """
    for rule in house_rules(type(rules)):
        object.__setattr__(rules, rule.name, rule.value(getattr(rules, rule.name)))
