"""When the laboratory works: what is looked at is answered, coarse at first and then better, and nothing else."""

import asyncio
import threading
from functools import partial

from laboratory import section, sections, tap, verdict
from messages import send

from cardlab.analysis.jobs import WORLDS, refined
from cardlab.analysis.position import read, view_of
from cardlab.phrasing.catalogue import say
from cardlab.widgets import WhatIf
from cardlab.widgets.whatif.records import EXAMPLES
from cardlab.widgets.whatif.work import Work


def from_bookmark(widget, note, *more):
    """What is noted of each picture while somebody looks, and sends more, until everything is worked out."""

    async def page():
        seen = []
        widget.observe(lambda _: seen.append(note(widget)), names="shown")
        for message in ({"do": "look", "position": ""}, *more):
            send(widget, **message)
        while widget.working:
            await asyncio.sleep(0)
        return seen

    return asyncio.run(page())


def drawn(widget):
    """The sections that have a plot."""
    return {one["key"] for one in sections(widget) if one["plots"]}


def test_a_first_coarse_answer_is_there_before_anything_is_counted():
    stages = from_bookmark(WhatIf("call"), drawn)
    first = next(stage for stage in stages if stage)
    assert first == {"options"}
    assert stages[-1] == {"options", "unknown", "call"}


def test_what_is_exact_is_counted_also_where_the_sample_is_stopped_at_once():
    widget = WhatIf("call")
    stages = from_bookmark(widget, drawn, {"do": "stop"})
    assert widget.answer is None
    assert stages[-1] == {"unknown", "call"}


def test_a_change_of_the_position_ends_the_work_and_forgets_what_was_known():
    widget = WhatIf("answer")
    tap(widget, "7h")
    send(widget, "undo")
    assert not widget.working, "nothing is worked out before somebody looks"
    widget.finish()
    assert widget.answer is not None
    send(widget, do="example", name="call")
    assert widget.answer is None
    assert widget.working
    rows = section(widget, "options")["tables"][0]["rows"]
    assert {row["cells"][1] for row in rows} == {""}, "what can be done is there before anything is known of it"
    send(widget, do="stop")
    assert widget.answer is None


def test_a_result_stays_while_it_is_made_better_and_reasons_are_looked_for_when_it_is_as_good_as_it_is_to_be():
    """Reasons are of the turns that so many worlds show: found first, they would have these played twice."""

    def noted(widget):
        return widget.answer, verdict(widget), section(widget, "options")["tables"][0]["rows"][0]["cells"][-1]

    stages = from_bookmark(WhatIf("opening", "de"), noted)
    first = next(place for place, (_, shown, _) in enumerate(stages) if shown["first"])
    answers, seen, reasons = zip(*stages[first:], strict=True)
    assert {shown["title"] for _, shown, _ in stages[:first]} == {say("whatif.works", "de")}
    assert not any(say("whatif.works", "de") in shown["title"] for shown in seen)
    assert all(shown["first"] for shown in seen)
    assert [(seen[at]["settled"], seen[at]["stoppable"]) for at in (0, -1)] == [(False, True), (True, False)]
    assert answers[0].worlds < WORLDS
    assert not reasons[0]
    reasoned = next(answer for answer, reason in zip(answers, reasons, strict=True) if reason)
    assert [(one.done, one.worlds) for one in (reasoned, answers[-1])] == [(True, WORLDS)] * 2


def test_no_sample_waits_for_what_was_given_up():
    async def page():
        release, gave_up, work = threading.Event(), [], Work(lambda: None)
        for _ in range(40):
            work.request({"long": lambda: gave_up.append(release.wait(timeout=30))}, None)
            await asyncio.sleep(0)
            work.reset()
        work.request({}, partial(refined, view_of(read(EXAMPLES["answer"]))))
        while "options" not in work.results:
            await asyncio.sleep(0)
        waited = list(gave_up)
        work.reset()
        release.set()
        return waited

    assert asyncio.run(page()) == []


def test_a_laboratory_that_is_closed_rests():
    async def page():
        widget = WhatIf("opening")
        send(widget, do="look", position="")
        assert widget.working
        widget.close()
        return widget.working

    assert not asyncio.run(page())
