"""What the lesson about cards, points and the deal teaches, and Tichu of its own deal and values."""

from asked import row, table

from cardlab.cards import Card, cards
from cardlab.lessons import race
from cardlab.lessons.cards import ask_dealt, ask_name, ask_next_first, ask_next_turn, ask_points
from cardlab.lessons.stacks import ask_value

QUEEN = ask_name(Card("Qh"), cards("Qh Qd Kh Kd"))


test_a_question_about_cards_or_a_deal_has_its_answer_and_is_told_why = table(
    row("T1.2 a wrong name is answered by sign and corner", QUEEN, "Qh", "Qd", "Kh", "Kd"),
    row("T9.1 what a hand is worth", ask_points(cards("Ac Jc 4d Qd")), 25, 28),
    *(
        row(f"U1.4 {card}", ask_value(Card(card)), worth, worth + 1)
        for card, worth in {"Ma": 1, "Jc": 11, "Dr": 15}.items()
    ),
    row("U1.4 points of Tongits: ace", ask_value(Card("As")), 14, 1),
    *(row(f"T1.1 to the left of {seat}", ask_next_turn(seat), str((seat + 1) % 3)) for seat in range(3)),
    *(
        row(f"T1.3 seat {seat} first {first}", ask_dealt(f"hand_{seat}", first), 13 if seat == first else 12)
        for seat, first in ((0, 0), (0, 1), (2, 2))
    ),
    row("T1.4 the stock", ask_dealt("stock"), 15),
    row("T1.4 the discard pile", ask_dealt("discards"), 0),
    row("T10.1 jokers go into the stock", ask_dealt("stock", jokers=2), 17, 15),
    row("T1.5 the next seat", ask_next_first(0, 2), "1", "2"),
)


def test_U1_1_and_U1_2_and_U1_3_the_deal_is_counted():
    questions = [race.ask_dealt(place) for place in race.PLACES]
    assert [question.answer for question in questions] == [8, 14, 6, 56, 5, 2]
    told = [question.read("en").partial_verdict(99).rules for question in questions]
    assert told == [("U1.2",)] * 3 + [("U1.1",), ("U1.3",), ("U1.3",)]


def test_a_hint_says_nothing_that_all_the_cards_have_in_common():
    clubs, fives = cards("5c 7c Tc"), cards("5c 5d 5h")
    hints = [ask_name(clubs[0], shown).read("en").hints for shown in (clubs, fives, (*clubs, *fives[1:]))]
    assert [["♣" in hint for hint in given] for given in hints] == [[False], [True], [True, False]]
