"""Positions as text, in the format that both games share: parts separated by `;`.

A part is a keyword and words. `tongits.notation` and `tichu.notation` define the keywords and their words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from cardlab.cards import Card, cards
from cardlab.refusal import NotationError

Parsed: TypeAlias = dict[str, Any]
"""Values read from a text, by the names of the fields."""
Reader: TypeAlias = tuple[str, Callable[[list[str]], Parsed]]
"""An example of a part, and a parser of the words after its keyword. The parser raises `Unreadable`."""

SHOWN: Final = 40
"""How many characters of an unreadable text an error repeats."""
SWITCH: Final = {True: "yes", False: "no"}
NUMBER: Final = re.compile(r"-?[0-9]{1,5}")


class Unreadable(Exception):
    """Raised if the words after a keyword can't be read."""


def parts_of(text: str, readers: Mapping[str, Reader], *, longest: int, joined: tuple[str, ...] = ()) -> Parsed:
    """Return the values written in the parts of a text, by the names of the fields.

    Args:
        text: the parts, with `;` or a new line between them, each at most once.
        readers: the parsers by keyword.
        longest: the largest number of characters.
        joined: fields that hold tuples, whose parts may be repeated.

    Raises:
        NotationError: the text cannot be read.
        TypeError: `text` is not a text.
    """
    if not isinstance(text, str):
        raise TypeError(f"a position is read from a text, not from {type(text).__name__}")
    if len(text) > longest:
        raise NotationError("position_too_long", count=len(text), most=longest)
    parsed: Parsed = {}
    for part in re.split(r"[;\n]", text):
        keyword, *words = part.replace(",", " ").split() or [""]
        if not keyword:
            continue
        if keyword not in readers:
            raise NotationError("position_part_unknown", text=clipped(keyword), known=tuple(readers))
        example, read_words = readers[keyword]
        try:
            values = read_words(words)
        except Unreadable:
            raise NotationError("position_part_unreadable", text=clipped(part), example=example) from None
        for name in joined:
            if name in values:
                values[name] = parsed.pop(name, ()) + values[name]
        if values.keys() & parsed.keys():
            name = next(iter(values))
            raise NotationError("position_part_twice", part=name if name.startswith(f"{keyword} ") else keyword)
        parsed |= values
    return parsed


def clipped(text: str) -> str:
    """Return the beginning of unreadable text, on one line."""
    return " ".join(text.split())[:SHOWN]


def card_words(words: list[str]) -> tuple[Card, ...]:
    """Return the cards that words stand for. Raises NotationError if one is no card."""
    return cards(" ".join(map(clipped, words)))


def parse_rules(kind: type[Any], words: list[str]) -> Parsed:
    """Return the rules that words describe, as the field `rules`.

    An optional preset comes first, then pairs of a house rule and its value. `kind`: the class of the rules.
    Raises Unreadable for an unknown name or an impossible value.
    """
    named, sheet = len(words) % 2, kind()
    pairs = zip(words[named::2], words[named + 1 :: 2], strict=True)
    changes = {name: _rule_value(getattr(sheet, name, ""), value) for name, value in pairs}
    try:
        return {"rules": kind.preset(*words[:named] or ("sheet",), **changes)}
    except (TypeError, ValueError):
        raise Unreadable from None


def _rule_value(default: object, word: str) -> bool | int | str:
    """Return the value of a house rule, of the same type as its default. Raises Unreadable for an impossible one."""
    if isinstance(default, bool):
        if word not in SWITCH.values():
            raise Unreadable
        return word == SWITCH[True]
    if not isinstance(default, int):
        return word
    if not NUMBER.fullmatch(word):
        raise Unreadable
    return int(word)


def rule_words(rules: object, names: tuple[str, ...]) -> list[str]:
    """Return the house rules `names` as words, each name followed by its value."""
    values = {name: getattr(rules, name) for name in names}
    return [
        word
        for name, value in values.items()
        for word in (name, SWITCH[value] if isinstance(value, bool) else str(value))
    ]
