"""Bots for Tongits: `random`, and `careful`, which plays like a careful beginner.

Advice is based on another player, `cardlab.bots.sensible`.
Bots use only their view and its legal moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Final, TypeAlias

from cardlab import tongits
from cardlab.cards import Card

__all__ = ["BOTS", "Bot", "careful", "random"]

Bot: TypeAlias = Callable[[tongits.View, Random], tongits.Move]

CALL_AT_MOST: Final = 20
CHALLENGE_AT_MOST: Final = 20
"""The highest deadwood with which `careful` calls, and challenges for chips."""


def random(view: tongits.View, chance: Random) -> tongits.Move:
    """Return any legal move of the seat, each equally likely.

    Raises IndexError if the seat has none.
    """
    return chance.choice(tongits.legal_moves(view, view.viewer))


def careful(view: tongits.View, chance: Random) -> tongits.Move:
    """Return the move of a careful beginner.

    It lays what it can, discards costly cards that are in no meld, and calls and challenges with little deadwood.
    Raises IndexError if the seat has no move.
    """
    moves = tongits.legal_moves(view, view.viewer)
    match view.phase:
        case tongits.Phase.DRAW:
            return _begin(view, moves)
        case tongits.Phase.ANSWER:
            return _answer(view, moves)
        case _:
            return _lay(view, moves) or _discard(view, moves, chance)


def _begin(view: tongits.View, moves: tuple[tongits.Move, ...]) -> tongits.Move:
    """Return a call with little deadwood, or a take that lowers it, or a draw."""
    call, take, draw = tongits.Call(view.viewer), tongits.Take(view.viewer), tongits.Draw(view.viewer)
    if call in moves and tongits.hand_deadwood(view.hand, view.rules) <= CALL_AT_MOST:
        return call
    if take in moves:
        with_discard = tongits.least_deadwood((*view.hand, view.discards[0]), view.rules)
        if with_discard < tongits.least_deadwood(view.hand, view.rules):
            return take
    return draw if draw in moves else moves[0]


def _answer(view: tongits.View, moves: tuple[tongits.Move, ...]) -> tongits.Move:
    """Return a challenge if losing it is free or deadwood is low, else a fold."""
    challenge = tongits.Challenge(view.viewer)
    free = view.rules.payment is tongits.Payment.DEADWOOD  # T9.3: a lost challenge costs no more than folding
    if challenge in moves and (free or tongits.hand_deadwood(view.hand, view.rules) <= CHALLENGE_AT_MOST):
        return challenge
    return tongits.Fold(view.viewer)


def _lay(view: tongits.View, moves: tuple[tongits.Move, ...]) -> tongits.Move | None:
    """Return the best arrangement's next move, or a meld that T2.5 forces, or None."""
    table = {number: laid.meld for number, laid in enumerate(view.melds) if laid.meld and not laid.secret}
    numbers = list(table)
    best = tongits.best_arrangements(view.hand, table.values(), view.rules)[0]
    wanted = [_needs(meld.cards) for meld in best.melds]
    lay_offs = [(numbers[number], _needs(cards)) for number, cards in best.sapaws]
    planned = [
        move
        for move in moves
        if (isinstance(move, tongits.LayMeld) and not move.secret and _needs(move.cards) in wanted)
        or (isinstance(move, tongits.Sapaw) and (move.meld, _needs(move.cards)) in lay_offs)
    ]
    if planned:
        return max(planned, key=lambda move: isinstance(move, tongits.LayMeld))
    # T2.5: a taken card may have to be melded, even if the best arrangement does not.
    obliged = [move for move in moves if isinstance(move, tongits.LayMeld) and view.taken in move.cards]
    return obliged[0] if obliged and view.rules.discard_must_meld else None


def _discard(view: tongits.View, moves: tuple[tongits.Move, ...], chance: Random) -> tongits.Move:
    """Return the discard of a card least worth keeping, a random one of equal ones."""
    discards = [move for move in moves if isinstance(move, tongits.Discard)]
    best = min(_keep(move.card, view) for move in discards)
    return chance.choice([move for move in discards if _keep(move.card, view) == best])


def _keep(card: Card, view: tongits.View) -> tuple[int, int]:
    """Return a sort key for discards: the card least worth keeping comes first.

    It is the deadwood after the discard, plus 3 if the card has neighbours. Among equals, more points come first.
    """
    rest = [other for other in view.hand if other is not card]
    pairs = sum(
        other.rank == card.rank or (other.suit == card.suit and abs(other.number - card.number) <= 2) for other in rest
    )
    return tongits.least_deadwood(rest, view.rules) + (pairs > 0) * 3, -tongits.points(card, view.rules)


def _needs(cards: Iterable[Card]) -> tuple[frozenset[Card], int]:
    """Return a meld's natural cards and number of jokers, which are interchangeable."""
    laid = tuple(cards)
    naturals = frozenset(card for card in laid if not card.is_joker)
    return naturals, len(laid) - len(naturals)


BOTS: Final[dict[str, Bot]] = {"random": random, "careful": careful}
