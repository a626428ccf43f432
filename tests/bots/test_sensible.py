"""The sensible player: the kernel plays exactly what the bot on the rule engine plays, in every rule set."""

import os
from itertools import count, islice
from random import Random

import pytest

from cardlab import bots
from cardlab.bots.sensible import sensible
from cardlab.tongits import deal, play, turn, view
from cardlab.tongits.rules import PRESETS
from tests.bench import playouts
from tests.random_rules import ruled

POSITIONS = int(os.environ.get("POSITIONS", "1500"))
"""Of all kinds together; `make long` asks for 100,000."""
KINDS = (*PRESETS, "0", "1", "2", "4")


def positions(kind, seeds):
    """Positions of rounds that go astray: one move in four is any legal one, so that odd hands are met."""
    for seed in seeds:
        state, chance = deal(ruled(kind, seed), seed, first=seed % 3), Random(seed)
        while turn(state):
            seen = view(state, state.seat)
            yield state, seen
            usual = sensible if seed % 2 else bots.tongits.careful
            bot = bots.tongits.random if chance.random() < 0.25 else usual
            state = play(state, bot(seen, chance))


@pytest.mark.parametrize("kind", KINDS)
def test_the_kernel_makes_the_same_move_as_the_bot(kind):
    wrong = []
    for state, seen in islice(positions(kind, count()), POSITIONS // len(KINDS)):
        ours, theirs = sensible(seen), playouts.next_move(state)
        if ours != theirs and play(state, ours) != play(state, theirs):
            wrong.append(f"{state.notation}: bot {ours}, kernel {theirs}")
    assert wrong == []
