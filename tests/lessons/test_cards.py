"""What the lesson about cards, points and the deal teaches, on questions made by hand."""

from random import Random

import pytest

from cardlab.cards import SPECIALS, Card, cards
from cardlab.lessons.cards import (
    TICHU_PLACES,
    WINNER_STARTS,
    ask_dealt,
    ask_name,
    ask_next_first,
    ask_next_turn,
    ask_points,
    ask_tichu_dealt,
    ask_value,
    dealt,
    name_it,
    points,
    value,
)

SOME = 200


# Reading a card.


def test_T1_2_a_wrong_name_is_answered_by_sign_and_corner_and_shows_its_card():
    question = ask_name(Card("Qh"), cards("Qh Qd Kh Kd"))
    assert question.check("Qd", "en").sentences == ("♥ is the sign of hearts; the sign of diamonds is ♦. (T1.2)",)
    assert question.check("Kh", "en").sentences == ("In the corner there is Q; the card of that name has K. (T1.2)",)
    assert len(question.check("Kd", "en").sentences) == 2
    assert question.check("Kd", "en").groups == (("king of diamonds", cards("Kd")),)


def test_the_letter_in_the_corner_is_that_of_the_language():
    question = ask_name(Card("Jh"), cards("Jh Qh"))
    assert "steht B;" in question.check("Qh", "de").sentences[0]
    assert question.check("Qh", "nl").sentences[0].endswith("staat daar V. (T1.2)")


def test_special_cards_come_at_the_top_level_only():
    cards_of = [{name_it.make(Random(seed), level).hand[0] for seed in range(SOME)} for level in (1, 2, 3)]
    assert all(card.rank in "23456789T" for card in cards_of[0])
    assert all(card.rank in "AJQK" for card in cards_of[1])
    assert set(SPECIALS) <= cards_of[2]


# ask_points and values.


@pytest.mark.parametrize(("card", "worth"), [("As", 1), ("7h", 7), ("Td", 10), ("Jc", 10), ("Qh", 10), ("Ks", 10)])
def test_T9_1_what_a_card_is_worth(card, worth):
    question = ask_points(cards(card))
    assert question.solution("en")[1] == worth
    assert not question.check(worth + 1, "en").right


def test_T9_1_what_a_hand_is_worth():
    question = ask_points(cards("Ac Jc 4d Qd"))
    assert question.check(25, "en").sentences == ("10 (J♣) + 10 (Q♦) + 4 (4♦) + 1 (A♣) = 25. (T9.1)",)
    assert question.check(28, "en").sentences[0].startswith("You have counted jack, queen and king as 11, 12 and 13")


def test_points_are_counted_over_more_cards_at_higher_levels():
    for seed in range(SOME):
        assert [len(points.make(Random(seed), level).hand) for level in (1, 2, 3)] == [1, 4, 8]


@pytest.mark.parametrize(
    ("card", "worth"), [("Ma", 1), ("2c", 2), ("Jc", 11), ("Qh", 12), ("Ks", 13), ("As", 14), ("Dr", 15)]
)
def test_U1_4_the_value_of_a_card(card, worth):
    assert ask_value(Card(card)).answer == worth


def test_U1_4_points_of_tongits_are_recognised():
    assert ask_value(Card("As")).check(1, "en").sentences[0].startswith("That is what it counts in Tongits.")
    assert ask_value(Card("Qs")).check(10, "en").sentences[0].startswith("That is what it counts in Tongits.")
    assert ask_value(Card("Qs")).check(13, "en").sentences[0].startswith("The value is lower.")


def test_a_number_is_only_asked_of_cards_that_have_a_value():
    made = [value.make(Random(seed), 3) for seed in range(SOME)]
    assert {one.hand[0] for one in made} >= set(cards("Ma Dr"))
    assert not {one.hand[0] for one in made} & set(cards("Ph Do"))


# Table and deal of Tongits.


def test_T1_1_play_passes_to_the_left():
    assert [ask_next_turn(seat).answer for seat in range(3)] == ["1", "2", "0"]


@pytest.mark.parametrize("first", range(3))
def test_T1_3_the_first_player_is_dealt_one_card_more(first):
    answers = [ask_dealt(f"hand_{seat}", first).answer for seat in range(3)]
    assert answers == [13 if seat == first else 12 for seat in range(3)]
    assert ask_dealt("hands", first).answer == 37


def test_T1_4_the_rest_is_the_stock_and_nothing_is_discarded():
    assert ask_dealt("stock").answer == 15
    assert ask_dealt("discards").answer == 0
    assert (
        ask_dealt("stock").check(15, "en").sentences[1].startswith("Of 52 cards 37 are dealt, so 15 lie in the stock")
    )


def test_T10_1_jokers_go_into_the_stock():
    question = ask_dealt("stock", jokers=2)
    assert question.answer == 17
    assert question.check(15, "en").sentences[1].endswith("Here 2 jokers are shuffled in. (T10.1)")
    assert ask_dealt("hands", jokers=2).answer == 37


@pytest.mark.parametrize("winner", range(3))
def test_T1_5_the_first_player_changes_by_rotation_or_is_the_winner(winner):
    assert [ask_next_first(first, winner).answer for first in range(3)] == ["1", "2", "0"]
    assert [ask_next_first(first, winner, WINNER_STARTS).answer for first in range(3)] == [str(winner)] * 3


def test_T1_5_what_would_have_happened_is_the_next_deal():
    question = ask_next_first(0, 2)
    assert question.check("1", "en").follows == ("In the next round: Player on the left, 13 cards.",)
    assert question.check("2", "en").follows == ("In the next round: Player on the right, 12 cards.",)


def test_levels_of_the_deal_and_of_the_seats():
    made = [[dealt.make(Random(seed), level) for seed in range(SOME)] for level in (1, 2, 3)]
    counted = [[one for one in questions if one.kind == "number"] for questions in made]
    assert {one.prompt.key for one in counted[0]} == {f"lesson.dealt.hand_{seat}" for seat in range(3)}
    assert [{one.state.rules.jokers for one in questions} for questions in counted] == [{0}, {0}, {2, 4}]
    begins = [[one for one in questions if "next_first" in one.prompt.key] for questions in made]
    assert {one.state.rules.winner_starts for one in begins[0]} == {False}
    assert {one.state.rules.winner_starts for one in begins[2]} == {True, False}
    assert any("next_turn" in one.prompt.key for one in made[0])


# The deal of Tichu 1.on.1.


def test_U1_1_and_U1_2_and_U1_3_the_deal_is_counted():
    counted = {place: ask_tichu_dealt(place).answer for place in TICHU_PLACES}
    assert counted == {
        "hand": 8,
        "draw": 14,
        "extra": 6,
        "player": 28,
        "all_hand": 16,
        "all_draw": 28,
        "all_extra": 12,
        "deck": 56,
        "after_extra": 5,
        "after_piles": 2,
        "lying": 2,
    }


@pytest.mark.parametrize(("place", "rule"), [("deck", "U1.1"), ("draw", "U1.2"), ("after_extra", "U1.3")])
def test_an_answer_about_the_deal_names_its_clause(place, rule):
    question = ask_tichu_dealt(place)
    assert question.check(question.answer, "en").rules == (rule,)
    assert f"({rule})" in question.check(0, "en").sentences[0]


def test_T1_3_the_first_hint_about_a_hand_tells_no_number():
    for place in ("hand_0", "hand_1", "hand_2"):
        gentle, plain = ask_dealt(place, 1).hints("en")
        assert not any(sign.isdigit() for sign in gentle)
        assert str(ask_dealt(place, 1).answer) in plain


def test_U1_4_a_wrong_value_of_a_special_card_is_answered_by_the_order():
    verdict = ask_value(Card("Ma")).check(2, "en")
    assert "Mah Jong, 2 to 10" in verdict.sentences[0]


def test_a_hint_says_nothing_that_all_the_cards_have_in_common():
    clubs, fives = cards("5c 7c Tc"), cards("5c 5d 5h")
    assert [len(ask_name(clubs[0], shown).hints("en")) for shown in (clubs, fives, (*clubs, *fives[1:]))] == [1, 1, 2]
    assert "♣" not in ask_name(clubs[0], clubs).hints("en")[0]
    assert "♣" in ask_name(fives[0], fives).hints("en")[0]
