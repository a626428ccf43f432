"""What an address asks of `Exercise`, `Demo` and `Sheet`; and the exercise that it leads to, in a real browser."""

from contextvars import copy_context
from dataclasses import asdict

import pytest
from book_of_tasks import seen
from messages import blocks, offer, recalled, send

from cardlab.lessons import melds
from cardlab.lessons.address import QUERY
from cardlab.lessons.protocol import Answered
from cardlab.lessons.spaced_review import review
from cardlab.phrasing.catalogue import say
from cardlab.widgets import Demo, Exercise, Sheet


def on(query, call):
    """A widget as a page with this query makes it."""

    def calling():
        QUERY.set(query)
        return call()

    return copy_context().run(calling)


def test_an_exercise_asks_the_tasks_of_the_address_and_says_so_and_is_as_ever_where_it_asks_nothing():
    def make():
        return Exercise(melds.repair(seed=2), "de")

    own = make()
    for query in ("", "drill=nosuch", "seed=x&level=9", "level=1"):
        assert on(query, make).shown == own.shown
    ours = on("?seed=7&level=2", make)
    assert ours.shown == on("level=2&seed=7", make).shown
    assert seen(ours)["prompt"]
    assert seen(ours)["hand"] != seen(own)["hand"]
    assert seen(ours)["address"] == say("address.both", "de", seed=7, level=2)
    assert ours.source.asked().level == 2
    assert (seen(own)["address"], seen(own)["is_target"], seen(ours)["is_target"]) == ("", False, False)


def test_the_review_asks_what_went_wrong_whatever_the_address_asks():
    assert on("seed=7&level=3", lambda: Exercise(review())).shown == Exercise(review()).shown


@pytest.mark.parametrize("drill", ["melds.repair", "repair"])
def test_the_exercise_that_is_the_target_says_so(drill):
    made, other = (on(f"drill={drill}", lambda one=one: Exercise(one(seed=2))) for one in (melds.repair, melds.opened))
    assert (seen(made)["is_target"], seen(made)["address"], seen(other)["is_target"]) == (True, "", False)


def test_a_demo_begins_with_what_the_address_asks():
    demo = on("seed=7&level=3&drill=lay_off", lambda: Demo(lesson="melds"))
    assert demo.question == on("seed=7&level=3&drill=melds.lay_off", lambda: Demo(lesson="cards")).question
    assert blocks(demo, "address")[0]["values"] == {"drill": "melds.lay_off", "level": "3", "seed": "7"}
    assert on("drill=nosuch&level=x", lambda: Demo(lesson="melds")).shown == Demo(lesson="melds").shown


def test_a_sheet_begins_with_what_the_address_asks():
    made = on("seed=7&level=3&drill=race.what_now", lambda: Sheet(lesson="melds"))
    assert offer(made, say("course.race", "en"))["chosen"]
    assert blocks(made, "text")[0]["said"] == [say("address.both", seed=7, level=3)]
    assert say("address.level", level=3) in made.html()
    assert made.html() != on("seed=7&drill=race.what_now", lambda: Sheet(lesson="melds")).html()
    send(made, do="seed", text="8")
    assert blocks(made, "text") == []
    assert on("drill=nosuch", lambda: Sheet(lesson="melds")).html() == Sheet(lesson="melds").html()


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
    widget = on("drill=repair&seed=7", lambda: Exercise(melds.repair(seed=2)))
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


def test_an_exercise_that_nobody_seeks_leaves_the_page_where_it_is(show):
    page = show(on("seed=7", lambda: Exercise(melds.repair(seed=2))))
    page.evaluate(GROW, 2500)
    assert page.evaluate("[scrollY, document.activeElement === document.body]") == [0, True]
