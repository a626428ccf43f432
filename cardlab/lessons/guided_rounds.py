"""The guided rounds of the course, one function each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from cardlab.cards import DECK, cards
from cardlab.lessons.guide import Guide, GuideStep
from cardlab.lessons.tables_tongits import YOU, all_played
from cardlab.tongits import SHEET, Discard, Draw, Move, State, parse_move, play, start

Round: TypeAlias = Guide[State, Move]

FIRST: Final = "first_round"
"""The name of the first round, under which its progress is stored."""
_HANDS: Final = (
    "7s 7h 7d 4c 5c Jh Qh Js 8c Kd 9d 6h 2d",
    "8s 9s Ts 6d 6s Qc Qd Td Ah 4h 5d 2c",
    "3c 3d Kc Kh Jd As 2h 4s 5h 8h Th 9c",
)
_STOCK: Final = "2s Jc 6c 8d 3s Tc 7c"

_AFTER_FIRST: Final = ("1 draw", "1 meld 8s 9s Ts", "1 discard Qc", "2 draw", "2 discard Kc")
_AFTER_SECOND: Final = ("1 draw", "1 discard Qd", "2 draw", "2 discard Kh")
_AFTER_THIRD: Final = ("1 take", "1 meld 6d 6h 6s", "1 discard Td", "2 draw", "2 meld 3c 3d 3s", "2 discard Jd")

_SCARCE_HANDS: Final = (
    "2h Tc Jc Ah Ad 2s 3d 4s 4d 5h 8d Kh Qs",
    "9s 9h 9d 4c 3h Js 8c Ac As 7h 8s Kd",
    "5s 6s 7s Kc 9c 2d 4h 3s Jd Td Qh Ks",
)
_SCARCE_BEGINNING: Final = (
    *("0 discard Qs", "1 draw", "1 meld 9d 9h 9s", "1 discard 6h"),
    *("2 draw", "2 meld 5s 6s 7s", "2 discard 7d"),
)
_SCARCE_STOCK: Final = "6h 7d 3c 2c 5c 8h 6c Ts Qd 6d Qc Th Jh 5d 7c"
"""The stock from the top; the player on the right draws the queen of clubs, and discards it."""


def first_round() -> Round:
    """Return a guided round, from the deal to a Tongits."""
    return Guide(
        _deal(_HANDS, _STOCK),
        (
            _step("lesson.first_round.open", "0 meld 7d 7h 7s", "T2.2", "T2.3", "T3.5"),
            _step("lesson.first_round.discard_first", "0 discard Kd", "T2.4", replies=_AFTER_FIRST),
            _step("lesson.first_round.draw", "0 draw", "T2.1"),
            _step("lesson.first_round.lay_run", "0 meld 4c 5c 6c", "T2.3", "T3.2"),
            _step("lesson.first_round.lay_off", "0 sapaw 1 Js", "T4.1", "T4.2"),
            _step("lesson.first_round.discard_second", "0 discard 9d", "T2.4", replies=_AFTER_SECOND),
            _step("lesson.first_round.take", "0 take", "T2.1", "T2.5"),
            _step("lesson.first_round.lay_taken", "0 meld Jh Qh Kh", "T2.5", "T2.6"),
            _step("lesson.first_round.discard_third", "0 discard 6h", "T2.4", replies=_AFTER_THIRD),
            _step("lesson.first_round.draw_again", "0 draw", "T2.1"),
            _step("lesson.first_round.lay_off_two", "0 sapaw 2 7c 8c", "T4.1", "T4.2"),
            _step("lesson.first_round.last_card", "0 discard 2d", "T5.1"),
        ),
        closing="lesson.first_round.closing",
        name=FIRST,
    )


def tongits_by_melding() -> Round:
    """Return a guide through the last turn of a round, which ends by melding. [T5.1]"""
    return _last_turn(
        "lesson.first_round.melding",
        {"8c": "9d", "9d": "8c", "2d": "Td", "Td": "2d"},
        _step("lesson.first_round.melding.take", "0 take", "T2.5"),
        _step("lesson.first_round.melding.lay", "0 meld 9d Td Jd", "T5.1"),
    )


def tongits_by_laying_off() -> Round:
    """Return a guide through the last turn of a round, which ends by laying off. [T5.1]"""
    return _last_turn(
        "lesson.first_round.laying_off",
        {"2d": "3h", "3h": "2d"},
        _step("lesson.first_round.laying_off.draw", "0 draw", "T2.1"),
        _step("lesson.first_round.laying_off.own", "0 sapaw 2 7c 8c", "T4.1", "T4.2"),
        _step("lesson.first_round.laying_off.theirs", "0 sapaw 5 3h", "T4.1", "T5.1"),
    )


def tongits_by_discarding() -> Round:
    """Return a guide through the last turn of a round, which ends by discarding. [T5.1]"""
    return _last_turn(
        "lesson.first_round.discarding",
        {"7c": "Jd", "Jd": "7c"},
        _step("lesson.first_round.discarding.take", "0 take", "T2.5"),
        _step("lesson.first_round.discarding.lay_off", "0 sapaw 2 7c 8c", "T2.6", "T4.1"),
        _step("lesson.first_round.discarding.last", "0 discard 2d", "T5.1"),
    )


def survive() -> Round:
    """Return a guide to opening before the stock runs out. [T3.5, T7.1]"""
    state = _deal(_SCARCE_HANDS, _SCARCE_STOCK)
    state = all_played(state, map(parse_move, _SCARCE_BEGINNING))
    # Then players discard what they draw, until four cards are left.
    while len(state.stock) > 4:
        drawn, seat = state.stock[0], state.seat
        state = play(play(state, Draw(seat)), Discard(seat, drawn))
    return Guide(
        state,
        (
            _step("lesson.first_round.survive.take", "0 take", "T2.5", "T7.1"),
            _step("lesson.first_round.survive.lay_off", "0 sapaw 1 4s", "T4.3", "T3.5"),
            _step("lesson.first_round.survive.open", "0 meld Tc Jc Qc", "T3.5", "T7.1"),
            _step(
                "lesson.first_round.survive.discard",
                "0 discard Kh",
                "T2.4",
                replies=("1 draw", "1 discard Th", "2 draw", "2 discard Jh"),
            ),
            _step("lesson.first_round.survive.draw", "0 draw", "T2.1"),
            _step("lesson.first_round.survive.lay", "0 meld 3d 4d 5d", "T2.3", "T9.2"),
            _step(
                "lesson.first_round.survive.last", "0 discard 8d", "T2.4", "T8.1", replies=("1 draw", "1 discard Kd")
            ),
        ),
        closing="lesson.first_round.survive.closing",
        name="survive",
    )


def _last_turn(key: str, swaps: Mapping[str, str], *steps: GuideStep[Move]) -> Round:
    """Return a guide to the learner's last turn of the first round.

    `swaps`: cards that change places in the deal; `key`: begins the catalogue key of the closing sentence.
    """

    def swapped(text: str) -> str:
        return " ".join(swaps.get(word, word) for word in text.split())

    rest = " ".join(card.code for card in _deal(_HANDS, _STOCK).stock)
    dealt = _deal([swapped(hand) for hand in _HANDS], swapped(rest))
    before = (str(move) for step in first_round().steps[:-3] for move in (step.shows, *step.replies))
    state = all_played(dealt, (parse_move(swapped(text)) for text in before))
    return Guide(state, steps, closing=f"{key}.closing", name=key.rpartition(".")[2])


def _step(key: str, shows: str, *clauses: str, replies: Iterable[str] = ()) -> GuideStep[Move]:
    """Return a step; `key` + ".goal" and ".done" are the keys of its sentences."""
    return GuideStep(f"{key}.goal", parse_move(shows), f"{key}.done", clauses, tuple(map(parse_move, replies)))


def _deal(hands: Iterable[str], stock: str) -> State:
    """Return a deal with these hands and these first cards of the stock. [T1.3, T1.4]"""
    dealt = [cards(hand) for hand in hands]
    known = cards(stock)
    placed = {*known, *(card for hand in dealt for card in hand)}
    return start(SHEET, dealt, (*known, *(card for card in DECK if card not in placed)), first=YOU)
