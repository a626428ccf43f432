"""The kernel plays Tongits by the rule book: the rule engine judges every move and every outcome."""

import os
from dataclasses import fields, replace
from itertools import chain, product

import pytest

from cardlab import tongits
from cardlab.analysis.deals import house_rules
from cardlab.analysis.kernel import compiled
from cardlab.analysis.kernel import rounds as slots
from cardlab.refusal import AmbiguousMove, IllegalMove
from cardlab.tongits import Rules
from cardlab.tongits.rules import PRESETS
from tests.bench.playouts import Table, many, open_round
from tests.random_rules import ruled

ROUNDS = int(os.environ.get("ROUNDS", "60"))
"""Rounds of each kind; `make long` asks for 10,000. Of small changes of the kernel none needed more than 40 of each."""


def standing(played):
    """What counts of a round: not what has left a pile, and not how many cards nobody knew before the deal."""
    left, discarded, laid = (int(played[start]) for start in (slots.STOCK_LEFT, slots.DISCARDED, slots.LAID))
    begins = slots.STOCK, slots.DISCARDS, slots.MELDS
    ends = slots.STOCK + left, slots.DISCARDS + discarded, slots.MELDS + slots.MELD_SIZE * laid
    parts = [(0, slots.UNSEEN_IN_HAND), (slots.RULES, slots.STYLES), *zip(begins, ends, strict=True)]
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


@pytest.mark.parametrize(("preset", "jokers"), [*product(PRESETS, (0, 2))])
def test_plain_and_compiled_play_the_same_rounds(preset, jokers):
    rules = Rules(**PRESETS[preset] | {"jokers": jokers})
    assert many(rules, 300, 9) == many(rules, 300, 9, kernel=compiled.plain())


def test_rounds_end_in_every_way():
    ended = set()
    for preset, number in product(PRESETS, range(100)):
        table = Table(Rules.preset(preset), 3)
        table.deal(number)
        ended.add(table.outcome()[0])
    assert ended >= {*tongits.Ending} - {tongits.Ending.VOID}


OF_A_MATCH = {"winner_starts", "target"}
"""What no round asks about: who begins the next one, and when the match is over (T1.5, T10.5)."""


def others(rules):
    """For every field the rules with another value of it."""
    for field in fields(rules):
        value = getattr(rules, field.name)
        if isinstance(value, bool):
            yield field.name, replace(rules, **{field.name: not value})
        elif isinstance(value, int):
            yield field.name, replace(rules, **{field.name: value + 1 if value < 2 else value - 1})
        else:
            other = next(choice for choice in type(value) if choice is not value)
            yield field.name, replace(rules, **{field.name: other})


@pytest.mark.parametrize("preset", PRESETS)
def test_every_house_rule_of_a_round_has_a_slot_of_its_own_and_what_only_a_match_asks_about_has_none(preset):
    rules = Rules.preset(preset)
    own, changed = house_rules(rules), {}
    for name, other in others(rules):
        changed[name] = [slot for slot, number in enumerate(house_rules(other)) if number != own[slot]]
    assert {name for name, slots_by_rule in changed.items() if not slots_by_rule} == OF_A_MATCH
    assert sorted(chain(*changed.values())) == list(range(slots.HOUSE_RULES))
