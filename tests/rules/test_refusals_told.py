"""What a refusal carries: its clause, the facts that its sentence names, and the repair that it offers."""

from __future__ import annotations

import errno
import json
from dataclasses import replace
from pathlib import Path

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


def test_T2_5_the_card_taken_is_named() -> None:
    state = tongits.State.read(
        "rules traditional; hand 0 7h 7s 7d 9d; hand 1 3c; hand 2 4d; seat 0 lay; taken 7h; stock 9"
    )
    found = by_clause(refused(state, "0 discard 9d"), "T2.5")
    assert found.facts == {"card": Card("7h")}


def test_T10_1_a_run_never_holds_more_than_thirteen_cards() -> None:
    rules = tongits.Rules(ace_high=True, jokers=1)
    twelve = tongits.why_meld("2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh", rules)
    assert twelve
    assert tongits.grown(twelve, "Ah", rules)
    assert tongits.grown(twelve, "Ah X1", rules) is None


def test_T9_1_a_high_ace_alone_still_counts() -> None:
    assert tongits.least_deadwood("As Kd", tongits.Rules(ace_high=True)) == 11


def test_a_file_that_is_not_there_is_told_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"No such file or directory: '.*gone\.json'"):
        Record.read(tmp_path / "gone.json")


def test_a_name_that_no_file_can_have_is_told_as_such() -> None:
    with pytest.raises(OSError, match=r"Invalid argument") as told:
        Record.read("a\0b")
    assert told.value.errno == errno.EINVAL
