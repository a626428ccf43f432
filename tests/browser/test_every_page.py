"""Every page of the course, opened once in each language: what must be so on all of them."""

import json
import re
from urllib.parse import urlsplit

import pytest
from pages import NOTEBOOKS, OF_COLOURS, OF_FILES, WHOLE, axe_finds, fits, keep, page_of, until_ready, watch
from test_lessons import exercises

from cardlab.pages.notebooks import page_paths
from cardlab.phrasing.catalogue import LANGUAGES, say

PAGES = [path for path in page_paths(NOTEBOOKS, LANGUAGES) if "/" in path]


@pytest.fixture(scope="module")
def visitor(browser, course):
    """A learner who goes from page to page in one tab, and the faults of the page that is open."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.add_init_script(WHOLE)
    page, faults = context.new_page(), []
    watch(page, urlsplit(course).netloc, faults)
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
    lessons = {page_of("", one).rpartition("/")[2] for one in PAGES if one.startswith(f"{lang}/")}
    others = set() if OF_FILES else {f"tables?lang={lang}", f"tournaments?lang={lang}"}
    assert ways == lessons - {page_of("", "index.ipynb")} | others


def asks_in_its_language(page, path):
    lang, _, name = path.removesuffix(".ipynb").partition("/")
    for place, series in exercises(name, lang):
        assert page.locator(f"#cell-{place} .cardlab-prompt").inner_text() == series.task().prompt


def shows_no_code(page, path):
    shown = page.locator("main").inner_text()
    lines = [
        line.strip()
        for cell in cells(path)
        if cell["cell_type"] == "code"
        for line in "".join(cell["source"]).split("\n")
    ]
    assert [line for line in lines if len(line) > 12 and line in shown] == []


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


# In which colours axe looks at a page of each language, and with which deck: it takes as long as loading it.
LOOKED_AT = {
    "en": (("light", "dark"), "four"),
    "de": (("dark",), "two"),  # where the deck colours anything but pictures of cards
    "nl": ((), "four"),  # its widths and texts are looked at as well; its parts and colours are those of the others
}
COLOURED_BY_DECK = ".cardlab-four"


def is_accessible(page, path):
    themes, deck = LOOKED_AT[path[:2]]
    if deck == "four":
        assert axe_finds(page, themes) == []
    elif page.locator(COLOURED_BY_DECK).count():
        with_deck(page, deck)
        assert axe_finds(page, themes, **OF_COLOURS) == []
        with_deck(page, "four")


def with_deck(page, deck):
    page.locator(".course-deck").click()
    page.locator(f"html[data-deck={deck}]").wait_for()


# The text spacing of WCAG; the policy of the page lets no style sheet in that is not its own.
SPACED = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
        word-spacing: 0.16em !important } p { margin-bottom: 2em !important }`);
    document.adoptedStyleSheets.push(sheet);
}"""


def scrolls_in_no_width(page, path):
    """German has the longest words of the three: there also at 200 per cent, and at 400 with the spacing of WCAG."""
    is_german = path.startswith("de/")
    fits(page, (1280, 900), *([(640, 360), (390, 800)] if is_german else []), (320, 800))
    if is_german:
        page.evaluate(SPACED)
        fits(page)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_its_place_and_language_links_its_clauses_shows_no_code_and_is_accessible(visitor, course, path):
    page, faults = visitor
    page.goto("about:blank")  # so that the page before is not laid out again
    page.set_viewport_size({"width": 1280, "height": 900})
    page.emulate_media(color_scheme="light")
    faults.clear()
    page.goto(page_of(course, path))
    until_ready(page)
    has_its_title_language_and_place(page, path)
    asks_in_its_language(page, path)
    shows_no_code(page, path)
    links_every_clause(page, path)
    is_accessible(page, path)
    lang, _, name = path.removesuffix(".ipynb").partition("/")
    keep(page, f"{name}-{lang}")
    scrolls_in_no_width(page, path)
    assert faults == []
