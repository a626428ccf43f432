"""What the laboratory counts is what the analysis counts: hands of others, draws, calls; all in the learner's words."""

import asyncio
import threading
from fractions import Fraction
from functools import partial

import pytest
from messages import of_kind, send, sending

from cardlab import tongits
from cardlab.analysis.call_odds import DrawCall
from cardlab.analysis.jobs import WORLDS, Calls, calls, refined
from cardlab.analysis.position import read, view_of
from cardlab.analysis.two_hands import Odds
from cardlab.analysis.whatif import Estimate
from cardlab.phrasing.catalogue import say
from cardlab.widgets import WhatIf
from cardlab.widgets.whatif.compared import Compared, estimated
from cardlab.widgets.whatif.examples import EXAMPLES
from cardlab.widgets.whatif.sections import call_section
from tests.stories import outline


def told_of_a_call(position, chance=None, payment=None):
    """All that is said of a call, as it is counted or as if it won so often."""
    view = view_of(read(position))
    own = tongits.hand_deadwood(view.hand, view.rules)
    won = Calls((Odds(chance),) * (own + 2), own, payment or Odds(Fraction(1)), own)
    shown = call_section(view, calls(view) if chance is None else won, "en", open=True)
    said = (line.whole for line in outline({"blocks": [shown]}, "en"))
    return "\n".join((*said, *(plot["svg"] for plot in of_kind(shown, "plot"))))


def rows(widget):
    """The rows of the options, each with its cells as texts and whether it is marked."""
    (table, *_) = of_kind(widget.shown["section_options"], "table")
    return [(["".join(cell) for cell in row["cells"]], row["marked"]) for row in table["rows"]]


def is_stoppable(widget):
    return bool(sending(widget.shown["answer"], "stop"))


ABOVE_SIXTY = (
    "viewer 1; hand 3c Jc Kc 4h 7h Kh 6s 7s Ts; meld 1 2d 2h 2s; meld 0 Qc Qh Qs; discard Jh Qd 8c; takes 1",
    "viewer 1; hand 8c Kc 4d 9d Kd 7h 3s 6s; cards 9 8 10; meld 0 3c 4c 5c 6c 7c; meld 1 2c 2d 2h 2s; "
    "discard Qh Kh Jh Qc; sapaw 1",
)


@pytest.mark.parametrize(("position", "pays"), [(ABOVE_SIXTY[0], None), (ABOVE_SIXTY[1], 62)])
def test_the_chance_of_a_call_is_that_of_the_own_deadwood_however_much_it_is(position, pays):
    view, texts = view_of(read(position)), told_of_a_call(position)
    own, odds = tongits.deadwood(view.hand), DrawCall.of(view)
    wins = float(odds.wins(own).value)
    assert say("whatif.call_wins", own=own, chance=f"{wins:.1%}") in texts
    assert say("plot.at_own", own=own, chance=f"{wins:.0%}") in texts
    if pays:
        assert odds.break_even() == pays
        assert say("whatif.pays_up_to", most=pays) in texts


def test_T9_4_it_takes_all_to_challenge_where_some_would_fold_and_what_nearly_always_wins_does_not_always_win():
    """Beside an option that wins more often, as it is played by players who fold."""
    for rules, may_fold in (("rules traditional; ", True), ("rules sheet showdown everyone payment chips; ", False)):
        texts = told_of_a_call(rules + ABOVE_SIXTY[0].replace("; takes 1", ""), Fraction(1, 2))
        assert (say("whatif.call_wins_challenged", own=67, chance="50.0%") in texts) is may_fold
        assert (say("whatif.options_fold") in texts) is may_fold
    assert "wins over 99.9% of" in told_of_a_call(EXAMPLES["call"], Fraction(9997, 10_000))
    assert "wins 100.0% of" in told_of_a_call(EXAMPLES["call"], Fraction(1))
    by_lot = Odds(Fraction(1), 0.2, exact=False)
    assert "random deals" in told_of_a_call(EXAMPLES["call"], Fraction(1, 2), by_lot)


@pytest.fixture(scope="module")
def opening():
    """The laboratory with its example "opening", looked at and stopped after its first, coarse answer."""
    widget = WhatIf("opening")

    async def page():
        is_known = asyncio.Event()
        widget.observe(lambda _: of_kind(widget.shown["section_options"], "plot") and is_known.set(), names="shown")
        send(widget, do="look", position="")
        await is_known.wait()
        send(widget, do="stop")

    asyncio.run(page())
    return widget


def test_a_coarse_answer_stays_when_it_is_stopped_and_what_is_too_close_is_said_to_be_too_close(opening):
    assert not opening.answer.done
    assert (is_stoppable(opening), opening.shown["answer"][0]["settled"]) == (False, True)
    answer = opening.answer
    compared = Compared(answer, view_of(opening.position), "en")
    best, close = answer.options[0], [one for one in answer.options if compared.is_close(one)]
    assert 1 < len(close) < len(rows(opening)) == len(answer.options)
    for one, (cells, is_marked) in zip(answer.options, rows(opening), strict=True):
        assert is_marked == (one in close)
        assert (cells[4] == say("whatif.too_close")) == (one in close and one is not best)


@pytest.mark.parametrize(
    ("estimate", "chance", "told"),
    [
        (Estimate(0.384, 0.009), True, "38% ± 0.9"),
        (Estimate(0.0, 0.0004), True, "0.00% ± 0.04"),
        (Estimate(0.0004, 0.000499), True, "0.04% ± 0.05"),
        (Estimate(12.34, 0.02), False, "12.34 ± 0.02"),
        (Estimate(12.34, 0.0, certain=True), False, "12.3"),
        (Estimate(12.0, 0.0), False, "12.0 in all 500 deals"),
    ],
)
def test_an_error_that_is_there_is_never_written_as_nothing(estimate, chance, told):
    assert estimated(estimate, 500, "en", chance=chance) == told


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
    return {name for name, shown in widget.shown.items() if name.startswith("section") and of_kind(shown, "plot")}


def test_what_is_exact_is_counted_also_where_the_sample_is_stopped_at_once():
    widget = WhatIf("call")
    stages = from_bookmark(widget, drawn, {"do": "stop"})
    assert widget.answer is None
    assert stages[-1] == {"section_unknown", "section_call"}


def test_a_change_of_the_position_ends_the_work_and_forgets_what_was_known():
    widget = WhatIf("answer")
    send(widget, {"do": "tap", "card": "7h"}, "undo")
    assert not widget.working, "nothing is worked out before somebody looks"
    widget.finish()
    assert widget.answer is not None
    send(widget, do="example", name="call")
    assert widget.answer is None
    assert widget.working
    assert {cells[1] for cells, _ in rows(widget)} == {""}, "what can be done is there before anything is known of it"
    send(widget, do="stop")
    assert widget.answer is None


def test_a_result_stays_while_it_is_made_better_and_reasons_are_looked_for_when_it_is_as_good_as_it_is_to_be():
    """Reasons are of the turns that so many worlds show: found first, they would have these played twice."""

    def noted(widget):
        (said,) = widget.shown["answer"]
        return widget.answer, said, bool(of_kind(said, "table")), is_stoppable(widget), rows(widget)[0][0][-1]

    stages = from_bookmark(WhatIf("opening", "de"), noted)
    first = next(place for place, (_, _, has_table, *_) in enumerate(stages) if has_table)
    answers, seen, has_table, stoppable, reasons = zip(*stages[first:], strict=True)
    assert {said["title"] for _, said, *_ in stages[:first]} == {say("whatif.works", "de")}
    assert not any(say("whatif.works", "de") in said["title"] for said in seen)
    assert all(has_table)
    assert [(seen[at]["settled"], stoppable[at]) for at in (0, -1)] == [(False, True), (True, False)]
    assert answers[0].worlds < WORLDS
    assert not reasons[0]
    reasoned = next(answer for answer, reason in zip(answers, reasons, strict=True) if reason)
    assert [(one.done, one.worlds) for one in (reasoned, answers[-1])] == [(True, WORLDS)] * 2


def test_no_sample_waits_for_what_was_given_up():
    async def page():
        release, gave_up, answers = threading.Event(), [], WhatIf("answer").scene.answers
        for _ in range(40):
            answers.compute({"long": lambda: gave_up.append(release.wait(timeout=30))}, None)
            await asyncio.sleep(0)
            answers.suspend()
        answers.compute({}, partial(refined, view_of(read(EXAMPLES["answer"]))))
        while "options" not in answers.results:
            await asyncio.sleep(0)
        waited = list(gave_up)
        answers.suspend()
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
