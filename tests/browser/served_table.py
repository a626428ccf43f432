"""A `cardlab serve` with a log of its own, in which a table may lie already."""

import os
import signal
import subprocess
import sys
from contextlib import contextmanager

import pytest
from pages import NOTEBOOKS, apart, free_port

from cardlab.tables.hub import LETTERS
from cardlab.tables.store import Store
from cardlab.tables.table import EVENTS

CODE = LETTERS[:6]


class Server:
    """A `cardlab serve` that can be killed and begun anew at the same address."""

    def __init__(self, folder):
        self.store = f"sqlite:///{folder / 'tables.sqlite3'}"
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}/"

    def begin(self):
        command = [sys.executable, "-m", "cardlab.serve.command", "serve", "--no-browser", "--lang", "en"]
        self.running = subprocess.Popen(
            [*command, "--port", str(self.port), "--notebooks", str(NOTEBOOKS), "--store", self.store],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
        )
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
    here = Server(folder)

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
