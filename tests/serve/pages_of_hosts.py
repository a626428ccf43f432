"""Pages without a browser: lines that remember what they are told, and hosts in real processes."""

import asyncio
import json
from contextlib import asynccontextmanager

import nbformat
from nbformat.v4 import new_code_cell, new_notebook

from cardlab.pagehost.hosts import Hosts
from cardlab.pagehost.messages import Hello, pack, unpack
from cardlab.serve.course_settings import SETTINGS
from tests.load import ours


def course(folder, **notebooks):
    """A course of English notebooks, each given as the sources of its cells."""
    (folder / "en").mkdir(parents=True, exist_ok=True)
    for name, cells in notebooks.items():
        nbformat.write(new_notebook(cells=[new_code_cell(cell) for cell in cells]), folder / "en" / f"{name}.ipynb")
    return folder


@asynccontextmanager
async def hosts(folder, number=1, most=1000, **more):
    """Running hosts for the course in a folder."""
    running = Hosts(str(folder), number, most, SETTINGS, **more)
    await running.start()
    try:
        yield running
    finally:
        await running.close()


class Page(ours.Page):
    """A page that speaks to its hosts without a socket between them: it is its own line, and notes all that comes."""

    def __init__(self, running, name="page", query="", visitor=""):
        super().__init__(0, name)
        self.running = running
        self.asks = query
        self.visitor = visitor
        self.line = self
        self.saying = set()
        self.frames = []
        self.refused = False
        self.news = asyncio.Event()

    # The line, as the page and as the hosts see it.

    def send(self, text):
        told = json.loads(text)
        if isinstance(told, dict):
            self.running.connect(self, self.path, self.asks, Hello(**told))
        else:
            saying = asyncio.ensure_future(self.running.forward(self, pack(told)))
            self.saying.add(saying)
            saying.add_done_callback(self.saying.discard)

    def send_message(self, message):
        self.send_packed(pack(message))

    def send_packed(self, payload):
        frame, buffers = unpack(payload)
        if frame[0] == "say" and 0 < frame[3] <= self._known:
            return
        self.frames.append((frame, buffers))
        self._hear(frame)
        self.news.set()

    def abort(self):
        self.refused = True
        self.news.set()

    # The page.

    def come(self):
        self._hello()
        return self

    async def opened(self):
        self.come()
        await self.hears("ready")
        return self

    def say(self, comm, data):
        """Says anything to a widget; gives the number of what is said."""
        self._number += 1
        self.journal.append((self.widgets[comm].serial if comm in self.widgets else 0, data))
        self._send(["say", self._number, comm, data])
        return self._number

    async def do(self, comm, wish):
        """Says something to a widget, and waits until it is done."""
        await self.hears("done", self.say(comm, {"method": "custom", "content": wish}))

    async def hears(self, *beginning, since=0):
        """The first frame from number `since` on that begins like this."""
        while True:
            for frame, _ in self.frames[since:]:
                if tuple(frame[: len(beginning)]) == beginning:
                    return frame
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), 60)

    # What it knows.

    def cell(self, place):
        """What this cell shows, as it was told last."""
        return self.cells[place]

    def text(self, place):
        """What this cell has printed."""
        return "".join(output.get("text", "") for output in self.cell(place))

    def states(self):
        """The states of the widgets there are, by their comms."""
        return {comm: dict(widget.state) for comm, widget in self.widgets.items()}

    def comm(self, place):
        """The comm of the widget that a cell shows."""
        return self.cell(place)[-1]["data"]["application/vnd.jupyter.widget-view+json"]["model_id"]


def sizes(page):
    """Characters of all frames heard."""
    return sum(len(json.dumps(frame, ensure_ascii=False, separators=(",", ":"))) for frame, _ in page.frames)
