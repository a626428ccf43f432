"""An exercise that is guessed once, in a browser: what is so stands there after the guess."""

import pytest

from cardlab.cards import cards
from cardlab.lessons.deadwood import ask_hasty
from cardlab.lessons.disagree import both_sides
from cardlab.lessons.disagree.disputes import presets
from cardlab.lessons.predictions import predict
from cardlab.phrasing.catalogue import say
from cardlab.widgets import Exercise

HASTY = ask_hasty(cards("6c 6d 6s 6h 7h 8h Jc"))


def test_by_keyboard_a_guess_is_typed_and_the_best_arrangement_seen_after_which_nothing_comes(show):
    widget = Exercise(predict(HASTY), tries=1)
    page = show(widget)
    assert page.get_by_role("button", name=say("exercise.next", "en")).count() == 0
    page.get_by_role("textbox").fill("17")
    page.keyboard.press("Enter")
    page.get_by_role("status").get_by_text("Melds: 6♣ 6♦ 6♠ and 6♥ 7♥ 8♥. Loose: J♣.").wait_for()
    assert page.locator(".cardlab-laid-open .cardlab-pile").count() == 3
    before, shown = page.inner_text("body"), widget.shown
    page.keyboard.press("Enter")
    assert (page.inner_text("body"), widget.shown) == (before, shown)
    # The page around it hears that it was guessed, and not rightly.
    root = page.locator("[data-total]")
    assert (root.get_attribute("data-solved"), root.get_attribute("data-total")) == ("0", "1")


@pytest.mark.parametrize("width", [320, 1280])
def test_a_position_with_all_that_is_told_of_it_is_no_wider_than_the_page(show, width):
    page = show(Exercise(predict(*both_sides(presets())), "de", tries=1), width)
    for _ in range(2):
        page.locator(".cardlab-choices button").first.click()
        page.locator(".cardlab-go button").first.click()
        page.locator(".cardlab-verdict .cardlab-title").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.locator(".cardlab-go .cardlab-main").click()
