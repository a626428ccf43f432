"""What a refusal carries: its clause, the facts that its sentence names, and the repair that it offers."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from cardlab import bots, rounds, tichu, tongits
from cardlab.cards import Card, cards
from cardlab.record import Record, check
from cardlab.refusal import Refusal


def refused(state: tongits.State | tichu.State, move: str) -> list[Refusal]:
    """The refusals of a move in notation."""
    engine = tongits if isinstance(state, tongits.State) else tichu
    return list(engine.why_not(state, engine.parse_move(move)))  # type: ignore[arg-type]


def by_clause(found: list[Refusal], clause: str) -> Refusal:
    (one,) = (refusal for refusal in found if refusal.rule == clause)
    return one


def test_T3_1_cards_of_different_ranks_are_named() -> None:
    found = by_clause(list(tongits.why_not_meld("8s 8h Td")), "T3.1")
    assert (found.code, found.facts["cards"]) == ("different_ranks", cards("8s 8h Td"))


def test_U2_3_two_and_ace_are_told_apart_from_other_ranks() -> None:
    state = tichu.State.read("hand 0 2h; hand 1 Qs; pile 0 As; pile 1 Ks")
    found = by_clause(refused(state, "0 play 2h 0 onto As"), "U2.3")
    assert (found.code, found.facts) == ("two_and_ace", {"card": Card("2h"), "top": Card("As")})


def test_U4_1_who_can_play_is_told_to_play_on() -> None:
    state = tichu.State.read("hand 0 2h; hand 1 3h; pile 0 3s; pile 1 Ks")
    found = by_clause(refused(state, "flip"), "U4.1")
    assert (found.code, found.fix and found.fix.code) == ("can_still_play", "play_on")


def test_U5_4_a_value_that_cannot_be_wished_is_named_and_may_be_left_out() -> None:
    state = tichu.State.read("hand 0 Ma; hand 1 Qs; pile 0 3s; pile 1 Ks")
    found = [one for one in tichu.why_not(state, tichu.Play(0, "Ma", 0, "3s", "Z")) if one.code == "no_such_wish"]
    assert [(one.facts, one.fix and one.fix.code) for one in found] == [({"text": "Z"}, "without_wish")]


def test_a_false_outcome_is_told_with_what_stands_there_and_what_is_right() -> None:
    record = rounds.play_tongits((bots.tongits.careful,) * 3, seed=3)
    written = json.loads(record.text())["outcome"]
    found = check(replace(record, written_outcome={**written, "winner": (written["winner"] + 1) % 3}))
    assert found
    (refusal,) = found.refusals
    assert json.loads(refusal.facts["written"])["winner"] != json.loads(refusal.facts["replayed"])["winner"]


def test_a_move_in_notation_is_added_to_a_record_as_it_is() -> None:
    record = rounds.play_tongits((bots.tongits.careful,) * 3)
    again = Record(record.start, ())
    for move in record.moves:
        again = again.add(str(move))
    assert again.moves == record.moves


def test_no_rules_are_told_by_what_was_given() -> None:
    with pytest.raises(TypeError, match="'sheet'"):
        tongits.hand_deadwood("2c", "sheet")  # type: ignore[arg-type]
