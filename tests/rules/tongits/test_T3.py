"""T3: melds."""

import pytest
from tongits_table import SHEET, TRADITIONAL, after, broken, dealt, reasons, refused, table

from cardlab.cards import Card, cards
from cardlab.refusal import Fix, IllegalMove, Refusal
from cardlab.tongits import Kind, Phase, Rules, best_arrangements, melds_in, play, why_meld, why_not_meld

ACE_HIGH = Rules(ace_high=True)


def repair(text: str, rules: Rules = SHEET) -> Fix | None:
    return why_not_meld(text, rules)[0].fix


@pytest.mark.parametrize("rules", [SHEET, TRADITIONAL, ACE_HIGH])
@pytest.mark.parametrize("text", ["7c 7d 7h", "Kd Ks Kh Kc", "As Ah Ad"])
def test_T3_1_a_set_is_three_or_four_of_one_rank(text, rules):
    assert why_not_meld(cards(text), rules) == ()
    meld = why_meld(cards(text), rules)
    assert meld is not None
    assert (meld.kind, meld.cards) == (Kind.SET, tuple(sorted(cards(text))))


def test_T3_1_two_of_a_rank_are_too_few():
    two = cards("7c 7d")
    expected = Refusal("too_few_for_set", "T3.1", {"cards": two, "count": 2}, Fix("add", {"cards": cards("7h 7s")}))
    assert why_not_meld(two) == (expected,)


@pytest.mark.parametrize("text", ["", "7c"])
def test_T3_1_nothing_and_one_card_are_no_meld(text):
    assert reasons(text) == [("too_few_for_set", "T3.1")]
    assert why_not_meld(text)[0].facts["count"] == len(text.split())


def test_T3_1_five_cards_are_no_set():
    assert reasons("7c 7d 7h 7s X1", Rules(jokers=1)) == [("too_many_for_set", "T3.1")]


def test_T3_1_and_T3_2_neither_one_rank_nor_one_suit():
    three = cards("7c 7d 8h")
    repaired = Fix("swap", {"drop": Card("8h"), "cards": cards("7h 7s")})
    ranks = Refusal("different_ranks", "T3.1", {"cards": three}, repaired)
    assert why_not_meld(three) == (ranks, Refusal("different_suits", "T3.2", {"cards": three}))
    assert repair("7c 7d 7h 8h") == Fix("drop", {"cards": (Card("8h"),)})


def test_T3_1_and_T3_2_two_repairs_are_equally_near_however_many_cards_would_do():
    """One card is exchanged either way: two tens would make it a set, one jack a run."""
    set_, run = why_not_meld(cards("Qd Th Td"))
    assert set_.fix == Fix("swap", {"drop": Card("Qd"), "cards": cards("Tc Ts")})
    assert run.fix == Fix("swap", {"drop": Card("Th"), "cards": cards("Jd")})


@pytest.mark.parametrize("rules", [SHEET, TRADITIONAL, ACE_HIGH])
@pytest.mark.parametrize("text", ["7h 8h 9h", "Jd Td Qd Kd", "Ac 2c 3c", "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks"])
def test_T3_2_a_run_is_three_or_more_consecutive_of_one_suit(text, rules):
    assert why_not_meld(cards(text), rules) == ()
    meld = why_meld(cards(text), rules)
    assert meld is not None
    assert (meld.kind, meld.cards) == (Kind.RUN, tuple(sorted(cards(text), key=lambda card: card.number)))


def test_T3_2_two_neighbours_are_too_few():
    assert reasons("7h 8h") == [("too_few_for_run", "T3.2")]
    assert repair("7h 8h") == Fix("add", {"cards": cards("6h 9h")})


def test_T3_2_a_gap_is_named_with_the_card_that_fills_it():
    three, nine = cards("7h 8h Th"), {"cards": cards("9h")}
    facts = {"cards": three, "missing": cards("9h")}
    assert why_not_meld(three) == (Refusal("not_consecutive", "T3.2", facts, Fix("add", nine)),)


def test_T3_2_a_card_too_many_is_dropped():
    assert repair("7h 8h 9h Kh") == Fix("drop", {"cards": cards("Kh")})
    assert repair("2h 3h 4h 9h Kh") == Fix("drop_all", {"cards": cards("9h Kh")})


@pytest.mark.parametrize("text", ["7h 7h 8h", "Ph 7h 8h", "7h 7h 7h"])
def test_T3_4_leaving_out_a_card_is_no_repair_where_no_meld_remains(text):
    assert repair(text) is None


def test_T3_2_a_run_does_not_hold_fourteen_cards():
    rules = Rules(jokers=1)
    assert reasons("Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc X1", rules) == [("run_too_long", "T3.2")]


def test_T3_3_ace_is_low():
    assert reasons("As 2s 3s") == []
    repaired = Fix("swap", {"drop": Card("As"), "cards": cards("Js")})
    assert why_not_meld("Qs Ks As") == (Refusal("ace_is_low", "T3.3", {"cards": cards("Qs Ks As")}, repaired),)
    assert reasons("Ks As 2s") == [("ace_is_low", "T3.3")]


def test_T3_3_ace_high_by_house_rule():
    for text in ("Qs Ks As", "Js Qs Ks As", "As 2s 3s"):
        assert reasons(text, ACE_HIGH) == []
    for text in ("Ks As 2s", "Qs Ks As 2s 3s"):
        assert reasons(text, ACE_HIGH) == [("ace_between_king_and_two", "T3.3")]
    meld = why_meld(cards("As Qs Ks"), ACE_HIGH)
    assert meld is not None
    assert (meld.cards, meld.start) == (cards("Qs Ks As"), 12)


def test_T3_3_a_gap_beside_the_ace_is_a_gap_and_not_the_ace_in_the_middle():
    """The king is missing between queen and ace, and without it they are no neighbours at all."""
    assert reasons("Qs As 2s", ACE_HIGH) == [("not_consecutive", "T3.2")]
    assert reasons("Qs X1 As 2s", Rules(ace_high=True, jokers=1)) == [("ace_between_king_and_two", "T3.3")]


def test_T3_3_the_ace_is_at_one_end_of_a_run_only():
    suit = cards("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks")
    longest = [meld.cards for meld in melds_in(suit, ACE_HIGH) if len(meld.cards) > 12]
    assert longest == [suit, (*suit[1:], suit[0])]


def test_T3_3_the_ace_counts_one_even_when_it_is_high():
    (best,) = best_arrangements(cards("Qs Ks As Ah"), rules=ACE_HIGH)
    assert (best.loose, best.deadwood) == (cards("Ah"), 1)


def test_T3_4_every_card_comes_from_the_hand():
    seven = {"cards": cards("7h")}
    expected = Refusal("not_in_hand", "T3.4", seven, Fix("drop_all", seven))
    assert refused(dealt("7c 7d", "7h"), "0 meld 7c 7d 7h") == expected


def test_T3_4_not_from_the_discard_pile_or_the_table():
    state = table("7c 7d 2c", "Ac", "Ad", melds=("1 7s 8s 9s",), discards="7h", phase=Phase.LAY)
    assert broken(state, "0 meld 7c 7d 7h") == [("not_in_hand", "T3.4")]
    assert broken(state, "0 meld 7c 7d 7s") == [("not_in_hand", "T3.4")]


def test_T3_4_a_card_stands_once_in_a_meld():
    seven = {"cards": cards("7h")}
    assert why_not_meld("7h 7h 8h 9h") == (Refusal("card_twice", "T3.4", seven, Fix("drop_all", seven)),)
    assert reasons("7h 7h 7h") == [("card_twice", "T3.4")]


def test_T3_4_another_games_card_is_no_card_here():
    phoenix = {"cards": cards("Ph")}
    assert why_not_meld("Ph 7h 8h 9h") == (Refusal("not_in_this_deck", "T1.2", phoenix, Fix("drop_all", phoenix)),)


def test_T3_5_the_first_meld_opens_its_owner_and_nobody_else():
    state = dealt("7c 7d 7h 7s")
    assert [state.opened(seat) for seat in range(3)] == [False, False, False]
    state = after(state, "0 meld 7c 7d 7h")
    assert [state.opened(seat) for seat in range(3)] == [True, False, False]


def test_T3_5_and_T4_3_who_has_not_opened_may_lay_off_and_does_not_open_by_it():
    state = table("2c", "7s 3c", "Ac", melds=("0 7c 7d 7h",), seat=1, phase=Phase.LAY)
    state = after(state, "1 sapaw 0 7s", "1 discard 3c")
    assert [state.opened(seat) for seat in range(3)] == [True, False, False]


def test_T3_several_clauses_in_rule_book_order():
    state = table("7c 8d Kc", "9h", "Ac")
    with pytest.raises(IllegalMove) as illegal:
        play(state, "1 meld 7c 8d 8d Ph X1")
    assert [(refusal.code, refusal.rule) for refusal in illegal.value.refusals] == [
        ("not_your_turn", "T1.1"),
        ("not_in_this_deck", "T1.2"),
        ("different_ranks", "T3.1"),
        ("different_suits", "T3.2"),
        ("card_twice", "T3.4"),
        ("not_in_hand", "T3.4"),
        ("more_jokers_than_played", "T10.1"),
    ]
