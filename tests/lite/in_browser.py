"""The site that `make lite` makes, in a real browser: Python runs in it, and nobody but this computer is asked.

Run by `make long`, after `make lite`: starting Python and answering questions takes a browser a minute and more.
"""

import re
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import one_chromium
import pytest
from pages import foreign
from tongits_match import SEED, Beside, agree, by_mouse, named

from cardlab.lessons.rule_tasks import TASKS
from cardlab.phrasing.catalogue import say
from cardlab.tongits import view
from cardlab.widgets.tongits_table.played_match import Setup

SITE = Path(__file__).parents[2] / "artefacts" / "lite"
PATIENCE = 60_000
# JupyterLite says so when a second notebook is opened: the one before has no kernel yet.
WITHOUT_KERNEL = "(reading 'kernel')"
browser = one_chromium.browser


class Quiet(SimpleHTTPRequestHandler):
    """Hands out files and says nothing."""

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def address():
    """The site on a server for files, as anybody could have it."""
    assert (SITE / "index.html").exists(), "there is no site yet: make lite"
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=SITE)) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture
def opened(browser, address):
    """Opens a page of the site; at the end of the test nothing may have gone wrong, and no other site been asked."""
    contexts, faults, host = [], [], urlsplit(address).netloc

    def opening(path="", width=1280):
        context = browser.new_context(viewport={"width": width, "height": 900})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        # Python runs in a worker, whose requests are those of its page.
        context.on("request", lambda asked: foreign(asked.url, host) and faults.append(f"foreign: {asked.url}"))
        context.on("response", lambda answer: answer.status >= 400 and faults.append(f"{answer.status}: {answer.url}"))
        page = context.new_page()
        page.on("pageerror", lambda error: WITHOUT_KERNEL in str(error) or faults.append(f"error: {error}"))
        page.on("console", lambda entry: entry.type == "error" and faults.append(f"console: {entry.text}"))
        page.goto(address + path)
        return page

    yield opening
    for context in contexts:
        context.close()
    assert faults == []


def until_idle(page):
    page.locator("#jp-main-statusbar", has_text="(Pyodide) | Idle").wait_for()


def lesson(path):
    return f"lab/index.html?path={path}"


def run_all(page):
    """Runs every cell, until the last one is done."""
    until_idle(page)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.locator(".lm-Menu-item", has_text=re.compile("^Run All Cells")).first.click()
    page.locator(".jp-InputPrompt", has_text="[1]:").wait_for()
    until_idle(page)
    assert page.locator("[data-mime-type='application/vnd.jupyter.error']").count() == 0


def cell(page, source):
    """The cell of code in which these words stand."""
    return page.locator(".jp-CodeCell", has=page.locator(".cm-content", has_text=source))


def run_instead(page, old, code):
    """Writes code into a cell in place of what stands in it, and runs it."""
    old.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(code)
    page.keyboard.press("Control+Enter")


def write(page, function, code):
    """Writes a function in place of the empty one, and runs it with the check below; gives what that prints."""
    run_instead(page, cell(page, f"def {function}"), f"from cardlab.lessons.now_you import check\n\n{code}")
    checked = cell(page, f"check({function})")
    before = checked.locator(".jp-InputPrompt").inner_text()
    checked.locator(".cm-content").click()
    page.keyboard.press("Control+Enter")
    checked.locator(".jp-InputPrompt", has_text=re.compile(r"\d")).filter(has_not_text=before).wait_for()
    return checked.locator(".jp-OutputArea-output").inner_text()


@pytest.mark.parametrize(("width", "way"), [(1280, "/lab/"), (390, "/notebooks/")])
def test_the_address_opens_the_way_in_and_on_a_phone_without_a_list_of_files(opened, width, way):
    page = opened(width=width)
    page.wait_for_url(f"**{way}**")
    page.get_by_role("link", name="Deutsch").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_link_leads_to_the_next_notebook(opened):
    page = opened()
    until_idle(page)
    page.get_by_role("link", name="Deutsch").click()
    page.get_by_role("heading", name="Die Lektionen").wait_for()


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_lesson_is_alive_and_a_rule_that_one_writes_is_checked(opened, lang):
    page = opened(lesson(f"{lang}/melds.ipynb"))
    run_all(page)
    widget = page.locator(".cardlab-root").first
    widget.locator(".cardlab-option").first.click()
    widget.locator(".cardlab-option[aria-selected=true]").first.wait_for()
    right = write(page, "is_set", TASKS["is_set"].solution)
    assert str(len(TASKS["is_set"].cases())) in right
    assert "now_you" not in right
    too_many = write(page, "is_set", "def is_set(cards):\n    return len({card.rank for card in cards}) == 1\n")
    assert "(T3.1)" in too_many
    for_ever = write(page, "is_set", "def is_set(cards):\n    while cards: pass\n")
    assert say("now_you.too_long", lang, call="").split(":")[1] in for_ever


def test_the_engine_runs_whole_rounds_and_answers_questions(opened):
    page = opened(lesson("en/engine.ipynb"))
    run_all(page)
    cell(page, "worlds=100").locator(".jp-OutputArea-output", has_text="0.").wait_for()


WITHOUT_END = """import asyncio
from cardlab.analysis.cancellation import check_cancelled
from cardlab.widgets.background import Background

pressed, over = [], asyncio.Event()

def pieces():
    while not pressed:
        check_cancelled()
    yield f"{pressed[0]} heard"

Background(print, over.set).begin(pieces)
asyncio.get_running_loop().call_soon(pressed.append, "was")
await over.wait()
"""


def test_a_computation_without_end_lets_the_loop_go_on(opened):
    page = opened(lesson("en/engine.ipynb"))
    until_idle(page)
    run_instead(page, page.locator(".jp-CodeCell").first, WITHOUT_END)
    page.get_by_text("was heard", exact=True).wait_for()


def test_the_laboratory_hears_while_it_computes_and_stops_when_it_is_told_to(opened):
    page = opened(lesson("en/whatif.ipynb"))
    run_all(page)
    laboratory = page.locator(".cardlab-root").first
    options = laboratory.get_by_role("table", name=say("whatif.first_options", "en"))
    options.locator("tbody tr").first.wait_for()
    stop = laboratory.get_by_role("button", name="Stop")
    laboratory.get_by_role("button", name=say("whatif.value.deadwood", "en"), exact=True).click()
    options.locator("th", has_text="Expected deadwood").wait_for()
    assert stop.is_visible(), "it had nothing left to do"
    stop.click()
    stop.wait_for(state="detached")
    laboratory.get_by_role("button", name=say("whatif.example.call", "en")).click()
    options.get_by_text("Call a draw").wait_for()


def test_the_coach_thinks_about_a_move_before_it_is_made(opened):
    page = opened(lesson("en/play-tongits.ipynb"))
    run_all(page)
    table = page.locator(".cardlab-root").first
    agree(table, Setup(seed=SEED))
    named(table, "play_tongits.coach").click()
    table.locator("select").first.wait_for()
    beside = Beside(Setup(seed=SEED))
    seen = view(beside.round.state, 0)
    by_mouse(page, table, beside.move(), seen)
    thinks = table.locator(".cardlab-agrees", has_text=say("play_tongits.thinks", "en", action=""))
    thinks.wait_for()
    thinks.wait_for(state="detached")
