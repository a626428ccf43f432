"""The tables of the lesson `tips`: advice tested with numbers on 2026-11-26.

`kept` returns the stored tables; `tried` shows a table in a notebook.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from cardlab.drawing import as_table
from cardlab.lessons import lesson_language
from cardlab.phrasing import Reader
from cardlab.phrasing.catalogue import decimal, say
from cardlab.phrasing.messages import Deferred, Message, Text, table

FILE: Final = Path(__file__).with_suffix(".json")
FEWEST: Final = 25
"""A figure from fewer cases is not shown."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean over `cases` cases, and its standard error, 0 below two cases."""

    mean: float
    error: float
    cases: int


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: the key and numbers of its label, a figure for each column."""

    about: str
    numbers: tuple[float, ...]
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """The format of a column's figures: factor, decimal places, plus if positive."""

    factor: int = 1
    digits: int = 1
    signed: bool = True


PAID, FINE, SHARE, MORE = Column(), Column(digits=2), Column(100, signed=False), Column(100)
COUNTED: Final = Column(signed=False)
"""The five formats in order: payments, exact payments, chances in percent, their differences, deadwood."""
COLUMNS: Final = {
    "opening_when": (PAID, PAID, SHARE),
    "laying_off": (PAID, PAID, COUNTED),
    "feeding": (SHARE, SHARE),
    "drawing": (SHARE, FINE),
    "piles": (SHARE, FINE),
    "specials": (MORE, MORE),
}
"""The columns of tables that show not only payments."""


@cache
def kept() -> dict[str, list[Row]]:
    """Return the rows of every table by name."""
    stored = json.loads(FILE.read_text(encoding="utf-8"))
    return {
        name: [Row(about, tuple(numbers), tuple(Figure(*one) for one in figures)) for about, numbers, figures in rows]
        for name, rows in stored.items()
    }


@dataclass(frozen=True, slots=True)
class Tried:
    """A table as HTML and as text; a notebook shows it folded."""

    html: str
    plain: str

    def _repr_html_(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return self.plain


def tried(name: str) -> Tried:
    """Return a table in the notebook's language. Raises KeyError for an unknown one."""
    lang = lesson_language()
    head, *lines = in_cells(name, lang)
    plain = "\n".join(" | ".join(line) for line in (head, *lines))
    inside = f"<summary>{say('tried.figures', lang)}</summary>{as_table('', head, lines, lang)}"
    return Tried(f'<details style="overflow-x: auto">{inside}</details>', plain)


def in_cells(name: str, lang: str) -> list[tuple[str, ...]]:
    """Return a table's cells in the words of a language, headings first."""
    rows = kept()[name]
    width = len(rows[0].figures)
    columns = COLUMNS.get(name, (PAID,) * width)
    # The headings are one text with separators.
    head = tuple(say(f"tried.{name}", lang).split(" | "))
    lines: list[tuple[Text, ...]] = []
    for row in rows:
        first, last = (*row.numbers, 0, 0)[:2]
        about_key = f"{name}.{row.about}_more" if last == 99 else f"{name}.{row.about}"
        about = Message(
            f"tried.{about_key}",
            number=Deferred(decimal, first, digits=int(first % 1 > 0)),
            last=Deferred(decimal, last),
        )
        lines.append((about, *(Deferred(_cell, *one) for one in zip(row.figures, columns, strict=True))))
    return [head, *table(Reader(lang), lines)]


def _cell(reader: Reader, one: Figure, column: Column) -> str:
    """Format a figure with its error, or a dash for too few cases."""
    if one.cases < FEWEST:
        return "–"
    sign = "+" if one.mean > 0 and column.signed else ""
    mean = decimal(column.factor * one.mean, reader.lang, column.digits)
    error = decimal(max(column.factor * one.error, 10.0**-column.digits), reader.lang, column.digits)
    return f"{sign}{mean}\u00a0±\u00a0{error}"
