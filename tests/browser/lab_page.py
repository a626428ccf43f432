"""A real JupyterLab, as `cardlab lab` starts it, and what a learner does in it."""

import re
import uuid
from urllib.parse import urlsplit

from pages import answering, at_home, foreign, free_port, running


def laboratory(folder, *options):
    """A running `cardlab lab` in `folder`, with a home of its own; gives its address and what it has said."""
    home = folder / "home"
    home.mkdir(exist_ok=True)
    port = ("--port", str(free_port()))
    return answering(running("cardlab", "lab", "--no-browser", *port, *options, cwd=folder, env=at_home(home)))


# anywidget says so when its two seconds are over, as on a slow computer; the widgets hear Python all the same.
IMPATIENT = "[anywidget] Failed to initialize model."


def watch(page, address, faults):
    """Notes what may not happen: an error in a script, and a request to anybody but the server."""
    host = urlsplit(address).netloc
    page.on("pageerror", lambda error: IMPATIENT in str(error) or faults.append(f"error: {error}"))
    page.on("request", lambda asked: foreign(asked.url, host) and faults.append(f"foreign: {asked.url}"))
    page.on("websocket", lambda line: foreign(line.url, host) and faults.append(f"foreign: {line.url}"))


def choose(page, menu, entry):
    """Chooses an entry of one of JupyterLab's menus."""
    page.locator("#jp-MainMenu").get_by_text(menu, exact=True).click()
    page.locator(".lm-Menu-item", has_text=re.compile(f"^{re.escape(entry)}")).first.click()


def notebook(page):
    return page.locator(".jp-NotebookPanel")


def until_idle(page):
    """Waits until there is a kernel and it has nothing to do; the notebook's own sign says so before there is one."""
    page.locator("#jp-main-statusbar", has_text="(ipykernel) | Idle").wait_for(timeout=60_000)


def until_open(page):
    """Waits until the notebook is there and its kernel answers."""
    notebook(page).locator(".jp-MarkdownOutput").first.wait_for(timeout=60_000)
    until_idle(page)


def run_all(page):
    """Runs every cell, until a widget is there and nothing is left to do."""
    choose(page, "Run", "Run All Cells")
    notebook(page).locator(".cardlab-root").first.wait_for(timeout=60_000)
    until_idle(page)


def at_lesson(address, path):
    """The address of another lesson, in a workspace of its own: else the lessons of earlier tests come up beside it."""
    return re.sub(r"/lab(/tree/[^?]*)?\?", f"/lab/workspaces/{uuid.uuid4().hex}/tree/{path}?", address)
