"""What the browser tests ask for: the course served, a browser, pages that forgive nothing."""

from urllib.parse import urljoin, urlsplit

import one_chromium
import pages
import pytest
from classroom import classroom
from pages import OF_FILES, WHOLE, page_of, until_ready, watch

browser, server, course = one_chromium.browser, pages.server, pages.course


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
        context = browser.new_context(viewport=size, locale=lang, reduced_motion="reduce", **more)
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


# What a tab may have stored for a page, but what it was sent.
STORED = "local_storage,indexeddb,websql,cache_storage,service_workers"


class Tab:
    """A tab in which one test after the other visits the course: its scripts and styles need not be read anew.

    Each test finds it as new: nothing is stored, nothing is wished of its window, and nothing lies before its page.
    """

    def __init__(self, browser, whole):
        self.context = browser.new_context()
        if whole:
            self.context.add_init_script(WHOLE)
        self.page = self.context.new_page()
        self.line = self.context.new_cdp_session(self.page)

    def given(self, address, width, height):
        """The page, with nothing of the test before."""
        parts = urlsplit(address)
        self.page.set_viewport_size({"width": width, "height": height})
        self.line.send(
            "Storage.clearDataForOrigin", {"origin": f"{parts.scheme}://{parts.netloc}", "storageTypes": STORED}
        )
        self.page.goto(f"{parts.scheme}://{parts.netloc}/static/icon.svg")
        self.page.evaluate("sessionStorage.clear()")
        return self.page

    def taken_back(self):
        """Leaves the page, and closes those that were opened beside it."""
        for other in self.context.pages:
            if other is not self.page:
                other.close()
        self.page.goto("about:blank")
        self.page.emulate_media(media="null", color_scheme="null", reduced_motion="null", forced_colors="null")
        self.context.clear_permissions()
        self.context.clear_cookies()


@pytest.fixture(scope="module")
def tabs(browser):
    """The tabs of a module, by whether lessons are shown whole in them."""
    opened = {}
    yield lambda whole: opened.get(whole) or opened.setdefault(whole, Tab(browser, whole))
    for tab in opened.values():
        tab.context.close()


@pytest.fixture
def visit(browser, tabs):
    """Opens a page: `visit(address, width=390, locale="de", ...)`; a lesson is shown whole unless `whole` is False.

    The first page of a test that wishes nothing else comes in the tab of its module, any other in a browser of its own;
    so does one with which is done what cannot be taken back, such as a clock or a route: `own=True`.
    At the end of the test nothing may have gone wrong in any of them: no error in a script or on the console,
    no failed request, and no request to anybody but the server.
    """
    contexts, faults, taken, ends = [], [], [], []

    def visiting(address, width=1280, height=900, whole=True, own=False, reduced_motion=None, **more):
        if own or more or taken or OF_FILES:
            motion = {"reduced_motion": reduced_motion} if reduced_motion else {}
            context = browser.new_context(viewport={"width": width, "height": height}, **motion, **more)
            if whole:
                context.add_init_script(WHOLE)
            contexts.append(context)
            page = context.new_page()
        else:
            taken.append(tabs(whole))
            page = taken[0].given(address, width, height)
            if reduced_motion:
                page.emulate_media(reduced_motion=reduced_motion)
        ends.append(watch(page, urlsplit(address).netloc, faults))
        page.goto(address)
        return page

    yield visiting
    for end in ends:
        end()
    for tab in taken:
        tab.taken_back()
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def lesson(visit, course):
    """Opens a page and waits until its widgets are alive: `lesson("en/melds.ipynb", width=390)`.

    With a page that is open already, goes on from there in the same browser: `lesson("en/turn.ipynb", page)`.
    """

    def opening(path, page=None, **more):
        address = page_of(course, path)
        if page is None:
            page = visit(address, **more)
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
