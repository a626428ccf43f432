"""A race looked back on: what was overlooked and for how long, reaction times, and the race run again."""

import pytest
from turned_clock import TurnedClock

from cardlab.cards import Card
from cardlab.lessons.tables_tichu import position
from cardlab.tichu import Draw, Flip, Play
from cardlab.widgets.tichu_table.clock import RoundClock
from cardlab.widgets.tichu_table.race_props import reader_of
from cardlab.widgets.tichu_table.race_review import (
    AHEAD,
    SLOW,
    Replay,
    forgotten,
    opportunities,
    overlooked,
    overlooked_words,
    reactions,
    replay_blocks,
    summary,
)
from cardlab.widgets.tichu_table.timed_match import Against, TimedRound

NAMES = ("Left", "Right")


@pytest.fixture
def race():
    """Seat 0 could play 6h from the first moment on, and lets 2.3 seconds go by; then seat 1 covers the 7."""
    race = TimedRound(1, start=position(("6h Kd 3s Js", "8c 9c 2h"), ("7s", "Qh"), draw=("", "4d")))
    assert not race.make(Draw(1), 500)
    assert not race.make(Play(1, Card("8c"), 0, Card("7s")), 2300)
    assert not race.make(Play(0, Card("Kd"), 1, Card("Qh")), 3000)
    assert not race.make(Play(1, Card("9c"), 0, Card("8c")), 3400)
    return race


def looked_back(race):
    """What each could have played and when, what is told of it, and the summary."""
    for one in opportunities(race):
        yield f"{one.seat} {one.card.code}: {one.begin} to {one.end} on {one.piles}{' taken' * one.taken}"
    for seat in (0, 1):
        quick = [f"{one.card.code} {one.still}" for one in reactions(race, seat)]
        missed = [f"{one.card.code} {one.still}" for one in overlooked(race, seat)]
        yield f"{seat} played {quick}, overlooked {missed}, forgot {forgotten(race, seat)}"
        yield from overlooked_words(race, seat, NAMES[seat], "en")
    yield from summary(race, NAMES, "en")


def test_U2_2_a_chance_lasts_while_the_card_fits_and_is_overlooked_unless_one_came_too_late_for_it(race, snapshot):
    told = [*looked_back(race), "LATE"]
    race.make(Play(0, Card("6h"), 0, Card("7s")), 3500)
    assert race.tried[-1].late
    assert "\n".join([*told, *looked_back(race)]) == snapshot


def test_U3_2_what_was_forgotten_is_counted(snapshot):
    cards = "3c 4d 5h 6d 8s 9s Ts Js"
    slow = TimedRound(1, start=position((cards, "2c 2d 2h 3h 4h 7h 9h Th"), ("2s", "Kh"), draw=("As Ah", "Qd Qc")))
    assert not slow.make(Play(0, Card("3c"), 0, Card("2s")), 500)
    assert not slow.make(Play(0, Card("4d"), 0, Card("3c")), 900)
    assert [forgotten(slow, seat) for seat in (0, 1)] == [1, 0]
    assert [*summary(slow, NAMES, "en")] == snapshot


def replaying(race):
    clock = TurnedClock()
    return Replay(race, reader_of(Against.TWO, "en"), RoundClock(clock, lambda act: act())), clock


@pytest.mark.parametrize(("slow", "speed"), [(False, 1), (True, SLOW)])
def test_the_race_runs_once_more_at_normal_speed_or_slowly(race, slow, speed):
    replay, clock = replaying(race)
    replay.pace(slow)
    replay.run()
    shown = []
    for moment in race.line.moments[1:]:
        clock.turn(moment.note / 1000 / speed - clock.time - 1e-6)
        shown.append(replay.line.at)
        clock.turn(2e-6)
    assert shown == [0, 1, 2, 3]
    assert (replay.line.at, replay.clock.running) == (4, False)


def test_the_countdown_before_a_race_is_left_out():
    race = TimedRound(1)
    assert not race.make(Flip(), 2000)
    replay, clock = replaying(race)
    replay.run()
    clock.turn(AHEAD - 0.01)
    replay.stop()
    assert replay.line.at == 0
    replay.run()
    clock.turn(0.011)
    assert replay.line.at == 1


def test_stopping_and_another_speed_keep_the_place(race):
    replay, clock = replaying(race)
    replay.run()
    clock.turn(1.4)
    replay.stop()
    clock.turn(100)
    assert (replay.line.at, replay.clock.now) == (1, 1.4)
    replay.pace(slow=True)
    replay.run()
    clock.turn(3.56)
    assert replay.line.at == 1
    replay.pace(slow=False)
    clock.turn(0.0101)
    assert replay.line.at == 2


def test_a_place_that_is_not_there_leads_to_the_nearest_and_run_at_the_end_begins_anew(race):
    replay, clock = replaying(race)
    for number, nearest in ((10**30, 4), (-5, 0), (4, 4)):
        replay.at(number)
        assert replay.line.at == nearest
    replay.run()
    clock.turn(0.5)
    assert replay.line.at == 1


def test_the_replay_tells_what_each_could_have_played_and_for_how_long(race):
    replay, _ = replaying(race)
    replay.at(1)
    *_, could = replay_blocks(replay)
    left, right = ([line for [line] in one["blocks"][1]["said"]] for one in could["blocks"])
    assert "6♥, for 2.3 s" in left
    assert right[0] == "8♣, for 2.3 s"
    replay.at(4)
    table, *_ = replay_blocks(replay)
    assert table["sides"][1]["slots"][0] == "2h"
