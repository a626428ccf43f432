"""A class of thirty joins by code, follows the teacher, and survives a host that is killed; then it is sent away."""

import asyncio
import json
import os
from urllib.parse import urlsplit

import psutil
import pytest
from classroom import classroom
from pages import apart

from tests.load.ours import Page
from tests.load.visits import Lost

LEARNERS = 30


class Learner:
    """One learner: comes in by the code, opens a lesson, works at it, goes where the teacher asks."""

    def __init__(self, room, number):
        self.port = urlsplit(room.address).port
        self.name = f"Kim {number}"
        self.cookie = room.join(name=self.name).cookie
        self.page = None
        self.unhelped = ""

    async def open(self, lesson):
        if self.page:
            await self.page.close()
        self.page = Page(self.port, lesson, headers={"Cookie": self.cookie})
        await self.page.open()
        self.told = len(self.page.heard)  # whoever comes hears at once where everybody is

    async def work(self):
        """Asks for a hint in the first exercise of the page."""
        exercise = next(comm for comm, one in self.page.widgets.items() if one.kind.endswith(".Exercise"))
        shown = lambda: str(self.page.widgets[exercise].state["shown"])  # noqa: E731
        self.unhelped = self.unhelped or shown()
        await self.page.ask(exercise, {"do": "hint"})
        assert shown() != self.unhelped

    async def is_out(self):
        """Is told that the class is over, and nothing after that."""
        await self.page.told("over")
        with pytest.raises(Lost):
            await self.page.told("nothing more")
        assert self.page.heard[-1] == ["over"]

    async def follow(self, lesson):
        """Goes where the teacher has asked everybody to go."""
        _, asked = await self.page.told("invite", self.told)
        assert asked["href"] == f"/en/{lesson}.ipynb"
        await self.open(lesson)


def hosts_of(process):
    """The processes in which the pages of a server live."""
    return [one for one in process.children(recursive=True) if one.ppid() != process.pid]


def test_a_class_joins_follows_and_survives_a_killed_host_and_who_is_sent_away_is_out():
    before = {process.pid for process in psutil.Process(os.getpid()).children()}

    async def school(room):
        learners = [Learner(room, place) for place in range(LEARNERS)]
        assert len({learner.cookie for learner in learners}) == LEARNERS
        await asyncio.gather(*(learner.open("index") for learner in learners))
        assert room.order(do="invite", lesson="melds").status == 200
        await asyncio.gather(*(learner.follow("melds") for learner in learners))
        await asyncio.gather(*(learner.work() for learner in learners))
        people = {one["name"]: one["number"] for one in room.state()["people"] if one["here"]}
        assert people.keys() == {learner.name for learner in learners}
        pages = [learner.page for learner in learners]
        shown, names = [page.shown() for page in pages], [page.session for page in pages]
        (server,) = [one for one in psutil.Process(os.getpid()).children() if one.pid not in before]
        first, *_ = hosts_of(server)
        first.kill()
        first.wait()
        # Those whose pages lived there begin anew under another name; the others have noticed nothing.
        while all(page.session == name for page, name in zip(pages, names, strict=True)):
            await asyncio.sleep(0)
        # What everybody is told next comes after the news that a page has lost its host.
        room.order(do="invite", lesson="index")
        for learner in learners:
            await learner.page.told("invite", learner.told)
        lost = [page for page, name in zip(pages, names, strict=True) if page.session != name]
        for page in lost:
            await page.until_ready()
        assert 0 < len(lost) < LEARNERS
        assert [page.shown() for page in pages] == shown
        await asyncio.gather(*(learner.work() for learner in learners))
        # Who is removed is out, and the others stay to the end.
        removed, *others = learners
        code = room.code
        answer = await asyncio.to_thread(room.order, do="remove", number=people[removed.name])
        assert {one["name"] for one in json.loads(answer.text)["people"]} == {learner.name for learner in others}
        await removed.is_out()
        await asyncio.gather(*(learner.work() for learner in others))
        with pytest.raises(Lost):
            await Page(removed.port, "index", headers={"Cookie": removed.cookie}).connect()
        state = json.loads((await asyncio.to_thread(room.order, do="end")).text)
        assert state["people"] == []
        assert state["code"].replace(" ", "") != code
        await asyncio.gather(*(learner.is_out() for learner in others))
        assert {room.ask("/en/index.ipynb", Cookie=learner.cookie).status for learner in learners} == {302}
        assert room.join(code).status == 403
        assert room.ask("/en/index.ipynb", Cookie=room.teacher()).status == 200

    with classroom("--hosts", "2") as room:
        apart(asyncio.wait_for(school(room), 300))
