"""The compute pool with real processes: whose turn it is, what is given up, and what happens when a worker dies."""

import asyncio
import os
import pickle
import signal
import struct
import sys
from functools import partial
from itertools import pairwise

import jobs_asked as jobs
import pytest
from asking import HOST, Page

from cardlab.analysis.bots import strong
from cardlab.analysis.coach import cost
from cardlab.analysis.jobs import ahead, calls, one_by_one, reasons, spread
from cardlab.analysis.kernel import compiled
from cardlab.analysis.position import read, view_of
from cardlab.analysis.round_review import review
from cardlab.bots.tongits import careful
from cardlab.pagehost import compute
from cardlab.pagehost.channel import Frame, Kind
from cardlab.pagehost.compute import ComputePool
from cardlab.rounds import play_tongits, replies
from cardlab.serve.setting import SETTING
from cardlab.tongits import deal, legal_moves
from cardlab.widgets.background import POOL, Background
from cardlab.widgets.whatif.records import EXAMPLES

SLOW_TO_START = 300


class Room:
    """A loop and the pools that live in it; pages have numbers that no other has."""

    def __init__(self):
        self.loop = asyncio.new_event_loop()
        self.pools = {}
        self.pages = 0

    def run(self, what):
        return self.loop.run_until_complete(asyncio.wait_for(what, SLOW_TO_START))

    def pool(self, workers):
        if workers not in self.pools:

            async def started():
                pool = self.pools[workers] = ComputePool(workers, SETTING)
                pool.start()
                await pool.loaded()

            self.run(started())
        return self.pools[workers]

    def close(self):
        for pool in self.pools.values():
            pool.close()
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()


@pytest.fixture(scope="module")
def room():
    room = Room()
    yield room
    room.close()


@pytest.fixture
def run(room):
    return room.run


@pytest.fixture
def one(room):
    """A pool of one worker."""
    return room.pool(1)


@pytest.fixture
def two(room):
    """A pool of two workers."""
    return room.pool(2)


@pytest.fixture
def page(room):
    """Makes pages of a pool, inside the loop; afterwards none asks anything any more."""
    made = []

    def make(pool, log=None):
        room.pages += 1
        made.append(Page(pool, room.pages, log))
        return made[-1]

    yield make
    for one in made:
        one.forget()


async def at_gate(page, gate):
    """A question of this page has the worker until the gate opens."""
    page.ask("gate", partial(jobs.held_up, "gate", 2, gate))
    await page.has("gate")


def test_a_page_that_asks_much_keeps_no_other_waiting(run, one, page, tmp_path):
    async def asked():
        log = []
        many, few = page(one, log), page(one, log)
        await at_gate(page(one), tmp_path / "gate")
        for number in range(20):
            many.ask(number, partial(jobs.numbers, f"many {number}", 5))
        few.ask("few", partial(jobs.numbers, "few", 5))
        (tmp_path / "gate").touch()
        await few.ended("few")
        return [number == few.number for number, _ in log]

    turns = run(asked())
    pieces = [place for place, is_few in enumerate(turns) if is_few]
    between = [later - earlier for earlier, later in pairwise([-1, *pieces])]
    assert len(pieces) == 5
    assert max(between) <= 2


def test_of_a_page_the_newest_question_is_answered_first(run, one, page, tmp_path):
    async def asked():
        asking = page(one)
        await at_gate(page(one), tmp_path / "gate")
        for label in ("first", "second", "third"):
            asking.ask(label, partial(jobs.numbers, label, 3))
        (tmp_path / "gate").touch()
        await asking.ended("first", "second", "third")
        return [label for _, label in asking.log]

    assert run(asked()) == ["third"] * 3 + ["second"] * 3 + ["first"] * 3


def test_no_page_has_two_workers_at_work(run, two, page, tmp_path):
    async def asked():
        asking, other = page(two), page(two)
        await at_gate(asking, tmp_path / "gate")
        asking.ask("new", partial(jobs.numbers, "new", 1))
        other.ask("other", partial(jobs.numbers, "other", 5))
        await other.ended("other")
        waiting = dict(asking.ends)
        (tmp_path / "gate").touch()
        return waiting, await asking.ended("gate", "new")

    assert run(asked()) == ({}, [None, None])


def test_what_is_given_up_ends_and_the_worker_is_free_again(run, one, page):
    async def asked():
        asking, other = page(one), page(one)
        give_up = asking.ask("endless", partial(jobs.endless, "endless"))
        await asking.has("endless")
        other.ask("other", partial(jobs.numbers, "other", 2))
        give_up()
        await other.ended("other")
        return asking.pieces["endless"], asking.ends, other.pieces["other"], one.questions

    assert run(asked()) == ([("endless", 0)], {}, [("other", 0), ("other", 1)], 0)


def test_whoever_asks_anew_again_and_again_is_answered_and_keeps_nobody_waiting(run, two, page):
    async def asked():
        restless, other, give_up = page(two), page(two), lambda: None
        for label in range(10):
            give_up()
            give_up = restless.ask(label, partial(jobs.endless, label))
        other.ask("other", partial(jobs.numbers, "other", 5))
        await other.ended("other")
        await restless.has(9)
        return two.questions

    assert run(asked()) == 1


@pytest.mark.parametrize("goes", [Page.forget, lambda gone: gone.pool.forget_host(HOST)])
def test_a_page_that_has_gone_is_told_nothing_and_takes_no_time(run, one, page, goes):
    async def asked():
        gone, other = page(one), page(one)
        for label in range(3):
            gone.ask(label, partial(jobs.endless, label))
        await gone.has(2)
        before = list(gone.log)
        goes(gone)
        other.ask("other", partial(jobs.numbers, "other", 1))
        await other.ended("other")
        return gone.log == before, gone.ends, one.questions

    assert run(asked()) == (True, {}, 0)


def test_nothing_is_handed_over_once_a_page_is_closed(run, one, page):
    async def asked():
        closed, other = page(one), page(one)
        closed.ask("closed", partial(jobs.numbers, "closed", 3))
        closed.questions.close()
        closed.ask("late", partial(jobs.numbers, "late", 3))
        other.ask("other", partial(jobs.numbers, "other", 3))
        await other.ended("other")
        return closed.log, closed.ends

    assert run(asked()) == ([], {})


def test_a_worker_that_is_killed_is_replaced_and_the_question_still_answered(run, one, page, tmp_path):
    async def asked():
        asking = page(one)
        asking.ask("question", partial(jobs.held_up, "question", 4, tmp_path / "gate"))
        await asking.has("question")
        before = one.processes
        os.kill(before[0], signal.SIGKILL)
        (tmp_path / "gate").touch()
        return before, await asking.ended("question"), asking.pieces["question"], one.processes

    before, ends, pieces, after = run(asked())
    assert (ends, pieces) == ([None], [("question", number) for number in range(4)])
    assert len(after) == 1
    assert before != after


@pytest.mark.parametrize(("times", "pieces", "ends"), [(1, ["answered"], [None]), (9, [], [compute.LOST])])
def test_a_question_that_lets_workers_die_is_tried_twice_and_no_other_suffers(
    run, one, page, tmp_path, times, pieces, ends
):
    async def asked():
        asking, other = page(one), page(one)
        asking.ask("dying", partial(jobs.dying, tmp_path / "tries", times))
        other.ask("other", partial(jobs.numbers, "other", 40))
        found = await asking.ended("dying"), await other.ended("other")
        return *found, asking.pieces["dying"], other.pieces["other"]

    assert run(asked()) == (ends, [None], pieces, [("other", number) for number in range(40)])
    assert len((tmp_path / "tries").read_text().splitlines()) == 2


def test_what_goes_wrong_is_an_end_with_a_sentence(run, one, page):
    async def asked():
        asking = page(one)
        asking.ask("wrong", partial(jobs.wrong, "no such\nhand"))
        return await asking.ended("wrong"), asking.pieces["wrong"]

    assert run(asked()) == (["ValueError: no such hand"], ["right so far"])


def test_what_is_not_a_job_is_an_end_with_a_sentence(run, one):
    async def asked():
        told = asyncio.get_running_loop().create_future()
        question = Frame(Kind.ASK, 0, struct.pack("!I", 1) + b"no pickle")
        one.hear(HOST, question, lambda *frame: told.set_result(frame))
        return await told

    kind, number, body = run(asked())
    assert (kind, number) == (Kind.END, 0)
    assert "Error" in pickle.loads(body[4:])


def test_what_fails_in_the_page_is_told_to_its_loop_and_harms_nobody_else(run, one, page):
    async def asked():
        failing, other, told = page(one), page(one), []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context["exception"]))
        failing.questions.ask(partial(jobs.numbers, "failing", 1), lambda piece: 1 / 0, lambda wrong: None)
        other.ask("other", partial(jobs.numbers, "other", 3))
        await other.ended("other")
        asyncio.get_running_loop().set_exception_handler(None)
        return [type(one) for one in told]

    assert run(asked()) == [ZeroDivisionError]


def test_the_same_question_is_worked_out_once_for_all_who_ask_it(run, two, page, tmp_path):
    async def asked():
        job = partial(jobs.counted, tmp_path / "tries", partial(jobs.held_up, "same", 3, tmp_path / "gate"))
        pages = [page(two) for _ in range(30)]
        for asking in pages[:20]:
            asking.ask("same", job)
        await pages[0].has("same")
        for asking in pages[20:]:
            asking.ask("same", job)
        for asking in pages:
            await asking.has("same")
        pages[0].forget()
        (tmp_path / "gate").touch()
        for asking in pages[1:]:
            await asking.ended("same")
        return [asking.pieces["same"] for asking in pages]

    first, *others = run(asked())
    assert first == [("same", 0)]
    assert others == [[("same", 0), ("same", 1), ("same", 2)]] * 29
    assert (tmp_path / "tries").read_text() == "tried\n"


def test_nobody_waits_behind_anothers_long_piece_while_a_worker_is_free(run, two, page, tmp_path):
    async def asked():
        long, quick = page(two), page(two)
        await at_gate(page(two), tmp_path / "gate")
        long.ask("long", partial(jobs.endless, "long"))
        quick.ask("quick", partial(jobs.counted, tmp_path / "tries", partial(jobs.numbers, "quick", 4)))
        await quick.has("quick")
        (tmp_path / "gate").touch()
        await quick.ended("quick")
        return quick.pieces["quick"], long.ends

    assert run(asked()) == ([("quick", number) for number in range(4)], {})
    assert (tmp_path / "tries").read_text() == "tried\n" * 2


def test_only_so_many_questions_of_a_page_are_open_and_the_oldest_makes_room(run, one, page, tmp_path):
    async def asked():
        asking = page(one)
        await at_gate(page(one), tmp_path / "gate")
        labels = range(compute.MOST_QUESTIONS + 2)
        for label in labels:
            asking.ask(label, partial(jobs.numbers, label, 1))
        (tmp_path / "gate").touch()
        return await asking.ended(*labels)

    assert run(asked()) == [compute.TOO_MANY] * 2 + [None] * compute.MOST_QUESTIONS


def test_a_question_that_is_too_large_is_refused(run, one, page):
    async def asked():
        asking = page(one)
        asking.ask("large", partial(jobs.numbers, "x" * compute.LARGEST, 1))
        return await asking.ended("large")

    assert run(asked()) == [compute.TOO_LARGE]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_a_worker_is_deaf_to_what_ends_the_server(run, one, page):
    async def asked():
        asking, before = page(one), one.processes
        for number in (signal.SIGINT, signal.SIGTERM):
            os.kill(before[0], number)
        asking.ask("question", partial(jobs.numbers, "question", 1))
        await asking.ended("question")
        return before == one.processes

    assert run(asked())


def test_workers_start_when_they_are_needed_and_end_with_the_pool(run, page):
    async def used():
        pool = ComputePool(2, SETTING)
        before = pool.processes
        asking = page(pool)
        asking.ask("question", partial(jobs.numbers, "question", 1))
        await asking.ended("question")
        during = pool.processes
        pool.close()
        return before, during, pool.processes

    before, during, after = run(used())
    assert (before, len(during), after) == ((), 1, ())
    with pytest.raises(ProcessLookupError):
        os.kill(during[0], 0)


def heavy(view):
    move = legal_moves(view, view.viewer)[-1]
    return {
        "reasons": partial(reasons, view, "de"),
        "ahead": partial(ahead, view),
        "spread": partial(spread, view),
        "calls": partial(calls, view),
        "cost": partial(cost, view, move, worlds=120),
    }


def test_answers_are_the_same_as_in_one_s_own_process(run, two, page):
    compiled.load(wait=True)  # as there: without it fewer rounds are watched for a reason
    job = partial(one_by_one, heavy(view_of(read(EXAMPLES["call"]))))

    async def asked():
        asking = page(two)
        asking.ask("all", job)
        return await asking.ended("all"), asking.pieces["all"]

    assert run(asked()) == ([None], list(job()))


def test_a_review_and_the_moves_of_bots_are_the_same_as_in_one_s_own_process(run, two, page):
    record = play_tongits([careful] * 3, seed=3)
    reviewed = partial(review, record.fork(24), "nl", worlds=40)
    replied = partial(replies, deal(seed=4, first=1), {1: partial(strong, played=300), 2: careful}, 4, 0)

    async def asked():
        asking = page(two)
        asking.ask("review", reviewed)
        asking.ask("replies", replied)
        await asking.ended("review", "replies")
        return asking.pieces

    assert run(asked()) == {"review": list(reviewed()), "replies": list(replied())}


def test_what_a_page_finishes_itself_it_takes_once(run, one, page, tmp_path):
    async def asked():
        asking, taken, ends = page(one), [], []
        POOL.set(asking.questions)
        work = Background(taken.append, lambda: ends.append(work.working))
        work.begin(partial(jobs.held_up, "work", 3, tmp_path / "gate"))
        await asking.until(lambda: taken)
        (tmp_path / "gate").touch()
        work.finish()
        return taken, ends, one.questions

    assert run(asked()) == ([("work", 0), ("work", 1), ("work", 2)], [False], 0)


def test_what_goes_wrong_ends_the_work_of_a_page_and_is_told_to_the_log(run, one, page, caplog):
    async def asked():
        asking, taken, ends = page(one), [], []
        POOL.set(asking.questions)
        work = Background(taken.append, lambda: ends.append(work.working))
        work.begin(partial(jobs.wrong, "no such hand"))
        await asking.until(lambda: ends)
        return taken, ends

    assert run(asked()) == (["right so far"], [False])
    assert [entry.getMessage().partition(": ")[2] for entry in caplog.records] == ["ValueError: no such hand"]
    assert caplog.records[0].exc_info is None
