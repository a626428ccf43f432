"""Every refusal of Tongits can occur: one move, handful or text for each, and none is left out."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tongits_table import SHEET, after, dealt, table

import cardlab.tongits
from cardlab import position_text
from cardlab.cards import DECK, cards
from cardlab.refusal import NotationError
from cardlab.tongits import (
    Code,
    Phase,
    Rules,
    Sapaw,
    State,
    View,
    best_arrangements,
    parse_move,
    start,
    why_not,
    why_not_meld,
)

MUST_MELD = Rules(discard_must_meld=True)
SECRET = Rules(secret_four=True)
LAY = Phase.LAY


def taken(rules: Rules) -> State:
    """Seat 0 has taken the king of clubs; it holds two kings, a run that needs one of them, and a loose card."""
    return after(table("Kd Kh Jd Qd 3c", "4c", "4d", melds=("1 Tc Jc Qc",), discards="Kc", rules=rules), "0 take")


MOVES: dict[str, tuple[State, str]] = {
    "no_such_seat": (dealt(), "3 draw"),
    "not_your_turn": (dealt(), "1 draw"),
    "turn_has_begun": (after(table("2c", "3c", "4c"), "0 draw"), "0 draw"),
    "nothing_to_take": (dealt(), "0 take"),
    "draw_first": (table("2c", "3c", "4c"), "0 discard 2c"),
    "first_turn_has_no_draw": (dealt(), "0 draw"),
    "not_in_hand": (dealt("2c", "3c"), "0 discard 3c"),
    "taken_card_must_meld": (table("2c", "3c", "4c", discards="Ks", rules=MUST_MELD), "0 take"),
    "taken_card_not_melded": (taken(MUST_MELD), "0 discard 3c"),
    "taken_card_needs_new_meld": (taken(MUST_MELD), "0 sapaw 0 Kc"),
    "keep_cards_for_taken": (taken(MUST_MELD), "0 meld Jd Qd Kd"),
    "taken_card_stays": (taken(SHEET), "0 discard Kc"),
    "only_taken_card_left": (after(table("7c 7d 7h", "3c", "4c", discards="Ks"), "0 take"), "0 meld 7c 7d 7h"),
    "too_many_takes": (table("2c", "3c", "4c", discards="Ks", takes=30), "0 take"),
    "stock_used_up": (replace(table("2c", "3c", "4c"), stock=()), "0 draw"),
    "no_meld_laid": (table("2c", "3c", "4c", phase=LAY), "0 sapaw 0 2c"),
    "no_such_meld": (table("2c", "3c", "4c", melds=("0 7c 7d 7h",), phase=LAY), "0 sapaw 1 2c"),
    "does_not_fit": (table("2c", "3c", "4c", melds=("0 7c 7d 7h",), phase=LAY), "0 sapaw 0 2c"),
    "not_opened": (table("2c", "3c", "4c"), "0 call"),
    "answer_first": (table("2c", "3c", "4c", phase=Phase.ANSWER, caller=1), "0 draw"),
    "no_call": (table("2c", "3c", "4c"), "0 fold"),
    "burned_cannot_challenge": (table("2c", "3c", "4c", phase=Phase.ANSWER, caller=1), "0 challenge"),
    "sapaw_bars_call": (
        table("2c", "3c", "4c", melds=("0 7c 7d 7h",), sapawed=frozenset({0}), rules=Rules(sapaw_blocks_call=True)),
        "0 call",
    ),
    "secret_not_played": (table("7c 7d 7h 7s 2c", "3c", "4c", phase=LAY), "0 meld 7c 7d 7h 7s secret"),
    "secret_needs_four": (table("7c 7d 7h 2c", "3c", "4c", phase=LAY, rules=SECRET), "0 meld 7c 7d 7h secret"),
    "secret_with_taken_card": (
        after(table("Kd Kh Ks 2c", "3c", "4c", discards="Kc", rules=SECRET), "0 take"),
        "0 meld Kc Kd Kh Ks secret",
    ),
    "secret_meld_closed": (
        table("2c", "3c", "4c", melds=("1 7c 7d 7h 7s secret",), phase=LAY, rules=SECRET),
        "0 sapaw 0 2c",
    ),
    "joker_unclear": (table("X1 7c 8c 2c", "3c", "4c", phase=LAY, rules=Rules(jokers=1)), "0 meld 8c 7c X1"),
    "round_over": (table("2c", "3c", "4c", phase=Phase.OVER), "0 draw"),
}
HANDFULS = {
    "not_in_this_deck": "Ph 7h 8h",
    "different_ranks": "7h 8c",
    "too_few_for_set": "7h 7c",
    "too_many_for_set": "7h 7c 7d 7s X1",
    "different_suits": "7h 8c",
    "too_few_for_run": "7h 8h",
    "not_consecutive": "7h 8h Th",
    "run_too_long": "Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc X1",
    "ace_is_low": "Qh Kh Ah",
    "card_twice": "7h 7h 7c",
    "more_jokers_than_played": "7h 8h X1 X2",
    "too_few_naturals": "7h X1 X2",
}
HANDS = [[*dealt().hands[seat]] for seat in range(3)]
STOCK = [*dealt().stock]
UNREADABLE: dict[str, Callable[[], object]] = {
    "not_a_move": lambda: parse_move("0 dance"),
    "no_such_seat": lambda: start(SHEET, HANDS, STOCK, first=3),
    "wrong_number_of_hands": lambda: start(SHEET, HANDS[:2], STOCK),
    "card_twice_given": lambda: start(SHEET, HANDS, [*STOCK, STOCK[0]]),
    "not_in_game": lambda: start(SHEET, HANDS, [*STOCK, *cards("Dr")]),
    "wrong_hand_size": lambda: start(SHEET, HANDS, STOCK, first=1),
    "cards_missing": lambda: start(SHEET, HANDS, STOCK[1:]),
    "too_many_cards": lambda: best_arrangements(DECK[:17]),
    "no_meld_on_table": lambda: best_arrangements((), [cards("7h 8h")]),
    "position_too_long": lambda: View.read("hand 7h" + " " * 2_000),
    "position_part_unknown": lambda: View.read("hamd 7h"),
    "position_part_unreadable": lambda: View.read("seat soon"),
    "position_part_twice": lambda: View.read("seat 1; seat 2"),
    "position_no_meld": lambda: View.read("meld 1 7c 8d"),
    "position_stock_not_left": lambda: State.read("hand 0 7h; hand 1; hand 2; stock 52"),
}


@pytest.mark.parametrize("code", MOVES)
def test_a_move_is_refused_for_this(code: str) -> None:
    state, move = MOVES[code]
    assert code in [refusal.code for refusal in why_not(state, parse_move(move))]


def test_a_move_is_refused_for_laying_off_nothing() -> None:
    """It cannot be written, so it stands alone."""
    state = table("2c", "3c", "4c", melds=("0 7c 7d 7h",), phase=LAY)
    assert [refusal.code for refusal in why_not(state, Sapaw(0, 0, ()))] == ["nothing_to_lay_off"]


@pytest.mark.parametrize("code", HANDFULS)
def test_a_handful_is_refused_for_this(code: str) -> None:
    rules = SHEET if code == "more_jokers_than_played" else Rules(jokers=2)
    assert code in [refusal.code for refusal in why_not_meld(cards(HANDFULS[code]), rules)]


def test_a_handful_is_refused_for_an_ace_in_the_middle() -> None:
    (refusal,) = why_not_meld(cards("Kh Ah 2h"), Rules(ace_high=True))
    assert refusal.code == "ace_between_king_and_two"


@pytest.mark.parametrize("code", UNREADABLE)
def test_a_text_or_deal_is_unreadable_for_this(code: str) -> None:
    with pytest.raises(NotationError) as refused:
        UNREADABLE[code]()
    assert refused.value.refusal.code == code


def named_in_the_engine(kind: str) -> set[str]:
    """The codes that stand as the first argument of `kind(...)` in the engine, and where it reads a position."""
    found: set[str] = set()
    for path in (*Path(cardlab.tongits.__file__).parent.glob("*.py"), Path(position_text.__file__)):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == kind and call.args:
                match call.args[0]:
                    case ast.Constant(value=str(code)):
                        found.add(code)
    return found


def test_no_refusal_is_left_out() -> None:
    alone = {"nothing_to_lay_off", "ace_between_king_and_two"}
    assert set(Code) == MOVES.keys() | HANDFULS.keys() | alone
    assert named_in_the_engine("NotationError") == set(UNREADABLE)
