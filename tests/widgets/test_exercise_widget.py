"""`Exercise`: three tries, hints that cost none, and the explanation afterwards; all through messages of the page."""

from dataclasses import asdict

import pytest

from cardlab.cards import cards
from cardlab.lessons import melds
from cardlab.lessons.protocol import Source, Task, Verdict
from cardlab.lessons.review import Review
from cardlab.lessons.self_check import self_check
from cardlab.widgets import Exercise

CARDS = Task("Select the run.", cards("7h 8h 9h Kd 2c"), multiple=True)
ONE_CARD = Task("Which card is dearest?", cards("7h Kd"))
EMPTY = Task("Select what may stay.", cards("7h Kd"), multiple=True, may_be_empty=True)
CHOICE = Task("Is it a meld?", cards("7h 8h"), kind="choice", choices=(("yes", "Yes"), ("no", "No")))
CHOICES = Task("Which are melds?", choices=(("a", "A"), ("b", "B"), ("c", "C")), kind="choice", multiple=True)
NUMBER = Task("How many points?", cards("7h Kd"), kind="number")
PILE = Task("Lay off.", cards("7h Kd"), piles=(cards("4h 5h 6h"), cards("Ks Kh Kc")), kind="card_and_pile")


class Book:
    """A source with a right answer for each of its tasks; it notes what it was asked."""

    def __init__(self, *pages):
        self.pages = pages
        self.place = 0
        self.solved = set()
        self.asked = []

    def task(self):
        return self.pages[self.place % len(self.pages)][0]

    def check(self, answer):
        self.asked.append(answer)
        right = answer == self.pages[self.place % len(self.pages)][1]
        if right:
            self.solved.add(self.place)
        return Verdict(right, ("Because.",) if right else ("Not so.", "Nor so."), ("U2.2",))

    def hint(self):
        return "Look again."

    def solution(self):
        return "This is it.", self.pages[self.place % len(self.pages)][1]

    def next(self):
        self.place += 1

    def progress(self):
        return len(self.solved), len(self.pages)


def exercise(task, answer, lang="en"):
    book = Book((task, answer), (CARDS, cards("7h 8h 9h")))
    return Exercise(book, lang), book


def send(widget, *wishes):
    for wish in wishes:
        widget._handle_custom_msg({"do": wish} if isinstance(wish, str) else wish, [])


def toggle(card):
    return {"do": "toggle", "card": card}


def test_the_right_cards_solve_the_task_in_any_number_of_taps():
    widget, book = exercise(CARDS, cards("9h 7h 8h"))
    send(widget, toggle("9h"), toggle("Kd"), toggle("7h"), toggle("Kd"), toggle("8h"), "check")
    assert widget.solved
    assert book.asked == [cards("9h 7h 8h")]
    assert widget.shown["verdict"] == "yes"
    assert widget.shown["sentences"] == ["Because."]
    assert widget.shown["done"]
    assert not widget.shown["can_reveal"]
    assert widget.shown["progress"].startswith("1 of 2")
    assert [clause["id"] for clause in widget.shown["clauses"]] == ["U2.2"]


def test_three_wrong_tries_end_the_task_and_offer_the_answer():
    widget, _ = exercise(CARDS, cards("7h 8h 9h"))
    send(widget, toggle("Kd"))
    for left in (2, 1, 0):
        assert not widget.shown["done"]
        send(widget, "check")
        assert widget.tries_left == left
        assert widget.shown["sentences"] == ["Not so.", "Nor so."]
    assert widget.shown["done"]
    assert widget.shown["can_reveal"]
    assert not widget.solved
    send(widget, "check", "hint", toggle("7h"))
    assert widget.tries_left == 0
    assert widget.shown["hand"]["selected"] == ["Kd"]
    send(widget, "reveal")
    assert widget.shown["sentences"] == ["This is it."]
    assert widget.shown["hand"]["selected"] == ["7h", "8h", "9h"]
    assert widget.shown["hand"]["marked"] == ["7h", "8h", "9h"]
    assert not widget.shown["can_reveal"]


def test_a_hint_costs_no_try():
    widget, _ = exercise(CARDS, cards("7h 8h 9h"))
    send(widget, "hint", "hint", "hint", "hint")
    assert widget.tries_left == 3
    assert widget.shown["sentences"] == ["Look again."]


@pytest.mark.parametrize("lang", ["en", "de", "nl"])
@pytest.mark.parametrize(
    ("task", "answer"),
    [(CARDS, cards("7h 8h 9h")), (CHOICE, "no"), (CHOICES, ("a",)), (NUMBER, 17), (PILE, (cards("7h")[0], 0))],
)
def test_an_answer_that_is_none_yet_costs_no_try(task, answer, lang):
    widget, book = exercise(task, answer, lang)
    send(widget, "check")
    assert widget.tries_left == 3
    assert book.asked == []
    assert widget.shown["title"]


def test_none_of_them_is_an_answer_where_the_task_says_so():
    widget, book = exercise(EMPTY, ())
    send(widget, "check")
    assert book.asked == [()]
    assert widget.solved


def test_a_single_card_replaces_the_one_before():
    widget, book = exercise(ONE_CARD, cards("Kd"))
    send(widget, toggle("7h"), toggle("Kd"), "all", "check")
    assert book.asked == [cards("Kd")]
    assert widget.solved


def test_one_choice_is_its_key_and_several_are_keys_in_the_order_of_the_task():
    widget, book = exercise(CHOICE, "no")
    send(widget, {"do": "choose", "key": "yes"}, {"do": "choose", "key": "no"}, "check")
    assert book.asked == ["no"]
    widget, book = exercise(CHOICES, ("a", "c"))
    choosing = [{"do": "choose", "key": key} for key in "cbab"]
    send(widget, *choosing, "check")
    assert book.asked == [("a", "c")]
    assert [choice["chosen"] for choice in widget.shown["choices"]] == [True, False, True]


@pytest.mark.parametrize(("text", "number"), [("17", 17), (" 17 ", 17), ("-3", -3), ("−3", -3), ("007", 7)])
def test_a_whole_number_is_read(text, number):
    widget, book = exercise(NUMBER, 17)
    send(widget, {"do": "number", "text": text}, "check")
    assert book.asked == [number]


@pytest.mark.parametrize("text", ["", "x", "1.5", "1_7", "--3", "-−3", "- 3", "9" * 5000, 17, None, ["17"]])
def test_what_is_no_whole_number_costs_no_try(text):
    widget, book = exercise(NUMBER, 17)
    send(widget, {"do": "number", "text": text}, "check")
    assert book.asked == []
    assert widget.tries_left == 3


def test_a_card_and_a_pile_are_both_needed():
    widget, book = exercise(PILE, (cards("7h")[0], 0))
    send(widget, toggle("7h"), "check", {"do": "pile", "pile": 2}, {"do": "pile", "pile": -1}, "check")
    assert book.asked == []
    send(widget, {"do": "pile", "pile": 1}, {"do": "pile", "pile": 0}, "check")
    assert book.asked == [(cards("7h")[0], 0)]
    assert widget.solved
    assert [pile["chosen"] for pile in widget.shown["piles"]] == [True, False]


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
    wrong = [toggle("Kd"), {"do": "pile", "pile": 1}, {"do": "choose", "key": "b"}, {"do": "choose", "key": "yes"}]
    send(widget, *wrong, {"do": "number", "text": "1"}, "check", "check", "check")
    assert len(book.asked) == 3
    assert not where(widget.shown)
    send(widget, "reveal")
    assert where(widget.shown)


def test_next_goes_on_only_when_the_task_is_done():
    widget, book = exercise(CHOICE, "no")
    send(widget, "next")
    assert book.place == 0
    send(widget, {"do": "choose", "key": "no"}, "check", "next")
    assert book.place == 1
    assert widget.shown["prompt"] == CARDS.prompt
    assert widget.shown["number_of_task"] == 2
    assert (widget.tries_left, widget.solved, widget.shown["sentences"]) == (3, False, [])
    send(widget, toggle("7h"), toggle("8h"), toggle("9h"), "check")
    assert widget.shown["progress"] == "2 of 2 solved. Well done, that was all!"


def test_the_answer_is_not_given_away_before_the_last_try():
    widget, _ = exercise(NUMBER, 17)
    send(widget, "reveal")
    assert widget.shown["number"] == ""
    assert widget.shown["sentences"] == []


def test_the_right_answer_stands_in_no_trait_before_it_is_revealed():
    widget, _ = exercise(NUMBER, 4711)
    send(widget, {"do": "number", "text": "1"}, "check", "hint")
    assert "4711" not in str(widget.shown)


def test_a_source_must_be_one():
    assert isinstance(Book(), Source)
    with pytest.raises(TypeError, match="task, check, hint"):
        Exercise(object())


def test_repr_names_no_memory():
    widget, _ = exercise(NUMBER, 17)
    assert "0x" not in repr(widget)


# What is remembered.

NOW = 1_790_000_000


def remembering(source, **more):
    """An exercise, and the list of what it gives the page to remember."""
    widget = Exercise(source, now=lambda: NOW, **more)
    kept = []
    widget.send = lambda content, buffers=None: kept.extend(content["remember"])
    return widget, kept


def choose(widget, answer):
    for chosen in answer if isinstance(answer, tuple) else (answer,):
        send(widget, {"do": "choose", "key": chosen})
    send(widget, "check")


def other(widget):
    right = widget.source.solution()[1]
    return next(choice["key"] for choice in widget.shown["choices"] if choice["key"] != right)


def test_an_answer_is_given_to_the_page_when_the_task_has_ended():
    widget, kept = remembering(melds.set_or_run("en", 7))
    assert widget.shown["remembers"] == ["melds.set_or_run"]
    choose(widget, other(widget))
    send(widget, "hint", "hint")
    assert kept == []
    key = widget.source.key
    choose(widget, widget.source.solution()[1])
    assert kept == [
        {"drill": "melds.set_or_run", "key": key, "level": 1, "right": True, "tries": 2, "hints": 2, "at": NOW}
    ]
    send(widget, "next")
    for _ in range(3):
        choose(widget, other(widget))
    send(widget, "reveal")
    assert [(one["right"], one["tries"], one["hints"]) for one in kept] == [(True, 2, 2), (False, 3, 0)]
    assert [asdict(answer) for answer in widget.log.answers] == sorted(kept, key=lambda one: one["key"])


def test_it_goes_on_where_the_learner_was():
    widget, kept = remembering(melds.set_or_run("en", 7))
    for _ in range(4):
        choose(widget, widget.source.solution()[1])
        send(widget, "next")
    later, _ = remembering(melds.set_or_run("en", 7))
    send(later, {"do": "recall", "log": kept})
    for name in ("prompt", "hand", "progress", "choices"):
        assert later.shown[name] == widget.shown[name]
    assert later.shown["progress"].startswith("4 of 6")
    assert (later.source.key, later.source.asked_level) == (widget.source.key, 3)
    another, _ = remembering(melds.set_or_run("en", 8))
    send(another, {"do": "recall", "log": kept})
    assert another.shown["progress"].startswith("0 of 6")


def test_a_task_that_was_begun_stays_and_nothing_is_lost():
    widget, kept = remembering(melds.set_or_run("en", 7))
    choose(widget, widget.source.solution()[1])
    later, _ = remembering(melds.set_or_run("en", 7))
    choose(later, other(later))
    before = later.shown
    send(later, {"do": "recall", "log": kept})
    assert later.shown == before
    send(later, {"do": "recall", "log": []}, {"do": "recall"}, {"do": "recall", "log": {"0": 1}})
    assert later.tries_left == 2


@pytest.mark.parametrize(
    "change", [{"drill": "chess.mate"}, {"level": 9}, {"at": 1}, {"key": "\n"}, {"right": "yes"}, {"more": 1}]
)
def test_a_memory_that_cannot_be_used_is_told_and_nothing_else_changes(change):
    widget, kept = remembering(melds.set_or_run("en", 7))
    choose(widget, widget.source.solution()[1])
    later, _ = remembering(melds.set_or_run("en", 7))
    before = later.shown
    send(later, {"do": "recall", "log": [kept[0] | change]})
    assert later.shown["memory"].endswith(".")
    assert later.shown | {"memory": ""} == before


@pytest.mark.parametrize("kind", ["full", "forbidden", "torn"])
def test_a_storage_that_fails_is_told(kind):
    widget, _ = remembering(melds.set_or_run("en", 7))
    send(widget, {"do": "trouble", "kind": kind})
    assert widget.shown["memory"]
    send(widget, {"do": "trouble", "kind": "anything"})
    assert widget.shown["memory"]


def test_a_source_that_remembers_nothing_gives_nothing_to_the_page():
    widget, _ = exercise(NUMBER, 17)
    kept = []
    widget.send = lambda content, buffers=None: kept.append(content)
    send(widget, {"do": "recall", "log": []}, {"do": "number", "text": "17"}, "check", "next")
    assert kept == []
    assert widget.shown["remembers"] == []


# One try and no hints.


@pytest.mark.parametrize("lang", ["en", "de", "nl"])
def test_with_one_try_no_tries_are_counted_and_no_hint_is_given(lang):
    book = Book((NUMBER, 17), (CARDS, cards("7h 8h 9h")))
    widget = Exercise(book, lang, tries=1, hints=False)
    assert widget.shown["tries"] == ""
    send(widget, "hint")
    assert (widget.shown["hints"], widget.shown["sentences"]) == (False, [])
    send(widget, {"do": "number", "text": "1"}, "check")
    assert widget.shown["done"]
    assert widget.shown["title"] in ("Not right.", "Nicht richtig.", "Niet goed.")
    send(widget, "next")
    assert widget.shown["prompt"] == CARDS.prompt


@pytest.mark.parametrize("tries", [0, -1, 1000])
def test_a_number_of_tries_that_makes_no_sense_is_refused(tries):
    with pytest.raises(ValueError, match="tries"):
        Exercise(Book((NUMBER, 17)), tries=tries)


def answer_rightly(widget):
    """Answers the present task as the page would."""
    answer = widget.source.solution()[1]
    match widget.shown["kind"]:
        case "choice":
            choose(widget, answer)
        case "number":
            send(widget, {"do": "number", "text": str(answer)}, "check")
        case "cards":
            send(widget, *(toggle(card.code) for card in answer), "check")
        case _:
            send(widget, toggle(answer[0].code), {"do": "pile", "pile": answer[1]}, "check")


def test_a_self_check_ends_with_its_summary_and_begins_anew():
    widget, kept = remembering(self_check("melds", "en", 1), tries=1, hints=False)
    total = len(widget.source.questions)
    assert widget.shown["progress"] == f"Question 1 of {total}, 0 right so far."
    for _ in range(total):
        assert widget.shown["closing"] is None
        answer_rightly(widget)
        assert widget.shown["verdict"] == "yes"
        send(widget, "next")
    assert widget.shown["closing"]["title"] == f"{total} of {total} right."
    assert len(kept) == total
    send(widget, "check", "hint", "reveal")
    assert len(kept) == total
    later, _ = remembering(self_check("melds", "en", 1), tries=1, hints=False)
    send(later, {"do": "recall", "log": kept})
    assert later.shown["closing"] == widget.shown["closing"]
    send(later, "next")
    assert later.shown["closing"] is None
    assert later.shown["progress"] == f"Question 1 of {total}, 0 right so far."


def test_a_mistake_comes_back_in_the_review():
    widget, kept = remembering(melds.set_or_run("en", 7))
    for _ in range(3):
        choose(widget, other(widget))
    queue, more = remembering(Review("en", now=lambda: NOW + 60))
    assert queue.shown["closing"]["title"] == "There is nothing to review now."
    send(queue, {"do": "recall", "log": kept})
    assert queue.shown["closing"] is None
    assert queue.shown["hand"]["cards"] == widget.shown["hand"]["cards"]
    answer_rightly(queue)
    send(queue, "next")
    assert [one["key"] for one in more] == [kept[0]["key"]]
    assert queue.shown["closing"]["sentences"]
