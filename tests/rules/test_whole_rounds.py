"""Whole rounds kept as records: what each of them shows stands in it, and replayed it ends as is written there."""

from pathlib import Path

import pytest

from cardlab.record import Record, check

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
