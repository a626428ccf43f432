"""What cannot be drawn takes nothing away from a page: it is logged, all is drawn again, and the page goes on."""

import logging

import pytest
from messages import send

from cardlab.widgets import Hand, PlayTongits, Table

HELD = "7h 8h 9h Kd"


@pytest.fixture
def logged(monkeypatch):
    """What is logged of drawing; elsewhere it fails a test."""
    log, records = logging.getLogger("cardlab.drawing"), []
    stored = logging.Handler()
    stored.emit = records.append
    monkeypatch.setattr(log, "handlers", [stored])
    return records


def tear(widget, breaks, monkeypatch):
    """Has a widget that cannot be drawn while its hand `breaks` it."""
    whole = widget.scene.props

    def torn():
        shown = whole()
        if breaks(shown["hand"]):
            raise ValueError("this cannot be drawn")
        return shown

    monkeypatch.setattr(widget.scene, "props", torn)
    return widget


def begun():
    widget = PlayTongits(table="open", seed=7)
    send(widget, "begin")
    return widget


@pytest.mark.parametrize("make", [lambda: Table(seed=3), begun])
def test_what_cannot_be_drawn_is_logged_once_put_down_and_drawn_anew(make, logged, monkeypatch):
    widget = tear(make(), lambda hand: hand["selected"], monkeypatch)
    card = widget.shown["hand"]["cards"][0]
    send(widget, do="toggle", card=card)
    assert widget.shown["hand"]["selected"] == []
    assert [entry.exc_info[0] for entry in logged] == [ValueError]
    send(widget, do="move", text=f"discard {card}")
    assert card not in widget.shown["hand"]["cards"]
    assert len(logged) == 1


def test_after_a_second_fault_the_next_message_is_heard_as_usual(logged, monkeypatch):
    faults = [True, True]
    table = tear(Table(seed=3), lambda hand: faults and faults.pop(), monkeypatch)
    card = table.shown["hand"]["cards"][0]
    with pytest.raises(ValueError, match="this cannot be drawn"):
        send(table, do="toggle", card=card)
    send(table, do="toggle", card=card)
    assert table.shown["hand"]["selected"] == [card]


def test_what_is_half_done_after_a_fault_is_drawn():
    hand = Hand(HELD)

    def fail(change):
        raise ValueError("this listener fails")

    hand.observe(fail, "selected")
    with pytest.raises(ValueError, match="this listener fails"):
        send(hand, do="toggle", card="7h")
    assert hand.shown["blocks"][0]["hand"]["selected"] == ["7h"]
