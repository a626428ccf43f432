"""Reasons to call, challenge and fold; and of every move: nothing hidden decides them, they read in every language."""

import re
from dataclasses import replace

import pytest
from reasoned_tables import TABLES, TRADITIONAL, parts, positions, said, table

from cardlab.analysis.reasons import reason
from cardlab.cards import cards
from cardlab.phrasing.catalogue import LANGUAGES, has_message
from cardlab.refusal import IllegalMove
from cardlab.tongits import (
    Call,
    Challenge,
    Draw,
    Fold,
    Phase,
    Rules,
    Sapaw,
    legal_moves,
    outcome,
    play,
    view,
    why_not,
)


@pytest.mark.parametrize("seat", range(3))
def test_left_and_right_are_seen_from_the_seat_of_the_viewer(seat):
    state = table("Th Kd 2c", seat=seat, melds=[((seat + 1) % 3, "7h 8h 9h")], rules=TRADITIONAL)
    assert "on the left" in said(state, Sapaw(seat, 0, cards("Th")))


@pytest.mark.parametrize(
    ("opened", "told"),
    [((), "nobody can challenge"), ((1,), "only the player on the left"), ((2,), "right"), ((1, 2), "both others can")],
)
def test_T6_3_a_call_names_who_can_challenge(opened, told):
    melds = [(0, "7h 8h 9h"), *((seat, ("2c 3c 4c", "2d 3d 4d")[seat - 1]) for seat in opened)]
    state = table("As 2s", melds=melds, phase=Phase.DRAW)
    assert told in said(state, Call(0))
    assert parts(state, Call(0)).points == 3
    asked = play(state, Call(0))
    assert (not why_not(asked, Challenge(1))) == (1 in opened)


def test_T6_2_where_everyone_shows_nobody_is_asked():
    melds = [(0, "7h 8h 9h"), (1, "2c 3c 4c")]
    state = table("As 2s", melds=melds, phase=Phase.DRAW, rules=Rules(showdown="everyone"))
    assert "takes part, as the other is burned. (T6.2)" in said(state, Call(0))
    assert parts(state, Call(0)).challengers == play(state, Call(0)).challengers


def answering(rules, opened=(0, 1, 2), **more):
    melds = [(seat, ("7h 8h 9h", "2c 3c 4c", "2d 3d Ad")[seat]) for seat in opened]
    return table("As 2s", melds=melds, phase=Phase.ANSWER, rules=rules, caller=2, **more)


def test_T9_3_a_lost_challenge_costs_what_folding_costs():
    state = answering(Rules())
    state = replace(state, hands=(cards("Ks Js"), cards("Kh Kc Qs 5s"), cards("5h")))
    ends = [play(play(state, move), Fold(1)) for move in (Challenge(0), Fold(0))]
    assert [outcome(end).winner for end in ends] == [2, 2]
    assert {outcome(end).payments[0] for end in ends} == {-15}
    assert "costs no more than folding. (T9.3)" in said(state, Challenge(0))
    assert "at most your 20. (T9.3)" in said(state, Fold(0))


def test_T9_4_what_a_lost_challenge_and_folding_cost_is_what_the_engine_takes():
    """The caller shows an ace and hides none; the third player is burned, so nobody else can win."""
    state = answering(TRADITIONAL, opened=(0, 2))
    state = replace(state, hands=(cards("Ks Js"), cards("Kh Kc Qs 5s"), cards("5h")))
    ends = [play(play(state, move), Fold(1)) for move in (Challenge(0), Fold(0))]
    assert [-outcome(end).payments[0] for end in ends] == [4, 2]
    assert (parts(state, Challenge(0)).lost, parts(state, Fold(0)).folded) == (4, 2)
    assert "at least 4 chips, folding at least 2. (T9.4)" in said(state, Challenge(0))


def test_T9_4_a_third_player_without_aces_who_may_win_makes_the_least_less():
    """Whoever loses to this seat pays 3: it can win by a challenge only."""
    told = parts(answering(TRADITIONAL), Challenge(0))
    assert (told.lost, told.folded) == (3, 2)
    asked_last = parts(replace(answering(TRADITIONAL), caller=1), Challenge(0))
    assert (asked_last.lost, asked_last.folded) == (3, 1)


def test_T9_4_after_another_challenge_folding_is_as_dear():
    state = answering(TRADITIONAL, challengers=frozenset({1}))
    told = parts(state, Fold(0))
    assert told.lost == told.folded
    assert "already" in said(state, Challenge(0))


def test_T6_5_the_tie_decides_how_low_a_challenger_has_to_be():
    assert "below the caller" in said(answering(Rules()), Challenge(0))
    assert "must not be above the caller" in said(answering(TRADITIONAL), Challenge(0))


def test_T6_4_with_another_challenger_it_is_not_said_that_the_caller_is_all_there_is_to_beat():
    state = answering(TRADITIONAL, challengers=frozenset({2}))
    state = replace(state, hands=(cards("As 2s"), cards("5h"), cards("Ac")), caller=1)
    assert outcome(play(state, Challenge(0))).winner == 2
    assert "enough" not in said(state, Challenge(0))


def test_T6_3_who_is_burned_can_only_fold():
    state = table("As 2s", melds=[(2, "2d 3d 4d")], phase=Phase.ANSWER, caller=2)
    assert said(state, Fold(0)).startswith("You are burned")


def test_an_illegal_move_has_no_reason():
    with pytest.raises(IllegalMove):
        reason(view(table("7h 8h 9h Kd"), 0), Draw(0))


def test_nothing_hidden_decides_what_is_said():
    state = table("7h 8h 9c 9s Kd Qd", others=("2c 3c 4c 5c", "2d 3d 4d 5d"))
    other = replace(state, hands=(state.hands[0], *reversed(state.hands[1:])), stock=state.stock[::-1])
    for move in legal_moves(state, 0):
        assert said(state, move) == said(other, move)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("rules", TABLES, ids=["sheet", "traditional", "jokers", "everyone"])
def test_every_move_has_a_reason_in_every_language(rules, lang):
    for number, seen in enumerate(positions(rules, seeds=(5,))):
        if number % 3 == 0:
            for move in legal_moves(seen, seen.viewer):
                text = reason(seen, move, lang)
                assert text[0].isupper() or text[0].isdigit()
                assert text.endswith((".", ")"))
                assert "{" not in text
                assert all(has_message(f"clause.{clause}", lang) for clause in re.findall(r"T\d+\.\d+", text))
