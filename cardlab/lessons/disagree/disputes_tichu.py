"""The disputes of Tichu 1.on.1: positions, and the two sides of each."""

from __future__ import annotations

from typing import Final

from cardlab.cards import TICHU_DECK, cards
from cardlab.lessons.disagree.cases_tichu import HowManyPoints, MayPlay
from cardlab.lessons.disagree.dispute import Case, Dispute, Side, Source
from cardlab.tichu import SHEET, DragonLocks, Pile, Play, Points, Rules, State, parse_move


def position(hand: str, piles: tuple[str, str], *, draw: tuple[int, int] = (6, 6)) -> State:
    """A position of a round: the hand of seat 0, both piles as they were laid, and how many cards lie to be drawn.

    Which cards lie face down does not matter; they are those of the deck that are not named.
    """
    other = "4c 5s 9h Jc Qc 4d 8s 3h"
    lying = tuple(map(Pile.of, piles))
    named = {*cards(hand), *cards(other), *(card for pile in lying for card in pile.cards)}
    rest = [card for card in TICHU_DECK if card not in named and card.rank]
    hidden = []
    for size in (*draw, 3, 3):
        hidden.append(tuple(rest[:size]))
        rest = rest[size:]
    return State(
        (cards(hand), cards(other)),
        draw=(hidden[0], hidden[1]),
        extra=(hidden[2], hidden[3]),
        piles=(lying[0], lying[1]),
    )


def _may(state: State, move: str) -> MayPlay:
    played = parse_move(move)
    assert isinstance(played, Play)
    return MayPlay(state, played)


def _under(case: Case, other: Rules) -> tuple[Side, Side]:
    return Side(case, SHEET), Side(case, other)


DISPUTES: Final = (
    Dispute(
        "wrap",
        "tichu",
        ("U2.3",),
        Source.DECIDED,
        _under(_may(position("2h Tc 6s", ("9s Ts Js Qs Ks As", "8d")), "0 play 2h 0 onto As"), Rules(wrap=True)),
    ),
    Dispute(
        "dragon_locks",
        "tichu",
        ("U5.6", "U5.1"),
        Source.PULLED,
        _under(
            _may(position("9c Ks Ph", ("9d Td Jd Qd Dr", "5h")), "0 play Ph 0 onto Dr"),
            Rules(dragon_locks=DragonLocks.STRICT),
        ),
    ),
    Dispute(
        "points",
        "tichu",
        ("U6.2",),
        Source.PULLED,
        _under(HowManyPoints(position("", ("6s", "Jh"), draw=(0, 9))), Rules(points=Points.SWAPPED)),
    ),
)
