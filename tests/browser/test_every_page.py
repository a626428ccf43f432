"""Every page of the course, opened once in each language: what must be so on all of them."""

import json
import re
from urllib.parse import urlsplit

import pytest
from pages import NOTEBOOKS, OF_COLOURS, WHOLE, axe_finds, keep, until_ready, watch
from test_lessons import exercises

from cardlab.pages.notebooks import page_paths
from cardlab.phrasing.catalogue import LANGUAGES, say

PAGES = [path for path in page_paths(NOTEBOOKS, LANGUAGES) if "/" in path]


@pytest.fixture(scope="module")
def visitor(browser, server):
    """A learner who goes from page to page in one tab, and the faults of the page that is open."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.add_init_script(WHOLE)
    page, faults = context.new_page(), []
    watch(page, urlsplit(server).netloc, faults)
    yield page, faults
    context.close()


@pytest.fixture(scope="module", params=PAGES)
def opened(request, visitor, server):
    """A page of the course, loaded once for all tests, with its address in the notebooks' folder and the faults."""
    page, faults = visitor
    page.goto("about:blank")  # so that the page before is not laid out once more
    page.set_viewport_size({"width": 1280, "height": 900})
    page.emulate_media(color_scheme="light")
    faults.clear()
    page.goto(f"{server}{request.param}")
    until_ready(page)
    yield page, request.param, faults
    lang, _, name = request.param.removesuffix(".ipynb").partition("/")
    keep(page, f"{name}-{lang}")


def cells(path):
    return json.loads((NOTEBOOKS / path).read_text(encoding="utf-8"))["cells"]


def heading(path):
    """The first heading of a notebook, as the reader sees it."""
    prose = "\n".join("".join(cell["source"]) for cell in cells(path) if cell["cell_type"] == "markdown")
    return re.sub(r"[*_`]", "", re.search(r"^#+ +(.+)$", prose, re.MULTILINE)[1]).strip()


def test_it_has_its_title_language_and_place(opened):
    page, path, _ = opened
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
    ways = [one.get_attribute("href").rpartition("/")[2] for one in page.locator("nav.course-lessons a").all()]
    lessons = [
        one.rpartition("/")[2] for one in PAGES if one.startswith(f"{lang}/") and not one.endswith("/index.ipynb")
    ]
    assert sorted(ways) == sorted([*lessons, f"tables?lang={lang}", f"tournaments?lang={lang}"])


def test_its_exercises_ask_in_its_language(opened):
    page, path, _ = opened
    lang, _, name = path.removesuffix(".ipynb").partition("/")
    for place, series in exercises(name, lang):
        assert page.locator(f"#cell-{place} .cardlab-prompt").inner_text() == series.task().prompt


def test_no_code_is_shown(opened):
    page, path, _ = opened
    shown = page.locator("main").inner_text()
    lines = [
        line.strip()
        for cell in cells(path)
        if cell["cell_type"] == "code"
        for line in "".join(cell["source"]).split("\n")
    ]
    assert [line for line in lines if len(line) > 12 and line in shown] == []


# In which colours axe looks at a page of each language, and with which deck: it takes as long as loading it.
LOOKED_AT = {
    "en": (("light", "dark"), "four"),
    "de": (("dark",), "two"),  # where the deck colours anything but pictures of cards
    "nl": ((), "four"),  # its widths and texts are looked at as well; its parts and colours are those of the others
}
COLOURED_BY_DECK = ".cardlab-four"


def test_axe_finds_nothing(opened):
    page, path, _ = opened
    themes, deck = LOOKED_AT[path[:2]]
    if deck == "four":
        assert axe_finds(page, themes) == []
    elif page.locator(COLOURED_BY_DECK).count():
        with_deck(page, deck)
        assert axe_finds(page, themes, **OF_COLOURS) == []
        with_deck(page, "four")


def with_deck(page, deck):
    page.locator(".course-deck").click()
    page.wait_for_function("deck => document.documentElement.dataset.deck === deck", arg=deck)


def test_nothing_scrolls_sideways(opened):
    page, path, _ = opened
    # German has the longest words of the three.
    for width in (1280, *([390] if path.startswith("de/") else []), 320):
        if width != page.viewport_size["width"]:
            page.set_viewport_size({"width": width, "height": 800})
        beyond = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert (width, beyond) <= (width, 0)


def test_nothing_went_wrong_on_it(opened):
    _, _, faults = opened
    assert faults == []
