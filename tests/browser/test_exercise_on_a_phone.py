"""An exercise on a phone, and on a low screen: question, cards and answers in one sight, the answer always in reach."""

import pytest
from pages import in_sight, until_ready
from playwright.sync_api import expect

from cardlab.phrasing.catalogue import say

# The steps that were the highest ones, and one of each kind of table, with the heights of the phones that they fit on.
HIGH = {
    ("de", "draw-call"): {
        "who-wins": (844, 640),  # three open hands
        "should-call": (844, 640),
        "challenge-or-fold": (844,),
    },
    ("nl", "turn"): {"t4-1": (844, 640)},
    ("nl", "tips"): {"t11-5": (844,)},
    ("nl", "race"): {"u5-3": (844,)},
    ("en", "turn"): {"tongits-now": (844, 640)},  # an order of turns
    ("en", "disagree"): {"who-wins-under": (844,)},
}

# What has the focus, and whether the row with Check lies over any of it.
COVERED = """() => {
    const [on, go] = [document.activeElement, document.querySelector(".course-shown .cardlab-go")];
    if (go.contains(on) || !on.closest(".course-shown .cardlab-root")) return null;
    const [box, row] = [on.getBoundingClientRect(), go.getBoundingClientRect()];
    return box.bottom > row.top + 1 && box.top < row.bottom;
}"""

# The question is in sight, and no answer lies below the row with Check.
FREE = """() => {
    const [prompt, choices, go] = ["prompt", "choices", "go"].map((part) =>
        document.querySelector(`.course-shown .cardlab-${part}`).getBoundingClientRect());
    return prompt.top >= 0 && choices.bottom <= go.top && go.bottom <= innerHeight;
}"""


@pytest.fixture
def exercise(visit, server):
    """Opens the step of a lesson, as a newcomer sees it on a phone: `exercise("de", "turn", "t4-1")`."""

    def opening(lang, lesson, step, width=390, height=844, **more):
        page = visit(f"{server}{lang}/{lesson}.ipynb#{step}", width, height, whole=False, **more)
        until_ready(page)
        expect(panel(page)).to_be_visible()
        return page

    return opening


def panel(page):
    return page.locator(".course-shown .cardlab-root").last


@pytest.mark.parametrize(("lang", "lesson"), HIGH)
def test_question_cards_and_answers_fit_on_a_phone_and_on_a_low_screen(exercise, lang, lesson):
    steps = HIGH[lang, lesson]
    page = exercise(lang, lesson, next(iter(steps)), has_touch=True, is_mobile=True)
    for step, heights in steps.items():
        page.set_viewport_size({"width": 390, "height": 844})
        page.evaluate("step => { location.hash = step; }", step)
        expect(page.locator(f"#{step}")).to_be_visible()
        panel(page).evaluate("panel => panel.scrollIntoView({ block: 'end' })")
        page.wait_for_function(FREE)
        for height in heights:
            page.set_viewport_size({"width": 390 if height > 700 else 360, "height": height})
            assert panel(page).bounding_box()["height"] <= height
        page.set_viewport_size({"width": 320, "height": 640})
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        page.set_viewport_size({"width": 1280, "height": 720})
        assert panel(page).bounding_box()["height"] <= 720


def test_check_stays_in_reach_and_never_lies_over_what_has_the_focus(exercise):
    page = exercise("nl", "disagree", "who-wins-under", width=360, height=640, has_touch=True, is_mobile=True)
    assert panel(page).bounding_box()["height"] > 640
    page.locator(".course-shown .cardlab-prompt").evaluate("prompt => prompt.scrollIntoView({ block: 'start' })")
    in_sight(page, ".cardlab-prompt", ".cardlab-go .cardlab-main")
    page.locator(".course-shown .cardlab-prompt").focus()
    seen = []
    while (covered := page.evaluate(COVERED)) is not None:
        seen.append(covered)
        page.keyboard.press("Tab")
    assert len(seen) > 5
    assert not any(seen)


def test_the_next_task_comes_into_one_sight_with_its_answers(exercise):
    page = exercise("de", "draw-call", "who-wins", has_touch=True, is_mobile=True)
    go = page.locator(".course-shown .cardlab-go")
    onward = go.get_by_role("button", name=say("exercise.next", "de"))
    tries = go.locator(".cardlab-tries")
    expect(onward).to_be_hidden()
    for choice in page.locator(".course-shown .cardlab-choices button").all():
        before = tries.inner_text()
        choice.tap()
        go.get_by_role("button", name=say("widget.check", "de")).tap()
        expect(tries).not_to_have_text(before)
        if onward.is_visible():
            break
    page.evaluate("scrollTo(0, 0)")
    onward.tap()
    expect(page.locator(".course-shown .cardlab-prompt")).to_have_attribute("data-mark", "task 2")
    page.wait_for_function(FREE)


def test_nothing_moves_when_an_answer_is_chosen(exercise):
    page = exercise("de", "disagree", "legal-under", width=360, height=640, has_touch=True, is_mobile=True)
    answers = page.locator(".course-shown .cardlab-choices")
    before = answers.bounding_box()["height"]
    for one in answers.locator("button").all():
        one.tap()
        expect(one).to_have_attribute("aria-pressed", "true")
        assert answers.bounding_box()["height"] == before


def test_the_cards_of_a_hand_are_as_large_as_there_is_room_and_sorted_behind_one_button(exercise, server):
    page = exercise("en", "melds", "repair", has_touch=True, is_mobile=True)
    for path, phone, small in (
        ("melds.ipynb#repair", 60, 46),
        ("deadwood.ipynb#loose", 60, 46),
        ("turn.ipynb#t4-1", 50, 40),
    ):
        page.goto(f"{server}en/{path}")
        until_ready(page)
        cards = panel(page).locator(".cardlab-close .cardlab-face")
        for (width, height), least in {(390, 844): phone, (320, 640): small}.items():
            page.set_viewport_size({"width": width, "height": height})
            assert {cards.nth(at).bounding_box()["width"] >= least for at in range(cards.count())} == {True}
            assert page.evaluate("document.documentElement.scrollWidth") == width
    by_suit = page.locator(".course-shown").get_by_role("button", name=say("hand.suit", "en"))
    expect(by_suit).to_be_hidden()
    page.locator(".course-shown summary").filter(has_text=say("hand.sort", "en")).tap()
    by_suit.tap()
    expect(by_suit).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("lang", ["en", "de", "nl"])
def test_what_is_solved_its_bar_and_full_screen_are_one_row_on_a_phone(exercise, lang):
    page = exercise(lang, "draw-call", "title", has_touch=True, is_mobile=True)
    middles = """root => [...root.querySelectorAll(".cardlab-standing > *")]
        .map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2)"""
    parts = panel(page).evaluate(middles)
    assert len(parts) == 3
    assert max(parts) - min(parts) < 10
