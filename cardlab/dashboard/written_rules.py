"""The functions that a lesson asks its reader to write, in editors on its page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from cardlab.lessons.rule_tasks import TASKS
from cardlab.pages.notebooks import all_cells, plain_text

_FUNCTION: Final = re.compile(r"^def (\w+)\(.*", re.MULTILINE | re.DOTALL)


class WrittenRule(NamedTuple):
    """A function to write: its `source` so far, and the `title` and `prose` above it."""

    name: str
    title: str
    prose: str
    source: str


def written_rules(notebook: Path) -> Mapping[int, list[WrittenRule]]:
    """Return the functions to write by the index of the cell after which they come."""
    found: dict[int, list[WrittenRule]] = {}
    index, prose = -1, ""
    for cell in all_cells(notebook):
        function = _FUNCTION.search(cell.source) if cell.is_lab_only and cell.kind == "code" else None
        if function and function[1] in TASKS:
            title, _, text = prose.partition("\n")
            # A page has buttons instead of the functions that a notebook calls.
            kept = "\n".join(line for line in text.splitlines() if "`hint`" not in line)
            found.setdefault(index, []).append(
                WrittenRule(function[1], plain_text(title).strip("# "), kept, function[0])
            )
        prose = cell.source if cell.kind == "markdown" else prose
        index += not cell.is_lab_only
    return found
