"""The notebooks are notebooks: Voilà serves them alive, with a kernel for each page, by its own template and by ours.

By ours, `voila --template=cardlab notebooks/`, a lesson is what it is in `cardlab serve`: look, navigation and steps.
"""

import asyncio
import contextlib
import json
import re
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import quote, urljoin
from urllib.request import urlopen

import nbformat
import pytest
from nbformat import v4
from pages import NOTEBOOKS, answering, apart, at_home, free_port, go_by_header, long_only, running, until_ready

from cardlab.dashboard import frame
from cardlab.phrasing.catalogue import say

SHARE = Path(frame.__file__).parent
OURS = {"JUPYTER_PATH": str(SHARE / "share/jupyter"), "JUPYTER_CONFIG_PATH": str(SHARE / "etc/jupyter")}
CONFIG = re.compile(r'id="jupyter-config-data"[^>]*>(.*?)</script>', re.DOTALL)


@contextmanager
def voila(home, served, *more):
    """The address of `voila --template=cardlab`, with no settings but those that are installed with the package."""
    words = ("--no-browser", "--Voila.ip=127.0.0.1", f"--port={free_port()}", "--template=cardlab", *more)
    with answering(running("voila", str(served), *words, cwd=home, env=at_home(home) | OURS)) as (address, _):
        yield address


@pytest.fixture
def opened(browser):
    """Opens a page, `opened(f"{course}voila/render/en/melds.ipynb")`, in which no script may fail."""
    contexts, errors = [], []

    def opening(address):
        context = browser.new_context(locale="en")
        contexts.append(context)
        if "template=lab" in address:
            # It asks elsewhere for fonts; here nobody answers.
            here = address.partition("/voila/")[0]
            context.route(lambda asked: not asked.startswith((here, "data:", "blob:")), lambda route: route.abort())
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
        return page

    yield opening
    # A page that is closed while it still loads may say so.
    until_closed = list(errors)
    for context in contexts:
        context.close()
    assert until_closed == []


def is_alive(page):
    """Chooses a card, which only Python makes chosen."""
    hand = page.locator(".cardlab-root", has=page.locator(".cardlab-option")).first
    hand.locator(".cardlab-option").first.click(timeout=120_000)
    hand.locator(".cardlab-option[aria-selected=true]").first.wait_for(timeout=120_000)
    assert page.locator(".cardlab-ended").count() == 0


def kernel_of(html):
    return json.loads(CONFIG.search(html)[1])["kernelId"]


def has_kernel(address, kernel):
    with contextlib.suppress(HTTPError):
        return urlopen(f"{address}api/kernels/{kernel}").status == 200
    return False


async def ended(address, kernel):
    """Waits until a kernel has ended; those that are idle do so after five minutes."""
    async with asyncio.timeout(120):
        while has_kernel(address, kernel):
            await asyncio.sleep(0.1)


def seen(page):
    """What stands in the frame, and on the steps that are in sight."""
    until_ready(page)
    is_alive(page)
    parts = (".course-header", ".course-steps", ".course-step:visible .course-prose", ".course-turn")
    return [page.locator(part).all_inner_texts() for part in (*parts, ".course-code summary")]


def test_the_course_is_what_it_is_where_we_serve_it_and_a_page_that_is_left_ends_its_kernel(
    opened, visit, server, tmp_path
):
    with voila(tmp_path, NOTEBOOKS) as course:
        by_voila, ours = opened(course), visit(f"{server}de/melds.ipynb", whole=False)
        assert by_voila.url == f"{course}voila/render/en/index.ipynb"
        is_alive(by_voila)
        by_voila.locator(".course-languages a[lang=de]").click()
        by_voila.wait_for_url("**/de/index.ipynb")
        go_by_header(by_voila, "de/melds.ipynb")
        assert seen(by_voila) == seen(ours)
        for page in (by_voila, ours):
            page.locator(".course-turn [data-do=next]").click()
            page.locator(".course-at", has_text="Teil 2 von").wait_for()
            page.locator(".course-codes").click()
            page.locator(".course-code:visible summary").click()
            assert "def consecutive(" in page.locator(".course-code:visible pre").first.inner_text()
        assert by_voila.locator(".course-at").inner_text() == ours.locator(".course-at").inner_text()
        assert by_voila.get_attribute("a[rel=next]", "href") == "/voila/render/de/deadwood.ipynb"
        # A rule is shown over the lesson.
        by_voila.evaluate("location.hash = 't3-3'")
        by_voila.locator("a.course-term:visible").first.click()
        by_voila.locator("dialog[open] .course-asked#T3\\.3").wait_for()
        left = kernel_of(by_voila.content())
        assert has_kernel(course, left)
        by_voila.goto("about:blank")
        apart(ended(course, left))


@long_only
def test_by_its_own_template_a_lesson_is_alive_and_shows_no_text_in_the_place_of_a_widget(opened, tmp_path):
    with voila(tmp_path, NOTEBOOKS) as course:
        page = opened(f"{course}voila/render/en/melds.ipynb?template=lab")
        is_alive(page)
        # Its scenes are drawn one after the other.
        page.locator(".cardlab-root").nth(5).wait_for(timeout=60_000)
        assert page.locator(".jp-OutputArea-output pre, .jp-OutputArea-output code").count() == 0
        assert "JupyterLab" not in page.locator("body").inner_text()


FAULTY = (
    "import sys\nfrom cardlab.widgets import Hand",
    'Hand("4h 5h 6h")',
    'print("<b>one</b>")',
    'print("beware", file=sys.stderr)',
    "1 / 0",
    "None",
    'Hand("7h 8h 9h")',
    'import ipywidgets\nipywidgets.Tab([ipywidgets.Label("first"), ipywidgets.Text("second")])',
)
ODD = "x 100% ü#.ipynb"


@pytest.fixture
def own(tmp_path):
    """A folder of two languages, in which a notebook prints and fails; a cell for JupyterLab alone stands first."""
    told = v4.new_markdown_cell(f"# Mine\n\nThen [odd]({quote(ODD)}), and [elsewhere](https://example.org).")
    faulty = [v4.new_code_cell("Hand", metadata={"tags": ["remove_cell"]}), told, *map(v4.new_code_cell, FAULTY)]
    for lang in ("de", "en"):
        folder = tmp_path / "above" / "own" / lang
        folder.mkdir(parents=True)
        for name, cells in {"index.ipynb": [told], "mine.ipynb": faulty, ODD: [told]}.items():
            nbformat.write(v4.new_notebook(cells=cells), folder / name)
    return tmp_path / "above"


def links(html):
    """Where the frame of a page leads."""
    outside = re.sub(r"(?s)<article.*</article>|<head>.*</head>", "", html)
    return set(re.findall(r'<a [^>]*href="([^"#]+)"', outside))


def shows_what_cells_print_and_lives(page, tells_all, sentence):
    until_ready(page)
    is_alive(page)
    hands = page.locator(".cardlab-root")
    hands.nth(1).locator(".cardlab-option").nth(2).click()
    hands.nth(1).locator(".cardlab-option[aria-selected=true]").wait_for()
    assert hands.count() == 2
    shown = page.locator("#cell-3")
    assert (shown.inner_text().strip(), shown.locator("b").count()) == ("<b>one</b>", 0)
    # What is a traceback, and what stands on standard error, Voilà itself shows on demand only.
    told = page.locator("#cell-5").inner_text()
    assert sentence in told
    assert ("division by zero" in told, "beware" in page.locator("#lesson").inner_text()) == (tells_all, tells_all)
    # Nothing stands, and no room is kept, where a cell shows nothing.
    assert [page.locator(f"#cell-{number}").bounding_box() for number in (1, 6)] == [None, None]
    # A widget of another library has its borders, and of its tabs only one is shown.
    tab, field = page.locator(".widget-tab"), page.locator(".widget-tab input")
    tab.get_by_text("first").wait_for()
    assert (field.is_visible(), field.evaluate("one => getComputedStyle(one).borderTopStyle")) == (False, "solid")


@long_only
def test_in_a_folder_of_ones_own_cells_print_and_fail_and_links_lead_on(opened, tmp_path, own):
    with voila(tmp_path, own, "--Voila.base_url=/x/", "--show_tracebacks=True") as address:
        page = opened(f"{address}voila/render/own/en/mine.ipynb")
        shows_what_cells_print_and_lives(page, True, say("page.cell_failed"))
        there = [f"/x/voila/render/own/{path}" for path in ("en/index.ipynb", f"en/{quote(ODD)}", "de/mine.ipynb")]
        assert links(page.content()) == {*there, "/x/voila/render/own/en/mine.ipynb"}
        assert [urlopen(urljoin(address, link)).status for link in there] == [200] * 3


@long_only
def test_a_page_that_is_served_alone_may_come_cell_by_cell_names_other_pages_and_links_to_none(opened, tmp_path, own):
    options = ("--Voila.base_url=/x/", "--progressive_rendering=True")
    with voila(tmp_path, own / "own" / "en" / "mine.ipynb", *options) as address:
        page = opened(address)
        shows_what_cells_print_and_lives(page, False, "error when executing")
        assert (page.url, links(page.content())) == (address, set())
        prose = page.locator(".course-prose")
        prose.get_by_role("link", name="elsewhere").wait_for()
        assert "Then odd, and elsewhere." in prose.inner_text()
        assert prose.locator("a[href*='.ipynb']").count() == 0
