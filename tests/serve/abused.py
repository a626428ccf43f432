"""A running server to be abused, its abusers, and learners at work on it meanwhile."""

import asyncio
import re
import resource
import sys
import threading
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pages import announced, begun, free_port

from tests.load.line import Line, Refused
from tests.load.page import Page
from tests.load.servers import memory

FEW_FILES = 1024
"""How many files a program may have open at first, as most computers have it."""
HELLO = '{"session": "", "last_seen": 0, "log": []}'


@dataclass
class Served:
    """A running `cardlab serve`: its port, its first process, its output."""

    port: int
    pid: int
    lines: list

    @property
    def output(self):
        return "\n".join(self.lines)

    @property
    def memory(self):
        """The memory of all its processes, in MB."""
        return memory(self.pid)

    @property
    def peak(self):
        """The most memory that its first process has had, in MB."""
        return int(re.search(r"^VmHWM:\s+(\d+)", Path(f"/proc/{self.pid}/status").read_text(), re.M)[1]) / 1024


@contextmanager
def served(*options, files=FEW_FILES):
    """The course, served on 127.0.0.1 by a process that may have `files` files open at first.

    Whatever was done to it, it has to run at the end, and to have printed no traceback.
    """
    port = free_port()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    limited = partial(resource.setrlimit, resource.RLIMIT_NOFILE, (files, most))
    running = begun("--lang", "en", *options, port=port, preexec_fn=limited)
    try:
        here = Served(port, running.pid, announced(running.stdout)[1])
        listening = threading.Thread(target=here.lines.extend, args=(running.stdout,))
        listening.start()
        yield here
        assert running.poll() is None, f"the server has ended: {here.output}"
        running.terminate()
        listening.join(30)
        assert "Traceback" not in here.output
    finally:
        running.kill() if running.poll() is None and sys.exc_info()[0] else running.terminate()
        running.wait(timeout=30)


async def connected(here, path="en/index.ipynb", hello=None, **more):
    """Open the connection of a page; sends `hello` if there is one."""
    opened = await Line.open(here.port, f"/line/{path}", **more)
    if hello is not None:
        opened.send(hello)
    return opened


async def settled(opened):
    """Read until the server has closed the connection or answered a ping, and so handled all messages before."""
    opened.ping()
    answers = []
    while not opened.pongs and (message := await opened.read()) is not None:
        answers.append(message)
    return answers


async def page(here, lesson="index", **more):
    """An open page that is ready."""
    opened = Page(here.port, f"en/{lesson}.ipynb", **more)
    await opened.open()
    return opened


async def works(here):
    """Check that a learner can open a page, work on it and leave."""
    learner = Learner(here)
    await learner.open()
    for _ in range(2):
        await learner.work()
    await learner.page.close()


def hand_of(page, place):
    """The hand that a place shows."""
    return next(one["hand"] for one in page.places[place].shown["blocks"] if one["is"] == "hand")


class Learner:
    """A learner on `melds` who selects and deselects a card, and checks the widget each time."""

    def __init__(self, here):
        self.page = Page(here.port, "en/melds.ipynb")

    async def open(self):
        await self.page.open()
        self.check = self.page.of_kind("MeldCheck")[0]

    async def work(self):
        for selected in (["8s"], []):
            number = hand_of(self.page, self.check)["last_message"] + 1
            await self.page.answered(self.check, {"do": "select", "cards": selected, "number": number})
            assert hand_of(self.page, self.check)["selected"] == selected


@asynccontextmanager
async def learners(here, number):
    """Learners at work, whose answers are checked before, during and after the block."""
    there, is_over = [Learner(here) for _ in range(number)], asyncio.Event()

    async def work(learner):
        while not is_over.is_set():
            await learner.work()
            # At full speed, the learners would overload the server themselves.
            with suppress(TimeoutError):
                await asyncio.wait_for(is_over.wait(), 2)
        await learner.work()
        await learner.page.close()

    await asyncio.gather(*(learner.open() for learner in there))
    async with asyncio.TaskGroup() as tasks:
        for learner in there:
            await learner.work()
            tasks.create_task(work(learner))
        try:
            yield
        finally:
            is_over.set()


async def is_refused(here, path, **more):
    """Whether the server refuses a WebSocket with an HTTP status."""
    try:
        (await Line.open(here.port, path, **more)).drop()
    except Refused as refused:
        return 400 <= refused.status < 500
    except OSError:
        return True
    return False
