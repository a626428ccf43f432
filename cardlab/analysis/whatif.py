"""What every option is worth: all of them played on in the same sampled worlds, and how sure the answer is.

A world is one way to deal the cards that the viewer cannot see. Careful players play each option to its end in it.
Knows statistics and how to share the work; which worlds and how they are played stands in `worlds` and the kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, as_completed
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Any, Final, Protocol

from cardlab.analysis import compiled
from cardlab.analysis.compiled import Kernel
from cardlab.analysis.kernel import POINTS
from cardlab.analysis.tongits_rounds import deal, putting, sampling
from cardlab.analysis.worlds import Question, question
from cardlab.tongits import Move, View

__all__ = ["Answer", "Estimate", "Option", "Stop", "answer_from", "ask", "play_worlds", "refine", "tables"]

AT_ONCE: Final = 100
"""The worlds of the first, coarse answer, and of one piece of work."""
MOST_WORLDS: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and its standard error; the error is 0 where the value is certain.

    The true mean of the model lies within two errors of it in about 95 of 100 cases.
    """

    mean: float
    error: float


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


class Stop(Protocol):
    """What can say that an answer is not wanted any more, like a `threading.Event`."""

    def is_set(self) -> bool: ...


def ask(
    seen: View,
    *,
    worlds: int = 2500,
    seed: int = 0,
    infer: bool = False,
    executor: Executor | None = None,
    stop: Stop | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Answer:
    """What each legal move of the viewer is worth, from 1 to 1,000,000 worlds.

    The same `seed` gives the same answer, bit by bit, with any `executor` (`concurrent.futures`), any number of
    workers, and whether numba is installed or not. `progress` is told how many worlds of how many are played;
    `stop` ends the work early, and the answer then says so.
    `infer`: worlds in which someone would just have thrown away a card that melds for him count an eighth.
    Raises ValueError if it is not the viewer's turn, or if no deal of the unseen cards fits what he sees.

    >>> from cardlab.tongits import deal, view
    >>> answer = ask(view(deal(seed=1), 0), worlds=20)
    >>> answer.worlds, answer.done, answer.options[0].behind.mean
    (20, True, 0.0)
    """
    if worlds not in range(1, MOST_WORLDS + 1):
        raise ValueError(f"worlds is a whole number from 1 to {MOST_WORLDS:,}, not {worlds!r}")
    asked = question(seen, infer=infer)
    pieces = [(first, min(AT_ONCE, worlds - first)) for first in range(0, worlds, AT_ONCE)]
    sums = [0] * sampling.sums_size(len(asked.moves))
    done = 0
    for found in _work(asked, seed, pieces, executor, stop):
        sums = [one + other for one, other in zip(sums, found, strict=True)]
        done += found[sampling.WORLDS]
        if progress:
            progress(done, worlds)
    return answer_from(asked, sums, done == worlds)


def refine(
    seen: View,
    *,
    precision: float = 0.01,
    most: int = 20_000,
    seed: int = 0,
    infer: bool = False,
) -> Iterator[Answer]:
    """Better and better answers: the first after 100 worlds, the last when every option's chance to win is known.

    Known means with a standard error of at most `precision`; or after `most` worlds. Between two answers lie at most
    a few hundred milliseconds of work. Stop asking, and the work stops. Raises ValueError as `ask` does.
    """
    asked = question(seen, infer=infer)
    sums = [0] * sampling.sums_size(len(asked.moves))
    done = 0
    while True:
        kernel = compiled.best()
        worlds = min(AT_ONCE * (10 if kernel.compiled else 1), most - done)
        found = play_worlds(asked, seed, done, worlds, kernel)
        sums = [one + other for one, other in zip(sums, found, strict=True)]
        done += worlds
        answer = answer_from(asked, sums, done >= most)
        if answer.done or max(option.win.error for option in answer.options) <= precision:
            yield answer_from(asked, sums, True)
            return
        yield answer


def play_worlds(asked: Question, seed: int, first: int, worlds: int, kernel: Kernel | None = None) -> list[int]:
    """The sums of the worlds `first` to `first + worlds - 1`, see `sampling`; what a worker does."""
    kernel = kernel or compiled.best()
    number = len(asked.moves)
    sums = kernel.memory(sampling.sums_size(number))
    kernel.sampling.sample(
        kernel.array(asked.options),
        kernel.array(asked.forced),
        kernel.array(asked.pool),
        kernel.array(asked.fours),
        kernel.array(asked.thrown),
        asked.viewer,
        seed,
        first,
        worlds,
        kernel.array(asked.rules),
        *tables(kernel, asked.rules[putting.ACE_HIGH], asked.rules[putting.JOKERS]),
        kernel.memory(deal.ROUND_SIZE),
        kernel.memory(len(asked.pool)),
        kernel.memory(sampling.FOURS + 3 * number),
        kernel.memory(8),
        kernel.memory(1),
        kernel.memory(1),
        sums,
    )
    return [int(number) for number in sums]


@cache
def tables(kernel: Kernel, ace_high: int, jokers: int) -> tuple[Any, Any, Any]:
    """The tables of one suit that the kernel looks into: uncovered points, ranks in a run, and points; 24 KB and 8."""
    uncovered = kernel.memory(8192 * (jokers + 1), bits=8)
    in_run = kernel.memory(8192, bits=16)
    points = kernel.memory(8192, bits=8)
    kernel.kernel.fill_runs(uncovered, in_run, ace_high, jokers)
    for held in range(1, 8192):
        points[held] = points[held & held - 1] + POINTS[kernel.kernel.place(held & -held)]
    return uncovered, in_run, points


def _in_worker(asked: Question, seed: int, first: int, worlds: int) -> list[int]:
    """The work of another process: it waits for the compiled kernel, for it has nothing else to do."""
    compiled.load(wait=True)
    return play_worlds(asked, seed, first, worlds)


def _work(
    asked: Question, seed: int, pieces: list[tuple[int, int]], executor: Executor | None, stop: Stop | None
) -> Iterator[list[int]]:
    """The sums of all pieces in the order in which they are done; whole numbers, so that the order does not matter."""
    if executor is None:
        for first, worlds in pieces:
            if stop and stop.is_set():
                return
            yield play_worlds(asked, seed, first, worlds)
        return
    futures = [executor.submit(_in_worker, asked, seed, first, worlds) for first, worlds in pieces]
    try:
        for future in as_completed(futures):
            yield future.result()
            if stop and stop.is_set():
                return
    finally:
        for future in futures:
            future.cancel()


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
        return Estimate(mean, sqrt(max(0.0, square - 2 * mean * squared + mean * mean * squares)) / weight)

    def behind(option: int, best: int, kind: int) -> Estimate:
        own, other = of(option, kind), of(best, kind)
        row = sampling.FIRST_SUM + 9 * number + 2 * number * option
        square = own[2] + other[2] - 2 * sums[row + 2 * best + kind]
        mean = (other[0] - own[0]) / weight
        squared = other[1] - own[1]
        return Estimate(mean, sqrt(max(0.0, square - 2 * mean * squared + mean * mean * squares)) / weight)

    best = [max(range(number), key=lambda option: of(option, kind)[0]) for kind in (0, 1)]
    options = [
        Option(
            move,
            _chance(estimate(option, 0), squares / weight / weight, asked, option),
            estimate(option, 1),
            estimate(option, 2),
            behind(option, best[0], 0),
            behind(option, best[1], 1),
        )
        for option, move in enumerate(asked.moves)
    ]
    options.sort(key=lambda option: (-option.win.mean, -option.payment.mean))
    return Answer(tuple(options), sums[sampling.WORLDS], weight * weight / squares, done)


def _chance(found: Estimate, share: float, asked: Question, option: int) -> Estimate:
    """The chance to win: certain if the round is over with an empty hand, else never without an error.

    Near 0 and 1 the worlds seen are no good measure of their own error: two wins and two losses are added for it
    (Agresti and Coull 1998), so that a chance of which no world has shown the other side yet is not called certain.
    """
    start = deal.ROUND_SIZE * option
    if asked.options[start + deal.PHASE] == deal.OVER and not asked.options[start + deal.HANDS + asked.viewer]:
        return found
    mean = (found.mean + 2 * share) / (1 + 4 * share)
    return Estimate(found.mean, sqrt(mean * (1 - mean) * share))


def call_everything(kernel: Kernel) -> None:
    """Calls what the page will call, so that a compiled kernel is ready for it."""
    from cardlab.tongits import Rules, view
    from cardlab.tongits import deal as dealt

    for rules in (Rules(), Rules.preset("traditional")):
        play_worlds(question(view(dealt(rules), 0)), 0, 0, 1, kernel)
