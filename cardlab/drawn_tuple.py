"""Tuples and lists in a notebook: drawn if all that is in them draws itself. Knows nothing of cards."""

from __future__ import annotations

import sys
from typing import Any, Final

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
    """All parts, one after the other; None, which leaves the text, for none, for many, and if one is foreign."""
    own = all(type(part).__module__.startswith("cardlab.") and hasattr(part, "_repr_html_") for part in parts)
    return "".join(part._repr_html_() for part in parts) if own and 0 < len(parts) <= MOST else None
