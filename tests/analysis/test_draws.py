"""Discards, one and two draws ahead, against every draw and every discard tried out with the rule engine."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

import pytest

from cardlab import tongits
from cardlab.analysis import draws
from cardlab.cards import DECK, JOKERS, Card, cards
from cardlab.tongits import Rules

TABLES = {
    "sheet": Rules(),
    "ace high": Rules(ace_high=True),
    "one joker": Rules(jokers=1),
    "two jokers": Rules(jokers=2, joker_points=5),
    "three dear jokers, ace high": Rules(jokers=3, joker_points=40, ace_high=True),
}
KINDS_OF_CARDS = (
    DECK,
    tuple(card for card in DECK if 4 <= card.number <= 8),
    tuple(card for card in DECK if card.rank in "A23JQK"),
    tuple(card for card in DECK if card.suit in "cd"),
)


def without(held: Sequence[Card], card: Card) -> tuple[Card, ...]:
    return tuple(other for other in held if other is not card)


def least(held: Sequence[Card], rules: Rules) -> int:
    return tongits.least_deadwood(tuple(held), rules)


def thrown(held: Sequence[Card], rules: Rules) -> int:
    """The least deadwood after the best discard."""
    return min(least(without(held, card), rules) for card in held)


def mean(values: Sequence[Fraction | int]) -> Fraction:
    return Fraction(sum(values)) / len(values)


def two_draws_tried_out(hand: Sequence[Card], gone: Card, unseen: Sequence[Card], rules: Rules) -> Fraction:
    rest = without(hand, gone)
    if not unseen:
        return Fraction(least(rest, rules))
    after: list[Fraction | int] = []
    for drawn in unseen:
        held, still = (*rest, drawn), without(unseen, drawn)
        if not still:
            after.append(thrown(held, rules))
            continue
        after.append(min(mean([thrown((*without(held, card), later), rules) for later in still]) for card in held))
    return mean(after)


def positions(rules: Rules, seed: int, count: int, most: int, unseen: int) -> list[tuple[list[Card], list[Card]]]:
    chance = Random(seed)
    found = []
    for number in range(count):
        pool = [*KINDS_OF_CARDS[number % len(KINDS_OF_CARDS)], *JOKERS[: rules.jokers]]
        held, coming = chance.randint(1, most), chance.randint(0, unseen)
        given = chance.sample(pool, held + coming)
        found.append((given[:held], given[held:]))
    return found


@pytest.mark.parametrize("table", TABLES)
def test_every_discard_and_every_draw_is_what_the_rule_engine_says(table: str) -> None:
    rules = TABLES[table]
    for hand, unseen in positions(rules, 1, 60, 7, 8):
        found = draws.discards(hand, unseen, rules)
        assert {discarded.card for discarded in found} == set(hand)
        assert [one.mean for one in found] == sorted(one.mean for one in found)
        for one in found:
            rest = without(hand, one.card)
            assert one.left == least(rest, rules)
            assert sorted(draw.card for draw in one.draws) == sorted(unseen)
            assert one.mean == (mean([draw.least for draw in one.draws]) if unseen else one.left)
            for draw in one.draws:
                held = (*rest, draw.card)
                assert draw.least == thrown(held, rules)
            assert one.improving == tuple(draw.card for draw in one.draws if draw.least < one.left)


@pytest.mark.parametrize("table", TABLES)
def test_two_draws_ahead_is_what_comes_of_trying_everything(table: str) -> None:
    rules = TABLES[table]
    for hand, unseen in positions(rules, 2, 40, 5, 5):
        ahead = draws.two_draws(hand, unseen, rules)
        assert ahead == {card: two_draws_tried_out(hand, card, unseen, rules) for card in hand}
        assert list(ahead.values()) == sorted(ahead.values())


@pytest.mark.parametrize("size", [13, 14])
def test_a_whole_hand_one_draw_ahead(size: int) -> None:
    deck = Random(size).sample(DECK, 52)
    hand, unseen = deck[:size], deck[size:]
    for one in draws.discards(hand, unseen):
        rest = without(hand, one.card)
        assert [draw.least for draw in one.draws] == [thrown((*rest, card), Rules()) for card in sorted(unseen)]


def test_a_whole_hand_two_draws_ahead() -> None:
    hand = cards("4h 5h 6h 7c 7d 8d 9d Jc Jh Ks 2s 2c As")
    unseen = cards("7h Js 3s Qs Td")
    ahead = draws.two_draws(hand, unseen)
    assert ahead == {card: two_draws_tried_out(hand, card, unseen, Rules()) for card in hand}


def test_one_draw_more_never_leaves_more() -> None:
    chance = Random(3)
    for _ in range(5):
        deck = chance.sample(DECK, 44)
        one, two = draws.discards(deck[:13], deck[13:]), draws.two_draws(deck[:13], deck[13:])
        assert all(two[discarded.card] <= discarded.mean <= discarded.left for discarded in one)
