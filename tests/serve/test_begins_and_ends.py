"""How a server begins and ends: tables are there before lessons; signals reach its processes in any order."""

import asyncio
from pathlib import Path

import psutil
from abused import served, waited_for, works
from tornado.netutil import bind_sockets

from cardlab.dashboard.course import Course
from cardlab.pagehost.hosts import Hosts
from cardlab.pagehost.pages import serve
from cardlab.phrasing.catalogue import say
from cardlab.serve.command import add_tables
from cardlab.serve.setting import SETTING
from tests.load.line import fetch
from tests.load.ours import Page

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


class Slow(Hosts):
    """Hosts that begin when they may."""

    def __init__(self):
        super().__init__(str(NOTEBOOKS), 1, 4, SETTING)
        self.may_begin = asyncio.Event()

    async def start(self):
        await self.may_begin.wait()
        await super().start()


@waited_for
async def test_tables_answer_before_the_hosts_do_and_a_page_of_a_lesson_waits_for_them(tmp_path):
    hosts, stop, is_ready = Slow(), asyncio.Event(), asyncio.Event()
    course = Course(NOTEBOOKS, hosts)
    add_tables(course, tmp_path / "tables.sqlite3")
    sockets = bind_sockets(0, "127.0.0.1")
    port = sockets[0].getsockname()[1]
    serving = asyncio.create_task(serve(course, sockets, is_ready.set, stop=stop))
    lesson = Page(port, "melds")
    assert (await fetch(port, "/en/melds.ipynb")).status == 200
    opening = asyncio.create_task(lesson.open())
    while lesson.html == 0:
        await fetch(port, "/static/icon.svg")
    assert (await fetch(port, "/tables?lang=en")).status == 200
    assert not is_ready.is_set()
    assert not course.lines
    hosts.may_begin.set()
    await opening
    assert lesson.widgets
    await is_ready.wait()
    await lesson.close()
    stop.set()
    await serving


@waited_for
async def test_a_signal_to_all_processes_is_heard_by_the_one_that_was_started():
    with served("--hosts", "2") as here:
        await works(here)
        processes = psutil.Process(here.pid).children(recursive=True)
        for process in processes:
            process.terminate()
        await works(here)
        assert psutil.Process(here.pid).children(recursive=True) == processes
    assert say("serve.problem", "en", text="").strip() not in here.said
