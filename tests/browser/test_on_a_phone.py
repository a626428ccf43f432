"""A lesson on a phone: question, cards and answers in one sight, the answer in reach, all large enough for a finger."""

import re

from pages import in_sight
from playwright.sync_api import expect
from test_lessons import exercises

from cardlab.phrasing.catalogue import say

PHONE = {"width": 390, "height": 844, "whole": False, "has_touch": True, "is_mobile": True}
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
AT_TOP = """() => {
    const card = [...document.querySelectorAll(".course-shown .cardlab-close [role=option]")].at(-1);
    const { left, top, width } = card.getBoundingClientRect();
    return card.contains(document.elementFromPoint(left + width / 2, top + 5));
}"""


def test_a_step_is_in_one_sight_its_words_are_explained_and_nothing_lies_over_cards_answers_or_focus(lesson):
    page = lesson("en/melds.ipynb#t3-2", **PHONE)
    shown = page.locator(".course-shown")
    for part in (shown.get_by_role("heading").first, shown.get_by_role("option").first):
        expect(part).to_be_in_viewport()
    # The next tap closes what explains a word.
    mark, tip = shown.locator(".course-prose dfn").first, page.locator(".course-tip")
    for closing in (mark, tip):
        mark.tap()
        expect(tip).to_contain_text(say("glossary.run", "en"))
        expect(tip).to_be_in_viewport(ratio=1)
        closing.tap()
        expect(tip).to_be_hidden()
    # How to sort a hand lies over no card.
    lesson("de/tips.ipynb#t11-3-tried", page)
    sort = shown.locator(".cardlab-close ~ .cardlab-more > summary")
    sort.scroll_into_view_if_needed()
    assert page.evaluate(AT_TOP)
    sort.tap()
    expect(shown.locator(".cardlab-close ~ .cardlab-more[open]")).to_be_visible()
    # The next task comes into one sight with its answers.
    lesson("de/draw-call.ipynb#who-wins", page)
    prompt, go, answers = (shown.locator(f".cardlab-{part}") for part in ("prompt", "go", "choices"))
    source = next(one for _, one in exercises("draw-call", "de") if one.task().prompt == prompt.inner_text())
    verdict = shown.locator(".cardlab-verdict")
    expect(verdict).to_be_hidden()
    before = answers.bounding_box()
    right = answers.get_by_role("button", name=dict(source.task().choices)[source.words.solution[1]], exact=True)
    right.tap()
    expect(right).to_have_attribute("aria-pressed", "true")
    assert answers.bounding_box() == before
    go.get_by_role("button", name=say("widget.check", "de")).tap()
    onward = go.get_by_role("button", name=say("exercise.next", "de"))
    onward.wait_for()
    expect(verdict).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    onward.tap()
    expect(prompt).to_have_attribute("data-mark", "task 2")
    page.wait_for_function(FREE)
    # On a low screen, Check stays in reach and covers no focus.
    page.set_viewport_size({"width": 360, "height": 640})
    lesson("nl/disagree.ipynb#who-wins-under", page)
    prompt.evaluate("prompt => prompt.scrollIntoView({ block: 'start' })")
    in_sight(page, ".cardlab-prompt", ".cardlab-go .cardlab-main")
    prompt.focus()
    seen = []
    while (covered := page.evaluate(COVERED)) is not None:
        seen.append(covered)
        page.keyboard.press("Tab")
    assert len(seen) > 5
    assert not any(seen)


# What is pressed, but for links and words within sentences; where room is short, WCAG 2.2 AA (2.5.8) has 24 px.
CLOSE = ".cardlab-guide summary, .cardlab-heap summary, .cardlab-meld .cardlab-button, .cardlab-cards .cardlab-option"
SMALL = """close => [...document.querySelectorAll("a, button, summary, input, select, [role=option]")].filter((one) => {
    const { width, height } = one.getBoundingClientRect();
    const least = one.matches(close) ? 24 : 44;
    return width > 2 && one.checkVisibility({ visibilityProperty: true }) && Math.min(width, height) < least - 0.1
        && !one.closest("p, .course-prose li, .course-term, .course-skip");
}).map((one) => one.outerHTML.slice(0, 200))"""
PRESSED = (
    *("index.ipynb", "melds.ipynb#repair", "race.ipynb#start", "rules-tongits.ipynb", "whatif.ipynb"),
    *("play-tongits.ipynb?now=1", "play-tichu.ipynb", "play-tichu.ipynb?now=1"),
)
KEY = re.compile(say("play_tichu.key", "de"))


def test_where_there_are_only_fingers_all_is_large_enough_for_one_and_no_key_is_named(lesson):
    page, found = lesson("de/index.ipynb", **PHONE), {}
    for path in PRESSED:
        lesson(f"de/{path}", page)
        if "now" in path:
            page.locator(".cardlab-felt").first.wait_for()
        if small := page.evaluate(SMALL, CLOSE):
            found[path] = small
        if path in ("melds.ipynb#repair", "play-tichu.ipynb?now=1"):
            page.locator(".cardlab-slot [data-lies], .course-shown [role=option]").first.wait_for()
            assert page.get_by_role("button", name=KEY).count() == 0
            assert page.locator(".cardlab-root").get_by_text(re.compile("Tasten?")).locator("visible=true").count() == 0
    assert found == {}
