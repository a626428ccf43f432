"""The kernel counts hands as the rule engine does, plain and compiled."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from cardlab import tongits
from cardlab.analysis.kernel import compiled
from cardlab.analysis.kernel import hands as kernel
from cardlab.analysis.kernel.compiled import tables
from cardlab.cards import DECK, JOKERS, SUITS, Card
from cardlab.tongits import Rules


@pytest.fixture(params=["plain", "compiled"])
def engine(request):
    if request.param == "plain":
        return compiled.plain()
    return compiled.best()


def mask(cards):
    return sum(card.bit for card in cards)


def counted(engine, naturals, jokers, rules):
    uncovered, in_run, *_ = tables(engine, int(rules.ace_high), rules.jokers)
    points = rules.joker_points
    memory = engine.memory(26)
    return engine.hands.least_with_jokers(mask(naturals), jokers, points, uncovered, in_run, memory, 0)


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


@pytest.mark.parametrize("ace_high", [False, True])
@pytest.mark.parametrize("jokers", [0, 1, 2, 4])
@pytest.mark.parametrize("joker_points", [0, 7, 40])
def test_T9_2_least_deadwood_is_what_the_rule_engine_says(engine, ace_high, jokers, joker_points):
    rules = Rules(ace_high=ace_high, jokers=jokers, joker_points=joker_points)
    chance = Random(jokers)
    for hand in hands(chance, 200 if jokers < 4 else 60):
        wild = chance.randint(0, jokers)
        expected = tongits.least_deadwood((*hand[: 16 - wild], *JOKERS[:wild]), rules)
        assert counted(engine, hand[: 16 - wild], wild, rules) == expected, (hand, wild)


def test_T9_2_many_hands_in_one_call_are_counted_as_each_by_itself(engine):
    rules = Rules(jokers=2, joker_points=7)
    named = [(*hand[:11], *JOKERS[: number % 3]) for number, hand in enumerate(hands(Random(3), 200))]
    uncovered, in_run, *_ = tables(engine, 0, rules.jokers)
    results = engine.memory(len(named))
    masks = engine.array(sum(1 << card.index for card in hand) for hand in named)
    engine.hands.least_of_each(masks, rules.joker_points, uncovered, in_run, engine.memory(26), results)
    assert list(results) == [tongits.least_deadwood(hand, rules) for hand in named]


@given(some.sets(some.sampled_from(DECK), max_size=16))
def test_T9_2_least_deadwood_of_any_hand_without_jokers(hand):
    uncovered, in_run, *_ = tables(compiled.plain(), 0, 0)
    assert kernel.least_deadwood(mask(hand), uncovered, in_run) == tongits.least_deadwood(tuple(hand))


def test_a_hand_of_26_cards_is_counted():
    uncovered, in_run, *_ = tables(compiled.plain(), 0, 0)
    assert kernel.least_deadwood(mask(DECK[:26]), uncovered, in_run) == 0
    scattered = [Card(code) for code in ["Ac", "4c", "7c", "Tc", "2d", "5d", "8d", "Jd", "3h", "6h", "9h", "Qh", "Ks"]]
    assert kernel.least_deadwood(mask(scattered), uncovered, in_run) == tongits.deadwood(scattered)


def test_places_and_counts_of_bits(engine):
    for index in range(63):
        assert engine.hands.bit_index(1 << index) == index
        assert engine.hands.count((1 << index) - 1) == index
    assert [engine.hands.count(mask) for mask in (1, 3, 5 << 50, (1 << 63) - 1)] == [1, 2, 2, 63]


def test_every_run_that_the_table_of_one_suit_knows_is_a_meld():
    for ace_high in (0, 1):
        _, in_run, *_ = tables(compiled.plain(), ace_high, 0)
        rules = Rules(ace_high=bool(ace_high))
        for ranks in range(1, 8192, 7):
            hand = [card for card in DECK[:13] if ranks >> card.index & 1]
            melds = tongits.melds_in(hand, rules)
            assert {card for meld in melds for card in meld.cards} == {
                card for card in hand if in_run[ranks] >> card.index & 1
            }
