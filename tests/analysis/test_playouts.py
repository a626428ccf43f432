"""The kernel plays Tongits by the rule book: the rule engine judges every move and every outcome."""

import os
from itertools import product

import pytest

from cardlab import tongits
from cardlab.analysis.kernel import rounds as slots
from cardlab.refusal import AmbiguousMove, IllegalMove
from cardlab.tongits import Rules
from cardlab.tongits.rules import PRESETS
from tests.bench.playouts import Table, open_round
from tests.random_rules import ruled

ROUNDS = int(os.environ.get("ROUNDS", "60"))
"""Rounds of each kind; `make long` asks for 10,000. Of small changes of the kernel none needed more than 40 of each."""


def standing(played):
    """What counts of a round: not what has left a pile, and not how many cards nobody knew before the deal."""
    left, discarded, laid = (int(played[start]) for start in (slots.STOCK_LEFT, slots.DISCARDED, slots.LAID))
    begins = slots.STOCK, slots.DISCARDS, slots.MELDS
    ends = slots.STOCK + left, slots.DISCARDS + discarded, slots.MELDS + slots.MELD_SIZE * laid
    parts = [(0, slots.UNSEEN_IN_HAND), (slots.RULES, slots.STOCK), *zip(begins, ends, strict=True)]
    return [int(number) for begin, end in parts for number in played[begin:end]]


def fault(rules: Rules, number: int) -> str:
    """Plays a round in the kernel and by the rule engine, move by move; what is not the same."""
    table = Table(rules, 5)
    table.deal(number)
    state = table.dealt()
    while not table.over:
        move = table.step()
        try:
            state = tongits.play(state, move)
        except (IllegalMove, AmbiguousMove) as illegal:
            return f"round {number}: {illegal}"
        if standing(table.played) != standing(open_round(state)):
            return f"round {number}: after {move} not {state.notation}"
    judged = tongits.outcome(state)
    result = judged and (judged.ending, judged.winner, judged.deadwood, judged.payments)
    return "" if table.outcome() == result else f"round {number}: {table.outcome()} is {judged}"


@pytest.mark.parametrize("kind", [*PRESETS, "0", "1", "2"])
def test_the_rule_engine_finds_every_kernel_round_legal_and_counts_the_same(kind):
    assert [faults for number in range(ROUNDS) if (faults := fault(ruled(kind, number), number))] == []


def test_rounds_end_in_every_way():
    ended = set()
    for preset, number in product(PRESETS, range(100)):
        table = Table(Rules.preset(preset), 3)
        table.deal(number)
        ended.add(table.outcome()[0])
    assert ended >= {*tongits.Ending} - {tongits.Ending.VOID}
