"""How a server ends, however it does: nothing of it stays, and nothing holds its output open."""

import asyncio
import signal
import subprocess
from functools import partial

import psutil
import pytest
from abused import HELLO, Served, connected, page
from pages import begun, free_port
from pages_of_sessions import course

ENDS = [signal.SIGTERM, signal.SIGKILL]


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
    while psutil.Process(running.pid).status() == psutil.STATUS_SLEEPING:
        assert running.poll() is None
    end(running, number)


@pytest.mark.parametrize("number", ENDS)
async def test_nothing_of_a_server_stays_where_a_page_never_rests_and_a_question_is_asked(number, tmp_path):
    endless = f"open({str(tmp_path / 'begun')!r}, 'w').close()\nwhile True: pass"
    asking = "from cardlab.widgets import WhatIf\nWhatIf('call')"
    notebooks = course(tmp_path, index=["1"], endless=[endless], asking=[asking])
    here = Served(free_port(), 0, [])
    running = started("--store", str(tmp_path / "tables.sqlite3"), port=here.port, notebooks=notebooks)
    while "http://" not in running.stdout.readline():
        assert running.poll() is None
    asked = await page(here, "asking")
    (laboratory,) = asked.of_kind("WhatIf")
    await asked.answered(laboratory, {"do": "look", "position": ""})
    await connected(here, "en/endless.ipynb", HELLO)
    while not (tmp_path / "begun").exists():
        await asyncio.sleep(0)
    end(running, number)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_server_ends_quietly_where_nobody_reads_its_output_and_however_often_it_is_told(number, tmp_path):
    running = started("--store", str(tmp_path / "tables.sqlite3"), port=free_port(), stderr=subprocess.PIPE)
    while "Ctrl+C" not in running.stdout.readline():
        assert running.poll() is None
    running.stdout.close()
    while running.poll() is None:
        running.send_signal(number)
    assert (running.stderr.read(), running.returncode) == ("", 0)
