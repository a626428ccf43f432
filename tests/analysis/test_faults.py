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
from cardlab.tongits import Began, Code, Phase, Rules
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


FAULTY: list[tuple[Draft, list[tuple[str, str]]]] = [
    (replace(THIRTEEN, viewer=3), [(Code.NO_SUCH_SEAT, "T1.1")]),
    (replace(THIRTEEN, counts=(13, 12)), [(Fault.COUNTS_MISSING, "T1.1")]),
    (replace(THIRTEEN, counts=(12, 12, 12)), [(Fault.HAND_IS_NOT_COUNT, "T1.3")]),
    (replace(THIRTEEN, phase=Phase.OVER), [(Code.ROUND_OVER, "T8.1")]),
    (THIRTEEN.with_hand((*THIRTEEN.hand[1:], Card("Ph"))), [(Fault.CARD_NOT_PLAYED, "T1.2")]),
    (THIRTEEN.with_hand((*THIRTEEN.hand[1:], Card("X1"))), [(Fault.JOKER_NOT_PLAYED, "T10.1")]),
    (THIRTEEN.with_hand((*THIRTEEN.hand[1:], Card("Kh"))), [(Fault.CARD_TWICE_IN_ONE_PLACE, "T1.2")]),
    (replace(MIDDLE, discards=cards("Kh 3d 6d")), [(Fault.CARD_IN_TWO_PLACES, "T1.2")]),
    (
        replace(MIDDLE, melds=fours_and("0 7h 8h Kh")),
        [(Fault.CARD_IN_TWO_PLACES, "T1.2"), (Code.NOT_CONSECUTIVE, "T3.2")],
    ),
    (replace(MIDDLE, melds=fours_and("0 7h 8h Th")), [(Code.NOT_CONSECUTIVE, "T3.2")]),
    (replace(MIDDLE, melds=fours_and("0 7h 8h 9s")), [(Code.DIFFERENT_RANKS, "T3.1"), (Code.DIFFERENT_SUITS, "T3.2")]),
    (replace(MIDDLE, melds=fours_and("0 Qh Ks Ah")), [(Code.DIFFERENT_RANKS, "T3.1"), (Code.DIFFERENT_SUITS, "T3.2")]),
    (replace(MIDDLE, melds=fours_and("0 Ah Qh Kd")), [(Code.DIFFERENT_RANKS, "T3.1"), (Code.DIFFERENT_SUITS, "T3.2")]),
    (replace(MIDDLE, melds=fours_and("0 Qd Kd Ad")), [(Code.ACE_IS_LOW, "T3.3")]),
    (replace(MIDDLE, melds=fours_and("0")), [(Fault.MELD_NOT_KNOWN, "T3.1")]),
    (
        replace(MIDDLE, rules=Rules(jokers=2), stock=15, melds=fours_and("0 7h X1 8h")),
        [(Code.JOKER_UNCLEAR, "T10.3")],
    ),
    (replace(MIDDLE, melds=melds("1 secret", "0 7h 8h 9h")), [(Code.SECRET_NOT_PLAYED, "T6.9")]),
    (replace(SECRET, melds=melds("1 secret 4c 4d 4h 4s", "0 7h 8h 9h")), [(Fault.SECRET_KNOWN, "T6.9")]),
    (replace(SECRET, melds=fours_and("0 secret 7h 8h 9h")), [(Code.SECRET_NEEDS_FOUR, "T6.9")]),
    (
        replace(SECRET, viewer=1, hand=cards("Ac Ad 2s 3s 6c 6s 8c Jd")),
        [(Fault.MELD_NOT_KNOWN, "T6.9")],
    ),
    (replace(THIRTEEN, counts=(13, 13, 12)), [(Fault.TOO_MANY_IN_HAND, "T1.3")]),
    (replace(THIRTEEN, counts=(13, 11, 12)), [(Fault.TOO_FEW_IN_HAND, "T1.3")]),
    (replace(THIRTEEN, counts=(13, 11, 13)), [(Fault.TOO_FEW_IN_HAND, "T1.3"), (Fault.TOO_MANY_IN_HAND, "T1.3")]),
    (THIRTEEN.with_hand(THIRTEEN.hand[1:]), [(Fault.TOO_FEW_IN_HAND, "T1.3")]),
    (replace(MIDDLE, counts=(9, 9, 12)), [(Fault.HANDS_TOO_LARGE, "T2.4")]),
    (replace(MIDDLE, counts=(9, 8, 11)), [(Fault.HANDS_TOO_SMALL, "T2.4")]),
    (replace(MIDDLE, counts=(9, 10, 12)), [(Fault.TOO_MANY_IN_HAND, "T1.3")]),
    (
        replace(
            MIDDLE,
            seat=1,
            counts=(9, 0, 12),
            last_drawer=0,
            first=1,
            melds=fours_and("0 7h 8h 9h", "1 6h 6c 6s", "1 8c 9c Tc Jc Qc"),
        ),
        [(Fault.NOTHING_IN_HAND, "T5.1")],
    ),
    (replace(THIRTEEN.with_hand(THIRTEEN.hand[:10]), melds=melds("1 6c 6d 6h")), [(Fault.NO_TURN_YET, "T2.3")]),
    (replace(MIDDLE, sapawed=frozenset({0})), [(Fault.SAPAWED_ON_NOTHING, "T4.1")]),
    (replace(MIDDLE, sapawed=frozenset({2})), [(Fault.SAPAWED_ON_NOTHING, "T4.1")]),
    (replace(THIRTEEN, stock=16), [(Fault.STOCK_IMPOSSIBLE, "T1.4")]),
    (replace(THIRTEEN, stock=-1), [(Fault.STOCK_IMPOSSIBLE, "T1.4")]),
    (replace(THIRTEEN, stock=14), [(Fault.DISCARDS_AND_STOCK, "T2.4")]),
    (replace(MIDDLE, discards=cards("2d 3d")), [(Fault.DISCARDS_AND_STOCK, "T2.4")]),
    (read("hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js"), [(Fault.NOTHING_DISCARDED, "T2.4")]),
    (
        replace(
            MIDDLE, stock=0, first=2, discards=(*MIDDLE.discards, *cards("Ac Ad Ah As 3h 3s 6c 6h 6s 8c 8d Jc Jd"))
        ),
        [(Fault.STOCK_WAS_LAST, "T8.1")],
    ),
    (replace(MIDDLE, began=Began.STOCK), [(Fault.TURN_HAS_NOT_BEGUN, "T2.1")]),
    (replace(THIRTEEN, began=None), [(Fault.TURN_HAS_NO_BEGINNING, "T2.1")]),
    (replace(THIRTEEN, began=Began.STOCK), [(Fault.NOTHING_WAS_DRAWN, "T2.1")]),
    (replace(TAKING, began=Began.DEAL, takes=0, taken=None, last_drawer=0), [(Fault.NOT_THE_FIRST_TURN, "T2.2")]),
    (replace(THIRTEEN, takes=3), [(Fault.BEGINNING_AND_TAKES, "T2.7")]),
    (replace(TAKING, takes=-1), [(Fault.TAKES_IMPOSSIBLE, "T2.7")]),
    (replace(MIDDLE, takes=31), [(Fault.TAKES_IMPOSSIBLE, "T2.7")]),
    (replace(THIRTEEN, first=1), [(Fault.SEAT_AFTER_FIRST, "T1.1")]),
    (replace(MIDDLE, takes=1), [(Fault.SEAT_AFTER_DRAWER, "T1.1")]),
    (replace(MIDDLE, last_drawer=None), [(Fault.NOBODY_DREW, "T2.1")]),
    (replace(THIRTEEN, last_drawer=0), [(Fault.SOMEBODY_DREW, "T2.1")]),
    (replace(THIRTEEN, taken=Card("Kc")), [(Fault.TAKEN_WITHOUT_TAKE, "T2.6")]),
    (replace(TAKING, taken=Card("Ac")), [(Fault.TAKEN_NOT_IN_HAND, "T2.6")]),
    (replace(TAKING, rules=Rules(discard_must_meld=True)), [(Fault.TAKEN_MAKES_NO_MELD, "T2.5")]),
    (
        complete(
            hand=cards("2d"),
            taken=Card("2d"),
            discards=cards("3d 6d"),
            melds=melds("0 4c 4d 4h 4s", "0 7h 8h 9h Th", "0 9c Tc Jc Qc"),
        ),
        [(Fault.TAKEN_IS_ALL, "T2.6")],
    ),
    (replace(ANSWERING, caller=None), [(Fault.ANSWER_WITHOUT_CALL, "T6.2")]),
    (replace(MIDDLE, caller=0), [(Fault.CALL_WITHOUT_ANSWER, "T6.2")]),
    (replace(ANSWERING, rules=Rules(showdown="everyone")), [(Fault.NOBODY_IS_ASKED, "T6.2")]),
    (replace(ANSWERING, seat=0), [(Fault.CALLER_ANSWERS, "T6.2")]),
    (
        replace(ANSWERING, melds=fours_and("1 7h 8h 9h"), counts=(12, 5, 12), hand=ANSWERING.hand[:5]),
        [(Fault.CALLER_NOT_OPENED, "T6.1")],
    ),
    (
        replace(
            ANSWERING,
            rules=Rules(sapaw_blocks_call=True),
            counts=(9, 8, 11),
            sapawed=frozenset({0}),
            melds=fours_and("0 7h 8h 9h Th"),
        ),
        [(Fault.CALLER_WAS_BARRED, "T6.8")],
    ),
    (replace(MIDDLE, challengers=frozenset({1})), [(Fault.CHALLENGE_WITHOUT_CALL, "T6.2")]),
    (replace(ANSWERING, challengers=frozenset({0})), [(Fault.CALLER_CHALLENGES, "T6.2")]),
    (replace(ANSWERING, challengers=frozenset({1})), [(Fault.CHALLENGED_TOO_EARLY, "T6.2")]),
    (
        replace(LAST, melds=melds("0 4c 4d 4h 4s", "0 7h 8h 9h"), counts=(5, 12, 12), challengers=frozenset({1})),
        [(Fault.CHALLENGER_IS_BURNED, "T6.3")],
    ),
    (replace(THIRTEEN, scores=(40, 20)), [(Fault.SCORES_IMPOSSIBLE, "T10.5")]),
    (replace(THIRTEEN, scores=(40, 100, 20)), [(Fault.SCORES_IMPOSSIBLE, "T10.5")]),
    (replace(THIRTEEN, scores=(40, -1, 20)), [(Fault.SCORES_IMPOSSIBLE, "T10.5")]),
]


@pytest.mark.parametrize("draft", [THIRTEEN, MIDDLE, TAKING, ANSWERING, LAST, SECRET])
def test_the_positions_that_are_spoilt_below_have_no_fault(draft):
    assert codes(draft) == []
    assert view_of(draft).hand == tuple(sorted(draft.hand))


@pytest.mark.parametrize(("draft", "expected"), FAULTY)
def test_an_impossible_position_has_exactly_its_faults_each_said_with_clause_and_repair(draft, expected):
    assert codes(draft) == expected
    with pytest.raises(ValueError, match=expected[0][0]):
        view_of(draft)
    for fault, lang in product(faults(draft), LANGUAGES):
        sentence = explain(fault, lang)
        assert sentence.endswith(f"({fault.rule})")
        assert not re.search(r"[{}]|\(\)|Card\(|None(?! is)|  |position\.", sentence), sentence


def test_every_fault_is_among_them():
    assert {code for _, expected in FAULTY for code, _ in expected} >= set(Fault)


def test_all_faults_are_reported_at_once():
    draft = replace(MIDDLE, discards=cards("Kh Kh"), taken=Card("As"), sapawed=frozenset({2}), counts=(9, 8, 14))
    assert {code for code, _ in codes(draft)} == {
        Fault.CARD_IN_TWO_PLACES,
        Fault.CARD_TWICE_IN_ONE_PLACE,
        Fault.TOO_MANY_IN_HAND,
        Fault.DISCARDS_AND_STOCK,
        Fault.SAPAWED_ON_NOTHING,
        Fault.TAKEN_WITHOUT_TAKE,
    }


def test_a_card_that_another_player_has_just_taken_is_nowhere_else():
    draft = complete(hand=THIRTEEN.hand[:12], seat=1, taken=Card("2c"), discards=())
    assert codes(draft) == [(Fault.CARD_IN_TWO_PLACES, "T1.2")]
    assert explain(faults(draft)[0]).startswith("2♣")


def test_the_refusals_of_a_meld_name_it_and_its_repair():
    (fault,) = faults(replace(MIDDLE, melds=fours_and("0 7h 8h Th")))
    assert fault.facts["meld"] == 1
    assert fault.fix is not None


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


@settings(max_examples=400)
@given(DRAFTS)
def test_nonsense_is_written_read_and_explained_in_every_language(draft):
    assert read(write(draft)) == draft
    for fault in faults(draft):
        assert all(explain(fault, lang) for lang in LANGUAGES)


@settings(max_examples=400)
@given(st.text(alphabet="hand ce0123;-\n79TKmeldrusogtakcX", max_size=60) | st.text(max_size=40))
def test_any_text_is_a_draft_or_is_refused_in_a_sentence(text):
    refusal = draft = None
    try:
        draft = read(text)
    except NotationError as error:
        refusal = error.refusal
    assert draft is None or (read(write(draft)) == draft and isinstance(faults(draft), tuple))
    assert refusal is None or all(explain(refusal, lang) for lang in LANGUAGES)
