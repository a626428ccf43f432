"""Figures as every view draws them: a table of texts, and a plot with its numbers as a table to unfold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypedDict

from cardlab.widgets.plots import Plot


class FigureRow(TypedDict):
    """A row of texts, the first of them its head; `key` tells it from the others."""

    key: str
    cells: list[str]
    marked: bool


class FigureTable(TypedDict):
    """A table of texts.

    - `close`: it has few columns, which fit a telephone;
    - `told`: its last column is sentences, which need no head;
    - `more`: the label of the button that unfolds a long table, of which only the first rows stand there at first.
    """

    caption: str
    head: list[str]
    rows: list[FigureRow]
    close: bool
    told: bool
    more: str


class FigurePlot(TypedDict):
    """A plot as SVG in two widths; `table` has its numbers, unless they stand beside it already."""

    svg: str
    narrow: str
    table: FigureTable | None


class WorkProgress(TypedDict):
    """How far work in the background has come, and the same in words."""

    value: int
    most: int
    label: str


def figures(
    caption: str,
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    marked: Iterable[int] = (),
    close: bool = False,
    told: bool = False,
    more: str = "",
) -> FigureTable:
    """A table of texts, the first of each row its head; the rows at the places `marked` are set off."""
    chosen = set(marked)
    return {
        "caption": caption,
        "head": list(head),
        "rows": [{"key": f"{n} {row[0]}", "cells": list(row), "marked": n in chosen} for n, row in enumerate(rows)],
        "close": close,
        "told": told,
        "more": more,
    }


def plotted(plot: Plot, *, numbers: bool = True) -> FigurePlot:
    """A plot, with its numbers as a table to unfold; without `numbers` if the same stand in a table beside it."""
    head, *rows = plot.table
    table = figures(plot.title, head, rows, close=True) if numbers else None
    return {"svg": plot.svg, "narrow": plot.narrow, "table": table}
