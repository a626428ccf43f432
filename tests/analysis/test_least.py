"""The least deadwood of many hands at once, against the rule engine."""

from random import Random

import pytest

from cardlab import tongits
from cardlab.analysis import least
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


def hands(rules: Rules) -> list[tuple[Card, ...]]:
    """Hands whose cards go well together, more than are counted at once."""
    chance, results = Random(1), []
    for number in range(least.MANY + 100):
        pool = [*KINDS_OF_CARDS[number % len(KINDS_OF_CARDS)], *JOKERS[: rules.jokers]]
        results.append(tuple(chance.sample(pool, chance.randint(1, min(13, len(pool))))))
    return results


@pytest.mark.parametrize("many", [True, False])
@pytest.mark.parametrize("table", TABLES)
def test_T9_1_the_least_deadwood_of_each_hand_is_what_the_rule_engine_says(table: str, many: bool) -> None:
    rules = TABLES[table]
    counted = hands(rules) if many else hands(rules)[:60]
    assert least.least(counted, rules) == [tongits.least_deadwood(hand, rules) for hand in counted]
