"""The shelf: every round on it is a whole round by the rules, so is its alternative, and the notes are true of both."""

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from cardlab import shelf
from cardlab.phrasing.catalogue import LANGUAGES, keys, message
from cardlab.record import Record, check
from cardlab.shelf.facts import facts
from cardlab.tongits import (
    Draw,
    Outcome,
    Phase,
    State,
    deal,
    outcome,
)

ROUNDS = Path(shelf.__file__).parent / "rounds"
YOU, LEFT, RIGHT = range(3)
# The clause a round is about, the one that decides it, who wins it, and who wins it the other way.
SHOWN = {
    "last_discard": ("T5.1", "T5.1", YOU, RIGHT),
    "burned_lowest": ("T7.2", "T6.4", RIGHT, None),
    "sapaw_saves": ("T4.1", "T6.4", YOU, LEFT),
    "tie_lost": ("T6.5", "T6.5", RIGHT, YOU),
    "stock_tie": ("T8.4", "T8.4", YOU, LEFT),
}
every_round = pytest.mark.parametrize("name", shelf.names())


def states(record: Record) -> list[State]:
    return [state for state in record.states() if isinstance(state, State)]


def end(record: Record) -> Outcome:
    result = outcome(states(record)[-1])
    assert result is not None
    return result


def test_the_shelf_holds_these_rounds_and_no_others():
    assert set(shelf.names()) == set(SHOWN)
    assert sorted(path.name for path in ROUNDS.iterdir()) == sorted(f"{name}.json" for name in SHOWN)


@every_round
def test_a_round_is_whole_was_dealt_from_its_seed_and_is_won_as_its_title_says(name: str):
    record, (about, decided, winner, _) = shelf.open(name), SHOWN[name]
    start = states(record)[0]
    assert check(record) is None
    assert record.start == deal(start.rules, record.about["shelf"]["seed"], first=start.first)
    assert states(record)[-1].phase is Phase.OVER
    assert (shelf.clause(name), end(record).clause, end(record).winner) == (about, decided, winner)


@every_round
def test_the_other_way_is_a_whole_legal_round_with_the_same_deal_that_ends_otherwise(name: str):
    record, otherwise = shelf.open(name), shelf.other(name)
    assert (otherwise and end(otherwise).winner) == SHOWN[name][3]
    if otherwise:
        assert check(otherwise) is None
        assert replace(states(otherwise)[0], rules=states(record)[0].rules) == record.start
        assert end(otherwise).payments != end(record).payments


@every_round
def test_notes_stand_at_the_same_moves_in_all_languages_from_the_deal_to_the_last_move(name: str):
    noted = {tuple(shelf.notes(name, lang)) for lang in LANGUAGES}
    assert len(noted) == 1
    first, *_, last = noted.pop()
    assert (first, last) == (0, len(shelf.open(name).moves))
    for lang in LANGUAGES:
        assert re.search(rf"[( ]{re.escape(shelf.clause(name))}[,)]", shelf.notes(name, lang)[0])
        assert not [note for note in shelf.notes(name, lang).values() if "{" in note or not note.endswith((".", ")"))]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_note_of_the_catalogue_is_shown_and_no_number_or_card_in_it_is_typed(lang: str):
    notes = {key: message(key, lang) for key in keys(lang) if key.startswith("shelf.")}
    used = {f"shelf.{part}.{name}" for name in SHOWN for part in ("title", "why")}
    used |= {f"shelf.move.{name}.{number}" for name in SHOWN for number in shelf.notes(name, lang) if number}
    assert set(notes) == used
    for text in notes.values():
        assert not re.search(r"[\d♣♦♥♠{}]", re.sub(r"\{\w+\}|\(T\d+\.\d+(?:, T\d+\.\d+)*\)", "", text)), text


@every_round
def test_the_facts_of_a_note_are_counted_on_the_table(name: str):
    record, otherwise = shelf.open(name), shelf.other(name)
    for number, state in enumerate(states(record)):
        expected, done = facts(record, otherwise, number), record.moves[:number]
        assert expected["stock"] == 15 + state.rules.jokers - sum(isinstance(move, Draw) for move in done)
        for seat, whose in enumerate(("your", "left", "right")):
            assert expected[f"{whose}_points"] == sum(min(card.number, 10) for card in state.hands[seat])
            assert (expected[f"{whose}_hand"], expected[f"{whose}_cards"]) == (
                state.hands[seat],
                len(state.hands[seat]),
            )
            if otherwise is not None:
                assert expected[f"other_{whose}_payment"] == abs(end(otherwise).payments[seat])
                assert expected[f"other_{whose}_points"] == end(otherwise).deadwood[seat]
    assert payments(expected) == [abs(paid) for paid in end(record).payments]


def payments(facts: dict[str, object]) -> list[object]:
    return [facts[f"{whose}_payment"] for whose in ("your", "left", "right")]


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
