"""`Hand` and `MeldCheck`, through the messages that a page sends and the traits that it sees; and their pictures."""

import json
import threading
from xml.etree import ElementTree

import pytest
from learner_at_table import hands, make
from messages import blocks, send

from cardlab import widgets
from cardlab.cards import Card, cards
from cardlab.phrasing.catalogue import rank_letter
from cardlab.tongits import Rules, parse_move
from cardlab.widgets import Hand, PlayTongits, Table
from cardlab.widgets.meld_check import MeldCheck
from tests.stories import select

HELD = "Kd 2s 7h 7c X1 9h"


def shown(widget, *names):
    hand = blocks(widget, "hand")[0]["hand"]
    return [" ".join(hand[name]) if isinstance(hand[name], list) else hand[name] for name in names]


def test_the_page_can_show_cards_by_rank_by_suit_and_as_given():
    hand = Hand(HELD)
    assert shown(hand, "by_rank", "by_suit", "cards") == ["2s 7h 7c 9h Kd X1", "2s 7h 9h 7c Kd X1", HELD]
    assert hand.cards == Hand(cards(HELD)).cards == cards(HELD)


@pytest.mark.parametrize("name", ["selected", "value"])
def test_what_was_selected_can_be_observed_once_for_each_change(name):
    heard = []
    hand = Hand(HELD)
    hand.observe(lambda change: heard.append(change.new), name)
    send(hand, do="toggle", card="7h")
    send(hand, do="select", cards=["7h", "Qs"], number=10**9)
    send(hand, do="clear")
    setattr(hand, name, "2s")
    hand.cards = "As 7h"
    assert (hand.cards, hand.selected) == (cards("As 7h"), ())
    assert heard == [cards("7h"), (), cards("2s"), ()]


def test_selected_can_be_set_to_cards_of_the_hand_only():
    hand = Hand(HELD)
    hand.selected = cards("7c 7h")
    with pytest.raises(ValueError, match="Qs"):
        hand.selected = "Qs"
    assert (shown(hand, "selected"), hand.selected) == (["7c 7h"], cards("7c 7h"))


def test_face_down_tells_the_page_only_the_count():
    hand = Hand(HELD, face_down=True)
    hand.selected = "7h"
    send(hand, do="select", cards=["7c"], number=1)
    texts = json.dumps(hand.shown) + repr(hand) + hand._repr_mimebundle_()[0]["text/plain"]
    assert not [code for code in HELD.split() if code in texts]
    assert shown(hand, "back", "label") == [6, "6 cards, face down"]
    hand.face_down = False
    assert shown(hand, "selected") == ["7h"]
    hand.face_down = True
    assert shown(hand, "cards", "selected") == ["", ""]


def test_corner_letters_and_names_are_those_of_the_language():
    for lang, letters in (("en", "JQK"), ("de", "BDK"), ("nl", "BVK")):
        hand = Hand(HELD, lang)
        assert "".join(hand.faces["letters"][rank] for rank in "JQKT") == f"{letters}10"
        assert len(hand.faces["names"]) == 60
        assert (hand.words["lang"], all(hand.words.values())) == (lang, True)


def test_what_the_page_writes_into_a_trait_is_ignored():
    hand = Hand(HELD)
    before = hand.get_state()
    forged = {"shown": {"hand": {}}, "words": {}, "faces": {}, "_esm": "alert(1)", "layout": "IPY_MODEL_none", "x": 1}
    hand._handle_msg({"content": {"data": {"method": "update", "state": forged}}, "buffers": []})
    assert hand.get_state() == before


def test_messages_from_many_threads_come_one_after_the_other():
    hand = Hand(HELD)

    def taps(code):
        for number in range(51):
            send(hand, do="select", cards=[code], number=number)

    threads = [threading.Thread(target=taps, args=(code,)) for code in HELD.split()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(hand.selected) == 1
    assert shown(hand, "selected") == [card.code for card in hand.selected]


PICTURE = "image/svg+xml"
TEXT = "{http://www.w3.org/2000/svg}text"


def drawn(widget):
    """The words and letters of the picture of a widget, in their order."""
    picture = ElementTree.fromstring(widget._repr_mimebundle_()[0][PICTURE])
    return [text.text for text in picture.iter(TEXT)]


def test_a_table_is_drawn_with_its_melds_and_the_hand_but_no_hand_of_another():
    table = Table(hands("7h 8h 9h Td", "", ""))
    make(table, parse_move("0 meld 7h 8h 9h"))
    held = [rank_letter(Card(code).rank) for code in table.shown["hand"]["by_rank"]]
    assert [word for word in drawn(table) if len(word) < 3] == ["7", "8", "9", *held]


@pytest.mark.parametrize("widget", [Hand("7h 8h", face_down=True), PlayTongits(), widgets.Progress()])
def test_no_picture_shows_what_lies_face_down_and_without_a_card_there_is_none(widget):
    assert PICTURE not in widget._repr_mimebundle_()[0]


def by(**rules):
    """Not a message: a house rule is agreed on, and the same cards are selected again."""

    def message(scene):
        scene.rules = Rules(**rules)
        return select(" ".join(card.code for card in scene.selected), 99)

    return message


def test_T3_1_T3_2_T3_3_a_meld_is_said_to_be_one_and_why_and_what_is_none_gets_every_reason_with_its_clause(tell):
    melds = "Kd Kc Ks", "9h 7h 8h", "7h 8h 9h Kd Kc Ks", ""
    few, none = ("7h", "7h 8h"), ("7h 8h Th", "7h Kd Kc", "7h X1 X2", "Kd Kc Ks Kh X1", "7h 8h 9h Kd Kc", "Qh Kh Ah")
    open_and_settled = "X1 7h 8h", "7h 8h X1", "7h X1 9h", "9h X1 7h", "8h 7h X1", "Kd Kc X1"
    tell(
        lambda lang: MeldCheck("7h 8h 9h Th Kd Kc Ks Ah Qh Kh X1 X2", lang, Rules(jokers=2)),
        *(select(chosen) for chosen in (*melds, *open_and_settled, *few, *none)),
        *(by(jokers=2, ace_high=True), select("7h 8h 9h")),
    )
