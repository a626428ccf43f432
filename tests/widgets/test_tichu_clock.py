"""The clock of a race on a real loop, and appointments that were called off."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st
from messages import blocks, send
from turned_clock import TurnedClock

from cardlab.widgets import PlayTichu
from cardlab.widgets.tichu_table.clock import LoopClock, RoundClock


def test_an_appointment_is_kept_by_the_loop_that_runs_and_one_called_off_is_not():
    async def trial():
        clock, stored, last = LoopClock(), [], asyncio.Event()
        begun = clock.now()
        off = clock.call_later(0, lambda: stored.append("called off"))
        clock.call_later(0, lambda: stored.append("kept"))
        off()
        clock.call_later(0, last.set)
        await last.wait()
        assert clock.now() >= begun
        return stored

    assert asyncio.run(trial()) == ["kept"]
    # Where no loop runs there are no appointments.
    LoopClock().call_later(0, lambda: None)()
    widget = PlayTichu(seed=7)
    send(widget, "start")
    assert blocks(widget, "racing")[0]["milliseconds"] > 0


def test_a_race_begins_by_itself_on_a_real_loop_and_each_task_comes_to_an_end():
    async def trial():
        clock, opened = LoopClock(), asyncio.Event()
        widget = PlayTichu(seed=7, clock=clock)
        widget.observe(lambda _: widget.match and widget.match.rounds[0].line.last and opened.set(), names="shown")
        send(widget, "start")
        await opened.wait()
        send(widget, "pause", "leave")
        await asyncio.gather(*clock._tasks, return_exceptions=True)
        return widget.match

    assert asyncio.run(trial()) is None


def round_clock(run=lambda act: act()):
    outside = TurnedClock()
    clock = RoundClock(outside, run)
    clock.set(running=True)
    return clock, outside


def test_a_call_is_replaced_by_one_of_its_name_or_called_off_even_if_it_is_already_under_way():
    waiting, done = [], []
    clock, outside = round_clock(waiting.append)
    clock.call("one", 1, lambda: done.append("old"))
    outside.turn(1)
    clock.call("one", 1, lambda: done.append("replaced"))
    clock.call("one", 2, lambda: done.append("new"))
    clock.call("other", 3, lambda: done.append("other"))
    outside.turn(2)
    clock.cancel("other", "nobody")
    outside.turn(2)
    for act in waiting:
        act()
    assert done == ["new"]
    assert "one" not in clock
    assert outside.waiting == []


@given(st.lists(st.tuples(st.floats(0, 5), st.booleans(), st.sampled_from([0.25, 1.0])), max_size=12))
def test_a_call_is_made_at_its_time_of_the_round_however_often_it_stood_still_or_ran_slowly(turns):
    clock, outside = round_clock()
    made, past = [], 0.0
    clock.call("one", 3, lambda: made.append(clock.now))
    for seconds, running, speed in turns:
        clock.set(running=running, speed=speed)
        outside.turn(seconds)
        past += seconds * speed * running
        assert clock.now == pytest.approx(past, abs=1e-4)
        assert bool(made) == (past >= 3) or abs(past - 3) < 1e-4
    assert made in ([], [pytest.approx(3, abs=1e-4)])
