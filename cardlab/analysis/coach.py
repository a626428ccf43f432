"""What a move costs against the best one, and a round reviewed move by move for the one who played it.

A move is worth what the best way to go on after it is worth (`continuations`), in worlds that all moves share.
Every question is asked from the seat's own view: the coach sees no hidden card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cardlab.analysis.continuations import continuations, narrowed
from cardlab.analysis.deals import PAYMENT, Question
from cardlab.analysis.reasons import reason
from cardlab.analysis.whatif import Counted, Estimate, Option, answer_from, counted_call, play_worlds, refuse_count
from cardlab.cards import Card
from cardlab.locale import decimal, say
from cardlab.record import Record
from cardlab.refusal import IllegalMove
from cardlab.tell.tongits import deed
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
    grown,
    legal_moves,
    view,
    why_meld,
    why_not,
)
from cardlab.tongits.moves import SEATS

ERRORS: Final = 2
"""What lies within so many standard errors is not called a difference."""
FEWEST: Final = 40
"""In no fewer worlds is it found out how best to go on after a move, and which move is best."""
GOOD_WAYS: Final = 3
"""So many ways to go on after a move are looked at twice before one is taken for the best."""


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
    """The option that the move is, and the best one; of each move the best way to go on after it.

    Three lots of worlds that have none in common find which ways are good, which way and which move are best,
    and by how much: in one lot luck would choose the best, and then praise it.
    """
    refuse_count(worlds)
    refusals = why_not(seen, move)
    if refusals:
        raise IllegalMove(move, refusals)
    asked = continuations(seen)
    few, half = max(FEWEST, worlds // 10), max(FEWEST, worlds // 2)
    counted = counted_call(seen)
    chosen = narrowed(asked, _leading(asked.moves, _received(asked, seed, 0, few, counted), GOOD_WAYS))
    received = _received(chosen, seed, few, half, counted)
    leading = _leading(chosen.moves, received, 1)
    wanted = _effect(seen, move)
    own = next(at for at in leading if chosen.moves[at] == move or _effect(seen, chosen.moves[at]) == wanted)
    best = max(leading, key=lambda at: (received[at], at == own))
    pair = narrowed(chosen, [own] if best == own else [own, best])
    options = answer_from(pair, play_worlds(pair, seed, few + half, worlds), True, counted).options
    made = next(option for option in options if option.move == chosen.moves[own])
    return made, made if not made.behind_payment.mean else options[0]


def _leading(moves: Sequence[Move], received: Sequence[float], kept: int) -> list[int]:
    """The places of the ways that receive most, so many of each move."""
    places: dict[Move, list[int]] = {}
    for way in sorted(range(len(moves)), key=lambda way: -received[way]):
        places.setdefault(moves[way], []).append(way)
    return [way for ways_on in places.values() for way in ways_on[:kept]]


def _received(asked: Question, seed: int, first: int, worlds: int, counted: Counted | None) -> list[float]:
    """What each option receives in so many worlds on average, or as it was counted."""
    sums = play_worlds(asked, seed, first, worlds)
    return [
        counted.payment.mean if counted and move == counted.move else sums.of(way, PAYMENT)[0] / sums.weight
        for way, move in enumerate(asked.moves)
    ]


def _loss(made: Option, best: Option) -> Estimate:
    """How much less likely a move wins than the one that receives most: below 0 if it wins more often."""
    return made.behind if made.behind.mean else replace(best.behind, mean=-best.behind.mean)


def _effect(seen: View, move: Move) -> object:
    """What a move does, whichever joker it uses and in whatever order a set is named."""
    match move:
        case LayMeld(cards=laid, secret=secret):
            meld = why_meld(laid, seen.rules)
            return LayMeld, secret, meld and (meld.kind, meld.start), _naturals(laid), len(laid)
        case Sapaw(meld=place, cards=added, low=low):
            target = seen.melds[place].meld
            bigger = target and grown(target, added, seen.rules, low=low)
            return Sapaw, place, bigger and bigger.start, _naturals(added), len(added)
        case _:
            return move


def _naturals(laid: tuple[Card, ...]) -> frozenset[Card]:
    return frozenset(card for card in laid if not card.is_joker)


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
    done, facts = deed(best.move, seen)
    yield say("coach.better", lang, move=say(f"coach.do.{done}", lang, **facts))
    yield reason(seen, best.move, lang)
