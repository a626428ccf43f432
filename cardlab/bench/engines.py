"""How fast the rule engine arranges a hand.

There is no peer, for none counts every best arrangement.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from cardlab import tongits
from cardlab.bench.measuring import Figure, Work, compare
from cardlab.cards import DECK, JOKERS, Card

HANDS: Final = 300


def arranged() -> list[Figure]:
    """Every best arrangement of random 13-card hands, with growing numbers of jokers."""
    found = []
    for jokers in (0, 1, 2, 4):
        chance = Random(jokers)
        rules = tongits.Rules(jokers=jokers)
        hands = [(*chance.sample(DECK, 13 - jokers), *JOKERS[:jokers]) for _ in range(HANDS)]

        def arrange(_: int, hands: Sequence[Sequence[Card]] = hands, rules: tongits.Rules = rules) -> None:
            for hand in hands:
                tongits.best_arrangements(hand, rules=rules)

        among = "1 joker" if jokers == 1 else f"{jokers} jokers"
        name = f"every best arrangement, 13 cards, {among} among them, plain Python"
        found += compare("hands", Work(name, arrange, HANDS), passes=3)
    return found
