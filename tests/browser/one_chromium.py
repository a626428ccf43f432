"""One Chromium for all modules of tests that follow each other: Playwright takes a second to start and to end."""

from contextlib import ExitStack
from functools import cache

import pytest
from pages import FLAGS, chromium
from playwright.sync_api import sync_playwright

running = ExitStack()


@pytest.fixture(scope="module")
def browser():
    """Chromium, the same as in the module before if that had it too."""
    if not hasattr(running, "browser"):
        playwright = running.enter_context(sync_playwright())
        running.browser = running.enter_context(playwright.chromium.launch(executable_path=chromium(), args=FLAGS))
        running.callback(delattr, running, "browser")
    return running.browser


@cache
def asks_for_it(session, path):
    """Whether any test of this file needs Chromium."""
    return any("browser" in getattr(item, "fixturenames", ()) for item in session.items if item.path == path)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem):
    """Ends Chromium before a file without it: its tests may have loops of their own, and a thread has room for one."""
    yield
    if nextitem is None or not asks_for_it(nextitem.session, nextitem.path):
        running.close()
