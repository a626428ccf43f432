"""How an answer of the laboratory is told to the page: a section with sentences, plots, tables and switches.

Knows the shape that `js/whatif.js` draws; knows neither a question nor an answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from cardlab.widgets.plots import Plot

__all__ = ["Section", "figures", "plotted", "pressed", "section"]

Section: TypeAlias = dict[str, Any]


def section(
    key: str,
    title: str,
    *,
    open: bool | None = None,
    sentences: Iterable[str] = (),
    more: Iterable[str] = (),
    groups: Iterable[dict[str, Any]] = (),
    buttons: Iterable[dict[str, Any]] = (),
    fields: Iterable[dict[str, Any]] = (),
    plots: Iterable[dict[str, Any]] = (),
    tables: Iterable[dict[str, Any]] = (),
    progress: dict[str, Any] | None = None,
) -> Section:
    """A section of the answer. `open`: whether it is unfolded, None if it cannot be folded away."""
    return {
        "key": key,
        "title": title,
        "open": open,
        "sentences": list(sentences),
        "more": list(more),
        "groups": list(groups),
        "buttons": list(buttons),
        "fields": list(fields),
        "plots": list(plots),
        "tables": list(tables),
        "progress": progress,
    }


def figures(
    caption: str,
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    marked: Iterable[int] = (),
    close: bool = False,
    told: bool = False,
    more: str = "",
) -> dict[str, Any]:
    """A table of texts, the first of each row its head.

    `marked`: the rows that are set off; `close`: it has few columns, which fit a telephone;
    `told`: its last column is sentences, which need no head;
    `more`: what the button is called that unfolds a long table on a telephone, where only the first rows stand.
    """
    chosen = set(marked)
    return {
        "caption": caption,
        "head": list(head),
        "rows": [{"key": f"{n} {row[0]}", "cells": list(row), "marked": n in chosen} for n, row in enumerate(rows)],
        "close": close,
        "told": told,
        "more": more,
    }


def plotted(plot: Plot, *, numbers: bool = True) -> dict[str, Any]:
    """A plot, with its numbers as a table to unfold; without `numbers` if the same stand in a table beside it."""
    head, *rows = plot.table
    table = figures(plot.title, head, rows, close=True) if numbers else None
    return {"svg": plot.svg, "narrow": plot.narrow, "table": table}


def pressed(label: str, wish: dict[str, Any], on: bool | None = None) -> dict[str, Any]:
    """A button: what it is called, what it asks for, and whether it is on; None if it does not stay pressed."""
    return {"label": label, "wish": wish, "on": on}
