"""The functions that a lesson has its reader write, on its page where the notebook asks for them in JupyterLab."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from cardlab.lessons.rule_tasks import TASKS
from cardlab.pages.notebooks import all_cells, plain_text

_FUNCTION: Final = re.compile(r"^def (\w+)\(.*", re.MULTILINE | re.DOTALL)


class WrittenRule(NamedTuple):
    """A function to write: its name, what the notebook says above it, and the empty function."""

    name: str
    title: str
    prose: str
    source: str


def written_rules(notebook: Path) -> Mapping[int, list[WrittenRule]]:
    """Return what is to be written between two cells of a page, by the index of the first."""
    found: dict[int, list[WrittenRule]] = {}
    index, prose = -1, ""
    for cell in all_cells(notebook):
        function = _FUNCTION.search(cell.source) if cell.is_lab_only and cell.kind == "code" else None
        if function and function[1] in TASKS:
            title, _, text = prose.partition("\n")
            # On a page buttons stand for what a notebook calls.
            kept = "\n".join(line for line in text.splitlines() if "`hint`" not in line)
            found.setdefault(index, []).append(
                WrittenRule(function[1], plain_text(title).strip("# "), kept, function[0])
            )
        prose = cell.source if cell.kind == "markdown" else prose
        index += not cell.is_lab_only
    return found
