"""Beside its name a widget has a picture, which a notebook shows where no script runs: the cards that a page shows."""

import base64
import re
from xml.etree import ElementTree

import nbformat
import pytest
from learner_at_table import hands, make
from nbconvert.exporters import HTMLExporter
from nbformat import v4

from cardlab import widgets
from cardlab.cards import Card, cards
from cardlab.lessons import Ask, exercise, melds
from cardlab.phrasing.catalogue import rank_letter
from cardlab.tongits import parse_move
from cardlab.widgets import Exercise, Hand, MeldCheck, PlayTongits, Table

PICTURE = "image/svg+xml"
TEXT = "{http://www.w3.org/2000/svg}text"


def shown(widget):
    """The words and letters of the picture of a widget, in their order."""
    picture = ElementTree.fromstring(widget._repr_mimebundle_()[0][PICTURE])
    return [text.text for text in picture.iter(TEXT)]


def test_a_hand_is_drawn_as_it_lies_in_its_language():
    assert shown(Hand("Jd 4h 5h")) == ["Your hand", "4", "5", "J"]
    assert shown(Hand("Jd 4h 5h", "de", sort="given")) == ["Deine Hand", "B", "4", "5"]


def test_a_task_is_drawn_with_its_question_and_what_may_be_answered():
    words = shown(Exercise(melds.DRILLS[0](seed=3)))
    assert words[0] == "What is this?"
    assert words[-3:] == ["○ A set", "○ A run", "○ Neither"]


def test_what_is_typed_is_text():
    @exercise("<b>How many & why?</b>", rule="T9.1")
    def mine(chance, level):
        return Ask(cards("7h 8h"), answer=3, because="So.")

    assert "<b>How many & why?</b>" in shown(Exercise(mine))


def test_a_table_is_drawn_with_its_melds_and_the_hand_but_no_hand_of_another():
    table = Table(hands("7h 8h 9h Td", "", ""))
    make(table, parse_move("0 meld 7h 8h 9h"))
    held = [rank_letter(Card(code).rank) for code in table.shown["hand"]["by_rank"]]
    assert [word for word in shown(table) if len(word) < 3] == ["7", "8", "9", *held]


@pytest.mark.parametrize("widget", [Hand("7h 8h", face_down=True), PlayTongits(), widgets.Progress()])
def test_no_picture_shows_what_lies_face_down_and_without_a_card_there_is_none(widget):
    assert PICTURE not in widget._repr_mimebundle_()[0]


def test_a_notebook_without_the_state_of_its_widgets_shows_their_pictures():
    output = v4.new_output("execute_result", data=MeldCheck("8s 8h 8d")._repr_mimebundle_()[0])
    book = v4.new_notebook(cells=[v4.new_code_cell("MeldCheck(...)", outputs=[output])])
    html, _ = HTMLExporter().from_notebook_node(nbformat.from_dict(book))
    (picture,) = re.findall(r'<img[^>]* src="data:image/svg\+xml;base64,([^"]+)"', html)
    assert base64.b64decode(picture).decode() == output.data[PICTURE]
