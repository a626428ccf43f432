"""T2: a turn."""

import pytest
from tongits_table import TRADITIONAL, after, broken, dealt, refused, table

from cardlab.cards import Card, cards
from cardlab.refusal import Fix, Refusal
from cardlab.tongits import Began, Discard, Draw, LayMeld, Phase, Rules, State, legal_moves, turn

MUST_MELD = Rules(discard_must_meld=True)
MELD_KINGS = Fix("meld_taken", {"cards": (cards("Kc Kd Kh"),)})


def test_T2_1_a_turn_begins_by_drawing_the_top_of_the_stock():
    state = after(dealt("Kc", stock="2c 3c"), "0 discard Kc", "1 draw")
    assert Card("2c") in state.hands[1]
    assert state.stock[0] is Card("3c")
    assert (len(state.stock), len(state.hands[1])) == (14, 13)
    assert (state.phase, state.began, state.last_drawer) == (Phase.LAY, Began.STOCK, 1)


def test_T2_1_or_by_taking_the_top_discard():
    state = after(dealt("Kc", "Qc"), "0 discard Kc", "1 draw", "1 discard Qc", "2 take")
    assert Card("Qc") in state.hands[2]
    assert state.discards == (Card("Kc"),)
    assert (state.taken, state.began, len(state.stock)) == (Card("Qc"), Began.DISCARD, 14)


@pytest.mark.parametrize("move", ["1 meld 7c 7d 7h", "1 sapaw 0 7c", "1 discard 7c"])
def test_T2_1_nothing_is_laid_or_discarded_before(move):
    state = table("Ac", "7c 7d 7h 2c", "Kd", melds=("0 8c 9c Tc",), seat=1)
    assert refused(state, move) == Refusal("draw_first", "T2.1", fix=Fix("draw_or_take"))


@pytest.mark.parametrize("move", ["1 draw", "1 take", "1 call"])
@pytest.mark.parametrize("began", [Began.STOCK, Began.DISCARD])
def test_T2_1_a_turn_begins_only_once(move, began):
    state = table("Ac", "2c", "Kd", melds=("1 8c 9c Tc",), discards="Ks", seat=1, phase=Phase.LAY, began=began)
    assert refused(state, move) == Refusal("turn_has_begun", "T2.1", fix=Fix("discard_to_end"))


def test_T2_1_an_empty_discard_pile_cannot_be_taken():
    state = after(dealt("Kc"), "0 discard Kc", "1 take")
    assert broken(state, "1 take") == [("turn_has_begun", "T2.1"), ("nothing_to_take", "T2.1")]


@pytest.mark.parametrize("first", [0, 1, 2])
def test_T2_2_the_first_turn_has_no_draw(first):
    state = dealt(first=first)
    assert refused(state, f"{first} draw") == Refusal("first_turn_has_no_draw", "T2.2", fix=Fix("discard_to_end"))
    assert broken(state, f"{first} take") == [("nothing_to_take", "T2.1"), ("first_turn_has_no_draw", "T2.2")]
    assert broken(state, f"{first} call") == [("first_turn_has_no_draw", "T2.2"), ("not_opened", "T6.1")]
    assert len([move for move in legal_moves(state, first) if isinstance(move, Discard)]) == 13


def test_T2_3_melds_and_sapaw_in_any_order_as_often_as_one_likes():
    state = dealt("", "7c 7d 7h 7s 8c 8d 8h 8s Kc Qc", stock="2c")
    state = after(state, f"0 discard {state.hands[0][0]}", "1 draw", "1 meld 7c 7d 7h", "1 sapaw 0 7s")
    state = after(state, "1 meld 8c 8d 8h", "1 sapaw 1 8s")
    assert turn(state) == {1}
    assert [len(laid.meld.cards) for laid in state.melds] == [4, 4]
    assert Discard(1, Card("Kc")) in legal_moves(state, 1)


def test_T2_4_a_discard_ends_the_turn():
    state = after(dealt("Kc"), "0 discard Kc")
    assert state.discards == (Card("Kc"),)
    assert (state.seat, state.phase, state.began, state.taken) == (1, Phase.DRAW, None, None)


def test_T2_4_only_a_card_in_hand_is_discarded():
    assert refused(dealt("Kc", "Qc"), "0 discard Qc") == Refusal("not_in_hand", "T2.4", {"cards": cards("Qc")})


def test_T2_5_any_discard_may_be_taken():
    state = after(dealt("Kc", "2c 4d 6h"), "0 discard Kc", "1 take", "1 discard 2c")
    assert state.seat == 2


def test_T2_5_by_house_rule_only_one_that_can_be_melded():
    state = table("Ac", "Kd Kh 3c", "2d", discards="9s", seat=1, rules=MUST_MELD)
    refusal = Refusal("taken_card_must_meld", "T2.5", {"card": Card("9s")}, Fix("draw_from_stock"))
    assert refused(state, "1 take") == refusal
    assert broken(table("Ac", "Kd Kh 3c", "2d", discards="Kc", seat=1, rules=MUST_MELD), "1 take") == []


def test_T2_5_by_house_rule_a_sapaw_is_not_enough():
    state = table("Ac", "Kd Kh 3c", "2d", melds=("0 7s 8s 6s",), discards="9s", seat=1, rules=MUST_MELD)
    assert broken(state, "1 take") == [("taken_card_must_meld", "T2.5")]


@pytest.mark.parametrize("rules", [MUST_MELD, TRADITIONAL])
def test_T2_5_by_house_rule_the_taken_card_is_melded_before_the_discard(rules):
    state = table("Ac", "Kd Kh 3c", "2d", discards="Kc", seat=1, rules=rules)
    taken = after(state, "1 take")
    refusal = Refusal("taken_card_not_melded", "T2.5", {"card": Card("Kc")}, MELD_KINGS)
    assert refused(taken, "1 discard 3c") == refusal
    assert legal_moves(taken, 1) == (LayMeld(1, cards("Kc Kd Kh")),)
    assert broken(after(taken, "1 meld Kc Kd Kh"), "1 discard 3c") == []


def test_T2_5_by_house_rule_the_taken_card_is_not_laid_off():
    state = table("Ac", "Kd Kh 3c", "2d", melds=("0 Tc Jc Qc",), discards="Kc", seat=1, rules=MUST_MELD)
    refusal = Refusal("taken_card_needs_new_meld", "T2.5", {"card": Card("Kc")}, MELD_KINGS)
    assert refused(after(state, "1 take"), "1 sapaw 0 Kc") == refusal


def test_T2_5_by_house_rule_the_cards_for_the_taken_one_are_kept():
    state = table("Ac", "Kd Kh Qd Jd Td 3c", "2d", discards="Kc", seat=1, rules=MUST_MELD)
    taken = after(state, "1 take")
    assert broken(taken, "1 meld Jd Qd Kd") == [("keep_cards_for_taken", "T2.5")]
    assert broken(taken, "1 meld Td Jd Qd") == []


def test_T2_5_without_the_house_rule_the_taken_card_may_stay_in_hand_or_be_laid_off():
    state = table("Ac", "Kd Kh 3c", "2d", melds=("0 Tc Jc Qc",), discards="Kc", seat=1)
    assert broken(after(state, "1 take"), "1 sapaw 0 Kc") == []
    assert broken(after(state, "1 take"), "1 discard 3c") == []


def test_T2_6_the_card_taken_is_not_discarded_in_the_same_turn():
    state = after(dealt("Kc", "Qc"), "0 discard Kc", "1 take")
    king = {"card": Card("Kc")}
    assert refused(state, "1 discard Kc") == Refusal("taken_card_stays", "T2.6", king, Fix("discard_another", king))
    assert Discard(1, Card("Kc")) not in legal_moves(state, 1)


def test_T2_6_it_may_be_discarded_in_a_later_turn():
    state = after(dealt("Kc", "Qc", stock="2c 3c 4c"), "0 discard Kc", "1 take", "1 discard Qc")
    state = after(state, "2 draw", f"2 discard {state.hands[2][0]}", "0 draw", f"0 discard {state.hands[0][0]}")
    assert broken(after(state, "1 draw"), "1 discard Kc") == []


def test_T2_6_it_is_not_left_as_the_only_card_where_it_cannot_be_laid_off():
    state = table("Ac", "7c 7d 7h", "2d", discards="Kc", seat=1)
    refusal = Refusal("only_taken_card_left", "T2.6", {"card": Card("Kc")})
    assert refused(after(state, "1 take"), "1 meld 7c 7d 7h") == refusal
    state = table("Ac", "7s", "2d", melds=("0 7c 7d 7h",), discards="Kc", seat=1)
    assert broken(after(state, "1 take"), "1 sapaw 0 7s") == [("only_taken_card_left", "T2.6")]


def test_T2_6_it_may_be_left_as_the_only_card_if_it_can_be_laid_off():
    state = table("Ac", "7c 7d 7h", "2d", melds=("0 Tc Jc Qc",), discards="Kc", seat=1)
    assert broken(after(state, "1 take"), "1 meld 7c 7d 7h") == []
    state = table("Ac", "8c 9c Tc", "2d", discards="Jc", seat=1)
    assert broken(after(state, "1 take"), "1 meld 8c 9c Tc") == []


@pytest.mark.parametrize("rules", [Rules(discard_must_meld=True), Rules()])
def test_T2_6_both_clauses_are_reported_in_rule_book_order(rules):
    state = after(table("Ac", "Kd Kh 3c", "2d", discards="Kc", seat=1, rules=rules), "1 take")
    must = [("taken_card_not_melded", "T2.5")] if rules.discard_must_meld else []
    assert broken(state, "1 discard Kc") == [*must, ("taken_card_stays", "T2.6")]


def test_T2_6_a_joker_laid_in_the_place_of_the_taken_card_breaks_both_clauses():
    rules = Rules(discard_must_meld=True, jokers=2)
    state = after(table("Ac", "6h X1 8h", "2d", discards="7h", seat=1, rules=rules), "1 take")
    assert broken(state, "1 meld 6h X1 8h") == [("keep_cards_for_taken", "T2.5"), ("only_taken_card_left", "T2.6")]


def after_takes(count: int) -> State:
    state = dealt()
    state = after(state, f"0 discard {state.hands[0][0]}")
    for _ in range(count):
        state = after(state, f"{state.seat} take")
        other = next(card for card in state.hands[state.seat] if card is not state.taken)
        state = after(state, f"{state.seat} discard {other}")
    return state


def test_T2_7_after_thirty_takes_the_next_turn_draws():
    assert broken(after_takes(29), f"{after_takes(29).seat} take") == []
    state = after_takes(30)
    refusal = Refusal("too_many_takes", "T2.7", {"takes": 30}, Fix("draw_from_stock"))
    assert refused(state, f"{state.seat} take") == refusal
    assert legal_moves(state, state.seat) == (Draw(state.seat),)


def test_T2_7_a_draw_sets_the_count_back():
    state = after_takes(30)
    state = after(state, f"{state.seat} draw", f"{state.seat} discard {state.hands[state.seat][0]}")
    assert broken(state, f"{state.seat} take") == []
