"""The tables of the lesson `tips`: advice tested with numbers on 2026-11-26.

`kept` returns the stored tables; `tried` shows a table in a notebook.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from cardlab.drawing import as_table
from cardlab.lessons import lesson_language
from cardlab.phrasing.catalogue import decimal, say

FILE: Final = Path(__file__).with_suffix(".json")
FEWEST: Final = 25
"""A figure from fewer cases is not shown."""


class Figure(NamedTuple):
    """A mean over `cases` cases, and its standard error, 0 below two cases."""

    mean: float
    error: float
    cases: int


class Row(NamedTuple):
    """A row of a table: the key and numbers of its label, a figure for each column."""

    about: str
    numbers: tuple[float, ...]
    figures: tuple[Figure, ...]


class Column(NamedTuple):
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
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, list[Row]])


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
    columns = COLUMNS.get(name, (PAID,) * len(rows[0].figures))
    # The headings are one text with separators.
    cells = [tuple(say(f"tried.{name}", lang).split(" | "))]
    for about, numbers, figures in rows:
        first, last = (*numbers, 0, 0)[:2]
        facts = {"number": decimal(first, lang, int(first % 1 > 0)), "last": decimal(last, lang)}
        label = say(f"tried.row.{about}{'_more' * (last == 99)}", lang, **facts)
        cells.append((label, *(_cell(*one, lang) for one in zip(figures, columns, strict=True))))
    return cells


def _cell(one: Figure, column: Column, lang: str) -> str:
    """Format a figure with its error, or a dash for too few cases."""
    if one.cases < FEWEST:
        return "–"
    sign = "+" if one.mean > 0 and column.signed else ""
    mean = decimal(column.factor * one.mean, lang, column.digits)
    error = decimal(max(column.factor * one.error, 10.0**-column.digits), lang, column.digits)
    return f"{sign}{mean}\u00a0±\u00a0{error}"
