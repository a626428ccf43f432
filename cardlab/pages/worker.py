"""`Pages`: the open pages of a browser whose own worker runs Python. See `js/worker.js`.

It stands where `server` stands otherwise: a page has a port in place of a socket, and the same line over it.
"""

from __future__ import annotations

import asyncio
import encodings
import sys
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from cardlab.pages.line import FrameKind, to_json
from cardlab.pages.received import read_hello
from cardlab.pages.sessions import Enter, Sessions

MOST: Final = 8
"""Pages that have a session; a browser has the memory of one visitor."""


LATER: Final = "/lib/later.zip"
"""Where the archive of those modules is put."""


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
        if message == f'["{FrameKind.LEAVE}"]':
            self.end(left=True)
        elif not message.startswith("{"):
            await self._sessions.receive(self, message)
        elif not self._sessions.is_here(self) and (hello := read_hello(message)) is not None:
            self._sessions.connect(self, self._path, self._query, hello)

    def end(self, *, left: bool = False) -> None:
        """The page was closed, `left`, or its port was."""
        self._sessions.disconnect(self, left=left)

    def send_message(self, message: list[Any]) -> None:
        self._post(to_json([message]).decode())

    def abort(self) -> None:
        self.end()


class _Later:
    """Finds modules of the standard library that no page needs at first: all of them come when one is asked for."""

    def __init__(self, fetch: Callable[[], bytes]) -> None:
        self._fetch = fetch

    def find_spec(self, name: str, _path: Any = None, _target: Any = None) -> ModuleSpec | None:
        sys.meta_path.remove(self)
        Path(LATER).write_bytes(self._fetch())
        sys.path.append(LATER)
        encodings.__path__.append(f"{LATER}/encodings")
        return find_spec(name)


class Pages:
    """All open pages of a folder of notebooks; `enter` as for `Sessions`. Made inside the event loop."""

    def __init__(self, notebooks: Path, enter: Enter) -> None:
        self._sessions = Sessions(notebooks, MOST, enter)

    async def start(self, fetch: Callable[[], bytes] | None = None) -> Pages:
        """Prepare the process; `fetch` gives the archive of the modules that are asked for seldom."""
        if fetch is not None:
            sys.meta_path.append(_Later(fetch))
        if not hasattr(asyncio.tasks, "_set_task_name"):
            # Pyodide's loop calls it for tasks from a factory, and Python 3.14 has it no more.
            vars(asyncio.tasks)["_set_task_name"] = lambda task, name: name and task.set_name(name)
        await self._sessions.start()
        return self

    def open(self, path: str, query: str, post: Callable[[str], object]) -> Page:
        """Open a page by the path of its notebook and the query of its address."""
        return Page(self._sessions, path, query, post)
