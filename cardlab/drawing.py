"""How a position is shown to an engineer: as a line that can be pasted back, as text, as a table in a notebook.

Both games tell their positions as rows, `Row`; knows cards and dataclasses, and no rule.
The words are English and few, like the notation: what learners read is said by the catalogues.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import MISSING, Field, fields, is_dataclass
from html import escape
from typing import Any, TypeAlias

from cardlab.cards import PIPS, Card, notation

Row: TypeAlias = tuple[str, tuple[Card, ...], str]
"""One thing on the table: what it is, its cards, and what is to be said besides."""

_LEFT = 'style="text-align:left"'


def as_text(rows: Iterable[Row]) -> str:
    """The rows, one a line, cards in notation."""
    return "\n".join(f"{name}: {_content(notation(cards), more)}".rstrip() for name, cards, more in rows)


def as_html(title: str, rows: Iterable[Row]) -> str:
    """The rows as a table with headings, cards by their signs; it has no colours of its own, so it suits any page."""
    lines = (
        f'<tr><th scope="row" {_LEFT}>{escape(name)}</th>'
        f"<td {_LEFT}>{escape(_content(' '.join(map(_printed, cards)), more))}</td></tr>"
        for name, cards, more in rows
    )
    caption = f"<caption {_LEFT}>{escape(title)}</caption>"
    return f'<table lang="en">{caption}<tbody>{"".join(lines)}</tbody></table>'


def _content(cards: str, more: str) -> str:
    return ", ".join(part for part in (cards, more) if part)


def _printed(card: Card) -> str:
    """A card as it is printed, which `Card` reads as well."""
    return ("10" if card.rank == "T" else card.rank) + PIPS[card.suit] if card.rank else card.code


def as_code(position: Any) -> str:
    """What makes a position again: `read` with its notation, or its fields if the notation does not give the same."""
    kind = type(position)
    try:
        if kind.read(position.notation) == position:
            return f'{kind.__name__}.read("{position.notation}")'
    except (LookupError, TypeError, ValueError):
        pass  # what is half made or impossible is printed all the same
    return pasteable(position)


def pasteable(thing: Any) -> str:
    """What makes the thing again, if it is pasted where the names of its game and `cards` are known.

    A dataclass is written with those of its fields that differ from their defaults, a tuple of cards in notation.

    >>> pasteable((Card("7h"), Card("8h"))), pasteable((3, (Card("Td"),)))
    ('cards("7h 8h")', '(3, cards("Td"))')
    """
    if is_dataclass(thing) and not isinstance(thing, type):
        arguments = (
            f"{one.name}={pasteable(getattr(thing, one.name))}" for one in fields(thing) if _differs(thing, one)
        )
        return f"{type(thing).__name__}({', '.join(arguments)})"
    if isinstance(thing, tuple) and thing and all(isinstance(part, Card) for part in thing):
        return f'cards("{notation(thing)}")'
    if isinstance(thing, tuple):
        return f"({', '.join(map(pasteable, thing))}{',' * (len(thing) == 1)})"
    return repr(thing)


def _differs(thing: Any, one: Field[Any]) -> bool:
    return one.default is MISSING or getattr(thing, one.name) != one.default


def changed_rules(rules: Any) -> list[Row]:
    """A row for the house rules that differ from the sheet's, none if all are the sheet's."""
    changed = rules.changed()
    return [("rules", (), ", ".join(f"{name}={getattr(rules, name)}" for name in changed))] if changed else []
