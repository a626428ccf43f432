"""The clock of a race on a real loop, and appointments that were called off."""

import asyncio

from messages import blocks
from turned_clock import TurnedClock

from cardlab.widgets import PlayTichu
from cardlab.widgets.tichu_table.clock import LoopClock, Timers


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


def test_where_no_loop_runs_there_are_no_appointments():
    LoopClock().call_later(0, lambda: None)()
    widget = PlayTichu(seed=7)
    widget._handle_custom_msg({"do": "start"}, [])
    assert blocks(widget, "racing")[0]["milliseconds"] > 0


def test_a_race_begins_by_itself_on_a_real_loop_and_each_task_comes_to_an_end():
    async def trial():
        clock, opened = LoopClock(), asyncio.Event()
        widget = PlayTichu(seed=7, clock=clock)
        widget.observe(
            lambda _: widget.match and len(widget.match.rounds[0].line.moments) > 1 and opened.set(), names="shown"
        )
        widget._handle_custom_msg({"do": "start"}, [])
        await opened.wait()
        for do in ("pause", "leave"):
            widget._handle_custom_msg({"do": do}, [])
        await asyncio.gather(*clock._tasks, return_exceptions=True)
        return widget.match

    assert asyncio.run(trial()) is None


def test_what_was_called_off_is_not_done_even_if_it_is_already_under_way():
    clock, waiting, done = TurnedClock(), [], []
    due = Timers(clock, waiting.append)
    due.set("one", 1, lambda: done.append("old"))
    clock.turn(1)
    due.set("one", 1, lambda: done.append("new"))
    clock.turn(1)
    for act in waiting:
        act()
    assert done == ["new"]
    assert "one" not in due


def test_a_second_appointment_of_the_same_name_takes_the_place_of_the_first():
    clock, done = TurnedClock(), []
    due = Timers(clock, lambda act: act())
    due.set("one", 1, lambda: done.append("first"))
    due.set("one", 2, lambda: done.append("second"))
    due.set("other", 3, lambda: done.append("other"))
    clock.turn(2)
    due.cancel_all()
    clock.turn(2)
    assert done == ["second"]
    assert clock.waiting == []
