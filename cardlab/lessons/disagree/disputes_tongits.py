"""The disputes of Tongits: turns, melds and the draw call (T1 to T6), endings and payment (T8 to T10), the two presets.

Positions only; what holds in them the engine says when a dispute is shown.
"""

from __future__ import annotations

from typing import Final

from cardlab import tongits
from cardlab.cards import Card, cards
from cardlab.lessons.disagree.cases_tongits import (
    Deadwood,
    IsMeld,
    MayMove,
    WhatPays,
    WhoStarts,
    WhoWins,
)
from cardlab.lessons.disagree.dispute import Case, Dispute, Side, Source
from cardlab.lessons.tables_tongits import position


def may(state: tongits.State, move: str) -> MayMove:
    """May this move be made?"""
    return MayMove(state, tongits.parse_move(move))


def end(state: tongits.State, *moves: str) -> WhoWins:
    """Who wins when these moves are made?"""
    return WhoWins(state, tuple(tongits.parse_move(move) for move in moves))


def under(case: Case, other: tongits.Rules, first: tongits.Rules = tongits.SHEET) -> tuple[Side, Side]:
    """One question under two rules."""
    return Side(case, first), Side(case, other)


# Endings, payment and variants (T8 to T10), and the presets

JOKERS: Final = tongits.Rules(jokers=2)
TWO_MELDS = ("0 4c 5c 6c", "1 Tc Td Th")
WON = end(
    position("2h 3c", "5d 9s Jc", "6c 8d Kh", melds=("0 6s 7s 8s", "2 4d 4h 4s", "1 Td Th Tc"), seat=0),
    "0 call",
    "1 challenge",
    "2 fold",
)
PRESETS_AT = end(
    position("3h 4h As", "3d 5s", "2d 6s 7s 8s", melds=("2 5c 5d 5h", "0 9d Td Jd", "1 Qc Qd Qh")),
    "0 call",
    "1 challenge",
    "2 challenge",
)


ENDINGS: Final = (
    Dispute(
        "stock_tie",
        "tongits",
        ("T8.4",),
        Source.SHEETS,
        under(
            end(
                position(
                    "2h 6c",
                    "3d 5s",
                    "9c Kd Qh",
                    melds=("0 9h Th Jh", "2 4d 4h 4s", "1 8c 8d 8h"),
                    stock=0,
                    phase=tongits.Phase.OVER,
                    last_drawer=2,
                )
            ),
            tongits.Rules(stock_tie=tongits.StockTie.LAST_DRAWER),
        ),
        "traditional",
    ),
    Dispute(
        "concealed_melds_count",
        "tongits",
        ("T9.2",),
        Source.SHEETS,
        under(Deadwood(position("6s 7s 8s 2d Kh", "5h Jc", "6d Kc")), tongits.Rules(concealed_melds_count=False)),
        "traditional",
    ),
    Dispute(
        "payment",
        "tongits",
        ("T9.4", "T9.3"),
        Source.DECIDED,
        under(WhatPays(WON, 1), tongits.Rules(payment=tongits.Payment.CHIPS)),
        "traditional",
    ),
    Dispute("jokers", "tongits", ("T10.1",), Source.SHEETS, under(IsMeld(cards("7h 8h X1")), JOKERS)),
    Dispute(
        "joker_points",
        "tongits",
        ("T10.4",),
        Source.DECIDED,
        under(Deadwood(position("2d 6s X1", "5h Jc", "6d Kc")), tongits.Rules(jokers=2, joker_points=10), JOKERS),
    ),
)


PRESETS: Final = Dispute("presets", "tongits", ("T6.5",), None, under(PRESETS_AT, tongits.Rules.preset("traditional")))
"""The two presets on one position; every house rule in which they differ can be switched alone."""


# Turns, melds and the draw call (T1 to T6)

LEFT = "4c 5c 9d Jc Qc 2s 8s Kd 3h"
TIE = end(
    position("2h 6c", "3d 5s", "9c Kd Qh", melds=("0 9h Th Jh", "2 4d 4h 4s", "1 8c 8d 8h"), seat=0),
    "0 call",
    "1 challenge",
    "2 fold",
)
LOWER = position("2h 6c", "3d 4s", "9c Kd Qh", melds=("0 9h Th Jh", "2 5d 5h 5s", "1 8c 8d 8h"))
THREE = end(
    position("2h 6c", "3d 5s", "8s", melds=("0 9h Th Jh", "1 8c 8d 8h", "2 4d 4h 4s"), seat=0),
    "0 call",
    "1 challenge",
    "2 challenge",
)
TAKE = position("5h 6h 9c Jd Kc 2d 8h Ks 3c", LEFT, "6d 7d 9s Js Qh 2h 8d Kh", discards="7c", melds=("1 Tc Td Th",))


FOUR = may(
    position(
        "7c 7d 7h 7s 9c Kd 2h",
        "4c 5c 9d Jc",
        "6d 8d 9s Qh",
        discards="3d",
        phase=tongits.Phase.LAY,
        began=tongits.Began.STOCK,
    ),
    "0 meld 7c 7d 7h 7s secret",
)

TURNS: Final = (
    Dispute(
        "winner_starts",
        "tongits",
        ("T1.5",),
        Source.SHEETS,
        under(WhoStarts(WON), tongits.Rules(winner_starts=True)),
        "traditional",
    ),
    Dispute(
        "discard_must_meld",
        "tongits",
        ("T2.5",),
        Source.SHEETS,
        under(may(TAKE, "0 take"), tongits.Rules(discard_must_meld=True)),
        "traditional",
    ),
    Dispute(
        "ace_high",
        "tongits",
        ("T3.3",),
        Source.DECIDED,
        under(IsMeld(tuple(Card(rank + "s") for rank in "QKA")), tongits.Rules(ace_high=True)),
    ),
    Dispute(
        "showdown",
        "tongits",
        ("T6.2",),
        Source.SHEETS,
        under(end(LOWER, "0 call", "1 fold", "2 fold"), tongits.Rules(showdown=tongits.Showdown.EVERYONE)),
    ),
    Dispute(
        "tie",
        "tongits",
        ("T6.5", "T6.2"),
        Source.PULLED,
        under(TIE, tongits.Rules(tie=tongits.Tie.CHALLENGER)),
        "many_tables",
    ),
    Dispute(
        "three_way_tie",
        "tongits",
        ("T6.6", "T6.5"),
        Source.SHEETS,
        under(
            THREE,
            tongits.Rules(tie=tongits.Tie.CHALLENGER, three_way_tie=tongits.ThreeWayTie.NEXT_SEAT),
            tongits.Rules(tie=tongits.Tie.CHALLENGER),
        ),
        "traditional",
    ),
    Dispute(
        "sapaw_blocks_call",
        "tongits",
        ("T6.8",),
        Source.DECIDED,
        under(
            may(position("2h 3s", "5h Jc", "6d Kc", sapawed=frozenset({0}), melds=TWO_MELDS, discards="Jd"), "0 call"),
            tongits.Rules(sapaw_blocks_call=True),
        ),
        "traditional",
    ),
    Dispute(
        "secret_four",
        "tongits",
        ("T6.9",),
        Source.DECIDED,
        under(FOUR, tongits.Rules(secret_four=True)),
        "traditional",
    ),
)
