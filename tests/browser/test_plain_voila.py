"""The notebooks are notebooks: Voilà serves them alive, with a kernel for each page, by its own template and by ours.

By ours, `voila --template=cardlab notebooks/`, a lesson is what it is in `cardlab serve`: look, navigation and steps.
"""

import asyncio
import contextlib
import re
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urljoin
from urllib.request import urlopen

import nbformat
import pytest
from nbformat import v4
from pages import NOTEBOOKS, answering, apart, at_home, free_port, go_by_header, running, until_ready
from tornado.websocket import websocket_connect

from cardlab.dashboard import frame
from cardlab.phrasing.catalogue import say

SHARE = Path(frame.__file__).parent
OURS = {"JUPYTER_PATH": str(SHARE / "share/jupyter"), "JUPYTER_CONFIG_PATH": str(SHARE / "etc/jupyter")}


@contextmanager
def voila(home, served, *more):
    """The address of `voila --template=cardlab`, with no settings but those that are installed with the package."""
    words = ("--no-browser", "--Voila.ip=127.0.0.1", f"--port={free_port()}", "--template=cardlab", *more)
    with answering(running("voila", str(served), *words, cwd=home, env=at_home(home) | OURS)) as (address, _):
        yield address


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """The address of the course."""
    with voila(tmp_path_factory.mktemp("home"), NOTEBOOKS) as address:
        yield address


@pytest.fixture
def opened(browser):
    """Opens a page, `opened(f"{course}voila/render/en/melds.ipynb")`, in which no script may fail."""
    contexts, errors = [], []

    def opening(address):
        context = browser.new_context()
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
    hand.locator(".cardlab-option").first.click(timeout=60_000)
    hand.locator(".cardlab-option[aria-selected=true]").first.wait_for(timeout=90_000)
    assert page.locator(".cardlab-ended").count() == 0


def test_a_lesson_is_alive_by_the_template_of_voila(opened, course):
    page = opened(f"{course}voila/render/en/melds.ipynb?template=lab")
    is_alive(page)
    # Its scenes are drawn one after the other.
    page.locator(".cardlab-root").nth(5).wait_for(timeout=60_000)
    assert page.locator(".jp-OutputArea-output pre, .jp-OutputArea-output code").count() == 0
    assert "JupyterLab" not in page.locator("body").inner_text()


def test_by_our_template_a_lesson_is_what_it_is_where_we_serve_it(opened, course, visit, server):
    def seen(page):
        """What stands in the frame, and on the steps that are in sight."""
        until_ready(page)
        is_alive(page)
        parts = (".course-header", ".course-steps", ".course-step:visible .course-prose", ".course-turn")
        parts = (*parts, ".course-code summary")
        return [page.locator(part).all_inner_texts() for part in parts]

    ours = visit(f"{server}de/melds.ipynb", whole=False, own=True)
    by_voila = opened(f"{course}voila/render/de/melds.ipynb")
    assert seen(by_voila) == seen(ours)
    for page in (by_voila, ours):
        page.locator(".course-turn [data-do=next]").click()
        page.locator(".course-at", has_text="Teil 2 von").wait_for()
        page.locator(".course-codes").click()
        page.locator(".course-code:visible summary").click()
        assert "def consecutive(" in page.locator(".course-code:visible pre").first.inner_text()
    assert by_voila.locator(".course-at").inner_text() == ours.locator(".course-at").inner_text()
    assert by_voila.get_attribute("a[rel=next]", "href") == "/voila/render/de/deadwood.ipynb"
    # A rule is shown over the lesson, and on its page.
    by_voila.evaluate("location.hash = 't3-3'")
    by_voila.locator("a.course-term:visible").first.click()
    by_voila.locator("dialog[open] .course-asked#T3\\.3").wait_for()
    by_voila.keyboard.press("Escape")
    by_voila.locator("dialog[open]").wait_for(state="detached")
    by_voila.goto(f"{course}voila/render/de/rules-tongits.ipynb#T6.5")
    by_voila.locator(".course-lesson .course-asked#T6\\.5").wait_for()


def test_the_address_of_voila_is_the_overview_and_its_links_walk_through_the_lessons(opened, course):
    page = opened(course)
    assert page.url == f"{course}voila/render/en/index.ipynb"
    is_alive(page)
    go_by_header(page, "en/melds.ipynb")
    is_alive(page)
    page.evaluate("document.querySelector('a[rel=next]').click()")  # where a lesson is walked it stands at its end
    page.wait_for_url("**/en/deadwood.ipynb")
    is_alive(page)
    page.locator(".course-languages a[lang=nl]").click()
    page.wait_for_url("**/nl/deadwood.ipynb")
    is_alive(page)
    page.locator(".course-home").click()
    page.wait_for_url("**/nl/index.ipynb")


def has_kernel(address, kernel):
    with contextlib.suppress(HTTPError):
        return urlopen(f"{address}api/kernels/{kernel}").status == 200
    return False


async def ended(address, kernel):
    """Waits until a kernel has ended; those that are idle do so after five minutes."""
    async with asyncio.timeout(120):
        while has_kernel(address, kernel):
            await asyncio.sleep(0.1)


def test_a_page_that_is_left_ends_its_kernel_and_one_that_is_open_keeps_it(opened, course):
    kernels = []
    for _ in range(2):
        page = opened(f"{course}voila/render/en/cards.ipynb")
        is_alive(page)
        kernels.append(page.evaluate("JSON.parse(document.querySelector('#jupyter-config-data').textContent).kernelId"))
    page.goto("about:blank")
    apart(ended(course, kernels[1]))
    assert has_kernel(course, kernels[0])


def test_the_kernel_of_a_page_that_went_without_a_word_ends_and_that_of_an_open_page_stays(tmp_path, faulty):
    """As where a browser crashes: nobody is connected any more. By default it takes five minutes, here ten seconds."""
    soon = ("--MappingKernelManager.cull_idle_timeout=10", "--MappingKernelManager.cull_interval=1")

    def kernel_of(address):
        return re.search(r'"kernelId": "([^"]+)"', urlopen(f"{address}voila/render/en/mine.ipynb").read().decode())[1]

    async def ended_and_open(address):
        gone, stays = kernel_of(address), kernel_of(address)
        page = await websocket_connect(f"{address.replace('http', 'ws', 1)}api/kernels/{stays}/channels")
        await ended(address, gone)
        assert has_kernel(address, stays)
        page.close()

    with voila(tmp_path, faulty, *soon) as address:
        apart(ended_and_open(address))


FAULTY = (
    "import sys\nfrom cardlab.widgets import Hand",
    'Hand("4h 5h 6h")',
    'print("<b>one</b>")',
    'print("beware", file=sys.stderr)',
    "1 / 0",
    "None",
    'Hand("7h 8h 9h")',
)


@pytest.fixture
def faulty(tmp_path):
    """A folder with a notebook that prints and fails, in which a cell for JupyterLab alone stands first."""
    cells = [v4.new_code_cell("Hand", metadata={"tags": ["remove_cell"]}), v4.new_markdown_cell("# Mine")]
    folder = tmp_path / "mine" / "en"
    folder.mkdir(parents=True)
    nbformat.write(v4.new_notebook(cells=[*cells, *map(v4.new_code_cell, FAULTY)]), folder / "mine.ipynb")
    return folder.parent


@pytest.mark.parametrize("way", ["", "--show_tracebacks=True", "--progressive_rendering=True"])
def test_a_cell_that_prints_or_fails_is_shown_and_the_page_lives(opened, tmp_path, faulty, way):
    with voila(tmp_path, faulty, *filter(None, [way])) as address:
        page = opened(f"{address}voila/render/en/mine.ipynb")
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
        assert ("division by zero" in told, "beware" in page.locator("#lesson").inner_text()) == (
            (True, True) if "tracebacks" in way else (False, False)
        )
        sentence = "error when executing" if "progressive" in way else say("page.cell_failed")
        assert sentence in told
        # Nothing stands, and no room is kept, where a cell shows nothing.
        assert [page.locator(f"#cell-{number}").bounding_box() for number in (1, 6)] == [None, None]


@pytest.mark.parametrize(
    ("start", "base", "page", "links"),
    [
        ("", "", "voila/render/notebooks/en/melds.ipynb", 4),
        ("notebooks/en", "x/", "voila/render/melds.ipynb", 3),
        ("notebooks/en/melds.ipynb", "x/", "", 0),
    ],
)
def test_whatever_voila_is_started_on_each_link_of_the_frame_leads_somewhere(tmp_path, start, base, page, links):
    for lang in ("de", "en"):
        folder = tmp_path / "above" / "notebooks" / lang
        folder.mkdir(parents=True)
        for name in ("index", "melds", "x 100% ü#"):
            nbformat.write(v4.new_notebook(cells=[v4.new_markdown_cell(f"# {name}")]), folder / f"{name}.ipynb")
    with voila(tmp_path, tmp_path / "above" / start, f"--Voila.base_url=/{base}") as address:
        assert address.endswith(f"/{base}")
        html = urlopen(address + page).read().decode()
        outside = re.sub(r"(?s)<article.*</article>|<head>.*</head>", "", html)
        found = set(re.findall(r'<a [^>]*href="([^"#]+)"', outside))
        assert len(found) == links
        assert all(urlopen(urljoin(address, link)).status == 200 for link in found)


def test_a_page_that_is_served_alone_names_other_pages_and_links_to_none(opened, tmp_path):
    file = tmp_path / "en" / "mine.ipynb"
    file.parent.mkdir()
    told = "# Mine\n\nThen [deadwood](deadwood.ipynb), and [elsewhere](https://example.org)."
    nbformat.write(v4.new_notebook(cells=[v4.new_markdown_cell(told)]), file)
    with voila(tmp_path, file) as address:
        page = opened(address)
        until_ready(page)
        prose = page.locator(".course-prose")
        prose.get_by_role("link", name="elsewhere").wait_for()
        assert "Then deadwood, and elsewhere." in prose.inner_text()
        assert prose.locator("a[href*='.ipynb']").count() == 0
