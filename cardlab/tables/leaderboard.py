"""A leaderboard: what everybody receives a deal, and how far luck may have moved that (T10.6).

- `LeaderboardRow`: what one player has received, with the mean and its interval; `lines`: the board;
- `better`: which of two is better, as far as that can be said;
- `quantile`: Student's t, from which the interval follows.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import fmean, stdev
from typing import Final

SURE: Final = 0.95
"""So often the true mean lies within the interval."""
FEWEST: Final = 10
"""Nobody is called better or worse than another before each has played so many deals."""


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A line of the board: what a player has received, deal by deal."""

    player: str
    received: tuple[int, ...]

    @property
    def deals(self) -> int:
        """How many deals that were."""
        return len(self.received)

    @property
    def total(self) -> int:
        """What was received in all."""
        return sum(self.received)

    @property
    def mean(self) -> float:
        """What was received a deal, 0 before the first."""
        return fmean(self.received) if self.received else 0.0

    @property
    def error(self) -> float | None:
        """Between so much less and so much more than the mean the true one lies in 95 of 100 cases.

        None for fewer than two deals, from which nobody sees by how much one deal differs from the next.
        """
        if self.deals < 2:
            return None
        return quantile(self.deals - 1) * stdev(self.received) / math.sqrt(self.deals)


def lines(received: Mapping[str, Sequence[int]]) -> tuple[LeaderboardRow, ...]:
    """The board, by the mean, the highest first."""
    board = (LeaderboardRow(player, tuple(payments)) for player, payments in received.items() if payments)
    return tuple(sorted(board, key=lambda line: (-line.mean, line.player)))


def better(one: LeaderboardRow, other: LeaderboardRow) -> bool | None:
    """Whether the first is better than the second: their intervals have no point in common.

    That is more than is needed to be sure in 95 of 100 cases. None where one has played fewer than ten deals.
    """
    if min(one.deals, other.deals) < FEWEST or one.error is None or other.error is None:
        return None
    return one.mean - one.error > other.mean + other.error


@cache
def quantile(degrees: int) -> float:
    """Student's t with so many degrees of freedom: it lies between minus this and this in `SURE` of all cases.

    >>> round(quantile(9), 3), round(quantile(1), 3)
    (2.262, 12.706)
    """
    low, high = 0.0, 1.0
    while _within(high, degrees) < SURE:
        high *= 2
    while high - low > 1e-9 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, degrees) < SURE else (low, middle)
    return high


def _within(bound: float, degrees: int) -> float:
    """With what probability Student's t lies between minus `bound` and `bound`.

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
