"""What every option is worth: all of them played on in the same sampled worlds, and how sure the answer is.

A world is one way to deal the cards that the viewer cannot see. Careful players play each option to its end in it.
Knows how to share the work; which worlds and how they are played stands in `worlds` and the kernel, what their sums
say in `estimates`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, as_completed
from functools import cache
from typing import Any, Final

from cardlab.analysis import compiled
from cardlab.analysis.compiled import Kernel
from cardlab.analysis.estimates import Answer, Estimate, Option, answer_from
from cardlab.analysis.kernel import POINTS
from cardlab.analysis.tongits_rounds import deal, putting, sampling
from cardlab.analysis.wanted import Stop, still_wanted
from cardlab.analysis.worlds import Question, question
from cardlab.tongits import View

__all__ = [
    "Answer",
    "Estimate",
    "Option",
    "Stop",
    "answer_from",
    "ask",
    "play_worlds",
    "refine",
    "refuse_count",
    "tables",
]

AT_ONCE: Final = 100
"""The worlds of the first, coarse answer, and of one piece of work."""
MOST_WORLDS: Final = 1_000_000
BETWEEN: Final = 5_000
"""After so many rounds it is asked whether they are still wanted: some milliseconds, in plain Python half a second."""


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
    workers, and whether numba is installed or not; it counts by its lowest 32 bits. `progress` is told how many worlds
    of how many are played; `stop` ends the work early, and the answer then says so.
    `infer`: worlds in which someone would just have thrown away a card that melds for him count an eighth, for each
    such card: with two of them a 64th.
    Raises ValueError if `worlds` is no whole number from 1 to 1,000,000, if it is not the viewer's turn, or if no deal
    of the unseen cards fits what he sees.

    >>> from cardlab.tongits import deal, view
    >>> answer = ask(view(deal(seed=1), 0), worlds=20)
    >>> answer.worlds, answer.done, answer.options[0].behind.mean
    (20, True, 0.0)
    """
    refuse_count(worlds)
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
    """Better and better answers: a new one every 1,000 worlds, or every 100 until the kernel is compiled.

    The last comes when every option's chance to win is known with a standard error of at most `precision`, or after
    `most` worlds. Between two answers lie at most a few hundred milliseconds of work. Stop asking, and the work stops.
    Raises ValueError as `ask` does, when the first answer is asked for.
    """
    refuse_count(most, "most")
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


def refuse_count(worlds: int, name: str = "worlds") -> None:
    """Raises ValueError if this is no number of worlds that can be played."""
    if not isinstance(worlds, int) or not 1 <= worlds <= MOST_WORLDS:
        raise ValueError(f"{name} is a whole number from 1 to {MOST_WORLDS:,}, not {worlds!r}")


def play_worlds(asked: Question, seed: int, first: int, worlds: int, kernel: Kernel | None = None) -> list[int]:
    """The sums of the worlds `first` to `first + worlds - 1`, see `sampling`; what a worker does.

    Raises NotWanted once they are not wanted any more, see `wanted`.
    """
    kernel = kernel or compiled.best()
    number = len(asked.moves)
    sums = kernel.memory(sampling.sums_size(number))
    given = [kernel.array(one) for one in (asked.options, asked.forced, asked.pool, asked.fours, asked.thrown)]
    rules_and_room = (
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
    at_once = max(1, BETWEEN // max(1, number))
    for start in range(first, first + worlds, at_once):
        still_wanted()
        lot = min(at_once, first + worlds - start)
        kernel.sampling.sample(*given, asked.viewer, seed, start, lot, *rules_and_room)
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


def call_everything(kernel: Kernel) -> None:
    """Calls what the page will call, so that a compiled kernel is ready for it."""
    from cardlab.tongits import Rules, view
    from cardlab.tongits import deal as dealt

    for rules in (Rules(), Rules.preset("traditional")):
        play_worlds(question(view(dealt(rules), 0)), 0, 0, 1, kernel)
