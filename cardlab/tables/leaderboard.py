"""Why a leaderboard is wrong: what luck does to it, and how many rounds it takes until it says something (T10.6).

- `lines`: the mean of each player's payments and how far it may lie from the true one;
- `told_apart`: which neighbours on the board can be told apart; `rounds_needed`: how many rounds that takes;
- `Luck`, `luck_of`: how much of the difference between two players is luck, and how much less of it is left where both
  play the same cards; tried with bots;
- `Board`, `board`: all of it as a picture, with its sentences.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import NormalDist, fmean, variance
from typing import Final, TypedDict

from cardlab import rounds, tongits
from cardlab.bots.tongits import Bot
from cardlab.locale import decimal, say
from cardlab.tables.results import Result
from cardlab.tongits.moves import SEATS

SURE: Final = 0.95
"""So often the true mean lies within the bounds."""
SEEN: Final = 0.8
"""So often a difference that is there is to be found."""
_WIDE: Final = NormalDist().inv_cdf((1 + SURE) / 2)
_FEWEST: Final = 2
_ENOUGH: Final = 10_000
"""More rounds than these are not told as a number."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the board.

    - `rounds`, `total`, `mean`: how many rounds, the sum of what was received, and for each round;
    - `deviation`: by how much one round differs from the next; `error`: by how much the mean may be wrong for that.

    Both are None for fewer than two rounds.
    """

    player: str
    rounds: int
    total: int
    mean: float
    deviation: float | None
    error: float | None

    @property
    def bounds(self) -> tuple[float, float] | None:
        """Between these the true mean lies in 95 of 100 cases; less often so, where rounds are few."""
        return None if self.error is None else (self.mean - _WIDE * self.error, self.mean + _WIDE * self.error)


def lines(results: Iterable[Result]) -> tuple[Line, ...]:
    """The board: everybody but bots, by the mean of what was received, the most first."""
    received: dict[str, list[int]] = {}
    for result in results:
        for player, payment in result.of_people:
            received.setdefault(player, []).append(payment)
    board = []
    for player, payments in received.items():
        deviation = math.sqrt(variance(payments)) if len(payments) >= _FEWEST else None
        error = None if deviation is None else deviation / math.sqrt(len(payments))
        board.append(Line(player, len(payments), sum(payments), fmean(payments), deviation, error))
    return tuple(sorted(board, key=lambda line: (-line.mean, line.player)))


def told_apart(one: Line, other: Line) -> bool | None:
    """Whether the means differ by more than luck does in 95 of 100 cases; None where there are too few rounds."""
    if one.error is None or other.error is None:
        return None
    return abs(one.mean - other.mean) > _WIDE * math.hypot(one.error, other.error)


def rounds_needed(difference: float, *deviations: float, sure: float = SURE, seen: float = SEEN) -> float:
    """How many rounds each has to play until a difference of the means is found.

    - `difference`: of the true means, for each round;
    - `deviations`: of one round, of each player; of the difference itself, where both play the same cards;
    - `sure`: how seldom a difference is to be seen where there is none; `seen`: how often one that is there.

    Infinite where there is no difference.

    >>> round(rounds_needed(5, 25, 25)), round(rounds_needed(5, 25))
    (392, 196)
    """
    wide = NormalDist().inv_cdf((1 + sure) / 2) + NormalDist().inv_cdf(seen)
    spread = sum(deviation**2 for deviation in deviations)
    return wide**2 * spread / difference**2 if difference else math.inf


# The same cards for both


@dataclass(frozen=True, slots=True)
class Luck:
    """What deals have brought two players who were at the same seats with the same cards, one after the other.

    - `deals`: how many; `difference`: the mean of what the first received more than the second;
    - `apart`: the variance of that difference for one deal, if each had played cards of their own;
    - `together`: the same, as both played the same cards.
    """

    deals: int
    difference: float
    apart: float
    together: float

    @property
    def left(self) -> float:
        """How much of the variance is left with the same cards; below 1, luck was taken out."""
        return self.together / self.apart if self.apart else 1.0

    @property
    def rounds_apart(self) -> float:
        """How many rounds each it takes to find this difference, with cards of their own."""
        return rounds_needed(self.difference, math.sqrt(self.apart))

    @property
    def rounds_together(self) -> float:
        """How many it takes with the same cards."""
        return rounds_needed(self.difference, math.sqrt(self.together))


def luck_of(one: Sequence[float], other: Sequence[float]) -> Luck:
    """From what two players received with the same cards, deal by deal.

    Raises ValueError for fewer than two deals, or if one has played more than the other.
    """
    differences = [mine - yours for mine, yours in zip(one, other, strict=True)]
    if len(differences) < _FEWEST:
        raise ValueError("two deals at least")
    return Luck(len(differences), fmean(differences), variance(one) + variance(other), variance(differences))


def played_twice(
    one: Bot, other: Bot, beside: Bot, deals: Iterable[int], rules: tongits.Rules | None = None
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What two bots receive with the same cards at the same seat, against the same two others.

    - `beside`: who plays the two other seats; `deals`: the numbers of the deals. The seat changes from deal to deal.
    """
    received: tuple[list[int], list[int]] = ([], [])
    for number in deals:
        seat = number % SEATS
        for player, payments in zip((one, other), received, strict=True):
            players = [player if at == seat else beside for at in range(SEATS)]
            *_, last = rounds.play_tongits(players, rules, number, number // SEATS % SEATS).states()
            ended = tongits.outcome(last) if isinstance(last, tongits.State) else None
            assert ended is not None  # rounds of Tongits come to an end
            payments.append(ended.payments[seat])
    return tuple(received[0]), tuple(received[1])


# A picture


class ShownLine(TypedDict):
    """A line of the board: numbers as the language writes them; the bounds as numbers too, for a drawing."""

    player: str
    rounds: int
    total: str
    mean: str
    error: str
    low: float | None
    middle: float
    high: float | None
    below: str
    """What can be said about this player and the next one; empty for the last."""


class Board(TypedDict):
    """The board, and what is to be said about it."""

    lines: list[ShownLine]
    title: str
    columns: list[str]
    told: list[str]


def board(results: Iterable[Result], names: Mapping[str, str], lang: str = "en") -> Board:
    """The board as a picture. `names`: how each player is shown; who has none is shown as somebody removed."""
    shown = lines(results)
    following = [*(_told_below(one, other, names, lang) for one, other in pairwise(shown)), ""][: len(shown)]
    certain = sum(told_apart(one, other) is True for one, other in pairwise(shown))
    told = [say("ranking.error", lang)]
    if len(shown) > 1:
        told.append(say("ranking.certain", lang, certain=certain, pairs=len(shown) - 1))
    return {
        "lines": [_shown(line, below, names, lang) for line, below in zip(shown, following, strict=True)],
        "title": say("ranking.title", lang),
        "columns": [say(f"ranking.{column}", lang) for column in ("player", "rounds", "total", "mean", "bounds")],
        "told": told,
    }


def name_of(player: str, names: Mapping[str, str], lang: str) -> str:
    """How a player is shown."""
    return names.get(player) or say("tournament.somebody", lang)


def _shown(line: Line, below: str, names: Mapping[str, str], lang: str) -> ShownLine:
    low, high = line.bounds or (None, None)
    error = "" if line.error is None else f"± {decimal(_WIDE * line.error, lang, 1)}"
    return {
        "player": name_of(line.player, names, lang),
        "rounds": line.rounds,
        "total": decimal(line.total, lang),
        "mean": decimal(line.mean, lang, 1),
        "error": error,
        "low": low,
        "middle": line.mean,
        "high": high,
        "below": below,
    }


def _told_below(one: Line, other: Line, names: Mapping[str, str], lang: str) -> str:
    """Whether two neighbours can be told apart, and if not, how many rounds that would take."""
    both = {"one": name_of(one.player, names, lang), "other": name_of(other.player, names, lang)}
    apart = told_apart(one, other)
    if apart is None or one.deviation is None or other.deviation is None:
        return say("ranking.too_few", lang, **both)
    if apart:
        return say("ranking.apart", lang, **both)
    needed = rounds_needed(one.mean - other.mean, one.deviation, other.deviation)
    if needed > _ENOUGH:
        return say("ranking.never", lang, **both)
    return say("ranking.not_apart", lang, count=math.ceil(needed), number=decimal(math.ceil(needed), lang), **both)
