"""The rounds of the shelf are told truly: every note, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import reduce

import pytest
from babel.messages.pofile import read_po
from played_rounds import CLAUSES, NAMES, PACKAGE, end, states

from cardlab import shelf
from cardlab.phrasing.catalogue import LANGUAGES
from cardlab.record import Record
from cardlab.shelf.facts import facts
from cardlab.tongits import Challenge, Draw, Fold, Phase, State, best_arrangements, outcome, play

SIDES = {
    "en": (r"\byou\b|\byour\b", r"\bleft\b", r"\bright\b"),
    "de": (r"\bdu\b|\bdein\w*\b", r"\blinks\b", r"\brechts\b"),
    "nl": (r"\bje\b|\bjij\b|\bjouw\b", r"\blinks\b", r"\brechts\b"),
}


def told(name: str) -> Iterator[tuple[str, int, str]]:
    return ((lang, number, note) for lang in LANGUAGES for number, note in shelf.notes(name, lang).items())


@pytest.mark.parametrize("name", NAMES)
def test_the_notes_stand_at_the_same_moves_in_all_languages_and_the_last_move_has_one(name: str):
    places = [tuple(shelf.notes(name, lang)) for lang in LANGUAGES]
    assert len(set(places)) == 1
    assert places[0][0] == 0
    assert places[0][-1] == len(shelf.open(name).moves)
    assert len(places[0]) >= 4
    assert len({shelf.title(name, lang) for lang in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize("name", NAMES)
def test_every_note_names_the_player_who_moved(name: str):
    record = shelf.open(name)
    for lang, number, note in told(name):
        if number:
            assert re.search(SIDES[lang][record.moves[number - 1].seat], note, re.IGNORECASE), (lang, number, note)


@pytest.mark.parametrize("name", NAMES)
def test_the_notes_are_whole_sentences_about_clauses_that_exist(name: str):
    for _, _, note in told(name):
        assert note[-1] == "."
        assert not re.search(r"[{}]|\b1 (?:points|cards|Punkte|Karten|punten|kaarten)\b", note)
        assert set(re.findall(r"\bT\d+\.\d+\b", note)) <= CLAUSES


def catalogue(lang: str) -> dict[str, str]:
    with (PACKAGE / "phrasing" / f"{lang}.po").open("rb") as source:
        messages = read_po(source, locale=lang)
    return {str(one.id): str(one.string) for one in messages if not one.context and str(one.id).startswith("shelf.")}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_number_and_no_card_in_a_note_is_typed(lang: str):
    for text in catalogue(lang).values():
        bare = re.sub(r"\{\w+\}|\(T\d+\.\d+\)", "", text)
        assert not re.search(r"[\d♣♦♥♠{}]", bare), text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_note_of_the_catalogues_is_told(lang: str):
    used = {f"shelf.{name}.{part}" for name in NAMES for part in ("title", "why")}
    used |= {f"shelf.{name}.{number}" for name in NAMES for number in shelf.notes(name, lang) if number}
    assert set(catalogue(lang)) == used


@pytest.mark.parametrize("name", NAMES)
def test_what_a_note_can_tell_is_counted_on_the_table(name: str):
    record, otherwise = shelf.open(name), shelf.other(name)
    for number, state in enumerate(states(record)):
        known = facts(record, otherwise, number)
        assert known["stock"] == 15 + state.rules.jokers - sum(isinstance(move, Draw) for move in record.moves[:number])
        for seat, whose in enumerate(("your", "left", "right")):
            assert known[f"{whose}_points"] == sum(min(card.number, 10) for card in state.hands[seat])
            assert known[f"{whose}_least"] == known[f"{whose}_points"] - laid_best(state, seat)
            assert (known[f"{whose}_hand"], known[f"{whose}_cards"]) == (state.hands[seat], len(state.hands[seat]))
            assert (f"{whose}_payment" in known) == (number == len(record.moves))
            if otherwise is not None:
                assert known[f"other_{whose}_payment"] == abs(end(otherwise).payments[seat])
                assert known[f"other_{whose}_points"] == end(otherwise).deadwood[seat]
        assert state.rules.concealed_melds_count
    assert [known[f"{whose}_payment"] for whose in ("your", "left", "right")] == [abs(p) for p in end(record).payments]


@pytest.mark.parametrize("name", NAMES)
def test_what_folding_would_cost_is_told_while_a_draw_call_is_answered_and_at_no_other_time(name: str):
    record, otherwise = shelf.open(name), shelf.other(name)
    for number, state in enumerate(states(record)):
        known = facts(record, otherwise, number)
        assert any(fact.startswith("folded_") for fact in known) == (state.phase is Phase.ANSWER)
        if state.phase is Phase.ANSWER:
            asked = [
                seat for seat in ((state.caller + step) % 3 for step in (1, 2)) if seat not in answered(record, number)
            ]
            folded = outcome(reduce(play, map(Fold, asked), state))
            assert folded is not None
            assert [known[f"folded_{whose}_payment"] for whose in ("your", "left", "right")] == [
                abs(paid) for paid in folded.payments
            ]


def answered(record: Record, number: int) -> set[int]:
    """Who has answered the draw call after so many moves."""
    return {move.seat for move in record.moves[:number] if isinstance(move, Challenge | Fold)}


def laid_best(state: State, seat: int) -> int:
    """What the melds of the best arrangement of a hand count."""
    best = best_arrangements(state.hands[seat], (), state.rules)[0]
    return sum(min(card.number, 10) for meld in best.melds for card in meld.cards)


def test_the_cards_in_a_note_are_those_of_the_move():
    record = shelf.open("taken_to_lay_off")
    take, lay_off, *_, last = (facts(record, None, number) for number in range(14, 18))
    assert [str(take["card"]), str(last["card"])] == ["7s", "3h"]
    assert [str(card) for card in lay_off["cards"]] == ["7s"]
    assert [str(card) for card in lay_off["meld"]] == ["2s", "3s", "4s", "5s", "6s", "7s"]
    assert "7♠" in shelf.notes("taken_to_lay_off", "de")[14]
