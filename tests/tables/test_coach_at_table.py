"""The coach at a table between devices: it is given the view of a seat and no more, and nobody has to wait for it."""

import asyncio
import pickle

import pytest

from cardlab import tongits
from cardlab.locale import say
from cardlab.pagehost import compute
from cardlab.pagehost.channel import Frame
from cardlab.record import write_rules
from cardlab.serve.setting import SETTING
from cardlab.tables.table import Agreed, Lent, Make, Moved, Opened, Ready, Remove, Sit, decide, fold, opened
from cardlab.tongits import Draw
from cardlab.widgets.background import POOL
from cardlab.widgets.shared import Presence
from cardlab.widgets.tongits_table.messages import Anyway, Press
from cardlab.widgets.tongits_table.shared import CoachIs, SharedTongits

PLAYERS = ("mark-0", "mark-1", "mark-2")
HERE = Presence(frozenset({0, 1, 2}), 0, {})
RULES = tongits.Rules()


def dealt(**agreed):
    """A table at which the first turn is over: whoever is next may draw, or take a card."""
    table = opened(Opened("tongits", write_rules(RULES), Agreed(RULES, **agreed).options, PLAYERS[0]))
    for command in (Sit("Ana"), Ready()):
        for player in PLAYERS:
            for event in decide(table, player, command, lambda: 3):
                table = fold(table, event)
    card = min(table.state.hands[table.state.seat], key=str)
    return fold(table, Moved(table.state.seat, f"{table.state.seat} discard {card.code}"))


def at_pool(act, **agreed):
    """Runs `act` with a device whose turn it is and whose coach is on, what it asks the pool, and what it comes to."""

    async def run():
        table, frames, thought = dealt(**agreed), [], []
        seat = table.state.seat
        device = SharedTongits("en", "HFKMRT", table, PLAYERS[seat], thought.append)
        questions = compute.Questions(0, lambda kind, page, body: frames.append((kind, body)))
        before = POOL.set(questions)
        assert device.hear(CoachIs("coach", True, 2)) is None
        try:
            await act(device, table, seat, frames, thought, questions)
        finally:
            POOL.reset(before)

    asyncio.run(run())


def test_T10_6_the_coach_is_asked_about_the_view_of_the_seat_and_nothing_else():
    async def act(device, table, seat, frames, thought, _questions):
        assert device.hear(Press("draw")) is None
        [(kind, body)] = frames
        job = pickle.loads(body[4:])
        assert (kind, job.keywords) == (compute.ASK, {})
        assert job.args == (tongits.view(table.state, seat), Draw(seat))
        assert device.picture(HERE)["coach"]["asks"]
        assert thought == []

    at_pool(act, coach=True)


@pytest.mark.parametrize("change", ["a bot takes over", "another seat is taken away"])
def test_what_is_thought_about_is_given_up_when_the_position_changes(change):
    async def act(device, table, seat, frames, thought, _questions):
        device.hear(Press("draw"))
        other = (seat + 1) % 3
        events = (Lent(seat),) if change.startswith("a bot") else decide(table, PLAYERS[0], Remove(other), lambda: 3)
        for event in events:
            table = fold(table, event)
        device.happened(events, table)
        assert [kind for kind, _ in frames] == [compute.ASK, compute.DROP]
        assert not device.picture(HERE)["coach"]["asks"]
        assert thought == []

    at_pool(act, coach=True)


def test_a_pool_that_is_full_lets_the_move_pass_and_says_so(monkeypatch):
    monkeypatch.setattr(compute, "MOST_OPEN", 0)

    async def act(device, table, seat, frames, thought, questions):
        pool = compute.ComputePool(1, SETTING)
        device.hear(Press("draw"))
        for kind, body in frames:
            pool.hear("a line", Frame(kind, 0, body), lambda kind, _page, body: questions.hear(kind, body))
        await asyncio.sleep(0)
        assert thought == [Make(Draw(seat))]
        assert device.picture(HERE)["news"][-1] == say("together.coach_gave_up")
        assert pool.processes == ()
        await pool.close()

    at_pool(act, coach=True)


def test_whoever_does_not_want_to_wait_moves_at_once():
    async def act(device, table, seat, frames, thought, _questions):
        device.hear(Press("draw"))
        assert device.hear(Anyway("anyway")) == Make(Draw(seat))
        assert frames[-1][0] == compute.DROP

    at_pool(act, coach=True)


def test_there_is_no_coach_where_the_host_has_not_allowed_it_nor_for_whoever_looks_on():
    async def act(device, table, seat, frames, thought, _questions):
        assert device.hear(Press("draw")) == Make(Draw(seat))
        assert device.picture(HERE)["coach"] is None
        assert frames == []

    at_pool(act, coach=False)
    stranger = SharedTongits("en", "HFKMRT", dealt(coach=True), "mark-9")
    assert stranger.hear(CoachIs("coach", True, 2)) is None
    assert stranger.picture(HERE)["coach"] is None
