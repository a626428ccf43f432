"""The shelf: every round on it is a whole round by the rules, and so is its other way."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest
from played_rounds import CLAUSES, NAMES, PACKAGE, end, states

from cardlab import shelf
from cardlab.cli import main
from cardlab.locale import LANGUAGES
from cardlab.record import check
from cardlab.tongits import Phase, deal

ROUNDS = PACKAGE / "shelf" / "rounds"


def test_the_folder_holds_the_rounds_of_the_shelf_and_no_others():
    assert sorted(path.name for path in ROUNDS.iterdir()) == sorted(f"{name}.json" for name in NAMES)
    assert len(set(NAMES)) == len(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_round_passes_the_check(name: str, capsys: pytest.CaptureFixture[str]):
    assert main(["check", str(ROUNDS / f"{name}.json")]) == 0
    assert capsys.readouterr().out


@pytest.mark.parametrize("name", NAMES)
def test_the_round_is_whole_and_was_dealt_from_its_seed(name: str):
    record = shelf.open(name)
    start = states(record)[0]
    assert record.start == deal(start.rules, record.about["shelf"]["seed"], first=start.first)
    assert record.written_outcome is not None
    assert states(record)[-1].phase is Phase.OVER
    assert record.text() == (ROUNDS / f"{name}.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [name for name in NAMES if shelf.other(name)])
def test_the_other_way_is_a_whole_legal_round_with_the_same_deal_that_ends_otherwise(name: str):
    record, otherwise = shelf.open(name), shelf.other(name)
    assert otherwise is not None
    assert check(otherwise) is None
    assert replace(states(otherwise)[0], rules=states(record)[0].rules) == record.start
    assert end(otherwise).payments != end(record).payments


@pytest.mark.parametrize("name", NAMES)
def test_the_round_is_about_a_clause_of_the_rule_book_and_its_introduction_names_it(name: str):
    assert shelf.clause(name) in CLAUSES
    for lang in LANGUAGES:
        assert f"({shelf.clause(name)})" in shelf.notes(name, lang)[0]


def test_a_round_that_is_not_there_is_refused():
    for ask in (shelf.open, shelf.other, shelf.clause, shelf.title, shelf.notes):
        with pytest.raises(KeyError, match="no round"):
            ask("../record")


def test_nothing_is_read_before_it_is_asked_for():
    program = """
import sys
read = []
sys.addaudithook(lambda event, about: read.append(str(about[0])) if event == "open" else None)
from cardlab import shelf
shelf.names()
assert not [path for path in read if path.endswith((".json", ".mo"))], read
shelf.open("tie_lost")
assert [path.rpartition("/")[2] for path in read if path.endswith(".json")] == ["tie_lost.json"], read
"""
    subprocess.run([sys.executable, "-c", program], check=True)
