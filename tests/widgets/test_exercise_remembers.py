"""What an `Exercise` gives the page to remember, and how it goes on from there; the self-check and the review."""

from dataclasses import asdict
from functools import partial

import pytest
from book_of_mistakes import ANSWER, ENTRY
from book_of_tasks import NOW, NUMBER, Book, answer, answer_rightly, on_a_page, other, remembering, seen
from messages import recalled, send

from cardlab.classroom.board_questions import answer_codes
from cardlab.lessons import melds
from cardlab.lessons.protocol import OWN, Answered
from cardlab.lessons.self_check import self_check
from cardlab.lessons.spaced_review import Review
from cardlab.widgets import exercise
from tests.stories import only, refused


def test_it_goes_on_where_the_learner_was():
    widget, stored = remembering(melds.set_or_run(7))
    for _ in range(4):
        answer_rightly(widget)
        send(widget, "next")
    later, _ = remembering(melds.set_or_run(7))
    send(later, recalled(stored))
    for name in ("prompt", "hand", "progress", "choices"):
        assert seen(later)[name] == seen(widget)[name]
    assert seen(later)["progress"].startswith("4 of 6")
    assert (later.source.key, later.source.asked_level) == (widget.source.key, 3)
    another, _ = remembering(melds.set_or_run(8))
    send(another, recalled(stored))
    assert seen(another)["progress"].startswith("0 of 6")


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
        assert seen(queue)["closing"] is None
        answer_rightly(queue)
        send(queue, "next")
    assert seen(queue)["closing"]
    assert sorted([*stored, *more], key=lambda one: one["at"]) == [*stored, *more], "each behind the one before"


def check(given):
    return {"do": "check", "answer": [*answer_codes(given)]}


def right(scene):
    return check(scene.source.solution()[1])


def wrong(scene):
    return check(other(scene))


set_or_run, review, melds_check = (
    partial(melds.set_or_run, 7),
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
    "what an open task has cost survives a reload and counts once": (
        *(set_or_run, {}),
        *(recalled([], open=[OPEN]), recalled([], open=[OPEN]), right, "next"),
    ),
    "a task that was begun stays": (set_or_run, {}, wrong, recalled([SOLVED]), recalled([]), recalled({"0": 1})),
    "torn entries of open tasks are left out quietly": (
        *(set_or_run, {}),
        *(recalled([], open=[OPEN | change, None, 1, []]) for change in TORN),
        *(recalled([], open=torn) for torn in ({}, "x", None, [{}])),
    ),
    "an answer that cannot be used is told and all others count": (
        *(set_or_run, {}),
        recalled([SOLVED | {"key": "\n"}, SOLVED]),
    ),
    "and leaves one try": (set_or_run, {}, recalled([], open=[OPEN | {"tries": 20}])),
    "a storage that fails is told": (
        *(set_or_run, {}),
        *({"do": "trouble", "kind": kind} for kind in ("full", "forbidden", "torn")),
    ),
    "a source that remembers nothing gives nothing to the page": (
        *(lambda: Book((NUMBER, 17), (NUMBER, 17)), {}),
        *(recalled([]), check(17), "next"),
    ),
    "a self-check ends with its summary and begins anew": (
        *(melds_check, IN_A_TEST),
        *(recalled(CHECKED[:-1]), right, "next", *OVER, "next"),
    ),
    "a self-check that was done shows its summary again": (melds_check, IN_A_TEST, recalled(CHECKED), "next"),
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
    make = only(lambda lang: exercise.Exercise(source(), lang, now=lambda: NOW, **more), on_a_page)
    tell(make, *messages)
