"""`Exercise`: three tries, hints that cost none, and the explanation afterwards; all through messages of the page."""

import pytest
from book_of_tasks import CARDS, CHOICE, NUMBER, RUN, Book, answer, exercise, seen
from messages import can, send

from cardlab.cards import cards
from cardlab.phrasing.catalogue import say
from cardlab.widgets import Exercise

WRONG = ["Not so.", "Nor so."]


def test_the_right_cards_in_any_order_solve_the_task():
    widget, _ = exercise(CARDS, cards("9h 7h 8h"))
    answer(widget, cards("9h 7h 8h"))
    assert widget.solved
    assert (seen(widget)["verdict"], seen(widget)["sentences"]) == ("yes", ["Because."])
    assert (seen(widget)["done"], can(widget, "exercise.reveal")) == (True, False)
    assert seen(widget)["progress"].startswith("1 of 2")
    assert seen(widget)["clauses"] == ["U2.2"]


def test_three_wrong_tries_end_the_task_and_offer_the_answer():
    widget, _ = exercise(CARDS, RUN)
    for left, card in zip((2, 1, 0), ("Kd", "2c", "7h"), strict=True):
        assert not seen(widget)["done"]
        answer(widget, cards(card))
        assert (widget.tries_left, seen(widget)["sentences"]) == (left, WRONG)
    assert (seen(widget)["done"], can(widget, "exercise.reveal"), widget.solved) == (True, True, False)
    before = widget.shown
    answer(widget, RUN)
    send(widget, "hint")
    assert widget.shown == before
    send(widget, "reveal")
    assert seen(widget)["hand"]["marked"] == ["7h", "8h", "9h"]
    assert not can(widget, "exercise.reveal")


def test_the_same_wrong_answer_costs_one_try_however_often_and_in_whatever_order_it_is_given():
    widget, _ = exercise(CARDS, RUN)
    answer(widget, cards("Kd 2c"), cards("Kd 2c"), cards("2c Kd"))
    assert widget.tries_left == 2
    assert seen(widget)["title"] == "You have tried this already: it costs nothing again."
    assert seen(widget)["sentences"] == WRONG
    answer(widget, cards("2c"))
    assert widget.tries_left == 1


def test_a_hint_costs_no_try_and_stands_beside_what_is_said_of_the_answer():
    widget, _ = exercise(CARDS, RUN)
    answer(widget, cards("Kd"))
    send(widget, *["hint"] * 4)
    assert (widget.tries_left, seen(widget)["helped"], seen(widget)["sentences"]) == (2, ["Look again."], WRONG)
    answer(widget, cards("2c"))
    assert seen(widget)["helped"] == ["Look again."]


def test_next_goes_on_to_a_fresh_task():
    widget, _ = exercise(CHOICE, "no")
    answer(widget, "no")
    send(widget, "next")
    assert seen(widget)["prompt"] == CARDS.prompt
    assert (widget.tries_left, widget.solved, seen(widget)["sentences"]) == (3, False, [])
    answer(widget, RUN)
    assert seen(widget)["progress"] == "2 of 2 solved. Well done, that was all!"


def test_the_right_answer_stands_in_no_trait_before_it_is_revealed():
    widget, _ = exercise(NUMBER, 4711)
    answer(widget, 1)
    send(widget, "hint")
    assert "4711" not in str(widget.shown)


@pytest.mark.parametrize("lang", ["en", "de", "nl"])
def test_with_one_try_no_tries_are_counted_and_no_hint_is_given(lang):
    widget = Exercise(Book((NUMBER, 17), (CARDS, RUN)), lang, tries=1, hints=False)
    assert say("exercise.tries_left", lang, count=1) not in str(widget.shown)
    before = widget.shown
    send(widget, "hint")
    assert widget.shown == before
    answer(widget, 1)
    assert seen(widget)["done"]
    assert seen(widget)["title"] == say("exercise.not_right", lang)


@pytest.mark.parametrize("tries", [0, -1, 1000])
def test_a_number_of_tries_that_makes_no_sense_is_refused(tries):
    with pytest.raises(ValueError, match="tries"):
        Exercise(Book((NUMBER, 17)), tries=tries)


def test_a_source_must_be_one():
    with pytest.raises(TypeError, match="a source of questions"):
        Exercise(object())
