"""Large text on a narrow page: none scrolls sideways, in the language with the longest words.

Spaced text, and pages at 400 per cent, are looked at in test_every_page.
"""

from pages import BEYOND, FLAGS, NOTEBOOKS, chromium, fits, page_of, until_ready
from playwright.sync_api import expect

from cardlab.pages.notebooks import page_paths
from cardlab.phrasing.catalogue import LANGUAGES, say

PAGES = [path for path in page_paths(NOTEBOOKS, LANGUAGES) if path.startswith("de/")]
LARGE = "--blink-settings=defaultFontSize=32"
"""A browser whose text is twice as large: media queries and rem follow it, which no style of a page can do."""


def test_with_letters_twice_as_large_no_page_scrolls_sideways(browser, course):
    large = browser.browser_type.launch(executable_path=chromium(), args=[*FLAGS, LARGE])
    found = {}
    with large, large.new_context(viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        for path in PAGES:
            page.goto(page_of(course, path))
            until_ready(page)
            if beyond := page.evaluate(BEYOND):
                found[path] = beyond
    assert found == {}


def test_the_rules_of_a_table_are_read_whole_on_a_narrow_page(table):
    page, root = table("de", width=320, height=700)
    root.locator(".cardlab-main").first.click()
    rules = root.locator(".cardlab-heading").get_by_text(say("preset.sheet", "de"))
    whole = "one => one.scrollWidth === one.clientWidth && one.getBoundingClientRect().right <= innerWidth"
    for width in (320, 390, 640):
        fits(page, (width, 700))
        expect(rules).to_be_visible()
        assert rules.evaluate(whole)
        assert rules.locator("..").evaluate(whole)
