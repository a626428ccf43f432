"""The disputes of Tongits about the end of a round, its payment and the variants (T8 to T10), and the two presets.

Knows positions only; what holds in them is asked of the engine when a dispute is shown.
"""

from __future__ import annotations

from typing import Final

from cardlab.cards import Card, cards
from cardlab.lessons.disagree.cases_endings import MatchLost, WhatPays, WhoWins
from cardlab.lessons.disagree.cases_tongits import Deadwood, IsMeld, MayMove, StandsFor
from cardlab.lessons.disagree.dispute import Dispute, Source
from cardlab.lessons.disagree.dispute_positions import beside, end, may, position, under
from cardlab.tongits import Began, Payment, Phase, Rules, StockTie

__all__ = ["DISPUTES", "PRESETS", "TWO_MELDS", "WON"]

JOKER: Final = Card("X1")
JOKERS: Final = Rules(jokers=2)
TWO_MELDS = ("0 4c 5c 6c", "1 Tc Td Th")
WON = end(
    position("2h 3c", "5d 9s Jc", "6c 8d Kh", melds=("0 6s 7s 8s", "2 4d 4h 4s", "1 Td Th Tc"), seat=0),
    "0 call",
    "1 challenge",
    "2 fold",
)
TONGITS = end(
    position(
        "2c",
        "5d 9s Jc",
        "6c 8d Kh",
        melds=("0 6s 7s 8s", "2 4d 4h 4s", "1 Td Th Tc"),
        phase=Phase.LAY,
        began=Began.STOCK,
    ),
    "0 discard 2c",
)
PRESETS_AT = end(
    position("3h 4h As", "3d 5s", "2d 6s 7s 8s", melds=("2 5c 5d 5h", "0 9d Td Jd", "1 Qc Qd Qh")),
    "0 call",
    "1 challenge",
    "2 challenge",
)


def _burned(*melds: str) -> WhoWins:
    ended = position("2h 6c 3d", "9c Kd Qh", "5s 8s Jd", melds=melds, stock=0, phase=Phase.OVER, last_drawer=2)
    return end(ended)


def _with_joker(meld: str) -> MayMove:
    state = position("5h Jd X1", "9d Jc", "6d Kc", melds=(meld,), phase=Phase.LAY, began=Began.STOCK)
    return may(state, "0 sapaw 0 X1")


DISPUTES: Final = (
    Dispute(
        "last_card",
        "tongits",
        ("T8.1",),
        Source.PARTLY,
        beside(
            may(
                position(
                    "2h 3s 9d",
                    "5h Jc",
                    "6d Kc",
                    phase=Phase.LAY,
                    began=Began.STOCK,
                    last_drawer=0,
                    melds=TWO_MELDS,
                    discards="Jd",
                    stock=0,
                ),
                "0 discard 9d",
            ),
            may(
                position(
                    "2h 3s 9d",
                    "5h Jc",
                    "6d Kc",
                    phase=Phase.OVER,
                    last_drawer=2,
                    melds=TWO_MELDS,
                    discards="Jd",
                    stock=0,
                ),
                "0 take",
            ),
        ),
    ),
    Dispute("all_burned", "tongits", ("T8.3",), Source.DECIDED, beside(_burned(), _burned("1 4d 4h 4s"))),
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
                    phase=Phase.OVER,
                    last_drawer=2,
                )
            ),
            Rules(stock_tie=StockTie.LAST_DRAWER),
        ),
        "traditional",
    ),
    Dispute(
        "concealed_melds_count",
        "tongits",
        ("T9.2",),
        Source.SHEETS,
        under(Deadwood(position("6s 7s 8s 2d Kh", "5h Jc", "6d Kc")), Rules(concealed_melds_count=False)),
        "traditional",
    ),
    Dispute("one_formula", "tongits", ("T9.3",), Source.PARTLY, beside(WhatPays(WON, 1), WhatPays(TONGITS, 1))),
    Dispute(
        "payment",
        "tongits",
        ("T9.4", "T9.3"),
        Source.DECIDED,
        under(WhatPays(WON, 1), Rules(payment=Payment.CHIPS)),
        "traditional",
    ),
    Dispute("jokers", "tongits", ("T10.1",), Source.SHEETS, under(IsMeld(cards("7h 8h X1")), JOKERS)),
    Dispute(
        "two_naturals",
        "tongits",
        ("T10.2",),
        Source.DECIDED,
        beside(IsMeld(cards("7h X1 X2")), IsMeld(cards("7h 8h X1")), JOKERS),
    ),
    Dispute(
        "joker_order",
        "tongits",
        ("T10.3",),
        Source.DECIDED,
        beside(StandsFor((JOKER, *cards("7s 8s"))), StandsFor(cards("7s 8s X1")), JOKERS),
    ),
    Dispute(
        "joker_laid_off",
        "tongits",
        ("T10.4",),
        Source.DECIDED,
        beside(_with_joker("1 4c 5c 6c"), _with_joker("1 Tc Td Th Ts"), JOKERS),
    ),
    Dispute(
        "joker_points",
        "tongits",
        ("T10.4",),
        Source.DECIDED,
        under(Deadwood(position("2d 6s X1", "5h Jc", "6d Kc")), Rules(jokers=2, joker_points=10), JOKERS),
    ),
    Dispute(
        "two_lose",
        "tongits",
        ("T10.5",),
        Source.PARTLY,
        beside(MatchLost((40, 88, 95), (32, -20, -12)), MatchLost((40, 88, 95), (32, -21, -14))),
    ),
)


PRESETS: Final = Dispute("presets", "tongits", ("T6.5",), None, under(PRESETS_AT, Rules.preset("traditional")))
"""The two presets on one position; every house rule in which they differ can be switched alone."""
