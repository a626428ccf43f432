"""A `cardlab serve` with a log of its own, that can be killed and begun anew at the same address."""

import os
import signal
import subprocess
import sys

import pytest
from pages import NOTEBOOKS, free_port


class Server:
    """One server; `store` is the URL of its log."""

    def __init__(self, store):
        self.store = store
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
