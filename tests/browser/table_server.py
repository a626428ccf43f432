"""A server of tables with a log of its own, that can be killed and begun anew at the same address."""

from contextlib import contextmanager
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from pages import apart, begun, free_port, running, watch

from cardlab.dashboard.display_names import LETTERS
from cardlab.tables.shared_table import EVENTS
from cardlab.tables.store import Store
from tests.tables.front import front_in_thread

CODE = LETTERS[:6]


class Server:
    """A server in a process of its own, to be killed; `store` is the file of its log."""

    def __init__(self, store):
        self.store, self.port = store, free_port()
        self.address = f"http://127.0.0.1:{self.port}/"

    def begin(self, with_lessons=False):
        if with_lessons:
            self.running = begun("--lang", "en", "--store", self.store, port=self.port)
        else:
            self.running = running("tests.tables.front", self.store, str(self.port))
        said = []
        for line in self.running.stdout:
            if "http://" in line:
                return
            said.append(line)
        pytest.fail(f"the server did not start: {''.join(said)}")

    def kill(self):
        """The front, and with it the table service, is killed."""
        self.running.kill()
        self.running.wait(timeout=30)
        self.running.stdout.close()

    def end(self):
        self.running.terminate()
        self.running.communicate(timeout=30)


@contextmanager
def served(folder, *events):
    """The port and address of a server with these events at the table `CODE`."""
    with front_in_thread(write_log(folder, *events)) as port:
        yield Here(port, f"http://127.0.0.1:{port}/")


@contextmanager
def to_be_killed(folder, *events):
    """The same as a `Server`."""
    here = Server(f"{write_log(folder, *events)}")
    here.begin()
    try:
        yield here
    finally:
        here.end()


class Here(NamedTuple):
    """Where a server is."""

    port: int
    address: str


def write_log(folder, *events):
    """Write these events into a log; returns its file."""
    file = folder / "tables.sqlite3"

    async def lay():
        store = await Store.open(f"{file}")
        await store.append(f"table:{CODE}", 0, "laid", [EVENTS.encode(event) for event in events])
        await store.close()

    if events:
        apart(lay())
    return file


class BrowserConnection:
    """The WebSocket connection of a page to its table, which can be delayed and cut."""

    def __init__(self, page):
        self.waiting, self.is_held, self.opened = [], False, 0
        page.route_web_socket("**/line/**", self._open)

    def _open(self, page):
        self.opened += 1
        if self.is_held:
            return
        self.page, self.server = page, page.connect_to_server()
        page.on_message(self.server.send)
        self.server.on_message(lambda text: self.waiting.append(text) if self.is_held else page.send(text))

    def hold(self):
        """Hold back messages of the server; new connections lead nowhere."""
        self.is_held = True

    def release(self):
        """Deliver all messages held back."""
        self.is_held = False
        while self.waiting:
            self.page.send(self.waiting.pop(0))

    def cut(self):
        """Cut the connection on both sides."""
        self.server.close()
        self.page.close(code=1011)


@pytest.fixture
def browse(browser):
    """A browser of its own for each: `page = browse(address, lang="de", width=390)`; nothing may go wrong on it.

    `before`: what is done with the page before it opens; `more`: what else the browser is.
    """
    contexts, faults, watches = [], [], []

    def opening(address, lang="en", width=1280, height=720, before=lambda page: None, **more):
        size = {"width": width, "height": height}
        context = browser.new_context(viewport=size, locale=lang, reduced_motion="reduce", **more)
        contexts.append(context)
        page = context.new_page()
        watches.append(watch(page, urlsplit(address).netloc, faults))
        before(page)
        page.goto(address)
        return page

    def end(*allowed):
        """All are closed; nothing had gone wrong before but what names one of `allowed`."""
        while watches:
            watches.pop()()
        while contexts:
            contexts.pop().close()
        wrong = [fault for fault in faults if not any(one in fault for one in allowed)]
        faults.clear()
        assert not wrong, wrong

    opening.end = end
    yield opening
    end()
