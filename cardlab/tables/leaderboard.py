"""A leaderboard: mean payments by deal, with confidence intervals (T10.6).

- `LeaderboardRow`: the payments of one player, with their mean and its margin; `leaderboard`: the sorted rows;
- `is_better`: compares two players by their intervals;
- `quantile`: quantile of Student's t distribution.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Final

from cardlab.names import distinct_names

CONFIDENCE: Final = 0.95
"""Confidence level of the intervals."""
FEWEST: Final = 10
"""The number of deals that both players need for a comparison."""
_FEW: Final = (12.7062, 4.30265, 3.18245, 2.77645, 2.57058, 2.44691, 2.36462, 2.30600, 2.26216)
"""The quantiles for 1, 2, 3, ... degrees of freedom."""


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A row of the board: the payments of a player, deal by deal; `name`: as told apart from those above, or ""."""

    player: str
    payments: tuple[int, ...]
    name: str = ""

    @property
    def deals(self) -> int:
        """The number of deals."""
        return len(self.payments)

    @property
    def total(self) -> int:
        """The sum of the payments."""
        return sum(self.payments)

    @property
    def mean(self) -> float:
        """The mean payment, 0 before the first deal."""
        return self.total / self.deals if self.payments else 0.0

    @property
    def margin(self) -> float | None:
        """Half the width of the confidence interval of the mean; None for fewer than two deals."""
        if self.deals < 2:
            return None
        # In whole numbers, which is exact, and a hundred times as fast as `statistics.stdev`.
        squares = self.deals * sum(one * one for one in self.payments) - self.total**2
        return quantile(self.deals - 1) * math.sqrt(squares / (self.deals - 1)) / self.deals


def leaderboard(
    payments_by_player: Mapping[str, Sequence[int]], names: Mapping[str, str]
) -> tuple[LeaderboardRow, ...]:
    """The rows of all players with a payment, the highest mean first."""
    rows = [LeaderboardRow(player, tuple(payments)) for player, payments in payments_by_player.items() if payments]
    rows.sort(key=lambda row: (-row.mean, row.player))
    distinct = distinct_names(names.get(row.player, "") for row in rows)
    return tuple(replace(row, name=name) for row, name in zip(rows, distinct, strict=True))


def is_better(one: LeaderboardRow, other: LeaderboardRow) -> bool | None:
    """Whether the interval of the first lies above that of the second, a conservative test.

    None if one of them has played fewer than `FEWEST` deals.
    """
    if min(one.deals, other.deals) < FEWEST or one.margin is None or other.margin is None:
        return None
    return one.mean - one.margin > other.mean + other.margin


def quantile(degrees: int) -> float:
    """The value within whose plus and minus Student's t with these degrees of freedom lies with `CONFIDENCE`.

    The first ones are those of table 26.10 in Abramowitz and Stegun, Handbook of Mathematical Functions; all others
    are right to the third place by their expansion 26.7.5.

    >>> round(quantile(9), 3), round(quantile(1), 3)
    (2.262, 12.706)
    """
    if degrees <= len(_FEW):
        return _FEW[degrees - 1]
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    second, third = (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + (z**3 + z) / 4 / degrees + second / degrees**2 + third / degrees**3
