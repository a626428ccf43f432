"""The order of the tests, and what holds in every process that runs them.

Files that take longest go first. Otherwise a file with few long tests comes last, and one process works on it while the
others have nothing to do.
A message that a widget can't read, and an object that can't be drawn, are faults unless a test forges them on purpose.
"""

import asyncio
import gc
import inspect
import logging
import os
import sys
import tempfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from pages import FLAGS, WHOLE, chromium, watch

from cardlab.phrasing.prose import renew_clone
from tests.stories import tell  # noqa: F401

HERE = Path(__file__).parent
collect_ignore = ["conftest.py"]  # doctest would import several files of this name as one
# The slowest go first, so that short tests fill the end.
FIRST = ("install", "engines", "browser", "analysis", "serve", "classroom", "tables", "widgets", "lessons", "notebooks")


TIMEOUT = 300
"""Seconds after which a coroutine test fails."""


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine, with a timeout."""
    test = pyfuncitem.obj
    if not inspect.iscoroutinefunction(test):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in inspect.signature(test).parameters}
    asyncio.run(asyncio.wait_for(test(**arguments), TIMEOUT))
    return True


@pytest.fixture(autouse=True)
def same_folder() -> Iterator[None]:
    """Come back to the working directory: a session in this process works in its own, whose name is a language."""
    here = Path.cwd()
    yield
    os.chdir(here)


def pytest_configure(config: pytest.Config) -> None:
    """Make the German and Dutch notebooks if something has changed; no test sees the user's tables."""
    data = tempfile.TemporaryDirectory()
    config.add_cleanup(data.cleanup)
    os.environ["XDG_DATA_HOME"] = data.name
    if not hasattr(config, "workerinput"):
        renew_clone()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return two processes more than there are cores, at most four: browser tests wait half of their time."""
    return min(4, 2 + (os.cpu_count() or 1))


def turn(item: pytest.Item) -> int:
    """Return the place of a test in the order, 0 for the first."""
    place = item.path.relative_to(HERE).as_posix() if item.path.is_relative_to(HERE) else ""
    return next((number for number, start in enumerate(FIRST) if place.startswith(start)), len(FIRST))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):  # one process of several
        items.sort(key=turn)


def pytest_collection_finish() -> None:
    """Exclude everything that exists before the first test from garbage collection."""
    gc.freeze()


MESSAGES = logging.getLogger("cardlab.messages")


class Raising(logging.Handler):
    """A log handler that fails the test at every entry."""

    def emit(self, record: logging.LogRecord) -> None:
        raise AssertionError(f"{record.name}: {record.getMessage()}")


MESSAGES.addHandler(Raising())
logging.getLogger("cardlab.drawing").addHandler(Raising())


@pytest.fixture(scope="module")
def forged():
    """In a module that forges messages, refuse unreadable ones as for a learner."""
    MESSAGES.disabled = True
    yield
    MESSAGES.disabled = False


@pytest.fixture(scope="module", autouse=True)
def no_shell_stays():
    """End a shell of IPython that a test has begun: it shows what is displayed, and takes the name `__main__`."""
    main = sys.modules["__main__"]
    yield
    if ipython := sys.modules.get("IPython.core.interactiveshell"):
        ipython.InteractiveShell.clear_instance()
        sys.modules["__main__"] = main


# Pages in Chromium


@pytest.fixture(scope="module")
def browser():
    """Chromium, for the tests of a module. Without Playwright, they are skipped."""
    needed = import_module if os.environ.get("CI") == "true" else pytest.importorskip
    api = needed("playwright.sync_api")
    # As patient as everything else that waits for a page: how long that takes on a busy computer proves nothing.
    api.expect.set_options(timeout=20_000)
    with api.sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=chromium(), args=FLAGS)


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
