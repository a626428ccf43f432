"""Pages without a browser: lines that remember what they are told, and hosts in real processes."""

import asyncio
import json
from contextlib import asynccontextmanager

import nbformat
from nbformat.v4 import new_code_cell, new_notebook

from cardlab.pagehost.host import packed, unpacked
from cardlab.pagehost.hosts import Hosts
from cardlab.serve.setting import SETTING


def restored(before, change):
    """The state of a widget after a change, of which a page is sent only the new keys of some values."""
    keys = {
        name: {key: value for key, value in before[name].items() if key not in change["gone"][name]} | changed
        for name, changed in change.get("keys", {}).items()
    }
    return before | change["state"] | keys


def course(folder, **notebooks):
    """A course of English notebooks, each given as the sources of its cells."""
    (folder / "en").mkdir(parents=True, exist_ok=True)
    for name, cells in notebooks.items():
        nbformat.write(new_notebook(cells=[new_code_cell(cell) for cell in cells]), folder / "en" / f"{name}.ipynb")
    return folder


@asynccontextmanager
async def hosts(folder, number=1, most=1000, **more):
    """Running hosts for the course in a folder."""
    running = Hosts(str(folder), number, most, SETTING, **more)
    await running.start()
    try:
        yield running
    finally:
        await running.close()


class Page:
    """What a browser's page does, as far as the server can see: it says and hears frames, and comes back."""

    def __init__(self, running, name="page", query="", visitor=""):
        self.running = running
        self.path = f"en/{name}.ipynb"
        self.query = query
        self.visitor = visitor
        self.session = ""
        self.known = 0
        self.number = 0
        self.journal = []
        self.saying = set()
        self.frames = []
        self.refused = False
        self.restores = True
        self.news = asyncio.Event()

    # The server's side of a line.

    def tell(self, frame):
        self.pass_on(packed(frame))

    def pass_on(self, packed_frame):
        frame, buffers = unpacked(packed_frame)
        if frame[0] == "say" and 0 < frame[3] <= self.known:
            return
        self.frames.append((frame, buffers))
        if frame[0] == "here":
            self.session = frame[1]["session"]
            self.number = frame[1]["heard"]
            self.known = 0 if frame[1]["fresh"] else self.known
        if frame[0] == "say" and frame[3]:
            self.known = frame[3]
        if frame == ["gone"] and self.restores:
            self.session = ""
            self.come()
        self.news.set()

    def refuse(self):
        self.refused = True
        self.news.set()

    # The page's side.

    def come(self):
        self.running.come(self, self.path, self.query, self.session, self.known, list(self.journal))
        return self

    async def opened(self):
        self.come()
        await self.hears("ready")
        return self

    def say(self, comm, data, *, journal=True):
        self.number += 1
        if journal:
            self.journal.append([int(comm.split("-")[1]), data])
        saying = asyncio.ensure_future(self.running.say(self, packed(["say", self.number, comm, data])))
        self.saying.add(saying)
        saying.add_done_callback(self.saying.discard)
        return self.number

    async def do(self, comm, wish):
        """Says something to a widget, and waits until it is done."""
        number = self.say(comm, {"method": "custom", "content": wish})
        await self.hears("done", number)

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
        return [frame[2] for frame, _ in self.frames if frame[:2] == ["cell", place]][-1]

    def text(self, place):
        """What this cell has printed."""
        return "".join(output.get("text", "") for output in self.cell(place))

    def states(self):
        """The states of the widgets there are, by their serial numbers, as the page knows them now."""
        shared, states = {}, {}
        for frame, _ in self.frames:
            match frame:
                case ["here", *_]:
                    shared, states = {}, {}
                case ["shared", number, value]:
                    shared[number] = value
                case ["open", comm, _target, data, *_]:
                    state = dict(data["state"])
                    for name, number in data["shared"].items():
                        state |= {name: shared[number]} if name else shared[number]
                    states[comm] = state
                case ["say", comm, {"method": "update", "state": state} as data, *_]:
                    states[comm] = restored(states[comm], data)
                case ["close", comm]:
                    states.pop(comm)
        return states

    def shown(self):
        """What each card widget shows, by its serial number."""
        return {comm.split("-")[1]: state["shown"] for comm, state in self.states().items() if "shown" in state}

    def comm(self, place):
        """The comm of the widget that a cell shows."""
        return self.cell(place)[-1]["data"]["application/vnd.jupyter.widget-view+json"]["model_id"]


def sizes(page):
    """Characters of all frames heard."""
    return sum(len(json.dumps(frame, ensure_ascii=False, separators=(",", ":"))) for frame, _ in page.frames)
