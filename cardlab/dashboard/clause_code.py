"""The code on a lesson's page: the functions of its clauses, and those that its reader is asked to write.

Both are in cells for JupyterLab, which don't run here. Of a clause's function the notebook keeps the full name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from pkgutil import resolve_name
from typing import Final, NamedTuple

from cardlab.lessons.clause_source import source_of
from cardlab.lessons.rule_tasks import TASKS
from cardlab.pages.notebooks import Cell, all_cells, plain_text

_NAME: Final = re.compile(r"cardlab(\.\w+)+")
"""The full name of a function of the engine, which `show` shows as text."""
_FUNCTION: Final = re.compile(r"^def (\w+)\(.*", re.MULTILINE | re.DOTALL)


class ClauseCode(NamedTuple):
    """The full names of functions that unfold together, and their first cell's id."""

    cell: str
    functions: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The functions' names without their module."""
        return tuple(name.rpartition(".")[2] for name in self.functions)

    @property
    def html(self) -> str:
        """The functions as highlighted HTML, without those that this version of the engine hasn't."""
        return "".join(map(_block, self.functions))


def _lab_cells(notebook: Path) -> Iterator[tuple[int, Cell, str]]:
    """Yield each cell for JupyterLab: the index of the page's cell before it, itself, and the prose above it."""
    index, prose = -1, ""
    for cell in all_cells(notebook):
        if cell.is_lab_only:
            yield index, cell, prose
        else:
            index += 1
        prose = cell.source if cell.kind == "markdown" else prose


def clause_codes(notebook: Path) -> Mapping[int, ClauseCode]:
    """Return a page's code by the index of the cell after which it comes."""
    codes: dict[int, ClauseCode] = {}
    for index, cell, _ in _lab_cells(notebook):
        if found := tuple(filter(_NAME.fullmatch, cell.outputs)):
            before = codes.get(index, ClauseCode(cell.name, ()))
            codes[index] = before._replace(functions=(*before.functions, *found))
    return codes


def code_page(notebook: Path) -> str:
    """Return a lesson's code as HTML: an element for each cell, named by `data-code`."""
    codes = clause_codes(notebook).values()
    return "".join(f'<div data-code="{escape(code.cell)}">{code.html}</div>' for code in codes)


def _block(name: str) -> str:
    try:
        source = source_of(resolve_name(name))
    except (ImportError, AttributeError, TypeError):
        return ""
    # Pygments is slow to import, and only needed when a reader unfolds code.
    from pygments import highlight
    from pygments.formatters.html import HtmlFormatter
    from pygments.lexers.python import PythonLexer

    lines = highlight(source, PythonLexer(), HtmlFormatter(nowrap=True))
    code = f'<pre tabindex="0" role="region" aria-label="{name}"><code>{lines}</code></pre>'
    return f'<figure lang="en" translate="no"><figcaption><code>{name}</code></figcaption>{code}</figure>'


# Functions to write


class WrittenRule(NamedTuple):
    """A function to write: its `source` so far, and the `title` and `prose` above it."""

    name: str
    title: str
    prose: str
    source: str


def written_rules(notebook: Path) -> Mapping[int, list[WrittenRule]]:
    """Return the functions to write by the index of the cell after which they come."""
    found: dict[int, list[WrittenRule]] = {}
    for index, cell, prose in _lab_cells(notebook):
        function = _FUNCTION.search(cell.source) if cell.kind == "code" else None
        if function and function[1] in TASKS:
            title, _, text = prose.partition("\n")
            # A page has buttons instead of the functions that a notebook calls.
            kept = "\n".join(line for line in text.splitlines() if "`hint(" not in line)
            written = WrittenRule(function[1], plain_text(title).strip("# "), kept, function[0])
            found.setdefault(index, []).append(written)
    return found
