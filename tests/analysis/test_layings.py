"""All that can be laid in a turn: the rule engine, asked move by move, reaches the same tables and the same rounds."""

import os
from dataclasses import replace
from itertools import count, islice
from random import Random

from cardlab import bots
from cardlab.analysis import layings
from cardlab.analysis.continuations import effect
from cardlab.analysis.deals import any_state, round_of
from cardlab.analysis.kernel import rounds as slots
from cardlab.analysis.layings import Layings
from cardlab.bot_rounds import play_tongits
from cardlab.tongits import Discard, LayMeld, Phase, Rules, Sapaw, Take, View, legal_moves, play, view
from tests.random_rules import any_rules

TABLES = int(os.environ.get("LAYINGS", "60"))
MOST = 120
"""With more tables a position takes the rule engine seconds."""


def begun():
    """Tables before laying, by any house rules with up to four jokers, after a take as well."""
    for number in count():
        chance = Random(number)
        rules = replace(any_rules(Rules, chance), jokers=number % 5)
        bot = bots.tongits.random if number % 2 else bots.tongits.careful
        states = [state for state in play_tongits((bot,) * 3, rules, number).states() if state.phase is not Phase.OVER]
        for state in chance.sample(states, min(4, len(states))):
            if Take(state.seat) in legal_moves(state, state.seat):
                yield play(state, Take(state.seat))
            elif state.phase is Phase.LAY:
                yield state


def same(state):
    """The same for two tables that differ by the order of what was laid, or by the joker that was used."""
    melds = frozenset(
        (laid.owner, laid.meld.kind, laid.meld.start, len(laid.meld.cards), naturals(laid.meld.cards), laid.secret)
        for laid in state.melds
    )
    barred = state.sapawed if state.rules.sapaw_blocks_call else None
    return melds, naturals(state.hands[state.seat]), len(state.hands[state.seat]), barred


def naturals(cards):
    return frozenset(card for card in cards if not card.is_joker)


def reached(state):
    """By the rule engine: each table that can be reached, and which ones each of them leads to; None if too many."""
    tables, leads = {same(state): state}, {}
    for one in (todo := [state]):
        leads[same(one)] = set()
        for move in legal_moves(one, one.seat) if one.phase is Phase.LAY else ():
            if isinstance(move, LayMeld | Sapaw):
                after = play(one, move)
                leads[same(one)].add(same(after))
                if same(after) not in tables:
                    tables[same(after)] = after
                    todo.append(after)
        if len(tables) > MOST:
            return None
    closed = {}
    for one in sorted(tables, key=lambda key: key[2]):
        closed[one] = {one}.union(*(closed[after] for after in leads[one]))
    return closed


def test_the_tables_are_those_of_the_rule_engine_and_so_is_every_way_to_end_the_turn():
    jokers_used = compared = 0
    for state in islice(begun(), TABLES):
        expected = reached(state)
        if expected is None:
            continue
        layings, seat = Layings(state), state.seat
        keys = []
        for index, one in enumerate(layings.tables):
            laid = state
            for move in one.moves:
                laid = play(laid, move)
            keys.append(same(laid))
            assert layings.index_of(laid) == index
            ends = list(layings.ends(one))
            if laid.phase is Phase.OVER:
                assert ends == [(one.moves, tuple(round_of(view(laid, seat))))]
                continue
            seen = view(laid, seat)
            thrown = {effect(seen, move) for move in legal_moves(laid, seat) if isinstance(move, Discard)}
            assert thrown == {effect(seen, moves[-1]) for moves, _ in ends}
            assert len(thrown) == len(ends)
            for moves, played in ends:
                assert played == tuple(round_of(view(play(laid, moves[-1]), seat)))
            jokers_used += any(card.is_joker for move in one.moves for card in move.cards)
            compared += 1
        assert len(keys) == len(set(keys))
        assert set(keys) == set(expected)
        for key, one in zip(keys, layings.tables, strict=True):
            assert {keys[index] for index in range(len(keys)) if one.reachable >> index & 1} == expected[key]
    assert compared > 2 * TABLES
    assert 2 * jokers_used > TABLES


MANY = "rules sheet jokers 4; hand X1 X2 X3 X4 5c 6c 7d 8d 9h Th Js Qs Kd"


def test_thousands_of_tables_are_not_all_looked_at_but_every_first_move_is():
    state = any_state(View.read(MANY))
    all_layings = Layings(state)
    assert len(all_layings.tables) < 6 * layings.WIDEST
    firsts = {
        all_layings.index_of(play(state, move)) for move in legal_moves(state, 0) if not isinstance(move, Discard)
    }
    assert firsts == {index for index, one in enumerate(all_layings.tables) if len(one.moves) == 1}
    rounds = [played for one in all_layings.tables for _, played in all_layings.ends(one)]
    assert any(played[slots.PHASE] == slots.OVER for played in rounds), "going out is among them"
