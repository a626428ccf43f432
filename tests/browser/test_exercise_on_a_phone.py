"""An exercise on a phone, and on a low screen: question, cards and answers in one sight, the answer always in reach."""

from pages import in_sight
from playwright.sync_api import expect
from test_lessons import exercises

from cardlab.phrasing.catalogue import say

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


def test_check_stays_in_reach_covers_no_focus_and_the_next_task_comes_into_one_sight_with_its_answers(lesson):
    touched = {"whole": False, "has_touch": True, "is_mobile": True}
    page = lesson("nl/disagree.ipynb#who-wins-under", width=360, height=640, **touched)
    prompt, go = page.locator(".course-shown .cardlab-prompt"), page.locator(".course-shown .cardlab-go")
    prompt.evaluate("prompt => prompt.scrollIntoView({ block: 'start' })")
    in_sight(page, ".cardlab-prompt", ".cardlab-go .cardlab-main")
    prompt.focus()
    seen = []
    while (covered := page.evaluate(COVERED)) is not None:
        seen.append(covered)
        page.keyboard.press("Tab")
    assert len(seen) > 5
    assert not any(seen)
    page = lesson("de/draw-call.ipynb#who-wins", width=390, height=844, **touched)
    prompt, go = page.locator(".course-shown .cardlab-prompt"), page.locator(".course-shown .cardlab-go")
    answers = page.locator(".course-shown .cardlab-choices")
    source = next(one for _, one in exercises("draw-call", "de") if one.task().prompt == prompt.inner_text())
    verdict = page.locator(".course-shown .cardlab-verdict")
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


AT_TOP = """() => {
    const card = [...document.querySelectorAll(".course-shown .cardlab-close [role=option]")].at(-1);
    const { left, top, width } = card.getBoundingClientRect();
    return card.contains(document.elementFromPoint(left + width / 2, top + 5));
}"""


def test_how_to_sort_a_hand_lies_over_no_card(lesson):
    page = lesson("de/tips.ipynb#t11-3-tried", width=390, height=844, whole=False, has_touch=True, is_mobile=True)
    sort = page.locator(".course-shown .cardlab-close ~ .cardlab-more > summary")
    sort.scroll_into_view_if_needed()
    assert page.evaluate(AT_TOP)
    sort.tap()
    expect(page.locator(".course-shown .cardlab-close ~ .cardlab-more[open]")).to_be_visible()
