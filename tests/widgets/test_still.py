"""Pictures: what a notebook shows of a widget where no script runs, and who sits where at a table."""

from xml.etree import ElementTree

import pytest
from learner_at_table import hands, make

from cardlab import widgets
from cardlab.cards import Card
from cardlab.phrasing.catalogue import rank_letter, say
from cardlab.tongits import parse_move
from cardlab.widgets import Hand, PlayTongits, Table
from cardlab.widgets.seats import Duel, Seats

PICTURE = "image/svg+xml"
TEXT = "{http://www.w3.org/2000/svg}text"


def shown(widget):
    """The words and letters of the picture of a widget, in their order."""
    picture = ElementTree.fromstring(widget._repr_mimebundle_()[0][PICTURE])
    return [text.text for text in picture.iter(TEXT)]


def test_a_table_is_drawn_with_its_melds_and_the_hand_but_no_hand_of_another():
    table = Table(hands("7h 8h 9h Td", "", ""))
    make(table, parse_move("0 meld 7h 8h 9h"))
    held = [rank_letter(Card(code).rank) for code in table.shown["hand"]["by_rank"]]
    assert [word for word in shown(table) if len(word) < 3] == ["7", "8", "9", *held]


@pytest.mark.parametrize("widget", [Hand("7h 8h", face_down=True), PlayTongits(), widgets.Progress()])
def test_no_picture_shows_what_lies_face_down_and_without_a_card_there_is_none(widget):
    assert PICTURE not in widget._repr_mimebundle_()[0]


def test_T1_1_U1_2_the_pictures_of_the_seats_place_players_and_piles_as_the_rules_say():
    places = {
        text.text: (int(text.get("x")), int(text.get("y")))
        for picture in (Seats("de"), Duel("de"))
        for text in ElementTree.fromstring(picture._repr_svg_()).iter(TEXT)
    }
    you, left, right = (places[say(f"seat.{seat}", "de")] for seat in range(3))
    assert left[0] < you[0] < right[0], "the neighbours sit where the sentence says"
    assert you[1] > left[1] == right[1], "the viewer sits nearest"
    extra, draw = (
        places[f"{say(f'widget.{pile}_pile', 'de')}: {count}"] for pile, count in (("extra", 6), ("draw", 14))
    )
    assert extra[0] > draw[0], "of the two sides the own one stands last"
