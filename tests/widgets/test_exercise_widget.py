"""`Exercise`: three tries, hints that cost none, the explanation afterwards, and how answers of each kind are shown."""

import pytest
from book_of_tasks import CARDS, CHOICE, CHOICES, NUMBER, PILE, RUN, Book

from cardlab.cards import Card, cards
from cardlab.classroom.board_questions import answer_codes
from cardlab.widgets.exercise import Exercise
from tests.stories import outline, refused


def check(answer):
    return {"do": "check", "answer": [*answer_codes(answer)]}


def asking(task, right, **more):
    return lambda lang: Exercise(Book((task, right), (CARDS, RUN)), lang, **more)


def test_three_wrong_tries_end_the_task_and_offer_the_answer(tell):
    wrong = (check(cards(card)) for card in ("Kd", "2c", "7h"))
    tell(asking(CARDS, RUN), *wrong, refused(check(RUN)), refused("hint"), "reveal", refused("reveal"))


def test_the_same_wrong_answer_in_any_order_and_hints_cost_no_try(tell):
    again = (check(cards(one)) for one in ("Kd 2c", "Kd 2c", "2c Kd"))
    tell(asking(CARDS, RUN), *again, "hint", "hint", check(cards("2c")))


def test_what_is_right_in_any_order_solves_and_next_goes_on_to_a_fresh_task_until_all_are_solved(tell):
    solved = (check("no"), refused(check("no")), refused("hint"), refused("reveal"), "next")
    tell(asking(CHOICE, "no"), *solved, check(cards("9h 7h 8h")), check(RUN))


def test_with_one_try_no_tries_are_counted_and_no_hint_is_given(tell):
    tell(asking(NUMBER, 17, tries=1, hints=False), refused("hint"), check(1))


@pytest.mark.parametrize(
    ("task", "right", "wrong"),
    [
        (CARDS, RUN, cards("Kd")),
        (CHOICE, "no", "yes"),
        (CHOICES, ("a", "c"), ("b",)),
        (NUMBER, 17, 1),
        (PILE, (Card("7h"), 0), (Card("Kd"), 1)),
    ],
    ids=["cards", "choice", "choices", "number", "pile"],
)
def test_the_answer_is_shown_where_it_would_have_been_given_and_not_before_a_try(tell, task, right, wrong):
    tell(asking(task, right), refused("reveal"), refused("next"), check(wrong), "reveal")


def test_the_right_answer_stands_nowhere_before_it_is_revealed():
    scene = asking(NUMBER, 4711)("en")
    assert scene.receive(check(1))
    assert scene.receive({"do": "hint"})
    assert "4711" not in str(scene.snapshot())
    assert any("Look again." in line.whole for line in outline(scene.snapshot(), "en"))


@pytest.mark.parametrize("tries", [0, -1, 1000])
def test_a_number_of_tries_that_makes_no_sense_is_refused(tries):
    with pytest.raises(ValueError, match="tries"):
        asking(NUMBER, 17, tries=tries)("en")


def test_a_source_must_be_one():
    with pytest.raises(TypeError, match="a source of questions"):
        Exercise(object())
