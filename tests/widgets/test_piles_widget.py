"""`Piles`: playing on two piles through the messages of the page."""

import json

import pytest
from messages import blocks, can, send

from cardlab.cards import cards
from cardlab.tichu import Pile, Rules
from cardlab.tichu.piles import MAH_JONG
from cardlab.widgets import Piles

LANGUAGES = ("en", "de", "nl")


def selected(piles, hand, card, lang="en", **more):
    widget = Piles(piles, hand, lang, **more)
    send(widget, do="toggle", card=card)
    return widget


def put(widget, *steps):
    """Plays cards, each with its pile and perhaps a wish, "Ma 0 9", and gives the widget."""
    for step in steps:
        card, pile, *wish = step.split()
        send(widget, {"do": "toggle", "card": card}, {"do": "play", "pile": int(pile)})
        if wish or card == "Ma":
            send(widget, do="wish", rank="".join(wish))
    return widget


def lying(widget):
    return blocks(widget, "discard")


def verdicts(widget):
    return [pile["verdict"] for pile in lying(widget)]


def status_text(widget):
    """What is said between the piles and the hand."""
    return " ".join(text for one in blocks(widget, "status")[0]["blocks"] for text in one["said"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_U2_2_a_selected_card_is_judged_on_both_piles(lang):
    widget = selected(("6s", "Qd"), "7h 2c", "7h", lang)
    fits, does_not = lying(widget)
    assert (fits["verdict"], does_not["verdict"]) == ("yes", "no")
    assert "(U2.2)" in fits["texts"][0]
    assert any("(U2.2)" in said for said in does_not["texts"])


def test_nothing_selected_is_judged_nowhere_and_plays_nothing():
    widget = Piles(("6s", "Qd"), "7h")
    assert verdicts(widget) == ["none", "none"]
    send(widget, do="play", pile=0)
    assert widget.hand == cards("7h")
    assert status_text(widget)


def test_a_card_that_fits_leaves_the_hand_and_one_that_does_not_stays_and_says_so():
    widget = put(Piles(("6s", "Qd"), "7h 2c"), "7h 0")
    assert widget.piles == (Pile.of("6s 7h"), Pile.of("Qd"))
    assert widget.hand == cards("2c")
    assert lying(widget)[0]["cards"] == ["6s", "7h"]
    assert verdicts(widget) == ["none", "none"]
    widget = put(Piles(("6s", "Qd"), "7h"), "7h 1")
    assert widget.piles == (Pile.of("6s"), Pile.of("Qd"))
    assert widget.hand == cards("7h")
    assert "7♥" in status_text(widget)
    assert not can(widget, "piles.undo")


def test_U5_2_all_values_of_a_phoenix_are_shown():
    assert "6 oder 8" in lying(Piles(("7h Ph", "6s"), "2c", "de"))[0]["counts"]
    assert "13 (K) oder 15" in lying(Piles(("As Ph", "6s"), "2c", "de"))[0]["counts"]


def test_U5_4_U5_5_the_wish_is_asked_for_as_soon_as_the_mah_jong_is_over_a_pile_and_changes_it():
    widget = selected(("2s", "Qd"), "Ma 8c", "Ma", "de")
    assert not blocks(widget, "wish")
    send(widget, do="play", pile=0)
    *wishes, back = blocks(widget, "wish")[0]["options"]
    assert [one["send"]["rank"] for one in wishes] == [*"23456789TJQKA", ""]
    assert [one["label"] for one in wishes][-5:-1] == ["B", "D", "K", "A"]
    assert back["send"] == {"do": "back"}
    send(widget, "back")
    assert not blocks(widget, "wish")
    send(widget, do="wish", rank="9")
    assert MAH_JONG in widget.hand
    send(widget, {"do": "play", "pile": 0}, {"do": "wish", "rank": "9"})
    assert widget.piles[0] == Pile.of("2s Ma", "9")
    assert not blocks(widget, "wish")
    send(widget, do="toggle", card="8c")
    assert verdicts(widget) == ["yes", "no"]
    assert put(Piles(("2s", "Qd"), "Ma Ac"), "Ma 0").piles[0].values == (1,)


def test_U5_3_U5_9_a_dog_turns_a_card_onto_each_pile_or_leaves_the_value():
    widget = Piles(("6s", "Qd"), "Do", extra="3c 9d")
    assert "3c" not in json.dumps(widget.shown) + repr(widget)
    put(widget, "Do 0")
    assert widget.piles == (Pile.of("6s Do 3c"), Pile.of("Qd 9d"))
    assert "(U5.3)" in status_text(widget)
    widget = put(Piles(("6s", "Qd"), "Do"), "Do 0")
    assert "(U5.9)" in status_text(widget)
    assert widget.piles[0].values == (6,)


def test_U5_6_a_house_rule_changes_what_fits():
    assert verdicts(selected(("Dr", "Qd"), "Ph", "Ph")) == ["yes", "yes"]
    assert verdicts(selected(("Dr", "Qd"), "Ph", "Ph", rules=Rules(dragon_locks="strict"))) == ["no", "yes"]


def test_undo_takes_back_one_play_and_start_again_all_and_the_hand_lies_as_it_lay():
    widget = Piles(("6s", "Qd"), "2d 7h 8c Do", extra="3c 9d")
    begin = (widget.piles, widget.hand)
    put(widget, "7h 0", "8c 0", "Do 1")
    send(widget, do="undo")
    assert widget.piles == (Pile.of("6s 7h 8c"), Pile.of("Qd"))
    assert widget.hand == cards("2d Do")
    assert put(widget, "Do 1").piles[1] == Pile.of("Qd Do 9d")
    send(widget, do="again")
    assert (widget.piles, widget.hand) == begin
    assert not can(widget, "piles.undo")


def test_the_ace_is_high_when_sorted_by_rank():
    widget = Piles(("6s", "Qd"), "Ac 2d Dr Ma Kh Do")
    assert blocks(widget, "hand")[0]["hand"]["by_rank"] == ["Ma", "2d", "Kh", "Ac", "Dr", "Do"]


def test_what_cannot_be_on_a_table_is_refused():
    with pytest.raises(ValueError, match="two piles"):
        Piles(("6s",), "7h")
    with pytest.raises(ValueError, match="only once"):
        Piles(("6s", "7h"), "7h")
    with pytest.raises(TypeError, match="pile"):
        Piles(pile=("6s", "7h"), hand="8h")


def test_repr_can_be_pasted_back():
    for text in (
        'Piles(("6s", "7h Ph"), "5c 9d Ma")',
        'Piles(("6s", "Dr"), "Ph", rules=Rules(dragon_locks=\'strict\'))',
    ):
        assert repr(eval(text)) == text


def test_piles_and_hand_are_traits_that_a_lesson_may_observe():
    widget, seen = Piles(("6s", "Qd"), "7h 8c"), []
    widget.observe(lambda change: seen.append(change["new"]), names=["piles", "hand"])
    send(widget, {"do": "toggle", "card": "7h"}, {"do": "play", "pile": 0})
    assert seen == [widget.piles, widget.hand]
    assert str(widget.piles[0]) == "6s 7h"
