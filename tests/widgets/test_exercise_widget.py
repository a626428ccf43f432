"""`Exercise`: tries, hints, how answers are read, the table that it lies on, and what the page is given to remember."""

from dataclasses import asdict
from functools import partial

import pytest
from book_of_tasks import (
    ANSWER,
    CARDS,
    CHOICE,
    CHOICES,
    EMPTY,
    ENTRY,
    NOW,
    NUMBER,
    ONE_CARD,
    PILE,
    RUN,
    Book,
    answer,
    answer_rightly,
    exercise,
    on_a_page,
    other,
    remembering,
)
from messages import blocks, recalled, send

from cardlab import widgets
from cardlab.cards import Card, cards
from cardlab.classroom.board_questions import answer_codes
from cardlab.lessons import melds, turn
from cardlab.lessons.course import drill_named
from cardlab.lessons.protocol import OWN, Answered
from cardlab.lessons.self_check import self_check
from cardlab.lessons.spaced_review import Review
from cardlab.phrasing.labelled_pile import by_rank
from cardlab.widgets.exercise import Exercise
from tests.stories import only, refused


def check(answer):
    return {"do": "check", "answer": [*answer_codes(answer)]}


def asking(task, right, **more):
    return only(lambda lang: Exercise(Book((task, right), (CARDS, RUN)), lang, **more), on_a_page)


def test_three_wrong_tries_end_the_task_and_offer_the_answer(tell):
    wrong = (check(cards(card)) for card in ("Kd", "2c", "7h"))
    tell(asking(CARDS, RUN), *wrong, refused(check(RUN)), refused("hint"), "reveal", refused("reveal"))


def test_the_same_wrong_answer_in_any_order_and_hints_cost_no_try(tell):
    again = (check(cards(one)) for one in ("Kd 2c", "Kd 2c", "2c Kd"))
    tell(asking(CARDS, RUN), *again, "hint", "hint", check(cards("2c")))


def test_what_is_right_in_any_order_solves_and_next_goes_on_to_a_fresh_task_until_all_are_solved(tell):
    solved = (check("no"), refused(check("no")), refused("hint"), refused("reveal"), "next")
    tell(asking(CHOICE, "no"), *solved, check(cards("9h 7h 8h")), check(RUN))


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


@pytest.mark.parametrize(
    ("task", "given", "read"),
    [
        (CARDS, ["9h", "7h", "8h"], cards("9h 7h 8h")),
        (ONE_CARD, ["Kd"], cards("Kd")),
        (EMPTY, [], ()),
        (CHOICE, ["no"], "no"),
        (CHOICES, ["c", "a"], ("a", "c")),
        (PILE, ["7h", "0"], (Card("7h"), 0)),
        *((NUMBER, [text], number) for text, number in [("17", 17), (" 17 ", 17), ("-3", -3), ("−3", -3), ("007", 7)]),
    ],
)
def test_an_answer_is_read_as_the_page_gives_it_and_once_it_is_right_no_other_is_heard(task, given, read):
    widget, book = exercise(task, read)
    for _ in range(2):
        send(widget, {"do": "check", "answer": given}, "hint")
    assert (book.given, widget.solved) == ([read], True)


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
    assert blocks(widget, "verdict")[0]["title"]


SEATS = ["You", "Player on the left", "Player on the right"]


@pytest.mark.parametrize(
    "name",
    ["draw_call.who_wins", "draw_call.who_challenges", "turn.how_begins", "scoring.chips", "disagree.who_wins_under"],
)
def test_what_lies_on_the_table_has_an_owner_or_lies_in_the_middle_and_hands_are_sorted(name):
    for shown in (widgets.Exercise(drill_named(name)(seed)) for seed in range(1, 6)):
        piles = blocks(shown, "pile")
        assert [cloth["seats"] for cloth in blocks(shown, "cloth")] == [SEATS] * bool(piles)
        for pile in piles:
            assert pile["seat"] in (-1, 0, 1, 2)
            if pile["seat"] > 0:
                owner = SEATS[pile["seat"]].lower()
                assert (owner in pile["label"].lower(), owner in pile["short"].lower()) == (True, False)
            if pile["short"] == "Hand":
                held = cards(" ".join(pile["cards"]))
                assert held == by_rank(held)


def test_where_everything_was_deleted_the_review_begins_anew():
    answered, stored = remembering(melds.set_or_run(7))
    answer(answered, other(answered))
    send(answered, "reveal")
    here, _ = remembering(Review(now=lambda: NOW))
    before = [here.source.asked(), here.source.progress()]
    send(here, recalled([entry | {"at": NOW - 10**7} for entry in stored]))
    assert [here.source.asked(), here.source.progress()] != before
    send(here, "forget")
    assert [here.source.asked(), here.source.progress()] == before
    assert not here.answer_log.answers


OPEN = {"drill": "melds.set_or_run", "key": "7 0 0", "level": 1, "tries": 1, "hints": 1, "at": NOW}


@pytest.mark.parametrize("wrong", [0, NOW - 3_600])
def test_after_the_clock_was_set_back_a_mistake_is_due_and_leaves_when_it_is_known(wrong):
    widget, stored = remembering(melds.set_or_run(7))
    answer(widget, other(widget))
    send(widget, "reveal")
    queue, more = remembering(Review(now=lambda: wrong), now=lambda: wrong)
    send(queue, recalled(stored))
    for _ in range(3):
        assert not blocks(queue, "again")
        answer_rightly(queue)
        send(queue, "next")
    assert blocks(queue, "again")
    assert sorted([*stored, *more], key=lambda one: one["at"]) == [*stored, *more], "each behind the one before"


def of_four_right(scene):
    """What a page says on which four questions were solved before."""
    widget, stored = remembering(melds.set_or_run(7))
    for _ in range(4):
        answer_rightly(widget)
        send(widget, "next")
    return recalled(stored)


def right(scene):
    return check(scene.source.words.solution[1])


def wrong(scene):
    return check(other(scene))


def partly(scene):
    return check(scene.source.words.solution[1][:1])


set_or_run, may_discard, review, melds_check = (
    partial(melds.set_or_run, 7),
    partial(turn.may_discard, 3),
    partial(Review, now=lambda: NOW),
    partial(self_check, "melds", 1),
)
CHECKED = [asdict(Answered(one.drill, one.key, one.level, True, 1, 0, NOW)) for one in melds_check().questions]
MISSED = asdict(Answered("melds.set_or_run", "7 0 0", 1, False, 1, 0, NOW - 60))
SOLVED = MISSED | {"right": True}
TORN = ({"tries": -1}, {"tries": True}, {"tries": 99}, {"key": "\n"}, {"drill": "chess.mate"}, {"level": 0})
OWN_OPEN = OPEN | {"drill": OWN, "key": ENTRY["key"], "hints": 0}
FOUND = [asdict(ANSWER)]
IN_A_TEST = {"tries": 1, "hints": False}
OVER = [refused(check(())), refused("hint"), refused("reveal")]
STORIES = {
    "an answer is given to the page when the task has ended": (
        *(set_or_run, {}),
        *(wrong, "hint", "hint", right, "next", wrong, "reveal"),
    ),
    "it goes on where the learner was and what is answered is only explained": (
        *(set_or_run, {}, of_four_right, right, "unfold"),
    ),
    "the answer is unfolded after the hints and ends the task as given up": (
        *(partial(melds.repair, 2), {}, *["unfold"] * 4, refused("unfold"), "next"),
    ),
    "what an open task has cost survives a reload and counts once": (
        *(set_or_run, {}),
        *(recalled([], open=[OPEN]), recalled([], open=[OPEN]), right, "next"),
    ),
    "what is right so far is not marked and what was wrong is told its own reason again": (
        *(may_discard, {}),
        *(partly, check(()), partly, check(()), "reveal"),
    ),
    "a task that was begun stays": (set_or_run, {}, wrong, recalled([SOLVED]), recalled([]), recalled({"0": 1})),
    "a storage that fails and an answer that cannot be used are told, torn open tasks are left out quietly": (
        *(set_or_run, {}),
        *({"do": "trouble", "kind": kind} for kind in ("full", "forbidden", "torn")),
        *(recalled([], open=[OPEN | change, None, 1, []]) for change in TORN),
        *(recalled([], open=torn) for torn in ({}, "x", None, [{}])),
        *(recalled([SOLVED | {"key": "\n"}, SOLVED]), recalled([], open=[OPEN | {"tries": 20, "key": "7 1 0"}])),
    ),
    "a source that remembers nothing gives nothing to the page": (
        *(lambda: Book((NUMBER, 17), (NUMBER, 17)), {}),
        *(recalled([]), check(17), "next"),
    ),
    "a self-check ends with its summary and begins anew": (
        *(melds_check, IN_A_TEST),
        *(refused("unfold"), recalled(CHECKED[:-1]), right, "next", *OVER, "next"),
    ),
    "a mistake comes back in the review": (review, {}, recalled([MISSED]), right, "next"),
    "a mistake of an own round is asked and a torn one told": (
        *(review, {}),
        *(recalled(FOUND, mistakes=[{"key": "torn"}, ENTRY]), check("1"), check("0")),
    ),
    "what a mistake of an own round has cost survives and no lesson is named for it": (
        *(review, {}),
        *(recalled(FOUND, mistakes=[ENTRY], open=[OWN_OPEN]), check("1"), "reveal"),
    ),
    "without its position a mistake is not asked": (review, {}, recalled(FOUND)),
}


@pytest.mark.parametrize("told", STORIES.values(), ids=STORIES)
def test_what_is_remembered_and_shown_of_it(tell, told):
    source, more, *messages = told
    make = only(lambda lang: Exercise(source(), lang, now=lambda: NOW, **more), on_a_page)
    tell(make, *messages)
