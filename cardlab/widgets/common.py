"""The scripts and style sheets of the widgets: what all have in common, and what each view adds."""

from __future__ import annotations

from pathlib import Path
from typing import Final

STATIC: Final = Path(__file__).parent / "static"

SHARED: Final = "\n/* What stands above is shared. */\n"
"""A line of a script or style sheet; a server may send what stands above it as a file of its own, once for all."""


def with_common(common: str, own: str) -> str:
    """Return the text of a file that all views have in common, then that of a view's own, if there is one.

    A front end may load each widget for itself, so each has all that it needs.
    """
    return SHARED.join(file.read_text(encoding="utf-8") for name in (common, own) if (file := STATIC / name).exists())
