"""The source code of a lesson's clauses, unfolded on its page.

It is read from the outputs kept in the notebook: nothing runs. A test compares notebooks with the engine's functions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

from cardlab.pages.notebooks import all_cells

_FENCE: Final = "```"
_BEGINS: Final = f"{_FENCE}python\n"


class ClauseCode(NamedTuple):
    """Functions (name, source) that unfold together, and their first cell's id."""

    cell: str
    functions: tuple[tuple[str, str], ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The functions' names without their module."""
        return tuple(name.rpartition(".")[2] for name, _ in self.functions)

    @property
    def html(self) -> str:
        return "".join(_block(name, source) for name, source in self.functions)


def clause_codes(notebook: Path) -> Mapping[int, ClauseCode]:
    """Return a page's code by the index of the cell after which it comes."""
    codes: dict[int, ClauseCode] = {}
    index = -1
    for cell in all_cells(notebook):
        if not cell.is_lab_only:
            index += 1
            continue
        if found := tuple(_functions(cell.outputs)):
            before = codes.get(index, ClauseCode(cell.name, ()))
            codes[index] = before._replace(functions=(*before.functions, *found))
    return codes


def code_page(notebook: Path) -> str:
    """Return a lesson's code as HTML: an element for each cell, named by `data-code`."""
    codes = clause_codes(notebook).values()
    return "".join(f'<div data-code="{escape(code.cell)}">{code.html}</div>' for code in codes)


def _functions(outputs: tuple[Mapping[str, str], ...]) -> Iterator[tuple[str, str]]:
    """Yield full name and source of each function in the outputs of a cell."""
    for output in outputs:
        _, begins, code = output.get("text/markdown", "").partition(_BEGINS)
        if begins:
            yield output.get("text/plain", ""), code.rpartition(_FENCE)[0]


def _block(name: str, source: str) -> str:
    # Pygments is slow to import, and only needed when a reader unfolds code.
    from pygments import highlight
    from pygments.formatters.html import HtmlFormatter
    from pygments.lexers.python import PythonLexer

    lines = highlight(source, PythonLexer(), HtmlFormatter(nowrap=True))
    named = escape(name)
    code = f'<pre tabindex="0" role="region" aria-label="{named}"><code>{lines}</code></pre>'
    return f'<figure lang="en" translate="no"><figcaption><code>{named}</code></figcaption>{code}</figure>'
