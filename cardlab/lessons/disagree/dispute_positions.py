"""How the positions of the Tongits disputes are written: a table, a move on it, an end of a round, two sides.

Knows how a position is put together; what holds in it is asked of the engine when a dispute is shown.
"""

from __future__ import annotations

from typing import Any

from cardlab.cards import DECK, cards
from cardlab.lessons.disagree.cases import Case
from cardlab.lessons.disagree.cases_endings import WhoWins
from cardlab.lessons.disagree.cases_tongits import MayMove
from cardlab.lessons.disagree.dispute import Side
from cardlab.tongits import SHEET, Began, Laid, Phase, Rules, State, parse_move, why_meld

__all__ = ["beside", "end", "may", "position", "under"]


def position(
    *hands: str,
    melds: tuple[str, ...] = (),
    discards: str = "",
    stock: int = 9,
    seat: int = 0,
    phase: Phase = Phase.DRAW,
    began: Began | None = None,
    **others: Any,
) -> State:
    """A table in the middle of a round, with the whole deck on it.

    Hands by seat, melds as "OWNER CARDS", in the order laid, with " secret" after a secret four.
    What is not named goes into the stock, as many cards as said, and the rest under the discards.
    """
    held = tuple(tuple(sorted(cards(hand))) for hand in hands)
    laid = tuple(_laid(text) for text in melds)
    named = {card for hand in held for card in hand} | {*cards(discards), *(others.get("under", ()))}
    named |= {card for lying in laid if lying.meld for card in lying.meld.cards}
    rest = tuple(card for card in (DECK[place * 5 % 52] for place in range(52)) if card not in named)
    return State(
        rules=SHEET,
        hands=held,
        stock=rest[:stock],
        first=0,
        seat=seat,
        phase=phase,
        began=began,
        discards=cards(discards) + rest[stock:],
        melds=laid,
        **others,
    )


def _laid(text: str) -> Laid:
    owner, laid = text.removesuffix(" secret").split(" ", 1)
    return Laid(why_meld(cards(laid)), int(owner), text.endswith(" secret"))


def may(state: State, move: str) -> MayMove:
    """May this move be made?"""
    return MayMove(state, parse_move(move))


def end(state: State, *moves: str) -> WhoWins:
    """Who wins when these moves are made?"""
    return WhoWins(state, tuple(parse_move(move) for move in moves))


def under(case: Case, other: Rules, first: Rules = SHEET) -> tuple[Side, Side]:
    """One question under two rules."""
    return Side(case, first), Side(case, other)


def beside(case: Case, other: Case, rules: Rules = SHEET) -> tuple[Side, Side]:
    """Two positions under one rule."""
    return Side(case, rules), Side(other, rules)
