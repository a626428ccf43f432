"""`Demo` and `Sheet`: any exercise for the whole room, unfolded step by step; a sheet to print."""

from dataclasses import asdict

import pytest
from messages import blocks, can, offer, press, recalled, send, sending

from cardlab.lessons import melds
from cardlab.lessons.course import LESSONS, drill_named, lesson_named
from cardlab.lessons.protocol import Answered
from cardlab.lessons.spaced_review import review
from cardlab.lessons.worksheet import sheet
from cardlab.phrasing.catalogue import say
from cardlab.widgets import Demo, Exercise, Sheet
from tests.lessons.asked import under


def seen(widget):
    """What stands on the page of an exercise, by what it is called."""
    one_of = {one["is"]: one for one in reversed(blocks(widget))}
    helped = [one for one in blocks(widget, "status") if "cardlab-helped" in one["style"]]
    verdict = one_of.get("verdict", {"title": "", "said": []})
    rules, standing = one_of.get("rules", {"clauses": [], "open": False}), one_of["standing"]
    soft = [one["said"][0] for one in blocks(widget, "text") if one["style"] == "soft"]
    return {
        "hand": one_of["hand"]["hand"] if "hand" in one_of else None,
        "title": verdict["title"],
        "sentences": verdict["said"],
        "clauses": [clause["id"] for clause in rules["clauses"]],
        "explained": rules["open"],
        "helped": [said for one in helped for texts in one["blocks"][1:] for (said,) in texts["said"]],
        "done": "again" not in one_of and not can(widget, "widget.check"),
        "can_unfold": bool(sending(widget.shown, "unfold")),
        "is_target": standing["is_target"],
        "address": "".join(soft[standing["is_target"] :]),
    }


def given(widget):
    """What is selected, chosen and typed as the answer."""
    options = (*(one for choice in blocks(widget, "choice") for one in choice["options"]), *blocks(widget, "pile"))
    selected = [card for one in blocks(widget, "hand") for card in one["hand"]["selected"]]
    return [
        *selected,
        *(one["value"] for one in options if one["chosen"]),
        *(one["value"] for one in blocks(widget, "field")),
    ]


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
        assert (shown["helped"], shown["done"], any(given(demo))) == (hints[:known], False, False)
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


def test_the_next_question_has_the_next_start_number_and_one_that_is_none_gets_a_sentence():
    demo = Demo("de", seed=9)
    assert demo.shown == Demo("de", seed=9).shown
    send(demo, "next")
    assert address(demo)["seed"] == "9"  # nothing has been unfolded
    while seen(demo)["can_unfold"]:
        send(demo, "unfold")
    send(demo, "next")
    assert demo.question == Demo("de", seed=10).question == drill_named("cards.name_it").question("demo 10 1", 1)
    assert address(demo) == {"drill": "cards.name_it", "level": "1", "seed": "10"}
    for text, said in ("٣", True), ("9" * 5000, True), ("-1", True), ("", True), ("<b>", True), ("6", False):
        send(demo, do="seed", value=text)
        (told,) = (one["blocks"] for one in blocks(demo, "status")[:1])
        assert [one["said"] for one in told] == [[say("demo.no_seed", "de", largest=999_999)]] * said
        assert address(demo)["seed"] == ("10" if said else "6")
    assert demo.question == Demo("de", seed=6).question


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


REPAIR, OPENED = (lambda: Exercise(melds.repair(seed=2), "de")), (lambda: Exercise(melds.opened(seed=2), "de"))
REVIEW = lambda: Exercise(review())  # noqa: E731


@pytest.mark.parametrize(
    ("make", "address", "same", "is_target", "said"),
    [
        *((REPAIR, query, "", False, "") for query in ("", "drill=nosuch", "seed=x&level=9", "level=1")),
        (REPAIR, "?seed=7&level=2", "level=2&seed=7", False, say("address.both", "de", seed=7, level=2)),
        *((REPAIR, f"drill={drill}", "drill=repair", True, "") for drill in ("melds.repair", "repair")),
        (OPENED, "drill=repair", "", False, ""),
        (REVIEW, "seed=7&level=3", "", False, ""),
    ],
)
def test_an_exercise_asks_the_tasks_of_the_address_and_says_so_and_is_as_ever_where_it_asks_nothing(
    make, address, same, is_target, said
):
    made = under(address, make)
    assert made.shown == under(same, make).shown
    assert (seen(made)["is_target"], seen(made)["address"]) == (is_target, said)
    assert bool(seen(made)["hand"] == seen(make())["hand"]) is not bool(said)
    assert not said or made.source.asked().level == 2


def test_a_demo_and_a_sheet_begin_with_what_the_address_asks():
    demo = under("seed=7&level=3&drill=lay_off", lambda: Demo(lesson="melds"))
    assert demo.question == under("seed=7&level=3&drill=melds.lay_off", lambda: Demo(lesson="cards")).question
    assert address(demo) == {"drill": "melds.lay_off", "level": "3", "seed": "7"}
    made = under("seed=7&level=3&drill=race.what_now", lambda: Sheet(lesson="melds"))
    assert offer(made, say("course.race", "en"))["chosen"]
    assert blocks(made, "text")[0]["said"] == [say("address.both", seed=7, level=3)]
    assert say("address.level", level=3) in made.html()
    send(made, do="seed", text="8")
    assert blocks(made, "text") == []
    for make in (Demo, Sheet):
        assert under("drill=nosuch&level=x", lambda make=make: make(lesson="melds")).shown == make(lesson="melds").shown


GROW = """height => {
    document.body.style.paddingBottom = "3000px";
    const above = document.createElement("div");
    above.style.height = `${height}px`;
    document.querySelector("main").prepend(above);
    return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
SEEN = """() => {
    const root = document.querySelector(".cardlab-root").getBoundingClientRect();
    return root.top >= 0 && root.top < 40 && document.activeElement.classList.contains("cardlab-prompt");
}"""


def test_the_target_is_in_sight_and_focus_while_the_page_grows_until_somebody_does_something(show):
    widget = under("drill=repair&seed=7", lambda: Exercise(melds.repair(seed=2)))
    page = show(widget, width=320)
    for height in (900, 2500, 400):
        page.evaluate(GROW, height)
        page.wait_for_function(SEEN)
    assert page.get_by_text(say("address.leads_here")).count() == 1
    assert page.get_by_text(say("address.seed", seed=7)).count() == 1
    # What is remembered brings another task.
    asked = widget.source.asked()
    answered = Answered(asked.drill, asked.key, asked.level, right=True, tries=1, hints=0, at=0)
    send(widget, recalled([asdict(answered)]))
    assert widget.source.asked() != asked
    page.evaluate("shown => window.tell(shown)", widget.shown)
    assert page.evaluate(SEEN)
    page.mouse.wheel(0, -500)
    page.wait_for_function("() => scrollY < 3400")
    before = page.evaluate("scrollY")
    page.evaluate(GROW, 0)
    assert page.evaluate("scrollY") == before
