"""T10.5: how likely a player wins a progressive match, from the scores alone, and what a turn makes of it.

`chances` says it of any scores, if three sensible players play on: from what such players pay in a round (`Paid`),
measured once for each set of house rules, a table is worked out from the end of the match backwards (`_Table`).
`compare` asks of some turns what they make of that chance: each is played on in the same worlds, and the round that
comes of it is counted.
Who begins the next round is not thought of: each order of the seats is as likely. Scores in chips (T9.4) go up by too
little a round for such a table, and are refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product
from math import sqrt
from typing import Final

from cardlab.analysis.advice import Table
from cardlab.analysis.cancellation import still_wanted
from cardlab.analysis.continuations import narrowed
from cardlab.analysis.deals import Question
from cardlab.analysis.differences import Watching
from cardlab.analysis.kernel import compiled
from cardlab.analysis.kernel.compiled import Kernel
from cardlab.analysis.whatif import Asked, Estimate
from cardlab.tongits import Move, Payment, Rules, View
from cardlab.tongits.moves import SEATS

STEPS: Final = 10
"""The table knows the chance at so many scores from 0 on, and one below the target; what lies between by their mean."""
ROUNDS, ROUNDS_PLAIN = 6_000, 150
"""So many rounds say what is paid, with the compiled kernel and without it."""
PARTS: Final = 15
"""What is paid is rounded to so many parts of the target; what is rounded together counts as its mean."""
WORLDS, WORLDS_PLAIN = 1_000, 50
"""In so many worlds turns are compared."""

Scores = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Paid:
    """What the three pay in a round, the least first, and in which share of the rounds, 0 to 1."""

    payments: Scores
    share: float


@dataclass(frozen=True, slots=True)
class MatchChance:
    """What a turn makes of the chance to win the match, 0 to 1; `loss`: how much less than the best of them."""

    win: Estimate
    loss: Estimate


def chances(rules: Rules, scores: Sequence[int], kernel: Kernel | None = None) -> tuple[float, ...]:
    """How likely each player wins the match from these scores: who has the lowest wins, several share it.

    Raises ValueError if there is not a score from 0 on for each seat, or if chips are paid.

    >>> chances(Rules(), (10, 100, 40))
    (1.0, 0.0, 0.0)
    """
    if len(scores) != SEATS or any(score < 0 for score in scores):
        raise ValueError(f"a match has {SEATS} scores from 0 on, not {scores!r}")
    if not is_known(rules):
        raise ValueError("how likely a match is won is known where points are paid, not chips")
    table = _table(rules, kernel or compiled.best())
    return tuple(table.chance(_from(scores, seat)) for seat in range(SEATS))


def is_known(rules: Rules) -> bool:
    """Whether the chance to win a match is known by these rules: points are paid, not chips (T9.4)."""
    return rules.payment is Payment.DEADWOOD


def compare(
    asked: Question,
    rules: Rules,
    scores: Sequence[int],
    *,
    worlds: int | None = None,
    seed: int = 0,
    kernel: Kernel | None = None,
) -> tuple[MatchChance, ...]:
    """What each option of a question makes of the viewer's chance to win the match, in the same worlds.

    Raises NotWanted once it is not wanted any more, see `cancellation`. Raises ValueError as `chances` does.
    """
    kernel = kernel or compiled.best()
    chances(rules, scores, kernel)
    table, own = _table(rules, kernel), _from(scores, asked.viewer)
    known: dict[tuple[int, ...], float] = {}
    wins: list[list[float]] = []
    weights: list[int] = []
    for option in range(len(asked.moves)):
        still_wanted()
        watching = Watching.of(asked, option, seed, kernel)
        wins.append([])
        weights = []
        for world in range(worlds or (WORLDS if kernel.compiled else WORLDS_PLAIN)):
            played = watching.round(world)
            paid = played.payments
            weights.append(played.weight)
            if paid not in known:
                first, second, third = (score + max(0, -one) for score, one in zip(own, paid, strict=True))
                known[paid] = table.chance((first, second, third))
            wins[-1].append(known[paid])
    found = [_estimate(one, weights) for one in wins]
    best = wins[max(range(len(wins)), key=lambda option: found[option].mean)]
    return tuple(
        MatchChance(win, _estimate([two - of_one for two, of_one in zip(best, one, strict=True)], weights))
        for win, one in zip(found, wins, strict=True)
    )


def of_turns(
    seen: View, wanted: Sequence[tuple[Move, ...]], scores: Sequence[int], *, seed: int = 0, infer: bool = False
) -> tuple[MatchChance, ...]:
    """The same of some of the whole turns that `whatif.ask` gives for a position: what all pages show.

    Raises ValueError as `chances` does, and for a turn that is none of them.
    """
    every = Asked.about(seen, seed, infer=infer).question
    few = narrowed(every, [every.turns.index(turn) for turn in wanted])
    return compare(few, seen.rules, scores, seed=seed)


def _estimate(values: Sequence[float], weights: Sequence[int]) -> Estimate:
    """The mean in worlds that count so much."""
    total = sum(weights)
    mean = sum(weight * value for value, weight in zip(values, weights, strict=True)) / total
    spread = sum((weight * (value - mean)) ** 2 for value, weight in zip(values, weights, strict=True))
    return Estimate(mean, sqrt(spread) / total)


def _from(scores: Sequence[int], seat: int) -> Scores:
    """The scores from a seat on."""
    return scores[seat], scores[(seat + 1) % SEATS], scores[(seat + 2) % SEATS]


@lru_cache(maxsize=8)
def paid_in_a_round(rules: Rules, kernel: Kernel) -> tuple[Paid, ...]:
    """What is paid by these rules in a round of three sensible players; nothing where nobody wins."""
    table, part = Table(rules, 0, kernel), max(1, rules.target // PARTS)
    rounds = ROUNDS if kernel.compiled else ROUNDS_PLAIN
    found: dict[tuple[int, ...], list[list[int]]] = {}
    for number in range(rounds):
        still_wanted()
        table.deal(number)
        paid = sorted(max(0, -one) for one in table.received())
        found.setdefault(tuple(-(-one // part) for one in paid), []).append(paid)
    return tuple(
        Paid((_mean(few, 0), _mean(few, 1), _mean(few, 2)), len(few) / rounds) for _, few in sorted(found.items())
    )


def _mean(rounds: Sequence[Sequence[int]], place: int) -> float:
    return sum(one[place] for one in rounds) / len(rounds)


class _Table:
    """The chance of the first of three scores at each point of a grid, from the end of the match backwards."""

    def __init__(self, target: int, paid: Sequence[Paid]) -> None:
        self._target, self._step = target, target / STEPS
        # The last point lies just below the target: beyond it the match is over, and nothing lies between the two.
        self._grid = [self._step * at for at in range(STEPS)]
        if target - 1 > self._grid[-1]:
            self._grid.append(target - 1)
        self._known: dict[tuple[int, int, int], float] = {}
        points = sorted(product(range(len(self._grid)), repeat=SEATS), key=sum, reverse=True)
        orders = [(order, one.share / 6) for one in paid if one.payments[-1] for order in permutations(one.payments)]
        for own, left, right in points:
            if left > right:
                continue
            still_wanted()
            here = own, left, right
            found = stays = 0.0
            for order, share in orders:
                value, same = self._after([self._grid[at] + more for at, more in zip(here, order, strict=True)], here)
                found += share * value
                stays += share * same
            # What leads back to this point, as a round that nobody wins does, only puts off what comes.
            reached = sum(share for _, share in orders) - stays
            self._known[here] = self._known[own, right, left] = found / reached if reached else 1 / SEATS

    def chance(self, scores: Scores) -> float:
        """How likely the first of these wins."""
        return self._after(list(scores), None)[0]

    def _after(self, scores: Sequence[float], here: tuple[int, int, int] | None) -> tuple[float, float]:
        """The chance at these scores without what of it is the one at `here`, and the weight of that."""
        if max(scores) >= self._target:
            lowest = min(scores)
            return (1 / sum(score == lowest for score in scores) if scores[0] == lowest else 0.0), 0.0
        found = same = 0.0
        for corner in product(*map(self._between, scores)):
            weight = corner[0][1] * corner[1][1] * corner[2][1]
            at = corner[0][0], corner[1][0], corner[2][0]
            if at == here:
                same += weight
            else:
                found += weight * self._known[at]
        return found, same

    def _between(self, score: float) -> tuple[tuple[int, float], ...]:
        """Between which points a score lies, and how near to each; the weights are 1 together."""
        place = min(int(score / self._step), STEPS - 1)
        beyond = score - self._grid[place]
        if not beyond or place + 1 == len(self._grid):
            return ((place, 1.0),)
        beyond = min(1.0, beyond / (self._grid[place + 1] - self._grid[place]))
        return ((place, 1 - beyond), (place + 1, beyond)) if beyond < 1 else ((place + 1, 1.0),)


@lru_cache(maxsize=8)
def _table(rules: Rules, kernel: Kernel) -> _Table:
    return _Table(rules.target, paid_in_a_round(rules, kernel))
