"""What an option is called: "Discard K♦", "Lay 7♥ 8♥ 9♥", as the buttons of a table say it.

Knows who reads the laboratory; how moves are told apart is said by `cardlab.tell.tongits`.
"""

from __future__ import annotations

from cardlab.tell.tongits import at_table, option
from cardlab.tongits import Move, View

__all__ = ["named"]


def named(move: Move, view: View, lang: str) -> str:
    """The name of one of the viewer's moves; two different moves have different names."""
    return option(at_table(lang, view.viewer), move, view)
