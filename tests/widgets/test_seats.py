"""The pictures of who sits where, and what lies where (T1.1, U1.2, U1.3)."""

from xml.etree import ElementTree

import pytest

from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.widgets.seats import Duel, Seats

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_T1_1_the_picture_seats_the_next_player_on_the_left_and_says_the_order(lang):
    drawn = ElementTree.fromstring(Seats(lang)._repr_svg_())
    places = {name.text: (int(name.get("x")), int(name.get("y"))) for name in drawn.iter(f"{SVG}text")}
    you, left, right = (places[say(f"seat.{seat}", lang)] for seat in range(3))
    assert left[0] < you[0] < right[0], "the neighbours sit where the sentence says"
    assert you[1] > left[1] == right[1], "the viewer sits nearest"
    assert drawn.get("aria-label") == say("lesson.next_turn.circle", lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_U1_2_each_extra_pile_lies_at_the_right_of_its_player_with_as_many_cards_as_are_dealt(lang):
    drawn = ElementTree.fromstring(Duel(lang)._repr_svg_())
    shown_cards = [(text.text, int(text.get("x")), int(text.get("y"))) for text in drawn.iter(f"{SVG}text")]
    extra = [(x, y) for text, x, y in shown_cards if text == f"{say('widget.extra_pile', lang)}: 6"]
    draw = [(x, y) for text, x, y in shown_cards if text == f"{say('widget.draw_pile', lang)}: 14"]
    (other_extra, own_extra), (other_draw, own_draw) = (
        sorted(extra, key=lambda at: at[1]),
        sorted(draw, key=lambda at: at[1]),
    )
    assert own_extra[0] > own_draw[0]
    assert other_extra[0] < other_draw[0], "the other player looks the other way"
    assert len(list(drawn.iter(f"{SVG}rect"))) == 1 + 2 * 2 * (8 + 1 + 1) + 2 + 2, "8 cards, two heaps, two places each"
