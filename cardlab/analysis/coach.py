"""What a move costs against the best one, and a round reviewed move by move for the one who played it.

A move is worth what the best turn is worth that it may begin, in worlds that all share: what the laboratory shows.
Every question is asked from the seat's own view: the coach sees no hidden card.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from cardlab.analysis.continuations import effect
from cardlab.analysis.reasons import reason
from cardlab.analysis.whatif import Estimate, Option, ask, refuse_count
from cardlab.locale import decimal, say
from cardlab.record import Record
from cardlab.refusal import IllegalMove
from cardlab.tell.tongits import turn_done
from cardlab.tongits import (
    Call,
    Challenge,
    Discard,
    Draw,
    Fold,
    LayMeld,
    Move,
    Payment,
    Sapaw,
    State,
    Take,
    View,
    legal_moves,
    view,
    why_not,
)
from cardlab.tongits.moves import SEATS

ERRORS: Final = 2
"""What lies within so many standard errors is not called a difference."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a move loses against the best one.

    - `best`: the move that receives most, and `move` itself if no other receives more;
    - `loss_payment`: how much less `move` receives than that, in points or chips;
    - `loss`: how much less likely it wins than that, below 0 if it wins more often; `win`: how likely it wins.

    Losses are differences in the same worlds, so they are surer than the two values that they lie between.
    """

    move: Move
    best: Move
    loss: Estimate
    loss_payment: Estimate
    win: Estimate


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """One move of a round, looked at again: `number` from 1, as the record counts them, and what there is to say.

    `win_before`: how likely the best move wins; `win_after`: how likely the move made does.
    The other fields are those of `Cost`.
    """

    number: int
    seat: int
    move: Move
    best: Move
    win_before: Estimate
    win_after: Estimate
    loss: Estimate
    loss_payment: Estimate
    sentence: str


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
    made, best = _compared(seen, move, worlds, seed)
    return Cost(move, best.move, _loss(made, best), made.behind_payment, made.win)


def review(record: Record, seat: int, lang: str = "en", *, worlds: int = 600, seed: int = 0) -> Iterator[ReviewedMove]:
    """Every move of a seat in a round of Tongits, one after another, each with what it cost and why.

    Each is worked out when it is asked for, so a page can show them as they come, and stop.
    Raises IllegalMove where the record breaks a rule. Raises ValueError if it is of the other game, if there is no such
    seat, or if `worlds` is no whole number from 1 to 1,000,000.
    """
    if record.game != "tongits":
        raise ValueError("only rounds of Tongits are reviewed")
    if seat not in range(SEATS):
        raise ValueError(f"there is no seat {seat!r}: a seat is 0, 1 or 2")
    refuse_count(worlds)
    for number, (state, move) in enumerate(zip(record.states(), record.moves, strict=False), 1):
        assert isinstance(state, State)
        assert isinstance(move, Draw | Take | LayMeld | Sapaw | Discard | Call | Challenge | Fold)
        if move.seat != seat:
            continue
        seen = view(state, seat)
        made, best = _compared(seen, move, worlds, seed)
        yield ReviewedMove(
            number=number,
            seat=seat,
            move=move,
            best=best.move,
            win_before=best.win,
            win_after=made.win,
            loss=_loss(made, best),
            loss_payment=made.behind_payment,
            sentence=" ".join(_told(seen, move, made, best, lang)),
        )


def layable(seen: View) -> tuple[Move, ...]:
    """T2.3: every meld that the viewer can lay now, and everything that can be laid off."""
    return tuple(move for move in legal_moves(seen, seen.viewer) if isinstance(move, LayMeld | Sapaw))


def _compared(seen: View, move: Move, worlds: int, seed: int) -> tuple[Option, Option]:
    """The best turn that the move may begin, and the best turn of all, as the laboratory shows them."""
    refuse_count(worlds)
    refusals = why_not(seen, move)
    if refusals:
        raise IllegalMove(move, refusals)
    options = ask(seen, worlds=worlds, seed=seed).options
    wanted = effect(seen, move)
    made = next(one for one in options if any(effect(seen, first) == wanted for first in one.firsts))
    return made, made if not made.behind_payment.mean else options[0]


def _loss(made: Option, best: Option) -> Estimate:
    """How much less likely a move wins than the one that receives most: below 0 if it wins more often."""
    return Estimate(0.0, 0.0) if made is best else made.wins_less


def _told(seen: View, move: Move, made: Option, best: Option, lang: str) -> Iterator[str]:
    """What there is to say of a move: forced, best, as good as the best, or what it cost and what was better."""
    if len(legal_moves(seen, seen.viewer)) == 1:
        yield say("coach.forced", lang)
        return
    lost, paid = _loss(made, best), made.behind_payment
    if not paid.mean:
        yield say("coach.best", lang)
        yield reason(seen, move, lang)
        return
    if paid.mean <= ERRORS * paid.error:
        yield say("coach.as_good", lang)
        yield reason(seen, move, lang)
        return
    key = "coach.cost_chips" if seen.rules.payment is Payment.CHIPS else "coach.cost_points"
    yield say(key, lang, loss=decimal(max(0.1, paid.mean), lang, 1), error=decimal(max(0.1, paid.error), lang, 1))
    points = round(100 * lost.mean)
    if points > 0 and lost.mean > ERRORS * lost.error:
        yield say("coach.cost", lang, count=points, error=decimal(max(1, round(100 * lost.error)), lang))
    yield say("coach.better", lang, move=turn_done(best.turn, seen, lang))
    yield reason(seen, best.move, lang)
