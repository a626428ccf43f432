"""What the lesson about payment teaches about single clauses, on rounds and matches made by hand."""

import pytest

from cardlab.cards import Card, cards
from cardlab.lessons.scoring import (
    ask_chips,
    ask_match_end,
    ask_new_score,
    ask_pays,
    ask_round_sum,
    ask_two_tables,
    whole_match,
)
from cardlab.lessons.tables_tongits import answered, position
from cardlab.phrasing.scoring import chip_parts
from cardlab.tongits import Ending, Laid, Match, Outcome, Phase, Rules, State, outcome, why_meld

SHEET = Rules()
CHIPS = Rules(payment="chips")
MELDS = ((0, "6h 7h 8h"), (1, "Kc Kd Ks"), (2, "2s 3s 4s"))
HANDS = ("2c 5d", "9h Qd 4c", "3d 8s")  # 7, 23 and 11


def over(hands=HANDS, melds=MELDS, *, rules=SHEET, caller=0, challengers=(), secret=()):
    """A round that is over: by a draw call, by Tongits if a hand is empty, or without a caller by the stock."""
    laid = tuple(
        Laid(why_meld(cards(text)), owner, secret=place in secret) for place, (owner, text) in enumerate(melds)
    )
    held = tuple(tuple(sorted(cards(hand))) for hand in hands)
    called = {} if caller is None else {"caller": caller, "challengers": frozenset(challengers)}
    stock = () if caller is None else cards("Jc Jd")
    return State(rules, held, stock, 0, 0, Phase.OVER, None, cards("Qc"), laid, last_drawer=2, **called)


def right(question, lang="en"):
    return question.solution(lang)[1]


def told(question, answer=None, lang="en"):
    verdict = question.check(right(question) if answer is None else answer, lang)
    return " ".join(verdict.sentences)


def test_T9_3_an_opponent_pays_the_difference():
    question = ask_pays(over(challengers=(1,)), 1)
    assert right(question) == 23 - 7
    assert "23 − 7 = 16" in told(question)


def test_T9_3_the_whole_deadwood_is_too_much():
    verdict = ask_pays(over(), 1).check(23, "en")
    assert not verdict.right
    assert "the winner's own has to come off. (T9.3)" in verdict.sentences[0]


def test_T9_3_nobody_pays_less_than_nothing():
    question = ask_pays(over(("2c 5d", "9h Qd 4c", "3d"), MELDS[:2], challengers=(1,)), 2)
    assert right(question) == 0
    for answer in (-4, 4):
        assert "gets nothing either. (T9.3)" in told(question, answer)


def test_T9_3_one_who_folds_with_less_than_the_winner_pays_nothing():
    assert right(ask_pays(over(("2c 5d", "9h Qd", "3d 2d"), challengers=(1,)), 2)) == 0


def test_T9_3_the_winner_is_never_among_those_who_pay():
    state = over(challengers=(1, 2))
    assert outcome(state).payments == (20, -16, -4)
    assert right(ask_round_sum(state)) == 20


def test_T9_3_in_the_sum_the_winners_deadwood_comes_off_for_each_opponent():
    question = ask_round_sum(over())
    assert "for each opponent, not once" in told(question, 23 + 11 - 7)
    assert "the other one pays too" in told(question, 16)


def test_T5_1_after_a_tongits_each_opponent_pays_everything():
    state = over(("", "9h Qd 4c", "3d 8s"), caller=None)
    assert outcome(state).ending is Ending.TONGITS
    assert [right(ask_pays(state, seat)) for seat in (1, 2)] == [23, 11]
    assert "(T5.1)" in told(ask_round_sum(state))


def test_T8_2_at_the_end_of_the_stock_the_same_difference_is_paid():
    state = over(caller=None)
    assert outcome(state).ending is Ending.STOCK
    assert right(ask_round_sum(state)) == 16 + 4


def test_T7_2_a_burned_player_with_the_least_wins_nothing_and_pays_nothing():
    state = over(("2c 5d", "9h Qd 4c", "As"), MELDS[:2], caller=None)
    assert outcome(state).winner == 0
    assert right(ask_pays(state, 2)) == 0
    assert "T7.2" in ask_round_sum(state).check(right(ask_round_sum(state)), "en").rules


def test_T8_3_nobody_wins_and_nothing_is_paid():
    question = ask_round_sum(over(melds=(), caller=None))
    assert outcome(question.state).ending is Ending.VOID
    assert right(question) == 0
    assert question.check(16, "en").sentences == ("All three are burned, so nobody has won. (T8.3)",)


@pytest.mark.parametrize(
    ("challengers", "hands", "caller", "base"),
    [((), HANDS, 0, 1), ((1,), HANDS, 0, 3), ((), HANDS, None, 1), ((), ("", *HANDS[1:]), None, 3)],
    ids=["unchallenged", "challenged", "stock", "tongits"],
)
def test_T9_4_the_ending_decides_the_first_part(challengers, hands, caller, base):
    state = over(hands, rules=CHIPS, challengers=challengers, caller=caller)
    assert chip_parts(state, 1) == (base, 0, 0, 0)
    assert right(ask_chips(state, 1)) == base


def test_T9_4_the_winners_aces_count_in_the_hand_and_in_the_winners_melds():
    melds = ((0, "Ah 2h 3h"), (1, "Ac Ad As"))
    state = over(("9c", "Qd 4c", "8s Jh"), melds, rules=CHIPS)
    assert chip_parts(state, 1).aces == 1
    state = over(("Ac", "Qd 4c", "8s Jh"), ((0, "Ah 2h 3h"), (1, "Kc Kd Ks")), rules=CHIPS)
    assert chip_parts(state, 1).aces == 2
    assert "Count the winner's aces" in told(ask_chips(state, 1), 1)


def test_T9_4_a_burned_opponent_pays_one_more_and_the_other_does_not():
    state = over(melds=MELDS[:2], rules=CHIPS)
    assert [right(ask_chips(state, seat)) for seat in (1, 2)] == [1, 2]
    assert "is burned, and that costs extra. (T9.4)" in told(ask_chips(state, 2), 1)


def test_T9_4_whatever_may_have_been_forgotten_is_named():
    state = over(("Ac 2c", *HANDS[1:]), MELDS[:2], rules=CHIPS)
    sentences = ask_chips(state, 2).check(2, "en").sentences
    assert "Count the winner's aces" in sentences[0]
    assert "is burned, and that costs extra" in sentences[1]


def test_T9_4_a_secret_four_of_the_winner_costs_three():
    melds = ((0, "6h 6c 6d 6s"), (1, "Kc Kd Ks Kh"), (2, "2s 3s 4s"))
    rules = Rules(payment="chips", secret_four=True)
    assert right(ask_chips(over(melds=melds, rules=rules, secret=(0,)), 1)) == 1 + 3
    assert right(ask_chips(over(melds=melds, rules=rules, secret=(1,)), 1)) == 1


def test_T9_4_the_payment_is_named_as_the_house_rule_that_it_is():
    notes = ask_chips(over(rules=CHIPS), 1).task("en").notes
    assert notes[0] == "House rule of this table: payment in chips."
    assert not any("No house rule" in note for note in notes)
    both = ask_chips(over(rules=Rules(payment="chips", secret_four=True)), 1).task("en").notes
    assert "secret" in both[1] or "face down" in both[1]


def test_T9_4_a_hidden_meld_laid_in_time_is_cheaper_at_both_tables_if_it_would_have_opened():
    kept = over(("Tc Td Th 2c", "9h", "3d"), MELDS[1:], caller=1)
    laid = over(("2c", "9h", "3d"), (*MELDS[1:], (0, "Tc Td Th")), caller=1)
    question = ask_two_tables(kept, laid, laid=cards("Tc Td Th"))
    assert right(question) == "both"
    assert "(T7.1)" in told(question)


def test_T9_4_a_dearer_card_in_the_hand_costs_points_only():
    kept = over(("Tc 2c", "9h", "3d"), caller=1)
    cheap = over(("4c 2c", "9h", "3d"), caller=1)
    question = ask_two_tables(kept, cheap, discarded=Card("Tc"), kept=Card("4c"))
    assert right(question) == "sheet"


def lost(*paid, winner=0):
    """The end of a round in which the seats have paid this much."""
    received = tuple(sum(paid) if seat == winner else -amount for seat, amount in enumerate(paid))
    return Outcome(Ending.DRAW, winner, (0, 0, 0), received)


def test_T10_5_what_is_paid_is_added_to_the_score():
    question = ask_new_score(Match(SHEET, (40, 30, 20)), lost(0, 12, 7), 1)
    assert right(question) == 42
    assert "added to the score, not taken off" in told(question, 30 - 12)


def test_T10_5_the_winner_of_the_round_adds_nothing():
    question = ask_new_score(Match(SHEET, (40, 30, 20)), lost(0, 12, 7), 0)
    assert right(question) == 40
    for answer in (40 + 19, 40 - 19):
        assert "adds nothing, and nothing is taken off either. (T10.5)" in told(question, answer)


@pytest.mark.parametrize(
    ("scores", "paid", "losers", "winners"),
    [
        ((40, 30, 20), (0, 12, 7), (), ()),
        ((40, 90, 20), (0, 10, 7), ("1",), ("2",)),
        ((40, 90, 95), (0, 30, 7), ("1",), ("0",)),
        ((40, 90, 95), (0, 15, 10), ("1", "2"), ("0",)),
        ((30, 90, 20), (0, 15, 10), ("1",), ("0", "2")),
    ],
    ids=["it goes on", "one reaches the target", "two at once", "two at once and equal", "two share the lowest score"],
)
def test_T10_5_who_has_lost_and_who_has_won(scores, paid, losers, winners):
    match, result = Match(SHEET, scores), lost(*paid)
    assert right(ask_match_end(match, result)) == losers
    assert right(ask_match_end(match, result, asks_winner=True)) == winners


def test_T10_5_two_at_once_the_higher_score_loses_and_the_explanation_says_so():
    question = ask_match_end(Match(SHEET, (40, 90, 95)), lost(0, 30, 7))
    assert not question.check(("1", "2"), "en").right
    assert "Of two at once the higher score loses: Player on the left. (T10.5)" in told(question)


def test_T10_5_two_at_once_equal_both_lose_and_the_explanation_says_so():
    question = ask_match_end(Match(SHEET, (40, 90, 95)), lost(0, 15, 10))
    assert not question.check(("1",), "en").right
    assert "equal, so both lose: Player on the left and Player on the right. (T10.5)" in told(question)


def test_T10_5_another_target_ends_the_match_elsewhere():
    scores, result = (10, 40, 20), lost(0, 15, 10)
    assert right(ask_match_end(Match(SHEET, scores), result)) == ()
    assert right(ask_match_end(Match(Rules(target=50), scores), result)) == ("1",)


@pytest.mark.parametrize("lang", ["en", "de", "nl"])
def test_T1_1_a_learner_reads_who_pays_and_no_number_of_a_seat(lang):
    task = ask_pays(over(challengers=(1,)), 1).task(lang)
    assert {"en": "on the left", "de": "links", "nl": "links"}[lang] in task.prompt
    assert "1" not in task.prompt


@pytest.mark.parametrize(("seat", "prompt"), [(0, "What is your score after"), (1, "of the player on the left after")])
def test_T10_5_a_learner_is_asked_for_their_own_score_as_such(seat, prompt):
    assert prompt in ask_new_score(Match(SHEET), lost(0, 12, 7), seat).task("en").prompt


def test_T10_5_that_the_winners_score_stays_is_said_of_the_learner_too():
    question = ask_new_score(Match(SHEET, (40, 30, 20)), lost(0, 12, 7), 0)
    assert told(question) == "You have won the round, so your score stays at 40. (T10.5)"


@pytest.mark.parametrize(("rules", "kind", "paid"), [(SHEET, ask_pays, (16, 0)), (CHIPS, ask_chips, (4, 5))])
def test_T9_4_the_burned_player_of_the_lesson_pays_nothing_in_points_and_most_in_chips(rules, kind, paid):
    table = position("2c 5d", "9h Kd 4s", "3d As", melds=("0 Ah 2h 3h", "1 Kc Ks Kh"), rules=rules)
    over = answered(table, {1})
    assert tuple(kind(over, seat).answer for seat in (1, 2)) == paid


MATCH = whole_match(117, 50)


def test_T10_5_the_rounds_of_the_match_of_the_lesson_add_up():
    *rounds, end, _ = MATCH
    scores = (0, 0, 0)
    for question in rounds:
        before = question.notes[1].facts["scores"]
        assert tuple(one.facts["number"] for one in before) == scores
        scores = Match(SHEET, scores).add(outcome(question.state)).scores
        assert question.answer in scores
    assert tuple(one.facts["number"] for one in end.helps[1].facts["scores"]) == scores


def test_T10_5_the_match_of_the_lesson_is_lost_by_another_player_with_the_target_50():
    *_, end, shorter = MATCH
    assert (end.answer, shorter.answer) == (("0",), ("2",))
    assert "Of two at once the higher score loses: You. (T10.5)" in end.check(("0",), "en").sentences


def test_T10_5_the_score_after_a_round_is_told_from_the_cards_to_the_sum():
    question = MATCH[1]
    told = question.check(22, "en")
    assert told.right
    assert told.sentences[-3:] == (
        "Player on the right: 38 − 16 = 22 to pay. (T9.3)",
        "Player on the right: 0 + 22 = 22. (T10.5)",
        "Scores after the round: You 10, Player on the left 13, Player on the right 22.",
    )
    (only_paid,) = MATCH[2].check(21, "en").sentences
    assert only_paid.startswith("That is what was paid in this round. It is added to the score")
