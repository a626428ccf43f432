"""T9: counting and payment."""

from __future__ import annotations

import pytest
from tongits_table import SHEET, TRADITIONAL, after, end, table

from cardlab.cards import DECK, RANKS, cards
from cardlab.tongits import (
    Ending,
    Phase,
    Rules,
    State,
    deadwood,
    deadwood_parts,
    least_deadwood,
    outcome,
    points,
)

POINTS = dict(zip(RANKS, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10], strict=True))
ALL_OPEN = ("1 7c 7d 7h", "0 3s 4s 5s", "2 9h Th Jh")
CHIPS = Rules(payment="chips")
BEST = Rules(concealed_melds_count=False)


@pytest.mark.parametrize("card", DECK, ids=str)
@pytest.mark.parametrize("rules", [SHEET, TRADITIONAL, Rules(ace_high=True)])
def test_T9_1_ace_1_numbers_their_number_faces_10(card, rules):
    assert points(card, rules) == POINTS[card.rank]


def test_T9_1_a_high_ace_alone_still_counts():
    assert least_deadwood("As Kd", Rules(ace_high=True)) == 11


def test_T9_1_the_deck_counts_340():
    assert deadwood(DECK) == 340
    assert deadwood(()) == 0


def test_T9_1_the_parts_of_a_sum_dearest_first():
    parts = deadwood_parts(cards("As 7h Kd Qd"))
    assert parts == tuple(zip(cards("Qd Kd 7h As"), (10, 10, 7, 1), strict=True))


def shown(rules: Rules) -> State:
    """Seat 1 keeps a run of three kings' worth in hand beside an ace; seat 0 calls and seat 1 challenges."""
    state = table("2c 2d", "Jc Qc Kc Ac", "Kd", melds=ALL_OPEN, rules=rules)
    return after(state, "0 call", "1 challenge", "2 fold")


def test_T9_2_cards_still_in_hand_count_melds_kept_there_too():
    result = outcome(shown(SHEET))
    assert result is not None
    assert (result.deadwood, result.winner) == ((4, 31, 10), 0)


@pytest.mark.parametrize("rules", [BEST, TRADITIONAL])
def test_T9_2_by_house_rule_melds_kept_in_the_hand_count_nothing(rules):
    result = outcome(shown(rules))
    assert result is not None
    assert (result.deadwood, result.winner) == ((4, 1, 10), 1)


def test_T9_2_by_house_rule_the_best_arrangement_counts_not_the_first_found():
    """The run leaves two sevens, 14; the set leaves 5h and 6h, 11."""
    assert least_deadwood(cards("5h 6h 7h 7c 7s")) == 11
    state = table("2c", "5h 6h 7h 7c 7s", "Kd", melds=("0 3s 4s 5s", "1 8c 8d 8h"), rules=BEST)
    assert end(state, "0 call", "1 challenge", "2 fold").deadwood == (2, 11, 10)


def test_T9_2_cards_on_the_table_do_not_count():
    state = table("7s Kc 2c", "Kd", "Ks", melds=ALL_OPEN, stock="", phase=Phase.LAY)
    assert end(state, "0 sapaw 0 7s", "0 discard Kc").deadwood == (2, 10, 10)


def test_T9_3_the_winner_collects_the_difference_from_each_opponent():
    result = end(table("3c", "9c", "Kd 2d", melds=ALL_OPEN), "0 call", "1 fold", "2 challenge")
    assert (result.deadwood, result.payments) == ((3, 9, 12), (15, -6, -9))


def test_T9_3_never_below_zero():
    """Seat 1 folds with less deadwood than the caller: it pays nothing, and gets nothing."""
    result = end(table("9c", "3c", "Kd", melds=ALL_OPEN), "0 call", "1 fold", "2 challenge")
    assert result.payments == (1, 0, -1)


def test_T9_3_a_burned_player_with_less_deadwood_pays_nothing():
    result = end(table("9c", "3c", "Kd", melds=ALL_OPEN[1:]), "0 call", "1 fold", "2 challenge")
    assert result.payments == (1, 0, -1)


def test_T9_3_after_a_tie_the_tied_pay_nothing():
    result = end(table("3c", "3d", "Kd", melds=ALL_OPEN), "0 call", "1 challenge", "2 fold")
    assert result.payments == (7, 0, -7)


def test_T9_3_after_a_tongits_the_whole_deadwood():
    state = table("Kc", "9c", "Kd 2d", melds=ALL_OPEN, phase=Phase.LAY)
    assert end(state, "0 discard Kc").payments == (21, -9, -12)


def test_T9_3_at_the_end_of_the_stock():
    state = table("Kc 8c", "9c", "2d", melds=ALL_OPEN, phase=Phase.LAY, stock="")
    assert end(state, "0 discard Kc").payments == (-6, -7, 13)


def test_T9_4_by_house_rule_one_chip_each():
    result = end(table("3c", "9c", "Kd 2d", melds=ALL_OPEN, rules=CHIPS), "0 call", "1 fold", "2 fold")
    assert result.payments == (2, -1, -1)


@pytest.mark.parametrize("rules", [CHIPS, TRADITIONAL])
def test_T9_4_three_after_a_tongits(rules):
    state = table("Kc", "9c", "Kd 2d", melds=ALL_OPEN, phase=Phase.LAY, rules=rules)
    assert end(state, "0 discard Kc").payments == (6, -3, -3)


@pytest.mark.parametrize(("hands", "payments"), [(("3c", "9c", "Kd"), (6, -3, -3)), (("9c", "3c", "Kd"), (-3, 6, -3))])
def test_T9_4_three_after_a_challenged_draw_whoever_wins_it(hands, payments):
    result = end(table(*hands, melds=ALL_OPEN, rules=CHIPS), "0 call", "1 challenge", "2 fold")
    assert result.payments == payments


def test_T9_4_one_at_the_end_of_the_stock():
    state = table("Kc 8c", "9c", "2d", melds=ALL_OPEN, phase=Phase.LAY, stock="", rules=CHIPS)
    assert end(state, "0 discard Kc").payments == (-1, -1, 2)


def test_T9_4_one_more_for_each_ace_of_the_winner_in_hand_and_own_melds():
    melds = ("0 Ac 2c 3c", "0 5d 5h 5s", "1 Ad 2d 3d", "2 9h Th Jh")
    result = end(table("Ah 2s", "9c", "As Kd", melds=melds, rules=CHIPS), "0 call", "1 fold", "2 fold")
    assert result.payments == (6, -3, -3)


def test_T9_4_one_more_from_a_burned_opponent():
    result = end(table("3c", "9c", "Kd", melds=ALL_OPEN[1:], rules=CHIPS), "0 call", "1 fold", "2 fold")
    assert (result.burned, result.payments) == ({1}, (3, -2, -1))


def test_T9_4_three_more_for_each_secret_four_of_the_winner():
    rules = Rules(payment="chips", secret_four=True)
    melds = ("0 8c 8d 8h 8s secret", "0 6c 6d 6h 6s secret", "1 7c 7d 7h 7s secret", "2 9h Th Jh")
    result = end(table("3c", "9c", "Kd", melds=melds, rules=rules), "0 call", "1 fold", "2 fold")
    assert result.payments == (14, -7, -7)


def test_T9_4_all_together():
    """A Tongits (3), three aces (3), a secret four (3), and one from seat 1, who is burned."""
    melds = ("0 8c 8d 8h 8s secret", "2 9h Th Jh")
    rules = Rules(payment="chips", secret_four=True)
    state = table("Ad Ah As", "9c", "Kd", melds=melds, phase=Phase.LAY, rules=rules)
    result = end(state, "0 meld Ad Ah As")
    assert (result.ending, result.payments) == (Ending.TONGITS, (19, -10, -9))


def test_T9_4_a_void_round_pays_nothing():
    state = table("Kc 8c", "9c", "2d", phase=Phase.LAY, stock="", rules=CHIPS)
    assert end(state, "0 discard Kc").payments == (0, 0, 0)
