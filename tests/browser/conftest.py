"""What the browser tests ask for: the course served, a browser, pages that forgive nothing."""

import os

import pytest
from classroom import classroom
from pages import serving, until_ready

from cardlab.phrasing.catalogue import say
from tests.site.files import serving_files

ON_SITE = bool(os.environ.get("SITE"))
"""Whether the course is the site of plain files that `make site` has made, instead of our server."""


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
def learner(browse, room):
    """Somebody who has scanned the code and come in, by default to the overview: `page = learner("Anna", "de")`."""

    def opening(name="", lang="en", to="", **more):
        page = browse(f"{room.address}join?code={room.code}&to={to}", lang, **more)
        page.get_by_label(say("room.nickname_label", lang)).fill(name)
        page.get_by_role("button", name=say("room.enter", lang)).click()
        page.wait_for_url(f"**{to.partition('?')[0] or f'/{lang}/index.ipynb'}*")
        until_ready(page)
        return page

    return opening


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
