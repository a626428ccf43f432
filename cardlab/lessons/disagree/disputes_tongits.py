"""The disputes of Tongits about turns, melds and the draw call (T1 to T6).

Knows positions only; what holds in them is asked of the engine when a dispute is shown.
"""

from __future__ import annotations

from typing import Final

from cardlab.cards import Card
from cardlab.lessons.disagree.cases_endings import WhoStarts
from cardlab.lessons.disagree.cases_tongits import IsMeld, MayMove
from cardlab.lessons.disagree.dispute import Dispute, Source
from cardlab.lessons.disagree.dispute_positions import beside, end, may, position, under
from cardlab.lessons.disagree.disputes_endings import TWO_MELDS, WON
from cardlab.tongits import Began, Phase, Rules, Showdown, ThreeWayTie, Tie

__all__ = ["DISPUTES"]

LEFT, RIGHT = "4c 5c 9d Jc Qc 2s 8s Kd 3h", "6d 7d 9s Jd Qs 2h 8d Kh 3c"
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
TAKEN = position(
    "7c 5h 6h 9c Jd Qs 2d 8h Ks 3c",
    LEFT,
    "6d 7d 9s Js Qh 2h 8d Kh",
    discards="4d",
    melds=("1 Tc Td Th",),
    phase=Phase.LAY,
    began=Began.DISCARD,
    taken=Card("7c"),
    takes=1,
)
DEALT = "5h 6h 9c Jd Qs 2d 8c Ks 3c 4s 7c Ac"
PAIRS = "6d 7d 9s Jc Qh 2h 8d Kh Ts Tc 3d 4d"
REST = "5c 5s 6c 8h 9h Js Qc 2s 7s Kd Td Ah"


def _thirty(takes: int) -> MayMove:
    state = position("5h 6h 9c Js", "4c 5c 9d Jc", "6d 7d 9s Qh", melds=("0 2c 3c Ac",), discards="7h", takes=takes)
    return may(state, "0 take")


def _answering(caller: int, seat: int) -> MayMove:
    melds = ("0 4c 5c 6c", "1 Tc Td Th", "2 9h 9s 9d")
    asked = position("2h 3s", "5h Jc", "6d Kc", melds=melds, seat=seat, phase=Phase.ANSWER, caller=caller)
    return may(asked, "0 challenge")


def _four(secret: str) -> MayMove:
    state = position(
        "7c 7d 7h 7s 9c Kd 2h", "4c 5c 9d Jc", "6d 8d 9s Qh", discards="3d", phase=Phase.LAY, began=Began.STOCK
    )
    return may(state, f"0 meld 7c 7d 7h 7s{secret}")


DISPUTES: Final = (
    Dispute(
        "winner_starts",
        "tongits",
        ("T1.5",),
        Source.SHEETS,
        under(WhoStarts(WON), Rules(winner_starts=True)),
        "traditional",
    ),
    Dispute(
        "first_turn",
        "tongits",
        ("T2.2",),
        Source.COMMON,
        beside(
            may(position(DEALT + " Ad", PAIRS, REST, stock=15, phase=Phase.LAY, began=Began.DEAL), "0 draw"),
            may(position(DEALT, PAIRS, REST, stock=15, discards="Ad"), "0 draw"),
        ),
    ),
    Dispute(
        "discard_must_meld",
        "tongits",
        ("T2.5",),
        Source.SHEETS,
        under(may(TAKE, "0 take"), Rules(discard_must_meld=True)),
        "traditional",
    ),
    Dispute(
        "taken_stays",
        "tongits",
        ("T2.6",),
        Source.COMMON,
        beside(may(TAKEN, "0 discard 7c"), may(TAKEN, "0 discard Ks")),
    ),
    Dispute("thirty_takes", "tongits", ("T2.7",), Source.DECIDED, beside(_thirty(30), _thirty(29))),
    Dispute(
        "ace_high",
        "tongits",
        ("T3.3",),
        Source.DECIDED,
        under(IsMeld(tuple(Card(rank + "s") for rank in "QKA")), Rules(ace_high=True)),
    ),
    Dispute(
        "lay_off_first",
        "tongits",
        ("T4.3", "T6.1"),
        Source.DECIDED,
        beside(
            may(
                position("7c 5h Jd", "9d Jc", "6d Kc", melds=("1 4c 5c 6c",), phase=Phase.LAY, began=Began.STOCK),
                "0 sapaw 0 7c",
            ),
            may(position("7c 5h Jd", "9d Jc", "6d Kc", melds=("1 4c 5c 6c",)), "0 call"),
        ),
    ),
    Dispute("answer_order", "tongits", ("T6.2",), Source.PARTLY, beside(_answering(2, 0), _answering(1, 2))),
    Dispute(
        "showdown",
        "tongits",
        ("T6.2",),
        Source.SHEETS,
        under(end(LOWER, "0 call", "1 fold", "2 fold"), Rules(showdown=Showdown.EVERYONE)),
    ),
    Dispute("tie", "tongits", ("T6.5", "T6.2"), Source.PULLED, under(TIE, Rules(tie=Tie.CHALLENGER)), "many_tables"),
    Dispute(
        "three_way_tie",
        "tongits",
        ("T6.6", "T6.5"),
        Source.SHEETS,
        under(
            THREE,
            Rules(tie=Tie.CHALLENGER, three_way_tie=ThreeWayTie.NEXT_SEAT),
            Rules(tie=Tie.CHALLENGER),
        ),
        "traditional",
    ),
    Dispute(
        "nobody_challenges",
        "tongits",
        ("T6.7",),
        Source.DECIDED,
        beside(
            end(LOWER, "0 call", "1 fold", "2 fold"),
            end(LOWER, "0 call", "1 challenge", "2 fold"),
        ),
    ),
    Dispute(
        "sapaw_blocks_call",
        "tongits",
        ("T6.8",),
        Source.DECIDED,
        under(
            may(position("2h 3s", "5h Jc", "6d Kc", sapawed=frozenset({0}), melds=TWO_MELDS, discards="Jd"), "0 call"),
            Rules(sapaw_blocks_call=True),
        ),
        "traditional",
    ),
    Dispute(
        "secret_four",
        "tongits",
        ("T6.9",),
        Source.DECIDED,
        under(_four(" secret"), Rules(secret_four=True)),
        "traditional",
    ),
)
