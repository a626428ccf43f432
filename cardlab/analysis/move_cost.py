"""What a move costs against the best one, before it is made; `round_review` judges a whole round afterwards.

A move is worth what the best turn is worth that it may begin, in worlds that all share: what the laboratory shows.
Every question is asked from the seat's own view: the coach sees no hidden card.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardlab.analysis.whatif import Estimate, ask, made_and_best, refuse_count
from cardlab.refusal import IllegalMove
from cardlab.tongits import Move, View, why_not


@dataclass(frozen=True, slots=True)
class Cost:
    """What a move loses against the best one.

    - `best`: the first move of the turn that receives most, of one that `move` begins if no other receives more;
    - `loss_payment`: how much less `move` receives than that, in points or chips;
    - `loss`: how much less likely it wins than that, below 0 if it wins more often; `win`: how likely it wins.

    Losses are differences in the same worlds, so they are surer than the two values that they lie between.
    """

    move: Move
    best: Move
    loss: Estimate
    loss_payment: Estimate
    win: Estimate


def cost(seen: View, move: Move, *, worlds: int = 1000, seed: int = 0) -> Cost:
    """What a legal move of the viewer costs against the best one, in `worlds` worlds.

    Raises IllegalMove if it is not legal. Raises ValueError if it is a move of another seat, if no deal of the unseen
    cards fits what the viewer sees, or if `worlds` is no whole number from 1 to 1,000,000.

    >>> from cardlab.analysis.position import read, view_of
    >>> from cardlab.tongits import parse_move
    >>> seen = view_of(read("hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h"))
    >>> cost(seen, parse_move("0 discard 3c"), worlds=200).loss.mean > 0
    True
    """
    refuse_count(worlds)
    refusals = why_not(seen, move)
    if refusals:
        raise IllegalMove(move, refusals)
    made, best = made_and_best(ask(seen, worlds=worlds, seed=seed), seen, move)
    loss = Estimate(0.0, 0.0) if made is best else made.wins_less
    return Cost(move, best.move, loss, made.behind_payment, made.win)
