"""The open pages of a browser whose own worker runs Python; see `js/worker.js`.

It replaces the server: a page has a message port instead of a WebSocket, with the same protocol.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from typing import Any, Final

from cardlab.pages.line import FrameKind, to_json
from cardlab.pages.received import LEAVE, read_hello
from cardlab.pages.session import Session, install
from cardlab.pages.sessions import Enter, Sessions

MOST: Final = 8
"""The number of pages with a session in one browser."""
LATER: Final = "/lib/later.zip"
"""Where the archive of rarely used modules is stored."""


class Page:
    """The connection of an open page; `post` takes each frame as JSON."""

    visitor = ""

    def __init__(self, sessions: Sessions, path: str, query: str, post: Callable[[str], object]) -> None:
        self._sessions = sessions
        self._path = path
        self._query = query
        self._post = post
        self.turn = asyncio.Lock()

    async def receive(self, message: str) -> None:
        """Handle a message of the page."""
        if message == LEAVE:
            self.end(left=True)
        elif not message.startswith("{"):
            await self._sessions.receive(self, message)
        elif (hello := read_hello(message)) is not None:
            self._sessions.connect(self, self._path, self._query, hello)

    def end(self, *, left: bool = False) -> None:
        """Note that the page was closed (`left`), or only its port."""
        self._sessions.disconnect(self, left=left)

    def send_message(self, message: list[Any]) -> None:
        self._post(to_json([message]).decode())

    def abort(self) -> None:
        self.end()

    def let_go(self, why: str) -> None:
        self.send_message([FrameKind.OVER, why])
        self.end(left=True)


class _Later:
    """A finder of rarely used modules, whose archive is fetched when one is imported."""

    def __init__(self, fetch: Callable[[], bytes]) -> None:
        self._fetch = fetch

    def find_spec(self, name: str, _path: Any = None, _target: Any = None) -> ModuleSpec | None:
        if not Path(LATER).exists():
            Path(LATER).write_bytes(self._fetch())
        folder = "/".join((LATER, *name.split(".")[:-1]))
        return PathFinder.find_spec(name, [folder])


class Pages:
    """All open pages of a folder of notebooks; must be made inside the event loop."""

    def __init__(self, notebooks: Path, enter: Enter) -> None:
        self._sessions = Sessions(notebooks, MOST, enter)

    async def start(self, fetch: Callable[[], bytes] | None = None) -> Pages:
        """Prepare for sessions; `fetch` returns the archive of rarely used modules."""
        if fetch is not None:
            sys.meta_path.append(_Later(fetch))
        _mend_tasks()
        await self._sessions.start()
        return self

    def open(self, path: str, query: str, post: Callable[[str], object]) -> Page:
        """Open a page by its notebook's path and its query; `post`: as for `Page`."""
        return Page(self._sessions, path, query, post)


def _mend_tasks() -> None:
    """Define the function that Pyodide's event loop calls, and Python 3.14 has removed."""
    if not hasattr(asyncio.tasks, "_set_task_name"):
        vars(asyncio.tasks)["_set_task_name"] = lambda task, name: name and task.set_name(name)


async def run_all(notebooks: Path, enter: Enter) -> None:
    """Run each English page once, so that all modules are imported that pages need at first; no session may be open."""
    _mend_tasks()
    install()
    for file in sorted((notebooks / "en").glob("*.ipynb")):
        session = Session(notebooks, f"en/{file.name}", lambda frame: None, "", enter)
        await session.run()
        session.first_picture()
        session.close()
