"""Whole rounds kept as records: what each of them shows stands in it, and replayed it ends as is written there."""

import json
from pathlib import Path

import pytest

from cardlab.record import Record, check, read_rules
from cardlab.tongits.notation import read

ROUNDS = sorted((Path(__file__).parent / "whole_rounds").iterdir())


def test_there_are_some_of_each_game() -> None:
    games = [Record.read(path).game for path in ROUNDS]
    assert (games.count("tichu"), games.count("tongits")) == (4, 7)


@pytest.mark.parametrize("path", ROUNDS, ids=lambda path: path.stem)
def test_a_replay_ends_as_written(path: Path) -> None:
    record = Record.read(path)
    assert check(record) is None
    assert Record.parse(record.text()) == record
    assert record.about["shows"].endswith(").")


def with_three_way_tie(value: str, tie: str, *, below: bool, winner: int) -> Record:
    """Return a round as written when T6.6 had the field `three_way_tie`. Seat 1 calls, and seat 0 laid a meld last."""
    data = json.loads((ROUNDS[0].parent / "tongits_tie_of_three_to_the_next_seat.json").read_text(encoding="utf-8"))
    del data["rules"]["challengers_tie"]
    data["rules"] |= {"three_way_tie": value, "tie": tie}
    if below:
        data["moves"][data["moves"].index("1 discard 7s")] = "1 discard 2c"
    data["outcome"] = {
        "ending": "draw",
        "winner": winner,
        "deadwood": [23, 28 if below else 23, 23],
        "payments": [8 if seat == winner else -4 for seat in range(3)],
    }
    return Record.parse(json.dumps(data))


@pytest.mark.parametrize(
    ("value", "tie", "below", "winner"),
    [
        ("last_meld", "caller", False, 1),
        ("last_meld", "caller", True, 0),
        ("last_meld", "challenger", False, 0),
        ("last_meld", "challenger", True, 0),
        ("next_seat", "caller", False, 1),
        ("next_seat", "caller", True, 0),
        ("next_seat", "challenger", False, 2),
        ("next_seat", "challenger", True, 0),
    ],
)
def test_T6_6_a_record_that_says_three_way_tie_ends_as_it_did_when_it_was_written(
    value: str, tie: str, below: bool, winner: int
) -> None:
    """The field decided only the tie at the caller's deadwood; a false winner is found as well."""
    old = with_three_way_tie(value, tie, below=below, winner=winner)
    assert check(old) is None
    assert check(Record.parse(old.text())) is None
    for other in {0, 1, 2} - {winner}:
        finding = check(with_three_way_tie(value, tie, below=below, winner=other))
        assert finding is not None
        assert finding.refusals[0].code == "false_outcome"


@pytest.mark.parametrize(
    ("value", "tie", "now"),
    [
        ("next_seat", "challenger", "next_seat"),
        ("next_seat", "caller", "last_meld"),
        ("last_meld", "challenger", "last_meld"),
    ],
)
def test_T6_6_rules_and_positions_that_say_three_way_tie_are_read(value: str, tie: str, now: str) -> None:
    """With the caller winning ties the field counted nowhere: a tie below the caller went to the last meld."""
    assert read_rules("tongits", {"tie": tie, "three_way_tie": value}).challengers_tie == now
    assert read(f"rules sheet tie {tie} three_way_tie {value}").rules.challengers_tie == now
