"""A race under way, hand by hand, against a clock that the test turns: who is late, what is owed, what turns when."""

import math
from random import Random
from statistics import mean, median, stdev

import pytest
from turned_clock import TurnedClock

from cardlab.lessons.tables_tichu import position
from cardlab.tichu import Flip, Recycle, Rules, view
from cardlab.widgets.tichu_table.live import BOT_WAITS_AFTER, TURNING, LiveRound, RacingBot
from cardlab.widgets.tichu_table.race_hands import MESSAGE_TIME, TELL_AFTER
from cardlab.widgets.tichu_table.race_props import live_race_props
from cardlab.widgets.tichu_table.timed_match import QUICKEST, Against, RaceSettings, Reactions, TimedRound

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
    live.begin()
    return live, clock


def press(live, *told, clock=None):
    """Each says a seat and what it does: "0 7c", "0 pile 1", "0 wish 9"; by "@0" it knew so many moves, else all.

    Or that the clock goes on, "+0.7", or that the round stands still, "stop", and goes on, "go".
    """
    for one in told:
        if one == "stop":
            live.pause()
        elif one == "go":
            live.begin()
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


@pytest.mark.parametrize(
    ("piles", "extra", "made"),
    [
        (("4d", "6h"), ("3c Kc", "Td Kd"), [Flip]),
        (("4c 5d 4d", "6c 7d 6h"), ("", ""), [Recycle, Flip]),  # Each with a countdown of its own.
    ],
)
def test_U4_1_U4_3_both_stuck_see_it_coming_and_cards_are_turned_and_dealt_by_themselves(piles, extra, made):
    live, clock = under_way(position(("2c 9d", "2h 9s"), piles, extra=extra))
    for number, kind in enumerate(made, start=1):
        assert live.countdown == TURNING
        clock.turn(TURNING - 0.01)
        assert len(live.played.line.moments) == number
        clock.turn(0.01)
        assert isinstance(live.played.line.moments[-1].move, kind)
    assert live.countdown == TURNING * live.played.turning


def test_U4_4_a_blocked_race_ends_at_once():
    live, clock = under_way(position(("2c 9d", "2h 9s Jd Qd"), ("4d", "6h")))
    live.begin()
    assert live.played.outcome.winner == 0
    assert clock.waiting == []


def test_pause_upon_pause_gives_the_computer_no_longer_to_think():
    steady, clock = under_way(ITS_TURN, BOT)
    clock.turn(3)
    at = steady.played.line.moments[1].note
    live, clock = under_way(ITS_TURN, BOT)
    press(live, *["+0.1", "stop", "+1", "go"] * (at // 100 + 1), clock=clock)
    assert live.played.line.moments[1].note == pytest.approx(at, abs=1)


def test_the_computer_draws_more_quickly_than_it_plays():
    may_draw = position(("7h 2c", "5c 9c Kc"), ("6s", "2h"), draw=("", "3d"))
    drawing, playing = (RacingBot(BOT.reactions, 7).look_time(view(state, 1)) for state in (may_draw, ITS_TURN))
    assert drawing == pytest.approx(playing / 2)


@pytest.mark.parametrize(("average", "spread"), [(400, 100), (2500, 900), (5000, 3000)])
def test_reaction_times_have_their_mean_and_spread_and_lean_to_the_right(average, spread):
    chance = Random(5)
    times = [Reactions(average, spread).sample(chance) for _ in range(20_000)]
    assert mean(times) == pytest.approx(average / 1000, rel=0.03)
    assert stdev(times) == pytest.approx(spread / 1000, rel=0.08)
    assert median(times) < mean(times)
    assert min(times) >= QUICKEST
    assert all(map(math.isfinite, times))


def test_that_the_computer_found_no_move_is_told_after_a_while_and_not_while_it_has_one():
    live, clock = under_way(position(("Dr 7c", "5h 9s"), ("2d", "Kh")), BOT)
    press(live, f"+{BOT_WAITS_AFTER - 0.01}", clock=clock)
    assert not live.bot_waits
    press(live, "+0.01", clock=clock)
    assert live.bot_waits
    press(live, "0 Dr @0", "0 pile 0 @0")
    assert not live.bot_waits
    busy, clock = under_way(ITS_TURN, RaceSettings(reactions=Reactions(5000, 50)))
    press(busy, f"+{BOT_WAITS_AFTER + 0.5}", clock=clock)
    assert (busy.played.line.last, busy.bot_waits) == (0, False)


class Watched:
    """A round under way, for stories: its messages are what is pressed and what the clock does."""

    def __init__(self, lang, state, settings=TWO, explains=False):
        self.lang, self.explains = lang, explains
        self.live, self.clock = under_way(state, settings)

    def snapshot(self):
        shown, tried = live_race_props(self.live, self.lang, explains=self.explains), self.live.played.tried
        in_vain = [f"{one.seat} {one.card.code} {one.at}{' late' * one.late}" for one in tried]
        return {"sides": shown["sides"], "piles": shown["piles"], "tried": in_vain}

    def receive(self, content):
        press(self.live, content["do"], clock=self.clock)
        return True


OWED = position(FULL, ("2s", "Kh"), draw=FORGETTING)
WAITING = position(("9c Kd", "7h 6d 3h"), ("6s", "Jh"), draw=("2d", ""))
SPECIAL = position(("Dr 7c Kd", "Ph 3h"), ("6s", "Jh"))
EXPLAINS = {"explains": True}
BY_ITSELF = {"settings": RaceSettings(reactions=Reactions(5000, 50), draws_by_itself=True)}
ALMOST, SOON = f"+{TELL_AFTER - 0.1:.1f}", f"+{TELL_AFTER}"
FOR_ONE = position(("7c 2d", "5h 9d Tc"), ("6s", "Jh"))
FOR_BOTH = position(("7c 2d", "9h 3h"), ("6s", "8h"))
WISHING = position(("Ma 9d", "3h Kh 8h"), ("2s", "Qh"))
LOCKED = position(("7c 2d 4h 8d", "9h 3h"), ("6s", "Jh"))
AGAINST_BOT = {"settings": BOT}
STORIES = {
    "U2.2 a card lands where it fits, and where it fits on both a pile is pointed at before or after": (
        *(FOR_BOTH, {}),
        *("0 7c", "0 7c", "0 pile 1", "0 pile 1", "0 7c", "0 pile 1"),
    ),
    "U2.4 of two cards for one pile the first counts and the other is told so at the pile alone": (
        *(FOR_ONE, {}),
        *("+1", "1 5h", "0 7c @0"),
    ),
    "U2.2 what the page showed decides which pile was meant": (
        *(position(("7c 2d", "7h 6d"), ("6s", "Th")), {}),
        *("1 7h", "0 7c @0", "0 7c"),
    ),
    "U5.4 the Mah Jong waits for its wish while the other one plays on": (
        *(WISHING, {}),
        *("0 Ma", "0 back", "0 wish 9", "0 Ma", "1 Kh", "0 wish 9"),
    ),
    "U5.4 and is judged by what lies there then": (WISHING, {}, "0 Ma", "1 3h", "0 wish"),
    "U2.4 the computer decides from what lies there when its time is up": (
        *(ITS_TURN, AGAINST_BOT),
        *("+0.4", "0 7h @0", "+1.2"),
    ),
    "U2.4 and comes too late if the pile changes while its hand is under way": (
        *(position(("7h 2c", "5c 8c Kc"), ("6s", "2h")), AGAINST_BOT),
        *("+0.75", "0 7h @0", "+1"),
    ),
    # The ace on the king leaves only kings and twos to follow, and an ace fits seldom: so it goes first.
    "U2.2 it plays well and not only fast": (position(("7h 2c", "Qc 5d Ad"), ("6s", "Kh")), AGAINST_BOT, "+2"),
    "U5.3 it waits while a card is about to be turned": (
        *(position(("Do 7c", "5h 9s"), ("6d", "Kh"), extra=("3c Kc", "Td Kd")), AGAINST_BOT),
        *("+0.9", "0 Do", "0 pile 0", f"+{TURNING - 0.01}"),
    ),
    "U2.4 a pause frees no locked hand, and a card that lands makes the next miss the first one again": (
        *(LOCKED, {}),
        *("0 2d", "+0.3", "stop", "+5", "go", "+0.39", "0 7c", "+0.02", "0 7c", "0 2d", "+0.7", "0 pile 1", "0 8d"),
    ),
    "U2.4 nothing is locked where that was agreed on": (LOCKED, {"settings": FREE}, "0 2d", "0 7c"),
    "U2.2 a card that fits nowhere is told briefly and not what to play instead": (
        *(position(("2d Qs 7c", "8h 9d"), ("5s Dr", "9h Ph")), {}),
        *("0 2d", "0 draw"),
    ),
    "U5.1 a locked pile is shown as such until it is open again": (
        *(position(("Dr As Qs", "8h 9d"), ("5s", "9h")), {}),
        *("0 Dr", "0 pile 1", "0 As"),
    ),
    "U5.4 a wish where no Mah Jong fits is not asked for": (position(("Ma 9d", "3h 8h Kd"), ("5s", "Qh")), {}, "0 Ma"),
    "U3.2 forgetting costs and the key draws from the other pile": (OWED, {}, "0 3c", "0 4d", "0 draw"),
    "U3.1 the beginners' switch draws for persons and not for the computer": (OWED, BY_ITSELF, "0 3c"),
    "U3.1 a drawn card takes the free place and no other changes its key": (
        *(position(FULL, ("2s", "4c"), draw=FORGETTING), {}),
        *("0 5h", "0 draw"),
    ),
    "U5.3 after a Dog nothing else is possible until the card is turned and what was lifted is back": (
        *(position(("Do 7c", "5h 9s"), ("6d", "8h"), extra=("3c Kc", "Td Kd")), {}),
        *("0 Do", "0 pile 0", "1 9s", "0 7c", f"+{TURNING}"),
    ),
    "U4.1 who has nothing to play is told so after a while and what there is to do": (
        *(WAITING, {}),
        *(ALMOST, "+0.2", "0 draw", SOON, "stop", "go", SOON, "1 7h @1", SOON),
    ),
    "U4.1 also where cards are explained": (WAITING, EXPLAINS, "0 draw", "1 7h @1", SOON),
    "U5.4 what was wrong makes room after a while for what is to be said now": (
        *(position(("Ma 4c Kd", "7h 3h"), ("As", "Jh")), EXPLAINS),
        *("0 4c", f"+{MESSAGE_TIME - 0.1:.1f}", "+0.2"),
    ),
    "U5.1 U5.2 a special card is explained while nothing else is to be said": (
        *(SPECIAL, EXPLAINS),
        *("0 Dr @0", "0 pile 0 @0"),
    ),
    "U5.3 U5.4 the Dog and the Mah Jong too": (position(("Do 7c", "Ma 3h"), ("6s", "Jh")), EXPLAINS),
    "U5.1 but not unasked": (SPECIAL, {}),
    "U5.6 nor where a house rule says otherwise": (
        *(position(("Ph 7h Do", "3h 9d"), ("6s", "Jh"), rules=Rules(dragon_locks="strict")), EXPLAINS),
    ),
    "U2.4 a locked hand says so and answers a press that comes too early": (
        *(LOCKED, {}),
        *("0 2d", "0 7c", "0 draw", "0 pile 1", "+0.7", "0 4h", "+1.4", "0 7c"),
    ),
}


@pytest.mark.parametrize("told", STORIES.values(), ids=STORIES)
def test_what_is_pressed_and_what_each_side_is_told(tell, told):
    state, more, *pressed = told
    tell(lambda lang: Watched(lang, state, **more), *pressed)
