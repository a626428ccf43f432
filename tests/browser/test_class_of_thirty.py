"""A class of thirty joins by code, follows the teacher through three lessons, and survives a host that is killed."""

import asyncio
import json
import os
import sys
from pathlib import Path

import psutil
from classroom import classroom
from pages import apart
from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect

sys.path.insert(0, str(Path(__file__).parents[1] / "serve"))
from pages_of_hosts import Page

LEARNERS = 30
LESSONS = ("melds", "stacks", "draw-call")


class Wire:
    """The line of one learner, in the place of hosts that a `Page` speaks to."""

    def __init__(self, socket):
        self.socket = socket
        self.at = self

    def __getitem__(self, _page):
        return self

    def come(self, _page, _path, _query, session, known, journal):
        self.socket.write_message(json.dumps({"session": session, "known": known, "journal": journal}))

    async def say(self, _place, packed):
        await self.socket.write_message(packed[1:].decode())


class Learner:
    """One learner: comes in by the code, opens a lesson, works at it, goes where the teacher asks."""

    def __init__(self, room, number):
        self.room = room
        self.name = f"Kim {number}"
        self.cookie = room.join(name=self.name).cookie
        self.socket = None
        self.unhelped = ""

    async def open(self, path, query=""):
        if self.socket:
            await self.socket.write_message('["leave"]')
            self.socket.close()
        address = f"{self.room.address.replace('http', 'ws', 1)}line/{path}{query}"
        headers = {"Cookie": self.cookie, "Origin": self.room.origin}
        self.socket = await websocket_connect(HTTPRequest(address, headers=headers))
        self.page = Page(Wire(self.socket), path.rpartition("/")[2].removesuffix(".ipynb"))
        self.listening = asyncio.create_task(self.listen(self.socket, self.page))
        await self.page.opened()

    async def listen(self, socket, page):
        while (told := await socket.read_message()) is not None:
            if told != "[]":
                page.pass_on(b"t" + told.encode())

    async def work(self):
        """Asks for a hint in the first exercise of the page."""
        exercise = next(
            comm for comm, state in self.page.states().items() if state.get("_anywidget_id", "").endswith(".Exercise")
        )
        shown = lambda: str(self.page.states()[exercise]["shown"])  # noqa: E731
        self.unhelped = self.unhelped or shown()
        await self.page.do(exercise, {"do": "hint"})
        assert shown() != self.unhelped

    async def follow(self, since=0):
        """Goes where the teacher has asked everybody to go."""
        invitation = await self.page.hears("invite", since=since)
        path, _, query = invitation[1]["href"].lstrip("/").partition("?")
        await self.open(path, f"?{query}" if query else "")


def hosts_of(process):
    """The processes in which the pages of a server live."""
    return [one for one in process.children(recursive=True) if one.ppid() != process.pid]


def test_a_class_joins_follows_and_survives_a_killed_host():
    before = {process.pid for process in psutil.Process(os.getpid()).children()}

    async def school(room):
        learners = [Learner(room, place) for place in range(LEARNERS)]
        assert len({learner.cookie for learner in learners}) == LEARNERS
        await asyncio.gather(*(learner.open("en/index.ipynb") for learner in learners))
        for lesson in LESSONS:
            assert room.order(do="invite", lesson=lesson).status == 200
            await asyncio.gather(*(learner.follow() for learner in learners))
            await asyncio.gather(*(learner.work() for learner in learners))
            assert sorted(one["name"] for one in room.state()["people"] if one["here"]) == sorted(
                learner.name for learner in learners
            )
        shown = [learner.page.shown() for learner in learners]
        seen = [len(learner.page.frames) for learner in learners]
        (server,) = [one for one in psutil.Process(os.getpid()).children() if one.pid not in before]
        first, *_ = hosts_of(server)
        first.kill()
        first.wait()
        # What everybody is told next comes after the news that a page has lost its host.
        waits = [asyncio.create_task(learner.page.hears("gone")) for learner in learners]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        room.order(do="invite", lesson="index")
        for learner, since in zip(learners, seen, strict=True):
            await learner.page.hears("invite", since=since)
        for wait in waits:
            wait.cancel()
        # Those whose pages lived there are back with what they had; the others have noticed nothing.
        lost = [learner for learner in learners if (["gone"], []) in learner.page.frames]
        for learner in lost:
            at = learner.page.frames.index((["gone"], []))
            await learner.page.hears("ready", since=at)
        assert 0 < len(lost) < LEARNERS
        assert [learner.page.shown() for learner in learners] == shown
        await asyncio.gather(*(learner.work() for learner in learners))

    with classroom("--hosts", "2") as room:
        apart(asyncio.wait_for(school(room), 300))
