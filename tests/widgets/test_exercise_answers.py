"""How an answer of each kind is given in an `Exercise`."""

import pytest
from book_of_tasks import CARDS, CHOICE, CHOICES, EMPTY, NUMBER, ONE_CARD, PILE, exercise, seen
from messages import send

from cardlab.cards import Card, cards

SEVEN = Card("7h")


@pytest.mark.parametrize(
    ("task", "given", "read"),
    [
        (CARDS, ["9h", "7h", "8h"], cards("9h 7h 8h")),
        (ONE_CARD, ["Kd"], cards("Kd")),
        (EMPTY, [], ()),
        (CHOICE, ["no"], "no"),
        (CHOICES, ["c", "a"], ("a", "c")),
        (PILE, ["7h", "0"], (SEVEN, 0)),
        *((NUMBER, [text], number) for text, number in [("17", 17), (" 17 ", 17), ("-3", -3), ("−3", -3), ("007", 7)]),
    ],
)
def test_an_answer_is_read_as_the_page_gives_it_and_once_it_is_right_no_other_is_heard(task, given, read):
    widget, book = exercise(task, read)
    for _ in range(2):
        send(widget, {"do": "check", "answer": given}, "hint")
    assert (book.given, widget.solved, seen(widget)["helped"]) == ([read], True, [])


@pytest.mark.parametrize(
    ("task", "given"),
    [
        *((CARDS, given) for given in ([], ["Ks"], ["7h", "7h"], ["7h", "8h", "Kx"], ["a"], ["0"] * 100)),
        (ONE_CARD, ["7h", "Kd"]),
        (CHOICE, []),
        (CHOICE, ["yes", "no"]),
        (CHOICES, []),
        *((PILE, given) for given in ([], ["7h"], ["0"], ["7h", "2"], ["7h", "-1"], ["0", "7h"])),
        *((NUMBER, [text]) for text in ("", "x", "1.5", "1_7", "--3", "-−3", "- 3", "9" * 5000)),
        (NUMBER, []),
    ],
)
def test_what_is_no_answer_yet_or_what_no_page_would_send_costs_no_try(task, given):
    widget, book = exercise(task, None)
    send(widget, {"do": "check", "answer": given})
    assert (book.given, widget.tries_left) == ([], 3)
    assert seen(widget)["title"]
