"""Notebooks as pages: which there are in a folder, in which languages, and what stands in their cells.

The pages of one language may lie in a folder of their own, named by its code: "de/melds.ipynb".
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

ASIDE: Final = "remove_cell"
"""The tag of a cell that is there for JupyterLab alone: no page shows it and no page runs it."""


class Cell(NamedTuple):
    """A cell: "markdown" or "code", its source, its name, and whether only JupyterLab shows it."""

    kind: str
    source: str
    name: str
    is_aside: bool


def every_notebook(folder: Path, languages: Collection[str] = ()) -> tuple[str, ...]:
    """All notebooks in a folder and in those of the languages, relative to it: "index.ipynb", "de/melds.ipynb", ..."""
    found = [*folder.glob("*.ipynb"), *(path for lang in languages for path in (folder / lang).glob("*.ipynb"))]
    return tuple(sorted(path.relative_to(folder).as_posix() for path in found if not path.name.startswith(".")))


def every_page(folder: Path, languages: Collection[str] = ()) -> tuple[str, ...]:
    """All notebooks but those that are there for JupyterLab alone: they have cells, and each of them is set aside."""
    read = {path: all_cells(folder / path) for path in every_notebook(folder, languages)}
    return tuple(path for path, found in read.items() if not found or not all(cell.is_aside for cell in found))


def language(path: str, accepted: str, languages: Collection[str], otherwise: str = "en") -> str:
    """The language of a page: its folder's, or else the first of the browser's Accept-Language that is one of these.

    >>> language("de/melds.ipynb", "", ("en", "de")), language("", "fr, nl-BE;q=0.8, de;q=0.9", ("de", "nl"))
    ('de', 'de')
    """
    folder = path.strip("/").split("/")[0]
    if folder in languages:
        return folder
    wishes: list[tuple[float, str]] = []
    for wish in accepted.split(","):
        tag, _, quality = wish.partition(";")
        weight = re.fullmatch(r"\s*q=([01](\.\d{0,3})?)\s*", quality)
        if not quality or weight:
            wishes.append((-float(weight[1]) if weight else -1.0, tag.strip().split("-")[0].lower()))
    ordered = sorted(wishes, key=lambda one: one[0])
    return next((tag for weight, tag in ordered if weight and tag in languages), otherwise)


def cells(notebook: Path) -> tuple[Cell, ...]:
    """The cells that the page has; nothing for a file that is no notebook."""
    return tuple(cell for cell in all_cells(notebook) if not cell.is_aside)


def code_cells(notebook: Path) -> list[tuple[int, str]]:
    """The place of each code cell among the cells of the page, and its source."""
    return [(place, cell.source) for place, cell in enumerate(cells(notebook)) if cell.kind == "code"]


def awaited(notebook: Path) -> list[int]:
    """The cells that will show something: those that end in an expression. Room is kept for them on the page."""
    places = []
    for place, source in code_cells(notebook):
        with suppress(SyntaxError):
            steps = ast.parse(source).body
            if steps and isinstance(steps[-1], ast.Expr) and not source.rstrip().endswith(";"):
                places.append(place)
    return places


def prose(notebook: Path) -> str:
    """All that stands in its Markdown cells."""
    return "\n\n".join(cell.source for cell in cells(notebook) if cell.kind == "markdown")


def heading(notebook: Path) -> str:
    """The first heading of a notebook, without its marks; "" if it has none."""
    found = re.search(r"^#+\s+(.+?)\s*#*\s*$", prose(notebook), re.MULTILINE)
    return without_marks(found[1]) if found else ""


def without_marks(text: str) -> str:
    """A line of Markdown as plain text; what is small stands in brackets.

    >>> without_marks("A *run* <small>T3.2</small>")
    'A run (T3.2)'
    """
    return re.sub(r"[*_`]|\[([^\]]*)\]\([^)]*\)", r"\1", re.sub("<small>(.*?)</small>", r"(\1)", text))


def all_cells(notebook: Path) -> Sequence[Cell]:
    """All cells of a notebook; nothing for a file that is no notebook."""
    try:
        return _read(notebook, notebook.stat().st_mtime_ns)
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return ()


@lru_cache(maxsize=256)
def _read(notebook: Path, _changed: int) -> tuple[Cell, ...]:
    """The cells as they were when the file was changed last."""
    return tuple(
        Cell(
            cell["cell_type"],
            "".join(cell["source"]),
            cell.get("id", ""),
            ASIDE in cell.get("metadata", {}).get("tags", ()),
        )
        for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    )
