"""The code of the clauses in the browser: what a switch unfolds, by key, on a phone, in both themes and on paper."""

import pytest
from pages import axe_finds, until_ready

from cardlab.phrasing.catalogue import say

SWITCH = "#t3-2 .course-code"


@pytest.fixture
def page(visit, server):
    """The second step of a lesson, with the code of its rules."""
    page = visit(f"{server}nl/melds.ipynb#t3-2", whole=False)
    until_ready(page)
    page.locator(".course-codes").click()
    return page


def test_one_switch_shows_the_code_of_the_whole_course_which_nobody_sees_before(visit, server):
    page = visit(f"{server}en/melds.ipynb#t3-2", whole=False)
    until_ready(page)
    assert page.locator(".course-code:visible").count() == 0
    page.get_by_role("button", name=say("page.codes", "en")).click()
    assert page.locator(f"{SWITCH} summary").is_visible()
    page.goto(f"{server}en/stacks.ipynb")
    until_ready(page)
    assert page.locator(".course-code:visible").count() == 1
    page.get_by_role("button", name=say("page.no_codes", "en")).click()
    assert page.locator(".course-code:visible").count() == 0


def test_it_comes_once_when_the_first_switch_is_unfolded_by_key(page):
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/code/" in request.url else None)
    switch = page.locator(f"{SWITCH} summary")
    assert switch.inner_text().startswith(f"{say('page.code', 'nl')} consecutive, _shape")
    assert page.locator(".course-code pre").count() == 0
    switch.focus()
    page.keyboard.press("Enter")
    code = page.locator(f"{SWITCH} pre")
    assert "def consecutive(" in code.first.inner_text()
    assert page.locator(f"{SWITCH} figcaption").first.inner_text() == "cardlab.tongits.meld_rules.consecutive"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") == "PRE"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Space")
    code.first.wait_for(state="hidden")
    page.keyboard.press("Space")
    page.evaluate("location.hash = 't3-4'")
    page.locator("#t3-4 .course-code summary").click()
    assert "def cards_from_hand(" in page.locator("#t3-4 .course-code pre").inner_text()
    assert len(asked) == 1


def test_it_is_readable_in_both_themes_and_scrolls_by_itself_on_a_phone(page):
    page.locator(f"{SWITCH} summary").click()
    page.locator(f"{SWITCH} pre").first.wait_for()
    assert axe_finds(page, ("light", "dark"), SWITCH) == []
    page.set_viewport_size({"width": 320, "height": 700})
    beyond = "one => one.scrollWidth - one.clientWidth"
    assert page.locator("html").evaluate(beyond) == 0
    assert page.locator(f"{SWITCH} pre").first.evaluate(beyond) > 0


def test_only_what_is_unfolded_is_printed(page):
    page.locator(f"{SWITCH} summary").click()
    page.locator(f"{SWITCH} pre").first.wait_for()
    page.emulate_media(media="print")
    assert page.locator(f"{SWITCH} pre").first.is_visible()
    assert page.locator(".course-code:visible").count() == 1


def test_without_a_network_it_says_so_and_comes_later(browser, server):
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{server}nl/melds.ipynb#t3-2")
    until_ready(page)
    page.locator(".course-codes").click()
    context.set_offline(True)
    page.locator(f"{SWITCH} summary").click()
    page.locator(".course-quiet", has_text=say("page.lost", "nl")).wait_for()
    assert page.locator(SWITCH).get_attribute("open") is None
    context.set_offline(False)
    page.locator(f"{SWITCH} summary").click()
    page.locator(f"{SWITCH} pre").first.wait_for()
    context.close()


def test_there_is_code_of_lessons_alone(browser, server):
    context = browser.new_context()
    answers = [
        context.request.get(f"{server}code/{path}") for path in ("en/melds.ipynb", "en/none.ipynb", "../RULES.md")
    ]
    assert [answer.status for answer in answers] == [200, 404, 404]
    assert answers[0].headers["etag"]
    context.close()
