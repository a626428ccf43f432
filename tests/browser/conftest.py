"""What the browser tests ask for: the course served, a browser, pages that forgive nothing."""

from urllib.parse import urlsplit

import pytest
from pages import FLAGS, chromium, serving, until_ready, watch
from playwright.sync_api import sync_playwright


@pytest.fixture(scope="session")
def server():
    """The address of the course, served once for all tests."""
    with serving() as address:
        yield address


# The browser lives as long as a module: two of Playwright's engines cannot run side by side in one thread.
@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def visit(browser):
    """Opens a page: `visit(address, width=390, locale="de", ...)`.

    At the end of the test nothing may have gone wrong in any of them: no error in a script or on the console,
    no failed request, and no request to anybody but the server.
    """
    contexts, faults = [], []

    def visiting(address, width=1280, height=900, **more):
        context = browser.new_context(viewport={"width": width, "height": height}, **more)
        contexts.append(context)
        page = context.new_page()
        watch(page, urlsplit(address).netloc, faults)
        page.goto(address)
        return page

    yield visiting
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def page(visit, server):
    """A page at the way in of the course."""
    return visit(server)


@pytest.fixture
def lesson(visit, server):
    """Opens a lesson and waits until its widgets are alive: `lesson("en/melds.ipynb", width=390)`."""

    def opening(path, **more):
        page = visit(f"{server}{path}", **more)
        until_ready(page)
        return page

    return opening


@pytest.fixture
def table(lesson):
    """Opens the page on which Tongits is played, and gives its widget: `page, root = table("de", width=390)`."""

    def opening(lang="en", **more):
        page = lesson(f"{lang}/play-tongits.ipynb", **more)
        return page, page.locator(".cardlab-root")

    return opening
