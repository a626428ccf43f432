"""Positions of Tichu 1.on.1 in which a house rule may make a difference, made by chance.

Knows how to make them; whether the rule does make a difference is asked of the engine by whoever wants to know.
"""

from __future__ import annotations

from random import Random
from typing import Final

from cardlab.cards import DECK, SUITS, TICHU_DECK, Card
from cardlab.lessons.disagree.cases_tichu import MayPlay
from cardlab.lessons.tables.race_tables import blocked_round, won_round
from cardlab.tichu import DragonLocks, Pile, Play, Rules, State
from cardlab.tichu.piles import DOG, DRAGON, MAH_JONG, PHOENIX
from cardlab.tichu.state import SEATS

__all__ = ["finished", "on_the_dragon", "two_or_ace"]

YOU: Final = 0


def two_or_ace(chance: Random) -> tuple[MayPlay, Rules]:
    """An ace or a 2 on the pile, and a card that lies near it, in one circle or the other."""
    top = chance.choice([card for card in DECK if card.rank in "A2"])
    near = "2K3" if top.rank == "A" else "A3K"
    card = chance.choice([card for card in DECK if card.rank in near and card is not top])
    return _play(chance, (top,), card), Rules(wrap=True)


def on_the_dragon(chance: Random) -> tuple[MayPlay, Rules]:
    """The Dragon on the pile, and a card that fits at any time, an ace, or one that never does."""
    ace, king = (Card(rank + chance.choice(SUITS)) for rank in "AK")
    card = chance.choice((PHOENIX, DOG, ace, ace, king, MAH_JONG))
    beneath = chance.choice([one for one in DECK if one is not card])
    return _play(chance, (beneath, DRAGON), card), Rules(dragon_locks=DragonLocks.STRICT)


def finished(chance: Random, level: int) -> State:
    """A round that somebody has won, with one draw pile left or none; at level 3 it may be blocked instead."""
    if level > 2 and chance.randrange(2):
        return blocked_round(chance, level=False)
    return won_round(chance, chance.choice(SEATS) if level > 1 else YOU)


def _play(chance: Random, laid: tuple[Card, ...], card: Card) -> MayPlay:
    """The card on a pile of these; eight cards in both hands, and the other piles as they might be."""
    rest = _tichu_deck(chance, (*laid, card))
    hands = ((card, *rest[:7]), tuple(rest[7:15]))
    other, rest = Pile((rest[15],)), rest[16:]
    draw, extra = chance.randrange(3, 10), chance.randrange(1, 5)
    state = State(
        hands,
        draw=(tuple(rest[:draw]), tuple(rest[draw : 2 * draw])),
        extra=(tuple(rest[30 : 30 + extra]), tuple(rest[20 : 20 + extra])),
        piles=(Pile.of(laid), other),
    )
    return MayPlay(state, Play(YOU, card, 0, laid[-1]))


def _tichu_deck(chance: Random, used: tuple[Card, ...]) -> list[Card]:
    """The plain cards that are not used, shuffled; the specials would only draw the eye away from the question."""
    rest = [card for card in TICHU_DECK if card.rank and card not in used]
    chance.shuffle(rest)
    return rest
