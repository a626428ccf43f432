"""All disputes of both games, to be found by clause or chapter.

They hold positions and rules only; the engine answers when a dispute is shown.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, Final

from cardlab import tichu, tongits
from cardlab.cards import Card, cards
from cardlab.lessons import tables_tichu
from cardlab.lessons.disagree.cases_tichu import how_many_points, may_play
from cardlab.lessons.disagree.cases_tongits import Moves, deadwood, is_meld, may_move, what_pays, who_starts, who_wins
from cardlab.lessons.disagree.dispute import Case, Dispute, RuleOrigin
from cardlab.lessons.tables_tongits import position
from cardlab.phrasing.house_rules import AnyRules
from cardlab.tichu import DragonLocks, Points
from cardlab.tongits import SHEET, Began, ChallengersTie, Payment, Phase, Rules, Showdown, StockTie, Tie


def _rule(
    name: str, clauses: tuple[str, ...], source: RuleOrigin, other: Any, case: Case, here: AnyRules = SHEET
) -> Dispute:
    """Return a dispute about the house rule `name` with the value `other`."""
    return Dispute(name, clauses, source, case, here, replace(here, **{name: other}))


# Tongits: turns, melds and the draw call (T1 to T6)


def may(state: tongits.State, move: str) -> Case:
    """Return the question whether this move may be made."""
    return partial(may_move, state, tongits.parse_move(move))


def _moves(*moves: str) -> Moves:
    return tuple(map(tongits.parse_move, moves))


MELDS: Final = (
    *("0 Kc Kd Kh Ks", "1 Jc Jd Jh Js", "2 Qc Qd Qh Qs"),
    *("0 5h 6h 7h 8h 9h Th", "2 5d 6d 7d 8d 9d Td", "1 5c 6c 7c 8c 9c Tc"),
)
"""Ten cards of each player, who has two more in hand; seat 1 laid the last meld."""
WON: Final = (position("2h 3c", "3d 9s", "8s Ts", melds=MELDS), _moves("0 call", "1 challenge", "2 fold"))
TAKE: Final = position(
    "5h 6h 9c Jd Kc 2d 8h Ks 3c",
    "4c 5c 9d Jc Qc 2s 8s Kd 3h",
    "6d 7d 9s Js Qh 2h 8d Kh",
    discards="7c",
    melds=("1 Tc Td Th", "0 Ac Ad As", "2 3s 4s 5s 6s"),
)
LOWER: Final = partial(who_wins, position("2h 6s", "3d 4s", "9s Ts", melds=MELDS), _moves("0 call", "1 fold", "2 fold"))
TIED: Final = ("2h 6s", "3d 5s", "9s Ts")
"""Hands of seats 0 to 2, the first two with the same deadwood."""
TIE: Final = (position(*TIED, melds=MELDS), _moves("0 call", "1 challenge", "2 fold"))
BELOW: Final = partial(
    who_wins,
    position("2h 7s", "3d 5s", "2s 6s", melds=(*MELDS[3:], *MELDS[:3])),
    _moves("0 call", "1 challenge", "2 challenge"),
)
SAPAWED: Final = position("2h 3s", "3d 5s", "9s Ts", sapawed=frozenset({0}), melds=MELDS, discards="8s")
FOUR: Final = position(
    "7c 7d 7h 7s 9c 2h Ad",
    "6d 8h 9s As",
    "6h 8s 9d 3h",
    melds=("0 Kc Kd Kh", "1 Jc Jd Jh Js", "2 Tc Td Th Ts", "0 Qc Qd Qh", "1 2c 3c 4c 5c", "2 2s 3s 4s 5s"),
    discards="3d",
    phase=Phase.LAY,
    began=Began.STOCK,
)
SPADES: Final = tuple(Card(rank + "s") for rank in "QKA")

# Tongits: endings, payment and variants (T8 to T10), and the presets

ENDED: Final = partial(who_wins, position(*TIED, melds=MELDS, stock=0, phase=Phase.OVER, last_drawer=2), ())
PRESETS_AT: Final = partial(
    who_wins,
    position("3h 4s", "2c 5s", "2d 6s 7s 8s", melds=(*MELDS[:3], "2 5d 6d 7d 8d", MELDS[3], MELDS[5])),
    _moves("0 call", "1 challenge", "2 challenge"),
)
HIDDEN: Final = partial(deadwood, cards("6s 7s 8s 2d Kh"))

# Tichu 1.on.1


def _race(hand: str, piles: tuple[str, str], draw: tuple[int, int] = (6, 6)) -> tichu.State:
    """Return a Tichu position with this hand of seat 0 and these discard piles.

    `draw`: the sizes of the draw piles. Which cards are face down doesn't matter; they are cards that aren't named.
    """
    state = tables_tichu.position((hand, "4c 5s 9h Jc Qc 4d 8s 3h"), piles)
    return tables_tichu.with_hidden(state, tables_tichu.left_over(state), draw, (3, 3))


def _may_play(state: tichu.State, move: str) -> Case:
    played = tichu.parse_move(move)
    assert isinstance(played, tichu.Play)
    return partial(may_play, state, played)


TWO_ON_ACE: Final = _may_play(_race("2h Tc 6s", ("9s Ts Js Qs Ks As", "8d")), "0 play 2h 0 onto As")
ON_THE_DRAGON: Final = _may_play(_race("9c Ks Ph", ("9d Td Jd Qd Dr", "5h")), "0 play Ph 0 onto Dr")
OUT: Final = partial(how_many_points, _race("", ("6s", "Jh"), (0, 9)))

# All disputes

DISPUTES: Final = (
    _rule("winner_starts", ("T1.5",), RuleOrigin.SHEETS, True, partial(who_starts, *WON)),
    _rule("discard_must_meld", ("T2.5",), RuleOrigin.SHEETS, True, may(TAKE, "0 take")),
    _rule("ace_high", ("T3.3",), RuleOrigin.DECIDED, True, partial(is_meld, SPADES)),
    _rule("showdown", ("T6.2",), RuleOrigin.SHEETS, Showdown.EVERYONE, LOWER),
    _rule("tie", ("T6.5", "T6.2"), RuleOrigin.PULLED, Tie.CHALLENGER, partial(who_wins, *TIE)),
    _rule("challengers_tie", ("T6.6",), RuleOrigin.SHEETS, ChallengersTie.NEXT_SEAT, BELOW),
    _rule("sapaw_blocks_call", ("T6.8",), RuleOrigin.DECIDED, True, may(SAPAWED, "0 call")),
    _rule("secret_four", ("T6.9",), RuleOrigin.DECIDED, True, may(FOUR, "0 meld 7c 7d 7h 7s secret")),
    _rule("stock_tie", ("T8.4",), RuleOrigin.SHEETS, StockTie.LAST_DRAWER, ENDED),
    _rule("concealed_melds_count", ("T9.2",), RuleOrigin.SHEETS, False, HIDDEN),
    _rule("payment", ("T9.4", "T9.3"), RuleOrigin.DECIDED, Payment.CHIPS, partial(what_pays, *WON, 1)),
    _rule("jokers", ("T10.1",), RuleOrigin.SHEETS, 2, partial(is_meld, cards("7h 8h X1"))),
    _rule(
        "joker_points", ("T10.4",), RuleOrigin.DECIDED, 10, partial(deadwood, cards("2d 6s X1")), here=Rules(jokers=2)
    ),
    _rule("wrap", ("U2.3",), RuleOrigin.DECIDED, True, TWO_ON_ACE, here=tichu.SHEET),
    _rule("dragon_locks", ("U5.6", "U5.1"), RuleOrigin.PULLED, DragonLocks.STRICT, ON_THE_DRAGON, here=tichu.SHEET),
    _rule("points", ("U6.2",), RuleOrigin.PULLED, Points.SWAPPED, OUT, here=tichu.SHEET),
)
"""All disputes in the order of the rule book, Tongits first."""
PRESETS: Final = Dispute("presets", ("T6.5",), None, PRESETS_AT, SHEET, Rules.preset("traditional"))


def presets() -> tuple[Dispute, ...]:
    """Return the dispute between the two presets of Tongits, in one position."""
    return (PRESETS,)


def about(*chapters: str) -> tuple[Dispute, ...]:
    """Return the disputes about these chapters, such as "T6", in order."""
    return tuple(one for one in DISPUTES if one.clauses[0].partition(".")[0] in chapters)
