"""What a page is never told by a `Table`, and that no message of a page does harm."""

import json
import re
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from learner_at_table import TABLES, guide, make, own_moves, tell
from wishes import declared, forging

from cardlab.cards import DECK
from cardlab.phrasing.catalogue import card_label
from cardlab.tongits import Phase, deal, play, view
from cardlab.widgets import Table
from cardlab.widgets.tongits_table.overlays import OVERLAYS


def texts(part):
    """Every text that a page is told, however deep."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict):
        for value in part.values():
            yield from texts(value)
    elif isinstance(part, list | tuple):
        for value in part:
            yield from texts(value)


def known(table, seat):
    """The cards that lay open to a seat at some time until now."""
    seen = set()
    for moment in table.seat.round.moments[: table.seat.round.at + 1]:
        sight = view(moment.state, seat)
        seen |= {*sight.hand, *sight.discards}
        seen |= {card for laid in sight.melds if laid.meld for card in (*laid.meld.cards, *laid.meld.stands_for)}
        seen |= {card for hand in sight.shown for card in hand}
    return seen


def betrayed(table, seat):
    """Hidden cards that the page is told of; a refusal may name any card, as the one that is missing in a meld."""
    written = set(texts({**table.shown, "said": table.shown["said"]["title"]}))
    open_cards = known(table, seat)
    told = {card.code for card in DECK if card.code in written}
    words = {word for text in written for word in re.split(r"\W+", text)} - {"As"}  # which is a word, too
    told |= {card.code for card in DECK if card.code in words}
    everything = "\n".join(sorted(written))
    told |= {card.code for card in DECK if re.search(rf"(?<!\w){card_label(card)}", everything)}
    return {card for card in DECK if card.code in told and card not in open_cards}


@settings(max_examples=30, deadline=None)
@given(
    st.integers(0, 10_000), st.sampled_from(range(3)), st.sampled_from(TABLES), st.sampled_from(["careful", "random"])
)
def test_no_hidden_card_is_ever_told(seed, seat, rules, others):
    table = Table(deal(rules, seed), seat=seat, others=others, overlays=OVERLAYS, seed=seed)
    chance = Random(seed)
    for _ in range(12):
        assert not betrayed(table, seat)
        moves = own_moves(table)
        if not moves:
            break
        make(table, chance.choice(moves))
        if chance.random() < 0.3:
            tell(table, {"do": "undo"})
    assert not betrayed(table, seat)
    for name in ("words", "faces"):
        assert getattr(table, name) == getattr(Table(deal(seed=1)), name)


def test_the_search_for_betrayal_finds_what_is_told():
    table = Table(deal(seed=7), open_hands=True)
    assert betrayed(table, 0) == {*table.state.hands[1], *table.state.hands[2]}


def test_the_hands_are_hidden_again_when_the_end_is_taken_back():
    table = Table(deal(seed=7))
    while table.state.phase is not Phase.OVER:
        make(table, own_moves(table)[-1])
    assert not any(one["backs"] for one in table.shown["players"])
    tell(table, {"do": "undo"})
    assert all(one["backs"] for one in table.shown["players"])
    assert not betrayed(table, 0)


@settings(max_examples=40, deadline=None)
@given(st.lists(declared(Table()), max_size=12))
def test_no_message_whatever_does_harm(messages):
    for table in (Table(deal(seed=7), seed=7), Table(guide=guide())):
        with forging():
            for message in messages:
                table._hear(table, message, [])
        json.dumps(table.shown)
        replayed = table.seat.round.moments[0].state
        for move in table.moves:
            replayed = play(replayed, move)
        assert replayed == table.state
        tell(table, {"do": "seed", "text": ""})  # what was typed there may look like a card
        assert not betrayed(table, 0)
