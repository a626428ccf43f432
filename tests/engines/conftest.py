"""Windows of Firefox and WebKit for a journey, closed at its end; what Chromium does is tried in tests/browser."""

import os
import shutil

import pytest
from pages import lacks, serving

from tests.site.files import cut, serving_files

OF_FILES = bool(os.environ.get("SITE"))
"""Whether the course is the site of plain files that `make site` has made, instead of our server."""
# There is no network any more once the first page of the site was opened.
WIDTHS = (1280, 390) if OF_FILES else (1280,)
KEPT = "() => { navigator.serviceWorker?.ready.then(() => { window.isKept = true; }); }"


@pytest.fixture(scope="session")
def server():
    """The address of our server, for what plain files cannot do."""
    if OF_FILES:
        pytest.skip("plain files know nobody else")
    with serving() as address:
        yield address


@pytest.fixture(params=WIDTHS)
def course(request, open_window):
    """Opens a window of the course, on our server or the site; gives it with a function for the addresses of pages."""

    def opening(whole=False):
        if not OF_FILES:
            address = request.getfixturevalue("server")
            window = open_window(whole=whole and address)
        else:
            network, address = request.getfixturevalue("files")
            window = open_window(request.param, 844, whole=whole and address)
            window.open(f"{address}en/index.html")
            window.until_ready()
            window.run(KEPT)
            window.until("() => window.isKept")
            cut(network)
        return window, lambda name: f"{address}en/{name}.{'html' if OF_FILES else 'ipynb'}"

    return opening


@pytest.fixture
def files():
    """The site on a server for files, and its address."""
    with serving_files() as served:
        yield served


@pytest.fixture(params=("firefox", "webkit"))
def open_window(request, tmp_path):
    """Opens a window with a profile of its own; `whole`: where lessons are shown whole in it."""
    from window import ENGINES  # here, for otherwise each process of the tests loads Selenium

    kind, needed = ENGINES[request.param]
    if not all(map(shutil.which, needed)):
        lacks("Firefox and WebKit are needed here: apt install firefox-esr webkit2gtk-driver xvfb")
    opened = []

    def opening(width=1280, height=900, whole=""):
        home = tmp_path / f"home-{len(opened)}"
        home.mkdir()
        opened.append(kind(home, width, height))
        if whole:
            opened[-1].lessons_whole(whole)
        return opened[-1]

    yield opening
    for shown in opened:
        shown.close()
