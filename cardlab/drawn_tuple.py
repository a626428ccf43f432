"""Tuples and lists in a notebook, drawn if each of their parts draws itself.

Parts with `_with_html_` are drawn in rows, others one by one; a tuple of tuples is drawn line by line.
"""

from __future__ import annotations

import sys
from typing import Any, Final

ROW: Final = 13
MOST: Final = 60
"""The most parts that are drawn; of longer tuples a notebook shows the text."""


def draw_tuples() -> None:
    """Make the running notebook, if any, draw tuples and lists of our objects."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if shell is not None:
        for kind in (tuple, list):
            shell.display_formatter.formatters["text/html"].for_type(kind, _drawn)


def _drawn(parts: tuple[Any, ...] | list[Any]) -> str | None:
    """Return the parts as HTML, or None so that the notebook shows text.

    None for no parts, more than `MOST`, or a part that this package doesn't draw.
    """
    kinds = {type(part) for part in parts}
    if not 0 < len(parts) <= MOST:
        return None
    if kinds <= {tuple, list}:
        lines = [_drawn(part) for part in parts]
        return None if None in lines else "".join(f"<div>{line}</div>" for line in lines)
    if not all(kind.__module__.startswith("cardlab.") and hasattr(kind, "_repr_html_") for kind in kinds):
        return None
    if len(kinds) == 1 and hasattr(parts[0], "_with_html_"):
        return "".join(parts[at]._with_html_(*parts[at + 1 : at + ROW]) for at in range(0, len(parts), ROW))
    return "".join(part._repr_html_() for part in parts)
