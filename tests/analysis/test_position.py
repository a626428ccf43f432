"""Positions: real ones have no fault, what is written is read again, and records open at any move."""

from dataclasses import replace
from functools import cache
from random import Random
from urllib.parse import quote, unquote

import pytest

from cardlab import bots, tongits
from cardlab.analysis.faults import faults
from cardlab.analysis.position import read, unseen, view_of
from cardlab.bot_rounds import play_tongits
from cardlab.cards import DECK, JOKERS, cards
from cardlab.phrasing import explain
from cardlab.phrasing.catalogue import LANGUAGES, card_label
from cardlab.refusal import NotationError
from cardlab.tongits import Began, Code, Phase, State, Take, View
from cardlab.tongits.notation import LONGEST, Draft, write
from cardlab.tongits.positions import draft_of
from tests import rounds_by_chance
from tests.analysis.rounds_met import ANSWERING, MIDDLE, OPENING, THIRTEEN, TRADITIONAL, codes, shuffled
from tests.random_rules import ruled

KINDS = ("sheet", "traditional", "0", "1", "2", "4")
ROUNDS = 3
"""Of each kind."""
TONGITS = play_tongits((bots.tongits.careful,) * 3, seed=7)


@cache
def played() -> tuple[tuple[State, ...], ...]:
    """Rounds of every kind with random moves, and one that ends in Tongits: the positions of each."""
    starts = [tongits.deal(ruled(kind, number), number, first=number % 3) for kind in KINDS for number in range(ROUNDS)]
    rounds = ((start, rounds_by_chance.played(tongits, start, Random(8))) for start in (*starts, with_secret_four()))
    return (*((start, *(after for *_, after in moves)) for start, moves in rounds), tuple(TONGITS.states()))


def with_secret_four() -> State:
    """A round that begins with four sevens laid face down. [T6.9]"""
    sevens, others = cards("7c 7d 7h 7s"), [card for card in DECK if card.rank != "7"]
    Random(1).shuffle(others)
    hands = [[*sevens, *others[:9]], others[9:21], others[21:33]]
    state = tongits.start(TRADITIONAL, hands, others[33:], first=0)
    return tongits.play(state, tongits.LayMeld(0, sevens, secret=True))


@cache
def views() -> tuple[View, ...]:
    return tuple(tongits.view(state, seat) for states in played() for state in states for seat in range(3))


def test_every_view_of_a_played_round_has_no_fault_is_written_and_read_again_and_fits_into_an_address():
    going_on = [seen for seen in views() if seen.phase is not Phase.OVER]
    assert len(going_on) > 1_500
    assert {seen.phase for seen in going_on} == {Phase.DRAW, Phase.LAY, Phase.ANSWER}
    assert any(laid.meld is None for seen in going_on for laid in seen.melds)
    assert any(seen.taken and seen.seat != seen.viewer for seen in going_on)
    ends = set()
    for seen in views():
        draft = draft_of(seen)
        if seen.phase is Phase.OVER:
            ends.add(tuple(codes(draft)))
        else:
            assert view_of(draft) == seen
        text = write(draft)
        assert read(unquote(quote(text, safe=""))) == draft
        assert len(text) < LONGEST / 2
    assert ends == {((Code.ROUND_OVER, rule),) for rule in ("T5.1", "T6.4", "T8.1")}


def test_the_unseen_cards_are_those_of_other_hands_of_the_stock_and_of_secret_fours():
    for state, seat in ((state, seat) for states in played() for state in states for seat in range(3)):
        hidden = [*state.stock]
        if state.phase is not Phase.OVER:
            others = [hand for other, hand in enumerate(state.hands) if other != seat]
            fours = [laid.meld.cards for laid in state.melds if laid.secret and laid.owner != seat]
            hidden += [card for cards in (*others, *fours) for card in cards]
        assert unseen(tongits.view(state, seat)) == tuple(sorted(hidden))


def test_a_position_without_a_fault_can_be_dealt_and_played_to_its_end():
    chance = Random(4)
    mutated = 0
    for seen in chance.sample(views(), 500):
        draft = altered(draft_of(seen), chance)
        if faults(draft) or any(meld.secret for meld in draft.melds) or draft.seat != draft.viewer:
            continue
        mutated += draft != draft_of(seen)
        state = shuffled(view_of(draft), chance)
        assert tongits.view(state, draft.viewer) == view_of(draft)
        *_, (*_, state) = rounds_by_chance.played(tongits, state, chance)
        cards = [card for laid in state.melds for card in laid.meld.cards]
        assert sorted([*cards, *state.discards, *state.stock, *(card for hand in state.hands for card in hand)]) == [
            *DECK,
            *JOKERS[: draft.rules.jokers],
        ]
    assert mutated >= 10


def altered(draft: Draft, chance: Random) -> Draft:
    """The draft with a few parts changed, often to something impossible."""
    for _ in range(chance.randint(0, 2)):
        change = chance.choice(
            (
                {"hand": tuple(chance.sample((*draft.hand, *DECK), len(draft.hand)))},
                {"counts": tuple(count + chance.choice((-1, 0, 1)) for count in draft.counts)},
                {"first": chance.randrange(3)},
                {"sapawed": frozenset({chance.randrange(3)})},
                {"takes": chance.randrange(5)},
                {"discards": draft.discards[1:], "stock": draft.stock + 1},
                {"melds": draft.melds[::-1]},
                {"rules": ruled(chance.choice(KINDS), chance.randrange(9))},
                {"taken": None},
            )
        )
        draft = replace(draft, **change)
    return draft


def test_what_is_not_written_follows_from_the_rest_and_the_order_of_the_parts_is_free():
    seen = view_of(read(OPENING))
    assert (seen.seat, seen.phase, seen.began, seen.counts, seen.stock) == (0, Phase.LAY, Began.DEAL, (13, 12, 12), 15)
    seen = view_of(read("hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js; discard 5h"))
    assert (seen.phase, seen.began, seen.counts, seen.stock, seen.first) == (Phase.DRAW, None, (12, 12, 12), 15, 2)
    assert tongits.legal_moves(seen, 0) == (tongits.Draw(0), Take(0))
    one = read("discard 2d 3d 6d; meld 1 4c 4d 4h 4s\nmeld 0 7h, 8h, 9h; hand 2c 5d 9d Td Kh Kc Qs Js 5h;")
    assert one == MIDDLE
    assert write(one) == "hand 2c 5d 9d Td Kh Kc Qs Js 5h; meld 1 4c 4d 4h 4s; meld 0 7h 8h 9h; discard 2d 3d 6d"
    assert (one.counts, one.stock, one.last_drawer) == ((9, 8, 12), 13, 2)
    for phase, count in (("lay", 13), ("draw", 12)):  # the next player has drawn, or not yet
        assert read(f"hand 7h 8h; seat 1 {phase}").counts == (2, count, 12)
    table = "meld 1 4c 4d 4h 4s; meld 0 7h 8h 9h; discard 2d 3d 6d"
    assert read(f"viewer 1; call 0; hand Ac Ad 2s 3s 6c 6s 8c Jd; {table}") == ANSWERING


def test_T10_5_rules_are_written_as_preset_and_changes_and_the_scores_of_the_match_are_no_part_of_the_table():
    opening = replace(THIRTEEN, scores=(40, 20, 0))
    assert read(write(opening)) == opening
    assert view_of(opening) == view_of(THIRTEEN) == View.read(write(opening))
    rules = replace(TRADITIONAL, jokers=2, ace_high=True, secret_four=False, target=50)
    text = write(replace(THIRTEEN, rules=rules))
    assert text.startswith("rules traditional ace_high yes secret_four no jokers 2 target 50; hand 2c")
    assert read(text).rules == rules


def test_T1_2_what_makes_a_position_impossible_is_said_in_sentences():
    draft = read("hand 2c 2c; discard 2c")
    with pytest.raises(ValueError, match="2♣") as caught:
        view_of(draft)
    assert str(caught.value) == " ".join(explain(fault) for fault in faults(draft))


UNREADABLE = {
    "position_too_long": ["x" * (LONGEST + 1)],
    "position_part_unknown": ["knock 3", "7h 8h"],
    "not_a_card": ["hand 7h 11h", "hand 7h 11♥", "hand 7h H♥"],
    "position_part_twice": ["hand 7h; stock 3; hand 8h", "seat 1 lay; draw"],
    "position_part_unreadable": [
        *("seat one", "seat", "seat 1 sleep", "draw now", "cards 12 12 many", "stock 999999999999999999999", "stock ²"),
        *("stock 1 2", "meld", "meld 7h 8h 9h", "taken 7h 8h", "began early", "rules house", "scores many"),
        *("rules jokers", "rules jokers 9", "rules jokers two", "rules ace_high perhaps", "rules tie nobody"),
    ],
}


@pytest.mark.parametrize("code", UNREADABLE)
def test_what_cannot_be_read_is_named(code):
    for text in UNREADABLE[code]:
        with pytest.raises(NotationError) as caught:
            read(text)
        assert caught.value.refusal.code == code
        assert all(len(explain(caught.value.refusal, lang)) < 400 for lang in LANGUAGES)


def test_cards_are_read_as_a_page_or_a_telephone_shows_them_and_written_in_the_notation():
    seen, text = {}, write(MIDDLE)
    for lang in LANGUAGES:
        labels = {card_label(card, lang): card for card in DECK}
        assert {**labels, **seen} == {**seen, **labels}, "no two languages write different cards alike"
        seen |= labels
        shown = text
        for label, card in labels.items():
            shown = shown.replace(card.code, label)
        assert shown != text
        assert write(read(shown)) == text
    assert read("hand 10♥\ufe0f D♠ V♠\ufe0f") == read("hand Th Qs Qs")


def test_the_example_of_every_part_can_be_read():
    with pytest.raises(NotationError) as caught:
        read("help")
    for part in caught.value.refusal.facts["known"]:
        with pytest.raises(NotationError) as spoilt:
            read(f"{part} ?")
        example = spoilt.value.refusal.facts.get("example", f"{part} 7h")
        assert example.split()[0] == part
        assert isinstance(read(example), Draft)
