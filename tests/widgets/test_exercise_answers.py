"""How an answer of each kind is given in an `Exercise`, and how it is shown there."""

import pytest
from book_of_tasks import CARDS, CHOICE, CHOICES, EMPTY, NUMBER, ONE_CARD, PILE, exercise, toggle
from wishes import seen, send

from cardlab.cards import cards


@pytest.mark.parametrize("lang", ["en", "de", "nl"])
@pytest.mark.parametrize(
    ("task", "answer"),
    [(CARDS, cards("7h 8h 9h")), (CHOICE, "no"), (CHOICES, ("a",)), (NUMBER, 17), (PILE, (cards("7h")[0], 0))],
)
def test_an_answer_that_is_none_yet_costs_no_try(task, answer, lang):
    widget, book = exercise(task, answer, lang)
    send(widget, "check")
    assert widget.tries_left == 3
    assert book.given == []
    assert seen(widget)["title"]


def test_none_of_them_is_an_answer_where_the_task_says_so():
    widget, book = exercise(EMPTY, ())
    send(widget, "check")
    assert book.given == [()]
    assert widget.solved


def test_a_single_card_replaces_the_one_before():
    widget, book = exercise(ONE_CARD, cards("Kd"))
    send(widget, toggle("7h"), toggle("Kd"), "all", "check")
    assert book.given == [cards("Kd")]
    assert widget.solved


def test_one_choice_is_its_key_and_several_are_keys_in_the_order_of_the_task():
    widget, book = exercise(CHOICE, "no")
    send(widget, {"do": "choose", "key": "yes"}, {"do": "choose", "key": "no"}, "check")
    assert book.given == ["no"]
    widget, book = exercise(CHOICES, ("a", "c"))
    choosing = [{"do": "choose", "key": key} for key in "cbab"]
    send(widget, *choosing, "check")
    assert book.given == [("a", "c")]
    assert [choice["chosen"] for choice in seen(widget)["choices"]] == [True, False, True]


@pytest.mark.parametrize(("text", "number"), [("17", 17), (" 17 ", 17), ("-3", -3), ("−3", -3), ("007", 7)])
def test_a_whole_number_is_read(text, number):
    widget, book = exercise(NUMBER, 17)
    send(widget, {"do": "number", "text": text}, "check")
    assert book.given == [number]


@pytest.mark.parametrize("text", ["", "x", "1.5", "1_7", "--3", "-−3", "- 3", "9" * 5000])
def test_what_is_no_whole_number_costs_no_try(text):
    widget, book = exercise(NUMBER, 17)
    send(widget, {"do": "number", "text": text}, "check")
    assert book.given == []
    assert widget.tries_left == 3


def test_a_card_and_a_pile_are_both_needed():
    widget, book = exercise(PILE, (cards("7h")[0], 0))
    send(widget, toggle("7h"), "check", {"do": "pile", "pile": 2}, {"do": "pile", "pile": -1}, "check")
    assert book.given == []
    send(widget, {"do": "pile", "pile": 1}, {"do": "pile", "pile": 0}, "check")
    assert book.given == [(cards("7h")[0], 0)]
    assert widget.solved
    assert [pile["chosen"] for pile in seen(widget)["piles"]] == [True, False]


@pytest.mark.parametrize(
    ("task", "answer", "where"),
    [
        (CHOICE, "no", lambda shown: [choice["key"] for choice in shown["choices"] if choice["chosen"]] == ["no"]),
        (CHOICES, ("a", "c"), lambda shown: [one["key"] for one in shown["choices"] if one["chosen"]] == ["a", "c"]),
        (NUMBER, 17, lambda shown: shown["number"] == "17"),
        (PILE, (cards("7h")[0], 0), lambda shown: shown["hand"]["selected"] == ["7h"] and shown["piles"][0]["chosen"]),
    ],
)
def test_the_answer_is_shown_where_it_would_have_been_given(task, answer, where):
    widget, book = exercise(task, answer)
    wrong = [toggle("Kd"), {"do": "pile", "pile": 1}]
    wrong += [{"do": "choose", "key": key} for key in ("b", "yes") if key in dict(task.choices)]
    send(widget, *wrong, {"do": "number", "text": "1"}, "check")
    assert len(book.given) == 1
    assert not where(seen(widget))
    send(widget, "reveal")
    assert where(seen(widget))


@pytest.mark.parametrize("answer", [["Ks"], ["7h", "7h"], ["7h", "8h", "Kx"], ["a"], ["0"] * 100])
def test_what_no_page_would_send_is_no_answer(answer):
    widget, book = exercise(CARDS, cards("7h 8h 9h"))
    send(widget, {"do": "check", "answer": answer})
    assert (book.given, widget.tries_left) == ([], 3)


def test_once_it_is_done_no_answer_is_heard_and_before_nothing_that_ends_it():
    widget, book = exercise(CHOICE, "no")
    send(widget, "reveal", "next")
    assert (book.place, book.given, seen(widget)["done"]) == (0, [], False)
    send(widget, {"do": "check", "answer": ["no"]}, {"do": "check", "answer": ["yes"]}, "hint")
    assert book.given == ["no"]
    assert widget.solved
