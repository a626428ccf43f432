"""A race under way, hand by hand, against a clock that the test turns: who is late, what is owed, what turns when."""

import math
from random import Random
from statistics import mean, median, stdev

import pytest
from turned_clock import TurnedClock

from cardlab.cards import Card
from cardlab.lessons.tables.tichu_table import position
from cardlab.locale import LANGUAGES, say
from cardlab.tichu import Draw, Flip, Play, Recycle, view
from cardlab.widgets.play_tichu.bot import QUICKEST, RacingBot, Reactions
from cardlab.widgets.play_tichu.match import Against, Settings
from cardlab.widgets.play_tichu.picture import race_picture
from cardlab.widgets.play_tichu.race import TimedRace
from cardlab.widgets.play_tichu.run import STILL, TURNING, RaceUnderWay

TWO = Settings(against=Against.TWO)
FULL = "2s 3s 4s 5s"


def under_way(state, settings=TWO):
    """A race from this position, begun."""
    clock = TurnedClock()
    race = RaceUnderWay(TimedRace(1, start=state), settings, clock, lambda act: act(), lambda: None)
    race.begin()
    return race, clock


def tops(race):
    return [str(pile.top) for pile in race.race.state.piles]


def codes(refusals):
    return {refusal.code.value for refusal in refusals}


def test_a_card_that_fits_on_one_pile_only_needs_one_key():
    race, _ = under_way(position(("7c 2d", "9h 3h"), ("6s", "Jh")))
    race.card(0, "7c", 0)
    assert tops(race) == ["7c", "Jh"]


def test_a_card_that_fits_on_both_waits_for_its_pile_and_the_same_key_takes_it_back():
    race, _ = under_way(position(("7c 2d", "9h 3h"), ("6s", "8h")))
    race.card(0, "7c", 0)
    assert (tops(race), race.hands[0].lifted) == (["6s", "8h"], Card("7c"))
    race.card(0, "7c", 0)
    assert race.hands[0].lifted is None
    race.card(0, "7c", 0)
    race.point(0, 1, 0)
    assert tops(race) == ["6s", "7c"]


def test_the_pile_may_come_first():
    race, _ = under_way(position(("7c 2d", "9h 3h"), ("6s", "8h")))
    race.point(0, 1, 0)
    race.card(0, "7c", 0)
    assert tops(race) == ["6s", "7c"]


def test_U2_4_of_two_cards_for_one_pile_the_first_counts_and_the_other_is_told_what_lies_there():
    race, clock = under_way(position(("7c 2d", "5h 9d Tc"), ("6s", "Jh")))
    clock.turn(1)
    race.card(1, "5h", 0)
    race.card(0, "7c", 0)
    assert tops(race) == ["5h", "Jh"]
    late = race.hands[0].late
    assert (late.pile, late.at, late.too_late) == (0, 1000, True)
    assert [one.facts["top"] for one in late.refusals if "seen" in one.facts] == [Card("5h")]
    assert Card("7c") in race.race.state.hands[0]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_U2_4_that_somebody_was_faster_is_told_at_the_pile_alone(lang):
    race, _ = under_way(position(("7c 2d", "5h 9d Tc"), ("6s", "Jh")))
    race.card(1, "5h", 0)
    race.card(0, "7c", 0)
    shown = race_picture(race, ("A", "B"), lang)
    told = say("play_tichu.faster", lang, top=Card("5h"))
    assert [pile["late"] for pile in shown["piles"]] == [[told], []]
    assert shown["sides"][0]["said"]
    assert not any("U2.4" in one for one in shown["sides"][0]["said"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_U2_2_a_card_that_fits_nowhere_is_told_briefly_and_not_what_to_play_instead(lang):
    race, _ = under_way(position(("2d Qs 7c", "8h 9d"), ("5s Dr", "9h Ph")))
    race.card(0, "2d", 0)
    (told,) = race_picture(race, ("A", "B"), lang)["sides"][0]["said"]
    facts = {"first": ("15",), "second": ("8", "10"), "clauses": "U2.2, U5.1, U5.2"}
    assert told == say("play_tichu.nowhere", lang, card=Card("2d"), **facts)
    race.draw(0)
    assert told not in race_picture(race, ("A", "B"), lang)["sides"][0]["said"]


def test_U5_1_a_locked_pile_is_shown_as_such_until_it_is_open_again():
    race, _ = under_way(position(("Dr As Qs", "8h 9d"), ("5s", "9h")))
    race.card(0, "Dr", 0)
    race.point(0, 1, 0)
    assert [bool(pile["locked"]) for pile in race_picture(race, ("A", "B"), "en")["piles"]] == [False, True]
    race.card(0, "As", 1)
    assert [bool(pile["locked"]) for pile in race_picture(race, ("A", "B"), "en")["piles"]] == [False, False]


def test_U5_3_while_the_dog_stops_play_that_is_why_no_card_fits():
    race, _ = under_way(position(("Do 6s", "8h 4d"), ("5s", "9h"), extra=("2c", "Kc")))
    race.card(0, "Do", 0)
    race.point(0, 1, 0)
    race.card(1, "8h", 1)
    said = race_picture(race, ("A", "B"), "en")["sides"][1]["said"]
    assert said
    assert all("U5.3" in one for one in said)


def test_U2_4_who_comes_second_but_still_fits_is_judged_again_and_may_lie():
    race, _ = under_way(position(("7c 2d", "7h 9d Qc"), ("8s", "Kh")))
    race.card(1, "9d", 0)
    race.race.make(Play(1, Card("7h"), 0, Card("8s")), 0)
    before = race.race.refused[-1]
    assert before.too_late
    race.card(0, "2d", 1)
    assert not race.hands[0].late
    other, _ = under_way(position(("8c 2d", "7h 9d Qc"), ("8s", "Kh")))
    other.card(1, "7h", 0)
    other.race.make(Play(0, Card("8c"), 0, Card("8s")), 5)
    assert tops(other)[0] == "8c"
    assert other.race.moments[-1].move.onto is Card("8s")


def test_what_the_page_showed_decides_which_pile_was_meant():
    race, _ = under_way(position(("7c 2d", "7h 6d"), ("6s", "Th")))
    race.card(1, "7h", 0)
    race.card(0, "7c", 0)
    assert race.hands[0].late.pile == 0
    race.card(0, "7c", 1)
    assert codes(race.hands[0].refusals) == {"not_neighbour"}
    assert race.race.refused[-1].pile is None


def test_U5_4_a_wish_does_not_stop_the_other_and_is_judged_by_what_lies_there_then():
    race, _ = under_way(position(("Ma 9d", "3h Kh 8h"), ("2s", "Qh")))
    race.card(0, "Ma", 0)
    assert race.hands[0].wished.pile == 0
    race.card(1, "Kh", 0)
    assert tops(race) == ["2s", "Kh"]
    race.card(1, "3h", 1)
    race.wish(0, "9")
    assert tops(race)[0] == "3h"
    assert race.hands[0].late.pile == 0
    calm, _ = under_way(position(("Ma 9d", "3h Kh 8h"), ("2s", "Qh")))
    calm.card(0, "Ma", 0)
    calm.wish(0, "9")
    assert calm.race.state.piles[0].values == (9,)


def test_U5_4_without_a_wish_and_taken_back():
    race, _ = under_way(position(("Ma 9d", "3h 8h"), ("2s", "Qh")))
    race.card(0, "Ma", 0)
    race.take_back(0)
    race.wish(0, "9")
    assert tops(race)[0] == "2s"
    race.card(0, "Ma", 0)
    race.wish(0, "")
    assert race.race.state.piles[0].values == (1,)


def test_a_wish_on_a_pile_where_no_mah_jong_fits_is_not_asked_for():
    race, _ = under_way(position(("Ma 9d", "3h 8h Kd"), ("5s", "Qh")))
    race.card(0, "Ma", 0)
    assert race.hands[0].wished is None
    assert "mah_jong_needs" in codes(race.hands[0].refusals)


def test_U3_2_forgetting_costs_and_the_key_draws_from_the_other_pile():
    cards = "3c 4d 5h 6d 8s 9s Ts Js"
    race, _ = under_way(position((cards, "2c 2d 2h 3h 4h 7h 9h Th"), ("2s", "Kh"), draw=("As Ah", "Qd Qc")))
    race.card(0, "3c", 0)
    race.card(0, "4d", 1)
    assert race.race.state.owes == (True, False)
    assert [side["stock"] for side in race_picture(race, ("Left", "Right"), "en")["sides"]] == [2, 2]
    race.draw(0)
    assert race_picture(race, ("Left", "Right"), "en")["sides"][0]["stock"] == 1
    assert Card("Qd") in race.race.state.hands[0]


def test_U3_1_the_beginners_switch_draws_for_persons_and_not_for_the_computer():
    state = position(("3c 4d 5h 6d 8s 9s Ts Js", "2c 2d 2h 3h 4h 7h 9h Th"), ("2s", "Kh"), draw=("As Ah", "Qd Qc"))
    race, _ = under_way(state, Settings(mean=5000, spread=50, draws_by_itself=True))
    race.card(0, "3c", 0)
    assert [type(moment.move) for moment in race.race.moments[1:]] == [Play, Draw]
    assert len(race.race.state.hands[0]) == 8


def test_a_drawn_card_takes_the_free_place_and_no_other_card_changes_its_key():
    race, _ = under_way(
        position(("3c 4d 5h 6d 8s 9s Ts Js", "2c 2d 2h 3h 4h 7h 9h Th"), ("2s", "4c"), draw=("As Ah", "Qd Qc"))
    )
    before = race.race.moments[-1].slots[0]
    race.card(0, "5h", 0)
    race.draw(0)
    after = race.race.moments[-1].slots[0]
    assert [place for place in range(8) if before[place] is not after[place]] == [before.index(Card("5h"))]
    assert after[before.index(Card("5h"))] is Card("As")


def test_U4_1_both_stuck_see_it_coming_and_the_card_is_turned_by_itself():
    race, clock = under_way(position(("2c 9d", "2h 9s"), ("4d", "6h"), extra=("3c Kc", "Td Kd")))
    assert race.countdown == TURNING
    clock.turn(TURNING - 0.01)
    assert tops(race) == ["4d", "6h"]
    clock.turn(0.01)
    assert tops(race) == ["3c", "Td"]
    assert race.countdown == 0


def test_U4_3_new_extra_piles_are_dealt_with_a_countdown_of_their_own():
    race, clock = under_way(position(("2c 9d", "2h 9s"), ("4c 5d 4d", "6c 7d 6h")))
    clock.turn(TURNING)
    assert isinstance(race.race.moments[-1].move, Recycle)
    assert race.countdown == TURNING
    clock.turn(TURNING)
    assert isinstance(race.race.moments[-1].move, Flip)


def test_U4_4_a_blocked_race_ends_at_once():
    race, clock = under_way(position(("2c 9d", "2h 9s Jd Qd"), ("4d", "6h")))
    race.begin()
    assert race.race.outcome.winner == 0
    assert clock.waiting == []


def test_U5_3_after_a_dog_nothing_else_is_possible_until_the_card_is_turned():
    race, clock = under_way(position(("Do 7c", "5h 9s"), ("6d", "Kh"), extra=("3c Kc", "Td Kd")))
    race.card(0, "Do", 0)
    race.point(0, 0, 0)
    race.card(1, "5h", 1)
    assert "dog_stops" in codes(race.hands[1].refusals)
    clock.turn(TURNING)
    assert tops(race) == ["3c", "Td"]


def test_a_card_lifted_when_a_card_is_turned_is_back_in_the_hand():
    race, clock = under_way(position(("7c 2d Do", "9h 3h"), ("6s", "8h"), extra=("3c Kc", "Td Kd")))
    race.card(0, "Do", 0)
    race.point(0, 0, 0)
    race.card(0, "7c", 1)
    clock.turn(TURNING)
    assert race.hands[0].lifted is None
    assert race.hands[0].refusals == ()


# The computer.

BOT = Settings(mean=1000, spread=50)


def test_the_computer_decides_from_what_lies_there_when_its_time_is_up():
    race, clock = under_way(position(("7h 2c", "5c 9c Kc"), ("6s", "2h")), BOT)
    clock.turn(0.4)
    race.card(0, "7h", 0)
    clock.turn(1.2)
    assert race.race.refused == []
    assert race.race.state.hands[1] == position(("", "5c 9c Kc"), ("", "")).hands[1]


def test_U2_4_the_computer_comes_too_late_if_the_pile_changes_while_its_hand_is_under_way():
    race, clock = under_way(position(("7h 2c", "5c 8c Kc"), ("6s", "2h")), BOT)
    clock.turn(0.75)
    race.card(0, "7h", 0)
    clock.turn(1)
    late = race.hands[1].late
    assert (late.seat, late.card, late.too_late) == (1, Card("5c"), True)
    assert Card("5c") in race.race.state.hands[1]


def test_the_computer_waits_while_a_card_is_about_to_be_turned():
    race, clock = under_way(position(("Do 7c", "5h 9s"), ("6d", "Kh"), extra=("3c Kc", "Td Kd")), BOT)
    clock.turn(0.9)
    race.card(0, "Do", 0)
    race.point(0, 0, 0)
    clock.turn(TURNING - 0.01)
    assert race.race.moments[-1].move == Play(0, Card("Do"), 0, Card("6d"))
    assert race.race.refused == []


def test_a_pause_stops_the_hand_of_the_computer():
    race, clock = under_way(position(("7h 2c", "5c 9c Kc"), ("6s", "2h")), BOT)
    clock.turn(0.9)
    race.pause()
    clock.turn(10)
    assert len(race.race.moments) == 1
    race.begin()
    clock.turn(1.5)
    assert race.race.moments[1].move == Play(1, Card("5c"), 0, Card("6s"))


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
    race, clock = under_way(position(("Dr 7c", "5h 9s"), ("2d", "Kh")), BOT)
    clock.turn(STILL - 0.01)
    assert not race.bot_waits
    clock.turn(0.01)
    assert race.bot_waits
    race.card(0, "Dr", 0)
    race.point(0, 0, 0)
    assert not race.bot_waits
    busy, clock = under_way(position(("7h 2c", "5c 9c Kc"), ("6s", "2h")), Settings(mean=5000, spread=50))
    clock.turn(STILL + 0.5)
    assert len(busy.race.moments) == 1
    assert not busy.bot_waits
