"""How what speaks for and against a move is found out: what it breaks, what it leaves, what it costs.

Asks the engine about what the player himself can see, and nothing else; how it is put into words is told by `reasons`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from cardlab.analysis.position import unseen
from cardlab.analysis.reasoning.reason_calls import counted, of_answer, of_call
from cardlab.analysis.reasoning.reason_data import (
    Cards,
    DiscardParts,
    DrawParts,
    LayParts,
    Parts,
    SapawParts,
    TakeParts,
)
from cardlab.analysis.reasoning.reason_least import least
from cardlab.cards import Card
from cardlab.refusal import IllegalMove
from cardlab.tongits import (
    Arrangement,
    Call,
    Challenge,
    Discard,
    Draw,
    Fold,
    LayMeld,
    Move,
    Phase,
    Rules,
    Sapaw,
    Take,
    View,
    best_arrangements,
    deadwood,
    extensions,
    meld_readings,
    melds_in,
    points,
    why_not,
)
from cardlab.tongits.state import SEATS

__all__ = ["reason_parts"]

MOST_BROKEN: Final = 3


def reason_parts(seen: View, move: Move) -> Parts:
    """What speaks for and against a legal move of the viewer. Raises IllegalMove if it is none.

    >>> from cardlab.analysis.position import read, view_of
    >>> parts = reason_parts(view_of(read("hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h")), Discard(0, Card("9d")))
    >>> parts.pairs, parts.least, len(parts.outs)
    (((Card("9d"), Card("Td")),), 55, 3)
    """
    refusals = why_not(seen, move)
    if refusals:
        raise IllegalMove(move, refusals)
    match move:
        case Discard(card=card):
            return _of_discard(seen, card)
        case Draw():
            return _of_draw(seen)
        case Take():
            return _of_take(seen)
        case LayMeld():
            return _of_meld(seen, move)
        case Sapaw():
            return _of_sapaw(seen, move)
        case Call():
            return of_call(seen)
        case Challenge() | Fold():
            return of_answer(seen)


def _of_discard(seen: View, card: Card) -> DiscardParts:
    hidden, rest = unseen(seen), _without(seen.hand, (card,))
    meld, pairs = _broken(seen, card, hidden)
    return DiscardParts(
        card=card,
        points=points(card, seen.rules),
        last=not rest,
        ends=not rest or not seen.stock,
        counts=counted(rest, seen.rules),
        meld=meld,
        stays=bool(meld_readings(_without(meld, (card,)), seen.rules)),
        pairs=pairs,
        least=least(rest, seen.rules),
        outs=_outs(rest, hidden, seen.rules),
        unseen=len(hidden),
        fits=_laid_off_by_next(seen, card) if rest and seen.stock else (),
    )


def _of_draw(seen: View) -> DrawParts:
    hidden, now = unseen(seen), least(seen.hand, seen.rules)
    better = tuple(card for card in hidden if _leaves_less((*seen.hand, card), now, seen.rules))
    return DrawParts(now, _outs(seen.hand, hidden, seen.rules), better, len(hidden), seen.stock == 1)


def _of_take(seen: View) -> TakeParts:
    card, rules = seen.discards[0], seen.rules
    held = tuple(sorted((*seen.hand, card)))
    laid: list[tuple[int, Cards]] = []
    for meld in melds_in(held, rules):
        if card in meld.cards:
            rest = _without(held, meld.cards)
            # The card taken lies on the table then, so any other may be discarded.
            left = min((least(_without(rest, (one,)), rules) for one in rest), default=0)
            laid.append((left, meld.cards))
    table = [] if rules.discard_must_meld else [*_fitting(seen, card)]
    kept = min((least(_without(held, (one,)), rules) for one in seen.hand), default=0)
    lowest, best = min(laid, default=(kept, ()), key=lambda one: (one[0], -len(one[1])))
    return TakeParts(
        card=card,
        meld=best,
        fits=table[0] if table and not best else (),
        least=lowest,
        out=_goes_out(seen, held, card),
        must=rules.discard_must_meld,
    )


def _of_meld(seen: View, move: LayMeld) -> LayParts:
    rest = _without(seen.hand, move.cards)
    return LayParts(
        opens=not seen.opened(seen.viewer),
        last=not rest,
        secret=move.secret,
        before=counted(seen.hand, seen.rules),
        after=counted(rest, seen.rules),
        best=least(seen.hand, seen.rules),
        least=least(rest, seen.rules),
    )


def _of_sapaw(seen: View, move: Sapaw) -> SapawParts:
    rest, owner = _without(seen.hand, move.cards), seen.melds[move.meld].owner
    return SapawParts(
        points=deadwood(move.cards, seen.rules),
        last=not rest,
        opened=seen.opened(seen.viewer),
        bars=owner if seen.rules.sapaw_blocks_call and owner not in seen.sapawed else None,
        best=least(seen.hand, seen.rules),
        least=least(rest, seen.rules),
    )


def _without(hand: Iterable[Card], gone: Cards) -> Cards:
    return tuple(card for card in hand if card not in gone)


def _outs(hand: Cards, hidden: Cards, rules: Rules) -> Cards:
    """The unseen cards with which more of the hand can be laid: what they add, they leave less behind than before."""
    now = least(hand, rules)
    return tuple(card for card in hidden if least((*hand, card), rules) < now)


def _leaves_less(held: Cards, now: int, rules: Rules) -> bool:
    """Whether some discard leaves less; the dearest are tried first, as one of them mostly does."""
    dearest = sorted(held, key=lambda card: -points(card, rules))
    return any(least(_without(held, (card,)), rules) < now for card in dearest)


@lru_cache(maxsize=8)
def _arranged(hand: Cards, rules: Rules) -> tuple[Arrangement, ...]:
    """The best arrangements of a hand, kept, as they are asked for once for each discard."""
    return best_arrangements(hand, rules=rules)


def _broken(seen: View, card: Card, hidden: Cards) -> tuple[Cards, tuple[Cards, ...]]:
    """The meld that lacks this card from now on, if possible one that can spare it, or the pairs in which it lay."""
    arrangements = _arranged(seen.hand, seen.rules)
    loose = next((one.loose for one in arrangements if card in one.loose), None)
    if loose is None:
        melds = [meld.cards for one in arrangements for meld in one.melds if card in meld.cards]
        return max(melds, key=lambda cards: bool(meld_readings(_without(cards, (card,)), seen.rules))), ()
    found = [
        tuple(sorted((card, other)))
        for other in loose
        if other is not card
        and card.number
        and other.number
        and any(meld_readings((card, other, third), seen.rules) for third in hidden)
    ]
    return (), tuple(found)[:MOST_BROKEN]


def _fitting(seen: View, card: Card) -> Iterator[Cards]:
    """The open melds on the table on which the card alone can be laid off (T4.2)."""
    for laid in seen.melds:
        if laid.meld is not None and not laid.secret and extensions(laid.meld, (card,), seen.rules):
            yield laid.meld.cards


def _laid_off_by_next(seen: View, card: Card) -> Cards:
    """The meld on which the next player can lay off a discard at once, if he may take it for that (T2.5, T2.7)."""
    following = (seen.viewer + 1) % SEATS
    table = replace(
        seen,
        viewer=following,
        seat=following,
        hand=(),
        phase=Phase.DRAW,
        began=None,
        taken=None,
        discards=(card, *seen.discards),
    )
    if why_not(table, Take(following)):
        return ()
    return next(_fitting(seen, card), ())


def _goes_out(seen: View, held: Cards, taken: Card) -> bool:
    """T5.1: whether every card can be laid or laid off but one, which is discarded and not the card taken (T2.6)."""
    table = [laid.meld for laid in seen.melds if laid.meld is not None and not laid.secret]
    ways = [held, *(_without(held, (card,)) for card in seen.hand)]
    for cards in ways:
        for one in best_arrangements(cards, table, seen.rules):
            melded = any(taken in meld.cards for meld in one.melds)
            if not one.loose and (melded or not seen.rules.discard_must_meld):
                return True
    return False
