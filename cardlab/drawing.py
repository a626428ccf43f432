"""Positions and cards as code to paste back, as text, and as HTML for a notebook.

A game describes a position as rows (`Row`).
A picture is an SVG in an `<img>`, because JupyterLab removes inline SVG from a notebook that it doesn't trust.
Code and text are English. HTML is in the notebook's language: `cardlab.phrasing` registers the words by `worded_by`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from html import escape
from itertools import groupby, starmap
from textwrap import wrap
from typing import Any, Final, NamedTuple, TypeAlias

from cardlab.cards import DECK, JOKERS, PIPS, SPECIALS, Card, cards, notation

Row: TypeAlias = tuple[str, tuple[Card, ...], str]
"""A thing on the table: its name, its cards, and a note."""


class Wording(NamedTuple):
    """How HTML is worded in one language.

    - `lang`: the language; `translated`: translates an English name or note;
    - `rank`: returns the letter of a rank; `rules`: returns the name of some rules.
    """

    lang: str
    translated: Callable[[str], str]
    rank: Callable[[str], str]
    rules: Callable[[Any], str]


_words: Callable[[], Wording]


def worded_by(words: Callable[[], Wording]) -> None:
    """Set the function that gives HTML its words; each drawing calls it."""
    global _words
    _words = words


_LEFT = 'style="text-align:left"'
_HEIGHT, _WIDTH, _STEP = 56, 40, 24
"""The height and width of a card in pixels, and how far the next card is moved to the right."""
_TEXT: Final = 'font-family="sans-serif" font-size="15" fill="#1b2b22"'
_COLOURS: Final = {"s": "#1b1b1f", "h": "#c01127", "d": "#0b4aa8", "c": "#0a6a35", "": "#7a2a8c"}
_SIGNS: Final = {
    "s": "M0-10C3-6 10-1.7 10 3.2C10 6 8 7.8 5.6 7.8C3.6 7.8 1.8 6.7.9 5C1.2 7.2 2.1 9 3.7 10H-3.7C-2.1 9-1.2 7.2-.9 5"
    "C-1.8 6.7-3.6 7.8-5.6 7.8C-8 7.8-10 6-10 3.2C-10-1.7-3-6 0-10Z",
    "h": "M0 9.6C-3 5.4-10 .6-10-4.4C-10-7.6-7.8-9.8-5-9.8C-2.8-9.8-.9-8.5 0-6.4C.9-8.5 2.8-9.8 5-9.8"
    "C7.8-9.8 10-7.6 10-4.4C10 .6 3 5.4 0 9.6Z",
    "d": "M0-10.4C2.2-6.4 5-2.8 8.2 0C5 2.8 2.2 6.4 0 10.4C-2.2 6.4-5 2.8-8.2 0C-5-2.8-2.2-6.4 0-10.4Z",
    "c": "M-4.7-5.2a4.7 4.7 0 1 1 9.4 0a4.7 4.7 0 0 1-1 2.9a4.7 4.7 0 1 1-2.7 6.3C1.1 6.8 2 8.9 3.7 10H-3.7"
    "C-2 8.9-1.1 6.8-1 4a4.7 4.7 0 1 1-2.7-6.3a4.7 4.7 0 0 1-1-2.9Z",
    "Ma": "M0-10a10 10 0 1 0 .1 0ZM-2-3L1-6H3V6H0V-2L-2-1Z",
    "Do": "M0 0C4 0 7 4 7 6.5C7 9.5 3 9 0 8C-3 9-7 9.5-7 6.5C-7 4-4 0 0 0ZM-7-4a2.2 2.6 0 1 0 .1 0Z"
    "M7-4a2.2 2.6 0 1 0 .1 0ZM-3-9a2.2 2.8 0 1 0 .1 0ZM3-9a2.2 2.8 0 1 0 .1 0Z",
    "Ph": "M1-10C5-5 8-1 8 3C8 7 5 10 0 10C-5 10-8 7-8 3C-8 0-7-3-5-6C-4-3-3-2-2-2C-1-4-1-7 1-10Z",
    "Dr": "M1-10L10-6L4-3.5C9-1 10 6 4 9C-1 11-8 10-10 5C-6 7 0 7 2 4.5C4 1.5-1 0-4-2C-7-5-5-9 1-10Z",
}
"""The SVG path of each suit's and special card's sign, 20 high around the origin, as the widgets draw it."""


def as_text(rows: Iterable[Row]) -> str:
    """Return rows as text, a line each, with cards in notation."""
    lines = ((name, ", ".join(filter(None, (notation(cards), more)))) for name, cards, more in rows)
    return "\n".join(f"{name}: {content}".rstrip() for name, content in lines)


def as_html(title: str, rows: Iterable[Row]) -> str:
    """Return rows as an HTML table with pictures of the cards."""
    say = _words().translated
    lines = ((say(name), f"{as_pictures(cards)} {escape(say(more))}".strip()) for name, cards, more in rows)
    return as_table(title, (), lines)


def as_table(title: str, heading: Iterable[str], lines: Iterable[tuple[str, ...]], lang: str = "") -> str:
    """Return an HTML table whose lines begin with a name.

    The first cell of a line is its name, as text, and the others are HTML.
    `lang`: the language that the caller has used, by default the notebook's. Title and headings are translated.
    """
    words = _words()
    top = "".join(f'<th scope="col" {_LEFT}>{escape(words.translated(name))}</th>' for name in heading)
    body = "".join(
        f'<tr><th scope="row" {_LEFT}>{escape(name)}</th>{"".join(f"<td {_LEFT}>{cell}</td>" for cell in cells)}</tr>'
        for name, *cells in lines
    )
    head = f"<thead><tr>{top}</tr></thead>" if top else ""
    caption = f"<caption {_LEFT}>{escape(words.translated(title))}</caption>" if title else ""
    return f'<table lang="{lang or words.lang}">{caption}{head}<tbody>{body}</tbody></table>'


def as_picture(svg: str, text: str) -> str:
    """Return an SVG as an HTML image, with `text` as its alternative."""
    from urllib.parse import quote  # most pages need no picture

    return f'<img alt="{escape(text)}" src="data:image/svg+xml,{quote(svg, safe=" =/:;,()")}"/>'


def as_pictures(cards: Iterable[Card]) -> str:
    """Return cards as one HTML image, each half over the one before; "" for none."""
    row = tuple(cards)
    if not row:
        return ""
    rank = _words().rank
    text = " ".join(rank(card.rank) + PIPS[card.suit] if card.rank else card.code for card in row)
    return as_picture(as_svg(text, [row], rank), text)


def as_svg(title: str, lines: Iterable[str | tuple[Card, ...]], rank: Callable[[str], str], edge: int = 0) -> str:
    """Return an SVG of lines of text and rows of overlapping cards.

    `rank`: returns the letter of a rank; `edge`: the margin, which gets a background if it isn't 0.
    """
    seen: set[str] = set()
    drawn, width, y = "", 0, edge
    for line in lines:
        if isinstance(line, str):
            for text in wrap(line, 60):
                drawn += f'<text x="{edge}" y="{y + 15}" {_TEXT}>{escape(text)}</text>'
                width, y = max(width, 8 * len(text)), y + 21
            continue
        for place, card in enumerate(line):
            at = f"{edge + place * _STEP} {y}".removesuffix(" 0")
            drawn += f'<g transform="translate({at})">{_face(card, rank)}</g>'
        width, y = max(width, _STEP * (len(line) - 1) + _WIDTH), y + _HEIGHT + edge // 2
        seen |= {card.suit or card.code for card in line} & _SIGNS.keys()
    signs = "".join(f'<path id="{sign}" fill-rule="evenodd" d="{_SIGNS[sign]}"/>' for sign in sorted(seen))
    paper = '<rect width="100%" height="100%" rx="8" fill="#f1f6f1"/>' if edge else ""
    return _svg(width + 2 * edge, y + edge // 2, title, f"<defs>{signs}</defs>{paper}{drawn}")


def as_bar(share: float, text: str) -> str:
    """Return a share from 0 to 1 as an HTML bar, with text beside it."""
    bar = f'<path fill="#b9c2bc" d="M0 0h100v12H0z"/><path fill="#2f6fc4" d="M0 0h{100 * share:.1f}v12H0z"/>'
    return f"{as_picture(_svg(100, 12, text, bar), '')} {escape(text)}"


def _svg(width: int, height: int, title: str, content: str) -> str:
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><title>{escape(title)}</title>{content}</svg>'


def _face(card: Card, rank: Callable[[str], str]) -> str:
    """Return the SVG of a card. Its rank and suit are at the left, where no other card covers them."""
    signs = "".join(
        f'<use transform="translate({at})" href="#{card.suit or card.code}"/>'
        for at in ("12 32)scale(.7", "27 42)scale(.9")
    )
    return (
        f'<rect x=".5" y=".5" width="{_WIDTH - 1}" height="{_HEIGHT - 1}" rx="5" fill="#fff" stroke="#6f7f74"/>'
        f'<g fill="{_COLOURS[card.suit]}"><text x="12" y="20" text-anchor="middle" '
        f'font-family="sans-serif" font-weight="700" font-size="{17 if card.suit else 12}">'
        f"{rank(card.rank) or card.code}</text>{'' if card.is_joker else signs}</g>"
    )


def as_code(position: Any) -> str:
    """Return code that makes a position again, for its `repr`.

    The code is `read` with the notation, or the fields if `read` would not give the same position.
    """
    kind = type(position)
    try:
        if kind.read(position.notation) == position:
            return f'{kind.__name__}.read("{position.notation}")'
    except (LookupError, TypeError, ValueError):
        pass  # an incomplete or impossible position has a repr too
    return pasteable(position)


def pasteable(thing: Any) -> str:
    """Return code that makes a value again, using `cards` and its game's names.

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


class InNotation:
    """A base for objects whose `str` is notation, such as moves.

    `repr` is code to paste back; a notebook shows the notation with pictures of the cards.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return pasteable(self)

    def __format__(self, width: str) -> str:
        return format(str(self), width)

    def _repr_html_(self) -> str:
        """Return the notation as HTML, with pictures of the cards."""
        parts = (groupby(part.split(), _CODES.__contains__) for part in str(self).split("; "))
        return "".join(f"<span {_PART}>{''.join(starmap(_words_or_cards, part))}</span>" for part in parts)


_PART: Final = 'style="display: inline-flex; align-items: center; gap: 4px; margin: 0 16px 4px 0"'
_CODES: Final = {card.code for card in (*DECK, *JOKERS, *SPECIALS)}


def _words_or_cards(are_cards: bool, words: Iterable[str]) -> str:
    return as_pictures(cards(words)) if are_cards else f"<code>{escape(' '.join(words))}</code>"


def as_rules(rules: Any) -> str:
    """Return the name of some rules as HTML."""
    words = _words()
    return f'<p lang="{words.lang}">{escape(words.rules(rules))}</p>'


def changed_rules(rules: Any) -> list[Row]:
    """Return one row with the house rules that are changed; [] if none are."""
    changed = rules.changed()
    return [("rules", (), ", ".join(f"{name}={getattr(rules, name)}" for name in changed))] if changed else []


IN_ROW: Final = 13
MOST_PARTS: Final = 60
"""The most parts that are drawn; of longer tuples a notebook shows the text."""


def draw_tuples() -> None:
    """Make the running notebook, if any, draw tuples and lists of our objects.

    Parts with `_with_html_` are drawn in rows, others one by one; a tuple of tuples is drawn line by line.
    """
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if shell is not None:
        for kind in (tuple, list):
            shell.display_formatter.formatters["text/html"].for_type(kind, _tuple_drawn)


def _tuple_drawn(parts: tuple[Any, ...] | list[Any]) -> str | None:
    """Return the parts as HTML, or None so that the notebook shows text.

    None for no parts, more than `MOST_PARTS`, or a part that this package doesn't draw.
    """
    kinds = {type(part) for part in parts}
    if not 0 < len(parts) <= MOST_PARTS:
        return None
    if kinds <= {tuple, list}:
        lines = [_tuple_drawn(part) for part in parts]
        return None if None in lines else "".join(f"<div>{line}</div>" for line in lines)
    if not all(kind.__module__.startswith("cardlab.") and hasattr(kind, "_repr_html_") for kind in kinds):
        return None
    if len(kinds) == 1 and hasattr(parts[0], "_with_html_"):
        return "".join(parts[at]._with_html_(*parts[at + 1 : at + IN_ROW]) for at in range(0, len(parts), IN_ROW))
    return "".join(part._repr_html_() for part in parts)
