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
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.widgets import Demo, Exercise, Sheet


def on(query, call):
    """A widget as a page with this query makes it."""

    def calling():
        QUERY.set(query)
        return call()

    return copy_context().run(calling)


def test_where_the_address_asks_nothing_an_exercise_is_as_ever():
    for query in ("", "drill=nosuch", "seed=x&level=9", "level=1"):
        made = on(query, lambda: Exercise(melds.repair(seed=2)))
        assert made.shown == Exercise(melds.repair(seed=2)).shown
        assert (seen(made)["address"], seen(made)["is_target"]) == ("", False)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_exercise_asks_the_tasks_of_the_address_and_says_so(lang):
    def make():
        return Exercise(melds.repair(seed=2), lang)

    ours, again, own = on("?seed=7&level=2", make), on("level=2&seed=7", make), make()
    assert ours.shown == again.shown
    assert seen(ours)["prompt"]
    assert seen(ours)["hand"] != seen(own)["hand"]
    assert seen(ours)["address"] == say("address.both", lang, seed=7, level=2)
    assert ours.source.asked().level == 2
    assert not seen(ours)["is_target"]


def test_the_review_asks_what_went_wrong_whatever_the_address_asks():
    assert on("seed=7&level=3", lambda: Exercise(review())).shown == Exercise(review()).shown


@pytest.mark.parametrize("drill", ["melds.repair", "repair"])
def test_the_exercise_that_is_the_target_says_so(drill):
    made = on(f"drill={drill}", lambda: Exercise(melds.repair(seed=2)))
    assert seen(made)["is_target"]
    assert seen(made)["address"] == ""
    assert not seen(on(f"drill={drill}", lambda: Exercise(melds.opened(seed=3))))["is_target"]


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
    const above = document.createElement("div");
    above.style.height = `${height}px`;
    document.querySelector("main").prepend(above);
}"""
SEEN = """() => {
    const root = document.querySelector(".cardlab-root").getBoundingClientRect();
    return root.top >= 0 && root.top < 40 && document.activeElement.classList.contains("cardlab-prompt");
}"""


def opened(show, **more):
    widget = on("drill=repair&seed=7", lambda: Exercise(melds.repair(seed=2)))
    page = show(widget, **more)
    page.evaluate("document.body.style.paddingBottom = '3000px'")
    return widget, page


@pytest.mark.parametrize("width", [320, 1280])
def test_the_target_is_in_sight_and_focus_while_the_page_grows_and_when_the_memory_brings_another(show, width):
    widget, page = opened(show, width=width)
    for height in (900, 2500, 400):
        page.evaluate(GROW, height)
        page.wait_for_function(SEEN)
    assert page.get_by_text(say("address.leads_here")).count() == 1
    assert page.get_by_text(say("address.seed", seed=7)).count() == 1
    asked = widget.source.asked()
    answered = Answered(asked.drill, asked.key, asked.level, right=True, tries=1, hints=0, at=0)
    send(widget, recalled([asdict(answered)]))
    assert widget.source.asked() != asked
    page.evaluate("shown => window.tell(shown)", widget.shown)
    assert page.locator(".cardlab-prompt").count() == 1
    assert page.evaluate(SEEN)


def test_whoever_has_begun_to_do_something_is_left_in_peace(show):
    _, page = opened(show)
    page.evaluate(GROW, 900)
    page.wait_for_function(SEEN)
    page.mouse.wheel(0, -500)
    page.wait_for_function("() => scrollY < 600")
    before = page.evaluate("scrollY")
    page.evaluate("document.querySelector('main').append(document.createElement('hr'))")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate("scrollY") == before


def test_an_exercise_that_nobody_seeks_leaves_the_page_where_it_is(show):
    page = show(on("seed=7", lambda: Exercise(melds.repair(seed=2))))
    page.evaluate("document.body.style.paddingBottom = '3000px'")
    page.evaluate(GROW, 2500)
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate("[scrollY, document.activeElement === document.body]") == [0, True]
