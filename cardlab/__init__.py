"""Tongits and Tichu 1.on.1 by the rule book, and the lessons that teach them.

`tongits` and `tichu` are the games, `cardlab.record` stores rounds as text, `explain` puts a refusal into words.
Importing this package loads the standard library only: neither numpy nor ipywidgets.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cardlab.drawing import draw_tuples
from cardlab.phrasing import explain
from cardlab.phrasing.catalogue import say

if TYPE_CHECKING:
    from cardlab import tichu, tongits

__version__ = "1.0.0"
__all__ = ["explain", "say", "tichu", "tongits"]

draw_tuples()


def __getattr__(name: str) -> Any:
    """Return a game, imported at its first use: most pages need only one game."""
    if name not in ("tichu", "tongits"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f"{__name__}.{name}")
