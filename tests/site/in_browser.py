"""The site that `make site` makes, in a real browser: it does what the server does, and needs nobody but this computer.

Run by `make long`, after `make site`.
"""

import filecmp
import re
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import one_chromium
import pytest
from pages import WHOLE, foreign, serving

from cardlab.lessons.rule_tasks import TASKS
from cardlab.phrasing.catalogue import say
from tests.install.installed import Environment, build

SITE = Path(__file__).parents[2] / "artefacts" / "site"
PATIENCE = 60_000
PRESSES = 12
EN = (
    "melds",
    "stacks",
    "turn",
    "draw-call",
    "scoring",
    "race",
    "whatif",
    "puzzles",
    "play-tongits",
    "play-tichu",
    "cards",
)
EN += "deadwood", "disagree", "tips", "review", "demo", "teachers", "index"
WALKS = [*(f"en/{name}" for name in EN), "de/melds", "de/race", "nl/melds", "nl/race"]
browser = one_chromium.browser

PRESSABLE = """() => [...document.querySelectorAll("#lesson .course-result button")].map((one, at) => [one, at])
  .filter(([one]) => one.checkVisibility() && one.getAttribute("aria-disabled") !== "true" && !one.disabled)
  .filter(([one]) => !one.matches(".cardlab-full")).map(([, at]) => at)"""
PRESS = """(at) => document.querySelectorAll("#lesson .course-result button")[at].click()"""
SHOWN = """() => [...document.querySelectorAll("#lesson .course-result")]
  .map((one) => one.innerHTML.replace(/href="[^"]*"/g, ""))"""
IS_READY = """() => document.documentElement.dataset.course === "ready"
  && (window.course.line.isHere || !window.course.line.connection.isEager)"""
IS_STILL = (
    """() => window.course.line.unanswered.size === 0 && (window.course.line.isHere || !window.course.line.number)"""
)


class Quiet(SimpleHTTPRequestHandler):
    """Hands out files and says nothing."""

    missing = "nothing"

    def send_head(self):
        return self.send_error(404) if self.path.endswith(self.missing) else super().send_head()

    def log_message(self, *_):
        pass


@pytest.fixture
def files():
    """The site on a server for files, below a path of its own; it can be ended."""
    assert (SITE / "index.html").exists(), "there is no site yet: make site"
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=SITE.parent)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def site(files):
    """The address of the site."""
    return f"http://127.0.0.1:{files.server_port}/{SITE.name}/"


@pytest.fixture(scope="module")
def server():
    """The address of the same course on our server."""
    with serving() as address:
        yield address


@pytest.fixture
def opened(browser):
    """Opens pages; at the end of the test nothing may have gone wrong, and no other site been asked."""
    contexts, faults = [], []

    def opening(address, context=None, **more):
        if context is None:
            context = browser.new_context(**more)
            context.add_init_script(WHOLE)
            context.set_default_timeout(PATIENCE)
            contexts.append(context)
            host = urlsplit(address).netloc
            context.on("request", lambda asked: foreign(asked.url, host) and faults.append(f"foreign: {asked.url}"))
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(f"error: {error}"))
        page.on("console", lambda one: one.type == "error" and faults.append(f"console: {one.text}"))
        page.goto(address)
        return page

    yield opening
    for context in contexts:
        context.close()
    assert not faults


def until(page, condition):
    """Waits until a condition holds in the page; its policy allows no text as a program."""
    for _ in range(PATIENCE // 50):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(50)
    pytest.fail(f"never: {condition}")


def agreed(pages, what):
    """What all pages show, as soon as they show the same."""
    for _ in range(PATIENCE // 50):
        shown = [page.evaluate(what) for page in pages if page.evaluate(IS_STILL)]
        if len(shown) == len(pages) and all(one == shown[0] for one in shown):
            return shown[0]
        pages[0].wait_for_timeout(50)
    texts = [str(page.evaluate(what)) for page in pages]
    at = next((at for at, both in enumerate(zip(*texts, strict=False)) if len(set(both)) > 1), 0)
    return pytest.fail(f"never the same: {[text[max(0, at - 200) : at + 200] for text in texts]}")


@pytest.mark.parametrize("name", WALKS)
def test_a_page_shows_the_same_as_on_the_server(opened, site, server, name):
    addresses = f"{site}{name}.html?seed=7", f"{server}{name}.ipynb?seed=7"
    pages, chance = [opened(address) for address in addresses], Random(name)
    for page in pages:
        until(page, IS_READY)
    agreed(pages, SHOWN)
    for _ in range(PRESSES):
        offered = agreed(pages, PRESSABLE)
        if not offered:
            break
        at = chance.choice(offered)
        for page in pages:
            page.evaluate(PRESS, at)
        agreed(pages, SHOWN)


def test_every_page_comes_alive_in_every_language(opened, site):
    for lang in ("en", "de", "nl"):
        context = None
        for file in sorted((SITE / lang).glob("*.html")):
            page = opened(f"{site}{lang}/{file.name}", context)
            context = page.context
            if "course-first" in file.read_text(encoding="utf-8"):
                until(page, "() => window.course.line.isHere")
            assert page.locator(".course-failure").count() == 0, file
            page.close()


def test_links_lead_to_pages_of_the_site():
    for file in SITE.glob("*/*.html"):
        for address in re.findall(r'<a [^>]*?href="([^"#?]+)', file.read_text(encoding="utf-8")):
            assert (file.parent / address).is_file() or urlsplit(address).scheme, (file, address)


def test_it_works_without_a_network_once_it_was_opened(opened, site, files):
    page = opened(site, locale="de-DE")
    page.wait_for_url("**/de/index.html")
    page.evaluate("navigator.serviceWorker.ready")
    files.shutdown()
    files.server_close()
    page = opened(f"{site}de/deadwood.html", page.context)
    until(page, "() => window.course.line.isHere")
    page.locator(".course-result button:visible").first.click()
    until(page, IS_STILL)


def checked(place, source):
    """What comes of code that is written into the editor of a place."""
    place.locator(".cm-content").click()
    place.page.keyboard.press("Control+a")
    place.page.keyboard.insert_text(source)
    place.locator("[data-ask=check]").click()
    place.locator(".course-answer:not([aria-busy])").wait_for()
    return place.locator(".course-answer").inner_text()


@pytest.mark.parametrize(("lang", "width"), [("en", 1280), ("de", 390)])
def test_a_rule_is_written_on_the_page_and_checked(opened, site, lang, width):
    page = opened(f"{site}{lang}/melds.html", viewport={"width": width, "height": 844})
    page.locator(".course-now-you summary").first.click()
    place = page.locator(".course-now-you[open]")
    task = TASKS["is_set"]
    assert str(len(task.cases())) in checked(place, task.solution)
    assert "(T3.1)" in checked(place, "def is_set(cards):\n    return len({card.rank for card in cards}) == 1")
    assert say("now_you.too_long", lang, call="", seconds="1").split(":")[1] in checked(place, "while True: pass")
    # Python cannot end this: the worker is.
    assert checked(place, "10 ** 10 ** 10") == say("page.too_long", lang)
    assert str(len(task.cases())) in checked(place, task.solution)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.reload()
    page.locator(".course-now-you summary").first.click()
    assert "len(ranks)" in place.locator(".cm-content").inner_text()


def test_the_laboratory_hears_while_it_computes(opened, site):
    page = opened(f"{site}en/whatif.html")
    page.get_by_role("button", name=say("whatif.value.deadwood", "en"), exact=True).click()
    page.get_by_role("button", name=say("whatif.example.call", "en")).click()
    page.get_by_role("table", name=say("whatif.first_options", "en")).get_by_text("Call a draw").wait_for()


NOTHING_KEPT = """for (const name of ["localStorage", "sessionStorage", "SharedWorker"])
  Object.defineProperty(window, name, { get() { throw new DOMException("forbidden"); } });"""


def test_where_nothing_may_be_kept_it_works_and_says_so(opened, site):
    page = opened(f"{site}en/index.html")
    page.context.add_init_script(NOTHING_KEPT)
    page = opened(f"{site}de/deadwood.html", page.context)
    page.locator(".course-quiet", has_text=say("page.not_kept", "de")).wait_for()
    page.locator(".cardlab-option").first.click()
    page.locator(".cardlab-option[aria-selected=true]").first.wait_for()
    until(page, "() => window.course.line.isHere && !window.course.line.unanswered.size")


@pytest.mark.parametrize("missing", ["worker.js", "pyodide.asm.wasm"])
def test_where_no_python_starts_a_sentence_says_so(browser, site, monkeypatch, missing):
    monkeypatch.setattr(Quiet, "missing", missing)
    page = browser.new_page()
    page.goto(f"{site}nl/melds.html")
    page.locator(".course-alert", has_text=say("page.no_python", "nl")).wait_for()
    page.locator("img.cardlab-face").first.wait_for()


def test_a_server_that_knows_no_webassembly_is_enough(opened, site, monkeypatch):
    monkeypatch.setitem(Quiet.extensions_map, ".wasm", "application/octet-stream")
    until(opened(f"{site}en/melds.html"), "() => window.course.line.isHere")


def test_opened_as_a_file_it_names_the_command_that_serves_it(browser):
    page = browser.new_page()
    page.goto((SITE / "index.html").as_uri())
    page.locator(".course-alert", has_text=f'http.server --directory "{SITE}/"').wait_for()


def test_without_scripts_it_can_be_read(browser, site):
    page = browser.new_page(java_script_enabled=False)
    page.goto(f"{site}en/melds.html")
    assert page.get_by_text(say("page.no_script", "en")).is_visible()
    assert not page.locator(".course-progress, .course-awaited").first.is_visible()


def test_an_installed_wheel_writes_the_same_site(tmp_path):
    course = Environment(tmp_path / "course")
    course.install(build(tmp_path), "serve")
    course.run("cardlab", "site", tmp_path / "site", cwd=tmp_path)
    assert not filecmp.dircmp(SITE, tmp_path / "site").diff_files
    told = course.run("cardlab", "site", tmp_path, cwd=tmp_path, code=2)
    assert told.startswith(f"cardlab site: The folder {tmp_path} has other files")
