"""Pages without a browser or socket, and hosts in real processes."""

import asyncio
import json
from contextlib import asynccontextmanager

import nbformat
from nbformat.v4 import new_code_cell, new_notebook

from cardlab.pagehost.hosts import Hosts
from cardlab.pagehost.page_messages import Hello, pack, unpack
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
    """A page that is its own connection to the hosts, and records all messages."""

    def __init__(self, running, name="page", query="", visitor=""):
        super().__init__(0, name)
        self.running = running
        self.page_query = query
        self.visitor = visitor
        self.line = self
        self.sending = set()
        self.frames = []
        self.refused = False
        self.news = asyncio.Event()

    # The connection, as the page and the hosts use it.

    def send(self, text):
        message = json.loads(text)
        if isinstance(message, dict):
            self.running.connect(self, self.path, self.page_query, Hello(**message))
        else:
            sending = asyncio.ensure_future(self.running.forward(self, pack(message)))
            self.sending.add(sending)
            sending.add_done_callback(self.sending.discard)

    def send_message(self, message):
        self.send_packed(pack(message))

    def send_packed(self, payload):
        frame, buffers = unpack(payload)
        if frame[0] == "say" and 0 < frame[3] <= self._last_seen:
            return
        self.frames.append((frame, buffers))
        self._hear(frame)
        self.news.set()

    def abort(self):
        self.refused = True
        self.news.set()

    # The page.

    def say_hello(self):
        self._hello()
        return self

    async def opened(self):
        self.say_hello()
        await self.received("ready")
        return self

    def send_to(self, comm, data):
        """Send a message to a widget; returns its number."""
        self._number += 1
        self.replay_log.append((self.widgets[comm].serial if comm in self.widgets else 0, data))
        self._send(["say", self._number, comm, data])
        return self._number

    async def do(self, comm, content):
        """Send a custom message to a widget, and wait until it is handled."""
        await self.received("done", self.send_to(comm, {"method": "custom", "content": content}))

    async def received(self, *beginning, since=0):
        """Wait for a message that begins like this; `since`: the number of messages to skip."""
        while True:
            for frame, _ in self.frames[since:]:
                if tuple(frame[: len(beginning)]) == beginning:
                    return frame
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), 60)

    # What it knows.

    def cell(self, index):
        """The outputs of a cell."""
        return self.cells[index]

    def text(self, index):
        """What this cell has printed."""
        return "".join(output.get("text", "") for output in self.cell(index))

    def states(self):
        """The states of the widgets there are, by their comms."""
        return {comm: dict(widget.state) for comm, widget in self.widgets.items()}

    def comm(self, index):
        """The comm of the widget that a cell shows."""
        return self.cell(index)[-1]["data"]["application/vnd.jupyter.widget-view+json"]["model_id"]


def sizes(page):
    """Characters of all messages received."""
    return sum(len(json.dumps(frame, ensure_ascii=False, separators=(",", ":"))) for frame, _ in page.frames)
