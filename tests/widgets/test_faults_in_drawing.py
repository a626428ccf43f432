"""What cannot be drawn takes nothing away from a page: it is logged, all is drawn once more, and the page goes on."""

import logging

import pytest
from wishes import send

from cardlab.lessons import melds
from cardlab.widgets import Exercise, Hand, Piles, PlayTongits, Race, Table

HELD = "7h 8h 9h Kd"


@pytest.fixture
def logged(monkeypatch):
    """What is logged of drawing; elsewhere it fails a test."""
    log, records = logging.getLogger("cardlab.drawing"), []
    kept = logging.Handler()
    kept.emit = records.append
    monkeypatch.setattr(log, "handlers", [kept])
    return records


def torn(kind, breaks):
    """A kind of widget that cannot be drawn while its hand `breaks` it."""

    class Torn(kind):
        def _picture(self):
            shown = super()._picture()
            if breaks(shown.get("hand")):
                raise ValueError("this cannot be drawn")
            return shown

    return Torn


def begun(kind):
    widget = kind(table="open", seed=7)
    send(widget, "begin")
    return widget


@pytest.mark.parametrize(
    ("kind", "make"),
    [
        (Hand, lambda kind: kind(HELD)),
        (Piles, lambda kind: kind(("6s", "2d"), HELD)),
        (Race, lambda kind: kind(7)),
        (Exercise, lambda kind: kind(melds.repair())),
        (Table, lambda kind: kind(seed=3)),
        (PlayTongits, begun),
    ],
)
def test_what_cannot_be_drawn_is_logged_once_put_down_and_drawn_anew(kind, make, logged):
    widget = make(torn(kind, lambda hand: hand and hand["selected"]))
    whole = widget.shown
    card = whole["hand"]["cards"][0]
    send(widget, do="toggle", card=card)
    assert widget.shown["hand"] == whole["hand"]
    [entry] = logged
    assert entry.exc_info[0] is ValueError
    if kind is not Exercise:
        send(widget, do="move", card=card, to=1)
        assert widget.shown["hand"]["cards"][1] == card
    assert len(logged) == 1


def test_a_move_that_was_made_is_drawn_after_a_fault(logged):
    table = torn(Table, lambda hand: hand["notice"])(seed=3)
    card = table.shown["hand"]["cards"][4]
    send(table, do="move", card=card, to=0)
    assert table.shown["hand"]["cards"][0] == card
    send(table, do="drop", card=card, on="discards")
    assert card not in table.shown["hand"]["cards"]
    assert table.shown["at"] == len(table.moves) > 0


def test_after_a_second_fault_the_next_message_is_heard_as_usual(logged):
    hand = torn(Hand, lambda hand: hand["sort"] == "suit")(HELD)
    with pytest.raises(ValueError, match="this cannot be drawn"):
        send(hand, do="sort", by="suit")
    send(hand, do="sort", by="rank")
    send(hand, do="toggle", card="7h")
    assert hand.shown["hand"]["selected"] == ["7h"]


def test_what_is_half_done_after_a_fault_is_drawn():
    hand = Hand(HELD)

    def fail(chosen):
        raise ValueError("this listener fails")

    hand.on_change(fail)
    with pytest.raises(ValueError, match="this listener fails"):
        send(hand, do="toggle", card="7h")
    assert hand.shown["hand"]["selected"] == ["7h"]
