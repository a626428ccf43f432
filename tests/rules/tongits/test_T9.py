"""T9: counting and payment."""

import pytest
from tongits_table import ALL_OPEN, SHEET, TRADITIONAL, end, table

from cardlab.cards import DECK, RANKS, cards
from cardlab.tongits import Ending, Phase, Rules, deadwood, deadwood_parts, least_deadwood, points

POINTS = dict(zip(RANKS, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10], strict=True))
CHIPS = Rules(payment="chips", secret_four=True)
BEST = Rules(concealed_melds_count=False)


@pytest.mark.parametrize("card", DECK, ids=str)
@pytest.mark.parametrize("rules", [SHEET, TRADITIONAL, Rules(ace_high=True)])
def test_T9_1_ace_1_numbers_their_number_faces_10(card, rules):
    assert points(card, rules) == POINTS[card.rank]


def test_T9_1_a_high_ace_alone_still_counts():
    assert least_deadwood("As Kd", Rules(ace_high=True)) == 11


def test_T9_1_the_deck_counts_340_and_the_parts_of_a_sum_come_dearest_first():
    assert (deadwood(DECK), deadwood(())) == (340, 0)
    assert deadwood_parts("As 7h Kd Qd") == tuple(zip(cards("Qd Kd 7h As"), (10, 10, 7, 1), strict=True))


@pytest.mark.parametrize(
    ("rules", "deadwood", "winner"), [(SHEET, (4, 31, 10), 0), (BEST, (4, 1, 10), 1), (TRADITIONAL, (4, 1, 10), 1)]
)
def test_T9_2_cards_still_in_hand_count_melds_kept_there_too_but_not_by_house_rule(rules, deadwood, winner):
    """Seat 1 keeps a run of three kings' worth in hand beside an ace."""
    state = table("2c 2d", "Jc Qc Kc Ac", "Kd", melds=ALL_OPEN, rules=rules)
    result = end(state, "0 call", "1 challenge", "2 fold")
    assert (result.deadwood, result.winner) == (deadwood, winner)


def test_T9_2_by_house_rule_the_best_arrangement_counts_not_the_first_found():
    """The run leaves two sevens, 14; the set leaves 5h and 6h, 11."""
    assert least_deadwood(cards("5h 6h 7h 7c 7s")) == 11
    state = table("2c", "5h 6h 7h 7c 7s", "Kd", melds=("0 3s 4s 5s", "1 8c 8d 8h"), rules=BEST)
    assert end(state, "0 call", "1 challenge", "2 fold").deadwood == (2, 11, 10)


def test_T9_2_cards_on_the_table_do_not_count():
    state = table("7s Kc 2c", "Kd", "Ks", melds=ALL_OPEN, stock="", phase=Phase.LAY)
    assert end(state, "0 sapaw 0 7s", "0 discard Kc").deadwood == (2, 10, 10)


CALLED = {
    "the difference": (("3c", "9c", "Kd 2d"), ALL_OPEN, ("1 fold", "2 challenge"), (15, -6, -9)),
    "who folded with less pays nothing": (("9c", "3c", "Kd"), ALL_OPEN, ("1 fold", "2 challenge"), (1, 0, -1)),
    "so does who is burned": (("9c", "3c", "Kd"), ALL_OPEN[1:], ("1 fold", "2 challenge"), (1, 0, -1)),
    "and the tied": (("3c", "3d", "Kd"), ALL_OPEN, ("1 challenge", "2 fold"), (7, 0, -7)),
}


@pytest.mark.parametrize(("hands", "melds", "answers", "payments"), CALLED.values(), ids=CALLED)
def test_T9_3_the_winner_collects_the_difference_from_each_opponent_never_below_zero(hands, melds, answers, payments):
    assert end(table(*hands, melds=melds), "0 call", *answers).payments == payments


ACES = ("0 Ac 2c 3c", "0 5d 5h 5s", "1 Ad 2d 3d", "2 9h Th Jh")
SECRETS = ("0 secret 8c 8d 8h 8s", "0 secret 6c 6d 6h 6s", "1 secret 7c 7d 7h 7s", "2 9h Th Jh")
IN_CHIPS = {
    "one each": (("3c", "9c", "Kd 2d"), ALL_OPEN, ("1 fold", "2 fold"), (2, -1, -1)),
    "three if challenged": (("3c", "9c", "Kd"), ALL_OPEN, ("1 challenge", "2 fold"), (6, -3, -3)),
    "to the challenger too": (("9c", "3c", "Kd"), ALL_OPEN, ("1 challenge", "2 fold"), (-3, 6, -3)),
    "one more for each ace of the winner": (("Ah 2s", "9c", "As Kd"), ACES, ("1 fold", "2 fold"), (6, -3, -3)),
    "one more from who is burned": (("3c", "9c", "Kd"), ALL_OPEN[1:], ("1 fold", "2 fold"), (3, -2, -1)),
    "three more for each secret four": (("3c", "9c", "Kd"), SECRETS, ("1 fold", "2 fold"), (14, -7, -7)),
}


@pytest.mark.parametrize(("hands", "melds", "answers", "payments"), IN_CHIPS.values(), ids=IN_CHIPS)
def test_T9_4_by_house_rule_a_draw_call_is_paid_in_chips(hands, melds, answers, payments):
    assert end(table(*hands, melds=melds, rules=CHIPS), "0 call", *answers).payments == payments


@pytest.mark.parametrize(
    ("rules", "payments"), [(SHEET, (21, -9, -12)), (CHIPS, (6, -3, -3)), (TRADITIONAL, (6, -3, -3))]
)
def test_T9_3_and_T9_4_a_tongits_costs_the_whole_deadwood_or_three_chips(rules, payments):
    state = table("Kc", "9c", "Kd 2d", melds=ALL_OPEN, phase=Phase.LAY, rules=rules)
    assert end(state, "0 discard Kc").payments == payments


@pytest.mark.parametrize(("rules", "payments"), [(SHEET, (-6, -7, 13)), (CHIPS, (-1, -1, 2))])
def test_T9_3_and_T9_4_at_the_end_of_the_stock_the_difference_or_one_chip_is_paid(rules, payments):
    state = table("Kc 8c", "9c", "2d", melds=ALL_OPEN, phase=Phase.LAY, stock="", rules=rules)
    assert end(state, "0 discard Kc").payments == payments


def test_T9_4_all_together():
    """A Tongits (3), three aces (3), a secret four (3), and one from seat 1, who is burned."""
    state = table("Ad Ah As", "9c", "Kd", melds=("0 secret 8c 8d 8h 8s", "2 9h Th Jh"), phase=Phase.LAY, rules=CHIPS)
    result = end(state, "0 meld Ad Ah As")
    assert (result.ending, result.payments) == (Ending.TONGITS, (19, -10, -9))
