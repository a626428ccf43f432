"""What an `Exercise` gives the page to remember, and how it goes on from there; the self-check and the review."""

from dataclasses import asdict

import pytest
from book_of_mistakes import ANSWER, ENTRY
from book_of_tasks import NOW, NUMBER, answer, answer_rightly, exercise, other, remembering, seen
from messages import blocks, recalled, send

from cardlab.lessons import melds
from cardlab.lessons.protocol import OWN
from cardlab.lessons.self_check import self_check
from cardlab.lessons.spaced_review import Review
from cardlab.phrasing.catalogue import say
from cardlab.widgets import Exercise, Progress


def test_an_answer_is_given_to_the_page_when_the_task_has_ended():
    widget, stored = remembering(melds.set_or_run(7))
    assert [one["drills"] for one in blocks(widget, "memory")] == [["melds.set_or_run"]]
    answer(widget, other(widget))
    send(widget, "hint", "hint")
    assert stored == []
    key = widget.source.key
    answer_rightly(widget)
    assert stored == [
        {"drill": "melds.set_or_run", "key": key, "level": 1, "right": True, "tries": 2, "hints": 2, "at": NOW}
    ]
    send(widget, "next")
    answer(widget, other(widget))
    send(widget, "reveal")
    assert [(one["right"], one["tries"], one["hints"]) for one in stored] == [(True, 2, 2), (False, 1, 0)]
    assert [asdict(answer) for answer in widget.answer_log.answers] == sorted(stored, key=lambda one: one["key"])


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


@pytest.mark.parametrize("source", [lambda: melds.set_or_run(7), lambda: Review(now=lambda: NOW)])
def test_where_everything_was_deleted_an_exercise_begins_anew(source):
    answered, stored = remembering(melds.set_or_run(7))
    answer(answered, other(answered))
    send(answered, "reveal")
    here, _ = remembering(source())
    before = [here.source.asked(), here.source.progress()]
    send(here, recalled([entry | {"at": NOW - 10**7} for entry in stored]))
    assert [here.source.asked(), here.source.progress()] != before
    send(here, "forget")
    assert [here.source.asked(), here.source.progress()] == before
    assert not here.answer_log.answers


def test_a_task_that_was_begun_stays_and_nothing_is_lost():
    widget, stored = remembering(melds.set_or_run(7))
    answer_rightly(widget)
    later, _ = remembering(melds.set_or_run(7))
    answer(later, other(later))
    before = later.shown
    send(later, recalled(stored))
    assert later.shown == before
    send(later, recalled([]), recalled({"0": 1}))
    assert later.tries_left == 2


def begun(source):
    """An exercise of which one wrong answer and a hint are known, and what the page keeps of that."""
    widget, stored = Exercise(source, now=lambda: NOW), []
    widget.send = lambda content, buffers=None: stored.append(content)
    answer(widget, other(widget))
    send(widget, "hint")
    assert [list(one) for one in stored] == [["begun"], ["begun"]]
    return widget, stored[-1]["begun"]


def test_what_an_open_task_has_cost_survives_a_reload():
    widget, open_tasks = begun(melds.set_or_run(7))
    asked = {"drill": "melds.set_or_run", "key": widget.source.key, "level": 1, "at": NOW}
    assert open_tasks == [asked | {"tries": 1, "hints": 1}]
    later, stored = remembering(melds.set_or_run(7))
    send(later, recalled([], open=open_tasks))
    assert later.tries_left == 2
    send(later, recalled([], open=open_tasks))
    assert later.tries_left == 2
    answer_rightly(later)
    assert stored == [asked | {"right": True, "tries": 2, "hints": 1}]
    send(later, "next")
    assert later.tries_left == 3
    at_the_end, _ = remembering(melds.set_or_run(7))
    send(at_the_end, recalled([], open=[open_tasks[0] | {"tries": 20}]))
    assert at_the_end.tries_left == 1


@pytest.mark.parametrize(
    "change",
    [{"tries": -1}, {"tries": True}, {"tries": 99}, {"key": "\n"}, {"drill": "chess.mate"}, {"level": 0}],
)
def test_a_torn_entry_of_an_open_task_is_left_out_quietly(change):
    _, (entry,) = begun(melds.set_or_run(7))
    later, _ = remembering(melds.set_or_run(7))
    before = later.shown
    send(later, recalled([], open=[entry | change, None, 1, []]))
    assert later.shown == before
    for torn in ({}, "x", None, [{}]):
        send(later, recalled([], open=torn))
    assert later.shown == before


@pytest.mark.parametrize("change", [{"drill": 7}, {"level": 9}, {"key": "\n"}, {"right": "yes"}])
def test_an_answer_that_cannot_be_used_is_told_and_all_others_count(change):
    widget, stored = remembering(melds.set_or_run(7))
    answer_rightly(widget)
    later, _ = remembering(melds.set_or_run(7))
    send(later, recalled([stored[0] | change, *stored]))
    assert seen(later)["memory"] == say("progress.left_out", count=1)
    assert [asdict(one) for one in later.answer_log.answers] == stored
    assert seen(later)["progress"].startswith("1 of 6")


@pytest.mark.parametrize("wrong", [0, 1_420_070_400, NOW + 3 * 86_400, 4_102_444_800])
def test_a_clock_that_was_or_is_wrong_costs_no_answer_on_any_page(wrong):
    widget = Exercise(melds.set_or_run(7), now=lambda: wrong)
    stored = []
    widget.send = lambda content, buffers=None: stored.extend(content.get("remember", ()))
    answer_rightly(widget)
    good = [stored[0] | {"key": f"1 {place} 0", "at": NOW - 5_000 + place} for place in range(500)]
    for known, now in (([*good, *stored], NOW), (good, wrong)):
        for page in (
            Exercise(melds.set_or_run(7), now=lambda now=now: now),
            Exercise(Review(now=lambda now=now: now)),
            Progress(now=lambda now=now: now),
        ):
            send(page, recalled(known))
            assert len(page.answer_log.answers) == len(known)


@pytest.mark.parametrize("wrong", [0, 1_420_070_400, NOW - 3_600])
def test_after_the_clock_was_set_back_a_mistake_is_due_and_leaves_when_it_is_known(wrong):
    widget, stored = remembering(melds.set_or_run(7))
    answer(widget, other(widget))
    send(widget, "reveal")
    queue, more = Exercise(Review(now=lambda: wrong), now=lambda: wrong), []
    queue.send = lambda content, buffers=None: more.extend(content.get("remember", ()))
    send(queue, recalled(stored))
    for _ in range(3):
        assert seen(queue)["closing"] is None
        answer_rightly(queue)
        send(queue, "next")
    assert seen(queue)["closing"]
    assert sorted([*stored, *more], key=lambda one: one["at"]) == [*stored, *more], "each behind the one before"


@pytest.mark.parametrize("kind", ["full", "forbidden", "torn"])
def test_a_storage_that_fails_is_told(kind):
    widget, _ = remembering(melds.set_or_run(7))
    send(widget, {"do": "trouble", "kind": kind})
    assert seen(widget)["memory"]


def test_a_source_that_remembers_nothing_gives_nothing_to_the_page():
    widget, _ = exercise(NUMBER, 17)
    stored = []
    widget.send = lambda content, buffers=None: stored.append(content)
    send(widget, recalled([]))
    answer(widget, 17)
    send(widget, "next")
    assert (stored, blocks(widget, "memory")) == ([], [])


def test_a_self_check_ends_with_its_summary_and_begins_anew():
    widget, stored = remembering(self_check("melds", 1), tries=1, hints=False)
    total = len(widget.source.questions)
    assert seen(widget)["progress"] == f"Question 1 of {total}, 0 right so far. You need all {total}."
    for _ in range(total):
        assert seen(widget)["closing"] is None
        answer_rightly(widget)
        assert seen(widget)["verdict"] == "yes"
        send(widget, "next")
    assert seen(widget)["prompt"] == f"{total} of {total} right."
    assert len(stored) == total
    send(widget, {"do": "check", "answer": []}, "hint", "reveal")
    assert len(stored) == total
    later, _ = remembering(self_check("melds", 1), tries=1, hints=False)
    send(later, recalled(stored))
    assert [seen(later)[what] for what in ("prompt", "closing")] == [
        seen(widget)[what] for what in ("prompt", "closing")
    ]
    send(later, "next")
    assert seen(later)["closing"] is None
    assert seen(later)["progress"] == f"Question 1 of {total}, 0 right so far. You need all {total}."


def test_a_mistake_comes_back_in_the_review():
    widget, stored = remembering(melds.set_or_run(7))
    answer(widget, other(widget))
    send(widget, "reveal")
    queue, more = remembering(Review(now=lambda: NOW + 60))
    assert seen(queue)["prompt"] == "There is nothing to review now."
    send(queue, recalled(stored))
    assert seen(queue)["closing"] is None
    assert seen(queue)["hand"]["cards"] == seen(widget)["hand"]["cards"]
    answer_rightly(queue)
    send(queue, "next")
    assert [one["key"] for one in more] == [stored[0]["key"]]
    assert seen(queue)["closing"]


RECALL = recalled([asdict(ANSWER)])


def test_a_mistake_of_an_own_round_is_asked_and_a_torn_one_is_told_and_loses_nothing():
    widget, stored = remembering(Review(now=lambda: NOW))
    send(widget, recalled([asdict(ANSWER)], mistakes=[{"key": "torn"}, ENTRY]))
    assert seen(widget)["hand"]["cards"]
    assert {choice["value"] for choice in seen(widget)["choices"]} == {"0", "1"}
    texts = "Exercises from your own rounds that cannot be read: 1. They are left out; everything else is there."
    assert seen(widget)["memory"] == texts
    answer(widget, "1")
    assert seen(widget)["verdict"] == "no"
    answer(widget, "0")
    assert [(one["drill"], one["key"], one["right"], one["tries"]) for one in stored] == [(OWN, ENTRY["key"], True, 2)]
    assert len(widget.answer_log.answers) == 2


def test_what_a_mistake_of_an_own_round_has_cost_survives_a_reload_and_no_lesson_is_named_for_it():
    begun = {"drill": OWN, "key": ENTRY["key"], "level": 1, "tries": 1, "hints": 0, "at": NOW}
    widget, _ = remembering(Review(now=lambda: NOW))
    send(widget, recalled([asdict(ANSWER)], mistakes=[ENTRY], open=[begun]))
    assert widget.tries_left == 2
    answer(widget, "1")
    send(widget, "reveal")
    assert seen(widget)["done"]
    assert not [one for one in blocks(widget, "text") if one["style"] == "reading"]


def test_without_its_position_a_mistake_is_not_asked():
    widget, _ = remembering(Review(now=lambda: NOW))
    send(widget, RECALL)
    assert seen(widget)["closing"] is not None
    assert seen(widget)["memory"] == ""
