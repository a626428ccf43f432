"""The frame around each real lesson: title, language, ways, colours, width, farewell."""

import json
import os
import re
from pathlib import Path

import pytest
from conftest import NOTEBOOKS, until_ready

from cardlab.locale import LANGUAGES, say

AXE = Path(__file__).parents[2] / "cardlab" / "voila" / "js" / "node_modules" / "axe-core" / "axe.min.js"
LESSONS = sorted(path.relative_to(NOTEBOOKS).as_posix() for path in NOTEBOOKS.rglob("[!.]*.ipynb"))
LESSONS = [path for path in LESSONS if "/." not in path]
IN_A_LANGUAGE = [path for path in LESSONS if path.split("/")[0] in LANGUAGES]
ONE_OF_EACH = [path for path in IN_A_LANGUAGE if path.startswith("en/")]


def heading(path):
    """The first heading of a notebook, as the reader sees it."""
    cells = json.loads((NOTEBOOKS / path).read_text(encoding="utf-8"))["cells"]
    prose = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    return re.sub(r"[*_`]", "", re.search(r"^#+ +(.+)$", prose, re.MULTILINE)[1]).strip()


def sideways(page):
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


def test_the_course_has_the_same_lessons_in_every_language():
    names = {lang: {path.name for path in (NOTEBOOKS / lang).glob("*.ipynb")} for lang in LANGUAGES}
    assert names["en"] >= {"index.ipynb", "melds.ipynb", "stacks.ipynb"}
    assert all(names[lang] == names["en"] for lang in LANGUAGES)


@pytest.mark.parametrize("path", LESSONS)
def test_a_lesson_opens_with_its_title_language_and_place(lesson, path):
    page = lesson(path)
    lang = path.split("/")[0] if "/" in path else "en"
    assert page.title().startswith(heading(path))
    assert page.get_attribute("html", "lang") == lang
    assert page.locator("h1").count() == 1
    assert page.locator("main").count() == 1
    assert page.locator(".course-failure").count() == 0
    current = page.locator("nav.course-lessons [aria-current=page]")
    name = say("page.overview", lang) if path.endswith("/index.ipynb") else heading(path)
    assert current.all_inner_texts() == ([name] if "/" in path else [])
    assert page.locator("nav.course-lessons a").count() == len(list((NOTEBOOKS / lang).glob("*.ipynb")))


@pytest.mark.parametrize("path", ONE_OF_EACH)
def test_no_code_is_shown(lesson, path):
    page = lesson(path)
    shown = page.locator("main").inner_text()
    cells = json.loads((NOTEBOOKS / path).read_text(encoding="utf-8"))["cells"]
    lines = {
        line.strip() for cell in cells if cell["cell_type"] == "code" for line in "".join(cell["source"]).split("\n")
    }
    assert [line for line in lines if len(line) > 12 and line in shown] == []


@pytest.mark.parametrize("path", ONE_OF_EACH)
def test_the_language_switch_keeps_the_lesson(lesson, path):
    page = lesson(path)
    for lang in ("de", "nl", "en"):
        page.locator(f"nav.course-languages a[hreflang={lang}]").click()
        page.wait_for_url(f"**/voila/render/{lang}/{path.split('/')[1]}")
        until_ready(page)
        assert page.get_attribute("html", "lang") == lang
        assert page.locator("nav.course-languages [aria-current]").get_attribute("lang") == lang


@pytest.mark.parametrize(("wished", "lang"), [("de-AT", "de"), ("nl-BE", "nl"), ("fr-FR", "en")])
def test_the_way_in_speaks_the_language_of_the_browser(visit, server, wished, lang):
    page = visit(server, locale=wished)
    until_ready(page)
    assert page.url.endswith(f"/voila/render/{lang}/index.ipynb")


def until_theme(page, theme):
    page.wait_for_function("theme => document.documentElement.dataset.theme === theme", arg=theme)


def test_colours_follow_the_system_until_somebody_chooses(visit, server):
    page = visit(server, color_scheme="dark")
    until_ready(page)
    until_theme(page, "dark")
    page.emulate_media(color_scheme="light")
    until_theme(page, "light")
    page.locator(".course-theme").click()
    until_theme(page, "dark")
    page.reload()
    until_ready(page)
    until_theme(page, "dark")
    page.locator("nav.course-lessons a").nth(1).click()
    page.wait_for_url("**/en/melds.ipynb")
    until_ready(page)
    until_theme(page, "dark")
    page.locator(".course-theme").click()
    until_theme(page, "light")
    assert page.evaluate("localStorage.length") == 0


@pytest.mark.parametrize("path", IN_A_LANGUAGE)
def test_nothing_scrolls_sideways(lesson, path):
    page = lesson(path)
    for width in (1280, 390, 320):
        page.set_viewport_size({"width": width, "height": 800})
        assert (width, sideways(page)) <= (width, 0)


def test_the_keyboard_reaches_the_lesson_past_the_navigation(lesson):
    page = lesson(ONE_OF_EACH[0])
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "course-skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "lesson"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", ONE_OF_EACH)
def test_axe_finds_nothing(lesson, path, theme):
    if not AXE.exists():
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)("axe-core is needed here: make node")
    page = lesson(path, color_scheme=theme)
    page.evaluate(AXE.read_text(encoding="utf-8") + "; 0")
    found = page.evaluate("axe.run().then(({violations}) => violations)")
    assert [(fault["id"], [node["html"] for node in fault["nodes"]][:3]) for fault in found] == []


def test_a_closed_page_takes_its_kernel_along(visit, server):
    lines = []
    page = visit(f"{server}voila/render/{ONE_OF_EACH[0]}")
    until_ready(page)
    page.on("websocket", lambda line: lines.append(line.url))
    page.reload()
    until_ready(page)
    kernel = re.search(r"/api/kernels/([\w-]+)/channels", lines[-1])[1]
    watcher = page.context.browser.new_context()
    other = watcher.new_page()
    other.goto(f"{server}voila/templates/cardlab/static/icon.svg")
    state = "async id => (await fetch(`/api/kernels/${id}`)).status"
    assert other.evaluate(state, kernel) == 200
    page.close(run_before_unload=True)
    other.wait_for_function(f"async id => await ({state})(id) === 404", arg=kernel)
    watcher.close()


def test_print_has_the_lesson_and_not_the_frame(lesson):
    page = lesson(ONE_OF_EACH[0])
    page.emulate_media(media="print")
    assert page.locator("h1").is_visible()
    assert not page.locator("nav.course-lessons").is_visible()
    assert not page.locator(".course-theme").is_visible()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_wrong_address_is_one_clear_sentence(browser, server, lang):
    context = browser.new_context(locale=lang)
    page = context.new_page()
    answer = page.goto(f"{server}voila/render/nothing.ipynb")
    assert answer.status == 404
    assert page.get_attribute("html", "lang") == lang
    assert page.locator("h1").inner_text() == say("page.404.title", lang)
    page.get_by_text(say("page.home", lang)).click()
    page.wait_for_url(f"**/voila/render/{lang}/index.ipynb")
    context.close()
