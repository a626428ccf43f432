"""The options of the laboratory: each has its value, its error and its reason, and what is not sure is said so."""

import re
from dataclasses import replace

import pytest
from laboratory import coarse, section, verdict
from messages import send

from cardlab.analysis.position import view_of
from cardlab.analysis.whatif import Estimate
from cardlab.phrasing.catalogue import say
from cardlab.tongits import LayMeld, Rules
from cardlab.widgets import WhatIf
from cardlab.widgets.plots import Unit
from cardlab.widgets.whatif.compared import By, Compared, estimated
from cardlab.widgets.whatif.options import if_otherwise


def test_where_advice_depends_on_how_the_others_play_the_headline_says_so():
    widget = WhatIf("call", "nl")
    widget.finish()
    texts = "Als de anderen stoutmoedig spelen, is dit beter: Kaart trekken."
    assert verdict(widget)["title"].endswith(texts)
    assert verdict(widget)["title"].count(".") >= 2


def test_what_is_better_against_both_other_kinds_of_players_is_said_once(answered):
    challenge, fold = answered.answer.options
    worse = replace(challenge, payment=fold.payment, behind_payment=Estimate(1.0, 0.1))
    better = replace(fold, payment=challenge.payment, behind_payment=Estimate(0.0, 0.0))
    other = replace(answered.answer, options=(better, worse))
    compared = Compared(answered.answer, view_of(answered.position), By.PAYMENT, "en")
    texts = if_otherwise(compared, {"cautious": other, "bold": other})
    assert texts == ["If the others are cautious or bold, this is better: Fold."]


def test_the_best_turns_are_set_against_other_ways_to_play():
    widget = WhatIf("middle")
    widget.finish()
    options, others = section(widget, "options")["tables"]
    assert options["head"][1] == "Expected payment (points)"
    ways = [say(f"whatif.others.{one}") for one in ("sensible", "cautious", "bold")]
    assert others["head"] == [say("whatif.option"), *ways]
    assert [row["cells"][:2] for row in others["rows"]] == [row["cells"][:2] for row in options["rows"]][:3]
    assert all(re.fullmatch(r"−?\d+\.\d ± \d\.\d", cell) for row in others["rows"] for cell in row["cells"][1:])
    assert "if the others play" not in verdict(widget)["title"]
    more = " ".join(section(widget, "options")["more"])
    assert say("whatif.only_sample") in section(widget, "options")["sentences"][0]
    assert "Cautious ones need 95%" in more
    send(widget, do="by", value="win")
    table = section(widget, "options")["tables"][0]
    behind = say("whatif.behind", value=r"\d+\.\d ± \d\.\d")
    assert re.fullmatch(behind, table["rows"][-1]["cells"][4]), "in percentage points"
    assert table["head"][4] == say("whatif.against_best_points", "en")


@pytest.fixture(scope="module")
def answered():
    """The laboratory with its example "answer", all worked out."""
    widget = WhatIf("answer")
    widget.finish()
    return widget


@pytest.fixture(scope="module")
def opening():
    """The laboratory with its example "opening", stopped after its first, coarse answer."""
    widget = WhatIf("opening")
    coarse(widget)
    return widget


def test_a_row_is_a_whole_turn_and_the_best_ones_stand_above_in_short_with_the_same_values(opening):
    texts = r"Lay down 7♦ 7♥ 7♠, lay (?:down )?2♣ 3♣ 4♣, discard \S+"
    for by in By:
        send(opening, do="by", value=by)
        first, rows = verdict(opening)["first"], section(opening, "options")["tables"][0]["rows"]
        assert sum(bool(re.fullmatch(texts, row["cells"][0])) for row in rows) == 1
        assert first == [{**row, "cells": row["cells"][:2]} for row in rows[:4]]


def test_a_coarse_answer_stays_when_it_is_stopped_and_what_is_too_close_is_said_to_be_too_close(opening):
    assert not opening.answer.done
    assert (verdict(opening)["stoppable"], verdict(opening)["settled"]) == (False, True)
    send(opening, do="by", value="payment")
    answer = opening.answer
    compared = Compared(answer, view_of(opening.position), By.PAYMENT, "en")
    best, close = answer.options[0], [one for one in answer.options if compared.is_close(one)]
    rows = section(opening, "options")["tables"][0]["rows"]
    assert 1 < len(close) < len(rows) == len(answer.options)
    assert [row["marked"] for row in rows] == [one in close for one in answer.options]
    assert [row["cells"][4] == say("whatif.too_close") for row in rows] == [
        one in close and one is not best for one in answer.options
    ]


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
    assert verdict(widget)["title"].endswith(say("whatif.many_close", count=close))


def test_T9_4_an_expected_payment_has_its_unit_points_by_the_sheets_and_chips_in_traditional_play(answered):
    traditional = replace(answered.position, rules=Rules.preset("traditional"))
    for position, unit in ((answered.position, "points"), (traditional, "chips")):
        compared = Compared(answered.answer, view_of(position), By.PAYMENT, "en")
        assert compared.heading(By.PAYMENT) == f"Expected payment ({unit})"
        assert f" {unit}." in compared.result()
        assert compared.heading(By.DEADWOOD) == "Expected deadwood (points)"
        assert compared.heading(By.WIN) == "Chance of winning"


@pytest.mark.parametrize(
    ("position", "keeps"), [("opening", False), ("hand Ac 5c 9c Tc Kc Ad 7d 8d Ah 5h Jh Js Ks", True)]
)
def test_T11_1_where_the_best_turn_keeps_a_first_meld_the_rule_of_thumb_is_named(position, keeps):
    widget = WhatIf(position)
    coarse(widget)
    assert any(isinstance(move, LayMeld) for move in widget.answer.options[0].turn) != keeps
    assert any("(T11.1)" in one for one in section(widget, "options")["sentences"]) == keeps
