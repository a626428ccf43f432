"""The kernel counts hands as the rule engine does, plain and compiled; of many hands at once: see `test_draws`."""

from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as some

from cardlab import tongits
from cardlab.analysis.deals import mask
from cardlab.analysis.kernel import compiled
from cardlab.analysis.kernel.compiled import tables
from cardlab.cards import DECK, JOKERS, SUITS
from cardlab.tongits import Rules

PLAIN = compiled.plain()


def hands(chance, count):
    """Random hands of up to 13 natural cards, most of them dense, so that sets and runs compete."""
    for number in range(count):
        pool = [
            DECK,
            [card for card in DECK if card.suit in chance.sample(SUITS, 2)],
            [card for card in DECK if 3 <= card.number <= 7],
            [card for card in DECK if card.number in (1, 2, 11, 12, 13)],
        ][number % 4]
        yield tuple(chance.sample(pool, chance.randint(3, min(13, len(pool)))))


@pytest.mark.parametrize("engine", [PLAIN, compiled.best()], ids=["plain", "compiled"])
@pytest.mark.parametrize(
    ("jokers", "joker_points", "ace_high"), [(0, 0, True), (1, 7, False), (2, 40, True), (4, 7, True)]
)
def test_T9_2_least_deadwood_is_what_the_rule_engine_says(engine, ace_high, jokers, joker_points):
    rules, chance = Rules(ace_high=ace_high, jokers=jokers, joker_points=joker_points), Random(jokers)
    uncovered, in_run, *_ = tables(engine, int(ace_high), jokers)
    for hand in hands(chance, 200 if jokers < 4 else 60):
        wild = chance.randint(0, jokers)
        expected = tongits.least_deadwood((*hand[: 16 - wild], *JOKERS[:wild]), rules)
        counted = engine.hands.least_with_jokers(
            mask(hand[: 16 - wild]), wild, joker_points, uncovered, in_run, engine.memory(26), 0
        )
        assert counted == expected, (hand, wild)


@given(some.sets(some.sampled_from(DECK), max_size=16))
@example(DECK[:26])
def test_T9_2_least_deadwood_of_any_hand_without_jokers(hand):
    uncovered, in_run, *_ = tables(PLAIN, 0, 0)
    assert PLAIN.hands.least_deadwood(mask(hand), uncovered, in_run) == tongits.least_deadwood(tuple(hand))
