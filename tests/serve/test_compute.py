"""The compute pool with real processes: whose turn it is, what is given up, and what happens when a worker dies."""

import asyncio
import os
import pickle
import signal
import sys
from functools import partial, wraps
from itertools import count, pairwise

import pool_jobs as jobs
import psutil
import pytest
from pool_page import HOST, Page

from cardlab.analysis.bots import strong
from cardlab.analysis.jobs import ahead, calls, in_turn, reasons, spread
from cardlab.analysis.move_cost import cost
from cardlab.analysis.position import read, view_of
from cardlab.analysis.round_review import review
from cardlab.bot_rounds import play_tongits, replies
from cardlab.bots.tongits import careful
from cardlab.pagehost import compute
from cardlab.pagehost.channel import Frame, FrameKind
from cardlab.pagehost.compute import ComputePool
from cardlab.serve.course_settings import SETTINGS
from cardlab.tongits import deal, legal_moves
from cardlab.widgets.background import POOL, Background
from cardlab.widgets.whatif.records import EXAMPLES

SLOW_TO_START = 300
NUMBERS = count(1)
"""Pages have numbers that no other has."""


RUNNER = asyncio.Runner()


def in_loop(test):
    """A test that is a coroutine, in the loop in which the pools live; one that waits for ever fails."""

    @wraps(test)
    def run(*args, **kwargs):
        RUNNER.run(asyncio.wait_for(test(*args, **kwargs), SLOW_TO_START))

    return run


@pytest.fixture(scope="module")
def pool():
    """The pool of so many workers, made when it is asked for first: `pool(2)`."""
    pools = {}

    def made(workers, setting=SETTINGS):
        if (workers, setting) not in pools:
            pools[workers, setting] = ComputePool(workers, setting)
        return pools[workers, setting]

    yield made
    for one in pools.values():
        RUNNER.run(one.close())
    RUNNER.close()


@pytest.fixture
def one(pool):
    """A pool of one worker."""
    return pool(1)


@pytest.fixture
def two(pool):
    """A pool of two workers."""
    return pool(2)


@pytest.fixture
def page():
    """Makes pages of a pool, inside the loop; afterwards none asks anything any more."""
    made = []

    def make(pool, log=None):
        made.append(Page(pool, next(NUMBERS), log))
        return made[-1]

    yield make
    for one in made:
        one.close()


async def worker_of(asking):
    """The process that answers this page."""
    asking.submit("here", jobs.here)
    await asking.ended("here")
    return asking.results["here"][0]


async def at_gate(page, gate):
    """A question of this page has the worker until the gate opens."""
    page.submit("gate", partial(jobs.held_up, "gate", 2, gate))
    await page.has("gate")


@in_loop
async def test_a_page_that_asks_much_keeps_no_other_waiting(one, page, tmp_path):
    log = []
    many, few = page(one, log), page(one, log)
    await at_gate(page(one), tmp_path / "gate")
    for number in range(20):
        many.submit(number, partial(jobs.numbers, f"many {number}", 5))
    few.submit("few", partial(jobs.numbers, "few", 5))
    (tmp_path / "gate").touch()
    await few.ended("few")
    turns = [number == few.number for number, _ in log]
    pieces = [place for place, is_few in enumerate(turns) if is_few]
    between = [later - earlier for earlier, later in pairwise([-1, *pieces])]
    assert len(pieces) == 5
    assert max(between) <= 2


@in_loop
async def test_of_a_page_the_newest_question_is_answered_first(one, page, tmp_path):
    asking = page(one)
    await at_gate(page(one), tmp_path / "gate")
    for label in ("first", "second", "third"):
        asking.submit(label, partial(jobs.numbers, label, 3))
    (tmp_path / "gate").touch()
    await asking.ended("first", "second", "third")
    assert [label for _, label in asking.log] == ["third"] * 3 + ["second"] * 3 + ["first"] * 3


@in_loop
async def test_no_page_has_two_workers_at_work(two, page, tmp_path):
    asking, other = page(two), page(two)
    await at_gate(asking, tmp_path / "gate")
    asking.submit("new", partial(jobs.numbers, "new", 1))
    other.submit("other", partial(jobs.numbers, "other", 5))
    await other.ended("other")
    waiting = dict(asking.ends)
    (tmp_path / "gate").touch()
    assert (waiting, await asking.ended("gate", "new")) == ({}, [None, None])


@in_loop
async def test_what_is_given_up_ends_and_the_worker_is_free_again(one, page):
    asking, other = page(one), page(one)
    cancel = asking.submit("endless", partial(jobs.endless, "endless"))
    await asking.has("endless")
    other.submit("other", partial(jobs.numbers, "other", 2))
    cancel()
    await other.ended("other")
    assert (asking.results["endless"], asking.ends) == ([("endless", 0)], {})
    assert (other.results["other"], one.open_jobs) == ([("other", 0), ("other", 1)], 0)


@in_loop
async def test_whoever_asks_anew_again_and_again_is_answered_and_keeps_nobody_waiting(two, page):
    restless, other, cancel = page(two), page(two), lambda: None
    for label in range(10):
        cancel()
        cancel = restless.submit(label, partial(jobs.endless, label))
    other.submit("other", partial(jobs.numbers, "other", 5))
    await other.ended("other")
    await restless.has(9)
    assert two.open_jobs == 1


@pytest.mark.parametrize("goes", [Page.close, lambda gone: gone.pool.remove_host(HOST)])
@in_loop
async def test_a_page_that_has_gone_is_told_nothing_and_takes_no_time(one, page, goes):
    gone, other = page(one), page(one)
    for label in range(3):
        gone.submit(label, partial(jobs.endless, label))
    await gone.has(2)
    before = list(gone.log)
    goes(gone)
    other.submit("other", partial(jobs.numbers, "other", 1))
    await other.ended("other")
    assert (gone.log, gone.ends, one.open_jobs) == (before, {}, 0)


@in_loop
async def test_nothing_is_handed_over_once_a_page_is_closed(one, page):
    closed, other = page(one), page(one)
    closed.submit("closed", partial(jobs.numbers, "closed", 3))
    closed.client.close()
    closed.submit("late", partial(jobs.numbers, "late", 3))
    other.submit("other", partial(jobs.numbers, "other", 3))
    await other.ended("other")
    assert (closed.log, closed.ends) == ([], {})


@in_loop
async def test_a_worker_that_is_killed_is_replaced_and_the_question_still_answered(one, page, tmp_path):
    asking, before = page(one), await worker_of(page(one))
    asking.submit("question", partial(jobs.held_up, "question", 4, tmp_path / "gate"))
    await asking.has("question")
    os.kill(before, signal.SIGKILL)
    (tmp_path / "gate").touch()
    assert await asking.ended("question") == [None]
    assert asking.results["question"] == [("question", number) for number in range(4)]
    assert await worker_of(page(one)) != before


@pytest.mark.parametrize(("times", "pieces", "ends"), [(1, ["answered"], [None]), (9, [], [compute.CRASHED])])
@in_loop
async def test_a_question_that_lets_workers_die_is_tried_twice_and_no_other_suffers(
    one, page, tmp_path, times, pieces, ends
):
    asking, other = page(one), page(one)
    asking.submit("dying", partial(jobs.dying, tmp_path / "tries", times))
    other.submit("other", partial(jobs.numbers, "other", 40))
    assert (await asking.ended("dying"), asking.results["dying"]) == (ends, pieces)
    assert (await other.ended("other"), other.results["other"]) == ([None], [("other", number) for number in range(40)])
    assert len((tmp_path / "tries").read_text().splitlines()) == 2


@in_loop
async def test_what_goes_wrong_is_an_end_with_a_sentence(one, page):
    asking = page(one)
    asking.submit("wrong", partial(jobs.wrong, "no such\nhand"))
    assert (await asking.ended("wrong"), asking.results["wrong"]) == (["ValueError: no such hand"], ["right so far"])


@in_loop
async def test_what_is_not_a_job_is_an_end_with_a_sentence(one):
    answer = asyncio.get_running_loop().create_future()
    question = Frame(FrameKind.SUBMIT, 0, b"no pickle", 1)
    one.receive(HOST, question, lambda *frame: answer.set_result(frame))
    kind, number, body, question = await answer
    assert (kind, number, question) == (FrameKind.FINISH, 0, 1)
    assert "Error" in pickle.loads(body)


@in_loop
async def test_what_fails_in_the_page_is_told_to_its_loop_and_harms_nobody_else(one, page):
    failing, other, errors = page(one), page(one), []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: errors.append(context["exception"]))
    failing.client.submit(partial(jobs.numbers, "failing", 1), lambda piece: 1 / 0, lambda wrong: None)
    other.submit("other", partial(jobs.numbers, "other", 3))
    await other.ended("other")
    asyncio.get_running_loop().set_exception_handler(None)
    assert [type(one) for one in errors] == [ZeroDivisionError]


@in_loop
async def test_the_same_question_is_worked_out_once_for_all_who_ask_it(two, page, tmp_path):
    job = partial(jobs.counted, tmp_path / "tries", partial(jobs.held_up, "same", 3, tmp_path / "gate"))
    pages = [page(two) for _ in range(30)]
    for asking in pages[:20]:
        asking.submit("same", job)
    await pages[0].has("same")
    for asking in pages[20:]:
        asking.submit("same", job)
    for asking in pages:
        await asking.has("same")
    pages[0].close()
    (tmp_path / "gate").touch()
    for asking in pages[1:]:
        await asking.ended("same")
    first, *others = [asking.results["same"] for asking in pages]
    assert first == [("same", 0)]
    assert others == [[("same", 0), ("same", 1), ("same", 2)]] * 29
    assert (tmp_path / "tries").read_text() == "tried\n"


@in_loop
async def test_nobody_waits_behind_anothers_long_piece_while_a_worker_is_free(two, page, tmp_path):
    long, quick = page(two), page(two)
    await at_gate(page(two), tmp_path / "gate")
    long.submit("long", partial(jobs.endless, "long"))
    quick.submit("quick", partial(jobs.counted, tmp_path / "tries", partial(jobs.numbers, "quick", 4)))
    await quick.has("quick")
    (tmp_path / "gate").touch()
    await quick.ended("quick")
    assert (quick.results["quick"], long.ends) == ([("quick", number) for number in range(4)], {})
    assert (tmp_path / "tries").read_text() == "tried\n" * 2


@in_loop
async def test_only_so_many_questions_of_a_page_are_open_and_the_oldest_makes_room(one, page, tmp_path):
    asking = page(one)
    await at_gate(page(one), tmp_path / "gate")
    labels = range(compute.MAX_PAGE_JOBS + 2)
    for label in labels:
        asking.submit(label, partial(jobs.numbers, label, 1))
    (tmp_path / "gate").touch()
    assert await asking.ended(*labels) == [compute.TOO_MANY] * 2 + [None] * compute.MAX_PAGE_JOBS


@in_loop
async def test_a_question_that_is_too_large_is_refused(one, page):
    asking = page(one)
    asking.submit("large", partial(jobs.numbers, "x" * compute.MAX_JOB_BYTES, 1))
    assert await asking.ended("large") == [compute.TOO_LARGE]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
@in_loop
async def test_a_worker_is_deaf_to_what_ends_the_server(one, page):
    asking = page(one)
    before = await worker_of(asking)
    for number in (signal.SIGINT, signal.SIGTERM):
        os.kill(before, number)
    assert before == await worker_of(page(one))


@in_loop
async def test_workers_start_when_they_are_needed_and_end_with_the_pool(page):
    before = psutil.Process().children()
    pool = ComputePool(2, SETTINGS)
    assert psutil.Process().children() == before
    worker = await worker_of(page(pool))
    (began,) = set(psutil.Process().children()) - set(before)
    assert began.pid == worker
    await pool.close()
    assert psutil.Process().children() == before


def heavy(view):
    move = legal_moves(view, view.viewer)[-1]
    return {
        "reasons": partial(reasons, view, "de"),
        "ahead": partial(ahead, view),
        "spread": partial(spread, view),
        "calls": partial(calls, view),
        "cost": partial(cost, view, move, worlds=120),
    }


@in_loop
async def test_answers_are_the_same_as_in_one_s_own_process(pool, page):
    work = {
        "sampled": partial(in_turn, heavy(view_of(read(EXAMPLES["call"])))),
        "review": partial(review, play_tongits([careful] * 3, seed=3).fork(24), "nl", worlds=40),
        "replies": partial(replies, deal(seed=4, first=1), {1: partial(strong, played=300), 2: careful}, 4, 0),
    }
    asking = page(pool(2))
    for label, job in work.items():
        asking.submit(label, job)
    assert await asking.ended(*work) == [None] * 3
    assert asking.results == {label: list(job()) for label, job in work.items()}


@in_loop
async def test_what_a_page_finishes_itself_it_takes_once(one, page, tmp_path):
    asking, taken, ends = page(one), [], []
    POOL.set(asking.client)
    work = Background(taken.append, lambda: ends.append(work.working))
    work.begin(partial(jobs.held_up, "work", 3, tmp_path / "gate"))
    await asking.until(lambda: taken)
    (tmp_path / "gate").touch()
    work.finish()
    assert (taken, ends, one.open_jobs) == ([("work", 0), ("work", 1), ("work", 2)], [False], 0)


@in_loop
async def test_what_goes_wrong_ends_the_work_of_a_page_and_is_told_to_the_log(one, page, caplog):
    asking, taken, ends = page(one), [], []
    POOL.set(asking.client)
    work = Background(taken.append, lambda: ends.append(work.working))
    work.begin(partial(jobs.wrong, "no such hand"))
    await asking.until(lambda: ends)
    assert (taken, ends) == (["right so far"], [False])
    assert [entry.getMessage().partition(": ")[2] for entry in caplog.records] == ["ValueError: no such hand"]
    assert caplog.records[0].exc_info is None
