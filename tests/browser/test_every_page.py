"""Every page of the course, opened once in each language: what must be so on all of them.

Screenshots in three sizes go to the folder named by `SCREENSHOTS`, by default `artefacts/screenshots`.
"""

import base64
import json
import os
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from pages import NOTEBOOKS, until_ready, watch

from cardlab.locale import say
from cardlab.serve.frame import lessons

HOUSE = NOTEBOOKS.parent
AXE = HOUSE / "cardlab" / "serve" / "js" / "node_modules" / "axe-core" / "axe.min.js"
SCREENSHOTS = Path(os.environ.get("SCREENSHOTS") or HOUSE / "artefacts" / "screenshots")
PAGES = [path for path in lessons(NOTEBOOKS) if "/" in path]
SIZES = {"wide": (1280, 900), "projector": (1280, 720), "phone": (390, 844)}


@pytest.fixture(scope="module")
def visitor(browser):
    """A browser that keeps what it has loaded, as that of a learner who goes from page to page."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    yield context
    context.close()


@pytest.fixture(scope="module", params=PAGES)
def opened(request, visitor, server):
    """A page of the course, loaded once for all tests, with its address in the notebooks' folder and the faults."""
    page, faults = visitor.new_page(), []
    watch(page, urlsplit(server).netloc, faults)
    page.goto(f"{server}{request.param}")
    until_ready(page)
    yield page, request.param, faults
    page.close()


@pytest.fixture
def wide(opened):
    """Gives the page back as it was."""
    yield
    opened[0].set_viewport_size({"width": 1280, "height": 900})


def cells(path):
    return json.loads((NOTEBOOKS / path).read_text(encoding="utf-8"))["cells"]


def picture(page, whole):
    """A PNG of what is in sight, or of the whole page; packed quickly, which Playwright cannot ask for."""
    line = page.context.new_cdp_session(page)
    width, height = page.viewport_size.values()
    if whole:
        height = page.evaluate("document.documentElement.scrollHeight")
    clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
    asked = {"format": "png", "optimizeForSpeed": True, "captureBeyondViewport": whole, "clip": clip}
    taken = line.send("Page.captureScreenshot", asked)
    line.detach()
    return base64.b64decode(taken["data"])


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
    name = say("page.overview", lang) if path.endswith("/index.ipynb") else heading(path)
    assert page.locator("nav.course-lessons [aria-current=page]").all_inner_texts() == [name]
    assert page.locator("nav.course-lessons a").count() == sum(one.startswith(f"{lang}/") for one in PAGES)


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


@pytest.mark.usefixtures("wide")
def test_nothing_scrolls_sideways(opened):
    page, _, _ = opened
    for width in (1280, 390, 320):
        page.set_viewport_size({"width": width, "height": 800})
        beyond = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert (width, beyond) <= (width, 0)


@pytest.mark.parametrize("deck", ["four", "two"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(opened, theme, deck):
    """Every rule on the page as it opens; in other colours the rules that look at colours.

    Only what is wrong is asked for: axe need not describe what is right.
    """
    if not AXE.exists():
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)("axe-core is needed here: make node")
    page, _, _ = opened
    page.emulate_media(color_scheme=theme)
    page.wait_for_function("theme => document.documentElement.dataset.theme === theme", arg=theme)
    if page.evaluate("document.documentElement.dataset.deck") != deck:
        page.locator(".course-deck").click()
    page.wait_for_function("deck => document.documentElement.dataset.deck === deck", arg=deck)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8") + "; 0")
    asked = {"resultTypes": ["violations"], "preload": False}
    if (theme, deck) != ("light", "four"):
        asked["runOnly"] = ["color-contrast", "link-in-text-block"]
    found = page.evaluate("asked => axe.run(document, asked).then(({violations}) => violations)", asked)
    assert [(fault["id"], [node["html"] for node in fault["nodes"]][:3]) for fault in found] == []


@pytest.mark.usefixtures("wide")
def test_its_screenshots_are_kept(opened):
    page, path, _ = opened
    page.emulate_media(color_scheme="light")
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    lang, _, name = path.removesuffix(".ipynb").partition("/")
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        kept = SCREENSHOTS / f"{name}-{lang}-{size}.png"
        kept.write_bytes(picture(page, whole=size != "projector"))
        assert kept.stat().st_size > 10_000


def test_nothing_went_wrong_on_it(opened):
    _, _, faults = opened
    assert faults == []
