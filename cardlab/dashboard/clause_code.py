"""The functions of the clauses of a lesson, unfolded on its page where the notebook shows them in JupyterLab.

They are read as the notebook keeps them: nothing runs. A test holds notebooks to the functions that the engine runs.
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
    """What one switch unfolds: the id of its first cell in the notebook, and full name and source of each function."""

    cell: str
    functions: tuple[tuple[str, str], ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name.rpartition(".")[2] for name, _ in self.functions)

    @property
    def html(self) -> str:
        return "".join(_block(name, source) for name, source in self.functions)


def clause_codes(notebook: Path) -> Mapping[int, ClauseCode]:
    """Return the code between two cells of a page by the index of the first; a file without any has none."""
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
    """Return the code of a lesson as HTML, the content of each switch in an element with its cell as `data-code`."""
    codes = clause_codes(notebook).values()
    return "".join(f'<div data-code="{escape(code.cell)}">{code.html}</div>' for code in codes)


def _functions(outputs: tuple[Mapping[str, str], ...]) -> Iterator[tuple[str, str]]:
    """Yield the full name and source of each function among the outputs of a cell (`lessons.clause_source.show`)."""
    for output in outputs:
        _, begins, code = output.get("text/markdown", "").partition(_BEGINS)
        if begins:
            yield output.get("text/plain", ""), code.rpartition(_FENCE)[0]


def _block(name: str, source: str) -> str:
    # No page waits for it, only the first code that is unfolded.
    from pygments import highlight
    from pygments.formatters.html import HtmlFormatter
    from pygments.lexers.python import PythonLexer

    lines = highlight(source, PythonLexer(), HtmlFormatter(nowrap=True))
    named = escape(name)
    code = f'<pre tabindex="0" role="region" aria-label="{named}"><code>{lines}</code></pre>'
    return f'<figure lang="en" translate="no"><figcaption><code>{named}</code></figcaption>{code}</figure>'
