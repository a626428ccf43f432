"""The ground of the browser tests: a real `cardlab serve`, a real Chromium, and a page that forgives nothing."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium():
    """Where Chromium is; without one the test is skipped, or fails where everything has to run."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(
            "Chromium is needed here: apt install chromium"
        )
    return found


def free_port():
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return trial.getsockname()[1]


@contextmanager
def started(*options, notebooks=NOTEBOOKS):
    """A running `cardlab serve`; gives the lines that it prints."""
    command = [sys.executable, "-m", "cardlab.serve.command", "serve", "--no-browser", "--port", str(free_port())]
    running = subprocess.Popen(
        [*command, "--notebooks", str(notebooks), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )
    try:
        yield running.stdout
    finally:
        running.terminate()
        running.communicate(timeout=30)


@contextmanager
def serving(*options, notebooks=NOTEBOOKS):
    """A running `cardlab serve`; gives its address, which it prints as soon as it answers."""
    with started(*options, notebooks=notebooks) as lines:
        said = []
        for line in lines:
            said.append(line)
            if address := re.search(r"http://[\w.:]+/", line):
                break
        else:
            pytest.fail(f"the server did not start: {''.join(said)}")
        yield address[0]


def watch(page, host, faults):
    """Notes every fault of `page` in the list `faults`."""
    page.on("pageerror", lambda error: faults.append(f"error: {error}"))
    page.on("console", lambda entry: entry.type in ("error", "warning") and faults.append(f"console: {entry.text}"))
    page.on("response", lambda answer: answer.status >= 400 and faults.append(f"{answer.status}: {answer.url}"))
    page.on("requestfailed", lambda asked: faults.append(f"failed: {asked.url} {asked.failure}"))
    page.on("request", lambda asked: foreign(asked.url, host) and faults.append(f"foreign: {asked.url}"))
    page.on("websocket", lambda line: foreign(line.url, host) and faults.append(f"foreign: {line.url}"))


def foreign(address, host):
    parts = urlsplit(address)
    return parts.scheme not in ("data", "blob", "about") and parts.netloc != host


def cells_of(lesson, lang="en"):
    """The cells of a lesson that stand on its page, in the order in which the page numbers them."""
    cells = json.loads((NOTEBOOKS / lang / f"{lesson}.ipynb").read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if "remove_cell" not in cell["metadata"].get("tags", ())]


def until_ready(page):
    """Waits until every widget of the page is alive."""
    page.wait_for_selector("html[data-course]", state="attached", timeout=60_000)
    assert page.get_attribute("html", "data-course") == "ready"
