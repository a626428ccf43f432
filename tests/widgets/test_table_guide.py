"""The guide of a `Table`: what the browser says of it, and which button it marks."""

import pytest
from messages import send

from cardlab.lessons.guided_rounds import first_round
from cardlab.widgets import Table


def test_a_guided_round_goes_on_where_the_browser_says_it_was_left():
    left = Table(guide=first_round())
    for _ in range(5):
        send(left, "show_me")
    stored = left.shown["guide"]["moves"]
    assert left.shown["guide"]["done"] == 5
    table = Table(guide=first_round(), lang="nl")
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
    table = Table(guide=first_round())
    send(table, do="go_on", moves=moves)
    assert table.shown["guide"]["done"] == done


def test_the_only_main_button_of_a_step_is_that_of_the_asked_move():
    table = Table(guide=first_round())
    for step in first_round().steps:
        shown = table.shown
        main = [one["send"]["text"] for one in (*shown["piles"]["begins"], *shown["actions"]) if one["main"]]
        asked = str(step.shows).split()[1]
        assert main == [asked] * (asked in ("draw", "take"))
        send(table, "show_me")
