"""T4: sapaw, laying off."""

import pytest
from tongits_table import after, refused, table

from cardlab.cards import cards
from cardlab.refusal import Fix, Refusal
from cardlab.tongits import Phase, Rules, Sapaw, extensions, grown, legal_moves, parse_move, why_meld, why_not

MELDS = ("0 7c 7d 7h", "1 3s 4s 5s", "2 9h Th Jh")


@pytest.mark.parametrize(
    ("move", "grew"),
    [
        ("1 sapaw 0 7s", "7c 7d 7h 7s"),
        ("1 sapaw 1 2s", "2s 3s 4s 5s"),
        ("1 sapaw 1 6s As 2s", "As 2s 3s 4s 5s 6s"),
        ("1 sapaw 2 Qh", "9h Th Jh Qh"),
    ],
)
def test_T4_1_cards_go_onto_any_meld_own_or_opponents(move, grew):
    state = table("Kc", "7s As 2s 6s Qh Kd", "Ks", melds=MELDS, seat=1, phase=Phase.LAY)
    number = parse_move(move).meld
    laid = after(state, move).melds[number]
    assert (str(laid.meld), laid.owner) == (grew, number)
    assert [legal for legal in legal_moves(state, 1) if isinstance(legal, Sapaw) and legal.meld == number]


@pytest.mark.parametrize("number", [3, 17, -1])
def test_T4_1_only_onto_a_meld_that_is_there(number):
    state = table("Kc", "7s Kd", "Ks", melds=MELDS, seat=1, phase=Phase.LAY)
    refusal = Refusal("no_such_meld", "T4.1", {"meld": number, "count": 3})
    assert refused(state, Sapaw(1, number, cards("7s"))) == refusal


@pytest.mark.parametrize("number", [0, -1])
def test_T4_1_not_while_no_meld_lies_there(number):
    state = table("Kc", "7s Kd", "Ks", seat=1, phase=Phase.LAY)
    assert refused(state, Sapaw(1, number, cards("7s"))) == Refusal("no_meld_laid", "T4.1")


def test_T4_1_at_least_one_card():
    state = table("Kc", "7s Kd", "Ks", melds=MELDS, seat=1, phase=Phase.LAY)
    assert refused(state, Sapaw(1, 0, ())) == Refusal("nothing_to_lay_off", "T4.1")


def test_T4_1_the_cards_come_from_the_hand():
    state = table("Kc 7s", "2s Kd", "Ks", melds=MELDS, seat=1, phase=Phase.LAY)
    seven = {"cards": cards("7s")}
    assert refused(state, "1 sapaw 0 7s") == Refusal("not_in_hand", "T3.4", seven, Fix("drop_all", seven))


@pytest.mark.parametrize("move", ["1 sapaw 0 8c", "1 sapaw 1 7s", "1 sapaw 1 2h", "1 sapaw 2 Kh", "1 sapaw 0 8h"])
def test_T4_2_the_meld_must_still_be_a_meld(move):
    state = table("Kc", "8c 2h 8h 7s Kh 2d", "Ks", melds=MELDS, seat=1, phase=Phase.LAY)
    parsed = parse_move(move)
    refusal = why_not(state, parsed)[0]
    assert (refusal.code, refusal.rule) == ("does_not_fit", "T4.2")
    assert refusal.facts == {"cards": parsed.cards, "meld": state.melds[parsed.meld].meld.cards}


def test_T4_2_where_the_card_would_fit_is_reported():
    state = table("Kc", "8h 7s Kd", "Ks", melds=MELDS, seat=1, phase=Phase.LAY)
    there = Fix("other_meld", {"melds": (2,), "cards": (cards("9h Th Jh"),)})
    assert refused(state, "1 sapaw 0 8h").fix == there


def test_T4_2_what_does_not_fit_is_reported_if_the_rest_fits():
    state = table("Kc", "6s Kd Ts", "Ks", melds=MELDS, seat=1, phase=Phase.LAY)
    assert refused(state, "1 sapaw 1 6s Kd Ts").fix == Fix("drop_all", {"cards": cards("Kd Ts")})
    assert refused(state, "1 sapaw 1 Kd").fix is None


def test_T4_2_a_set_of_four_is_full_and_a_run_ends_at_the_king():
    assert extensions(why_meld(cards("7c 7d 7h 7s")), cards("8c 6c")) == ()
    assert extensions(why_meld(cards("Js Qs Ks")), cards("As 2s")) == ()
    assert extensions(why_meld(cards("Ac 2c 3c")), cards("Kc")) == ()


def test_T4_2_a_run_grows_at_either_end_and_at_both():
    ways = {" ".join(map(str, cards)) for cards in extensions(why_meld(cards("5s 6s 7s")), cards("3s 4s 8s Ts"))}
    assert ways == {"4s", "4s 3s", "8s", "4s 8s", "4s 3s 8s"}


@pytest.mark.parametrize(("rules", "fits"), [(Rules(), False), (Rules(ace_high=True), True)])
def test_T4_2_the_high_ace_goes_onto_a_king_by_house_rule(rules, fits):
    assert (grown(why_meld(cards("Js Qs Ks")), cards("As"), rules) is not None) is fits
    assert grown(why_meld(cards("Js Qs Ks")), cards("As 2s"), rules) is None
    assert grown(why_meld(cards("As 2s 3s")), cards("Ks"), rules) is None
