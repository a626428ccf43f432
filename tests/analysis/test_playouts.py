"""The kernel plays Tongits by the rule book: the rule engine judges every move and every outcome."""

from __future__ import annotations

import os
from itertools import product
from random import Random

import pytest

from cardlab import tongits
from cardlab.analysis.kernel import compiled
from cardlab.refusal import AmbiguousMove, IllegalMove
from cardlab.tongits import Rules
from cardlab.tongits.rules import PRESETS
from tests.bench import playouts
from tests.random_rules import every_house_rule

ROUNDS = int(os.environ.get("ROUNDS", "200"))
"""Rounds of each kind; `make long` asks for 10,000. Of small changes of the kernel none needed more than 40 of each."""


def table(kind: str, number: int) -> Rules:
    """The rules of round `number` of a kind: of a preset as it is, or the presets in turn with house rules changed."""
    if kind in PRESETS:
        return Rules.preset(kind)
    chance = Random(number)
    changed = every_house_rule(chance) if number % 2 else dict(PRESETS[chance.choice(list(PRESETS))])
    return Rules(**changed | {"jokers": int(kind)})


def judge(kind: str) -> tuple[int, list[str]]:
    """Plays rounds in the kernel, then by the rule engine; how many moves that were, and what was not the same."""
    compiled.load(wait=True)
    moves, wrong = 0, []
    for number in range(ROUNDS):
        rules = table(kind, number)
        played = playouts.play_one(rules, seed=5, number=number)
        state = played.dealt
        try:
            for move in played.moves:
                state = tongits.play(state, move)
        except (IllegalMove, AmbiguousMove) as illegal:
            wrong.append(f"round {number}: {illegal}")
            continue
        moves += len(played.moves)
        judged = tongits.outcome(state)
        if judged is None or not played.agrees(judged):
            wrong.append(f"round {number}: {played} is {judged}")
    return moves, wrong


@pytest.mark.parametrize("kind", [*PRESETS, "0", "1", "2"])
def test_the_rule_engine_finds_every_kernel_round_legal_and_counts_the_same(kind):
    moves, wrong = judge(kind)
    assert wrong == []
    assert moves > 10 * ROUNDS


@pytest.mark.parametrize(("preset", "jokers"), [*product(PRESETS, (0, 2))])
def test_plain_and_compiled_play_the_same_rounds(preset, jokers):
    assert compiled.load(wait=True)
    rules = Rules(**PRESETS[preset] | {"jokers": jokers})
    assert playouts.many(rules, 300, 9) == playouts.many(rules, 300, 9, kernel=compiled.plain())
    for number in range(20):
        plain = playouts.play_one(rules, 9, number=number, kernel=compiled.plain())
        assert playouts.play_one(rules, 9, number=number) == plain


def test_fewer_rounds_than_none_are_refused_and_a_seed_counts_by_its_lowest_32_bits():
    with pytest.raises(ValueError, match="-3 rounds"):
        playouts.many(Rules(), -3)
    assert playouts.many(Rules(), 20, 5) == playouts.many(Rules(), 20, 5 + 2**32)


def test_rounds_end_in_every_way_and_payments_add_up_to_nothing():
    totals = [playouts.many(Rules.preset(preset), 2000, 3) for preset in PRESETS]
    assert all(sum(total.payments) == 0 for total in totals)
    assert all(sum(total.endings.values()) == total.rounds == 2000 for total in totals)
    for ending in tongits.Ending:
        assert any(total.endings[ending] for total in totals) or ending is tongits.Ending.VOID
