"""The picture of the seats around a table (T1.1)."""

from xml.etree import ElementTree

import pytest

from cardlab.locale import LANGUAGES, say
from cardlab.widgets import Seats

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_T1_1_the_picture_seats_the_next_player_on_the_left_and_says_the_order(lang):
    drawn = ElementTree.fromstring(Seats(lang)._repr_svg_())
    places = {name.text: (int(name.get("x")), int(name.get("y"))) for name in drawn.iter(f"{SVG}text")}
    you, left, right = (places[say(f"seat.{seat}", lang)] for seat in range(3))
    assert left[0] < you[0] < right[0], "the neighbours sit where the sentence says"
    assert you[1] > left[1] == right[1], "the viewer sits nearest"
    assert drawn.get("aria-label") == say("lesson.next_turn.circle", lang)
