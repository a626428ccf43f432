"""Notebooks as pages: the notebooks of a folder, their languages and cells.

The pages of a language may be in a folder named by its code, such as "de/melds.ipynb".
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Collection, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

LAB_ONLY: Final = "remove_cell"
"""The tag of a cell for JupyterLab alone: pages neither show nor run it."""


class Cell(NamedTuple):
    """A cell of a notebook.

    - `kind`: "markdown" or "code"; `name`: its id; `is_lab_only`: whether it is only for JupyterLab;
    - `outputs`: the plain text of each output kept in the notebook.
    """

    kind: str
    source: str
    name: str
    is_lab_only: bool
    outputs: tuple[str, ...]


def notebook_paths(folder: Path, languages: Collection[str] = ()) -> tuple[str, ...]:
    """Return the paths of all notebooks in a folder and its language folders.

    They are relative, such as "de/melds.ipynb". Hidden files are left out, and those with undecodable names.
    """
    files = [*folder.glob("*.ipynb"), *(path for lang in languages for path in (folder / lang).glob("*.ipynb"))]
    shown = (path for path in files if not re.match(r"\.|.*[\udc80-\udcff]", path.name))
    return tuple(sorted(path.relative_to(folder).as_posix() for path in shown))


def page_paths(folder: Path, languages: Collection[str] = ()) -> tuple[str, ...]:
    """Return the notebooks that have pages; those only for JupyterLab have none."""
    books = {path: all_cells(folder / path) for path in notebook_paths(folder, languages)}
    return tuple(path for path, book in books.items() if not book or not all(cell.is_lab_only for cell in book))


def language_of(path: str, accepted: str, languages: Collection[str], otherwise: str = "en") -> str:
    """Return the language of a page.

    - `path`: the path of the page; its folder may name the language;
    - `accepted`: the Accept-Language header, used for other pages;
    - `languages`: the codes to choose from; `otherwise`: the language if none of them is accepted.

    >>> language_of("de/melds.ipynb", "", ("en", "de")), language_of("", "fr, nl-BE;q=0.8, de;q=0.9", ("de", "nl"))
    ('de', 'de')
    """
    folder = path.strip("/").split("/")[0]
    if folder in languages:
        return folder
    preferences: list[tuple[float, str]] = []
    for preference in accepted.split(","):
        tag, _, quality = preference.partition(";")
        weight = re.fullmatch(r"\s*q=([01](\.\d{0,3})?)\s*", quality)
        if not quality or weight:
            preferences.append((-float(weight[1]) if weight else -1.0, tag.strip().split("-")[0].lower()))
    preferences.sort(key=lambda preference: preference[0])
    return next((tag for weight, tag in preferences if weight and tag in languages), otherwise)


def cells(notebook: Path) -> tuple[Cell, ...]:
    """Return the cells of a page; none for a file that is not a notebook."""
    return tuple(cell for cell in all_cells(notebook) if not cell.is_lab_only)


def code_cells(notebook: Path) -> list[tuple[int, str]]:
    """Return each code cell's index among all cells of the page, and its source."""
    return [(index, cell.source) for index, cell in enumerate(cells(notebook)) if cell.kind == "code"]


def output_cells(notebook: Path) -> list[int]:
    """Return the indexes of the cells that end in an expression, and so have output."""
    indices = []
    for index, source in code_cells(notebook):
        with suppress(SyntaxError):
            statements = ast.parse(source).body
            if statements and isinstance(statements[-1], ast.Expr) and not source.rstrip().endswith(";"):
                indices.append(index)
    return indices


def prose(notebook: Path) -> str:
    """Return the source of all Markdown cells of a page."""
    return "\n\n".join(cell.source for cell in cells(notebook) if cell.kind == "markdown")


def heading(notebook: Path) -> str:
    """Return the first heading of a notebook as plain text, or ""."""
    match = re.search(r"^#+\s+(.+?)(?:\s+#+)?\s*$", prose(notebook), re.MULTILINE)
    return plain_text(match[1]) if match else ""


def plain_text(markdown: str) -> str:
    """Return a line of Markdown as plain text, with small print in brackets.

    >>> plain_text("A *run* <small>T3.2</small>")
    'A run (T3.2)'
    """
    return re.sub(r"[*_`]|\[([^\]]*)\]\([^)]*\)", r"\1", re.sub("<small>(.*?)</small>", r"(\1)", markdown))


def with_scrolling_tables(html: str) -> str:
    """Wrap each table, so that one wider than a phone scrolls by itself."""
    opened = html.replace("<table>", '<div class="course-scroll" tabindex="0" role="group"><table>')
    return opened.replace("</table>", "</table></div>")


def all_cells(notebook: Path) -> Sequence[Cell]:
    """Return all cells of a notebook; none for a file that is not a notebook."""
    try:
        return _read(notebook, notebook.stat().st_mtime_ns)
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return ()


@lru_cache(maxsize=256)
def _read(notebook: Path, _modified: int) -> tuple[Cell, ...]:
    """Read the cells of a notebook; cached until the file is modified."""
    return tuple(
        Cell(
            cell["cell_type"],
            "".join(cell["source"]),
            cell.get("id", ""),
            LAB_ONLY in cell.get("metadata", {}).get("tags", ()),
            tuple("".join(output.get("data", {}).get("text/plain", "")) for output in cell.get("outputs", ())),
        )
        for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    )
