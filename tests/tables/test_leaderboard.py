"""A leaderboard: intervals that hold as often as they say, and no verdict where there are few deals."""

import math
import random
from statistics import stdev

import pytest

from cardlab.tables.leaderboard import FEWEST, LeaderboardRow, is_better, leaderboard, quantile

# Two-sided, as printed in Abramowitz and Stegun, table 26.10.
STUDENT = {
    1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 9: 2.262, 10: 2.228, 30: 2.042, 120: 1.980, 20_000: 1.960
}  # fmt: skip


@pytest.mark.parametrize(("degrees", "printed"), STUDENT.items())
def test_the_quantile_is_the_one_in_the_tables(degrees, printed):
    assert quantile(degrees) == pytest.approx(printed, abs=0.0005)


def test_the_board_has_mean_and_error_of_everybody_the_highest_mean_first():
    paid = {"A": (9, 0, -3), "B": (-3, 6, 6), "C": (7,), "D": ()}
    first, second, third = leaderboard(paid, {"A": "Ana", "C": "ana"})
    assert (first.player, first.deals, first.mean, first.margin) == ("C", 1, 7, None)
    assert (second.player, second.deals, second.total, second.mean) == ("B", 3, 9, 3)
    assert second.margin == pytest.approx(4.3027 * stdev((-3, 6, 6)) / math.sqrt(3), rel=1e-4)
    assert third.player == "A"
    assert [row.name for row in (first, second, third)] == ["ana", "", "Ana 2"]
    assert leaderboard({}, {}) == ()


@pytest.mark.parametrize("deals", [3, 30])
def test_the_true_mean_lies_within_the_interval_as_often_as_is_said(deals):
    chance, within = random.Random(1), 0
    for _ in range(1000):
        row = LeaderboardRow("A", tuple(round(chance.gauss(0, 1000)) for _ in range(deals)))
        within += abs(row.mean) <= row.margin
    assert 0.93 < within / 1000 < 0.97


def test_nobody_is_better_before_ten_deals_and_who_is_equal_seldom_is():
    high, low = LeaderboardRow("A", (50, 51) * 5), LeaderboardRow("B", (-50, -51) * 5)
    assert is_better(high, low) is True
    assert is_better(low, high) is False
    few = LeaderboardRow("A", high.payments[: FEWEST - 1])
    assert is_better(few, low) is is_better(high, LeaderboardRow("B", low.payments[:9])) is None
    chance = random.Random(2)

    def played():
        return LeaderboardRow("A", tuple(round(chance.gauss(0, 30)) for _ in range(12)))

    verdicts = [is_better(played(), played()) for _ in range(500)]
    assert sum(verdicts) < 25
