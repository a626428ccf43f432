"""How strong everybody is, from many results: worked out anew from all of them, and an estimate kept up to date.

- `rated`: the ratings of everybody from all results at once (choix, Plackett-Luce model), with their errors;
- `Live`: the estimate after each result (openskill, the same model), with its uncertainty.

Both are made from the log alone: the same results give the same ratings, whenever and however often they are asked for.
Only who was before whom counts, so that a table which plays for more moves nobody more. Who shares a place counts half
before and half behind. Bots are left out of a result; it says as much about the others without them, which is what the
model supposes. Who was removed is rated like all others, so that nobody else's rating changes, and is just not shown.

choix and openskill come with `cardlab[tournaments]`; without them both raise ImportError.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, permutations, product
from typing import Any, Final, TypeAlias

from cardlab.tables.results import Result, places

MIDDLE: Final = 1500.0
"""The rating of somebody of whom nothing is known, and the mean of all."""
TENFOLD: Final = 400.0
"""Who is rated so much higher comes before the other ten times as often as behind."""
UNIT: Final = TENFOLD / math.log(10)
IMAGINED: Final = 1.0
"""So many results everybody is thought to have won and lost, shared out over all others, before anything is known: so a
few results move nobody far, and nobody is infinitely strong who has never lost."""
_PRECISION: Final = 1e-9
_ROUNDS: Final = 1000

Ranking: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is: `error` is the standard error, `results` how many results it comes from."""

    player: str
    rating: float
    error: float
    results: int


def rated(results: Iterable[Result]) -> tuple[Rating, ...]:
    """Everybody's rating, the strongest first.

    The order of results changes nothing.
    Raises ImportError where choix is not installed.
    """
    import choix
    import numpy

    groups = [group for result in results if (group := _groups(result))]
    played = Counter(player for group in groups for tied in group for player in tied)
    if not played:
        return ()
    names = sorted(played)
    number = {player: at for at, player in enumerate(names)}
    weighed, copies = _rankings([[[number[player] for player in tied] for tied in group] for group in groups])
    data = [ranking for ranking in sorted(weighed) for _ in range(weighed[ranking])]
    alike = IMAGINED / len(names)
    strengths = choix.ilsr_rankings(len(names), data, alpha=copies * alike, max_iter=_ROUNDS, tol=_PRECISION)
    strengths = strengths - strengths.mean()
    known = numpy.zeros((len(names), len(names)))
    for ranking, often in weighed.items():
        _add_information(known, strengths, ranking, often / copies)
    for pair in permutations(range(len(names)), 2):
        _add_information(known, strengths, pair, alike)
    # Only differences are known; that the mean of all is 0 is what this adds.
    errors = numpy.sqrt(numpy.diag(numpy.linalg.inv(known + 1 / len(names))))
    ratings = [
        Rating(
            player, round(MIDDLE + UNIT * float(strengths[at]), 3), round(UNIT * float(errors[at]), 3), played[player]
        )
        for player, at in number.items()
    ]
    return tuple(sorted(ratings, key=lambda one: (-one.rating, one.player)))


def _groups(result: Result) -> list[list[str]]:
    """The people of a result, the best first, those together who share a place; none if there was nobody to beat."""
    people = sorted(result.of_people, key=lambda one: (-one[1], one[0]))
    if len(people) < 2:
        return []
    return [[player for player, _ in tied] for _, tied in groupby(people, key=lambda one: one[1])]


def _rankings(results: Iterable[Sequence[Sequence[int]]]) -> tuple[Counter[Ranking], int]:
    """Every order that each result can stand for, as often that all results weigh the same; and what each weighs."""
    orders = [
        [tuple(at for tied in order for at in tied) for order in product(*map(permutations, groups))]
        for groups in results
    ]
    copies = math.lcm(*map(len, orders))
    weighed: Counter[Ranking] = Counter()
    for possible in orders:
        for ranking in possible:
            weighed[ranking] += copies // len(possible)
    return weighed, copies


def _add_information(known: Any, strengths: Any, ranking: Ranking, often: float) -> None:
    """Adds how sharply a ranking tells the strengths: minus the second derivative of the logarithm of its chance."""
    import numpy

    for first in range(len(ranking) - 1):
        left = list(ranking[first:])
        chances = numpy.exp(strengths[left])
        chances = chances / chances.sum()
        known[numpy.ix_(left, left)] += often * (numpy.diag(chances) - numpy.outer(chances, chances))


@dataclass(frozen=True, slots=True)
class Live:
    """The estimate so far: for each player the strength, in openskill's own numbers, and its uncertainty.

    >>> live = Live().after(Result("1", ("Ana", "Ben", "bot:1"), (8, -3, -5)))
    >>> [(player, round(mu, 1), round(sigma, 1)) for player, (mu, sigma) in sorted(live.estimates.items())]
    [('Ana', 27.6, 8.1), ('Ben', 22.4, 8.1)]
    """

    estimates: Mapping[str, tuple[float, float]] = field(default_factory=dict, hash=False)

    def after(self, *results: Result) -> Live:
        """The estimate after more results, in their order. Raises ImportError where openskill is not installed."""
        from openskill.models import PlackettLuce

        model = PlackettLuce()
        estimates = dict(self.estimates)
        for result in results:
            people = result.of_people
            if len(people) < 2:
                continue
            known = [estimates.get(player) for player, _ in people]
            teams = [[model.create_rating(list(one)) if one else model.rating()] for one in known]
            ranks = [float(place) for place in places([payment for _, payment in people])]
            for (player, _), (rating,) in zip(people, model.rate(teams, ranks=ranks), strict=True):
                estimates[player] = (rating.mu, rating.sigma)
        return Live(estimates)

    @property
    def order(self) -> tuple[str, ...]:
        """The players by what they are at least, with a chance of 99.9 in 100: strength less three uncertainties."""
        sure = {player: mu - 3 * sigma for player, (mu, sigma) in self.estimates.items()}
        return tuple(sorted(sure, key=lambda player: (-sure[player], player)))
