"""How the tests are dealt out to several processes, and what holds in every one of them.

They are dealt out file by file, the dearest first.
Without this a file with few long tests comes last, and one process works at it while the others have nothing to do.
A message that a widget cannot read is a fault, unless a test forges it on purpose; so is what cannot be drawn.
"""

import gc
import logging
import os
import sys
from functools import cache
from pathlib import Path

import pytest

from cardlab.phrasing.prose import renew_clone

HERE = Path(__file__).parent
collect_ignore = ["conftest.py"]  # several files of this name are no doctests of each other
# What takes longest goes first, so that small things are left to fill the end.
FIRST = (
    "analysis/test_counted.py",
    "install",
    "browser",
    "analysis",
    "serve",
    "classroom",
    "widgets",
)


def pytest_configure(config: pytest.Config) -> None:
    """Tests find the notebooks of every language, whatever has changed since they were made."""
    if not hasattr(config, "workerinput"):
        renew_clone()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores, at most four: browser tests wait for the browser half of their time.

    Two more take longer again: whoever waits for a server then waits for the others as well.
    """
    return min(4, 1 + (os.cpu_count() or 1))


def turn(item: pytest.Item) -> int:
    """How early a test comes."""
    place = item.path.relative_to(HERE).as_posix() if item.path.is_relative_to(HERE) else ""
    return next((number for number, start in enumerate(FIRST) if place.startswith(start)), len(FIRST))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):  # one process of several
        # Files that need Chromium follow each other, so that it need not be started for each.
        browsing = {item.path for item in items if "browser" in getattr(item, "fixturenames", ())}
        items.sort(key=lambda item: (turn(item), item.path not in browsing))


@cache
def needs_chromium(session: pytest.Session, path: Path) -> bool:
    """Whether any test of this file does."""
    return any("browser" in getattr(item, "fixturenames", ()) for item in session.items if item.path == path)


def end_chromium() -> None:
    """Ends the one Chromium, if it runs."""
    if kept := sys.modules.get("one_chromium"):
        kept.running.close()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Ends Chromium before a file without it: its tests may have loops of their own, and a thread has room for one."""
    if not needs_chromium(item.session, item.path):
        end_chromium()


def pytest_sessionfinish() -> None:
    end_chromium()


def pytest_collection_finish() -> None:
    """What is there before the first test stays to the end, so nobody need look for garbage in it again and again."""
    gc.freeze()


MESSAGES = logging.getLogger("cardlab.messages")


class Raising(logging.Handler):
    """A log that nobody writes to by mistake."""

    def emit(self, record: logging.LogRecord) -> None:
        raise AssertionError(f"{record.name}: {record.getMessage()}")


MESSAGES.addHandler(Raising())
logging.getLogger("cardlab.drawing").addHandler(Raising())


@pytest.fixture(scope="module")
def forged():
    """In this module messages are forged, so they are refused as they are when somebody learns."""
    MESSAGES.disabled = True
    yield
    MESSAGES.disabled = False
