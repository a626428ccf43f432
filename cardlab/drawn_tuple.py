"""Tuples and lists in a notebook: drawn if all that is in them draws itself. Knows nothing of cards.

What has a `_with_html_` is drawn in rows, anything else part by part; a tuple of tuples is drawn line by line.
"""

from __future__ import annotations

import sys
from typing import Any, Final

ROW: Final = 13
MOST: Final = 60
"""What holds more is shown as text, which a notebook shortens."""


def draw_tuples() -> None:
    """Let the notebook that runs, if one does, draw tuples and lists of objects of this package."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if shell is not None:
        for kind in (tuple, list):
            shell.display_formatter.formatters["text/html"].for_type(kind, _drawn)


def _drawn(parts: tuple[Any, ...] | list[Any]) -> str | None:
    """All parts; None, which leaves the text, for none, for many, and if one is foreign."""
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
