"""`WhatIfTichu`: a position is built, read and taken back; the answer follows it, and says how sure it is."""

from __future__ import annotations

import csv
import json
import pickle
from functools import partial
from io import StringIO

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


def look(widget: WhatIfTichu, position: str = "", pace: str = "") -> None:
    """A page shows the laboratory, with this in its address."""
    say(widget, do="look", position=position, pace=pace)


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


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_keeping_and_waiting_mean_is_said_where_one_can(name: str) -> None:
    widget = WhatIfTichu(name)
    widget.finish()
    assert widget.answer is not None
    ways = [option.way for option in widget.answer.options]
    told = " ".join(widget.shown["model"])
    assert ("Who keeps a card plays it only when" in told) is any(way.keeping for way in ways)
    assert ("Who waits does nothing until" in told) is any(not way.move and not way.keeping for way in ways)


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
    look(widget)
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


# The address, positions compared, and files.

SEVEN = "hand 7h Ph; cards 3; pile 0 6s; pile 1 Kc"
EIGHT = "hand 8h Ph; cards 3; pile 0 6s; pile 1 Kc"


def test_the_address_says_a_position_and_a_pace_and_gets_both_back() -> None:
    widget = WhatIfTichu()
    assert widget.shown["pace"] == ""
    look(widget, SEVEN, "1850-350-700-150")
    assert widget.position == View.read(SEVEN)
    assert [(racer.mean, racer.spread) for racer in widget.racers] == [(1850, 350), (700, 150)]
    other = WhatIfTichu()
    look(other, widget.shown["notation"], widget.shown["pace"])
    assert (other.position, other.racers) == (widget.position, widget.racers)


def test_of_seat_1_the_pace_is_its_own_first() -> None:
    widget = WhatIfTichu()
    look(widget, f"viewer 1; {SEVEN}", "900-0-300-50")
    assert [racer.mean for racer in widget.racers] == [300, 900]
    assert widget.shown["pace"] == "900-0-300-50"


def test_a_time_out_of_the_address_can_be_left_and_chosen_again() -> None:
    widget = WhatIfTichu()
    look(widget, SEVEN, "1850-350-700-150")
    for value in ("400", "1850", "99", "350"):
        say(widget, do="set", field="own mean", value=value)
    say(widget, do="set", field="own spread", value="350")
    assert (widget.racers[0].mean, widget.racers[0].spread) == (350, 350)
    say(widget, do="set", field="own mean", value="1850")
    assert widget.racers[0].mean == 1850


@pytest.mark.parametrize("pace", ["fast", "1-2-3", "1-2-3-4-5", "99999-1-1-1", "-1-1-1-1", "٣-١-١-١", "1-1-1-1;"])
def test_what_no_address_can_mean_changes_nothing(pace: str) -> None:
    widget = WhatIfTichu()
    before = widget.position, widget.racers
    look(widget, "hand 7z", pace)
    assert (widget.position, widget.racers) == before
    assert widget.shown["said"]


def test_only_the_first_page_is_asked_what_its_address_says() -> None:
    widget = WhatIfTichu()
    look(widget, SEVEN)
    say(widget, do="example", name="draw")
    look(widget, SEVEN, "300-0-300-0")
    assert widget.position == View.read(EXAMPLES["draw"])
    assert widget.shown["pace"] == ""


def test_a_position_is_kept_and_another_one_compared_with_it() -> None:
    widget = WhatIfTichu(SEVEN)
    say(widget, do="keep_position")
    assert widget.shown["compared"] is None
    widget.finish()
    kept = widget.answer
    assert kept is not None
    say(widget, do="keep_position")
    say(widget, do="paste", text=EIGHT)
    assert widget.shown["compared"]["table"] is None
    widget.finish()
    rows = {row["cells"][0]: row["cells"][1:] for row in widget.shown["compared"]["table"]["rows"]}
    assert rows["Play 7♥ on pile 1"][0] == "not possible"
    assert rows["Play 7♥ on pile 1"][2] == "–"
    here, there, more = rows["Play Phoenix on pile 1"]
    assert here != there
    assert "±" in more
    assert widget.shown["compared"]["lying"][0]["label"] == "Your hand, kept"
    say(widget, do="swap")
    assert widget.position == View.read(SEVEN)
    widget.finish()
    assert widget.answer == kept
    assert widget.shown["compared"]["lying"][0]["cards"] == ["8h", "Ph"]
    say(widget, do="let_go")
    assert widget.shown["compared"] is None


def test_the_same_position_at_another_pace_is_compared_too() -> None:
    widget = WhatIfTichu(SEVEN)
    widget.finish()
    say(widget, do="keep_position")
    say(widget, do="set", field="own mean", value="2000")
    widget.finish()
    table = widget.shown["compared"]["table"]
    assert len(table["rows"]) == len({row["cells"][0] for row in table["rows"]})
    assert any(row["marked"] and row["cells"][3].startswith("−") for row in table["rows"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_comparison_is_told_in_every_language(lang: str) -> None:
    widget = WhatIfTichu(SEVEN, lang)
    widget.finish()
    say(widget, do="keep_position")
    shown = json.dumps(widget.shown["compared"]).replace('{"', "")
    assert "{" not in shown
    assert all(file["label"] for file in widget.shown["files"])


def test_table_and_position_are_saved_as_csv_json_and_text() -> None:
    widget = WhatIfTichu("draw", "de")
    assert [file["type"] for file in widget.shown["files"]] == ["text/plain"]
    widget.finish()
    answer = widget.answer
    assert answer is not None
    table, whole, line = (file["text"] for file in widget.shown["files"])
    rows = list(csv.DictReader(StringIO(table)))
    content = json.loads(whole)
    assert View.read(line) == View.read(content["position"]) == widget.position
    assert content["format"] == "cardlab-whatif-tichu/1"
    assert (content["deals"], content["complete"]) == (answer.worlds, True)
    assert len(rows) == len(content["options"]) == len(answer.options)
    for row, told, option in zip(rows, content["options"], answer.options, strict=True):
        assert row["option"] == told["option"]
        assert float(row["win"]) == told["win"] == pytest.approx(option.win.mean, abs=1e-6)
        assert float(row["behind_error"]) == pytest.approx(option.behind.error, abs=1e-6)
        assert (row["move"] or None) == told["move"] == (str(option.way.move) if option.way.move else None)
