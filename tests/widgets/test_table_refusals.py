"""What the `Table` refuses, and the reasons that it gives."""

import pytest
from learner_at_table import hands, make, own_moves, refused, tell

from cardlab.cards import cards
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.phrasing.tongits import at_table
from cardlab.refusal import Fix, Refusal
from cardlab.tongits import Call, Code, Discard, Draw, LayMeld, Phase, Sapaw, deal, parse_move
from cardlab.widgets import Table


def test_T2_1_laying_before_drawing_is_explained_with_its_clause():
    table = Table(deal(seed=7))
    make(table, Discard(0, table.state.hands[0][0]))
    before = table.state
    tell(table, {"do": "lay"})
    assert refused(table)
    assert "(T2.1)" in table.shown["said"]["sentences"][0]
    assert [clause["id"] for one in table.shown["clauses"] for clause in one["clauses"]] == ["T2.1"]
    assert table.state == before


def test_all_reasons_are_given_and_not_just_the_first():
    table = Table(deal(seed=7))
    tell(table, {"do": "call"})
    assert {clause["id"] for one in table.shown["clauses"] for clause in one["clauses"]} == {"T2.2", "T6.1"}
    assert len(table.shown["said"]["sentences"]) == 2


@pytest.mark.parametrize("lang", LANGUAGES)
def test_T6_2_who_is_not_asked_is_told_who_is_and_no_answer_to_give(lang):
    reader = at_table(lang)
    asked, not_asked = (
        reader.explain(Refusal(Code.ANSWER_FIRST, "T6.2", {"seat": 1}, fix)) for fix in (Fix("challenge_or_fold"), None)
    )
    assert reader.name(1) in not_asked
    assert say("fix.challenge_or_fold", lang) in asked
    assert say("fix.challenge_or_fold", lang) not in not_asked


def test_a_meld_that_is_none_is_refused_with_the_nearest_fix():
    table = Table(hands("7h 8h Jh", "", ""))
    make(table, LayMeld(0, cards("7h 8h Jh")))
    assert refused(table)
    said = " ".join(table.shown["said"]["sentences"])
    assert "gap" in said
    assert "T3.2" in said
    assert table.shown["hand"]["selected"] == ["7h", "8h", "Jh"]
    tell(table, {"do": "toggle", "card": "Jh"})
    assert not refused(table)
    assert " ".join(table.shown["said"]["sentences"]) == said


@pytest.mark.parametrize(("do", "button"), [("discard", "Discard"), ("lay", "Lay a meld")])
def test_what_has_to_be_selected_first_is_said(do, button):
    table = Table(deal(seed=7))
    tell(table, {"do": do})
    assert refused(table)
    assert table.shown["said"]["title"].startswith(f"{button}:")
    assert table.shown["said"]["sentences"][0].lower().find("select") >= 0
    assert table.shown["clauses"] == []


def test_T4_2_a_refused_lay_off_marks_the_meld_where_it_happened():
    table = Table(hands("7h 8h 9h Kd", "", ""))
    make(table, LayMeld(0, cards("7h 8h 9h")))
    make(table, Sapaw(0, 0, cards("Kd")))
    assert refused(table)
    assert table.shown["own"]["melds"][0]["refused"]
    assert "T4.2" in table.shown["said"]["sentences"][0]


def test_T6_2_the_answer_to_a_call_names_the_caller():
    table = Table(hands("2c", "7h 8h 9h 4c", ""), others=None)
    for text in ("0 discard 2c", "1 draw", "1 meld 7h 8h 9h", "1 discard 4c", "2 draw"):
        make(table, parse_move(text))
    for _ in range(3):  # a discard, and a turn of seat 0
        make(table, own_moves(table)[-1] if table.state.phase is Phase.LAY else Draw(table.state.seat))
    make(table, Call(1))
    assert table.state.phase is Phase.ANSWER
    assert [one["do"] for one in table.shown["actions"]] == ["fold"]
    assert "T6.3" in table.shown["turn"]["what"]
    tell(table, {"do": "challenge"})
    assert "T6.3" in table.shown["said"]["sentences"][0]
    tell(table, {"do": "draw"})
    assert "Player 2 has called a draw" in table.shown["said"]["sentences"][0]
    tell(table, {"do": "fold"})
    assert table.shown["said"]["title"] == "Player 3 folds."
    tell(table, {"do": "fold"})
    assert "T6.7" in table.shown["ending"]["title"]
