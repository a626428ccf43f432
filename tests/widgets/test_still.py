"""Pictures: what a notebook shows of a widget where no script runs, and who sits where at a table."""

from xml.etree import ElementTree

import pytest
from learner_at_table import hands, make

from cardlab import widgets
from cardlab.cards import Card, cards
from cardlab.lessons import Ask, exercise
from cardlab.phrasing.catalogue import rank_letter, say
from cardlab.tongits import parse_move
from cardlab.widgets import Exercise, Hand, PlayTongits, Table
from cardlab.widgets.seats import Duel, Seats

PICTURE = "image/svg+xml"
TEXT = "{http://www.w3.org/2000/svg}text"


def shown(widget):
    """The words and letters of the picture of a widget, in their order."""
    picture = ElementTree.fromstring(widget._repr_mimebundle_()[0][PICTURE])
    return [text.text for text in picture.iter(TEXT)]


def test_a_hand_is_drawn_as_it_lies_in_its_language():
    assert shown(Hand("Jd 4h 5h")) == ["Your hand", "4", "5", "J"]
    assert shown(Hand("Jd 4h 5h", "de", sort="given")) == ["Deine Hand", "B", "4", "5"]


def test_a_task_is_drawn_with_its_question_and_what_may_be_answered_as_text():
    @exercise("<b>How many & why?</b>", rule="T9.1")
    def mine(chance, level):
        return Ask(cards("7h 8h"), {"a": "<i>A</i>", "b": "B"}, answer="a", because="So.")

    words = shown(Exercise(mine))
    assert (words[0], words[-2:]) == ("<b>How many & why?</b>", ["○ <i>A</i>", "○ B"])


def test_a_table_is_drawn_with_its_melds_and_the_hand_but_no_hand_of_another():
    table = Table(hands("7h 8h 9h Td", "", ""))
    make(table, parse_move("0 meld 7h 8h 9h"))
    held = [rank_letter(Card(code).rank) for code in table.shown["hand"]["by_rank"]]
    assert [word for word in shown(table) if len(word) < 3] == ["7", "8", "9", *held]


@pytest.mark.parametrize("widget", [Hand("7h 8h", face_down=True), PlayTongits(), widgets.Progress()])
def test_no_picture_shows_what_lies_face_down_and_without_a_card_there_is_none(widget):
    assert PICTURE not in widget._repr_mimebundle_()[0]


def drawn(picture):
    """A picture, and each of its texts with all places where it is."""
    tree, places = ElementTree.fromstring(picture._repr_svg_()), {}
    for text in tree.iter(TEXT):
        places.setdefault(text.text, []).append((int(text.get("x")), int(text.get("y"))))
    return tree, places


def test_T1_1_the_picture_seats_the_next_player_on_the_left_and_says_the_order():
    tree, places = drawn(Seats("de"))
    ((you,), (left,), (right,)) = (places[say(f"seat.{seat}", "de")] for seat in range(3))
    assert left[0] < you[0] < right[0], "the neighbours sit where the sentence says"
    assert you[1] > left[1] == right[1], "the viewer sits nearest"
    assert tree.get("aria-label") == say("lesson.next_turn.circle", "de")


def test_U1_2_each_extra_pile_lies_at_the_right_of_its_player_with_as_many_cards_as_are_dealt():
    tree, places = drawn(Duel("nl"))
    extra, draw = (
        sorted(places[f"{say(f'widget.{pile}_pile', 'nl')}: {count}"], key=lambda at: at[1])
        for pile, count in (("extra", 6), ("draw", 14))
    )
    assert extra[0][0] < draw[0][0], "the other player looks the other way"
    assert extra[1][0] > draw[1][0]
    assert len(list(tree.iter(TEXT.replace("text", "rect")))) == 1 + 2 * 2 * (8 + 1 + 1) + 2 + 2, (
        "8 cards, two heaps, two places each"
    )
