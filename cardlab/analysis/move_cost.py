"""The cost of a move compared with the best one, before it is made.

A move is worth as much as the best turn that it may begin. All turns are played in the same worlds (`whatif`).
Only the seat's own view is used, so no hidden card. `round_review` judges a whole round afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardlab.analysis.whatif import Estimate, ask, made_and_best, refuse_count
from cardlab.refusal import IllegalMove
from cardlab.tongits import Move, View, why_not


@dataclass(frozen=True, slots=True)
class Cost:
    """How much worse a move is than the best one.

    - `best`: the first move of the turn with the highest payment, preferring a turn that `move` begins;
    - `loss`: how much lower its payment is.

    The loss is a difference in the same worlds, so its error is smaller than those of the two values.
    """

    move: Move
    best: Move
    loss: Estimate


def cost(seen: View, move: Move, *, worlds: int = 1000, seed: int = 0) -> Cost:
    """Return the cost of a legal move of the viewer, compared with the best one.

    `worlds`, `seed`: as for `whatif.ask`. Raises IllegalMove if the move is not legal, ValueError for another seat's
    move, and as `whatif.ask` does.

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
    return Cost(move, best.move, Estimate(0.0, 0.0) if made is best else made.behind_payment)
