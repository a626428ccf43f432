"""A server of tables with a log of its own, that can be killed and begun anew at the same address."""

import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest
from pages import apart, begun, free_port, watch

from cardlab.dashboard.names import LETTERS
from cardlab.tables.store import Store
from cardlab.tables.table import EVENTS

CODE = LETTERS[:6]


class Server:
    """One server; `store` is the file of its log; with `lessons` it is a whole `cardlab serve`."""

    def __init__(self, store, *, lessons=False):
        self.store, self.lessons = store, lessons
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}/"

    def begin(self):
        if self.lessons:
            self.running = begun("--lang", "en", "--store", self.store, port=self.port)
        else:
            front = [sys.executable, "-m", "tests.tables.front", self.store, str(self.port)]
            self.running = subprocess.Popen(front, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        said = []
        for line in self.running.stdout:
            if "http://" in line:
                return
            said.append(line)
        pytest.fail(f"the server did not start: {''.join(said)}")

    def kill(self):
        """The front, and with it the hub, is gone without a word."""
        os.kill(self.running.pid, signal.SIGKILL)
        self.running.wait(timeout=30)
        self.running.stdout.close()

    def end(self):
        self.running.terminate()
        self.running.communicate(timeout=30)


@contextmanager
def served(folder, *events, lessons=False):
    """A running server; what its log tells has happened at the table `CODE` before."""
    here = Server(f"{folder / 'tables.sqlite3'}", lessons=lessons)

    async def lay():
        store = await Store.open(here.store)
        await store.append(f"table:{CODE}", 0, "laid", [EVENTS.text(event) for event in events])
        await store.close()

    if events:
        apart(lay())
    here.begin()
    try:
        yield here
    finally:
        here.end()


@pytest.fixture
def browse(browser):
    """A browser of its own for each: `page = browse(address, lang="de", width=390)`; nothing may go wrong on it.

    `before`: what is done with the page before it opens; `more`: what else the browser is.
    """
    contexts, faults = [], []

    def opening(address, lang="en", width=1280, height=720, before=lambda page: None, **more):
        size = {"width": width, "height": height}
        context = browser.new_context(viewport=size, locale=lang, reduced_motion="reduce", **more)
        contexts.append(context)
        page = context.new_page()
        watch(page, urlsplit(address).netloc, faults)
        before(page)
        page.goto(address)
        return page

    def end(*allowed):
        """All are closed; nothing has gone wrong but what names one of `allowed`."""
        while contexts:
            contexts.pop().close()
        assert [fault for fault in faults if not any(one in fault for one in allowed)] == []
        faults.clear()

    opening.end = end
    yield opening
    end()
