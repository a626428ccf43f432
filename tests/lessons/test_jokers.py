"""What the lesson about melds teaches about jokers, on questions made by hand."""

from random import Random

import pytest

from cardlab.cards import JOKERS, cards
from cardlab.lessons import melds
from cardlab.lessons.laying_off import ask_joker_left, ask_on_which
from cardlab.lessons.melds import UNCLEAR, WITH_JOKERS, ask_set_or_run, ask_stands_for, joker_meld
from cardlab.phrasing.catalogue import LANGUAGES
from cardlab.tongits import Laid, Rules, why_meld

FIRST, SECOND = JOKERS[:2]


def table(*laid, rules=WITH_JOKERS):
    return tuple(Laid(why_meld(cards(text), rules), owner) for text, owner in laid)


@pytest.mark.parametrize(
    ("handful", "answer"),
    [("7h 7d X1", "set"), ("7h 8h Th X1", "run"), ("7h Th X1 X2", "run"), ("7h 7d X1 X2", "set"), ("Qh Kh X1", "run")],
)
def test_T10_1_a_joker_stands_for_any_card_in_a_meld(handful, answer):
    question = ask_set_or_run(cards(handful), WITH_JOKERS)
    assert question.solution("en")[1] == answer
    assert question.task("en").notes == ("At this table 2 jokers are shuffled in.",)


@pytest.mark.parametrize(
    ("handful", "rule"),
    [("7h 8d X1", "T3.1"), ("7h Th X1", "T3.2"), ("4h 8h X1 X2", "T3.2"), ("Kh Ah X1", "T3.3")],
)
def test_T10_1_a_joker_does_not_make_everything_a_meld(handful, rule):
    question = ask_set_or_run(cards(handful), WITH_JOKERS)
    assert question.check("neither", "en").right
    assert rule in question.check("set" if rule == "T3.1" else "run", "en").rules


def test_T10_2_one_card_and_two_jokers_are_too_few():
    verdict = ask_set_or_run(cards("7h X1 X2"), WITH_JOKERS).check("neither", "en")
    assert verdict.right
    assert verdict.rules == ("T10.2",)


@pytest.mark.parametrize("handful", ["9c 9d 9h 9s X1", "9c 9d 9h X1 X2"])
def test_T10_2_a_full_set_has_no_card_left_for_a_joker(handful):
    verdict = ask_set_or_run(cards(handful), WITH_JOKERS).check("set", "en")
    assert not verdict.right
    assert verdict.rules == ("T3.1",)


def test_T10_2_in_a_set_no_suit_is_named_for_a_joker():
    told = " ".join(ask_set_or_run(cards("7h 7d X1"), WITH_JOKERS).check("set", "en").sentences)
    assert "The joker stands for a further card of rank 7. (T10.2)" in told
    assert not {"7♣", "7♠"} & set(told.split())


def test_T10_3_a_run_with_an_open_end_is_laid_open_in_all_its_readings():
    verdict = ask_set_or_run(cards("8h X1 7h"), WITH_JOKERS).check("run", "en")
    assert verdict.right
    assert [shown for _, shown in verdict.groups] == [cards("6h 7h 8h"), cards("7h 8h 9h")]


@pytest.mark.parametrize(
    ("order", "meant"),
    [("X1 7s 8s", "6s"), ("7s 8s X1", "9s"), ("7s X1 9s", "8s"), ("X1 2d 3d", "Ad"), ("X1 7s 8s 9s", "6s")],
)
def test_T10_3_the_order_says_what_a_joker_stands_for(order, meant):
    question = ask_stands_for(cards(order))
    assert question.solution("en")[1] == meant
    assert question.check(meant, "en").right
    assert [key for key, _ in question.task("en").choices if question.check(key, "en").right] == [meant]


@pytest.mark.parametrize(("order", "meant"), [("X1 Qc Kc", "Jc"), ("Qc Kc X1", "Jc"), ("X1 9s 7s", "8s")])
def test_T10_3_where_there_is_one_reading_the_order_does_not_matter(order, meant):
    question = ask_stands_for(cards(order))
    sentence, answer = question.solution("en")
    assert answer == meant
    assert sentence.endswith("whatever the order. (T10.3)")
    assert "can only be" in question.hints("en")[-1]


@pytest.mark.parametrize(("joker", "meant"), [(FIRST, "6s"), (SECOND, "9s")])
def test_T10_3_each_of_two_jokers_has_its_own_card(joker, meant):
    question = ask_stands_for(cards("X1 7s 8s X2"), joker)
    assert question.solution("en")[1] == meant
    assert (("first" if joker is FIRST else "second") + " joker") in question.task("en").prompt


@pytest.mark.parametrize("order", ["X1 8s 7s", "8s 7s X1", "8s X1 7s", "7s X1 8s", "X1 X2 8s 7s"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_T10_3_an_order_that_is_no_run_leaves_a_joker_unclear(order, lang):
    question = ask_stands_for(cards(order))
    assert question.solution(lang)[1] == UNCLEAR
    assert UNCLEAR in dict(question.task(lang).choices)
    verdict = question.check("9s", lang)
    assert (verdict.right, verdict.rules, verdict.groups) == (False, ("T10.3",), ())


def test_T10_3_unclear_is_answered_with_every_order_that_is_clear():
    sentence = ask_stands_for(cards("X1 8s 7s")).check("9s", "en").sentences[0]
    assert "Give the cards in order: joker 7♠ 8♠ or 7♠ 8♠ joker." in sentence


def test_T10_3_a_wrong_card_is_put_in_its_place_and_the_right_one_is_not_given_away():
    verdict = ask_stands_for(cards("7s 8s X1")).check("6s", "en")
    assert not verdict.right
    assert verdict.sentences[0].startswith("With 6♠ in its place the cards would read 7♠ 8♠ 6♠;")
    assert "9♠" not in verdict.sentences[0]
    assert verdict.groups == ()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_T10_3_unclear_is_wrong_where_the_order_or_the_cards_leave_one_reading(lang):
    told = [ask_stands_for(cards(order)).check(UNCLEAR, lang) for order in ("7s 8s X1", "9s X1 7s")]
    assert not any(verdict.right or verdict.groups for verdict in told)
    assert len({verdict.sentences for verdict in told}) == 2
    assert "7♠ joker 9♠" in told[1].sentences[0].lower()


def test_T10_3_some_questions_are_unclear_from_the_second_level_on():
    made = [[joker_meld.make(Random(seed), level) for seed in range(500)] for level in (1, 2, 3)]
    unclear = [sum(one.answer == UNCLEAR for one in questions) for questions in made]
    assert unclear[0] == 0
    assert min(unclear[1:]) > 15


def test_T10_3_the_lesson_has_a_question_that_is_unclear():
    series = melds.joker_meld(seed=6)
    answers = []
    for _ in range(series.progress()[1]):
        answers.append(series.solution()[1])
        series.check(answers[-1])
        series.next()
    assert UNCLEAR in answers


def test_T10_4_a_joker_goes_on_every_meld_that_can_still_grow():
    whole = "Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh"
    question = ask_on_which(FIRST, table(("9c 9d 9s", 1), ("4c 4d 4h 4s", 0), ("Qs Ks Js", 2), (whole, 1)), WITH_JOKERS)
    assert question.answer == ("0", "2")
    told = question.check(("0", "2"), "en").sentences
    assert told[0].endswith("there the joker becomes a further card of rank 9. (T10.4)")
    assert told[2].endswith("there the joker becomes 10♠. (T10.4)")


def test_T10_4_a_joker_may_become_either_end_of_a_run():
    told = ask_on_which(FIRST, table(("5s 6s 7s", 1)), WITH_JOKERS).check(("0",), "en").sentences
    assert told[0].endswith("there the joker becomes 8♠ or 4♠. (T10.4)")


def test_T10_4_a_meld_with_a_joker_takes_another_one_only_if_it_can_grow():
    laid = table(("4c 4d 4s X1", 0), ("5c 5d X1", 1))
    assert ask_on_which(SECOND, laid[:1], WITH_JOKERS).answer == ()
    assert ask_on_which(SECOND, laid[1:], WITH_JOKERS).answer == ("0",)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_T10_4_of_a_full_meld_it_is_said_that_it_cannot_grow(lang):
    question = ask_on_which(FIRST, table(("4c 4d 4h 4s", 0), ("5s 6s 7s", 1)), WITH_JOKERS)
    verdict = question.check(("0",), lang)
    assert not verdict.right
    assert verdict.sentences[0].startswith("4♣ 4♦ 4♥ 4♠")
    assert verdict.sentences[0].endswith("(T4.2)")
    assert verdict.sentences[1].endswith("(T10.4)")


def test_T10_4_a_joker_that_is_left_counts_nothing_unless_the_table_has_agreed_on_points():
    hand = cards("As 7h Kd X1")
    assert ask_joker_left(hand).solution("en")[1] == 18
    agreed = ask_joker_left(hand, Rules(jokers=2, joker_points=20))
    assert agreed.solution("en")[1] == 38
    assert agreed.task("en").notes == ("This table has agreed on 20 points for a joker left in the hand.",)


def test_T10_4_a_joker_that_was_forgotten_is_told_apart_from_a_slip():
    question = ask_joker_left(cards("As 7h Kd X1 X2"), Rules(jokers=2, joker_points=5))
    assert question.check(28, "en").right
    forgotten, each = question.check(18, "en").sentences
    assert forgotten.startswith("That is the sum without jokers")
    assert each == "Here each joker left in the hand counts 5. (T10.4)"
    assert question.check(27, "en").sentences[0].startswith("That is too little.")
    assert question.check(40, "en").sentences[0].startswith("That is too much.")


@pytest.mark.parametrize(
    ("lang", "begins"), [("en", "Joker 6♦ 7♣ is not"), ("de", "Joker 6♦ 7♣"), ("nl", "Joker 6♦ 7♣")]
)
def test_a_sentence_that_begins_with_a_joker_begins_with_a_capital(lang, begins):
    assert ask_set_or_run(cards("X1 6d 7c"), WITH_JOKERS).check("neither", lang).sentences[0].startswith(begins)
