"""What is sampled is what comes of it when the rule engine plays: z-scores of means in every kind of rules.

Options of positions are played on by the bot that is written on the rule engine, in deals made here, and compared with
the kernel's means: winning, payment and deadwood. Each distance is counted in standard errors, of which the spread is
the kernel's, known from many worlds. `make long` takes many more positions and deals.
"""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import count, islice
from math import sqrt
from random import Random

import pytest

from cardlab.analysis.deals import DEADWOOD, PAYMENT, WIN, any_state, play_worlds, question
from cardlab.analysis.kernel import compiled
from cardlab.analysis.position import unseen
from cardlab.bots.sensible import sensible
from cardlab.rounds import play_tongits
from cardlab.tongits import Phase, Rules, legal_moves, outcome, play, turn, view
from cardlab.tongits.moves import SEATS

POSITIONS = int(os.environ.get("ENGINE_POSITIONS", "2"))
DEALS = int(os.environ.get("ENGINE_DEALS", "8"))
WIDEST = 1.2 if POSITIONS > 30 else 1.5 if POSITIONS > 9 else 2.0
"""The standard deviation of z-scores is 1; so much of so many is still chance: those of one position hang together."""
WORLDS, OPTIONS = 4_000, 2
KINDS = (WIN, PAYMENT, DEADWOOD)
RULES = {
    "sheet": Rules(),
    "traditional": Rules.preset("traditional"),
    "must meld, challenger wins ties": Rules(discard_must_meld=True, tie="challenger"),
    "everyone shows, high ace": Rules(showdown="everyone", ace_high=True),
    "chips, secret fours": Rules(payment="chips", secret_four=True),
    "two jokers": Rules(jokers=2),
    "traditional, two jokers": replace(Rules.preset("traditional"), jokers=2),
    "four jokers that count, melds kept do not": Rules(jokers=4, joker_points=10, concealed_melds_count=False),
}


def positions(rules):
    """Views in which somebody has to choose, from rounds of sensible players; with no set that lies hidden (T6.9)."""
    for seed in count():
        states = [state for state in play_tongits((sensible,) * SEATS, rules, seed).states() if turn(state)]
        state = Random(seed).choice(states)
        seen = view(state, min(turn(state)))
        hidden = any(laid.meld is None for laid in seen.melds)
        if seen.phase is not Phase.ANSWER and not hidden and len(legal_moves(seen, seen.viewer)) > 1:
            yield seen


def played(seen, move, chance):
    """Whether the viewer wins, what it receives and what its hand counts, after this move in a deal by chance."""
    hidden = list(unseen(seen))
    chance.shuffle(hidden)
    state, hands = any_state(seen), []
    for seat in range(SEATS):
        size = 0 if seat == seen.viewer else seen.counts[seat]
        hands.append(seen.hand if seat == seen.viewer else tuple(sorted(hidden[:size])))
        hidden = hidden[size:]
    state = play(replace(state, hands=tuple(hands), stock=tuple(hidden)), move)
    while turn(state):
        seat = min(turn(state))
        state = play(state, sensible(view(state, seat)))
    ended = outcome(state)
    return int(ended.winner == seen.viewer), ended.payments[seen.viewer], ended.deadwood[seen.viewer]


def distances(rules):
    """The z-scores of all means in these rules."""
    chance = Random(7)
    for seen in islice(positions(rules), POSITIONS):
        asked = question(seen)
        sums = play_worlds(asked, 3, 0, WORLDS)
        for option in chance.sample(range(len(asked.moves)), OPTIONS):
            found = [played(seen, asked.moves[option], chance) for _ in range(DEALS)]
            for kind in KINDS:
                total, squares = sums.of(option, kind)
                mean = total / sums.worlds
                spread = squares / sums.worlds - mean * mean
                if spread > 1e-9:
                    error = sqrt(spread / DEALS + spread / WORLDS)
                    yield (sum(one[kind] for one in found) / DEALS - mean) / error
                else:
                    assert {one[kind] for one in found} <= {round(mean)}


@pytest.mark.parametrize("name", RULES)
def test_the_kernels_means_are_those_of_the_rule_engine(name):
    compiled.load(wait=True)
    found = list(distances(RULES[name]))
    mean = sum(found) / len(found)
    spread = sqrt(sum(one * one for one in found) / len(found))
    print(f"{name}: {len(found)} means, mean z {mean:+.2f}, spread {spread:.2f}, largest {max(map(abs, found)):.1f}")
    assert spread < WIDEST
    assert max(map(abs, found)) < 5
