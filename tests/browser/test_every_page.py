"""Pages of each kind, opened in German, and in `make long` all in each language: what must be so on all of them."""

import json
import re
from urllib.parse import urlsplit

import pytest
from pages import IS_LONG, NOTEBOOKS, OF_COLOURS, WHOLE, axe_finds, fits, until_ready, watch
from test_lessons import exercises

from cardlab.pages.notebooks import page_paths
from cardlab.phrasing.catalogue import LANGUAGES, say

PAGES = [path for path in page_paths(NOTEBOOKS, LANGUAGES) if "/" in path]
# German has the longest words. Lessons are made of the same parts as one of them, and pages of other languages too.
KINDS = ("index", "melds", "race", "whatif", "play-tongits", "play-tichu", "review", "rules-tongits", "teachers")
SOME = [*(f"de/{name}.ipynb" for name in KINDS), "en/index.ipynb", "nl/melds.ipynb"]


@pytest.fixture(scope="module")
def visitor(browser, server):
    """A learner who goes from page to page in one tab, and the faults of the page that is open."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.add_init_script(WHOLE)
    page, faults = context.new_page(), []
    watch(page, urlsplit(server).netloc, faults)
    yield page, faults
    context.close()


def cells(path):
    return json.loads((NOTEBOOKS / path).read_text(encoding="utf-8"))["cells"]


def heading(path):
    """The first heading of a notebook, as the reader sees it."""
    prose = "\n".join("".join(cell["source"]) for cell in cells(path) if cell["cell_type"] == "markdown")
    return re.sub(r"[*_`]", "", re.search(r"^#+ +(.+)$", prose, re.MULTILINE)[1]).strip()


def has_its_title_language_and_place(page, path):
    lang = path.split("/")[0]
    assert page.title().startswith(heading(path))
    assert page.get_attribute("html", "lang") == lang
    assert page.locator("h1").count() == page.locator("main").count() == 1
    assert page.locator(".course-failure").count() == 0
    here = page.locator("header [aria-current=page]")
    is_home = path.endswith("/index.ipynb")
    assert [one.get_attribute("title") or one.text_content() for one in here.all()] == [
        say("page.overview", lang) if is_home else heading(path)
    ]
    ways = {one.get_attribute("href").rpartition("/")[2] for one in page.locator("nav.course-lessons a").all()}
    lessons = {path.partition("/")[2] for path in PAGES if path.startswith(f"{lang}/")} - {"index.ipynb"}
    assert ways == lessons | {f"tables?lang={lang}", f"tournaments?lang={lang}"}


def asks_in_its_language(page, path):
    lang, _, name = path.removesuffix(".ipynb").partition("/")
    for place, series in exercises(name, lang):
        assert page.locator(f"#cell-{place} .cardlab-prompt").inner_text() == series.task().prompt


def shows_no_code(page, path):
    shown = page.locator("main").inner_text()
    code = ["".join(cell["source"]).splitlines() for cell in cells(path) if cell["cell_type"] == "code"]
    assert [line for lines in code for line in lines if len(line) > 12 and line.strip() in shown] == []


UNLINKED = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: at, data } = walker.currentNode;
    const isPressed = at.closest("a, button, label, summary, select, code, pre, script");
    if (/\\b[TU]\\d{1,2}\\.\\d{1,2}\\b/.test(data) && !isPressed) found.push(data.trim());
  }
  return found;
}"""


def links_every_clause(page, path):
    assert page.evaluate(UNLINKED) == []
    for link in page.locator("main a.course-term").all()[:3]:
        assert re.search(r"rules-(tongits|tichu)\.\w+#[TU]\d+\.\d+$", link.get_attribute("href"))


TWO_COLOURED = "de/whatif.ipynb"
"""Where texts have the colours of the deck as well."""


def is_accessible(page, path):
    """The parts and colours of a page are the same in every language."""
    if path.startswith("de/"):
        assert axe_finds(page, ("light", "dark")) == []
    if path == TWO_COLOURED:
        assert page.locator(".cardlab-four").count()
        page.locator(".course-deck").click()
        page.locator("html[data-deck=two]").wait_for()
        assert axe_finds(page, ("light", "dark"), **OF_COLOURS) == []
        page.locator(".course-deck").click()


# The text spacing of WCAG; the policy of the page lets no style sheet in that is not its own.
SPACED = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
        word-spacing: 0.16em !important } p { margin-bottom: 2em !important }`);
    document.adoptedStyleSheets.push(sheet);
}"""
LARGE = ("index", "melds", "turn", "disagree", "play-tongits", "whatif", "rules-tongits")


def scrolls_in_no_width(page, path):
    """Also at 200 per cent, and at 400 per cent with wide text; some pages with letters twice as large."""
    fits(page, (1280, 900), (640, 360), (390, 844))
    if path[:2] == "de" and path[3:-6] in LARGE:
        # Media queries and rem follow the size of letters in the browser, which no style of a page can do.
        sizes = page.context.new_cdp_session(page)
        sizes.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
        fits(page)
        sizes.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        fits(page)
        page.evaluate("document.documentElement.style.fontSize = ''")
    fits(page, (320, 800))
    page.evaluate(SPACED)
    fits(page)


@pytest.mark.parametrize("path", PAGES if IS_LONG else SOME)
def test_a_page_has_its_place_and_language_links_its_clauses_shows_no_code_and_is_accessible(visitor, server, path):
    page, faults = visitor
    page.goto("about:blank")  # so that the page before is not laid out again
    page.set_viewport_size({"width": 1280, "height": 900})
    page.emulate_media(color_scheme="light")
    faults.clear()
    page.goto(f"{server}{path}")
    until_ready(page)
    has_its_title_language_and_place(page, path)
    asks_in_its_language(page, path)
    shows_no_code(page, path)
    links_every_clause(page, path)
    is_accessible(page, path)
    scrolls_in_no_width(page, path)
    assert faults == []
