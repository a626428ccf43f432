"""What is called certain of an option is so however the round really goes on, and what hangs on hidden cards is not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardlab.analysis import whatif
from cardlab.analysis.continuations import effect
from cardlab.analysis.position import read, view_of
from cardlab.analysis.whatif import Estimate, Option
from cardlab.bots.tongits import careful
from cardlab.cards import DECK, notation
from cardlab.rounds import play_tongits
from cardlab.tongits import Call, Challenge, Discard, Fold, Payment, Rules, State, outcome, view
from cardlab.widgets.whatif.records import EXAMPLES

TRADITIONAL = Rules.preset("traditional")
LAST_DISCARD = f"hand {notation(DECK[:26:2])}; discard {notation(DECK[26:41])}"


def options(position: str, kind: type) -> list[Option]:
    found = [one for one in whatif.ask(view_of(read(position)), worlds=40).options if isinstance(one.move, kind)]
    assert found
    return found


def certain(mean: float) -> Estimate:
    return Estimate(mean, 0.0, certain=True)


@pytest.mark.parametrize("rules", [Rules(), TRADITIONAL, Rules(tie="challenger", concealed_melds_count=False)])
def test_what_was_certain_of_a_move_is_how_the_round_really_ended(rules):
    known = [0, 0, 0]
    for seed in range(8):
        record = play_tongits((careful,) * 3, rules, seed=seed)
        *states, last = (state for state in record.states() if isinstance(state, State))
        end = outcome(last)
        for state, move in list(zip(states, record.moves, strict=True))[-4:]:
            answer = whatif.ask(view(state, move.seat), worlds=5)
            wanted = effect(view(state, move.seat), move)
            alone = [one for one in answer.options if len(one.turn) == 1]
            made = next((one for one in alone if effect(view(state, move.seat), one.move) == wanted), None)
            if made is None:  # one of several moves of a turn, which goes on in every world as is best
                continue
            truth = end.winner == move.seat, end.payments[move.seat], end.deadwood[move.seat]
            for place, value in enumerate((made.win, made.payment, made.deadwood)):
                if value.certain:
                    known[place] += 1
                    assert (value.mean, value.error) == (truth[place], 0.0)
    assert known[0] > 0
    assert (known[1] > 0) is (rules.payment is Payment.CHIPS)
    assert known[2] > known[0]


def test_T6_4_who_folds_cannot_win_and_what_he_pays_hangs_on_the_winner():
    (folds,) = options(EXAMPLES["answer"], Fold)
    assert (folds.win, folds.deadwood) == (replace(certain(0.0), counted=True), replace(certain(17.0), counted=True))
    assert (folds.payment.certain, folds.payment.counted, folds.payment.mean < 0) == (False, True, True)
    (challenges,) = options(EXAMPLES["answer"], Challenge)
    assert (challenges.win.certain, challenges.deadwood) == (False, replace(certain(17.0), counted=True))


def test_T6_3_a_call_against_burned_players_only_is_won_for_certain():
    position = "hand 2c 5d 9h Kd Kc 8c 4s Js Qd; meld 0 7h 7d 7s; seat 0 draw; discard 2d 3d 6d"
    (calls,) = options(position, Call)
    assert (calls.win, calls.payment.certain) == (replace(certain(1.0), counted=True), False)
    (calls,) = options(f"rules traditional; {EXAMPLES['call']}", Call)
    assert not calls.win.certain


def test_T8_2_a_burned_player_cannot_win_with_his_last_discard():
    burned = options(f"{LAST_DISCARD}; meld 1 {notation(DECK[43:46])}; cards 13 9 12", Discard)
    assert {one.win for one in burned} == {certain(0.0)}
    assert not any(one.payment.certain for one in burned)


def test_T8_3_where_all_are_burned_nobody_wins_and_nothing_is_paid_for_certain():
    void = options(LAST_DISCARD, Discard)
    assert {(one.win, one.payment) for one in void} == {(certain(0.0), certain(0.0))}
    assert all(one.behind == one.behind_payment == certain(0.0) for one in void)


def test_what_was_only_the_same_in_every_world_is_not_called_certain():

    position = "hand Ad; cards 1 7 8; meld 1 7h 8h 9h Th Jh Qh Kh; meld 2 Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc"
    discards = "discard 9d 6s 3s 9s 7d 6h Kd 8d 3h Td 7s Jd Qs Ks Js"
    answer = whatif.ask(view_of(read(f"{position}; {discards}")), worlds=100)
    taken = next(one for one in answer.options if str(one.move) == "0 take")
    assert (taken.deadwood.error, taken.deadwood.certain) == (0.0, False)
