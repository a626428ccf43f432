"""Moves taken back at the `Table` and made again, and its deals."""

from learner_at_table import make, refused, tell
from wishes import offer

from cardlab.phrasing.catalogue import say
from cardlab.tongits import Discard, deal
from cardlab.widgets import Table


def test_undo_goes_to_the_learners_last_decision_and_redo_forward_again():
    table = Table(deal(seed=7))
    first = table.state
    make(table, Discard(0, first.hands[0][0]))
    second = table.state
    assert len(table.moves) > 3
    tell(table, {"do": "undo"})
    assert table.state == first
    tell(table, {"do": "redo"})
    assert table.state == second
    tell(table, {"do": "redo"})
    assert "no move" in table.shown["said"]["title"]


def test_any_move_can_be_gone_back_to_and_the_others_play_on_from_there():
    table = Table(deal(seed=7))
    make(table, Discard(0, table.state.hands[0][0]))
    assert [entry["to"] for entry in table.shown["log"]] == list(range(len(table.moves), 0, -1))
    tell(table, {"do": "go", "to": 2})
    assert len(table.moves) == 2
    assert table.shown["waiting"]
    tell(table, {"do": "draw"})
    assert refused(table)
    assert "the turn of the player on the left" in table.shown["said"]["sentences"][0]
    tell(table, {"do": "play_on"})
    assert table.state.seat == 0
    tell(table, {"do": "go", "to": 0})
    assert table.state == deal(seed=7)


def test_start_again_and_another_deal():
    table = Table(deal(seed=7), seed=7)
    make(table, Discard(0, table.state.hands[0][0]))
    tell(table, {"do": "again"})
    assert table.state == deal(seed=7)
    tell(table, {"do": "deal"})
    assert table.state == deal(seed=8)
    tell(table, {"do": "seed", "text": "41"})
    again = offer(table, say("table.deal"))
    tell(table, again["send"])
    assert table.state == deal(seed=41)
    assert again["enter"], "Enter in the field presses it"
