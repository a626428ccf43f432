"""Fixed lists of words, and the house rules of a table as fields of its `Rules`.

A `Word` is a member of such a list, such as the kind of a meld or the reason of a refusal.
A house rule is declared once, by `house_rule`, at its field: with its clause, the default of the sheet and, for a
number, its bounds. `house_rules` lists them for code that checks, shows or changes rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import StrEnum
from operator import index
from typing import Any


class Word(StrEnum):
    """A member of a fixed list of words: equal to its text, with a `repr` that can be pasted back.

    >>> class Suit(Word):
    ...     HEARTS = "hearts"
    >>> Suit.HEARTS, Suit.HEARTS == "hearts"
    (Suit.HEARTS, True)
    """

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One choice that the rule book leaves to the table.

    - `name`: its field of `Rules`;
    - `clause`: the clause that names it;
    - `sheet`: the default, as on the sheet;
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
        """Return the value, a word also from text; raise ValueError for one that the rule cannot have."""
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
    """Return a whole number as an `int`, one of numpy too; raise ValueError for anything else."""
    if isinstance(raw, bool) or not hasattr(raw, "__index__") or not least <= index(raw) <= most:
        raise ValueError(f"{name} is a whole number from {least} to {most:,}, not {raw!r}")
    return index(raw)


def house_rule(sheet: Any, clause: str, *, least: int = 0, most: int = 0) -> Any:
    """Declare a field of `Rules`.

    Args:
        sheet: the default, as on the sheet.
        clause: the clause that names the house rule.
        least: the smallest value of a number.
        most: the largest value of a number.
    """
    return field(default=sheet, metadata={"clause": clause, "least": least, "most": most})


_declared: dict[type[Any], tuple[HouseRule, ...]] = {}


def house_rules(rules: type[Any]) -> tuple[HouseRule, ...]:
    """Return every house rule of this class of rules, in the order of the rule book.

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


def in_bounds(rules: Any) -> None:
    """Convert every field of new rules to a value of its house rule; raise ValueError for an impossible one."""
    for rule in house_rules(type(rules)):
        object.__setattr__(rules, rule.name, rule.value(getattr(rules, rule.name)))
