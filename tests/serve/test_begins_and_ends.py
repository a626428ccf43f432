"""How a server begins and ends: tables are there before lessons; signals reach its processes in any order.

However its first process goes, nothing of the server stays: no other process, and nothing that holds its output open.
"""

import asyncio
import pkgutil
import signal
import subprocess
from functools import partial
from importlib import import_module
from pathlib import Path

import psutil
import pytest
from abused import HELLO, Served, connected, page, served, with_timeout, works
from pages import begun, free_port
from pages_of_hosts import course
from tornado.netutil import bind_sockets

from cardlab import pagehost
from cardlab.dashboard.course_server import CourseServer
from cardlab.pagehost.hosts import Hosts
from cardlab.pagehost.page_server import serve
from cardlab.serve.command import add_tables
from cardlab.serve.course_settings import SETTINGS
from tests.load.line import fetch
from tests.load.ours import Page

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


class Slow(Hosts):
    """Hosts that begin when they may."""

    def __init__(self):
        super().__init__(str(NOTEBOOKS), 1, 4, SETTINGS)
        self.may_begin = asyncio.Event()

    async def start(self):
        await self.may_begin.wait()
        await super().start()


@with_timeout
async def test_tables_answer_before_the_hosts_do_and_a_page_of_a_lesson_waits_for_them(tmp_path):
    hosts, stop, is_ready = Slow(), asyncio.Event(), asyncio.Event()
    course = CourseServer(NOTEBOOKS, hosts)
    add_tables(course, tmp_path / "tables.sqlite3")
    sockets = bind_sockets(0, "127.0.0.1")
    port = sockets[0].getsockname()[1]
    serving = asyncio.create_task(serve(course, sockets, is_ready.set, stop=stop))
    lesson = Page(port, "melds")
    assert (await fetch(port, "/en/melds.ipynb")).status == 200
    opening = asyncio.create_task(lesson.open())
    while not lesson.is_fetched:
        await fetch(port, "/static/icon.svg")
    assert (await fetch(port, "/tables?lang=en")).status == 200
    assert not is_ready.is_set()
    assert not course.connections
    hosts.may_begin.set()
    await opening
    assert lesson.widgets
    await is_ready.wait()
    await lesson.close()
    stop.set()
    await serving


@with_timeout
async def test_a_signal_to_all_processes_is_heard_by_the_one_that_was_started():
    with served("--hosts", "2") as here:
        await works(here)
        processes = psutil.Process(here.pid).children(recursive=True)
        for process in processes:
            process.terminate()
        await works(here)
        assert psutil.Process(here.pid).children(recursive=True) == processes
    assert "Problem:" not in here.output


ENDS = [signal.SIGTERM, signal.SIGINT, signal.SIGKILL]


def started(*options, port, **more):
    """Start a server that handles Ctrl+C as in a terminal, however the tests were started."""
    interruptible = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    return begun(*options, port=port, preexec_fn=interruptible, **more)


def end(running, number):
    """Ends the first process of a server by a signal, and waits until no other is there and its output is closed."""
    others = psutil.Process(running.pid).children(recursive=True)
    running.send_signal(number)
    running.communicate(timeout=60)
    assert psutil.wait_procs(others, timeout=60)[1] == []


@pytest.mark.parametrize("number", ENDS)
def test_nothing_of_a_server_stays_that_is_ended_while_it_begins(number, tmp_path):
    running = started("--store", str(tmp_path / "tables.sqlite3"), port=free_port())
    while not any("forkserver" in " ".join(one.cmdline()) for one in psutil.Process(running.pid).children()):
        assert running.poll() is None
    end(running, number)


@pytest.mark.parametrize("number", ENDS)
def test_nothing_of_a_server_stays_where_a_page_never_rests_and_a_worker_computes(number, tmp_path):
    endless = f"open({str(tmp_path / 'begun')!r}, 'w').close()\nwhile True: pass"
    asking = "from cardlab.widgets import WhatIf\nWhatIf('call')"
    notebooks = course(tmp_path, index=["1"], endless=[endless], asking=[asking])
    port = free_port()
    options = ("--hosts", "2", "--store", str(tmp_path / "tables.sqlite3"))
    running = started(*options, port=port, notebooks=notebooks)
    while "http://" not in running.stdout.readline():
        assert running.poll() is None

    @with_timeout
    async def work():
        here = Served(port, running.pid, [])
        asked = await page(here, "asking")
        (laboratory,) = asked.of_kind("cardlab.widgets.whatif.WhatIf")
        await asked.ask(laboratory, {"do": "look", "position": ""})
        await connected(here, "en/endless.ipynb", HELLO)
        while not (tmp_path / "begun").exists():
            await asyncio.sleep(0)

    work()
    end(running, number)


def test_a_server_ends_quietly_where_nobody_reads_its_output_any_more(tmp_path):
    running = started("--store", str(tmp_path / "tables.sqlite3"), port=free_port(), stderr=subprocess.PIPE)
    while "http://" not in running.stdout.readline():
        assert running.poll() is None
    running.stdout.close()
    running.terminate()
    assert (running.stderr.read(), running.wait(timeout=60)) == ("", 0)


def test_no_module_of_the_pages_makes_whoever_imports_it_deaf():
    """Doctests import all of them, and what the tests start is as deaf as the tests."""
    for module in pkgutil.iter_modules(pagehost.__path__):
        import_module(f"cardlab.pagehost.{module.name}")
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
