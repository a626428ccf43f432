"""Narrow, spaced and large text: no page of the course scrolls sideways, in the language with the longest words."""

import pytest
from pages import FLAGS, NOTEBOOKS, chromium, until_ready
from playwright.sync_api import expect

from cardlab.pages.notebooks import page_paths
from cardlab.phrasing.catalogue import LANGUAGES, say

PAGES = [path for path in page_paths(NOTEBOOKS, LANGUAGES) if path.startswith("de/")]
SPACED = """* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-bottom: 2em !important }"""
BEYOND = "one => one.scrollWidth - one.clientWidth"
LARGE = "--blink-settings=defaultFontSize=32"
"""A browser whose text is twice as large: media queries and rem follow it, which no style of a page can do."""


def wide(page, server, prepare=lambda: None):
    """The pages that are wider than the window, and by how much."""
    found = {}
    for path in PAGES:
        page.goto(server + path)
        until_ready(page)
        prepare()
        if beyond := page.locator("html").evaluate(BEYOND):
            found[path] = beyond
    return found


@pytest.mark.parametrize("width", [320, 640])
def test_at_400_and_200_per_cent_no_page_scrolls_sideways(browser, server, width):
    with browser.new_context(viewport={"width": width, "height": 360 if width == 640 else 700}) as context:
        assert wide(context.new_page(), server) == {}


def test_with_the_text_spacing_of_wcag_no_page_scrolls_sideways(browser, server):
    with browser.new_context(viewport={"width": 320, "height": 700}, bypass_csp=True) as context:
        page = context.new_page()
        assert wide(page, server, lambda: page.add_style_tag(content=SPACED)) == {}


def test_with_letters_twice_as_large_no_page_scrolls_sideways(browser, server):
    large = browser.browser_type.launch(executable_path=chromium(), args=[*FLAGS, LARGE])
    with large, large.new_context(viewport={"width": 390, "height": 844}) as context:
        assert wide(context.new_page(), server) == {}


@pytest.mark.parametrize("width", [320, 390, 640])
def test_the_rules_of_a_table_are_read_whole_on_a_narrow_page(table, width):
    _page, root = table("de", width=width, height=700)
    root.locator(".cardlab-main").first.click()
    rules = root.locator(".cardlab-heading").get_by_text(say("preset.sheet", "de"))
    expect(rules).to_be_visible()
    assert rules.evaluate("one => one.getBoundingClientRect().right <= innerWidth")
    assert rules.evaluate(BEYOND) == rules.locator("..").evaluate(BEYOND) == 0
