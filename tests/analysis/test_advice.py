"""Players that heed advice or not: the same figures in both kernels, and an error that is that of the mean."""

import pytest

from cardlab.analysis.kernel import compiled
from cardlab.tongits import Rules
from cardlab.tongits.rules import PRESETS
from tests.bench.playouts import many
from tests.research import advice
from tests.research.advice import Trial, calls, fed, figure, habits, holds_until, lay_offs, lays_nothing_off, openings

ROUNDS = 12


@pytest.mark.parametrize("preset", PRESETS)
def test_both_kernels_come_to_the_same_figures(preset):
    assert compiled.load(wait=True)
    rules, plain = Rules.preset(preset), compiled.plain()
    measures = (advice.dearest, advice.safest, advice.heeding(1))
    kinds = [holds_until(6), lays_nothing_off, *map(advice.throws, measures)]
    assert habits(rules, kinds, ROUNDS, kernel=plain) == habits(rules, kinds, ROUNDS)
    for forks in (openings, lay_offs, fed, calls):
        assert forks(rules, ROUNDS, kernel=plain) == forks(rules, ROUNDS)


def test_rounds_stepped_through_are_those_that_the_kernel_plays_at_once():
    table, paid = Trial(Rules(), 3), 0
    for number in range(50):
        table.deal(number)
        while not table.over:
            table.move()
        paid += table.received()[0]
    assert many(Rules(), 50, 3).of(0, 1)[0] == paid


def test_a_figure_has_the_error_of_its_mean_and_those_of_one_round_count_as_one():
    found = figure(enumerate([1, 2, 3, 4]))
    assert (found.mean, found.cases) == (2.5, 4)
    assert found.error == pytest.approx((5 / 3 / 4) ** 0.5)
    assert figure([(0, 1), (0, 3), (1, 2), (1, 4)]).error == pytest.approx(0.5)
    assert figure([]).cases == 0
