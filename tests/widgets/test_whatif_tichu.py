"""`WhatIfTichu`: a position is built, read and taken back; the answer follows it, and says how sure it is."""

from __future__ import annotations

import json
import pickle
from functools import partial

import pytest

from cardlab.analysis.kernel import compiled
from cardlab.analysis.tichu_whatif import refine, refuse_position
from cardlab.cards import cards
from cardlab.locale import LANGUAGES
from cardlab.tichu import View
from cardlab.widgets import WhatIfTichu
from cardlab.widgets.whatif_tichu import EXAMPLES

compiled.load(wait=True)


def say(widget: WhatIfTichu, **message: object) -> None:
    widget._hear(widget, message, [])


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_example_is_possible_and_answered_in_every_language(name: str, lang: str) -> None:
    widget = WhatIfTichu(name, lang)
    refuse_position(widget.position)
    widget.finish()
    shown = widget.shown
    assert widget.answer is not None
    assert widget.answer.done
    assert len(shown["table"]["rows"]) == len(widget.answer.options) > 2
    assert shown["result"]
    assert not shown["fault"]
    assert "{" not in json.dumps(shown["table"]["rows"]).replace('{"', "")
    assert shown["table"]["rows"][0]["marked"]


def test_a_tapped_card_goes_where_one_aims_and_from_there_away() -> None:
    widget = WhatIfTichu("hand 7h; pile 0 6s; pile 1 Kc")
    say(widget, do="tap", card="8h")
    assert widget.position.hand == cards("7h 8h")
    say(widget, do="aim", place="pile 1")
    say(widget, do="tap", card="8h")
    assert widget.position.hand == cards("7h")
    assert widget.position.piles[1].cards == cards("8h Kc")
    say(widget, do="tap", card="8h")
    assert widget.position.piles[1].cards == cards("Kc")
    for _ in range(3):
        say(widget, do="undo")
    assert widget.position == View.read("hand 7h; pile 0 6s; pile 1 Kc")


def test_the_line_of_one_page_is_the_position_of_another() -> None:
    widget, other = WhatIfTichu("wish"), WhatIfTichu()
    say(other, do="paste", text=widget.shown["notation"])
    assert other.position == widget.position
    say(other, do="paste", text="hand 10♥; pile 0 9♠")
    assert other.position.hand == cards("Th")


def test_a_line_that_cannot_be_read_changes_nothing_and_is_told() -> None:
    widget = WhatIfTichu()
    before = widget.position
    for text in ("hand 7z", "stock 4", "viewer 7", "pile 0 5h wish 9"):
        say(widget, do="paste", text=text)
        assert widget.position == before
        assert widget.shown["said"]


def test_an_impossible_position_is_told_and_not_raced() -> None:
    widget = WhatIfTichu("hand 7h; draw 14 14; extra 14 14; pile 0 6s")
    widget.finish()
    assert widget.answer is None
    assert widget.shown["fault"].endswith(".")
    assert widget.shown["table"] is None


def test_counts_wishes_and_times_are_set_by_the_form() -> None:
    widget = WhatIfTichu("hand 7h; pile 0 2c Ma; pile 1 Kc")
    for field, value in (("cards", "3"), ("draw 0", "5"), ("draw 1", "4"), ("extra 1", "2"), ("wish 0", "9")):
        say(widget, do="set", field=field, value=value)
    seen = widget.position
    assert (seen.opponent_cards, seen.draw, seen.extra, seen.piles[0].wish) == (3, (5, 4), (0, 2), "9")
    for field, value in (("own mean", "400"), ("other spread", "300")):
        say(widget, do="set", field=field, value=value)
    assert (widget.racers[0].mean, widget.racers[1].spread) == (400, 300)
    for field, value in (("cards", "9"), ("cards", "x"), ("own mean", "401"), ("wish 1", "9"), ("nothing", "1")):
        say(widget, do="set", field=field, value=value)
    assert widget.position == seen


def test_another_position_or_pace_is_another_question() -> None:
    widget = WhatIfTichu("hand 7h Ph; cards 3; pile 0 6s; pile 1 Kc")
    widget.finish()
    first = widget.answer
    say(widget, do="set", field="own mean", value="2000")
    assert widget.answer is None
    assert widget.shown["table"] is None
    widget.finish()
    assert widget.answer is not None
    assert first is not None
    assert widget.answer.options[0].win.mean < first.options[0].win.mean


def test_one_can_stop_and_go_on() -> None:
    widget = WhatIfTichu("hand 7h Ph; cards 3; pile 0 6s; pile 1 Kc")
    say(widget, do="look")
    assert widget.working
    assert widget.shown["progress"]["value"] == 0
    say(widget, do="stop")
    assert not widget.working
    assert widget.shown["again"]
    say(widget, do="again")
    assert widget.working
    widget.finish()
    assert not widget.shown["again"]
    assert widget.shown["progress"] is None


def test_too_close_to_tell_apart_is_said() -> None:
    """The Phoenix wins at once wherever it is laid."""
    widget = WhatIfTichu("hand Ph; cards 3; pile 0 6s; pile 1 Kc")
    widget.finish()
    assert widget.answer is not None
    assert len(widget.answer.undecided) >= 1
    assert "too close" in widget.shown["result"]
    assert "too close to tell apart" in widget.shown["table"]["rows"][1]["cells"]


def test_the_work_and_its_pieces_can_go_to_another_process() -> None:
    widget = WhatIfTichu("draw")
    job = pickle.loads(pickle.dumps(partial(refine, widget.position, widget.racers, worlds=200)))
    assert [pickle.loads(pickle.dumps(answer)) for answer in job()] == list(
        refine(widget.position, widget.racers, worlds=200)
    )
