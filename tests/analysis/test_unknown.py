"""What an unknown hand is worth, against every hand of small pools tried out, and against figures found otherwise."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import pytest

from cardlab import tongits
from cardlab.analysis import unknown
from cardlab.analysis.unknown import Distribution, TooManyStandings
from cardlab.cards import DECK, JOKERS, SUITS, Card, cards
from cardlab.refusal import NotationError
from cardlab.tongits import Rules

POOLS = int(os.environ.get("POOLS", "1"))  # with jokers, of each kind by each rules
KINDS_OF_POOL = {
    "any cards": DECK,
    "few ranks": tuple(card for card in DECK if 5 <= card.number <= 8),
    "around the ace": tuple(card for card in DECK if card.rank in "A23JQK"),
    "two suits": tuple(card for card in DECK if card.suit in "ds"),
}


def tried_out(pool: Iterable[Card], size: int, rules: Rules) -> Counter[int]:
    """The least deadwood of every hand of so many cards, asked of the rule engine one by one."""
    return Counter(tongits.least_deadwood(hand, rules) for hand in combinations(pool, size))


def counted(known: Distribution) -> Counter[int]:
    return +Counter(dict(enumerate(known.counts)))


def pools(kind: str, seed: str, count: int, most: int, jokers: int = 0) -> Iterable[tuple[Card, ...]]:
    chance = Random(f"{kind} {seed}")
    for _ in range(count):
        yield (*chance.sample(KINDS_OF_POOL[kind], chance.randint(5, most)), *JOKERS[:jokers])


@pytest.mark.parametrize("kind", KINDS_OF_POOL)
@pytest.mark.parametrize("ace_high", [False, True])
def test_T9_1_every_hand_of_a_small_pool_is_counted_as_the_rule_engine_counts_it(kind: str, ace_high: bool) -> None:
    rules = Rules(ace_high=ace_high)
    for pool in pools(kind, f"{ace_high}", 12, 12):
        known = unknown.least_deadwood(pool, rules)
        assert list(known) == list(range(len(pool) + 1))
        for size, distribution in known.items():
            assert counted(distribution) == tried_out(pool, size, rules), (pool, size)
            assert distribution.total == comb(len(pool), size)


@pytest.mark.parametrize("kind", KINDS_OF_POOL)
@pytest.mark.parametrize("ace_high", [False, True])
@pytest.mark.parametrize("joker_points", [0, 1, 25])
@pytest.mark.parametrize("jokers", [1, 2, 3])
def test_T10_2_hands_with_jokers_are_counted_as_the_rule_engine_counts_them(
    kind: str, ace_high: bool, joker_points: int, jokers: int
) -> None:
    rules = Rules(jokers=jokers, ace_high=ace_high, joker_points=joker_points)
    for pool in pools(kind, f"{ace_high} {joker_points} {jokers}", POOLS, 8 - jokers // 2, jokers):
        for size, distribution in unknown.least_deadwood(pool, rules).items():
            assert counted(distribution) == tried_out(pool, size, rules), (pool, size)


def test_four_jokers() -> None:
    rules = Rules(jokers=4, joker_points=7)
    pool = (*cards("5c 5d 5h 5s 6h Kc"), *JOKERS)
    for size, distribution in unknown.least_deadwood(pool, rules).items():
        assert counted(distribution) == tried_out(pool, size, rules)


@pytest.mark.parametrize(("cards_unseen", "most"), [(30, 3), (24, 4)])
@pytest.mark.parametrize("ace_high", [False, True])
def test_small_hands_of_a_large_pool(cards_unseen: int, most: int, ace_high: bool) -> None:
    rules = Rules(ace_high=ace_high)
    pool = Random(cards_unseen).sample(DECK, cards_unseen)
    known = unknown.least_deadwood(pool, rules)
    for size in range(most + 1):
        assert counted(known[size]) == tried_out(pool, size, rules)
    assert all(known[size].total == comb(cards_unseen, size) for size in known)


def test_nearly_the_whole_of_a_large_pool() -> None:
    pool = Random(4).sample(DECK, 22)
    known = unknown.least_deadwood(pool)
    for size in (20, 21, 22):
        assert counted(known[size]) == tried_out(pool, size, Rules())


def test_sizes_beyond_most_are_left_out_and_change_nothing() -> None:
    pool = Random(5).sample(DECK, 20)
    known = unknown.least_deadwood(pool)
    assert unknown.least_deadwood(pool, most=6) == {size: known[size] for size in range(7)}
    assert unknown.points(pool, most=6) == {size: unknown.points(pool)[size] for size in range(7)}
    assert list(unknown.least_deadwood(cards("7h"), most=6)) == [0, 1]


def test_a_suit_may_take_the_place_of_another() -> None:
    pool = Random(6).sample(DECK, 26)
    turned = [Card(card.rank + SUITS[(SUITS.index(card.suit) + 1) % 4]) for card in pool]
    assert unknown.least_deadwood(pool) == unknown.least_deadwood(turned)


@pytest.mark.parametrize("rules", [Rules(), Rules(jokers=2, joker_points=15), Rules(jokers=2)])
def test_T9_1_points_are_those_of_all_the_cards(rules: Rules) -> None:
    pool = (*Random(7).sample(DECK, 9), *JOKERS[: rules.jokers])
    for size, distribution in unknown.points(pool, rules).items():
        tried = Counter(sum(tongits.points(card, rules) for card in hand) for hand in combinations(pool, size))
        assert counted(distribution) == tried
        assert distribution.mean == Fraction(size * sum(tongits.points(card, rules) for card in pool), len(pool))


def test_figures_of_the_full_deck_that_were_found_by_other_ways() -> None:
    twelve, thirteen = unknown.full_deck(12), unknown.full_deck(13)
    assert round(float(twelve.mean), 4) == 63.3321
    assert round(twelve.deviation, 4) == 15.9775
    assert f"{float(twelve.at_most(10)):.3e}" == "4.076e-04"
    assert round(float(thirteen.mean), 4) == 66.0033
    assert f"{float(thirteen.probability(0)):.3e}" == "4.111e-06"
    assert (unknown.full_deck(5).counts[0], unknown.full_deck(5).total) == (36, 2_598_960)
    assert unknown.full_deck(3).counts[0] == 13 * 4 + 4 * 11


def test_the_shipped_table_is_what_is_counted_anew() -> None:
    for size, distribution in unknown.least_deadwood(DECK, most=5).items():
        assert unknown.full_deck(size) == distribution
    assert all(unknown.full_deck(size).total == comb(52, size) for size in range(14))


@pytest.mark.parametrize("size", [-1, 14])
def test_the_table_has_no_other_hands(size: int) -> None:
    with pytest.raises(ValueError, match="0 to 13"):
        unknown.full_deck(size)


def test_a_distribution_answers_for_any_number_of_points() -> None:
    known = Distribution((1, 0, 3), 4)
    assert [known.probability(points) for points in (-1, 0, 1, 2, 3)] == [0, Fraction(1, 4), 0, Fraction(3, 4), 0]
    assert [known.at_most(points) for points in (-1, 0, 1, 2, 3)] == [0, Fraction(1, 4), Fraction(1, 4), 1, 1]
    assert known.deviation == pytest.approx(0.75**0.5)


@pytest.mark.parametrize(
    ("pool", "code"), [("7h 7h", "card_twice_given"), ("X1", "not_in_game"), ("Ma", "not_in_game")]
)
@pytest.mark.parametrize("asked", [unknown.least_deadwood, unknown.points])
def test_what_is_no_pool_is_refused(pool: str, code: str, asked: object) -> None:
    assert callable(asked)
    with pytest.raises(NotationError) as refused:
        asked(pool)
    assert refused.value.refusal.code == code


def test_too_large_a_pool_with_jokers_is_refused_and_never_answered_wrongly() -> None:
    with pytest.raises(TooManyStandings):
        unknown.least_deadwood((*DECK, *JOKERS), Rules(jokers=4), 13)


def test_what_was_refused_is_refused_at_once_for_the_same_hands_and_larger_ones() -> None:
    pool, rules = (*DECK, *JOKERS), Rules(jokers=4)
    with pytest.raises(TooManyStandings):
        unknown.least_deadwood(pool, rules, 13)
    known = unknown._refused(pool, rules.ace_high, rules.joker_points)
    assert list(known) == [13]
    for most in (13, 20):
        with pytest.raises(TooManyStandings, match=known[13]):
            unknown.least_deadwood(pool, rules, most)
    assert list(known) == [13]
