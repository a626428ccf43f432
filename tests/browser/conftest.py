"""What the browser tests ask for: the course served, a browser, pages that forgive nothing."""

from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from pages import FLAGS, WHOLE, chromium, serving, until_ready, watch
from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def server():
    """The address of the course, served once for all tests."""
    with serving() as address:
        yield address


# The one Chromium of this folder, while it runs: Playwright takes a second to start and to end.
running = ExitStack()


@pytest.fixture(scope="module")
def browser():
    """Chromium, one for all modules of this folder that follow each other."""
    if not hasattr(running, "browser"):
        playwright = running.enter_context(sync_playwright())
        running.browser = running.enter_context(playwright.chromium.launch(executable_path=chromium(), args=FLAGS))
        running.callback(delattr, running, "browser")
    return running.browser


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem):
    """Ends Chromium before another folder's tests: they have loops of their own, and a thread has room for one."""
    yield
    if nextitem is None or nextitem.path.parent != HERE:
        running.close()


@pytest.fixture
def visit(browser):
    """Opens a page: `visit(address, width=390, locale="de", ...)`; a lesson is shown whole unless `whole` is False.

    At the end of the test nothing may have gone wrong in any of them: no error in a script or on the console,
    no failed request, and no request to anybody but the server.
    """
    contexts, faults = [], []

    def visiting(address, width=1280, height=900, whole=True, **more):
        context = browser.new_context(viewport={"width": width, "height": height}, **more)
        if whole:
            context.add_init_script(WHOLE)
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
