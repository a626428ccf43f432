"""T10: variants."""

import pytest
from tongits_table import SHEET, after, broken, end, reasons, table

from cardlab.cards import cards
from cardlab.refusal import AmbiguousMove, Fix, IllegalMove, Refusal
from cardlab.tongits import (
    Ending,
    Match,
    Outcome,
    Phase,
    Rules,
    Sapaw,
    best_arrangements,
    deadwood,
    extensions,
    grown,
    least_deadwood,
    legal_moves,
    meld_readings,
    play,
    why_meld,
    why_not_meld,
)

JOKERS = Rules(jokers=2)


@pytest.mark.parametrize("text", ["7c 7d X1", "7c 7d 7h X1", "7c 7d X1 X2", "7h 8h X1", "7h X1 9h", "7h X1 X2 Th"])
def test_T10_1_a_joker_stands_for_any_card(text):
    assert reasons(text, JOKERS) == []
    assert reasons(text)[-1] == ("more_jokers_than_played", "T10.1")


def test_T10_1_more_jokers_than_are_played():
    (refusal,) = why_not_meld("7h 8h X1 X2", Rules(jokers=1))
    assert (refusal.code, refusal.facts) == ("more_jokers_than_played", {"cards": cards("X1 X2"), "count": 1})
    assert (refusal.rule, refusal.fix.code) == ("T10.1", "drop")


def test_T10_1_a_run_never_holds_more_than_thirteen_cards():
    rules = Rules(ace_high=True, jokers=1)
    twelve = why_meld("2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh", rules)
    assert grown(twelve, "Ah", rules)
    assert grown(twelve, "Ah X1", rules) is None


def test_T10_2_a_meld_has_at_least_two_natural_cards():
    for text in ("7h X1 X2", "X1 X2 7h", "X1 X2 X3"):
        assert reasons(text, Rules(jokers=4)) == [("too_few_naturals", "T10.2")]
    assert reasons("7h X1", JOKERS)[-1] == ("too_few_naturals", "T10.2")


def test_T10_2_a_joker_stands_for_a_card_that_is_not_in_the_meld():
    assert reasons("7c 7d 7h 7s X1", JOKERS) == [("too_many_for_set", "T3.1")]
    for text in ("7c 7d X1 X2", "Ac 2c X1", "Qc Kc X1"):
        for meld in meld_readings(cards(text), JOKERS):
            assert len(set(meld.stands_for)) == len(meld.cards)
    assert [str(meld) for meld in meld_readings("Qc Kc X1", JOKERS)] == ["X1 Qc Kc"]
    assert [str(meld) for meld in meld_readings("Ac 2c X1", JOKERS)] == ["Ac 2c X1"]


@pytest.mark.parametrize(
    ("order", "stands_for"),
    [("X1 7s 8s", "6s 7s 8s"), ("7s 8s X1", "7s 8s 9s"), ("7s X1 9s", "7s 8s 9s"), ("9s 7s X1", "7s 8s 9s")],
)
def test_T10_3_the_order_given_says_what_the_joker_stands_for(order, stands_for):
    assert why_meld(order, JOKERS).stands_for == cards(stands_for)


def test_T10_3_it_remains_so_on_the_table():
    state = table("X1 7s 8s 2c", "6s 9s Kc", "Kd", phase=Phase.LAY, rules=JOKERS)
    for laid, taken, fitting in (("X1 7s 8s", "6s", "9s"), ("7s 8s X1", "9s", "6s")):
        meld = after(state, f"0 meld {laid}").melds[0].meld
        assert grown(meld, taken, JOKERS) is None
        assert grown(meld, fitting, JOKERS) is not None


def test_T10_3_an_order_that_says_nothing_is_refused_with_the_readings():
    state = table("X1 7s 8s 2c", "Kc", "Kd", phase=Phase.LAY, rules=JOKERS)
    orders = Fix("put_in_order", {"cards": (cards("X1 7s 8s"), cards("7s 8s X1"))})
    with pytest.raises(AmbiguousMove) as refused:
        play(state, "0 meld 8s 7s X1")
    assert refused.value.refusals == (Refusal("joker_unclear", "T10.3", {"cards": cards("8s 7s X1")}, orders),)
    with pytest.raises(IllegalMove) as illegal:
        play(state, "1 meld 8s 7s X1")
    assert not isinstance(illegal.value, AmbiguousMove)


def test_T10_3_in_a_set_the_order_does_not_matter():
    for text in ("X1 7s 7h", "7s X1 7h"):
        assert str(why_meld(text, JOKERS)) == "7h 7s X1"


@pytest.mark.parametrize(
    ("meld", "low", "grew"),
    [
        ("7s 8s 9s", False, "7s 8s 9s X1"),
        ("7s 8s 9s", True, "X1 7s 8s 9s"),
        ("Js Qs Ks", False, "X1 Js Qs Ks"),
        ("As 2s 3s", True, "As 2s 3s X1"),
        ("7c 7d 7h", False, "7c 7d 7h X1"),
    ],
)
def test_T10_4_a_joker_is_laid_off_at_the_upper_end_or_low(meld, low, grew):
    state = table("X1 2c", "Kc", "Kd", melds=(f"1 {meld}",), phase=Phase.LAY, rules=JOKERS)
    assert str(play(state, Sapaw(0, 0, cards("X1"), low=low)).melds[0].meld) == grew


def test_T10_4_a_joker_fills_the_gap_to_a_card_laid_off_with_it():
    meld = why_meld(cards("7s 8s 9s"))
    assert str(grown(meld, cards("X1 Js"), JOKERS)) == "7s 8s 9s X1 Js"
    assert str(grown(meld, cards("5s X1"), JOKERS)) == "5s X1 7s 8s 9s"
    assert grown(meld, cards("X1 4s"), JOKERS) is None


@pytest.mark.parametrize("meld", ["7c 7d 7h 7s", "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks"])
def test_T10_4_not_on_a_meld_that_cannot_grow(meld):
    state = table("X1 2c", "Kc", "Kd", melds=(f"1 {meld}",), phase=Phase.LAY, rules=JOKERS)
    assert broken(state, "0 sapaw 0 X1") == [("does_not_fit", "T4.2")]
    assert extensions(why_meld(cards(meld)), cards("X1 X2"), JOKERS) == ()


def test_T10_4_both_ends_are_offered():
    state = table("X1 2c", "Kc", "Kd", melds=("1 7s 8s 9s",), phase=Phase.LAY, rules=JOKERS)
    offered = {str(move) for move in legal_moves(state, 0) if isinstance(move, Sapaw)}
    assert offered == {"0 sapaw 0 X1", "0 sapaw 0 X1 low"}


@pytest.mark.parametrize("joker_points", [0, 15, 50])
def test_T10_4_a_joker_in_hand_counts_joker_points(joker_points):
    rules = Rules(jokers=2, joker_points=joker_points)
    (best,) = best_arrangements("X1 7h", rules=rules)
    assert deadwood("X1 7h", rules) == least_deadwood("X1 7h", rules) == best.deadwood == joker_points + 7
    state = table("X1", "9c", "Kd", melds=("0 7c 7d 7h", "1 3s 4s 5s", "2 9h Th Jh"), rules=rules)
    assert end(state, "0 call", "1 fold", "2 fold").deadwood == (joker_points, 9, 10)


def ended(winner: int, *paid: int) -> Outcome:
    payments = tuple(sum(paid) if seat == winner else -paid[seat] for seat in range(3))
    return Outcome(Ending.DRAW, winner, (0, 0, 0), payments)


def test_T10_5_who_does_not_win_adds_what_was_paid():
    match = Match(SHEET).add(ended(0, 0, 30, 7)).add(ended(1, 5, 0, 20))
    assert (match.scores, match.rounds) == ((5, 30, 27), 2)
    assert (match.losers, match.winners) == ((), ())


def test_T10_5_who_first_reaches_the_target_loses_and_the_lowest_wins():
    match = Match(SHEET).add(ended(0, 0, 99, 7))
    assert match.losers == ()
    match = match.add(ended(2, 3, 1, 0))
    assert (match.scores, match.losers, match.winners) == ((3, 100, 7), (1,), (0,))
    with pytest.raises(ValueError, match="over"):
        match.add(ended(0, 0, 1, 1))


@pytest.mark.parametrize(
    ("rounds", "losers", "winners"),
    [
        ([(0, 0, 101, 120)], (2,), (0,)),
        ([(0, 0, 110, 110)], (1, 2), (0,)),
        ([(2, 4, 0, 0), (0, 0, 4, 100)], (2,), (0, 1)),
    ],
)
def test_T10_5_of_two_at_once_the_higher_score_loses_of_equal_ones_both_and_the_lowest_may_be_shared(
    rounds, losers, winners
):
    match = Match(SHEET)
    for one in rounds:
        match = match.add(ended(*one))
    assert (match.losers, match.winners) == (losers, winners)


@pytest.mark.parametrize("target", [1, 50, 10_000])
def test_T10_5_the_target_is_a_house_rule(target):
    assert Match(Rules(target=target)).add(ended(0, 0, target - 1, 0)).losers == ()
    assert Match(Rules(target=target)).add(ended(0, 0, target, 0)).losers == (1,)


def test_joker_refusals_in_a_move_come_in_rule_book_order():
    state = table("7h X1 X2 2c", "Kc", "Kd", phase=Phase.LAY, rules=JOKERS)
    assert [clause for _, clause in broken(state, "1 meld 7h X1 X2")] == ["T1.1", "T3.4", "T10.2"]
