"""Bots for Tichu 1.on.1: `random` makes any move it may, `careful` draws up at once and saves its special cards.

They know their own view; when both are stuck, turning the extra cards is nobody's choice and no bot is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, TypeAlias

from cardlab.cards import SPECIALS
from cardlab.tichu import Draw, Flip, Move, Play, View, choices, fitting_cards

__all__ = ["BOTS", "Bot", "careful", "random"]

Bot: TypeAlias = Callable[[View, Random], Move | None]


def random(view: View, chance: Random) -> Move | None:
    """Any move that the seat may make, each as likely as the other, or None if it can only wait."""
    moves = choices(view)
    return chance.choice(moves) if moves else None


def careful(view: View, chance: Random) -> Move | None:
    """Draws up before it plays, plays ordinary cards before special ones, and wishes for what it holds; None: waits."""
    moves = choices(view)
    for kind in (Flip, Draw):
        for move in moves:
            if isinstance(move, kind):
                return move
    plays = [move for move in moves if isinstance(move, Play)]
    if not plays:
        return None
    ordinary = [move for move in plays if move.card not in SPECIALS]
    return max(ordinary or plays, key=lambda move: (_goes_on(view, move), chance.random()))


def _goes_on(view: View, move: Play) -> int:
    """How many other cards of the hand fit on the pile afterwards."""
    pile = view.piles[move.pile].covered(move.card, move.wish)
    return len(fitting_cards(pile, [card for card in view.hand if card is not move.card], view.rules))


BOTS: Final[dict[str, Bot]] = {"random": random, "careful": careful}
