"""What every option is worth: all of them played on in the same sampled worlds, and how sure the answer is.

An option is a whole turn, the best way on of its row (`continuations`); laboratory, coach and review all ask here.
Every way of a row is played on in the same worlds, so a move is worth the same before it is made and after it.
A world is one way to deal the cards that the viewer cannot see. Sensible players (`cardlab.bots.sensible`) play each
option to its end in it. What can be counted is counted instead: calls and answers (`counted_moves`), and near the end
of a round every deal is played (`every_deal`).
First the answer (`Answer`, `Option`, `Estimate`) and how it comes from sums, then the questions (`ask`, `refine`), last
what is certain whatever lies hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, as_completed
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import groupby
from math import hypot, sqrt
from typing import Final, TypeAlias

from cardlab.analysis.call_odds import DrawCall, counted_answers
from cardlab.analysis.continuations import effect, turns
from cardlab.analysis.deals import (
    DEADWOOD,
    MOST_WORLDS,
    PAYMENT,
    WIN,
    Sampler,
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
from cardlab.analysis.kernel.compiled import Kernel
from cardlab.bots.sensible import SENSIBLE, Style
from cardlab.tongits import Call, Move, Payment, Phase, Rules, Showdown, View, deal, legal_moves, view


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
    """What a whole turn is worth to the viewer.

    - `turn`: its moves in order, as far as no hidden card decides how it goes on;
      `firsts`: the legal moves that may begin it;
    - `win`: the probability of winning the round, 0 to 1; `payment`: what the viewer receives, in points or chips;
      `deadwood`: what the viewer's hand counts in the end (T9.2), in points;
    - `behind`, `behind_payment`: how much less than the option with the best mean, in the same worlds; 0 for that one;
    - `wins_less`: how much less likely it wins than the option that receives most; below 0 if it wins more often.
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
    """What is known so far: the options, the dearest first, after so many worlds; `done`: none will follow.

    `whole`: the worlds are all that there are, each played once, so that nothing was drawn by lot.
    """

    options: tuple[Option, ...]
    worlds: int
    done: bool
    whole: bool = False


SAME: Final = 1e-9
"""Values of the same worlds that differ by no more are the same."""


def made_and_best(answer: Answer, seen: View, move: Move) -> tuple[Option, Option]:
    """The best turn that a legal move begins, and the best turn: the same one, if no other receives more."""
    effect_of_move = effect(seen, move)
    made = next(
        option for option in answer.options if any(effect(seen, first) == effect_of_move for first in option.firsts)
    )
    return made, made if made.behind_payment.mean <= SAME else answer.options[0]


Counted: TypeAlias = tuple[Estimate, Estimate]
"""How likely a move wins and what it receives, without any sampling."""


def answer_from(
    asked: WorldsQuestion, sums: Sums, done: bool, counted: Mapping[Move, Counted] | None = None, *, whole: bool = False
) -> Answer:
    """What the sums of `play_worlds` say: the options with means and standard errors, the one that receives most first.

    `counted`: what is known of an option without them, by its first move; `whole`: the sums are of every deal.
    """
    number, worlds, counts = len(asked.ways), sums.worlds, counted or {}
    if not worlds:
        return Answer((), 0, done)
    certain = [certain_of(asked, way) for way in asked.ways]

    def mean_of(total: int, squares: int, sure: bool) -> Estimate:
        mean, error = mean_and_error(total, squares, worlds)
        return Estimate(mean, 0.0 if whole else error, sure, counted=whole)

    def estimate(option: int, kind: int) -> Estimate:
        own = counts.get(asked.ways[option].turn[0]) if counts else None
        if own and kind != DEADWOOD:
            return replace(own[kind], certain=certain[option][kind])
        return mean_of(*sums.of(option, kind), certain[option][kind])

    def behind(option: int, best: int, kind: int) -> Estimate:
        one, two = estimate(option, kind), estimate(best, kind)
        sure = one.certain and two.certain
        if one.counted or two.counted:
            error = 0.0 if option == best else hypot(one.error, two.error)
            return Estimate(two.mean - one.mean, error, sure, counted=one.counted and two.counted)
        own, other = sums.of(option, kind), sums.of(best, kind)
        return mean_of(other[0] - own[0], own[1] + other[1] - 2 * sums.products(option, best, kind), sure)

    payments = [(estimate(option, PAYMENT).mean, estimate(option, WIN).mean) for option in range(number)]
    wins = max(range(number), key=lambda option: payments[option][1])
    best = max(range(number), key=payments.__getitem__)
    options = [
        Option(
            way.turn,
            way.firsts,
            _probability(estimate(option, WIN), worlds),
            estimate(option, PAYMENT),
            estimate(option, DEADWOOD),
            behind(option, wins, WIN),
            behind(option, best, PAYMENT),
            behind(option, best, WIN),
        )
        for option, way in enumerate(asked.ways)
    ]
    options.sort(key=lambda option: (-option.payment.mean, -option.win.mean))
    return Answer(tuple(options), worlds, done, whole)


def _probability(sampled: Estimate, worlds: int) -> Estimate:
    """The probability of winning: never without an error unless it is certain.

    Near 0 and 1 the worlds seen are no good measure of their own error: two wins and two losses are added for it
    (Agresti and Coull 1998), so that one of which no world has shown the other side yet is not called certain.
    """
    if sampled.certain or sampled.counted:
        return sampled
    mean = (sampled.mean * worlds + 2) / (worlds + 4)
    return Estimate(sampled.mean, sqrt(mean * (1 - mean) / worlds))


def counted_moves(seen: View, style: Style = SENSIBLE) -> dict[Move, Counted]:
    """What a draw call, or an answer to one, is worth, counted over every deal of the hidden hands, where it can be.

    A call is counted where every opponent who may challenge does, by the rules (T6.2, `showdown="everyone"`) or because
    a lost challenge costs nothing (T9.3), and where that takes no longer than sampling: if all cards count (T9.2).
    Where some may fold it is counted as long as every deal of the two hands can be answered at once, by their `style`.
    An answer is counted if the caller is believed to have a hand to call with, in its `style`.
    """
    if seen.phase is Phase.ANSWER:
        return {move: _counted(*worth) for move, worth in counted_answers(seen, style).items()}
    calls = Call(seen.viewer)
    if calls not in legal_moves(seen, seen.viewer):
        return {}
    rules = seen.rules
    challenged = rules.payment is Payment.DEADWOOD or rules.showdown is Showdown.EVERYONE
    if challenged and rules.concealed_melds_count:
        call = DrawCall.of(seen)
        return {calls: _counted(call.wins(call.own).value, call.payment(call.own).value)}
    asked, kernel = question(seen, among=[calls]).against(seen, style), compiled.best()
    if not is_countable(asked, kernel) or takes_long(asked, kernel):
        return {}
    sums = play_every_deal(asked, kernel)
    return {calls: _counted(*(Fraction(sums.of(0, kind)[0], sums.worlds) for kind in (WIN, PAYMENT)))}


def _counted(win: Fraction, payment: Fraction) -> Counted:
    return Estimate(float(win), 0.0, counted=True), Estimate(float(payment), 0.0, counted=True)


AT_ONCE: Final = 100
"""The worlds of the first, coarse answer, and of one piece of work."""
MANY_WAYS: Final = 20
"""With more ways to go on, a thousand worlds take long."""
SOON: Final = 650
"""In plain Python so many rounds are played on for the first answer, in no fewer than ten worlds: a quarter second."""


def ask(
    seen: View, *, worlds: int = 2500, seed: int = 0, whole: bool = True, executor: Executor | None = None
) -> Answer:
    """What each turn of the viewer is worth, the best way on of each row, from 1 to 1,000,000 worlds.

    The same `seed` gives the same answer, bit by bit, with any `executor` (`concurrent.futures`), any number of
    workers, and whether numba is installed or not (but without it fewer deals are so few that all are played); it
    counts by its lowest 32 bits. An opponent who has called has a hand to call with, see `deals.question`.
    Where all deals are played, their number stands there instead of `worlds`; that takes about a second, and without
    `whole` it is left out.
    Raises ValueError if `worlds` is no whole number from 1 to 1,000,000, if it is not the viewer's turn, or if no deal
    of the unseen cards fits the view. Raises NotWanted once the answer is not wanted any more, see `cancellation`.

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
    """What is asked about a position, and what was found out about it.

    - `question`: every way of every row; of each row the best one is shown;
    - `counted`: what is known of moves without sampling; `seed`: names the worlds.
    """

    def __init__(self, question: WorldsQuestion, counted: Mapping[Move, Counted], seed: int, kernel: Kernel) -> None:
        self.question, self.counted, self.seed = question, counted, seed
        self.is_countable = is_countable(question, kernel)
        self.takes_long = self.is_countable and takes_long(question, kernel)
        self._kernel = kernel
        self._most = Sums.none(len(question.ways))

    @cached_property
    def answer(self) -> Answer | None:
        """The whole answer, if there are so few deals that every one can be played."""
        sums = play_every_deal(self.question, self._kernel) if self.is_countable else None
        return self.answered(sums, True, whole=True) if sums and sums.worlds else None

    def after(self, worlds: int) -> Answer:
        """The whole answer, or that after so many worlds."""
        return self.answer or self.answered(self.played(worlds), True)

    def played(self, worlds: int) -> Sums:
        """What the first `worlds` worlds add up to; the most that were played are kept, for others ask for them too."""
        most = self._most
        if most.worlds > worlds:
            return play_worlds(self.question, self.seed, 0, worlds)
        if most.worlds < worlds:
            self._most = most = most + play_worlds(self.question, self.seed, most.worlds, worlds - most.worlds)
        return most

    def answered(self, sums: Sums, done: bool, *, whole: bool = False) -> Answer:
        """What the sums of all ways say of the best way of each row: the one that receives most."""
        ways = self.question.ways
        rows = groupby(range(len(ways)), key=lambda index: ways[index].row)
        kept = [max(row, key=lambda index: sums.of(index, PAYMENT)[0]) for _, row in rows]
        return answer_from(self.question.narrowed(kept), sums.narrowed(kept), done, self.counted, whole=whole)


def inquiry_about(seen: View, seed: int) -> Inquiry:
    """What is asked about a position.

    The `seed` decides in which worlds contenders are looked for, where there are too many ways to play them all on.
    """
    return _asked(seen, seed, compiled.best())


# Kept, for a page asks for the values, the reasons, and the values against other players one after the other.
@lru_cache(maxsize=8)
def _asked(seen: View, seed: int, kernel: Kernel) -> Inquiry:
    return Inquiry(turns(seen, seed), counted_moves(seen), seed, kernel)


MOST_AGAINST: Final = 20
"""So many of the best turns are looked at against other players."""


def shown_turns(seen: View, worlds: int, seed: int = 0, most: int | None = None) -> WorldsQuestion:
    """The turns that an answer of so many worlds shows, one of each row, as a question of their own; the best `most`.

    Raises ValueError as `ask` does.
    """
    asked = inquiry_about(seen, seed)
    wanted = {option.turn for option in asked.after(worlds).options[:most]}
    return asked.question.narrowed(index for index, way in enumerate(asked.question.ways) if way.turn in wanted)


def if_others_play(
    seen: View, style: Style, *, worlds: int = 2500, seed: int = 0, shown_in: int | None = None
) -> Answer:
    """What the same turns as in `ask` are worth, in the same worlds, if the others call and challenge in this style.

    `shown_in`: in how many worlds it was found which turns are asked about, if not in as many.
    Of very many turns only the best ones are looked at.
    Raises ValueError as `ask` does.
    """
    refuse_count(worlds)
    question = shown_turns(seen, shown_in or worlds, seed, MOST_AGAINST).against(seen, style)
    return Inquiry(question, counted_moves(seen, style), seed, compiled.best()).after(worlds)


def onlooker_payment(seen: View, *, worlds: int, seed: int = 0) -> Estimate:
    """What a player stands to receive while another one is about to begin a turn.

    Raises ValueError if no deal of the unseen cards fits what the player sees.
    """
    onlooking = question_of(seen, [Way((), frozenset(), tuple(round_of(seen)), 0)])
    return Inquiry(onlooking, {}, seed, compiled.best()).after(worlds).options[0].payment


def refine(
    seen: View, *, precision: float = 0.01, least: int = 1, most: int = 20_000, seed: int = 0
) -> Iterator[Answer]:
    """Better and better answers: a new one every 1,000 worlds, or every 100 until the kernel is compiled.

    The first comes sooner in plain Python, or where there are many ways.
    If every deal is played, that is the last answer, and unless it takes long the first.

    The last comes when after `least` worlds every option's `win` has a standard error of at most `precision`, or after
    `most` worlds.
    Between two answers lie at most a few hundred milliseconds of work. Stop asking, and the work stops.
    Raises ValueError as `ask` does, when the first answer is asked for.
    """
    refuse_count(most, "most")
    asked, kernel = inquiry_about(seen, seed), compiled.best()
    if asked.takes_long:
        worlds = min(_end(0, len(asked.question.ways), kernel), most)
        yield asked.answered(play_worlds(asked.question, seed, 0, worlds, kernel), False)
    if asked.answer:
        yield asked.answer
        return
    done = 0
    while True:
        kernel = compiled.best()
        done = min(_end(done, len(asked.question.ways), kernel), most)
        answer = asked.answered(asked.played(done), done >= most)
        if answer.done or (done >= least and max(option.win.error for option in answer.options) <= precision):
            yield replace(answer, done=True)
            return
        yield answer


def _end(done: int, ways: int, kernel: Kernel) -> int:
    """After how many worlds the next answer comes, of so many ways: the first soon, then at round numbers."""
    if not done and not kernel.compiled:
        return min(AT_ONCE, max(10, SOON // ways))
    if not done and ways > MANY_WAYS:
        return AT_ONCE
    at_once = 10 * AT_ONCE if kernel.compiled else AT_ONCE
    return done - done % at_once + at_once


def refuse_count(worlds: int, name: str = "worlds") -> None:
    """Raises ValueError if this is no number of worlds that can be played."""
    if not isinstance(worlds, int) or not 1 <= worlds <= MOST_WORLDS:
        raise ValueError(f"{name} is a whole number from 1 to {MOST_WORLDS:,}, not {worlds!r}")


def _played_by(executor: Executor, asked: WorldsQuestion, seed: int, worlds: int) -> Sums:
    """What the worlds add up to in whatever order they are done: sums are whole numbers."""
    starts = range(0, worlds, AT_ONCE)
    futures = [executor.submit(_in_worker, asked, seed, at, min(AT_ONCE, worlds - at)) for at in starts]
    try:
        return sum((future.result() for future in as_completed(futures)), Sums.none(len(asked.ways)))
    finally:
        for future in futures:
            future.cancel()


def _in_worker(asked: WorldsQuestion, seed: int, first: int, worlds: int) -> Sums:
    """The work of another process: it waits for the compiled kernel, for it has nothing else to do."""
    compiled.load(wait=True)
    return play_worlds(asked, seed, first, worlds)


def call_everything(kernel: Kernel) -> None:
    """Calls what the page will call, so that a compiled kernel is ready for it."""
    for rules in (Rules(), Rules.preset("traditional")):
        asked = turns(view(deal(rules), 0))
        play_worlds(asked, 0, 0, 1, kernel)
    Sampler(asked, 0, kernel).play_deals(1 << len(asked.pool), 1, ordered=True)


def certain_of(asked: WorldsQuestion, way: Way) -> tuple[bool, bool, bool]:
    """Whether the rules alone say if the viewer wins after this way, what is received, and what the hand counts."""
    played = way.played
    if played[slots.PHASE] not in (slots.ANSWER, slots.OVER):
        return False, False, False
    if not played[slots.HANDS + asked.viewer]:
        # T5.1: the viewer wins; T9.4: chips depend on nothing hidden, while T9.3 counts the hands of the others.
        return True, bool(played[slots.CHIPS]), True
    # T6.3, T8.2: a burned player cannot win; T8.3: if all are burned, nothing is paid.
    in_it = opened = played[slots.OPENED]
    if played[slots.CALLER] >= 0:
        # T6.4: nor can who has folded.
        in_it = played[slots.CHALLENGERS] | 1 << played[slots.CALLER]
    return not in_it >> asked.viewer & 1 or opened == 1 << asked.viewer, not opened, True
