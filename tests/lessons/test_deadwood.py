"""What the lesson about deadwood teaches, on questions made by hand; and that its levels are met."""

from random import Random

import pytest

from cardlab.cards import cards
from cardlab.lessons.deadwood import (
    HOUSE,
    ask_best,
    ask_better,
    ask_concealed,
    ask_count,
    ask_hasty,
    ask_loose,
    best,
    better,
    concealed,
    count,
    hasty,
    loose,
)
from cardlab.lessons.hands import best_whole, between, conflicts, laid_first
from cardlab.tongits import SHEET, Kind, best_arrangements, deadwood, hand_deadwood, least_deadwood, why_meld

SETS_FIRST_COSTS = cards("6d 7d 8d 8c 8s 7s 9s")
RUNS_FIRST_COSTS = cards("7c 7d 7h 8h 9h 9c 9s 2d")
BOTH_COST = cards("8s 9s Ts Tc Td 4c 4d 4h 5h 6h 2s Kd")
TWO_BEST = cards("8c 8d 8h 9h Th Tc Ts 9c 3d")
SOME = 120


def meld(text):
    return why_meld(cards(text))


# Counting.


def test_T9_1_the_count_is_told_in_detail_dearest_first():
    question = ask_count(cards("As 7h Kd"), (meld("4c 5c 6c"),))
    assert question.check(18, "en").sentences[0] == "10 (K♦) + 7 (7♥) + 1 (A♠) = 18. (T9.1)"
    assert question.solution("de")[0].startswith("10 (K♦)")
    assert "10 (V♦)" in ask_count(cards("Qd 2c"), ()).solution("nl")[0]


def test_T9_2_what_lies_on_the_table_does_not_count():
    verdict = ask_count(cards("As 7h Kd"), (meld("4c 5c 6c"),)).check(33, "en")
    assert not verdict.right
    assert verdict.sentences[0].startswith("You have counted what lies on the table too.")


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (21, "You have counted jack, queen and king as 11, 12 and 13"),
        (28, "The ace is the smallest card here"),
        (20, "That is too many."),
        (17, "That is too few."),
    ],
)
def test_T9_1_a_miscount_is_told_by_its_cause(number, said):
    assert ask_count(cards("As 7h Kd"), ()).check(number, "en").sentences[0].startswith(said)


# The best arrangement.


def test_sets_first_and_runs_first_both_can_fail():
    assert (laid_first(SETS_FIRST_COSTS, Kind.SET).deadwood, least_deadwood(SETS_FIRST_COSTS)) == (29, 8)
    assert (laid_first(RUNS_FIRST_COSTS, Kind.RUN).deadwood, least_deadwood(RUNS_FIRST_COSTS)) == (34, 10)
    assert {laid_first(BOTH_COST, kind).deadwood for kind in Kind} == {40}
    assert least_deadwood(BOTH_COST) == 37


def test_T3_4_the_cards_between_two_melds_are_found():
    assert between(SETS_FIRST_COSTS) == cards("8d 8s")
    assert between(cards("7c 7d 7h Kd")) == ()


def test_a_run_in_two_pieces_is_no_other_arrangement():
    run = cards("4h 5h 6h 7h 8h 9h")
    assert len(best_arrangements(run)) > len(best_whole(run)) == 1
    assert len(best_whole(TWO_BEST)) == 2


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (29, "So much stays if you lay the sets first."),
        (53, "That is the whole hand."),
        (9, "It can be done with less."),
        (7, "So few points are not possible."),
    ],
)
def test_T9_2_a_wrong_least_is_answered_by_how_it_came_about(number, said):
    verdict = ask_best(SETS_FIRST_COSTS).check(number, "en")
    assert not verdict.right
    assert verdict.sentences[0].startswith(said)


def test_T9_2_every_best_arrangement_is_right():
    question = ask_loose(TWO_BEST)
    for arrangement in best_whole(TWO_BEST):
        verdict = question.check(arrangement.loose, "en")
        assert verdict.right
        assert verdict.groups[-1] == ("loose", tuple(sorted(arrangement.loose, key=lambda card: (card.number, card))))
        assert "There are 2 equally good arrangements." in verdict.sentences


def test_T3_4_cards_without_a_meld_are_named():
    verdict = ask_loose(SETS_FIRST_COSTS).check(cards("8c 9s"), "en")
    assert verdict.sentences == (
        "Not all of the cards that you want to lay find a place in a meld. Left over: 7♠ 8♠. (T3.4)",
    )


def test_T9_2_an_arrangement_that_is_possible_but_dear_is_told_so():
    verdict = ask_loose(SETS_FIRST_COSTS).check(cards("6d 7d 7s 9s"), "en")
    assert not verdict.right
    assert (
        verdict.sentences[0]
        == "You can lay it like that, but then 29 points stay, and it can be done with less. (T9.2)"
    )
    assert "8♦ or 8♠" in verdict.sentences[1]


def test_nothing_loose_is_an_answer():
    assert ask_loose(cards("4h 5h 6h 9c 9d 9s")).check((), "en").right


def test_T9_2_the_better_of_two_ways_leaves_less():
    dear, cheap = laid_first(SETS_FIRST_COSTS, Kind.SET), best_whole(SETS_FIRST_COSTS)[0]
    assert ask_better(SETS_FIRST_COSTS, (dear, cheap)).answer == "second"
    assert ask_better(SETS_FIRST_COSTS, (cheap, dear)).answer == "first"
    first, second = best_whole(TWO_BEST)
    assert ask_better(TWO_BEST, (first, second)).answer == "same"


def test_haste_costs_the_difference():
    question = ask_hasty(SETS_FIRST_COSTS)
    assert question.answer == 21
    assert question.check(29, "en").sentences[0].startswith("That is what stays in all")
    assert question.check(8, "en").sentences[0].startswith("That is what stays at best")
    assert ask_hasty(SETS_FIRST_COSTS, Kind.RUN).answer == 0
    assert ask_hasty(RUNS_FIRST_COSTS, Kind.RUN).answer == 24


# Melds kept in the hand.


def test_T9_2_a_hidden_meld_counts_in_full_by_the_sheet_and_nothing_by_the_house_rule():
    hand, table = cards("5c 5d 5s Kh 2c"), (meld("7h 8h 9h"),)
    assert ask_concealed(hand, table, SHEET).answer == 27
    assert ask_concealed(hand, table, HOUSE).answer == 12
    assert ask_concealed(hand, table, SHEET, "cost").answer == 15
    assert ask_concealed(hand, table, HOUSE, "cost").answer == 0


def test_T9_2_the_number_of_the_other_reading_is_recognised():
    hand, table = cards("5c 5d 5s Kh 2c"), (meld("7h 8h 9h"),)
    by_sheet = ask_concealed(hand, table, SHEET).check(12, "en").sentences
    assert by_sheet[0].startswith("That would be right by the house rule")
    assert ask_concealed(hand, table, HOUSE).check(27, "en").sentences[0].startswith("That would be right by the sheet")


def test_T9_2_a_right_answer_tells_both_counts():
    verdict = ask_concealed(cards("5c 5d 5s Kh 2c"), (), HOUSE).check(12, "en")
    assert "27 points" in verdict.sentences[0]
    assert "12 points" in verdict.sentences[1]
    assert "cost 15 points" in verdict.sentences[2]


# Levels.


@pytest.mark.parametrize("make", [best, loose])
def test_hands_meet_their_level(make):
    for seed in range(SOME):
        easy, middle, hard = (make.make(Random(seed), level).hand for level in (1, 2, 3))
        assert (len(easy), len(middle), len(hard)) == (7, 10, 13)
        assert conflicts(easy) == 0
        assert conflicts(middle) > 0
        assert conflicts(hard) > 1
        assert max(laid_first(hard, kind).deadwood for kind in Kind) > least_deadwood(hard)
        assert 0 < least_deadwood(easy) < deadwood(easy)


def test_haste_always_costs_something_at_first_and_later_now_and_then_nothing():
    assert all(hasty.make(Random(seed), 1).answer > 0 for seed in range(SOME))
    assert len({hasty.make(Random(seed), 3).prompt.key for seed in range(SOME)}) == len(Kind)
    assert 0 in {hasty.make(Random(seed), 3).answer for seed in range(SOME)}


def test_two_ways_leave_different_cards_and_the_same_points_only_later():
    for seed in range(SOME):
        question = better.make(Random(seed), 1)
        assert question.answer != "same"
        assert all(label.facts["melds"] for label in [*question.choices.values()][:2])
    assert {better.make(Random(seed), 2).answer for seed in range(SOME)} == {"first", "second", "same"}


def test_kept_melds_are_there_and_both_rules_are_asked():
    made = [concealed.make(Random(seed), 1 + seed % 3) for seed in range(SOME)]
    assert all(hand_deadwood(question.hand, HOUSE) < hand_deadwood(question.hand, SHEET) for question in made)
    assert len({(question.notes.key, question.prompt.key) for question in made}) == 4


def test_a_count_grows_with_its_level():
    for seed in range(SOME):
        assert [len(count.make(Random(seed), level).hand) for level in (1, 2, 3)] == [3, 5, 7]
