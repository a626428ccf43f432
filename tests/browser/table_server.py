"""A server of tables with a log of its own, that can be killed and begun anew at the same address."""

from contextlib import contextmanager
from typing import NamedTuple

from pages import announced, apart, begun, free_port, running

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
        announced(self.running.stdout)

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


def sits(page, name):
    page.locator(".cardlab-room-who input").fill(name)
    page.locator(".cardlab-place button").first.click()
    page.locator(".cardlab-you").wait_for()


def write_log(folder, *events):
    """Write these events into a log; returns its file."""
    file = folder / "tables.sqlite3"

    async def lay():
        store = await Store(f"{file}").open()
        await store.append(f"table:{CODE}", 0, "laid", [EVENTS.encode(event) for event in events])
        await store.close()

    if events:
        apart(lay())
    return file
