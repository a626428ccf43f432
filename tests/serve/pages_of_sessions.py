"""Pages without a browser or socket, and their sessions."""

import asyncio
import json
from contextlib import asynccontextmanager

import nbformat
from nbformat.v4 import new_code_cell, new_notebook

from cardlab.pages.received import read_hello
from cardlab.pages.sessions import Sessions
from cardlab.widgets.alone import enter
from tests.load import page


def course(folder, **notebooks):
    """A course of English notebooks, each given as the sources of its cells."""
    (folder / "en").mkdir(parents=True, exist_ok=True)
    for name, cells in notebooks.items():
        nbformat.write(new_notebook(cells=[new_code_cell(cell) for cell in cells]), folder / "en" / f"{name}.ipynb")
    return folder


@asynccontextmanager
async def sessions(folder, most=1000, **more):
    """Running sessions for the course in a folder."""
    running = Sessions(folder, most, enter, **more)
    await running.start()
    try:
        yield running
    finally:
        await running.close()


class Page(page.Page):
    """A page that is its own connection to the sessions, and records all frames. It shows nothing at first."""

    def __init__(self, running, name="page", lang="en", query="", visitor=""):
        super().__init__(0, f"{lang}/{name}.ipynb")
        self.running, self.page_query, self.visitor = running, query, visitor
        self.turn, self.line, self.frames, self.refused = asyncio.Lock(), self, [], False

    # The connection, as the page and the sessions use it.

    def send(self, text):
        if text.startswith("{"):
            self.running.connect(self, self.path, self.page_query, read_hello(text))
        else:
            self.receiving = asyncio.ensure_future(self._receive(text))

    async def _receive(self, text):
        async with self.turn:
            await self.running.receive(self, text)

    def send_message(self, frame):
        frame = json.loads(json.dumps(frame))
        if frame[0] != "once" or frame[1] > self.last_seen:
            self.frames.append(frame)
            self.take(frame)

    def let_go(self, why):
        self.send_message(["over", why])
        self.running.disconnect(self, left=True)

    def abort(self):
        self.refused = True
        self.changed.set()

    # The page.

    def say_hello(self):
        self.hello()
        return self

    async def opened(self, since=0):
        """Say hello and wait until all is shown; `since`: the number of frames to skip."""
        self.say_hello()
        await self.received("ready", since=since)
        return self

    async def received(self, *beginning, since=0):
        """Wait for a frame that begins like this; `since`: the number of frames to skip."""

        def found():
            return [frame for frame in self.frames[since:] if tuple(frame[: len(beginning)]) == beginning]

        await asyncio.wait_for(self.until(found), 60)
        return found()[0]

    # What it knows.

    def text(self, index):
        """What this cell has printed."""
        return "".join(output.get("text", "") for output in self.cells[index])

    def place(self, index):
        """The place of the scene that a cell shows."""
        return self.cells[index][-1]["place"]

    def picture(self, index):
        """What the scene shows that a cell shows."""
        return self.places[self.place(index)].shown
