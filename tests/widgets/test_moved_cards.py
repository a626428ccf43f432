"""What is told of a card that was moved within the hand is told only of the cards as they were then."""

import pytest
from wishes import send

from cardlab import tongits
from cardlab.record import write_rules
from cardlab.tables.device import Presence
from cardlab.tables.table import Agreed, Begin, Make, Opened, Ready, Sit, decide, fold, opened
from cardlab.tables.tongits_device import SharedTongits
from cardlab.tongits import Discard
from cardlab.widgets import Piles, PlayTongits, Table
from cardlab.widgets.hand import Holding, MoveCard, Toggle


def moved(widget):
    """Moves a card of the hand that is shown, and gives it."""
    card = widget.shown["hand"]["cards"][5]
    send(widget, do="move", card=card, to=0)
    assert widget.shown["hand"]["notice"]
    return card


def test_it_is_over_when_the_card_goes_or_another_comes_and_stays_while_they_only_lie_otherwise():
    for held, is_told in (("2s 7h 8h", True), ("7h 8h", False), ("2s 8h", False), ("2s 7h 8h 9h", False)):
        holding = Holding("7h 8h 2s", "given")
        holding.do(MoveCard("move", "2s", 0))
        holding.given = tuple(map(tongits_card, held.split()))
        assert bool(holding.picture("en")["notice"]) == is_told


def tongits_card(code):
    return next(card for card in tongits.deal().stock + sum(tongits.deal().hands, ()) if card.code == code)


def test_a_card_that_has_gone_is_no_longer_selected():
    holding = Holding("7h 8h 2s")
    holding.do(Toggle("toggle", "2s"))
    holding.do(Toggle("toggle", "7h"))
    holding.given = holding.given[:2]
    assert [card.code for card in holding.selected] == ["7h"]


@pytest.mark.parametrize("make", [lambda: Table(seed=3), lambda: PlayTongits(table="open", seed=7)])
def test_a_card_that_was_moved_can_be_pulled_onto_the_discards(make):
    widget = make()
    if isinstance(widget, PlayTongits):
        send(widget, "begin")
    card = moved(widget)
    send(widget, do="drop", card=card, on="discards")
    assert card not in widget.shown["hand"]["cards"]
    assert widget.shown["hand"]["notice"] == ""
    send(widget, "undo")
    assert widget.shown["hand"]["notice"] == ""


@pytest.mark.parametrize("order", ["deal", "again"])
def test_cards_that_are_dealt_lie_there_unselected_and_nothing_is_told_of_them(order):
    table = Table(seed=3)
    send(table, do="toggle", card=moved(table))
    moved(table)
    send(table, order)
    assert (table.shown["hand"]["notice"], table.shown["hand"]["selected"]) == ("", [])


def test_a_card_that_was_moved_can_be_played_onto_a_pile_and_taken_back():
    piles = Piles(("6s", "2d"), "7h 8h 9h Kd 3c Jc")
    send(piles, do="toggle", card="7h")
    send(piles, {"do": "move", "card": "7h", "to": 2}, {"do": "play", "pile": 0}, "undo")
    assert piles.shown["hand"]["notice"] == ""


def test_T10_6_a_bot_discards_the_card_that_a_player_has_moved():
    table = opened(Opened("tongits", write_rules(tongits.SHEET), Agreed(tongits.SHEET).options, "ana"))
    device = SharedTongits("en", "HFKMRT", table, "ana")

    def do(command):
        nonlocal table
        events = decide(table, "ana", command, lambda: 7)
        for event in events:
            table = fold(table, event)
        device.happened(events, table)

    for command in (Sit("Ana"), Ready(), Begin()):
        do(command)
    card = table.state.hands[0][3]
    device.hear(MoveCard("move", card.code, 0))
    do(Make(Discard(0, card)))  # as the clock has a bot do it
    hand = device.picture(Presence(frozenset({0})))["hand"]
    assert (card.code in hand["cards"], hand["notice"]) == (False, "")
