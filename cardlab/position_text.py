"""A position as a line of text, as far as both games write theirs alike: parts with `;` between them.

A part is a keyword and words. What the keywords are and what their words mean, `tongits.notation` and
`tichu.notation` say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, Final, TypeAlias

from cardlab.cards import Card, cards
from cardlab.refusal import NotationError

Parsed: TypeAlias = dict[str, Any]
"""What is said in a text, by the names of fields."""
Reader: TypeAlias = tuple[str, Callable[[list[str]], Parsed]]
"""An example of a part, and how the words after its keyword are read; raises `Unreadable`."""
AsShown: TypeAlias = Callable[[str], str | None]
"""Gives the notation of a card that is written in some other way, and None for any other word."""

SHOWN: Final = 40
"""How many characters of what cannot be read are shown."""
SWITCH: Final = {True: "yes", False: "no"}
NUMBER: Final = re.compile(r"-?[0-9]{1,5}")


class Unreadable(Exception):
    """The words after a keyword are not what it wants."""


def in_notation(word: str) -> str | None:
    """No word is a card written in some other way: every one is read as it stands."""
    return None


def parts_of(
    text: str,
    readers: Mapping[str, Reader],
    *,
    longest: int,
    joined: tuple[str, ...] = (),
    as_shown: AsShown = in_notation,
) -> Parsed:
    """What is said in a text of at most `longest` characters, each part at most once.

    Fields named in `joined` hold tuples and may be said several times.
    Raises NotationError for what cannot be read, TypeError for what is no text.
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
            values = read_words([as_shown(word) or word for word in words])
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
    """The beginning of what cannot be read, on one line."""
    return " ".join(text.split())[:SHOWN]


def card_words(words: list[str]) -> tuple[Card, ...]:
    """Cards. Raises NotationError for a word that is no card, and names it."""
    return cards(" ".join(map(clipped, words)))


def parse_rules(kind: type[Any], words: list[str]) -> Parsed:
    """Rules of this kind: a preset first, if it is named; then pairs of a house rule and its value."""
    named = len(words) % 2
    try:
        rules = kind.preset(words[0]) if named else kind()
        chosen: Parsed = {one.name: getattr(rules, one.name) for one in fields(kind)}
        for name, value in zip(words[named::2], words[named + 1 :: 2], strict=True):
            chosen[name] = _rule_value(chosen[name], value)
        return {"rules": kind(**chosen)}
    except (KeyError, ValueError):
        raise Unreadable from None


def _rule_value(default: object, word: str) -> bool | int | str:
    """The value of a house rule whose usual value is `default`. Raises `Unreadable` for what is none."""
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
    """The house rules of these names, each by its name and its value."""
    values = {name: getattr(rules, name) for name in names}
    return [
        word
        for name, value in values.items()
        for word in (name, SWITCH[value] if isinstance(value, bool) else str(value))
    ]
