"""What every option is worth: all of them played on in the same sampled worlds, and how sure the answer is.

A world is one way to deal the cards that the viewer cannot see. Sensible players (`cardlab.bots.sensible`) play each
option to its end in it. What can be counted is counted instead (`counted_call`).
First the answer (`Answer`, `Option`, `Estimate`) and how it comes from sums, then the questions (`ask`, `refine`) and
how their work is shared, last what is certain whatever lies hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, as_completed
from dataclasses import dataclass, replace
from math import hypot, sqrt
from typing import Final

from cardlab.analysis.cancellation import Stop, still_wanted
from cardlab.analysis.deals import DEADWOOD, PAYMENT, WIN, Question, Sampler, Sums, question
from cardlab.analysis.draw_call import DrawCall
from cardlab.analysis.kernel import compiled
from cardlab.analysis.kernel import rounds as slots
from cardlab.analysis.kernel.compiled import Kernel
from cardlab.tongits import Call, Move, Payment, Showdown, View, legal_moves


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and its standard error.

    The true mean of the model lies within two errors of it in about 95 of 100 cases.
    The error is 0 where the value was the same in every world, whether that is `certain`, because it follows from the
    rules, or only happened so, and where it was `counted` over every deal instead. The probability of winning alone has
    an error else.
    """

    mean: float
    error: float
    certain: bool = False
    counted: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """What one legal move is worth to the viewer.

    - `win`: the probability of winning the round, 0 to 1; `payment`: what the viewer receives, in points or chips;
      `deadwood`: what the viewer's hand counts in the end (T9.2), in points;
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
    """What is known so far: the options, the dearest first, after so many worlds; `done`: none will follow.

    `counting`: how many equally weighted worlds the worlds are worth; fewer than `worlds` if they were weighted.
    """

    options: tuple[Option, ...]
    worlds: int
    counting: float
    done: bool


def answer_from(asked: Question, sums: Sums, done: bool, counted: Counted | None = None) -> Answer:
    """What the sums of `play_worlds` say: the options with means and standard errors, the one that receives most first.

    `counted`: what is known of an option without them.
    """
    number = len(asked.moves)
    if not sums.worlds:
        return Answer((), 0, 0.0, done)
    weight, squares = sums.weight, sums.squared_weights

    def estimate(option: int, kind: int) -> Estimate:
        total, squared, square = sums.of(option, kind)
        mean = total / weight
        error = sqrt(max(0.0, square - 2 * mean * squared + mean * mean * squares)) / weight
        if counted and asked.moves[option] == counted.move and kind != DEADWOOD:
            return replace(counted.payment if kind == PAYMENT else counted.win, certain=certain[option][kind])
        return Estimate(mean, error, certain[option][kind])

    def behind(option: int, best: int, kind: int) -> Estimate:
        if counted and option != best and counted.move in (asked.moves[option], asked.moves[best]):
            one, two = estimate(option, kind), estimate(best, kind)
            return Estimate(two.mean - one.mean, hypot(one.error, two.error), one.certain and two.certain)
        own, other = sums.of(option, kind), sums.of(best, kind)
        square = own[2] + other[2] - 2 * sums.products(option, best, kind)
        mean = (other[0] - own[0]) / weight
        squared = other[1] - own[1]
        error = sqrt(max(0.0, square - 2 * mean * squared + mean * mean * squares)) / weight
        return Estimate(mean, error, certain[option][kind] and certain[best][kind])

    certain = [certain_of(asked, option) for option in range(number)]
    best = [max(range(number), key=lambda option: estimate(option, kind).mean) for kind in (WIN, PAYMENT)]
    options = [
        Option(
            move,
            _probability(estimate(option, WIN), squares / weight / weight),
            estimate(option, PAYMENT),
            estimate(option, DEADWOOD),
            behind(option, best[0], WIN),
            behind(option, best[1], PAYMENT),
        )
        for option, move in enumerate(asked.moves)
    ]
    options.sort(key=lambda option: (-option.payment.mean, -option.win.mean))
    return Answer(tuple(options), sums.worlds, weight * weight / squares, done)


@dataclass(frozen=True, slots=True)
class Counted:
    """What a move is worth without any sampling."""

    move: Move
    win: Estimate
    payment: Estimate


def counted_call(seen: View, kernel: Kernel | None = None) -> Counted | None:
    """What a draw call is worth, counted over every deal of the hidden hands; None if it is not legal, or not counted.

    It is counted where every opponent who may challenge does, by the rules (T6.2, `showdown="everyone"`) or because a
    lost challenge costs nothing (T9.3), and where that takes no longer than sampling: if all cards count (T9.2).
    """
    rules = seen.rules
    asked = rules.payment is Payment.DEADWOOD or rules.showdown is Showdown.EVERYONE
    if not asked or not rules.concealed_melds_count or Call(seen.viewer) not in legal_moves(seen, seen.viewer):
        return None
    call = DrawCall(seen, kernel or compiled.best())
    wins, payment = call.wins(call.own), call.payment(call.own)
    if not wins.exact or not payment.exact:
        return None
    win, paid = (Estimate(float(odds.low), 0.0, counted=True) for odds in (wins, payment))
    return Counted(Call(seen.viewer), win, paid)


def _probability(found: Estimate, share: float) -> Estimate:
    """The probability of winning: never without an error unless it is certain.

    Near 0 and 1 the worlds seen are no good measure of their own error: two wins and two losses are added for it
    (Agresti and Coull 1998), so that one of which no world has shown the other side yet is not called certain.
    """
    if found.certain or found.counted:
        return found
    mean = (found.mean + 2 * share) / (1 + 4 * share)
    return Estimate(found.mean, sqrt(mean * (1 - mean) * share))


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
    believe: bool = True,
    executor: Executor | None = None,
    stop: Stop | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Answer:
    """What each legal move of the viewer is worth, from 1 to 1,000,000 worlds.

    The same `seed` gives the same answer, bit by bit, with any `executor` (`concurrent.futures`), any number of
    workers, and whether numba is installed or not; it counts by its lowest 32 bits. `progress` is told how many worlds
    of how many are played; `stop` ends the work early, and the answer then says so.
    `infer`: worlds in which someone would just have thrown away a card that makes a meld count an eighth, for each such
    card: with two of them a 64th. `believe`: an opponent who has called has a hand to call with, see `deals.question`.
    Raises ValueError if `worlds` is no whole number from 1 to 1,000,000, if it is not the viewer's turn, or if no deal
    of the unseen cards fits the view.

    >>> from cardlab.tongits import deal, view
    >>> answer = ask(view(deal(seed=1), 0), worlds=20)
    >>> answer.worlds, answer.done, answer.options[0].behind_payment.mean
    (20, True, 0.0)
    """
    refuse_count(worlds)
    asked = question(seen, infer=infer, believe=believe)
    counted = None if infer else counted_call(seen)
    pieces = [(first, min(AT_ONCE, worlds - first)) for first in range(0, worlds, AT_ONCE)]
    sums = Sums.none(len(asked.moves))
    done = 0
    for found in _work(asked, seed, pieces, executor, stop):
        sums += found
        done += found.worlds
        if progress:
            progress(done, worlds)
    return answer_from(asked, sums, done == worlds, counted)


def refine(
    seen: View,
    *,
    precision: float = 0.01,
    most: int = 20_000,
    seed: int = 0,
    infer: bool = False,
    believe: bool = True,
) -> Iterator[Answer]:
    """Better and better answers: a new one every 1,000 worlds, or every 100 until the kernel is compiled.

    The last comes when every option's `win` has a standard error of at most `precision`, or after `most` worlds.
    Between two answers lie at most a few hundred milliseconds of work. Stop asking, and the work stops.
    Raises ValueError as `ask` does, when the first answer is asked for.
    """
    refuse_count(most, "most")
    asked = question(seen, infer=infer, believe=believe)
    counted = None if infer else counted_call(seen)
    sums = Sums.none(len(asked.moves))
    done = 0
    while True:
        kernel = compiled.best()
        worlds = min(AT_ONCE * (10 if kernel.compiled else 1), most - done)
        found = play_worlds(asked, seed, done, worlds, kernel)
        sums += found
        done += worlds
        answer = answer_from(asked, sums, done >= most, counted)
        if answer.done or max(option.win.error for option in answer.options) <= precision:
            yield answer_from(asked, sums, True, counted)
            return
        yield answer


def refuse_count(worlds: int, name: str = "worlds") -> None:
    """Raises ValueError if this is no number of worlds that can be played."""
    if not isinstance(worlds, int) or not 1 <= worlds <= MOST_WORLDS:
        raise ValueError(f"{name} is a whole number from 1 to {MOST_WORLDS:,}, not {worlds!r}")


def play_worlds(asked: Question, seed: int, first: int, worlds: int, kernel: Kernel | None = None) -> Sums:
    """What the worlds `first` to `first + worlds - 1` add up to; what a worker does.

    Raises NotWanted once they are not wanted any more, see `cancellation`.
    """
    sampler = Sampler(asked, seed, kernel or compiled.best())
    at_once = max(1, BETWEEN // max(1, len(asked.moves)))
    for start in range(first, first + worlds, at_once):
        still_wanted()
        sampler.play(start, min(at_once, first + worlds - start))
    return sampler.sums


def _in_worker(asked: Question, seed: int, first: int, worlds: int) -> Sums:
    """The work of another process: it waits for the compiled kernel, for it has nothing else to do."""
    compiled.load(wait=True)
    return play_worlds(asked, seed, first, worlds)


def _work(
    asked: Question, seed: int, pieces: list[tuple[int, int]], executor: Executor | None, stop: Stop | None
) -> Iterator[Sums]:
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


def certain_of(asked: Question, option: int) -> tuple[bool, bool, bool]:
    """Whether the rules alone say if the viewer wins after this option, what is received, and what the hand counts."""
    played = asked.options[slots.ROUND_SIZE * option : slots.ROUND_SIZE * (option + 1)]
    if played[slots.PHASE] not in (slots.ANSWER, slots.OVER):
        return False, False, False
    if not played[slots.HANDS + asked.viewer]:
        # T5.1: the viewer wins; T9.4: chips depend on nothing hidden, while T9.3 counts the hands of the others.
        return True, bool(asked.rules[slots.CHIPS]), True
    # T6.3, T8.2: a burned player cannot win; T8.3: if all are burned, nothing is paid.
    in_it = opened = played[slots.OPENED]
    if played[slots.CALLER] >= 0:
        # T6.4: nor can who has folded.
        in_it = played[slots.CHALLENGERS] | 1 << played[slots.CALLER]
    return not in_it >> asked.viewer & 1 or opened == 1 << asked.viewer, not opened, True
