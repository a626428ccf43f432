"""Bots for Tichu 1.on.1: `random`, `careful` and `skilled`, the weakest first.

`random` makes any possible move. `careful` draws whenever it can, and saves its special cards. `skilled` draws
whenever it can too, and plays the card that the fewest unseen cards can follow.
Bots use only their view. A bot that can do nothing else asks for a flip of the extra cards.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, TypeAlias

from cardlab.cards import SPECIALS, TICHU_DECK, Card
from cardlab.tichu import Draw, Flip, Move, Play, View, choices, fitting_cards, value
from cardlab.tichu.piles import ACE, DOG, DRAGON, MAH_JONG, PHOENIX, TWO

__all__ = ["BOTS", "Bot", "careful", "random", "skilled"]

Bot: TypeAlias = Callable[[View, Random], Move | None]


def random(view: View, chance: Random) -> Move | None:
    """Return any possible move, each equally likely; None if the seat must wait."""
    moves = choices(view)
    return chance.choice(moves) if moves else None


def careful(view: View, chance: Random) -> Move | None:
    """Return a draw or flip, else the play that most cards of the hand can follow.

    Ordinary cards come before special ones. None if the seat must wait.
    """
    moves = choices(view)
    plays = [move for move in moves if isinstance(move, Play)]
    ordinary = [move for move in plays if move.card not in SPECIALS]
    return _first(moves) or max(
        ordinary or plays, key=lambda move: (followers_in_hand(view, move), chance.random()), default=None
    )


def skilled(view: View, chance: Random) -> Move | None:
    """Return a draw or flip, else a play with the highest `skill`, else None."""
    moves = choices(view)
    plays = [move for move in moves if isinstance(move, Play)]
    unseen = unseen_cards(view)
    return _first(moves) or max(plays, key=lambda move: (skill(view, move, unseen), chance.random()), default=None)


def _first(moves: tuple[Move, ...]) -> Move | None:
    """Return a flip, else a draw, else None: both come before any play."""
    return next((move for kind in (Flip, Draw) for move in moves if isinstance(move, kind)), None)


def followers_in_hand(view: View, move: Play) -> int:
    """Return how many other cards of the hand would fit on the pile after a play."""
    pile = view.piles[move.pile].covered(move.card, move.wish)
    return len(fitting_cards(pile, [card for card in view.hand if card is not move.card], view.rules))


FOLLOWING, FITTING = 8, 3
"""The penalty for each unseen card that could follow on the pile, and for each that would fit on either pile."""
BONUS: Final = {TWO: 30, TWO + 1: -20, ACE - 1: -15, ACE: 20}
"""The gain or loss of playing an ordinary card now: cards that seldom fit go early, those that they fit on late."""
PRICES: Final = {DRAGON: 200, MAH_JONG: 200, PHOENIX: 280, DOG: 260}
"""The loss of playing a special card now instead of later."""
# Of some hundreds of choices, these numbers scored most in races at equal reaction times.


def skill(view: View, move: Play, unseen: tuple[Card, ...] | None = None) -> int:
    """Return the value of a play to the bot `skilled`; higher is better.

    - It is better the fewer unseen cards fit on this pile afterwards, and on either pile.
    - Twos and aces fit seldom, so it plays them early, and keeps the threes and kings that they fit on.
    - Special cards fit at any time, so it keeps them for later.

    `unseen`: the `unseen_cards`, if known already.
    """
    piles = list(view.piles)
    piles[move.pile] = laid = piles[move.pile].covered(move.card, move.wish)
    hidden = unseen_cards(view) if unseen is None else unseen
    following = set(fitting_cards(laid, hidden, view.rules))
    either = following.union(fitting_cards(piles[1 - move.pile], hidden, view.rules))
    worth = -PRICES[move.card] if move.card in PRICES else BONUS.get(value(move.card) or 0, 0)
    return worth - FOLLOWING * len(following) - FITTING * len(either)


def unseen_cards(view: View) -> tuple[Card, ...]:
    """Return the cards that are neither in the hand nor on the piles."""
    seen_cards = {*view.hand, *(card for pile in view.piles for card in pile.cards)}
    return tuple(card for card in TICHU_DECK if card not in seen_cards)


BOTS: Final[dict[str, Bot]] = {"random": random, "careful": careful, "skilled": skilled}
