"""A leaderboard: mean payments by deal, with confidence intervals (T10.6).

- `LeaderboardRow`: the payments of one player, with their mean and its margin; `leaderboard`: the sorted rows;
- `is_better`: compares two players by their intervals;
- `quantile`: quantile of Student's t distribution.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from statistics import NormalDist
from typing import Final

from cardlab.names import distinct_names

CONFIDENCE: Final = 0.95
"""Confidence level of the intervals."""
FEWEST: Final = 10
"""The number of deals that both players need for a comparison."""
_MANY: Final = 200
"""Beyond these degrees the expansion 26.7.5 of Abramowitz and Stegun gives nine digits, and costs the same for any."""


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


@cache
def quantile(degrees: int) -> float:
    """The value within whose plus and minus Student's t with these degrees of freedom lies with `CONFIDENCE`.

    >>> round(quantile(9), 3), round(quantile(1), 3)
    (2.262, 12.706)
    """
    if degrees > _MANY:
        z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
        second, third = (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
        return z + (z**3 + z) / 4 / degrees + second / degrees**2 + third / degrees**3
    low, high = 0.0, 1.0
    while _within(high, degrees) < CONFIDENCE:
        high *= 2
    while high - low > 1e-9 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, degrees) < CONFIDENCE else (low, middle)
    return high


def _within(bound: float, degrees: int) -> float:
    """The probability that Student's t lies between minus `bound` and `bound`.

    The finite series of Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4.
    """
    angle = math.atan2(bound, math.sqrt(degrees))
    cosine = math.cos(angle)
    odd = degrees % 2
    term, series = cosine if odd else 1.0, 0.0
    for power in range(odd, degrees - 1, 2):
        series += term
        term *= cosine**2 * (power + 1) / (power + 2)
    return 2 / math.pi * (angle + math.sin(angle) * series) if odd else math.sin(angle) * series
