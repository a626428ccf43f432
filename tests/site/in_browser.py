"""The site that `make site` makes, in a real browser: it does what the server does, and needs nobody but this computer.

Run by `make long`, after `make site`.
"""

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

SITE = Path(__file__).parents[2] / "artefacts" / "site"
PATIENCE = 60_000
PRESSES = 12
PAGES = "melds?seed=7", "stacks", "turn", "draw-call", "scoring", "race", "whatif", "puzzles", "play-tongits?seed=3"
browser = one_chromium.browser

PRESSABLE = """() => [...document.querySelectorAll("#lesson .course-result button")].map((one, at) => [one, at])
  .filter(([one]) => one.checkVisibility() && one.getAttribute("aria-disabled") !== "true" && !one.disabled)
  .filter(([one]) => !one.matches(".cardlab-full")).map(([, at]) => at)"""
PRESS = """(at) => document.querySelectorAll("#lesson .course-result button")[at].click()"""
SAID = """() => [...document.querySelectorAll("#lesson .course-result")].map((one) => one.innerText)"""
IS_READY = """() => document.documentElement.dataset.course === "ready"
  && (window.course.line.isHere || !window.course.line.connection.isEager)"""
IS_STILL = (
    """() => window.course.line.unanswered.size === 0 && (window.course.line.isHere || !window.course.line.number)"""
)


class Quiet(SimpleHTTPRequestHandler):
    """Hands out files and says nothing."""

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


def settled(page):
    """What a page says once it says the same for a while: what is worked out comes by and by."""
    until(page, IS_STILL)
    before = None
    while before != (before := page.evaluate(SAID)):
        page.wait_for_timeout(3000)
    return before


def walked(page, presses, seed):
    """What a page says at first and after each press, of those that it offers by this chance."""
    until(page, IS_READY)
    chance, texts = Random(seed), [settled(page)]
    for _ in range(presses):
        offered = page.evaluate(PRESSABLE)
        page.evaluate(PRESS, chance.choice(offered))
        texts.append(settled(page))
    return texts


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_says_the_same_as_on_the_server(opened, site, server, name, lang):
    if lang == "de" and name not in PAGES[:2]:
        pytest.skip("one language is walked through, the others are looked at")
    lesson, _, query = name.partition("?")
    texts = [
        walked(opened(f"{where}{lang}/{lesson}{ending}?{query}"), PRESSES, name)
        for where, ending in ((site, ".html"), (server, ".ipynb"))
    ]
    assert texts[0] == texts[1]


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


def test_links_lead_to_pages_of_the_site(opened, site):
    page = opened(f"{site}en/index.html")
    addresses = page.eval_on_selector_all("a[href]", "(links) => links.map((one) => one.href)")
    assert len(addresses) > 20
    for address in addresses:
        inside = re.sub(r"[?#].*", "", address.removeprefix(site))
        assert address.startswith(site), address
        assert (SITE / inside).is_file(), address


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
