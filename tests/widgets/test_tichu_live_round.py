"""A race under way, hand by hand, against a clock that the test turns: who is late, what is owed, what turns when."""

import math
from random import Random
from statistics import mean, median, stdev

import pytest
from turned_clock import TurnedClock

from cardlab.cards import Card, cards
from cardlab.lessons.tables_tichu import position
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.phrasing.tichu import SIDES, at_table, special
from cardlab.tichu import Draw, Flip, Play, Recycle, Rules, view
from cardlab.widgets.tichu_table.hands import NOTHING, TOLD
from cardlab.widgets.tichu_table.live import STILL, TURNING, LiveRound, RacingBot
from cardlab.widgets.tichu_table.match import QUICKEST, Against, Reactions, Settings, TimedRound, Tried
from cardlab.widgets.tichu_table.picture import live_picture

TWO = Settings(against=Against.TWO)
FULL = "2s 3s 4s 5s"


def under_way(state, settings=TWO):
    """A round from this position, begun."""
    clock = TurnedClock()
    live = LiveRound(TimedRound(1, start=state), settings, clock, lambda act: act(), lambda: None)
    live.begin()
    return live, clock


def tops(live):
    return [str(pile.top) for pile in live.played.state.piles]


def held(live, seat=0):
    """For how many milliseconds the page is told that a hand is held up."""
    return live_picture(live, "en")["sides"][seat]["held"]


def codes(refusals):
    return {refusal.code.value for refusal in refusals}


def test_a_card_that_fits_on_one_pile_only_needs_one_key():
    live, _ = under_way(position(("7c 2d", "9h 3h"), ("6s", "Jh")))
    live.card(0, "7c", 0)
    assert tops(live) == ["7c", "Jh"]


def test_a_card_that_fits_on_both_waits_for_its_pile_and_the_same_key_takes_it_back():
    live, _ = under_way(position(("7c 2d", "9h 3h"), ("6s", "8h")))
    live.card(0, "7c", 0)
    assert (tops(live), live.hands[0].lifted) == (["6s", "8h"], Card("7c"))
    live.card(0, "7c", 0)
    assert live.hands[0].lifted is None
    live.card(0, "7c", 0)
    live.pile(0, 1, 0)
    assert tops(live) == ["6s", "7c"]


def test_the_pile_may_come_first():
    live, _ = under_way(position(("7c 2d", "9h 3h"), ("6s", "8h")))
    live.pile(0, 1, 0)
    live.card(0, "7c", 0)
    assert tops(live) == ["6s", "7c"]


def test_U2_4_of_two_cards_for_one_pile_the_first_counts_and_the_other_is_told_what_lies_there():
    live, clock = under_way(position(("7c 2d", "5h 9d Tc"), ("6s", "Jh")))
    clock.turn(1)
    live.card(1, "5h", 0)
    live.card(0, "7c", 0)
    assert tops(live) == ["5h", "Jh"]
    late = live.hands[0].late
    assert (late.pile, late.top, late.faster) == (0, Card("5h"), 1)
    assert live.played.tried == [Tried(0, Card("7c"), 1000, late=True)]
    assert Card("7c") in live.played.state.hands[0]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_U2_4_who_was_faster_is_told_at_the_pile_alone(lang):
    live, _ = under_way(position(("7c 2d", "5h 9d Tc"), ("6s", "Jh")))
    live.card(1, "5h", 0)
    live.card(0, "7c", 0)
    shown = live_picture(live, lang)
    told = at_table(lang, None, SIDES).say("play_tichu.faster", faster=1, top=Card("5h"))
    assert lang != "en" or told == "The right side was faster: 5♥ lies there now. (U2.4)"
    assert [pile["told"] for pile in shown["piles"]] == [[told], []]
    assert shown["sides"][0]["said"]
    assert not any("U2.4" in one for one in shown["sides"][0]["said"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_U2_2_a_card_that_fits_nowhere_is_told_briefly_and_not_what_to_play_instead(lang):
    live, _ = under_way(position(("2d Qs 7c", "8h 9d"), ("5s Dr", "9h Ph")))
    live.card(0, "2d", 0)
    (told,) = live_picture(live, lang)["sides"][0]["said"]
    facts = {"first": ("15",), "second": ("8", "10"), "clauses": "U2.2, U5.1, U5.2"}
    assert told == say("play_tichu.nowhere", lang, card=Card("2d"), **facts)
    live.draw_up("draw", 0)
    assert told not in live_picture(live, lang)["sides"][0]["said"]


def test_U5_1_a_locked_pile_is_shown_as_such_until_it_is_open_again():
    live, _ = under_way(position(("Dr As Qs", "8h 9d"), ("5s", "9h")))
    live.card(0, "Dr", 0)
    live.pile(0, 1, 0)
    assert [bool(pile["note"]) for pile in live_picture(live, "en")["piles"]] == [False, True]
    live.card(0, "As", 1)
    assert [bool(pile["note"]) for pile in live_picture(live, "en")["piles"]] == [False, False]


def test_U5_3_while_the_dog_stops_play_that_is_why_no_card_fits():
    live, _ = under_way(position(("Do 6s", "8h 4d"), ("5s", "9h"), extra=("2c", "Kc")))
    live.card(0, "Do", 0)
    live.pile(0, 1, 0)
    live.card(1, "8h", 1)
    said = live_picture(live, "en")["sides"][1]["said"]
    assert said
    assert all("U5.3" in one for one in said)


def test_U2_4_who_comes_second_but_still_fits_is_judged_again_and_may_lie():
    live, _ = under_way(position(("7c 2d", "7h 9d Qc"), ("8s", "Kh")))
    live.card(1, "9d", 0)
    live.played.make(Play(1, Card("7h"), 0, Card("8s")), 0)
    assert live.played.tried[-1].late
    live.card(0, "2d", 1)
    assert not live.hands[0].late
    other, _ = under_way(position(("8c 2d", "7h 9d Qc"), ("8s", "Kh")))
    other.card(1, "7h", 0)
    other.played.make(Play(0, Card("8c"), 0, Card("8s")), 5)
    assert tops(other)[0] == "8c"
    assert other.played.moments[-1].move.onto is Card("8s")


def test_what_the_page_showed_decides_which_pile_was_meant():
    live, _ = under_way(position(("7c 2d", "7h 6d"), ("6s", "Th")))
    live.card(1, "7h", 0)
    live.card(0, "7c", 0)
    assert live.hands[0].late.pile == 0
    live.card(0, "7c", 1)
    assert codes(live.hands[0].refusals) == {"not_neighbour"}
    assert live.played.tried[-1].late is False


def test_U5_4_a_wish_does_not_stop_the_other_and_is_judged_by_what_lies_there_then():
    live, _ = under_way(position(("Ma 9d", "3h Kh 8h"), ("2s", "Qh")))
    live.card(0, "Ma", 0)
    assert live.hands[0].awaited.pile == 0
    live.card(1, "Kh", 0)
    assert tops(live) == ["2s", "Kh"]
    live.card(1, "3h", 1)
    live.wish(0, "9")
    assert tops(live)[0] == "3h"
    assert live.hands[0].late.pile == 0
    calm, _ = under_way(position(("Ma 9d", "3h Kh 8h"), ("2s", "Qh")))
    calm.card(0, "Ma", 0)
    calm.wish(0, "9")
    assert calm.played.state.piles[0].values == (9,)


def test_U5_4_without_a_wish_and_taken_back():
    live, _ = under_way(position(("Ma 9d", "3h 8h"), ("2s", "Qh")))
    live.card(0, "Ma", 0)
    live.back(0)
    live.wish(0, "9")
    assert tops(live)[0] == "2s"
    live.card(0, "Ma", 0)
    live.wish(0, "")
    assert live.played.state.piles[0].values == (1,)


def test_a_wish_on_a_pile_where_no_mah_jong_fits_is_not_asked_for():
    live, _ = under_way(position(("Ma 9d", "3h 8h Kd"), ("5s", "Qh")))
    live.card(0, "Ma", 0)
    assert live.hands[0].awaited is None
    assert "mah_jong_needs" in codes(live.hands[0].refusals)


def test_U3_2_forgetting_costs_and_the_key_draws_from_the_other_pile():
    cards = "3c 4d 5h 6d 8s 9s Ts Js"
    live, _ = under_way(position((cards, "2c 2d 2h 3h 4h 7h 9h Th"), ("2s", "Kh"), draw=("As Ah", "Qd Qc")))
    live.card(0, "3c", 0)
    live.card(0, "4d", 1)
    assert live.played.state.owes == (True, False)
    assert [side["stock"] for side in live_picture(live, "en")["sides"]] == [2, 2]
    live.draw_up("draw", 0)
    assert live_picture(live, "en")["sides"][0]["stock"] == 1
    assert Card("Qd") in live.played.state.hands[0]


def test_U3_1_the_beginners_switch_draws_for_persons_and_not_for_the_computer():
    state = position(("3c 4d 5h 6d 8s 9s Ts Js", "2c 2d 2h 3h 4h 7h 9h Th"), ("2s", "Kh"), draw=("As Ah", "Qd Qc"))
    live, _ = under_way(state, Settings(reactions=Reactions(5000, 50), draws_by_itself=True))
    live.card(0, "3c", 0)
    assert [type(moment.move) for moment in live.played.moments[1:]] == [Play, Draw]
    assert len(live.played.state.hands[0]) == 8


def test_a_drawn_card_takes_the_free_place_and_no_other_card_changes_its_key():
    live, _ = under_way(
        position(("3c 4d 5h 6d 8s 9s Ts Js", "2c 2d 2h 3h 4h 7h 9h Th"), ("2s", "4c"), draw=("As Ah", "Qd Qc"))
    )
    before = live.played.slots[-1][0]
    live.card(0, "5h", 0)
    live.draw_up("draw", 0)
    after = live.played.slots[-1][0]
    assert [place for place in range(8) if before[place] is not after[place]] == [before.index(Card("5h"))]
    assert after[before.index(Card("5h"))] is Card("As")


def test_U4_1_both_stuck_see_it_coming_and_the_card_is_turned_by_itself():
    live, clock = under_way(position(("2c 9d", "2h 9s"), ("4d", "6h"), extra=("3c Kc", "Td Kd")))
    assert live.countdown == TURNING
    clock.turn(TURNING - 0.01)
    assert tops(live) == ["4d", "6h"]
    clock.turn(0.01)
    assert tops(live) == ["3c", "Td"]
    assert live.countdown == 0


def test_U4_3_new_extra_piles_are_dealt_with_a_countdown_of_their_own():
    live, clock = under_way(position(("2c 9d", "2h 9s"), ("4c 5d 4d", "6c 7d 6h")))
    clock.turn(TURNING)
    assert isinstance(live.played.moments[-1].move, Recycle)
    assert live.countdown == TURNING
    clock.turn(TURNING)
    assert isinstance(live.played.moments[-1].move, Flip)


def test_U4_4_a_blocked_race_ends_at_once():
    live, clock = under_way(position(("2c 9d", "2h 9s Jd Qd"), ("4d", "6h")))
    live.begin()
    assert live.played.outcome.winner == 0
    assert clock.waiting == []


def test_U5_3_after_a_dog_nothing_else_is_possible_until_the_card_is_turned():
    live, clock = under_way(position(("Do 7c", "5h 9s"), ("6d", "Kh"), extra=("3c Kc", "Td Kd")))
    live.card(0, "Do", 0)
    live.pile(0, 0, 0)
    live.card(1, "5h", 1)
    assert "dog_stops" in codes(live.hands[1].refusals)
    clock.turn(TURNING)
    assert tops(live) == ["3c", "Td"]


def test_a_card_lifted_when_a_card_is_turned_is_back_in_the_hand():
    live, clock = under_way(position(("7c 2d Do", "9h 3h"), ("6s", "8h"), extra=("3c Kc", "Td Kd")))
    live.card(0, "Do", 0)
    live.pile(0, 0, 0)
    live.card(0, "7c", 1)
    clock.turn(TURNING)
    assert live.hands[0].lifted is None
    assert live.hands[0].refusals == ()


# The computer.

BOT = Settings(reactions=Reactions(1000, 50))


def test_the_computer_decides_from_what_lies_there_when_its_time_is_up():
    live, clock = under_way(position(("7h 2c", "5c 9c Kc"), ("6s", "2h")), BOT)
    clock.turn(0.4)
    live.card(0, "7h", 0)
    clock.turn(1.2)
    assert live.played.tried == []
    assert live.played.state.hands[1] == position(("", "5c 9c Kc"), ("", "")).hands[1]


def test_the_computer_plays_well_and_not_only_fast():
    """The ace upon the king leaves only kings and twos to follow, and an ace fits seldom: so it goes first."""
    live, clock = under_way(position(("7h 2c", "Qc 5d Ad"), ("6s", "Kh")), BOT)
    clock.turn(2)
    assert live.played.moments[1].move == Play(1, Card("Ad"), 1, Card("Kh"))


def test_U2_4_the_computer_comes_too_late_if_the_pile_changes_while_its_hand_is_under_way():
    live, clock = under_way(position(("7h 2c", "5c 8c Kc"), ("6s", "2h")), BOT)
    clock.turn(0.75)
    live.card(0, "7h", 0)
    clock.turn(1)
    assert live.hands[1].late.faster == 0
    assert [(one.seat, one.card, one.late) for one in live.played.tried] == [(1, Card("5c"), True)]
    assert Card("5c") in live.played.state.hands[1]


def test_the_computer_waits_while_a_card_is_about_to_be_turned():
    live, clock = under_way(position(("Do 7c", "5h 9s"), ("6d", "Kh"), extra=("3c Kc", "Td Kd")), BOT)
    clock.turn(0.9)
    live.card(0, "Do", 0)
    live.pile(0, 0, 0)
    clock.turn(TURNING - 0.01)
    assert live.played.moments[-1].move == Play(0, Card("Do"), 0, Card("6d"))
    assert live.played.tried == []


def test_a_pause_stops_the_hand_of_the_computer():
    live, clock = under_way(position(("7h 2c", "5c 9c Kc"), ("6s", "2h")), BOT)
    clock.turn(0.9)
    live.pause()
    clock.turn(10)
    assert len(live.played.moments) == 1
    live.begin()
    clock.turn(1.5)
    assert live.played.moments[1].move == Play(1, Card("5c"), 0, Card("6s"))


def test_pause_upon_pause_gives_the_computer_no_longer_to_think():
    table = position(("7h 2c", "5c 9c Kc"), ("6s", "2h"))
    steady, clock = under_way(table, BOT)
    clock.turn(3)
    at = steady.played.moments[1].note
    live, clock = under_way(table, BOT)
    for _ in range(at // 100 + 1):
        clock.turn(0.1)
        live.pause()
        clock.turn(1)
        live.begin()
    assert live.played.moments[1].note == pytest.approx(at, abs=1)


def test_the_computer_draws_more_quickly_than_it_plays():
    state = position(("7h 2c", "5c 9c Kc"), ("6s", "2h"), draw=("", "3d"))
    slow = [RacingBot(BOT.reactions, seed) for seed in range(50)]
    drawing = mean(bot.looks(view(state, 1)) for bot in slow)
    slow = [RacingBot(BOT.reactions, seed) for seed in range(50)]
    playing = mean(bot.looks(view(position(("7h 2c", "5c 9c Kc"), ("6s", "2h")), 1)) for bot in slow)
    assert drawing == pytest.approx(playing / 2)


@pytest.mark.parametrize(("average", "spread"), [(400, 100), (2500, 900), (5000, 3000)])
def test_reaction_times_have_their_mean_and_spread_and_lean_to_the_right(average, spread):
    chance = Random(5)
    times = [Reactions(average, spread).one(chance) for _ in range(20_000)]
    assert mean(times) == pytest.approx(average / 1000, rel=0.03)
    assert stdev(times) == pytest.approx(spread / 1000, rel=0.08)
    assert median(times) < mean(times)
    assert min(times) >= QUICKEST
    assert all(map(math.isfinite, times))


def test_that_the_computer_found_no_move_is_told_after_a_while_and_not_while_it_has_one():
    live, clock = under_way(position(("Dr 7c", "5h 9s"), ("2d", "Kh")), BOT)
    clock.turn(STILL - 0.01)
    assert not live.bot_waits
    clock.turn(0.01)
    assert live.bot_waits
    live.card(0, "Dr", 0)
    live.pile(0, 0, 0)
    assert not live.bot_waits
    busy, clock = under_way(position(("7h 2c", "5c 9c Kc"), ("6s", "2h")), Settings(reactions=Reactions(5000, 50)))
    clock.turn(STILL + 0.5)
    assert len(busy.played.moments) == 1
    assert not busy.bot_waits


# A card that does not fit costs time.


@pytest.mark.parametrize("lang", LANGUAGES)
def test_U4_1_who_has_nothing_to_play_is_told_so_after_a_while_and_what_there_is_to_do(lang):
    def said(explains=False):
        return live_picture(live, lang, explains=explains)["sides"][0]["said"]

    live, clock = under_way(position(("9c Kd", "7h 6d 3h"), ("6s", "Jh"), draw=("2d", "")))
    clock.turn(NOTHING - 0.1)
    assert said() == []
    clock.turn(0.2)
    assert said() == [say("tell.nothing_fits.draw", lang)]
    live.draw_up("draw", 0)
    assert said() == []
    clock.turn(NOTHING)
    assert said() == [say("tell.nothing_fits.wait", lang)]
    live.pause()
    assert said() == []
    live.begin()
    clock.turn(NOTHING)
    assert said() == [say("tell.nothing_fits.wait", lang)]
    live.card(1, "7h", 1)
    assert said() == []
    clock.turn(NOTHING)
    assert said() == said(explains=True) == [say("tell.nothing_fits.wait", lang)]


def test_what_was_wrong_makes_room_after_a_while_for_what_is_to_be_said_now():
    live, clock = under_way(position(("Ma 4c Kd", "7h 3h"), ("As", "Jh")))

    def said():
        return live_picture(live, "en", explains=True)["sides"][0]

    live.card(0, "4c", 0)
    assert said()["wrong"]
    clock.turn(TOLD - 0.1)
    assert "4♣ fits on neither pile" in said()["said"][0]
    clock.turn(0.2)
    assert said()["said"] == [say("tell.special.Ma", "en")]
    assert not said()["wrong"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_U5_1_a_special_card_in_the_hand_is_explained_while_nothing_else_is_to_be_said(lang):
    live, _ = under_way(position(("Dr 7c Kd", "Ph 3h"), ("6s", "Jh")))

    def said(seat=0):
        return live_picture(live, lang, explains=True)["sides"][seat]["said"]

    assert said() == [say("tell.special.Dr", lang)]
    assert said(1) == [say("tell.special.Ph", lang)]
    assert live_picture(live, lang)["sides"][0]["said"] == []
    live.card(0, "Dr", 0)
    assert said() == [say("play_tichu.which_pile", lang, card=Card("Dr"))]
    live.pile(0, 0, 0)
    assert said() == []
    assert {special(at_table(lang), cards(code), Rules()) for code in ("Do", "Ma")} == {
        say(f"tell.special.{code}", lang) for code in ("Do", "Ma")
    }
    assert special(at_table(lang), cards("Ph 7h Do"), Rules(dragon_locks="strict")) == ""


def test_a_card_that_fits_nowhere_holds_the_hand_up_and_each_further_one_twice_as_long():
    live, clock = under_way(position(("7c 2d 4h", "9h 3h"), ("6s", "Jh")))
    live.card(0, "2d", 0)
    assert held(live) == 700
    live.card(0, "7c", 0)
    assert tops(live) == ["6s", "Jh"]
    clock.turn(0.7)
    assert held(live) == 0
    live.card(0, "4h", 0)
    assert held(live) == 1400
    clock.turn(1.4)
    live.card(0, "7c", 0)
    assert (tops(live), live.hands[0].hold.misses) == (["7c", "Jh"], 0)


def test_a_card_on_the_wrong_pile_holds_the_hand_up_too():
    live, _ = under_way(position(("7c 2d", "9h 3h"), ("6s", "Jh")))
    live.pile(0, 1, 0)
    live.card(0, "7c", 0)
    assert held(live) == 700


def test_U2_4_who_was_only_too_late_is_not_held_up():
    live, _ = under_way(position(("7c 2d", "5h 9d Tc"), ("6s", "Jh")))
    live.card(1, "5h", 0)
    live.card(0, "7c", 0)
    assert held(live) == 0


def test_a_pause_frees_no_hand_that_is_held_up():
    live, clock = under_way(position(("7c 2d", "9h 3h"), ("6s", "Jh")))
    live.card(0, "2d", 0)
    clock.turn(0.3)
    for _ in range(2):
        live.pause()
        clock.turn(5)
        assert held(live) == 400
        live.begin()
    clock.turn(0.39)
    live.card(0, "7c", 0)
    assert tops(live) == ["6s", "Jh"]
    clock.turn(0.02)
    live.card(0, "7c", 0)
    assert tops(live) == ["7c", "Jh"]


def test_a_house_rule_does_without():
    live, _ = under_way(position(("7c 2d", "9h 3h"), ("6s", "Jh")), Settings(against=Against.TWO, lock=0))
    live.card(0, "2d", 0)
    live.card(0, "7c", 0)
    assert tops(live) == ["7c", "Jh"]


def mashed(seed, settings):
    """A race in which somebody presses the eight keys in turn, blindly, ten a second; what became of it."""
    clock = TurnedClock()
    live = LiveRound(TimedRound(seed), settings, clock, lambda act: act(), lambda: None)
    live.begin()
    for pressed in range(6000):
        if live.played.outcome is not None:
            break
        clock.turn(0.1)
        card = live.played.slots[-1][0][pressed % 8]
        if card is not None:
            live.card(0, card.code, live.played.line.at)
        if live.hands[0].lifted is not None:
            live.pile(0, pressed % 2, live.played.line.at)
        if live.hands[0].awaited is not None:
            live.wish(0, "")
        if pressed % 8 == 7:
            live.draw_up("draw", 0)
    return live.played.outcome


def test_who_presses_all_keys_blindly_loses_to_the_computer():
    races = [mashed(seed, Settings()) for seed in range(40)]
    won = [one.winner for one in races if one is not None]
    assert won.count(0) * 4 < won.count(1)
    # Without the lock it is the quickest way to play.
    free = [mashed(seed, Settings(lock=0)) for seed in range(10)]
    assert [one.winner for one in free if one is not None].count(0) > 5
