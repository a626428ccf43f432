"""The shelf: every round on it is a whole round by the rules, and so is its other way."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace

import pytest
from played_rounds import CLAUSES, NAMES, PACKAGE, end, states

from cardlab import shelf
from cardlab.cli import main
from cardlab.phrasing.catalogue import LANGUAGES
from cardlab.record import Record, check
from cardlab.tongits import Discard, Phase, deal

ROUNDS = PACKAGE / "shelf" / "rounds"
SOURCES = dict(
    re.findall(r"^\| ([TU][0-9.]+) \|.*\| ([^|]*) \|$", (PACKAGE / "RULES.md").read_text(encoding="utf-8"), re.M)
)


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


@pytest.mark.parametrize("name", NAMES)
def test_the_notes_tell_only_what_the_sheets_say_as_said_by_the_sheets(name: str):
    """A clause whose source is no sheet was decided by this rule book."""
    for note in shelf.notes(name).values():
        for sentence in re.split(r"(?<=[.:]) ", note):
            if "sheets" in sentence:
                assert all("000" in SOURCES[clause] for clause in re.findall(r"[TU]\d+\.\d+", sentence)), sentence


def thrown(record: Record) -> list[Discard]:
    return [move for move in record.moves if isinstance(move, Discard) and move.seat == 0]


def test_what_would_have_come_is_told_as_possible_where_you_would_have_had_to_throw_other_cards():
    """By the other rule you might have thrown others still: its line is one of many."""
    others = {name: shelf.other(name) for name in NAMES}
    by_choice = [
        name
        for name, other in others.items()
        if other and any(one != two for one, two in zip(thrown(shelf.open(name)), thrown(other), strict=False))
    ]
    assert by_choice
    for name in by_choice:
        told = shelf.notes(name)
        assert " might " in told[max(told)]


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
assert not [path for path in read if path.endswith((".json", ".po"))], read
shelf.open("tie_lost")
assert [path.rpartition("/")[2] for path in read if path.endswith(".json")] == ["tie_lost.json"], read
"""
    subprocess.run([sys.executable, "-c", program], check=True)
