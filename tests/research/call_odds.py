"""Counts the table of `cardlab.bots.odds`: the probability that an unknown hand has at least some points.

    python -m tests.research.call_odds

The unseen cards are those of turns in played rounds, by careful players, of both presets; what a hand of each size
counts is asked of `cardlab.analysis.two_hands` for each of them, and averaged over those that are equally dear.
"""

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import count
from pathlib import Path
from typing import Final

from cardlab import bots
from cardlab.analysis.position import unseen
from cardlab.analysis.two_hands import deals_of
from cardlab.bot_rounds import play_tongits
from cardlab.bots import odds
from cardlab.cards import Card
from cardlab.tongits import Phase, Rules, State, deadwood, view
from cardlab.tongits.rules import PRESETS

POOLS: Final = 40
"""Of each mean, by each preset."""
MOST_ROUNDS: Final = 400
EVERY: Final = 3
"""Of the turns of a round each third one is taken: neighbours see nearly the same."""


def pools(preset: str) -> dict[int, list[tuple[Card, ...]]]:
    """The cards that the seat to move could not see, sorted by their mean in half points."""
    results: dict[int, list[tuple[Card, ...]]] = {mean: [] for mean in range(odds.MEANS)}
    for seed in range(MOST_ROUNDS):
        for cards in _unseen_in(preset, seed):
            mean = min(max(2 * deadwood(cards) // len(cards) - odds.LEAST_MEAN, 0), odds.MEANS - 1)
            if len(results[mean]) < POOLS:
                results[mean].append(cards)
        if min(map(len, results.values())) == POOLS:
            break
    return results


def _unseen_in(preset: str, seed: int) -> Iterator[tuple[Card, ...]]:
    turns = count()
    for state in play_tongits((bots.tongits.careful,) * 3, Rules.preset(preset), seed).states():
        assert isinstance(state, State)
        if state.phase is Phase.DRAW and next(turns) % EVERY == 0:
            yield unseen(view(state, state.seat))


def rows(way: str, pool: tuple[Card, ...]) -> list[list[Fraction]]:
    """For each size of a hand from this pool how likely it counts at least 0, 1, 2 ... points."""
    rules, results = Rules(concealed_melds_count=way == odds.WAYS[0]), []
    for size in range(odds.SIZES):
        # Of a hand larger than all there is, nothing is known: the largest there is stands for it.
        hand = deals_of(tuple(sorted(pool)), (min(size, len(pool)), 0), rules).hand(0)
        results.append([1 - hand.at_most(points - 1).value for points in range(odds.COUNTED)])
    return results


def table() -> dict[str, list[list[str]]]:
    """The whole table: for each way and mean a row of two hexadecimal digits a number for each size."""
    pools_by_mean = [pools(preset) for preset in PRESETS]
    results: dict[str, list[list[str]]] = {}
    for way in odds.WAYS:
        results[way] = []
        for mean in range(odds.MEANS):
            counted = [rows(way, pool) for pools_of in pools_by_mean for pool in pools_of[mean]]
            results[way].append(
                [
                    bytes(
                        round(odds.ALWAYS * sum(one[size][points] for one in counted) / len(counted))
                        for points in range(odds.COUNTED)
                    ).hex()
                    for size in range(odds.SIZES)
                ]
            )
    return results


if __name__ == "__main__":
    text = json.dumps(table(), indent=1)
    Path(odds.__file__).with_name(odds.TABLE).write_text(f"{text}\n", encoding="utf-8")
