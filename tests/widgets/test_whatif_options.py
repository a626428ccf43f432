"""The options of the laboratory: each has its value, its error and its reason, and what is not sure is said so."""

import re

import pytest
from laboratory import LAST_DISCARD, coarse, section, send

from cardlab import rounds
from cardlab.analysis.position import from_record, read, view_of
from cardlab.analysis.whatif import Estimate, refine
from cardlab.bots.tongits import careful
from cardlab.tongits import LayMeld, legal_moves
from cardlab.widgets import WhatIf
from cardlab.widgets.plots import Unit
from cardlab.widgets.whatif.editor import EXAMPLES
from cardlab.widgets.whatif.options import By, estimated, named_move, too_close


def test_the_options_are_those_of_the_sample_and_every_one_has_its_reason(answered):
    view = view_of(answered.position)
    *_, last = refine(view)
    assert answered.answer == last
    rows = section(answered, "options")["tables"][0]["rows"]
    assert len(rows) == len(legal_moves(view, view.viewer))
    assert [row["cells"][0] for row in rows] == ["Challenge", "Fold"]
    assert all(row["cells"][-1] for row in rows)
    send(answered, do="by", value="win")
    rows = section(answered, "options")["tables"][0]["rows"]
    assert ["±" in row["cells"][1] for row in rows] == [True, False], "who folds cannot win"
    send(answered, do="by", value="payment")


@pytest.mark.parametrize("name", EXAMPLES)
def test_two_options_never_have_the_same_name(name):
    view = view_of(read(EXAMPLES[name]))
    names = [named_move(move, view, "en") for move in legal_moves(view, view.viewer)]
    assert len(set(names)) == len(names)


def test_T6_9_a_set_of_four_is_laid_openly_or_face_down_and_the_names_say_which():
    view = view_of(read("rules traditional; hand 7c 7d 7h 7s 9d Td Kh Kc Qs Js 5h 2d As"))
    names = [named_move(move, view, "en") for move in legal_moves(view, 0) if isinstance(move, LayMeld)]
    assert {"Lay 7♣ 7♦ 7♥ 7♠", "Lay 7♣ 7♦ 7♥ 7♠ face down"} <= set(names)


def test_the_result_is_said_in_a_sentence(answered):
    assert re.fullmatch(r"The best expected payment: Challenge, −\d\.\d ± \d\.\d\.", answered.shown["title"])


def test_options_are_compared_by_the_value_that_is_chosen(answered):
    send(answered, do="by", value="payment")
    pressed = {one["message"].get("value"): one["on"] for one in section(answered, "options")["buttons"]}
    assert pressed["payment"] is True
    assert pressed["win"] is False
    assert answered.shown["title"].startswith("The best expected payment")
    send(answered, do="by", value="nothing")
    assert answered.shown["title"].startswith("The best expected payment")


def test_what_is_too_close_is_said_to_be_too_close():
    widget = WhatIf("opening")
    coarse(widget)
    answer = widget.answer
    best = answer.options[0]
    close = [one for one in answer.options if too_close(one, best, By.PAYMENT)]
    rows = section(widget, "options")["tables"][0]["rows"]
    assert 1 < len(close) < len(rows)
    assert [row["marked"] for row in rows] == [one in close for one in answer.options]
    assert [row["cells"][4] == "too close to tell apart" for row in rows] == [
        one in close and one is not best for one in answer.options
    ]


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", r"\d+\.\d ± \d\.\d percentage points worse"),
        ("de", r"um \d+,\d ± \d,\d Prozentpunkte schlechter"),
        ("nl", r"\d+,\d ± \d,\d procentpunten slechter"),
    ],
)
def test_the_difference_of_two_chances_is_told_in_percentage_points(lang, told):
    widget = WhatIf("answer", lang)
    widget.finish()
    send(widget, do="by", value="win")
    fold = section(widget, "options")["tables"][0]["rows"][-1]
    assert re.fullmatch(told, fold["cells"][4])


@pytest.mark.parametrize(
    ("estimate", "unit", "told"),
    [
        (Estimate(0.384, 0.009), Unit.CHANCE, "38% ± 0.9"),
        (Estimate(0.0, 0.0004), Unit.CHANCE, "0.00% ± 0.04"),
        (Estimate(0.0004, 0.000499), Unit.CHANCE, "0.04% ± 0.05"),
        (Estimate(12.34, 0.02), Unit.POINTS, "12.34 ± 0.02"),
        (Estimate(12.34, 0.0, certain=True), Unit.POINTS, "12.3"),
        (Estimate(12.0, 0.0), Unit.POINTS, "12.0 in all 500 deals"),
    ],
)
def test_an_error_that_is_there_is_never_written_as_nothing(estimate, unit, told):
    assert estimated(estimate, unit, 500, "en") == told


def test_many_options_that_are_too_close_are_counted_and_not_named():
    widget = WhatIf("hand Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc")
    widget.finish()
    rows = section(widget, "options")["tables"][0]["rows"]
    close = sum(row["marked"] for row in rows) - 1
    assert close > 5
    assert widget.shown["title"].endswith(f"{close} others are too close to tell apart from it; the table marks them.")


def test_learning_from_discards_is_off_until_it_is_chosen_and_then_explained():
    widget = WhatIf("call")
    assert [one["on"] for one in section(widget, "options")["buttons"]][-1] is False
    send(widget, do="infer")
    widget.finish()
    assert "eighth" in " ".join(section(widget, "options")["more"])
    *_, last = refine(view_of(widget.position), infer=True)
    assert widget.answer == last


def test_where_it_is_not_your_turn_there_is_nothing_to_decide():
    widget = WhatIf(from_record(rounds.play_tongits((careful,) * 3, seed=5), 0, 1))
    widget.finish()
    assert "another player's turn" in widget.shown["title"]
    assert section(widget, "unknown")["plots"]


def test_what_is_certain_to_be_as_good_is_not_said_to_be_too_close():
    widget = WhatIf(LAST_DISCARD)
    for by in ("win", "payment"):
        send(widget, do="by", value=by)
        widget.finish()
        assert widget.shown["title"].endswith(". All the others are just as good.")
        rows = section(widget, "options")["tables"][0]["rows"]
        assert {row["cells"][4] for row in rows[1:]} == {"just as good"}
        assert rows[0]["cells"][1] in ("0%", "0.0")


def test_a_counted_value_has_no_error(answered):
    widget = WhatIf("call")
    coarse(widget)
    rows = {row["cells"][0]: row["cells"] for row in section(widget, "options")["tables"][0]["rows"]}
    assert re.fullmatch(r"−?\d+\.\d", rows["Call a draw"][1])
    send(widget, do="by", value="win")
    rows = {row["cells"][0]: row["cells"] for row in section(widget, "options")["tables"][0]["rows"]}
    assert re.fullmatch(r"\d+%", rows["Call a draw"][1])
    assert rows["Call a draw"][3] == "18.0", "after a call nobody plays any more"
    send(answered, do="by", value="win")
    fold = section(answered, "options")["tables"][0]["rows"][1]["cells"]
    assert (fold[0], fold[1]) == ("Fold", "0%")


def test_on_a_telephone_a_long_table_can_be_unfolded_and_names_how_many_there_are():
    widget = WhatIf(LAST_DISCARD)
    widget.finish()
    table = section(widget, "options")["tables"][0]
    assert (len(table["rows"]), table["more"]) == (13, "All 13 options")
