"""`Piles`: playing on two piles through the messages of the page."""

import json

import pytest
from messages import CODES, blocks

from cardlab.tichu import SHEET, Rules
from cardlab.widgets import Piles
from cardlab.widgets.tichu_table import piles
from tests.stories import only, parts, refused, select

SIX_QUEEN = ("6s", "Qd")
STRICT = Rules(dragon_locks="strict")
STORIES = {
    "U2.2 a selected card is judged on both piles and played where it fits": (
        (SIX_QUEEN, "2c 7h", SHEET, ""),
        "0 7h 1 7h 0 2c",
    ),
    "U5.2 all values of a Phoenix are shown": ((("7h Ph", "6s"), "2c", SHEET, ""), ""),
    "U5.2 and beside an ace": ((("As Ph", "6s"), "2c", SHEET, ""), ""),
    "U5.4 U5.5 the wish is asked for as soon as the Mah Jong is over a pile and changes it": (
        (("2s", "Qd"), "8c Ma", SHEET, ""),
        "Ma 0 back unheard 9 0 wish 9 8c",
    ),
    "U5.4 nothing may be wished for": ((("2s", "Qd"), "Ac Ma", SHEET, ""), "Ma 0 wish -"),
    "U5.3 a Dog turns a card onto each pile": ((SIX_QUEEN, "Do", SHEET, "3c 9d"), "Do 0"),
    "U5.9 or leaves the value": ((SIX_QUEEN, "Do", SHEET, ""), "Do 0"),
    "U5.2 the Phoenix fits on a Dragon": ((("Dr", "Qd"), "Ph", SHEET, ""), "Ph"),
    "U5.6 a house rule changes what fits": ((("Dr", "Qd"), "Ph", STRICT, ""), "Ph"),
    "undo takes back one play, start again all, and the hand lies as it lay": (
        (SIX_QUEEN, "2d 7h 8c Do", SHEET, "3c 9d"),
        "7h 0 8c 0 Do 1 undo Do 1 again",
    ),
}


def messages(words):
    """What a page says: a card that is selected, "5c", a pile, "0", a value wished for, "wish 9", or a button."""
    said = iter(words.split())
    for number, word in enumerate(said):
        if word in CODES:
            yield select(word, number)
        elif word.isdigit():
            yield {"do": "play", "pile": int(word)}
        elif word in ("wish", "unheard"):
            message = {"do": "wish", "rank": next(said).strip("-")}
            yield message if word == "wish" else refused(message)
        else:
            yield word


def without_spoken_names(shown):
    """A card is a six in English words, and a 6 in German ones."""
    for one in parts(shown):
        one.pop("action", None)
    return shown


@pytest.mark.parametrize(("made", "words"), STORIES.values(), ids=STORIES)
def test_what_fits_on_two_piles_and_what_is_played(tell, made, words):
    held, hand, rules, extra = made
    make = only(lambda lang: piles.Piles(held, hand, lang, rules, extra=extra), without_spoken_names)
    tell(make, *messages(words))


def test_what_a_dog_will_turn_is_not_told_and_the_ace_is_high_when_sorted_by_rank():
    widget = Piles(("6s", "Qd"), "Ac 2d Dr Ma Kh Do", extra="3c 9d")
    assert "3c" not in json.dumps(widget.shown) + repr(widget)
    assert blocks(widget, "hand")[0]["hand"]["by_rank"] == ["Ma", "2d", "Kh", "Ac", "Dr", "Do"]
