"""The value of every option: all are played in the same sampled worlds.

An option is a whole turn, the best one of its row (`continuations`). Laboratory, coach and review all ask here.
Every turn of a row is played in the same worlds, so a move has the same value before and after it is made.
A world is one deal of the cards that the viewer can't see. In it, sensible players (`cardlab.bots.sensible`) play on
after each option to the end of the round. Some values are counted instead: of draw calls and the answers to them
(`counted_moves`), and of late rounds, where every deal is played (`every_deal`).
First the results (`Answer`, `Option`, `Estimate`, `Cost`), then the questions (`ask`, `cost`, `refine`) and how sums
become an `Answer`, last what is certain by the rules alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from itertools import groupby
from math import hypot, sqrt
from typing import Any, Final

from cardlab.analysis.call_odds import DrawCall, counted_answers
from cardlab.analysis.continuations import effect, turns
from cardlab.analysis.deals import (
    DEADWOOD,
    MOST_WORLDS,
    PAYMENT,
    WIN,
    Sums,
    Way,
    WorldsQuestion,
    mean_and_error,
    play_worlds,
    question,
    question_of,
    round_of,
)
from cardlab.analysis.every_deal import is_countable, play_every_deal, takes_long
from cardlab.analysis.kernel import compiled
from cardlab.analysis.kernel import rounds as slots
from cardlab.choices import whole_number
from cardlab.drawing import as_bar, as_table
from cardlab.refusal import IllegalMove
from cardlab.tongits import Call, Move, Payment, Phase, Showdown, View, legal_moves, why_not


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and its standard error.

    The true mean of the model lies within two errors in about 95 of 100 cases.
    The error is 0 if the rules make the value `certain`, or if it was `counted` over every deal.
    It is 0 too if all sampled values happen to be equal, except for a win probability.
    """

    mean: float
    error: float
    certain: bool = False
    counted: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """The value of a whole turn to the viewer.

    - `turn`: its moves in order, up to where a hidden card decides;
      `firsts`: the legal moves that may begin it;
    - `win`: the win probability, 0 to 1; `payment`: the viewer's payment, in points or chips;
      `deadwood`: the viewer's final deadwood (T9.2), in points;
    - `behind`, `behind_payment`: how far `win` and `payment` are below the highest, in the same worlds;
    - `wins_less`: how far `win` is below that of the option with the highest payment, negative if above.
    """

    turn: tuple[Move, ...]
    firsts: frozenset[Move]
    win: Estimate
    payment: Estimate
    deadwood: Estimate
    behind: Estimate
    behind_payment: Estimate
    wins_less: Estimate

    @property
    def move(self) -> Move:
        """The first move of the turn."""
        return self.turn[0]


@dataclass(frozen=True, slots=True)
class Answer:
    """The values of all options, the highest payment first.

    `worlds`: how many were played; `done`: no better answer follows; `whole`: the worlds are all deals, each played
    once, so nothing was sampled.
    """

    options: tuple[Option, ...]
    worlds: int
    done: bool
    whole: bool = False

    def rows(self) -> list[dict[str, Any]]:
        """Return a dictionary for each option, ready for a pandas table.

        `turn` is in notation, `win` a win probability, and each `…_error` the standard error of the number before it.
        """
        kinds = ("win", "payment", "deadwood", "behind", "behind_payment", "wins_less")
        return [
            {"turn": "; ".join(map(str, option.turn))}
            | {
                name + part: getattr(getattr(option, name), field)
                for name in kinds
                for part, field in (("", "mean"), ("_error", "error"))
            }
            for option in self.options
        ]

    def __repr__(self) -> str:
        best = "; ".join(map(str, self.options[0].turn)) if self.options else None
        return f"Answer(<{len(self.options)} options>, worlds={self.worlds}, done={self.done}, best={best!r})"

    def _repr_html_(self) -> str:
        """Return the options as a table for a notebook, with the chance to win as a bar."""
        lines = (
            (
                row["turn"],
                as_bar(row["win"], f"{row['win']:.1%} ± {100 * row['win_error']:.1f}"),
                f"{row['payment']:+.2f} ± {row['payment_error']:.2f}",
                f"{row['deadwood']:.1f} ± {row['deadwood_error']:.1f}",
            )
            for row in self.rows()
        )
        return as_table(f"{self.worlds} deals", ("Turn", "Chance of winning", "Payment", "Deadwood"), lines)


SAME: Final = 1e-9
"""Values of the same worlds that differ by at most this count as equal."""


@dataclass(frozen=True, slots=True)
class Cost:
    """How much worse a move is than the best one, by the best turn that it may begin.

    - `made`: that turn; `best`: the turn with the highest payment, `made` if it is as high;
    - `loss`: how much lower the payment of `made` is.

    The loss is a difference in the same worlds, so its error is smaller than those of the two values.
    """

    move: Move
    made: Option
    best: Option
    loss: Estimate


def cost_in(answer: Answer, seen: View, move: Move) -> Cost:
    """Return the cost of a legal move in the answer about its position."""
    done = effect(seen, move)
    made = next(option for option in answer.options if any(effect(seen, first) == done for first in option.firsts))
    if made.behind_payment.mean <= SAME:
        return Cost(move, made, made, Estimate(0.0, 0.0))
    return Cost(move, made, answer.options[0], made.behind_payment)


def probability(sampled: Estimate, worlds: int) -> Estimate:
    """Return a win probability, with an error unless it is certain or counted.

    Near 0 and 1 a sample underestimates its own error. So the error is computed with two more wins
    and two more losses (Agresti and Coull 1998). A result that no world has contradicted yet is not certain then.
    """
    if sampled.certain or sampled.counted:
        return sampled
    mean = (sampled.mean * worlds + 2) / (worlds + 4)
    return Estimate(sampled.mean, sqrt(mean * (1 - mean) / worlds))


def counted_moves(seen: View) -> dict[Move, tuple[Fraction, Fraction]]:
    """Return the exact win probability and payment of a draw call or of its answers, by move; {} for none.

    A call is counted over all hands if melds in the hand count too (T9.2) and everyone who may challenge does. They do
    with `showdown="everyone"` (T6.2), or if points are paid, because a lost challenge then costs nothing (T9.3).
    Any other call is counted if its deals are few enough to play at once.
    Answers are counted over the hands with which a sensible caller calls.
    """
    if seen.phase is Phase.ANSWER:
        return counted_answers(seen)
    calls = Call(seen.viewer)
    if calls not in legal_moves(seen, seen.viewer):
        return {}
    rules = seen.rules
    challenged = rules.payment is Payment.DEADWOOD or rules.showdown is Showdown.EVERYONE
    if challenged and rules.concealed_melds_count:
        call = DrawCall.of(seen)
        return {calls: (call.wins(call.own).value, call.payment(call.own).value)}
    asked = question(seen, among=[calls])
    if not is_countable(asked) or takes_long(asked):
        return {}
    sums = play_every_deal(asked)
    return {calls: (Fraction(sums.of(0, WIN)[0], sums.worlds), Fraction(sums.of(0, PAYMENT)[0], sums.worlds))}


AT_ONCE: Final = 100
"""The worlds of the first, coarse answer, and of one batch."""
MANY_WAYS: Final = 20
"""With more turns than this, the first answer has fewer worlds, because a thousand worlds take long."""
SOON: Final = 650
"""Rounds played for the first answer in plain Python, in at least ten worlds: a quarter second."""


def ask(
    seen: View, *, worlds: int = 2500, seed: int = 0, whole: bool = True, executor: Executor | None = None
) -> Answer:
    """Return the value of each turn that the viewer can play.

    Of turns that differ only in the last discard (a row), only the best one is an option.
    The answer depends only on its arguments: any executor, any number of workers and plain Python give equal bits.
    (In plain Python fewer positions are small enough to play all deals.)
    A calling opponent is assumed to have a calling hand, see `deals.question`.

    Args:
        seen: the position as the viewer sees it.
        worlds: how many worlds to sample, from 1 to 1,000,000.
        seed: the number from which the worlds are drawn; the lowest 32 bits count.
        whole: play all deals instead if they are few; that takes about a second, and `worlds` is then their number.
        executor: runs the batches, by default this thread.

    Raises:
        ValueError: an impossible number of worlds, not the viewer's turn, or no deal that fits the view.
        Cancelled: see `cancellation`.

    >>> from cardlab.tongits import deal, view
    >>> answer = ask(view(deal(seed=1), 0), worlds=20)
    >>> answer.worlds, answer.done, answer.options[0].behind_payment.mean
    (20, True, 0.0)
    """
    refuse_count(worlds)
    asked = inquiry_about(seen, seed)
    if whole and asked.answer:
        return asked.answer
    sums = asked.played(worlds) if executor is None else _played_by(executor, asked.question, seed, worlds)
    return asked.answered(sums, True)


class Inquiry:
    """The turns from a position, and what is known of their values so far.

    - `question`: every turn of every row; of each row the best one is shown;
    - `counted`: exact values of moves; `seed`: determines the worlds.
    """

    def __init__(self, question: WorldsQuestion, counted: Mapping[Move, tuple[Fraction, Fraction]], seed: int) -> None:
        self.question, self.counted, self.seed = question, counted, seed
        self.is_countable = is_countable(question)
        self.takes_long = self.is_countable and takes_long(question)
        self._most = Sums.none(len(question.ways))

    @cached_property
    def answer(self) -> Answer | None:
        """The answer over all deals, if they are few enough."""
        sums = play_every_deal(self.question) if self.is_countable else None
        return self.answered(sums, True, whole=True) if sums and sums.worlds else None

    def after(self, worlds: int) -> Answer:
        """Return the answer over all deals, or after this many worlds."""
        return self.answer or self.answered(self.played(worlds), True)

    def played(self, worlds: int) -> Sums:
        """Return the sums of the first `worlds` worlds.

        The sums of the largest sample are cached.
        """
        most = self._most
        if most.worlds > worlds:
            return play_worlds(self.question, self.seed, 0, worlds)
        if most.worlds < worlds:
            self._most = most = most + play_worlds(self.question, self.seed, most.worlds, worlds - most.worlds)
        return most

    def answered(self, sums: Sums, done: bool, *, whole: bool = False) -> Answer:
        """Return the answer for these sums, with the best turn of each row only.

        `done`: whether this is the last answer; `whole`: whether the sums cover every deal.
        """
        ways, worlds = self.question.ways, sums.worlds
        rows = groupby(range(len(ways)), key=lambda index: ways[index].row)
        kept = [max(row, key=lambda index: sums.of(index, PAYMENT)[0]) for _, row in rows]
        certain = {index: certain_of(self.question, ways[index]) for index in kept}

        def mean_of(total: int, squares: int, sure: bool) -> Estimate:
            mean, error = mean_and_error(total, squares, worlds)
            return Estimate(mean, 0.0 if whole else error, sure, counted=whole)

        def estimate(index: int, kind: int) -> Estimate:
            counted = self.counted.get(ways[index].turn[0]) if self.counted and kind != DEADWOOD else None
            if counted:
                return Estimate(float(counted[kind]), 0.0, certain[index][kind], counted=True)
            return mean_of(*sums.of(index, kind), certain[index][kind])

        def behind(index: int, best: int, kind: int) -> Estimate:
            one, two = estimate(index, kind), estimate(best, kind)
            sure = one.certain and two.certain
            if one.counted or two.counted:
                error = 0.0 if index == best else hypot(one.error, two.error)
                return Estimate(two.mean - one.mean, error, sure, counted=one.counted and two.counted)
            own, other = sums.of(index, kind), sums.of(best, kind)
            return mean_of(other[0] - own[0], own[1] + other[1] - 2 * sums.products(index, best, kind), sure)

        values = {index: (estimate(index, PAYMENT).mean, estimate(index, WIN).mean) for index in kept}
        wins, best = max(kept, key=lambda index: values[index][1]), max(kept, key=values.__getitem__)
        options = [
            Option(
                ways[index].turn,
                ways[index].firsts,
                probability(estimate(index, WIN), worlds),
                estimate(index, PAYMENT),
                estimate(index, DEADWOOD),
                behind(index, wins, WIN),
                behind(index, best, PAYMENT),
                behind(index, best, WIN),
            )
            for index in kept
        ]
        options.sort(key=lambda option: (-option.payment.mean, -option.win.mean))
        return Answer(tuple(options), worlds, done, whole)


# Cached, because a page asks for the values and the reasons one after the other.
@lru_cache(maxsize=8)
def inquiry_about(seen: View, seed: int) -> Inquiry:
    """Return the `Inquiry` about a position, cached.

    `seed` determines the worlds, also those in which contenders are selected if there are too many turns.
    """
    return Inquiry(turns(seen, seed), counted_moves(seen), seed)


def cost(seen: View, move: Move, *, worlds: int = 1000) -> Cost:
    """Return the cost of a legal move of the viewer, before it is made.

    `worlds`: as for `ask`. Raises IllegalMove if the move is not legal, ValueError for another seat's move, and
    as `ask` does.

    >>> from cardlab.analysis.position import read, view_of
    >>> from cardlab.tongits import parse_move
    >>> seen = view_of(read("hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h"))
    >>> cost(seen, parse_move("0 discard 3c"), worlds=200).loss.mean > 0
    True
    """
    refuse_count(worlds)
    if refusals := why_not(seen, move):
        raise IllegalMove(move, refusals)
    return cost_in(ask(seen, worlds=worlds), seen, move)


def onlooker_payment(seen: View, *, worlds: int) -> Estimate:
    """Return the viewer's expected payment before another player's turn.

    It isn't checked that a deal of the unseen cards fits the view.
    """
    onlooking = question_of(seen, [Way((), frozenset(), tuple(round_of(seen)), 0)])
    return Inquiry(onlooking, {}, 0).after(worlds).options[0].payment


def refine(seen: View, *, precision: float = 0.01, least: int = 1, most: int = 20_000) -> Iterator[Answer]:
    """Yield better and better answers: every 1,000 worlds, or 100 in plain Python.

    The first answer has fewer worlds in plain Python, and with many turns. If every deal can be played, that answer is
    the last, and the only one unless it takes long. Other answers take at most a few hundred milliseconds each.
    It stops after `most` worlds, or after `least` once every option's `win` has a standard error of at most
    `precision`. Raises ValueError as `ask` does, when the first answer is requested.
    """
    refuse_count(most, "most")
    asked = inquiry_about(seen, 0)
    if asked.takes_long:
        worlds = min(_end(0, len(asked.question.ways)), most)
        yield asked.answered(play_worlds(asked.question, 0, 0, worlds), False)
    if asked.answer:
        yield asked.answer
        return
    done = 0
    while True:
        done = min(_end(done, len(asked.question.ways)), most)
        answer = asked.answered(asked.played(done), done >= most)
        if answer.done or (done >= least and max(option.win.error for option in answer.options) <= precision):
            yield replace(answer, done=True)
            return
        yield answer


def _end(done: int, ways: int) -> int:
    """Return how many worlds the next answer has: few at first, then a round number."""
    fast = compiled.is_installed()
    if not done and not fast:
        return min(AT_ONCE, max(10, SOON // ways))
    if not done and ways > MANY_WAYS:
        return AT_ONCE
    at_once = 10 * AT_ONCE if fast else AT_ONCE
    return done - done % at_once + at_once


def refuse_count(worlds: int, name: str = "worlds") -> None:
    """Raise ValueError unless the number of worlds is from 1 to 1,000,000."""
    whole_number(name, worlds, 1, MOST_WORLDS)


def _played_by(executor: Executor, asked: WorldsQuestion, seed: int, worlds: int) -> Sums:
    """Play the worlds in batches of an executor; return their sums."""
    starts = range(0, worlds, AT_ONCE)
    batches = executor.map(partial(play_worlds, asked, seed), starts, [min(AT_ONCE, worlds - at) for at in starts])
    return sum(batches, Sums.none(len(asked.ways)))


def certain_of(asked: WorldsQuestion, way: Way) -> tuple[bool, bool, bool]:
    """Return whether the rules alone decide win, payment and deadwood after a turn."""
    played = way.played
    if played[slots.PHASE] not in (slots.ANSWER, slots.OVER):
        return False, False, False
    if not played[slots.HANDS + asked.viewer]:
        # T5.1: the viewer wins; T9.4: chips depend on nothing hidden, while T9.3 counts the hands of the others.
        return True, bool(played[slots.CHIPS]), True
    # T6.3, T8.2: a burned player cannot win; T8.3: if all are burned, nothing is paid.
    in_it = opened = played[slots.OPENED]
    if played[slots.CALLER] >= 0:
        # T6.4: a player who has folded can't win either.
        in_it = played[slots.CHALLENGERS] | 1 << played[slots.CALLER]
    return not in_it >> asked.viewer & 1 or opened == 1 << asked.viewer, not opened, True
