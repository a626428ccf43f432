"""The guide of a `Table`: its goals, what it takes back, and what it shows."""

import pytest
from learner_at_table import guide, make, refused
from messages import offer, send

from cardlab.cards import cards
from cardlab.lessons.guided_rounds import first_turn
from cardlab.phrasing.catalogue import say
from cardlab.tongits import Discard, LayMeld
from cardlab.widgets import Table


def test_a_guide_tells_the_goal_and_takes_back_what_is_allowed_but_not_meant_and_deals_nothing_else():
    table = Table(guide=guide())
    assert table.shown["guide"]["progress"] == "Step 1 of 2"
    before = table.state
    assert not offer(table, say("table.deal"))
    send(table, "deal")
    assert table.state == before
    make(table, Discard(0, cards("2c")[0]))
    assert table.state == before
    assert table.shown["said"]["kind"] == "hint"
    assert "allowed" in table.shown["said"]["title"]
    assert table.shown["said"]["sentences"] == [say("table.turn.first")]
    make(table, LayMeld(0, cards("7h 8h 3d")))
    assert refused(table)
    make(table, LayMeld(0, cards("7h 8h 9h")))
    assert table.shown["said"]["kind"] == "yes"
    assert table.shown["said"]["sentences"] == [say("clause.T3.5")]
    assert table.shown["guide"]["progress"] == "Step 2 of 2"


def test_show_me_does_the_step_and_the_replies_are_played_and_then_the_round_is_free():
    table = Table(guide=guide())
    send(table, "show_me", "show_me")
    assert [str(move) for move in table.moves][-3:] == ["1 draw", "1 discard 4c", "2 draw"]
    assert table.shown["guide"]["finished"]
    assert table.shown["guide"]["goal"] == say("table.guide_closing")
    assert table.shown["waiting"]
    moves = table.moves
    send(table, "show_me")
    assert table.moves == moves
    send(table, "play_on")
    assert table.state.seat == 0
    send(table, "steps_again")
    assert table.state == guide().state
    assert table.shown["guide"]["progress"] == "Step 1 of 2"


def test_a_step_is_taken_back_too():
    table = Table(guide=guide("clause.T1.1"))
    send(table, "show_me", "undo")
    assert table.shown["guide"]["progress"] == "Step 1 of 2"
    send(table, "redo", "show_me")
    assert table.shown["guide"]["goal"] == say("clause.T1.1")


def test_a_guided_round_goes_on_where_the_browser_says_it_was_left():
    left = Table(guide=first_turn())
    for _ in range(5):
        send(left, "show_me")
    stored = left.shown["guide"]["moves"]
    assert left.shown["guide"]["done"] == 5
    table = Table(guide=first_turn(), lang="nl")
    send(table, do="go_on", moves=stored)
    assert table.state == left.state
    assert table.shown["guide"]["moves"] == stored
    assert table.shown["news"] == []
    send(table, do="go_on", moves="0 draw")
    assert table.state == left.state


@pytest.mark.parametrize(
    ("moves", "done"),
    [("no move", 0), ("0 meld 7d 7h 7s\n0 draw\n0 draw", 1), ("1 meld 7d 7h 7s", 0), ("0 discard Kd", 0), ("", 0)],
)
def test_of_what_a_browser_says_only_moves_count_that_do_their_step(moves, done):
    table = Table(guide=first_turn())
    send(table, do="go_on", moves=moves)
    assert table.shown["guide"]["done"] == done


def test_the_only_main_button_of_a_step_is_that_of_the_asked_move():
    table = Table(guide=first_turn())
    for step in first_turn().steps:
        shown = table.shown
        main = [one["send"]["do"] for one in (*shown["piles"]["begins"], *shown["actions"]) if one["main"]]
        asked = str(step.shows).split()[1]
        assert main == [asked] * (asked in ("draw", "take"))
        send(table, "show_me")
