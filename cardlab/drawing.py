"""Text representations of a position: as code that can be pasted back, as text, as an HTML table in a notebook.

Both games describe their positions as rows, `Row`. Contains no rule.
The words are English and few, like the notation; texts for learners come from the catalogues.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from html import escape
from typing import Any, TypeAlias

from cardlab.cards import PIPS, Card, notation

Row: TypeAlias = tuple[str, tuple[Card, ...], str]
"""One thing on the table: its name, its cards, and a note."""

_LEFT = 'style="text-align:left"'


def as_text(rows: Iterable[Row]) -> str:
    """Return the rows, one a line, cards in notation."""
    return "\n".join(f"{name}: {_content(notation(cards), more)}".rstrip() for name, cards, more in rows)


def as_html(title: str, rows: Iterable[Row]) -> str:
    """Return the rows as an HTML table with headings, cards as signs; without colours, so it suits any page."""
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
    """Return a card as printed, which `Card` reads too."""
    return ("10" if card.rank == "T" else card.rank) + PIPS[card.suit] if card.rank else card.code


def as_code(position: Any) -> str:
    """Return code for a position: `read` with its notation, or its fields if the notation does not give the same."""
    kind = type(position)
    try:
        if kind.read(position.notation) == position:
            return f'{kind.__name__}.read("{position.notation}")'
    except (LookupError, TypeError, ValueError):
        pass  # what is half made or impossible is printed all the same
    return pasteable(position)


def pasteable(thing: Any) -> str:
    """Return code for a value, to be pasted where the names of its game and `cards` are imported.

    A dataclass is written with those of its fields that differ from their defaults, a tuple of cards in notation.

    >>> pasteable((Card("7h"), Card("8h"))), pasteable((3, (Card("Td"),)))
    ('cards("7h 8h")', '(3, cards("Td"))')
    """
    if is_dataclass(thing) and not isinstance(thing, type):
        values = ((field, getattr(thing, field.name)) for field in fields(thing))
        arguments = (f"{field.name}={pasteable(value)}" for field, value in values if value != field.default)
        return f"{type(thing).__name__}({', '.join(arguments)})"
    if isinstance(thing, tuple) and thing and all(isinstance(part, Card) for part in thing):
        return f'cards("{notation(thing)}")'
    if isinstance(thing, tuple):
        return f"({', '.join(map(pasteable, thing))}{',' * (len(thing) == 1)})"
    return repr(thing)


def changed_rules(rules: Any) -> list[Row]:
    """Return a row of the house rules that differ from the sheet's, none if there is no difference."""
    changed = rules.changed()
    return [("rules", (), ", ".join(f"{name}={getattr(rules, name)}" for name in changed))] if changed else []
