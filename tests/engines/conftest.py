"""Windows of all three engines for a journey, closed at its end."""

import os

import one_chromium
import pytest
import window
from pages import serving

browser = one_chromium.browser


@pytest.fixture(scope="session")
def server():
    """The address of the course."""
    with serving() as address:
        yield address


@pytest.fixture(params=["chromium", "firefox", "webkit"])
def engine(request):
    """The name of an engine that is here; without it the test is skipped, or fails where everything has to run."""
    if not window.is_there(request.param):
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(
            "Firefox and WebKit are needed here: apt install firefox-esr webkit2gtk-driver xvfb"
        )
    return request.param


@pytest.fixture
def open_window(engine, browser, server, tmp_path):
    """Opens a window with a profile of its own; `whole`: lessons are shown whole in it."""
    opened = []

    def opening(width=1280, height=900, whole=False):
        if engine == "chromium":
            shown = window.Chromium(browser, width, height)
        else:
            home = tmp_path / f"home-{len(opened)}"
            home.mkdir()
            shown = {"firefox": window.Firefox, "webkit": window.WebKit}[engine](home, width, height)
        opened.append(shown)
        if whole:
            shown.lessons_whole(server)
        return shown

    yield opening
    for shown in opened:
        shown.close()
