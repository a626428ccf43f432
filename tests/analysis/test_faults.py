"""Impossible positions: each has exactly its faults, with clause and repair; nonsense never raises."""

import re
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab.analysis.faults import Fault, faults
from cardlab.analysis.position import read, view_of
from cardlab.cards import DECK, JOKERS, SPECIALS, Card, cards
from cardlab.phrasing import explain
from cardlab.phrasing.catalogue import LANGUAGES
from cardlab.refusal import NotationError
from cardlab.tongits import Began, Phase, Rules
from cardlab.tongits.notation import Draft, DraftMeld, complete, write
from tests.analysis.rounds_met import ANSWERING, MIDDLE, THIRTEEN, TRADITIONAL, codes

TABLES = (Rules(), Rules(jokers=2, ace_high=True), TRADITIONAL, replace(TRADITIONAL, jokers=4))


TAKING = read(
    "seat 0 lay; hand 2c 2d 5d 9d Td Kh Kc Qs Js 5h; meld 1 4c 4d 4h 4s; meld 0 7h 8h 9h; discard 3d 6d; taken 2d"
)
LAST = replace(ANSWERING, seat=2, viewer=2, hand=cards("Ac Ad 2s 3s 6c 6s 8c Jd Jc Jh Ah As"))
SECRET = replace(MIDDLE, rules=Rules(secret_four=True), melds=(DraftMeld(1, (), secret=True), MIDDLE.melds[1]))


def melds(*written: str) -> tuple[DraftMeld, ...]:
    return read("; ".join(f"meld {meld}" for meld in written)).melds


def fours_and(*written: str) -> tuple[DraftMeld, ...]:
    """The four fours of seat 1, and these melds."""
    return melds("1 4c 4d 4h 4s", *written)


FAULTY = (
    replace(THIRTEEN, viewer=3),
    replace(THIRTEEN, counts=(13, 12)),
    replace(THIRTEEN, counts=(12, 12, 12)),
    replace(THIRTEEN, phase=Phase.OVER),
    THIRTEEN.with_hand((*THIRTEEN.hand[1:], Card("Ph"))),
    THIRTEEN.with_hand((*THIRTEEN.hand[1:], Card("X1"))),
    THIRTEEN.with_hand((*THIRTEEN.hand[1:], Card("Kh"))),
    replace(MIDDLE, discards=cards("Kh 3d 6d")),
    replace(MIDDLE, melds=fours_and("0 7h 8h Kh")),
    replace(MIDDLE, melds=fours_and("0 7h 8h Th")),
    replace(MIDDLE, melds=fours_and("0 7h 8h 9s")),
    replace(MIDDLE, melds=fours_and("0 Qh Ks Ah")),
    replace(MIDDLE, melds=fours_and("0 Ah Qh Kd")),
    replace(MIDDLE, melds=fours_and("0 Qd Kd Ad")),
    replace(MIDDLE, melds=fours_and("0")),
    replace(MIDDLE, rules=Rules(jokers=2), stock=15, melds=fours_and("0 7h X1 8h")),
    replace(MIDDLE, melds=melds("1 secret", "0 7h 8h 9h")),
    replace(SECRET, melds=melds("1 secret 4c 4d 4h 4s", "0 7h 8h 9h")),
    replace(SECRET, melds=fours_and("0 secret 7h 8h 9h")),
    replace(SECRET, viewer=1, hand=cards("Ac Ad 2s 3s 6c 6s 8c Jd")),
    replace(THIRTEEN, counts=(13, 13, 12)),
    replace(THIRTEEN, counts=(13, 11, 12)),
    replace(THIRTEEN, counts=(13, 11, 13)),
    THIRTEEN.with_hand(THIRTEEN.hand[1:]),
    replace(MIDDLE, counts=(9, 9, 12)),
    replace(MIDDLE, counts=(9, 8, 11)),
    replace(MIDDLE, counts=(9, 10, 12)),
    replace(
        MIDDLE,
        seat=1,
        counts=(9, 0, 12),
        last_drawer=0,
        first=1,
        melds=fours_and("0 7h 8h 9h", "1 6h 6c 6s", "1 8c 9c Tc Jc Qc"),
    ),
    replace(THIRTEEN.with_hand(THIRTEEN.hand[:10]), melds=melds("1 6c 6d 6h")),
    replace(MIDDLE, sapawed=frozenset({0})),
    replace(MIDDLE, sapawed=frozenset({2})),
    replace(THIRTEEN, stock=16),
    replace(THIRTEEN, stock=-1),
    replace(THIRTEEN, stock=14),
    replace(MIDDLE, discards=cards("2d 3d")),
    read("hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js"),
    replace(MIDDLE, stock=0, first=2, discards=(*MIDDLE.discards, *cards("Ac Ad Ah As 3h 3s 6c 6h 6s 8c 8d Jc Jd"))),
    replace(MIDDLE, began=Began.STOCK),
    replace(THIRTEEN, began=None),
    replace(THIRTEEN, began=Began.STOCK),
    replace(TAKING, began=Began.DEAL, takes=0, taken=None, last_drawer=0),
    replace(THIRTEEN, takes=3),
    replace(TAKING, takes=-1),
    replace(MIDDLE, takes=31),
    replace(THIRTEEN, first=1),
    replace(MIDDLE, takes=1),
    replace(MIDDLE, last_drawer=None),
    replace(THIRTEEN, last_drawer=0),
    replace(THIRTEEN, taken=Card("Kc")),
    replace(TAKING, taken=Card("Ac")),
    replace(TAKING, rules=Rules(discard_must_meld=True)),
    complete(
        hand=cards("2d"),
        taken=Card("2d"),
        discards=cards("3d 6d"),
        melds=melds("0 4c 4d 4h 4s", "0 7h 8h 9h Th", "0 9c Tc Jc Qc"),
    ),
    replace(ANSWERING, caller=None),
    replace(MIDDLE, caller=0),
    replace(ANSWERING, rules=Rules(showdown="everyone")),
    replace(ANSWERING, seat=0),
    replace(ANSWERING, melds=fours_and("1 7h 8h 9h"), counts=(12, 5, 12), hand=ANSWERING.hand[:5]),
    replace(
        ANSWERING,
        rules=Rules(sapaw_blocks_call=True),
        counts=(9, 8, 11),
        sapawed=frozenset({0}),
        melds=fours_and("0 7h 8h 9h Th"),
    ),
    replace(MIDDLE, challengers=frozenset({1})),
    replace(ANSWERING, challengers=frozenset({0})),
    replace(ANSWERING, challengers=frozenset({1})),
    replace(LAST, melds=melds("0 4c 4d 4h 4s", "0 7h 8h 9h"), counts=(5, 12, 12), challengers=frozenset({1})),
    replace(THIRTEEN, scores=(40, 20)),
    replace(THIRTEEN, scores=(40, 100, 20)),
    replace(THIRTEEN, scores=(40, -1, 20)),
    replace(MIDDLE, discards=cards("Kh Kh"), taken=Card("As"), sapawed=frozenset({2}), counts=(9, 8, 14)),
    complete(hand=THIRTEEN.hand[:12], seat=1, taken=Card("2c"), discards=()),
)


def test_an_impossible_position_has_exactly_its_faults_each_said_with_clause_and_repair(snapshot):
    for draft in (THIRTEEN, MIDDLE, TAKING, replace(TAKING, takes=30, last_drawer=0), ANSWERING, LAST, SECRET):
        assert codes(draft) == [], "what is spoilt above"
    told, met = [], set()
    for draft in FAULTY:
        found = faults(draft)
        with pytest.raises(ValueError, match=re.escape(explain(found[0]))):
            view_of(draft)
        told += [write(draft), *(f"    {fault.code} {explain(fault)}" for fault in found)]
        met |= {fault.code for fault in found}
        for fault, lang in product(found, LANGUAGES):
            sentence = explain(fault, lang)
            assert sentence.endswith(f"({fault.rule})")
            assert not re.search(r"[{}]|\(\)|Card\(|None(?! is)|  |position\.", sentence), sentence
    assert "\n".join(told) == snapshot
    assert met >= set(Fault)


def test_a_card_that_is_often_in_one_place_is_refused_once():
    (fault,) = faults(THIRTEEN.with_hand((*THIRTEEN.hand[:9], *4 * cards("Kh"))))
    assert fault.code == Fault.CARD_TWICE_IN_ONE_PLACE


CARD = st.sampled_from((*DECK, *JOKERS, *SPECIALS))
HANDFUL = st.lists(CARD, max_size=15).map(tuple)
SEAT = st.integers(-1, 3)
SEATS = st.frozensets(SEAT, max_size=4)
DRAFTS = st.builds(
    Draft,
    rules=st.sampled_from(TABLES),
    viewer=SEAT,
    seat=SEAT,
    phase=st.sampled_from(Phase),
    began=st.none() | st.sampled_from(Began),
    hand=HANDFUL,
    counts=st.lists(st.integers(-2, 20), max_size=4).map(tuple) | st.just((12, 12, 12)),
    stock=st.integers(-2, 60),
    discards=HANDFUL,
    melds=st.lists(
        st.builds(DraftMeld, owner=SEAT, cards=st.lists(CARD, max_size=6).map(tuple), secret=st.booleans()), max_size=4
    ).map(tuple),
    taken=st.none() | CARD,
    takes=st.integers(-1, 40),
    sapawed=SEATS,
    caller=st.none() | SEAT,
    challengers=SEATS,
    first=SEAT,
    last_drawer=st.none() | SEAT,
)


@settings(max_examples=200)
@given(DRAFTS)
def test_nonsense_is_written_read_and_explained_in_every_language(draft):
    assert read(write(draft)) == draft
    for fault in faults(draft):
        assert all(explain(fault, lang) for lang in LANGUAGES)


@settings(max_examples=200)
@given(st.text(alphabet="hand ce0123;-\n79TKmeldrusogtakcX", max_size=60) | st.text(max_size=40))
def test_any_text_is_a_draft_or_is_refused_in_a_sentence(text):
    refusal = draft = None
    try:
        draft = read(text)
    except NotationError as error:
        refusal = error.refusal
    assert draft is None or (read(write(draft)) == draft and isinstance(faults(draft), tuple))
    assert refusal is None or all(explain(refusal, lang) for lang in LANGUAGES)
