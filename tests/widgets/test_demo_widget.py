"""`Demo` and `Sheet`: any exercise for the whole room, unfolded step by step; a sheet to print."""

import pytest
from book_of_tasks import NOTHING_GIVEN, given_in, seen
from messages import blocks, press, send

from cardlab.lessons.course import LESSONS, drill_named, lesson_named
from cardlab.lessons.worksheet import sheet
from cardlab.phrasing.catalogue import say
from cardlab.widgets import Demo, Sheet


def address(demo):
    return blocks(demo, "address")[0]["values"]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_every_exercise_unfolds_to_its_end_and_the_page_holds_nothing_before_its_step(lesson):
    demo = Demo("nl", lesson=lesson.name)
    for drill in lesson.drills:
        send(demo, {"do": "kind", "name": drill.name}, {"do": "level", "level": 2})
        unfold(demo, "nl")


def unfold(demo, lang):
    """Unfolds the question that is shown."""
    question = demo.question
    hints = list(dict.fromkeys(question.read(lang).hints))
    right = question.read(lang).check(question.read(lang).solution[1])
    for known in range(len(hints) + 1):
        if known:
            send(demo, "unfold")
        shown, (texts,) = seen(demo), blocks(demo, "verdict")
        assert (shown["helped"], shown["done"], given_in(shown)) == (hints[:known], False, NOTHING_GIVEN)
        assert (texts["said"], texts["more"][0]["said"], texts["below"]) == ([], [], [])
    send(demo, "unfold")
    shown = seen(demo)
    assert (shown["done"], shown["sentences"], shown["explained"]) == (True, [], False)
    assert shown["title"]
    send(demo, "unfold")
    shown, (texts,) = seen(demo), blocks(demo, "verdict")
    assert shown["explained"] or not shown["clauses"]
    assert (shown["can_unfold"], demo.solved) == (False, False)
    assert (texts["said"], texts["more"][0]["said"]) == (list(right.sentences), [[one] for one in right.follows])
    assert set(shown["clauses"]) <= set(right.rules)


def test_the_same_start_number_shows_the_same_question_and_the_next_one_has_the_next_number():
    demo = Demo("de", seed=9)
    assert demo.shown == Demo("de", seed=9).shown
    send(demo, "next")
    assert address(demo)["seed"] == "9"  # nothing has been unfolded
    while seen(demo)["can_unfold"]:
        send(demo, "unfold")
    send(demo, "next")
    assert demo.question == Demo("de", seed=10).question == drill_named("cards.name_it").question("demo 10 1", 1)
    assert address(demo) == {"drill": "cards.name_it", "level": "1", "seed": "10"}


@pytest.mark.parametrize("text", ["abc", "", "-1", "1e3", "9" * 5000, "٣", "<b>"])
def test_a_start_number_that_is_none_gets_a_sentence(text):
    demo = Demo("de", lesson="melds", seed=5)
    send(demo, do="seed", value=text)
    assert blocks(demo, "status")[0]["blocks"][0]["said"] == [say("demo.no_seed", "de", largest=999_999)]
    assert address(demo)["seed"] == "5"
    send(demo, do="seed", value="6")
    assert blocks(demo, "status")[0]["blocks"] == []
    assert demo.question == Demo("de", lesson="melds", seed=6).question


def test_a_number_of_a_sheet_that_is_none_is_answered_with_a_sentence():
    widget = Sheet("nl", seed=5)
    send(widget, do="seed", text="-3")
    assert blocks(widget, "status")[0]["blocks"][0]["said"] == [say("sheet.no_number", "nl", largest=999_999)]
    assert blocks(widget, "field")[0]["value"] == "5"


def test_a_sheet_has_the_kind_the_level_the_versions_and_the_solutions_that_are_chosen():
    widget = Sheet("de", lesson="draw-call", seed=5)
    press(widget, say("drill.draw_call.who_wins", "de"), say("demo.level_number", "de", level=2))
    press(widget, say("sheet.versions", "de"), say("sheet.with_solutions", "de"))
    lesson = lesson_named("draw-call")
    only = {"kinds": ("who_wins",), "level": 2, "most": 2}
    assert widget.html() == sheet(lesson, "de", 5, **only, versions=("A", "B"), solutions=False)
    sent = []
    widget.send = sent.append
    press(widget, say("sheet.save", "de"))
    assert sent[0]["file"]["text"] == widget.html()
    name = "draw-call-who_wins-de-5-level-2-A-B.html"
    assert sent[0]["file"]["name"] == name
    assert blocks(widget, "status")[0]["blocks"][0]["said"] == [say("sheet.made_without", "de", name=name)]
    press(widget, say("course.melds", "de"))
    assert widget.html() == sheet(lesson_named("melds"), "de", 5, level=2, most=2, versions=("A", "B"), solutions=False)
