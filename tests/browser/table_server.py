"""A `cardlab serve` with a log of its own, that can be killed and begun anew at the same address."""

import os
import signal
from contextlib import contextmanager

import pytest
from pages import apart, begun, free_port

from cardlab.dashboard.names import LETTERS
from cardlab.tables.store import Store
from cardlab.tables.table import EVENTS

CODE = LETTERS[:6]


class Server:
    """One server; `store` is the URL of its log."""

    def __init__(self, store):
        self.store = store
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}/"

    def begin(self):
        self.running = begun("--lang", "en", "--store", self.store, port=self.port)
        for line in self.running.stdout:
            if "http://" in line:
                return
        pytest.fail("the server did not start")

    def kill(self):
        """The front, and with it the hub, is gone without a word."""
        os.kill(self.running.pid, signal.SIGKILL)
        self.running.wait(timeout=30)
        self.running.stdout.close()

    def end(self):
        self.running.terminate()
        self.running.communicate(timeout=30)


@contextmanager
def served(folder, *events):
    """A running server; what its log tells has happened at the table `CODE` before."""
    here = Server(f"{folder / 'tables.sqlite3'}")

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
