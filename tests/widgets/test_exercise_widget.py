"""`Exercise`: three tries, hints that cost none, and the explanation afterwards; all through messages of the page."""

import pytest
from book_of_tasks import CARDS, CHOICE, NUMBER, Book, exercise, toggle
from wishes import seen, send

from cardlab.cards import cards
from cardlab.lessons.source import Source
from cardlab.widgets import Exercise


def test_the_right_cards_solve_the_task_in_any_number_of_taps():
    widget, book = exercise(CARDS, cards("9h 7h 8h"))
    send(widget, toggle("9h"), toggle("Kd"), toggle("7h"), toggle("Kd"), toggle("8h"), "check")
    assert widget.solved
    assert book.given == [cards("9h 7h 8h")]
    assert seen(widget)["verdict"] == "yes"
    assert seen(widget)["sentences"] == ["Because."]
    assert seen(widget)["done"]
    assert not seen(widget)["can_reveal"]
    assert seen(widget)["progress"].startswith("1 of 2")
    assert [clause["id"] for clause in seen(widget)["clauses"]] == ["U2.2"]


def test_three_wrong_tries_end_the_task_and_offer_the_answer():
    widget, _ = exercise(CARDS, cards("7h 8h 9h"))
    for left, card in zip((2, 1, 0), ("Kd", "2c", "7h"), strict=True):
        assert not seen(widget)["done"]
        send(widget, "clear", toggle(card), "check")
        assert widget.tries_left == left
        assert seen(widget)["sentences"] == ["Not so.", "Nor so."]
    assert seen(widget)["done"]
    assert seen(widget)["can_reveal"]
    assert not widget.solved
    send(widget, "check", "hint", toggle("7h"))
    assert widget.tries_left == 0
    assert seen(widget)["hand"]["selected"] == ["7h"]
    send(widget, "reveal")
    assert seen(widget)["sentences"] == ["This is it."]
    assert seen(widget)["hand"]["selected"] == ["7h", "8h", "9h"]
    assert seen(widget)["hand"]["marked"] == ["7h", "8h", "9h"]
    assert not seen(widget)["can_reveal"]


def test_the_same_wrong_answer_costs_one_try_however_often_and_in_whatever_order_it_is_given():
    widget, _ = exercise(CARDS, cards("7h 8h 9h"))
    send(widget, toggle("Kd"), toggle("2c"), "check", "check", "check", "clear", toggle("2c"), toggle("Kd"), "check")
    assert widget.tries_left == 2
    assert seen(widget)["title"] == "You have tried this already: it costs nothing again."
    assert seen(widget)["sentences"] == ["Not so.", "Nor so."]
    send(widget, toggle("Kd"), "check")
    assert widget.tries_left == 1


def test_who_has_tried_once_may_ask_for_the_answer_which_ends_the_task():
    widget, book = exercise(NUMBER, 17)
    send(widget, {"do": "number", "text": "3"}, "check", "reveal")
    assert (seen(widget)["number"], seen(widget)["done"], widget.solved) == ("17", True, False)
    send(widget, "check")
    assert book.given == [3]
    send(widget, "next")
    assert seen(widget)["prompt"] == CARDS.prompt


def test_a_hint_costs_no_try_and_stands_beside_what_is_said_of_the_answer():
    widget, _ = exercise(CARDS, cards("7h 8h 9h"))
    send(widget, toggle("Kd"), "check", "hint", "hint", "hint", "hint")
    assert widget.tries_left == 2
    assert seen(widget)["helped"] == ["Look again."]
    assert seen(widget)["sentences"] == ["Not so.", "Nor so."]
    send(widget, toggle("2c"), "check")
    assert seen(widget)["helped"] == ["Look again."]


def test_next_goes_on_only_when_the_task_is_done():
    widget, book = exercise(CHOICE, "no")
    send(widget, "next")
    assert book.place == 0
    send(widget, {"do": "choose", "key": "no"}, "check", "next")
    assert book.place == 1
    assert seen(widget)["prompt"] == CARDS.prompt
    assert seen(widget)["number_of_task"] == 2
    assert (widget.tries_left, widget.solved, seen(widget)["sentences"]) == (3, False, [])
    send(widget, toggle("7h"), toggle("8h"), toggle("9h"), "check")
    assert seen(widget)["progress"] == "2 of 2 solved. Well done, that was all!"


def test_the_answer_is_not_given_away_before_a_try():
    widget, _ = exercise(NUMBER, 17)
    send(widget, "reveal")
    assert seen(widget)["number"] == ""
    assert seen(widget)["sentences"] == []


def test_the_right_answer_stands_in_no_trait_before_it_is_revealed():
    widget, _ = exercise(NUMBER, 4711)
    send(widget, {"do": "number", "text": "1"}, "check", "hint")
    assert "4711" not in str(widget.shown)


def test_a_source_must_be_one():
    assert isinstance(Book(), Source)
    with pytest.raises(TypeError, match="a source of questions"):
        Exercise(object())


@pytest.mark.parametrize("lang", ["en", "de", "nl"])
def test_with_one_try_no_tries_are_counted_and_no_hint_is_given(lang):
    book = Book((NUMBER, 17), (CARDS, cards("7h 8h 9h")))
    widget = Exercise(book, lang, tries=1, hints=False)
    assert seen(widget)["tries"] == ""
    send(widget, "hint")
    assert (seen(widget)["hints"], seen(widget)["sentences"]) == (False, [])
    send(widget, {"do": "number", "text": "1"}, "check")
    assert seen(widget)["done"]
    assert seen(widget)["title"] in ("Not right.", "Nicht richtig.", "Niet goed.")
    send(widget, "next")
    assert seen(widget)["prompt"] == CARDS.prompt


@pytest.mark.parametrize("tries", [0, -1, 1000])
def test_a_number_of_tries_that_makes_no_sense_is_refused(tries):
    with pytest.raises(ValueError, match="tries"):
        Exercise(Book((NUMBER, 17)), tries=tries)
