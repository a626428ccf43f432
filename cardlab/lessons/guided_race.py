"""The guided race of the course."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cardlab.lessons.guide import Guide, GuideStep
from cardlab.lessons.tables_tichu import YOU, position
from cardlab.tichu import Draw, Flip, Move, State, parse_move

_HANDS: Final = ("5d Qs Ph 6h Dr Ah 8s Kc", "4c Kd 2s 2d 3s Th Jc Js")
_DRAW_PILES: Final = ("7c 9h", "4d Td 3c 7s 8h")
_EXTRA_PILES: Final = ("6s", "Jh")


def first_race() -> Guide[State, Move]:
    """Return a whole guided race, with few cards. [U1 to U3, U5, U6]"""
    return Guide(
        replace(position(_HANDS, ("", ""), draw=_DRAW_PILES, extra=_EXTRA_PILES), flip_due=True),
        (
            _step("lesson.first_race.turn", Flip(), ("U1.3",)),
            _play("lesson.first_race.higher", "Qs", 1, "Jh", "U2.2"),
            _step("lesson.first_race.draw", Draw(YOU), ("U3.1",), "1 play Kd 1 onto Qs", "1 draw"),
            _play("lesson.first_race.lower", "5d", 0, "6s", "U2.1", "U2.2"),
            _step("lesson.first_race.draw_last", Draw(YOU), ("U3.1", "U3.4"), "1 play 4c 0 onto 5d", "1 draw"),
            _play("lesson.first_race.phoenix", "Ph", 0, "4c", "U5.2"),
            _play("lesson.first_race.on_phoenix", "6h", 0, "Ph", "U5.2"),
            _play("lesson.first_race.dragon", "Dr", 1, "Kd", "U5.1"),
            _play("lesson.first_race.key", "Ah", 1, "Dr", "U5.1"),
            _play("lesson.first_race.alone", "7c", 0, "6h", "U2.2", free=True),
            _play("lesson.first_race.go_on", "8s", 0, "7c", "U2.2", free=True),
            _play("lesson.first_race.two_left", "9h", 0, "8s", "U2.2", free=True),
            _play("lesson.first_race.last", "Kc", 1, "Ah", "U2.3", "U6.1", free=True),
        ),
        closing="lesson.first_race.closing",
    )


def _step(goal: str, shows: Move, clauses: tuple[str, ...], *replies: str, free: bool = False) -> GuideStep[Move]:
    return GuideStep(goal, shows, "", clauses, tuple(map(parse_move, replies)), free)


def _play(goal: str, card: str, pile: int, onto: str, *clauses: str, free: bool = False) -> GuideStep[Move]:
    return _step(goal, parse_move(f"{YOU} play {card} {pile} onto {onto}"), clauses, free=free)
