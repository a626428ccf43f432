"""The ground of the browser tests: a real `cardlab serve`, a real Chromium, and a page that forgives nothing."""

import asyncio
import json
import os
import random
import re
import shutil
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from cardlab.lessons.course import LESSONS

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
IS_LONG = bool(os.environ.get("LONG"))
"""Whether everything is tried, as by `make long`, or a part that stands for it."""
long_only = pytest.mark.skipif(not IS_LONG, reason="part of `make long`")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


# The first draws no window around a page, which takes Chromium as long as half of our pages.
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def lacks(what):
    """Skips the test, or lets it fail where everything has to run."""
    (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(what)


def chromium():
    """Where Chromium is."""
    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    return found or lacks("Chromium is needed here: apt install chromium-headless-shell, or chromium")


def free_port():
    """A port that no connection of a browser takes by chance while a server is away: those begin at 32768."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as trial:
            if trial.connect_ex(("127.0.0.1", port)):
                return port


def apart(coroutine):
    """What a coroutine gives, run in a thread of its own: in this one Playwright's loop is running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


def running(*words, program=(sys.executable, "-m"), **process):
    """The process of `python -m` with these words, which has just begun; what it says is read as text."""
    process = {"env": {**os.environ, "LC_ALL": "C.UTF-8"}, "stderr": subprocess.STDOUT, **process}
    command = [str(word) for word in (*program, *words)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8", **process)


def begun(*options, port, notebooks=NOTEBOOKS, **process):
    """The process of a `cardlab serve` that has just begun."""
    there = ("--port", str(port), "--notebooks", str(notebooks))
    return running("cardlab", "serve", "--no-browser", *there, *options, **process)


@contextmanager
def told(server):
    """The lines that a server prints until it is no longer needed."""
    try:
        yield server.stdout
    finally:
        server.terminate()
        server.communicate(timeout=120)


ADDRESS = r"http://[\w.:]+/[\w/.?=&%@-]*"


def announced(lines, address=ADDRESS):
    """The address that a server prints as soon as it answers, and the lines that it has printed until then."""
    said = []
    for line in lines:
        said.append(line.rstrip("\n"))
        if found := re.search(address, line):
            return found[0], said
    return pytest.fail(f"the server did not start: {said}")


@contextmanager
def answering(server, address=ADDRESS):
    """The address of a server, and all that it has said until it answers."""
    with told(server) as lines:
        yield announced(lines, address)


@contextmanager
def serving(*options, notebooks=NOTEBOOKS):
    """A running `cardlab serve`; gives its address."""
    with answering(begun(*options, port=free_port(), notebooks=notebooks)) as (address, _):
        yield address


def at_home(home):
    """The environment of a program that finds no setting of anybody's in this home."""
    others = {name: value for name, value in os.environ.items() if not name.startswith(("JUPYTER", "IPYTHON", "XDG_"))}
    return {**others, "LC_ALL": "C.UTF-8", "HOME": str(home)}


LEFT = "net::ERR_ABORTED"
# What Chromium says when a slow machine takes more than some seconds to use what a page was told to load ahead.
LATE = "was preloaded using link preload but not used within a few seconds"


# Where there are no scripts, Chromium says "csp" of each that was to be there early; what a policy refuses is also told
# to the console.
ENDED = (LEFT, "csp")


def watch(page, host, faults):
    """Notes every fault of `page` in the list `faults`; gives what ends that.

    What a page breaks off because it is left or closed is none: a test may end before the answer to a click is there.
    """
    noted = {
        "pageerror": lambda error: faults.append(f"error: {error}"),
        "console": lambda entry: (
            entry.type in ("error", "warning") and LATE not in entry.text and faults.append(f"console: {entry.text}")
        ),
        "response": lambda answer: answer.status >= 400 and faults.append(f"{answer.status}: {answer.url}"),
        "requestfailed": lambda asked: asked.failure in ENDED or faults.append(f"failed: {asked.url} {asked.failure}"),
        "request": lambda asked: foreign(asked.url, host) and faults.append(f"foreign: {asked.url}"),
        "websocket": lambda line: foreign(line.url, host) and faults.append(f"foreign: {line.url}"),
    }
    for event, note in noted.items():
        page.on(event, note)
    return lambda: [page.remove_listener(event, note) for event, note in noted.items()]


class Connection:
    """The lines of a page, its `connection`, which can be delayed, made deaf and cut; `opened`: how many there were."""

    def __init__(self, page):
        self.waiting, self.is_held, self.opened = [], False, 0
        page.connection = self
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

    def lose(self):
        """Lose what the page says."""
        self.page.on_message(lambda text: None)

    def cut(self):
        """Cut the line on both sides."""
        self.server.close()
        self.page.close(code=1011)


def foreign(address, host):
    parts = urlsplit(address)
    return parts.scheme not in ("data", "blob", "about") and parts.netloc != host


def cells_of(lesson, lang="en"):
    """The cells of a lesson that stand on its page, in the order in which the page numbers them."""
    cells = json.loads((NOTEBOOKS / lang / f"{lesson}.ipynb").read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if "remove_cell" not in cell["metadata"].get("tags", ())]


# Lessons are shown whole, as somebody who prefers it has chosen; one step at a time is what test_walk.py is about.
WHOLE = f"""if (!localStorage.getItem("cardlab-progress-steps"))
    localStorage.setItem("cardlab-progress-steps", '{json.dumps({"whole": [lesson.name for lesson in LESSONS]})}');"""


def go_by_header(page, notebook):
    """Opens a lesson by the header: the word under which it stands, then its name."""
    link = page.locator(f"nav.course-lessons a[href*='{notebook}']")
    link.locator("xpath=ancestor::details/summary").click()
    link.click()


def until_ready(page):
    """Waits until every widget of the page is alive."""
    page.wait_for_selector("html[data-course]", state="attached", timeout=60_000)
    assert page.get_attribute("html", "data-course") == "ready"


IN_SIGHT = """parts => parts.every((part) => {
    const within = document.querySelector(".course-shown") ?? document;
    const { top, bottom } = [...within.querySelectorAll(part)].at(-1).getBoundingClientRect();
    return bottom > top && top >= 0 && bottom <= innerHeight;
})"""


def in_sight(page, *parts):
    """Waits until these parts of the page, or of the step that is walked, are in sight together, from edge to edge."""
    page.wait_for_function(IN_SIGHT, arg=parts)


BEYOND = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def fits(page, *sizes):
    """Nothing scrolls sideways in these sizes; the last of them stays."""
    for size in sizes or [tuple(page.viewport_size.values())]:
        page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        assert (size, page.evaluate(BEYOND)) <= (size, 0)


# The focus is at something that can be done at a table.
AT_CONTROL = """() => document.activeElement.closest('.cardlab-root')
    && document.activeElement.matches('button:not([aria-disabled]), [role=option]')"""


AXE = NOTEBOOKS.parent / "cardlab" / "pages" / "js" / "node_modules" / "axe-core" / "axe.min.js"
# Only what is wrong is asked for: axe need not describe what is right.
ASKED = {"resultTypes": ["violations"], "preload": False}
OF_COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}
RUN = "([within, asked]) => axe.run(within ?? document, asked).then(({violations}) => violations)"


def axe_finds(page, themes=("",), within=None, **asked):
    """What axe finds on the page in these colours, by default in those it has: the theme, the rule, where it is broken.

    Everything is asked in the first theme, and of the others what depends on colours.
    """
    if not AXE.exists():
        lacks("axe-core is needed here: make node")
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8") + "; 0")
    found = []
    for theme in themes:
        if theme:
            show_theme(page, theme)
        more = asked if theme == themes[0] else OF_COLOURS
        faults = page.evaluate(RUN, [within, {**ASKED, **more}])
        found += [(theme, fault["id"], [node["html"] for node in fault["nodes"]][:3]) for fault in faults]
    return found


def is_sound(page):
    """Nothing scrolls sideways in any width, and axe finds nothing in light and in dark."""
    size = page.viewport_size
    fits(page, *((width, 800) for width in (size["width"], 1280, 320)))
    page.set_viewport_size(size)
    found = axe_finds(page, ("light", "dark"))
    assert not found, found
    page.emulate_media(color_scheme="light")


def show_theme(page, theme):
    """Shows the page by day ("light") or by night ("dark")."""
    page.emulate_media(color_scheme=theme)
    page.wait_for_function("theme => document.documentElement.dataset.theme === theme", arg=theme)
