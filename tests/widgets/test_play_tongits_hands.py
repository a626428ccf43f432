"""`PlayTongits` without a page: who sees which hand, and that nothing hidden is told."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from learner_at_a_match import SHORT, dealt, readable
from learner_at_table import make, own_moves
from test_table_hidden_cards import audited
from wishes import send

from cardlab.tongits import Phase, Rules, view


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 9_999), st.sampled_from([SHORT, Rules(secret_four=True, jokers=2)]))
def test_no_hidden_card_is_told_to_one_person(seed, rules):
    learner = dealt(seed=seed, rules=rules)
    chance = Random(seed)
    for _ in range(10):
        audited(learner, 0)
        assert not readable(json.dumps(learner.sent), learner.state.hands[1])
        moves = own_moves(learner)
        if not moves:
            break
        make(learner, chance.choice(moves))
        if chance.random() < 0.3:
            learner.wish(do="undo")


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 9_999))
def test_nobody_sees_a_hand_while_the_screen_is_passed_on(seed):
    learner = dealt(seed=seed, table="persons", rules=Rules(secret_four=True))
    chance = Random(seed)
    for _ in range(40):
        if learner.state.phase is Phase.OVER:
            break
        if learner.covered:
            told = json.dumps(learner.shown)
            open_cards = {card for seat in range(3) for card in view(learner.state, seat).discards}
            for laid in learner.state.melds:
                open_cards |= set() if laid.secret else {*laid.meld.cards, *laid.meld.stands_for}
            hidden = {card for hand in learner.state.hands for card in hand} - open_cards
            assert not [card for card in hidden if f'"{card.code}"' in told]
            assert not learner.shown["actions"]
            before = learner.state
            send(learner.widget, "draw", "discard", "call", "lay", {"do": "toggle", "card": "7h"})
            assert learner.state == before
            learner.wish(do="ready")
            assert learner.shown["hand"]["cards"]
        make(learner, chance.choice(own_moves(learner)))


@pytest.mark.parametrize("wish", [{"do": "undo"}, {"do": "go", "to": 0}], ids=repr)
def test_who_has_been_given_the_screen_cannot_go_back_to_a_hand_of_somebody_else(wish):
    learner = dealt(table="persons")
    learner.wish(do="ready")
    make(learner, own_moves(learner)[-1])
    assert learner.covered
    learner.wish(**wish)
    for _ in range(2):
        assert learner.covered
        assert learner.shown["hand"]["cards"] == []
        learner.wish(do="redo")
    learner.wish(do="undo")
    learner.wish(do="ready")
    assert set(learner.shown["hand"]["cards"]) == {card.code for card in learner.state.hands[0]}


def test_who_takes_the_screen_reads_what_the_others_did_since():
    learner = dealt(table="persons")
    for _ in range(6):
        learner.wish(do="ready")
        while not learner.covered:
            make(learner, own_moves(learner)[-1])
    learner.wish(do="ready")
    me = learner.state.seat
    assert len(learner.shown["news"]) == 2
    assert not any(f"Player {me + 1} " in one for one in learner.shown["news"])
