"""`cardlab lab` in a real browser: quiet, on a copy, with living widgets that say when they no longer live."""

import json
import re
import uuid
from urllib.parse import urlsplit

import nbformat
import pytest
from pages import NOTEBOOKS, answering, at_home, foreign, free_port, long_only, running
from playwright.sync_api import expect

from cardlab.phrasing.catalogue import say

ASKING = "@jupyterlab/apputils-extension:notification"
NO_PATIENCE = """AbortSignal.timeout = () => {
  const over = new AbortController();
  queueMicrotask(() => over.abort());
  return over.signal;
}"""
DIRTY = ".lm-TabBar-tab.jp-mod-current.jp-mod-dirty"


# anywidget says so when its two seconds are over, as on a slow computer; the widgets hear Python all the same.
IMPATIENT = "[anywidget] Failed to initialize model."


def watch(page, address, faults):
    """Notes what may not happen: an error in a script, and a request to anybody but the server."""
    host = urlsplit(address).netloc
    page.on("pageerror", lambda error: IMPATIENT in str(error) or faults.append(f"error: {error}"))
    page.on("request", lambda asked: foreign(asked.url, host) and faults.append(f"foreign: {asked.url}"))
    page.on("websocket", lambda line: foreign(line.url, host) and faults.append(f"foreign: {line.url}"))


def choose(page, menu, entry):
    """Chooses an entry of one of JupyterLab's menus."""
    page.locator("#jp-MainMenu").get_by_text(menu, exact=True).click()
    page.locator(".lm-Menu-item", has_text=re.compile(f"^{re.escape(entry)}")).first.click()


def notebook(page):
    return page.locator(".jp-NotebookPanel")


def until_idle(page):
    """Waits until there is a kernel and it has nothing to do; the notebook's own sign says so before there is one."""
    page.locator("#jp-main-statusbar", has_text="(ipykernel) | Idle").wait_for(timeout=60_000)


def until_open(page):
    """Waits until the notebook is there and its kernel answers."""
    notebook(page).locator(".jp-MarkdownOutput").first.wait_for(timeout=60_000)
    until_idle(page)


def run_all(page):
    """Runs every cell, until a widget is there and nothing is left to do."""
    choose(page, "Run", "Run All Cells")
    notebook(page).locator(".cardlab-root").first.wait_for(timeout=60_000)
    until_idle(page)


def at_lesson(address, path):
    """The address of another lesson, in a workspace of its own: else the lessons of earlier tests come up beside it."""
    return re.sub(r"/lab(/tree/[^?]*)?\?", f"/lab/workspaces/{uuid.uuid4().hex}/tree/{path}?", address)


@pytest.fixture(scope="module")
def started(tmp_path_factory):
    """The folder in which `cardlab lab` was started, its address, and the file of its errors."""
    folder, home = tmp_path_factory.mktemp("lab"), tmp_path_factory.mktemp("home")
    words = ("lab", "--no-browser", "--port", str(free_port()))
    with (
        (home / "errors").open("w", encoding="utf-8") as errors,
        answering(running("cardlab", *words, cwd=folder, env=at_home(home), stderr=errors)) as (address, _),
    ):
        yield folder, address, home / "errors"


@pytest.fixture
def opened(browser, started):
    """Opens a lesson in JupyterLab; no error and no foreign request may come until the end of the test."""
    contexts, faults = [], []

    def opening(path=None, script=""):
        context = browser.new_context(viewport={"width": 1400, "height": 1000})
        contexts.append(context)
        context.add_init_script(script)
        page = context.new_page()
        watch(page, started[1], faults)
        page.goto(at_lesson(started[1], path) if path else started[1])
        until_open(page)
        return page

    yield opening
    for context in contexts:
        context.close()
    assert faults == []


def is_drawn(page, what):
    picture = notebook(page).locator(f".jp-OutputArea-output {what}").first
    picture.scroll_into_view_if_needed()
    picture.wait_for()
    assert picture.bounding_box()["height"] > 50


def select(hand):
    """Chooses a card, which only Python makes chosen."""
    hand.locator(".cardlab-option").first.click()
    hand.locator(".cardlab-option[aria-selected=true]").first.wait_for()


STUCK = """asked = []
def stuck(view, chance):
    asked.append(view)
    if len(asked) == 100: print("It hangs.")
    while len(asked) == 100: pass
    return careful(view, chance)
arena(stuck, "careful")"""


@long_only
def test_it_begins_at_the_way_in_asks_nothing_shows_what_was_drawn_and_says_where_a_bot_hangs(opened, started):
    path = started[0] / "cardlab-course" / "en" / "engine.ipynb"
    book = nbformat.read(path, as_version=4)
    book.cells.append(nbformat.v4.new_code_cell(STUCK, id="stuck"))
    nbformat.write(book, path)
    page = opened()
    assert re.search(r"/lab/tree/en/index\.ipynb", page.url)
    address = re.sub(r"lab/tree.*", f"lab/api/settings/{ASKING}", page.url)
    asked = "(address) => fetch(address).then((answer) => answer.json()).then(({schema}) => schema.properties)"
    settings = page.evaluate(asked, address)
    assert settings["fetchNews"]["default"] == "false"
    assert settings["checkForUpdates"]["default"] is False
    assert page.locator(".Toastify__toast, .jp-Dialog").count() == 0
    code = notebook(page).locator(".jp-RenderedMarkdown details:has(pre)").first
    code.scroll_into_view_if_needed()
    expect(code.locator("pre")).to_be_hidden()
    code.locator("summary").click()
    expect(code.locator("pre")).to_be_visible()
    notebook(page).get_by_role("link", name="The engine from inside").click()
    # Nothing has been run yet.
    is_drawn(page, "img[alt^='Points won or paid']")
    until_idle(page)
    choose(page, "Run", "Run All Cells")
    cell = notebook(page).locator(".jp-CodeCell", has_text="def stuck")
    playing = cell.locator(".jp-OutputArea-output", has_text="of 300 rounds")
    playing.wait_for(timeout=60_000)
    cell.get_by_text("It hangs.", exact=True).wait_for()
    choose(page, "Kernel", "Interrupt Kernel")
    cell.get_by_text(re.compile("bot stuck .*interrupted.*while len.asked. == 100: pass")).wait_for()
    assert playing.count() == 0
    assert cell.get_by_role("table").count() == 1
    assert "encryption" not in started[2].read_text(encoding="utf-8")


BOXED = """from cardlab.widgets import Hand
from ipywidgets import VBox
box = VBox([Hand("4h 5h 6h")])
box.children[0].close()
box"""


@long_only
def test_cards_come_back_when_a_notebook_is_opened_again_and_say_when_their_kernel_is_gone(opened, started):
    """Its kernel cannot tell a new page which widgets it has, so the page knows those alone that it makes anew."""
    cells = (nbformat.v4.new_code_cell(source) for source in (BOXED, 'Hand("7h 8h 9h")'))
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("# Boxed"), *cells], metadata=kernel)
    nbformat.write(book, started[0] / "cardlab-course" / "de" / "boxed.ipynb")
    page = opened("de/boxed.ipynb")
    hand = notebook(page).locator(".cardlab-root")
    run_all(page)
    select(hand)
    page.reload()
    until_open(page)
    run_all(page)
    select(hand)
    choose(page, "Kernel", "Restart Kernel…")
    page.locator(".jp-Dialog button.jp-mod-warn").click()
    ended = notebook(page).locator(".cardlab-ended").filter(has_text=say("widget.ended", "de"))
    ended.wait_for()
    assert hand.evaluate("(root) => root.inert")
    hand.locator(".cardlab-option").first.dispatch_event("click")
    until_idle(page)
    run_all(page)
    ended.wait_for(state="detached")
    select(hand)
    choose(page, "Kernel", "Shut Down Kernel")
    notebook(page).locator(".jp-Toolbar-kernelName", has_text="No Kernel").wait_for()
    hand.locator(".cardlab-option").first.click()
    ended.wait_for()


def test_a_widget_hears_python_late_and_no_key_of_cells_and_what_is_saved_is_the_copy(opened, started):
    """As on a slow computer: the two seconds that anywidget gives a view are over before it is there."""
    path = "en/whatif.ipynb"
    original = (NOTEBOOKS / path).read_bytes()
    page = opened(path, script=NO_PATIENCE)
    assert page.locator(DIRTY).count() == 0
    run_all(page)
    before = page.url
    root = notebook(page).locator(".cardlab-root").first
    options = root.get_by_role("table", name=say("whatif.first_options", "en"))
    root.get_by_role("button", name=say("whatif.example.call", "en")).click()
    options.get_by_text(say("table.call", "en")).wait_for()
    notebook(page).locator(".jp-CodeCell .cm-content").first.click()
    page.keyboard.type("# mine")
    root.get_by_role("button", name=say("whatif.example.answer", "en")).click()
    options.get_by_text("Fold", exact=True).wait_for()
    assert page.url == before
    cell_keys = ("Shift+Enter", "Control+Enter", "Control+Backspace", "Control+Shift+ArrowDown", "Control+a")
    for key in (*"ddabxmyz", *cell_keys):
        page.keyboard.press(key)
    assert root.evaluate("root => root.contains(document.activeElement)")
    page.locator(DIRTY).wait_for()
    page.keyboard.press("Control+s")
    page.locator(DIRTY).wait_for(state="detached")
    saved = json.loads((started[0] / "cardlab-course" / path).read_text(encoding="utf-8"))["cells"]
    cells = json.loads(original)["cells"]
    assert [cell["id"] for cell in saved] == [cell["id"] for cell in cells]
    changed = ["".join(cell["source"]) for cell in saved if cell["source"] not in [old["source"] for old in cells]]
    assert [source.count("# mine") for source in changed] == [1]
    assert (NOTEBOOKS / path).read_bytes() == original
