"""One Chromium for all modules of tests that follow each other, since it starts slowly, and who opens its pages."""

import os
from contextlib import ExitStack
from importlib import import_module
from urllib.parse import urljoin, urlsplit

import pytest
from pages import FLAGS, WHOLE, chromium, watch

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


@pytest.fixture
def browse(browser):
    """A browser of its own for each: `page = browse(address, "de", width=390)`; nothing may go wrong in any.

    `cookie`: whose browser it is; `before`: what is done with the page before it opens.
    `browse.end(*allowed)` closes all of them; what names one of `allowed` may have gone wrong before.
    """
    contexts, faults, ends = [], [], []

    def opening(address, lang="en", width=1280, height=720, cookie="", before=lambda page: None, **more):
        size = {"width": width, "height": height}
        context = browser.new_context(viewport=size, locale=lang, **{"reduced_motion": "reduce", **more})
        contexts.append(context)
        if cookie:
            name, _, value = cookie.partition("=")
            context.add_cookies([{"name": name, "value": value, "url": urljoin(address, "/")}])
        page = context.new_page()
        ends.append(watch(page, urlsplit(address).netloc, faults))
        before(page)
        page.goto(address)
        return page

    def end(*allowed):
        while ends:
            ends.pop()()
        while contexts:
            contexts.pop().close()
        wrong = [fault for fault in faults if not any(one in fault for one in allowed)]
        faults.clear()
        assert not wrong, wrong

    opening.end = end
    yield opening
    end()


@pytest.fixture
def visit(browse):
    """Opens a page as somebody who has chosen that lessons are shown whole: `visit(address, width=390)`."""

    def visiting(address, whole=True, height=900, **more):
        shown_whole = {"before": lambda page: page.context.add_init_script(WHOLE)} if whole else {}
        return browse(address, height=height, **shown_whole, **more)

    return visiting
