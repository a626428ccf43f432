"""A race under way, hand by hand, against a clock that the test turns: who is late, what is owed, what turns when."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st
from messages import blocks, send
from turned_clock import TurnedClock

from cardlab.cards import Card
from cardlab.lessons.tables_tichu import position
from cardlab.tichu import Draw, Play
from cardlab.widgets import PlayTichu
from cardlab.widgets.tichu_table.clock import Clock, RoundClock
from cardlab.widgets.tichu_table.live import BOT_WAITS_AFTER, TURNING, LiveRound
from cardlab.widgets.tichu_table.race_hands import MESSAGE_TIME, TELL_AFTER
from cardlab.widgets.tichu_table.race_props import live_race_props, reader_of
from cardlab.widgets.tichu_table.race_review import (
    SLOW,
    Replay,
    opportunities,
    overlooked,
    overlooked_words,
    replay_blocks,
)
from cardlab.widgets.tichu_table.timed_match import Against, RaceSettings, Reactions, TimedRound

TWO, FREE = RaceSettings(against=Against.TWO), RaceSettings(against=Against.TWO, lock=0)
FULL = ("3c 4d 5h 6d 8s 9s Ts Js", "2c 2d 2h 3h 4h 7h 9h Th")
FORGETTING = ("As Ah", "Qd Qc")
BOT = RaceSettings(reactions=Reactions(1000, 50))
ITS_TURN = position(("7h 2c", "5c 9c Kc"), ("6s", "2h"))
"""The computer has one card that fits, and the person another for the same pile."""


def under_way(state, settings=TWO):
    """A round from this position, begun."""
    clock = TurnedClock()
    live = LiveRound(TimedRound(1, start=state), settings, clock, lambda act: act())
    live.go_on()
    return live, clock


def press(live, *told, clock=None):
    """Each says a seat and what it does: "0 7c", "0 pile 1", "0 wish 9"; by "@0" it knew so many moves, else all.

    Or that the clock goes on, "+0.7", or that the round stands still, "stop", and goes on, "go".
    """
    for one in told:
        if one == "stop":
            live.pause()
        elif one == "go":
            live.go_on()
        elif one[0] == "+":
            clock.turn(float(one))
        else:
            words, _, seen = one.partition(" @")
            seat, what, *more = words.split()
            press_key(live, int(seat), what, more, int(seen or live.played.line.at))


def press_key(live, seat, what, more, seen):
    match what:
        case "pile":
            live.pile(seat, int(more[0]), seen)
        case "wish":
            live.wish(seat, "".join(more))
        case "draw":
            live.draw_up("draw", seat)
        case "back":
            live.back(seat)
        case _:
            live.card(seat, what, seen)


def test_pause_upon_pause_gives_the_computer_no_longer_to_think():
    steady, clock = under_way(ITS_TURN, BOT)
    clock.turn(3)
    at = steady.played.line.moments[1].note
    live, clock = under_way(ITS_TURN, BOT)
    press(live, *["+0.1", "stop", "+1", "go"] * (at // 100 + 1), clock=clock)
    assert live.played.line.moments[1].note == pytest.approx(at, abs=1)


def test_the_computer_draws_more_quickly_than_it_plays_and_that_it_found_no_move_is_told_after_a_while():
    may_draw = position(("7h 2c", "5c 9c Kc"), ("6s", "2h"), draw=("", "3d"))
    moved_at = []
    for state in (may_draw, ITS_TURN):
        live, clock = under_way(state, BOT)
        clock.turn(3)
        moved_at.append(live.played.line.moments[1].note)
    assert moved_at[0] == pytest.approx(moved_at[1] / 2, abs=1)
    live, clock = under_way(position(("Dr 7c", "5h 9s"), ("2d", "Kh")), BOT)
    press(live, f"+{BOT_WAITS_AFTER - 0.01}", clock=clock)
    assert not live.bot_waits
    press(live, "+0.01", clock=clock)
    assert live.bot_waits
    press(live, "0 Dr @0", "0 pile 0 @0")
    assert not live.bot_waits


class Watched:
    """A round under way, for stories: its messages are what is pressed and what the clock does."""

    def __init__(self, lang, state, settings=TWO, explains=False):
        self.lang, self.explains = lang, explains
        self.live, self.clock = under_way(state, settings)

    def snapshot(self):
        shown, tried = live_race_props(self.live, self.lang, explains=self.explains), self.live.played.tried
        in_vain = [f"{one.seat} {one.card.code} {one.at}" for one in tried]
        turning = [shown["turning"], f"in {shown['milliseconds']}"] if shown["turning"] else []
        return {"sides": shown["sides"], "piles": shown["piles"], "tried": in_vain, "text": turning}

    def receive(self, content):
        press(self.live, content["do"], clock=self.clock)
        return True


OWED = position(FULL, ("2s", "Kh"), draw=FORGETTING)
WAITING = position(("9c Kd", "7h 6d 3h"), ("6s", "Jh"), draw=("2d", ""))
SPECIAL = position(("Dr 7c Kd", "Ph 3h"), ("6s", "Jh"))
EXPLAINS = {"explains": True}
BY_ITSELF = {"settings": RaceSettings(reactions=Reactions(5000, 50), draws_by_itself=True)}
ALMOST, SOON = f"+{TELL_AFTER - 0.1:.1f}", f"+{TELL_AFTER}"
FOR_ONE = position(("7c 2d", "5h 7d 9d Tc"), ("6s", "Jh"))
FOR_BOTH = position(("7c 2d", "9h 3h"), ("6s", "8h"))
WISHING = position(("Ma 9d", "3h Kh 8h"), ("2s", "Qh"))
LOCKED = position(("7c 2d 4h 8d", "9h 3h"), ("6s", "Jh"))
AGAINST_BOT = {"settings": BOT}
COMING = f"+{TURNING - 0.01}, +0.01"


def told(state, pressed, **more):
    """A story from this position: its scene, and what is pressed, one after the other."""
    return lambda lang: Watched(lang, state, **more), pressed.split(", ")


STORIES = {
    "U4.1 both stuck see it coming and cards are turned by themselves": told(
        position(("2c 9d", "2h 9s"), ("4d", "6h"), extra=("3c Kc", "Td Kd")), COMING
    ),
    "U4.3 and are dealt anew before, each with a countdown of its own": told(
        position(("2c 9d", "2h 9s"), ("4c 5d 4d", "6c 7d 6h"), extra=("", "")), f"{COMING}, {COMING}"
    ),
    "U2.2 a card lands where it fits, and where it fits on both a pile is pointed at before or after": told(
        FOR_BOTH, "0 7c, 0 7c, 0 pile 1, 0 pile 1, 0 7c, 0 pile 1"
    ),
    "U2.4 of two cards for one pile the first counts and the other is told so at the pile alone": told(
        FOR_ONE, "+1, 1 5h, 0 7c @0, 1 7d @0"
    ),
    "U2.2 what the page showed decides which pile was meant": told(
        position(("7c 2d", "7h 6d"), ("6s", "Th")), "1 7h, 0 7c @0, 0 7c"
    ),
    "U5.4 the Mah Jong waits for its wish while the other one plays on": told(
        WISHING, "0 Ma, 0 back, 0 wish 9, 0 Ma, 1 Kh, 0 wish 9"
    ),
    "U2.4 the computer decides from what lies there when its time is up": told(
        ITS_TURN, "+0.4, 0 7h @0, +1.2", **AGAINST_BOT
    ),
    "U2.4 and comes too late if the pile changes while its hand is under way": told(
        position(("7h 2c", "5c 8c Kc"), ("6s", "2h")), "+0.75, 0 7h @0, +1", **AGAINST_BOT
    ),
    "U5.3 it waits while a card is about to be turned": told(
        position(("Do 7c", "5h 9s"), ("6d", "Kh"), extra=("3c Kc", "Td Kd")),
        f"+0.9, 0 Do, 0 pile 0, +{TURNING - 0.01}",
        **AGAINST_BOT,
    ),
    "U2.4 a pause frees no locked hand, and a card that lands makes the next miss the first one again": told(
        LOCKED, "0 2d, +0.3, stop, +5, go, +0.39, 0 7c, +0.02, 0 7c, 0 2d, +0.7, 0 pile 1, 0 8d"
    ),
    "U2.4 nothing is locked where that was agreed on": told(LOCKED, "0 2d, 0 7c", settings=FREE),
    "U2.2 a card that fits nowhere is told briefly and not what to play instead": told(
        position(("2d Qs 7c", "8h 9d"), ("5s Dr", "9h Ph")), "0 2d, 0 draw"
    ),
    "U5.1 a locked pile is shown as such until it is open again": told(
        position(("Dr As Qs", "8h 9d"), ("5s", "9h")), "0 Dr, 0 pile 1, 0 As"
    ),
    "U3.2 forgetting costs and the key draws from the other pile": told(OWED, "0 3c, 0 4d, 0 draw"),
    "U3.1 the beginners' switch draws for persons and not for the computer": told(OWED, "0 3c", **BY_ITSELF),
    "U5.3 after a Dog nothing else is possible until the card is turned and what was lifted is back": told(
        position(("Do 7c", "5h 9s"), ("6d", "8h"), extra=("3c Kc", "Td Kd")),
        f"0 Do, 0 pile 0, 1 5h @0, 1 9s, 0 7c, +{TURNING}",
    ),
    "U4.1 who has nothing to play is told so after a while and what there is to do": told(
        WAITING, f"{ALMOST}, +0.2, 0 draw, {SOON}, stop, go, {SOON}, 1 7h @1, {SOON}"
    ),
    "U5.4 what was wrong makes room after a while for what is to be said now": told(
        position(("Ma 4c Kd", "7h 3h"), ("As", "Jh")), f"0 4c, +{MESSAGE_TIME - 0.1:.1f}, +0.2", **EXPLAINS
    ),
    "U5.1 U5.2 a special card is explained while nothing else is to be said": told(
        SPECIAL, "0 Dr @0, 0 pile 0 @0", **EXPLAINS
    ),
    "U2.4 a locked hand says so and answers a press that comes too early": told(
        LOCKED, "0 2d, 0 7c, 0 draw, 0 pile 1, +0.7, 0 4h, +1.4, 0 7c"
    ),
}


@pytest.mark.parametrize(("make", "pressed"), STORIES.values(), ids=STORIES)
def test_what_is_pressed_and_what_each_side_is_told(tell, make, pressed):
    tell(make, *pressed)


def test_an_appointment_is_kept_by_the_loop_that_runs_and_one_called_off_is_not():
    async def trial():
        clock, stored, last = Clock(), [], asyncio.Event()
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
    Clock().call_later(0, lambda: None)()
    widget = PlayTichu(seed=7)
    send(widget, "start")
    assert blocks(widget, "racing")[0]["milliseconds"] > 0


def test_a_race_begins_by_itself_on_a_real_loop():
    async def trial():
        clock, opened = Clock(), asyncio.Event()
        widget = PlayTichu(seed=7, clock=clock)
        widget.observe(lambda _: widget.match and widget.match.rounds[0].line.last and opened.set(), names="shown")
        send(widget, "start")
        await opened.wait()
        send(widget, "pause", "leave")
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


NAMES = ("Player 1", "Player 2")


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
    """What each could have played and when, what is told of it."""
    for one in opportunities(race):
        yield f"{one.seat} {one.card.code}: {one.begin} to {one.end} on {one.piles}"
    for seat in (0, 1):
        missed = [f"{one.card.code} {one.still}" for one in overlooked(race, seat)]
        yield f"{seat} overlooked {missed}"
        yield from overlooked_words(race, seat, NAMES[seat], "en")


def test_U2_2_a_chance_lasts_while_the_card_fits_and_is_overlooked_unless_one_came_too_late_for_it(race, snapshot):
    told = [*looked_back(race), "LATE"]
    for at in (3500, 3600):
        race.make(Play(0, Card("6h"), 0, Card("7s")), at)
    assert [one.at for one in race.tried if one.card is Card("6h")] == [3500], "repeated in vain, it is kept once"
    assert "\n".join([*told, *looked_back(race)]) == snapshot


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


def test_stopping_and_another_speed_keep_the_place_and_one_that_is_not_there_leads_to_the_nearest(race):
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
    replay.stop()
    for number, nearest in ((10**30, 4), (-5, 0), (4, 4)):
        replay.at(number)
        assert replay.line.at == nearest
    replay.run()
    clock.turn(0.5)
    assert replay.line.at == 1, "at the end it begins anew"


def test_the_replay_tells_what_each_could_have_played_and_for_how_long(race):
    replay, _ = replaying(race)
    replay.at(1)
    *_, could = replay_blocks(replay)
    left, right = ([line for [line] in one["blocks"][1]["said"]] for one in could["blocks"])
    assert "6♥, for 2.3\u00a0s" in left
    assert right[0] == "8♣, for 2.3\u00a0s"
    replay.at(4)
    table, *_ = replay_blocks(replay)
    assert table["sides"][1]["slots"][0] == "2h"
