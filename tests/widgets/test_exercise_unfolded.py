"""`Exercise` on the whole screen: large print, unfolded for a class by one key, by touch and for a screen reader."""

import pytest
from book_of_tasks import answer_rightly, remembering, seen
from messages import send

from cardlab.lessons import draw_call, melds, stacks
from cardlab.lessons.self_check import self_check
from cardlab.phrasing.catalogue import say
from cardlab.widgets import Exercise

LARGE = "() => document.fullscreenElement?.classList.contains('cardlab-root')"
MORE = ".cardlab-go [aria-keyshortcuts~=PageDown]"


def whole_screen(page, lang="en"):
    page.get_by_role("button", name=say("widget.full", lang), exact=True).click()
    page.wait_for_function(LARGE)


def until_focused(page, selector):
    page.wait_for_function("selector => document.querySelector(selector) === document.activeElement", arg=selector)


def test_the_answer_is_unfolded_after_the_hints_and_ends_the_task_as_given_up():
    widget, stored = remembering(melds.repair(seed=2))
    while not seen(widget)["done"]:
        assert seen(widget)["can_unfold"]
        send(widget, "unfold")
    assert not widget.solved
    (answer,) = stored
    assert (answer["right"], answer["tries"], answer["hints"]) == (False, 1, len(seen(widget)["helped"]))
    send(widget, "next")
    assert widget.source.progress()[0] == 0
    assert (seen(widget)["helped"], seen(widget)["can_unfold"]) == ([], True)
    # What the class has answered is only explained.
    answer_rightly(widget)
    texts = seen(widget)["sentences"]
    send(widget, "unfold")
    assert (seen(widget)["explained"], seen(widget)["sentences"], widget.solved) == (True, texts, True)


def test_a_test_unfolds_nothing_before_it_is_answered():
    widget = Exercise(self_check("melds"), tries=1, hints=False)
    before = widget.shown
    send(widget, "unfold")
    assert widget.shown == before
    assert not seen(widget)["can_unfold"]


def test_keys_unfold_the_question_to_its_end_and_another_brings_the_next(show):
    widget = Exercise(melds.repair(seed=2))
    first = widget.source.question
    hints = list(first.read("en").hints)
    sentence, _ = first.read("en").solution
    page = show(widget)
    whole_screen(page)
    until_focused(page, MORE)
    for key, hint in zip(("ArrowRight", "PageDown", "Space", "Enter"), hints, strict=False):
        assert page.get_by_text(hint).count() == 0
        page.keyboard.press(key)
        page.get_by_role("status").get_by_text(hint).wait_for()
        assert sentence not in page.evaluate("document.documentElement.outerHTML")
    page.keyboard.press("Enter")
    page.get_by_role("status").locator(".cardlab-title").wait_for()
    page.keyboard.press(" ")
    page.get_by_role("status").get_by_text(sentence).wait_for()
    assert page.locator(".cardlab-rules[open] dd").first.is_visible()
    # One press too many does no harm, and the focus has stayed.
    page.keyboard.press("Enter")
    assert widget.source.question == first
    until_focused(page, MORE)
    page.keyboard.press("n")
    page.locator(f"{MORE}:not([aria-disabled])").wait_for()
    assert widget.source.question != first
    page.get_by_role("button", name=say("widget.leave", "en"), exact=True).click()
    page.wait_for_function("() => document.fullscreenElement === null")
    page.locator(MORE).wait_for(state="detached")
    until_focused(page, ".cardlab-to-full")
    page.wait_for_function("() => document.querySelector('.cardlab-root').style.zoom === ''")


def unfold(page, widget, act):
    """Unfolds the question to its end; whether the button is in the window after each step, and all is seen at once."""
    height, fits = page.viewport_size["height"], []
    while seen(widget)["can_unfold"]:
        act()
        box = page.locator(MORE).bounding_box()
        assert box["y"] + box["height"] <= height
        fits.append(page.locator(".cardlab-root").evaluate("root => root.scrollHeight <= root.clientHeight"))
    page.get_by_text(seen(widget)["title"]).wait_for()
    return all(fits)


@pytest.mark.parametrize("drill", [melds.lay_off, draw_call.who_wins, stacks.play_one], ids=lambda drill: drill.name)
def test_all_is_seen_at_once_and_large_at_a_projector(show, drill):
    widget = Exercise(drill(seed=3), "de")
    page = show(widget)
    page.set_viewport_size({"width": 1280, "height": 720})
    whole_screen(page, "de")
    page.wait_for_function("() => parseFloat(document.querySelector('.cardlab-root').style.zoom || 1) >= 1.25")
    assert unfold(page, widget, lambda: page.keyboard.press("ArrowRight"))


def test_a_finger_unfolds_it_on_a_phone_and_the_button_stays_in_reach(show):
    widget = Exercise(draw_call.who_wins(seed=3), "nl")
    page = show(widget, width=390, has_touch=True)
    whole_screen(page, "nl")
    unfold(page, widget, lambda: page.locator(MORE).tap())
    assert page.locator(MORE).bounding_box()["height"] >= 36
    assert page.locator(".cardlab-root").evaluate("root => root.scrollWidth <= root.clientWidth")
