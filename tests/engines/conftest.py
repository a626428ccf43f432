"""Windows of all three engines for a journey, closed at its end."""

import os

import one_chromium
import pytest
import window
from pages import serving

from tests.site.files import cut, serving_files

OF_FILES = bool(os.environ.get("SITE"))
"""Whether the course is the site of plain files: then there is no network any more once its first page was opened."""
WIDTHS = (1280, 390) if OF_FILES else (1280,)
KEPT = "() => { navigator.serviceWorker?.ready.then(() => { window.isKept = true; }); }"
browser = one_chromium.browser


@pytest.fixture(scope="session")
def server():
    """The address of the course on its own server, for what needs others."""
    if OF_FILES:
        pytest.skip("plain files know nobody else")
    with serving() as address:
        yield address


@pytest.fixture(params=WIDTHS)
def course(request, open_window):
    """Opens a window of the course, and gives it with the addresses of the pages."""

    def opening(whole=False):
        if not OF_FILES:
            address = request.getfixturevalue("server")
            return open_window(whole=whole and address), lambda name: f"{address}en/{name}.ipynb"
        network, address = request.getfixturevalue("files")
        window = open_window(request.param, 844, whole=whole and address)
        window.open(f"{address}en/index.html")
        window.until_ready()
        window.run(KEPT)
        window.until("() => window.isKept")
        cut(network)
        return window, lambda name: f"{address}en/{name}.html"

    return opening


@pytest.fixture
def files():
    """The site on a server for files, and its address."""
    with serving_files() as served:
        yield served


@pytest.fixture(params=["chromium", "firefox", "webkit"])
def engine(request):
    """The name of an engine that is here; without it the test is skipped, or fails where everything has to run."""
    if not window.is_there(request.param):
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(
            "Firefox and WebKit are needed here: apt install firefox-esr webkit2gtk-driver xvfb"
        )
    return request.param


@pytest.fixture
def open_window(engine, browser, tmp_path):
    """Opens a window with a profile of its own; `whole`: where lessons are shown whole in it."""
    opened = []

    def opening(width=1280, height=900, whole=""):
        if engine == "chromium":
            shown = window.Chromium(browser, width, height)
        else:
            home = tmp_path / f"home-{len(opened)}"
            home.mkdir()
            shown = {"firefox": window.Firefox, "webkit": window.WebKit}[engine](home, width, height)
        opened.append(shown)
        if whole:
            shown.lessons_whole(whole)
        return shown

    yield opening
    for shown in opened:
        shown.close()
