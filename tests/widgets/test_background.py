"""Work in the background: in order, only the newest, never after a stop, and the page stays awake meanwhile."""

import asyncio
import threading

import pytest

from cardlab.analysis.cancellation import Cancelled, cancelled_by, check_cancelled
from cardlab.widgets.background import Background, Pausing


class Taken:
    """What a piece of work has given, and how often it was over."""

    def __init__(self):
        self.results, self.ends = [], 0
        self.work = Background(self.results.append, self._end)

    def _end(self):
        self.ends += 1

    async def is_over(self, *results, ends=1):
        """Fails unless the work comes to an end with these results."""
        while self.work.working:
            await asyncio.sleep(0)
        assert (self.results, self.ends) == ([*results], ends)


def test_without_a_loop_nothing_runs_until_it_is_asked_for_or_there_is_one():
    taken = Taken()
    taken.work.begin(lambda: iter([1, 2, 3]))
    assert (taken.results, taken.work.working) == ([], True)
    taken.work.finish()
    assert (taken.results, taken.ends, taken.work.working) == ([1, 2, 3], 1, False)
    failing = Taken()
    failing.work.begin(lambda: (1 // number for number in (1, 0)))
    with pytest.raises(ZeroDivisionError):
        failing.work.finish()
    assert (failing.results, failing.ends, failing.work.working) == ([1], 1, False)
    later = Taken()
    later.work.begin(lambda: iter([1, 2]))

    async def page():
        later.work.go_on()
        later.work.go_on()
        await later.is_over(1, 2)

    asyncio.run(page())


async def test_nothing_is_taken_after_a_stop_from_another_thread():
    """JupyterLab hears its widgets in a thread of its own, and the work may have begun in the main one."""
    taken, begun, release = Taken(), asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def pieces():
        yield 1
        loop.call_soon_threadsafe(begun.set)
        release.wait(timeout=60)
        yield 2

    taken.work.begin(pieces)
    await begun.wait()
    await asyncio.to_thread(taken.work.stop)
    release.set()
    for _ in range(5):
        await asyncio.to_thread(lambda: None)
    assert (taken.results, taken.ends, taken.work.working) == ([1], 0, False)


async def test_a_piece_that_fails_ends_the_work_and_hides_nothing():
    taken = Taken()
    asyncio.get_running_loop().set_exception_handler(lambda _, context: None)

    def pieces():
        yield 1
        raise ZeroDivisionError

    taken.work.begin(pieces)
    task = taken.work._task
    await taken.is_over(1)
    with pytest.raises(ZeroDivisionError):
        await task


async def test_a_long_piece_that_is_given_up_ends_where_it_asks_whether_it_is_wanted():
    taken, begun, ended = Taken(), asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def pieces():
        loop.call_soon_threadsafe(begun.set)
        try:
            while True:
                check_cancelled()
        except Cancelled:
            loop.call_soon_threadsafe(ended.set)
            raise
        yield 1

    taken.work.begin(pieces)
    await begun.wait()
    taken.work.stop()
    taken.work.begin(lambda: iter(["new"]))
    await ended.wait()
    await taken.is_over("new")


def test_without_a_thread_work_pauses_in_the_middle_and_ends_when_it_is_given_up_in_a_pause():
    given_up, pauses = threading.Event(), []

    def wait(pause):
        pause.close()
        pauses.append(1)
        if len(pauses) == 3:
            given_up.set()

    def work():
        while True:
            check_cancelled()

    with cancelled_by(Pausing(given_up, wait)), pytest.raises(Cancelled):
        work()
    assert len(pauses) == 3
