"""Every refusal, move and ending of random rounds of both games, told to every reader in every language.

What a reader is told of somebody else is what a spectator is told, with other names; what it says in the second
person is what the spectator reads with a name. So no sentence says "you" to the wrong one, in any language.
`ROUNDS` in the environment says how many rounds of each game; `make long` plays thousands.
"""

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from random_rounds import (
    Happens,
    Made,
    Over,
    Refused,
    rare_tichu_positions,
    rare_tongits_positions,
    tichu_round,
    tongits_round,
)

from cardlab import explain, tichu, tongits
from cardlab.phrasing import Reader, scoring, tichu_sentences, tongits_sentences
from cardlab.phrasing.catalogue import LANGUAGES, card_label, say
from cardlab.phrasing.messages import in_words
from cardlab.widgets.tongits_table.felt_props import _how_paid
from tests.random_rules import any_rules

ROUNDS = int(os.environ.get("ROUNDS", "16"))
EVERY = 4
"""Moves are tried at one step in so many, and one in so many of them; of Tichu, where more are tried, fewer."""
YOU = {
    "en": re.compile(r"\b(?:you|your|yours|yourself)\b", re.IGNORECASE),
    "de": re.compile(r"\b(?:du|dich|dir|dein(?:e[mnrs]?)?|euch|euer|eure[mnrs]?)\b", re.IGNORECASE),
    "nl": re.compile(r"\b(?:je|jij|jou|jouw|jullie)\b", re.IGNORECASE),
}
SEAT = {"en": r"seats?", "de": r"Platz|Plätze|Plätzen", "nl": r"plaats(?! van)|plaatsen"}
FROM_0 = re.compile(r"\b(?:pile|player|meld|Stapel|Spieler|Auslage|stapel|speler|combinatie|Combinatie) 0\b")
TORN = re.compile(r"[{}\ue000]|\(\)|Card\(|None|  |^\s*$|^[a-z_]+\.[a-z_.]+$")


# What is said of one thing that happens, refusals without advice: that is for the one who moved.


def said_of_tongits(reader: Reader, happens: Refused | Made | Over) -> Iterator[str]:
    match happens:
        case Refused(refusal, by):
            yield reader.explain(refusal, by, repair=False)
        case Made(move, before):
            yield from tongits_sentences.describe_moves(reader, [(move, before)], open_hands=True)
        case Over(state):
            result = tongits_sentences.result_of(state)
            for reason in (
                *tongits_sentences.ended(reader, state),
                *tongits_sentences.burned(reader, result),
                *(tongits_sentences.balance(reader, state, seat) for seat in range(3)),
            ):
                assert reason.sentence.endswith(f"({reason.rule})")
                yield reason.sentence


def said_of_tichu(reader: Reader, happens: Refused | Made | Over) -> Iterator[str]:
    match happens:
        case Refused(refusal, by):
            yield reader.explain(refusal, by, repair=False)
        case Made(move, before):
            yield from tichu_sentences.describe_move(reader, move, before)
            yield from tichu_sentences.describe_move(reader, move, before, ())
        case Over(state):
            yield from tichu_sentences.ended(reader, state)


@cache
def names(reader: Reader, spectator: Reader) -> tuple[tuple[str, str], ...]:
    """What the reader calls everybody else, within a sentence and at its beginning, and what the spectator."""
    found = []
    for seat in set(range(4)) - {reader.seat}:
        for called in (Reader.within, Reader.name):
            mine, theirs = called(reader, seat), called(spectator, seat)
            found += [(mine, theirs), (mine[0].upper() + mine[1:], theirs[0].upper() + theirs[1:])]
    return tuple(dict.fromkeys(found))


def renamed(text: str, reader: Reader, spectator: Reader) -> str:
    """The sentence with everybody but the reader called as the spectator calls them."""
    for mine, theirs in names(reader, spectator):
        text = text.replace(mine, theirs)
    return text.lower()


def named(text: str, seat: int | None, spectator: Reader) -> bool:
    return seat is not None and re.search(rf"\b{spectator.within(seat)}\b", text, re.IGNORECASE) is not None


def wrong(text: str, lang: str) -> bool:
    """Whether something is missing in a sentence, or calls a place as only the notation does."""
    return bool(TORN.search(text) or FROM_0.search(text) or re.search(rf"\b(?:{SEAT[lang]})\b", text))


Readers = dict[str, list[Reader]]
Sentences = Callable[[Reader, Any], Iterator[str]]


def faults(happens: Refused | Made | Over, sentences: Sentences, readers: Readers) -> Iterator[tuple[str, ...]]:
    """What is wrong with what the readers of each language are told, the spectator first among them."""
    for lang, (spectator, *seated) in readers.items():
        theirs = list(sentences(spectator, happens))
        for text in theirs:
            if wrong(text, lang) or YOU[lang].search(text):
                yield lang, "spectator", text
        for reader in seated:
            for text, other in zip(sentences(reader, happens), theirs, strict=True):
                mine = renamed(text, reader, spectator)
                you = YOU[lang].search(mine) is not None
                if (
                    wrong(text, lang)
                    or you != named(other, reader.seat, spectator)
                    or not (you or mine == other.lower())
                ):
                    yield lang, f"seat {reader.seat}, where a spectator reads: {other}", text


TONGITS_READERS = {lang: [tongits_sentences.at_table(lang, seat) for seat in (None, 0, 1, 2)] for lang in LANGUAGES}
TICHU_READERS = {
    lang: [
        tichu_sentences.at_table(lang),
        *(tichu_sentences.at_table(lang, seat) for seat in (0, 1)),
        tichu_sentences.at_table(lang, 0, tichu_sentences.COMPUTER),
    ]
    for lang in LANGUAGES
}


def once(happens: Happens, met: set[str]) -> Happens:
    """What has not been told before: the same refusal with the same facts is the same sentence."""
    for one in happens:
        match one:
            case Refused(refusal, by):
                facts = sorted(
                    (name, str(fact)) for name, fact in refusal.facts.items() if name not in ("cards", "meld")
                )
                key = f"{refusal.code} {refusal.rule} {facts} {by}"
            case Made(move, _):
                key = str(move)
            case Over(state):
                key = str(state)
        if key not in met:
            met.add(key)
            yield one


def tongits_rounds() -> Happens:
    yield from rare_tongits_positions()
    for number in range(ROUNDS):
        random = Random(f"tongits {number}")
        fond_of = random.choice((None, None, tongits.Call, tongits.LayMeld, tongits.Take))
        yield from tongits_round(any_rules(tongits.Rules, random), number, fond_of, EVERY)


def tichu_rounds() -> Happens:
    yield from rare_tichu_positions()
    for number in range(ROUNDS):
        yield from tichu_round(any_rules(tichu.Rules, Random(f"tichu {number}")), number, 2 * EVERY)


@pytest.mark.parametrize(
    ("rounds", "sentences", "readers", "codes"),
    [
        (tongits_rounds, said_of_tongits, TONGITS_READERS, tongits.Code),
        (tichu_rounds, said_of_tichu, TICHU_READERS, tichu.Code),
    ],
    ids=["tongits", "tichu"],
)
def test_every_refusal_can_occur_and_every_sentence_is_told_to_everyone_in_the_right_person(
    rounds, sentences, readers, codes
):
    found, refused = [], set()
    for happens in once(rounds(), set()):
        if isinstance(happens, Refused):
            refused.add(happens.refusal.code)
        found += faults(happens, sentences, readers)
    assert not found, found[:5]
    assert refused >= set(codes)


def test_what_is_hidden_from_a_reader_is_not_told():
    for happens in tongits_round(tongits.Rules(secret_four=True), 3, every=10**6):
        if isinstance(happens, Made) and isinstance(happens.move, tongits.Draw):
            card = happens.before.stock[0]
            for reader in TONGITS_READERS["en"]:
                (text,) = tongits_sentences.describe_moves(reader, [(happens.move, happens.before)])
                assert (card_label(card) in text) == (reader.seat == happens.move.seat), text


def test_a_repair_is_told_to_whoever_moved_and_to_nobody_else():
    (refusal,) = tongits.why_not(tongits.deal(seed=1), tongits.Draw(0))
    for lang in LANGUAGES:
        advice = say(f"fix.{refusal.fix.code}", lang)
        assert [advice in reader.explain(refusal, 0) for reader in TONGITS_READERS[lang]] == [False, True, False, False]
        assert advice in explain(refusal, lang)


ANA, EVE = (Reader("en", seat=0, people=people) for people in (("Ana", "Ben", "Cara"), ("Eve", "Fay", "Gus")))


def test_everybody_reads_the_names_of_their_own_table_and_counts_seats_as_there_however_often_a_sentence_was_said():
    for _ in range(2):
        told = [
            (one.say("table.turn.answer", seat=1), one.about("text.does", 2, deeds=("call",))) for one in (ANA, EVE)
        ]
        assert [[text.split()[0] for text in texts] for texts in told] == [["Ben", "Cara"], ["Fay", "Gus"]]
    players, notation = (Reader("en", first=first).say("refusal.no_such_seat", seat=5) for first in (1, 0))
    assert "player 6" in players
    assert "seat 5" in notation


def test_two_options_of_a_position_never_have_one_name():
    for seed in range(8):
        for happens in tongits_round(any_rules(tongits.Rules, Random(seed)), seed, every=10**6):
            if isinstance(happens, Made):
                legal = tongits.legal_moves(happens.before, happens.before.seat)
                reader = TONGITS_READERS["en"][1 + happens.before.seat]
                seen = tongits.view(happens.before, happens.before.seat)
                different = {re.sub(r"X\d", "X", str(move)) for move in legal}  # one joker is as good as another
                assert len({tongits_sentences.option(reader, move, seen) for move in legal}) == len(different)


SUM = re.compile(r"(?:\d+ × )?(?:\(\d+ − \d+\)|\d+ − \d+)")


def test_T9_3_the_sum_that_is_said_of_a_payment_in_points_is_the_payment_by_any_house_rules():
    reader, summed = TONGITS_READERS["en"][1], 0
    for number in range(40):
        rules = replace(any_rules(tongits.Rules, Random(number)), payment=tongits.Payment.DEADWOOD)
        *_, over = tongits_round(rules, number, every=10**6)
        result = tongits_sentences.result_of(over.state)
        for seat in (seat for seat in range(3) if result.payments[seat] < 0):
            for text in (
                in_words(reader, scoring.how_paid(result.deadwood, result.winner, seat)),
                tongits_sentences.balance(reader, over.state, seat).sentence,
                _how_paid(over.state, result, seat, reader),
            ):
                (said,) = SUM.findall(text)
                assert eval(said.translate({ord("−"): "-", ord("×"): "*"})) == -result.payments[seat], text
            summed += 1
    assert summed > 40
