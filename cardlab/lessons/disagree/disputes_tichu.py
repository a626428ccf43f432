"""The disputes of Tichu 1.on.1: positions, and the two sides of each."""

from __future__ import annotations

from typing import Final

from cardlab.cards import TICHU_DECK, cards
from cardlab.lessons.disagree.cases_tichu import HowManyPoints, MayPlay, WhoIsOut
from cardlab.lessons.disagree.dispute import Case, Dispute, Side, Source
from cardlab.tichu import SHEET, DragonLocks, Pile, Points, Rules, State, parse_move

OTHERS: Final = "4c 5s 9h Jc Qc 4d 8s 3h"


def position(
    hand: str,
    piles: tuple[Pile | str, Pile | str],
    *,
    other: str = OTHERS,
    draw: tuple[int, int] = (6, 6),
    extra: int = 3,
    owes: bool = False,
    flip_due: bool = False,
) -> State:
    """A position of a round: the hand of seat 0, both piles as they were laid, and how many cards the rest has.

    Which cards lie face down does not matter; they are those of the deck that are not named.
    """
    lying = tuple(pile if isinstance(pile, Pile) else Pile.of(pile) for pile in piles)
    named = {*cards(hand), *cards(other), *(card for pile in lying for card in pile.cards)}
    rest = [card for card in TICHU_DECK if card not in named and card.rank]
    hidden = []
    for size in (draw[0], draw[1], extra, extra):
        hidden.append(tuple(rest[:size]))
        rest = rest[size:]
    return State(
        hands=(cards(hand), cards(other)),
        draw=(hidden[0], hidden[1]),
        extra=(hidden[2], hidden[3]),
        piles=(lying[0], lying[1]),
        owes=(owes, False),
        flip_due=flip_due,
    )


def _may(state: State, move: str) -> MayPlay:
    return MayPlay(state, parse_move(move))


def _under(case: Case, other: Rules) -> tuple[Side, Side]:
    return Side(case, SHEET), Side(case, other)


def _beside(case: Case, other: Case) -> tuple[Side, Side]:
    return Side(case, SHEET), Side(other, SHEET)


HAND = "5d 6c 7d 9c Td Kc"

DISPUTES: Final = (
    Dispute(
        "wrap",
        "tichu",
        ("U2.3",),
        Source.DECIDED,
        _under(_may(position("2h Tc 6s", ("9s Ts Js Qs Ks As", "8d")), "0 play 2h 0 onto As"), Rules(wrap=True)),
    ),
    Dispute(
        "faster",
        "tichu",
        ("U2.4",),
        Source.DECIDED,
        _beside(
            _may(position(HAND, ("6s 5c", "Jh")), "0 play 7d 0 onto 6s"),
            _may(position(HAND, ("6s 7s 6d", "Jh")), "0 play 7d 0 onto 6s"),
        ),
    ),
    Dispute(
        "pile_gone",
        "tichu",
        ("U3.3",),
        Source.PARTLY,
        _beside(
            _may(position(HAND, ("6s", "Jh"), draw=(0, 4)), "0 draw"),
            _may(position(HAND, ("6s", "Jh"), draw=(4, 0)), "0 draw"),
        ),
    ),
    Dispute(
        "stuck",
        "tichu",
        ("U4.2",),
        Source.DECIDED,
        _beside(
            _may(position("2h 4h 4d 7d Ts Td 8h", ("Kh", "Ks"), other="2c 3c 5c 6c 7c 8c 9c Tc"), "flip"),
            _may(position("2h 4h 4d 7d Ts Td 8h 3h", ("Kh", "Ks"), other="2c 3c 5c 6c 7c 8c 9c Tc"), "flip"),
        ),
    ),
    Dispute(
        "new_extra_piles",
        "tichu",
        ("U4.3",),
        Source.DECIDED,
        _beside(
            _may(position("2h 4h", ("8h 9h", "8s 9s"), other="2c 3c", draw=(0, 0), extra=0), "recycle 8h | 8s"),
            _may(position("2h 4h", ("8h 9h", "8s 9s"), other="2c 3c", draw=(0, 0), extra=2), "recycle 8h | 8s"),
        ),
    ),
    Dispute(
        "blocked",
        "tichu",
        ("U4.4",),
        Source.DECIDED,
        _beside(
            WhoIsOut(position("2h 4h", ("Kh", "Ks"), other="2c 3c 6c", draw=(0, 0), extra=0)),
            WhoIsOut(position("2h 4h", ("Kh", "Ks"), other="2c 3c", draw=(0, 0), extra=0)),
        ),
    ),
    Dispute(
        "dog_stops",
        "tichu",
        ("U5.3",),
        Source.PARTLY,
        _beside(
            _may(position(HAND, ("6s Do", "Jh"), flip_due=True), "0 play Td 1 onto Jh"),
            _may(position(HAND, ("6s Do 4h", "9d 8d Js")), "0 play Td 1 onto Js"),
        ),
    ),
    Dispute(
        "mah_jong_is_one",
        "tichu",
        ("U5.5", "U5.4"),
        Source.DECIDED,
        _beside(
            _may(position("2h 7d 9c", ("3c 2c Ma", "Jh")), "0 play 2h 0 onto Ma"),
            _may(position("2h 7d 9c", (Pile.of("3c 2c Ma", "8"), "Jh")), "0 play 2h 0 onto Ma"),
        ),
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
        "phoenix_bounds",
        "tichu",
        ("U5.7",),
        Source.DECIDED,
        _beside(
            _may(position("9c Th Ma", ("8d 9d Td Jd Qd Kd As Ph", "5h")), "0 play Ma 0 onto Ph"),
            _may(position("9c Th Ma", ("8d 9d Td Jd Qd Kh Ph", "5h")), "0 play Ma 0 onto Ph"),
        ),
    ),
    Dispute(
        "turned_up",
        "tichu",
        ("U5.8",),
        Source.DECIDED,
        _beside(
            _may(position("9c 6h Ks", ("Ph", "5h")), "0 play Ks 0 onto Ph"),
            _may(position("9c 6h Ks", ("7h Ph", "5h")), "0 play Ks 0 onto Ph"),
        ),
    ),
    Dispute(
        "dog_at_the_end",
        "tichu",
        ("U5.9",),
        Source.DECIDED,
        _beside(
            _may(
                position("6h 9c", ("Do", "7s"), other="2c", draw=(0, 0), extra=0, flip_due=True), "0 play 6h 1 onto 7s"
            ),
            _may(
                position("6h 9c", ("4s Do", "8s 7s"), other="2c", draw=(0, 0), extra=0, flip_due=True),
                "0 play 6h 1 onto 7s",
            ),
        ),
    ),
    Dispute(
        "no_racing",
        "tichu",
        ("U6.1",),
        Source.SHEET,
        _beside(
            WhoIsOut(position("", ("6s", "Jh"), other="4c 5s 9h", draw=(4, 4))),
            WhoIsOut(position("", ("6s", "Jh"), other="4c 5s 9h", draw=(0, 4))),
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
