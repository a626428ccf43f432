"""One Chromium for all modules of tests that follow each other: Playwright takes a second to start and to end."""

import os
from contextlib import ExitStack
from importlib import import_module

import pytest
from pages import FLAGS, chromium

running = ExitStack()


@pytest.fixture(scope="module")
def browser():
    """Chromium, the same as in the module before if that had it too; tests/conftest.py says when it ends."""
    if not hasattr(running, "browser"):
        # Only where it is needed: whoever has no Playwright collects all tests and runs those without a browser.
        needed = import_module if os.environ.get("CI") == "true" else pytest.importorskip
        api = needed("playwright.sync_api")
        # As patient as everything else that waits for a page: how long that takes on a busy computer proves nothing.
        api.expect.set_options(timeout=20_000)
        playwright = running.enter_context(api.sync_playwright())
        running.browser = running.enter_context(playwright.chromium.launch(executable_path=chromium(), args=FLAGS))
        running.callback(delattr, running, "browser")
    return running.browser
