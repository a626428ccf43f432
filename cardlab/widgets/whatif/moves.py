"""What an option is called: "Discard K♦", "Lay 7♥ 8♥ 9♥", as the buttons of a table say it.

Knows how moves are told apart in a list; what speaks for one is told by `cardlab.analysis.reasons`.
"""

from __future__ import annotations

from cardlab.locale import say
from cardlab.tongits import LayMeld, Move, Sapaw, View
from cardlab.widgets.tongits_table.words import Words

__all__ = ["named"]


def named(move: Move, view: View, lang: str) -> str:
    """The name of one of the viewer's moves; two different moves have different names."""
    match move:
        case LayMeld(cards=cards, secret=True):
            return say("whatif.lay_secret", lang, cards=cards)
        case Sapaw(meld=meld, cards=cards, low=True):
            return say("whatif.lay_off_low", lang, cards=cards, number=meld + 1)
        case _:
            return Words(lang, view.viewer).action(move, view)
