"""Discards and one draw ahead, against every draw and every discard tried out with the rule engine."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

import pytest

from cardlab import tongits
from cardlab.analysis import draws
from cardlab.cards import DECK, JOKERS, Card
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


def without(hand: Sequence[Card], card: Card) -> tuple[Card, ...]:
    return tuple(other for other in hand if other is not card)


def least(hand: Sequence[Card], rules: Rules) -> int:
    return tongits.least_deadwood(tuple(hand), rules)


def positions(rules: Rules) -> list[tuple[list[Card], list[Card]]]:
    """Small hands and unseen cards that go well together, and one whole hand."""
    chance, results = Random(1), []
    for number in range(60):
        pool = [*KINDS_OF_CARDS[number % len(KINDS_OF_CARDS)], *JOKERS[: rules.jokers]]
        size = chance.randint(1, 7)
        named = chance.sample(pool, size + chance.randint(0, 8))
        results.append((named[:size], named[size:]))
    return results if rules.jokers else [*results, (list(DECK[::4]), list(DECK[1::4]))]


@pytest.mark.parametrize("table", TABLES)
def test_every_discard_and_every_draw_is_what_the_rule_engine_says(table: str) -> None:
    rules = TABLES[table]
    for hand, unseen in positions(rules):
        results = draws.discards(hand, unseen, rules)
        assert {discarded.card for discarded in results} == set(hand)
        assert [one.mean for one in results] == sorted(one.mean for one in results)
        for one in results:
            rest = without(hand, one.card)
            assert one.left == least(rest, rules)
            assert [draw.card for draw in one.draws] == sorted(unseen)
            for draw in one.draws:
                cards_in_hand = (*rest, draw.card)
                assert draw.least == min(least(without(cards_in_hand, card), rules) for card in cards_in_hand)
            assert one.mean == (Fraction(sum(d.least for d in one.draws), len(unseen)) if unseen else one.left)
            assert one.improving == tuple(draw.card for draw in one.draws if draw.least < one.left)
