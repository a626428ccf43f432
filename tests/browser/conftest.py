"""What the browser tests ask for: the course served, a browser, pages that forgive nothing."""

import os
from urllib.parse import urljoin, urlsplit

import one_chromium
import pytest
from classroom import classroom
from pages import WHOLE, serving, until_ready, watch

from tests.site.files import serving_files

ON_SITE = bool(os.environ.get("SITE"))
"""Whether the course is the site of plain files that `make site` has made, instead of our server."""
browser = one_chromium.browser


@pytest.fixture(scope="session")
def server():
    """The address of the course."""
    if ON_SITE:
        with serving_files() as (_, address):
            yield address
    else:
        with serving() as address:
            yield address


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """A class, for all tests of a module."""
    store = tmp_path_factory.mktemp("class") / "tables.sqlite3"
    with classroom("--store", str(store)) as running:
        yield running


@pytest.fixture
def room(running):
    """The class before anybody has come."""
    running.order(do="end")
    return running


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


@pytest.fixture
def lesson(visit, server):
    """Opens a page and waits until its widgets are alive: `lesson("en/melds.ipynb", width=390)`.

    With a page that is open already, goes on from there in the same browser: `lesson("en/turn.ipynb", page)`.
    """

    def opening(path, page=None, **more):
        address = f"{server}{path.replace('.ipynb', '.html') if ON_SITE else path}"
        if page is None:
            # The site lets no text run as a program, which is how Playwright waits.
            page = visit(address, bypass_csp=ON_SITE, **more)
        else:
            page.goto(address)
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
