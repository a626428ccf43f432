"""What sampled worlds say of each option: means, how sure they are, and how far one option lies behind the best.

Knows statistics, and how the kernel's sums are laid out; neither plays worlds nor knows why an option is good.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from cardlab.analysis.certain import certain_of
from cardlab.analysis.tongits_rounds import sampling
from cardlab.analysis.worlds import Question
from cardlab.tongits import Move

__all__ = ["Answer", "Estimate", "Option", "answer_from"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and its standard error.

    The true mean of the model lies within two errors of it in about 95 of 100 cases.
    The error is 0 where the value was the same in every world, whether that is `certain`, because it follows from the
    rules, or only happened so. The chance to win alone has an error even then, unless it is certain.
    """

    mean: float
    error: float
    certain: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """What one legal move is worth to the viewer.

    - `win`: the probability that he wins the round, 0 to 1; `payment`: what he receives, in points or chips;
      `deadwood`: what his hand counts in the end (T9.2), in points;
    - `behind`, `behind_payment`: how much less than the option with the best mean, in the same worlds; 0 for that one.
    """

    move: Move
    win: Estimate
    payment: Estimate
    deadwood: Estimate
    behind: Estimate
    behind_payment: Estimate


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known so far: the options, the most likely to win first, after so many worlds; `done`: none will follow.

    `counting`: how many equally weighted worlds the worlds are worth; fewer than `worlds` if they were weighted.
    """

    options: tuple[Option, ...]
    worlds: int
    counting: float
    done: bool


def answer_from(asked: Question, sums: list[int], done: bool) -> Answer:
    """What the sums of `play_worlds` say: the options with means and standard errors, the most likely to win first."""
    number = len(asked.moves)
    if not sums[sampling.WORLDS]:
        return Answer((), 0, 0.0, done)
    weight, squares = sums[sampling.WEIGHTS], sums[sampling.SQUARED_WEIGHTS]

    def of(option: int, kind: int) -> list[int]:
        here = sampling.FIRST_SUM + 9 * option + 3 * kind
        return sums[here : here + 3]

    def estimate(option: int, kind: int) -> Estimate:
        total, squared, square = of(option, kind)
        mean = total / weight
        error = sqrt(max(0.0, square - 2 * mean * squared + mean * mean * squares)) / weight
        return Estimate(mean, error, certain[option][kind])

    def behind(option: int, best: int, kind: int) -> Estimate:
        own, other = of(option, kind), of(best, kind)
        row = sampling.FIRST_SUM + 9 * number + 2 * number * option
        square = own[2] + other[2] - 2 * sums[row + 2 * best + kind]
        mean = (other[0] - own[0]) / weight
        squared = other[1] - own[1]
        error = sqrt(max(0.0, square - 2 * mean * squared + mean * mean * squares)) / weight
        return Estimate(mean, error, certain[option][kind] and certain[best][kind])

    certain = [certain_of(asked, option) for option in range(number)]
    best = [max(range(number), key=lambda option: of(option, kind)[0]) for kind in (0, 1)]
    options = [
        Option(
            move,
            _chance(estimate(option, 0), squares / weight / weight),
            estimate(option, 1),
            estimate(option, 2),
            behind(option, best[0], 0),
            behind(option, best[1], 1),
        )
        for option, move in enumerate(asked.moves)
    ]
    options.sort(key=lambda option: (-option.win.mean, -option.payment.mean))
    return Answer(tuple(options), sums[sampling.WORLDS], weight * weight / squares, done)


def _chance(found: Estimate, share: float) -> Estimate:
    """The chance to win: never without an error unless it is certain.

    Near 0 and 1 the worlds seen are no good measure of their own error: two wins and two losses are added for it
    (Agresti and Coull 1998), so that a chance of which no world has shown the other side yet is not called certain.
    """
    if found.certain:
        return found
    mean = (found.mean + 2 * share) / (1 + 4 * share)
    return Estimate(found.mean, sqrt(mean * (1 - mean) * share))
