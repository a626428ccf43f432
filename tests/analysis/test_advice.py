"""Players that heed advice or not: the same figures in both kernels, and the players do what is said of them."""

import pytest

from cardlab.analysis.kernel import compiled
from cardlab.tongits import Rules
from cardlab.tongits.rules import PRESETS
from tests.bench.playouts import many
from tests.research import advice
from tests.research.advice import Table, calls, fed, figure, habits, holds_until, lay_offs, lays_nothing_off, openings

ROUNDS = 12


@pytest.fixture(autouse=True)
def fast_kernel():
    compiled.load(wait=True)


@pytest.mark.parametrize("preset", PRESETS)
def test_both_kernels_come_to_the_same_figures(preset):
    rules = Rules.preset(preset)
    kinds = [
        holds_until(6),
        lays_nothing_off,
        advice.throws(advice.dearest),
        advice.throws(advice.safest),
        advice.throws(advice.heeding(1)),
    ]
    plain = compiled.plain()
    assert habits(rules, kinds, ROUNDS, kernel=plain) == habits(rules, kinds, ROUNDS)
    for forks in (openings, lay_offs, fed, calls):
        assert forks(rules, ROUNDS, kernel=plain) == forks(rules, ROUNDS)


@pytest.mark.parametrize("preset", PRESETS)
def test_rounds_stepped_through_are_those_that_the_kernel_plays_at_once(preset):
    rules = Rules.preset(preset)
    table, paid = Table(rules, 3), [0, 0, 0]
    for number in range(50):
        table.deal(number)
        while not table.over:
            table.move()
        paid = [one + more for one, more in zip(paid, table.received(), strict=True)]
    assert tuple(paid) == many(rules, 50, 3).payments


def test_a_figure_has_the_error_of_its_mean():
    found = figure([1, 2, 3, 4])
    assert (found.mean, found.cases) == (2.5, 4)
    assert found.error == pytest.approx((5 / 3 / 4) ** 0.5)
    assert figure([]).cases == 0
