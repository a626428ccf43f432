"""What no page of Tongits is ever told: the hands of others, at a table to learn at and at one screen for three."""

import json
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from learner_at_table import SHORT, TABLES, dealt, make, own_moves, readable, say_move
from messages import send, times

from cardlab.tongits import Phase, Rules, deal, view
from cardlab.widgets import Table
from cardlab.widgets.tongits_table.overlays import OVERLAYS
from tests.tables.test_hidden import Auditor


def audited(table, seat, lang="en"):
    """Fails if the page is told of a card that this seat may not know.

    A refusal may name any card, as the one that is missing in a meld.
    """
    here = table.here
    auditor = Auditor(here.line.start)
    for moment in here.line.moments[1 : here.at + 1]:
        auditor.see(moment.move, moment.state)
    auditor.judge({**table.shown, "said": table.shown["said"]["title"]}, seat, lang)


@settings(max_examples=times(12), deadline=None)
@given(
    st.integers(0, 10_000), st.sampled_from(range(3)), st.sampled_from(TABLES), st.sampled_from(["careful", "random"])
)
def test_no_hidden_card_is_ever_told(seed, seat, rules, others):
    table = Table(deal(rules, seed), seat=seat, others=others, overlays=OVERLAYS, seed=seed)
    chance = Random(seed)
    for _ in range(12):
        audited(table, seat)
        moves = own_moves(table)
        if not moves:
            break
        make(table, chance.choice(moves))
        if chance.random() < 0.3:
            send(table, "undo")
        if chance.random() < 0.2:
            send(table, do="go", to=chance.randrange(len(table.here.line.moments)))
    audited(table, seat)
    for name in ("words", "faces"):
        assert getattr(table, name) == getattr(Table(deal(seed=1)), name)


def test_the_hands_are_hidden_again_when_the_end_is_taken_back():
    table = Table(deal(seed=7))
    while table.state.phase is not Phase.OVER:
        make(table, own_moves(table)[-1])
    assert not any(one["backs"] for one in table.shown["players"])
    send(table, "undo")
    assert all(one["backs"] for one in table.shown["players"])
    audited(table, 0)


@settings(max_examples=times(5), deadline=None)
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
            learner.send(do="undo")


@settings(max_examples=times(3), deadline=None)
@given(st.integers(0, 9_999))
def test_nobody_sees_a_hand_while_the_screen_is_passed_on(seed):
    learner = dealt(seed=seed, table="persons", rules=Rules(secret_four=True))
    chance = Random(seed)
    for _ in range(40):
        if learner.state.phase is Phase.OVER:
            break
        if learner.covered:
            texts = json.dumps(learner.shown)
            open_cards = {card for seat in range(3) for card in view(learner.state, seat).discards}
            for laid in learner.state.melds:
                open_cards |= set() if laid.secret else {*laid.meld.cards, *laid.meld.stands_for}
            hidden = {card for hand in learner.state.hands for card in hand} - open_cards
            assert not [card for card in hidden if f'"{card.code}"' in texts]
            assert not learner.shown["actions"]
            before = learner.state
            say_move(learner, "draw", "discard 7h", "call", "meld 7h 8h 9h")
            send(learner.widget, do="toggle", card="7h")
            assert learner.state == before
            learner.send(do="ready")
            assert learner.shown["hand"]["cards"]
        make(learner, chance.choice(own_moves(learner)))


def test_who_has_been_given_the_screen_cannot_go_back_to_a_hand_and_reads_what_the_others_did_since():
    learner = dealt(table="persons")
    learner.send(do="ready")
    make(learner, own_moves(learner)[-1])
    for wish in ({"do": "undo"}, {"do": "redo"}, {"do": "go", "to": 0}):
        learner.send(**wish)
        assert learner.covered
        assert learner.shown["hand"]["cards"] == []
    learner.send(do="ready")
    assert set(learner.shown["hand"]["cards"]) == {card.code for card in learner.state.hands[0]}
    make(learner, own_moves(learner)[-1])
    for _ in range(5):
        learner.send(do="ready")
        while not learner.covered:
            make(learner, own_moves(learner)[-1])
    learner.send(do="ready")
    me = learner.state.seat
    assert len(learner.shown["news"]) == 2
    assert not any(f"Player {me + 1} " in one for one in learner.shown["news"])
