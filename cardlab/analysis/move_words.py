"""What is said of a move: a word for what is done, and the facts that a sentence about it needs.

The sentences themselves stand in the catalogues, under keys that end with the word.
"""

from __future__ import annotations

from typing import Any

from cardlab.tongits import Call, Challenge, Discard, Draw, Fold, LayMeld, Move, Sapaw, State, Take, View


def deed(table: State | View, move: Move) -> tuple[str, dict[str, Any]]:
    """What is done by a move at this table, before it is made: the end of a key, and the facts of its message."""
    match move:
        case Draw():
            return "draw", {}
        case Take():
            return "take", {"card": table.discards[0]}
        case LayMeld(cards=laid, secret=secret):
            return "lay_secret" if secret else "lay", {"cards": laid}
        case Sapaw(meld=place, cards=added):
            target = table.melds[place].meld
            return "lay_off", {"cards": added, "meld": target.cards if target else ()}
        case Discard(card=card):
            return "discard", {"card": card}
        case Call():
            return "call", {}
        case Challenge():
            return "challenge", {}
        case Fold():
            return "fold", {}
