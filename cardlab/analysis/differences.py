"""What sets two options apart: the same deals played on with both, and in what the rounds differ.

The rounds of an option are watched one by one (`watch`, `Round`): who wins, what is paid, who calls, whether the next
player takes the card thrown away. `contrasts` compares those of two options, deal by deal, so that little is chance,
and gives the differences that are clear, the one that explains most first; `said` puts them into words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf, sqrt
from typing import Final, Literal, NamedTuple, TypeAlias

from cardlab.analysis.cancellation import still_wanted
from cardlab.analysis.continuations import narrowed
from cardlab.analysis.deals import Question, Sampler, room
from cardlab.analysis.kernel import compiled, sampling
from cardlab.analysis.kernel import rounds as slots
from cardlab.analysis.kernel.compiled import Kernel
from cardlab.analysis.whatif import Option
from cardlab.locale import decimal, percent, say
from cardlab.tongits import Discard, Payment, View

SEATS: Final = slots.SEATS
NOBODY: Final = -1
LOG: Final = 4096
"""Room for every move of a round, four numbers each."""
MOST_ROUNDS, MOST_ROUNDS_PLAIN = 16_000, 800
"""So many rounds are watched over all options, compiled (a quarter of a second) and not compiled."""
MOST_DEALS, FEWEST_DEALS = 1_000, 20


class Round(NamedTuple):
    """What came of one round; seats are counted from the viewer, who is 0, the next player 1.

    - `weight`: how much its deal counts; `winner`: who won, or `NOBODY`; `paid`: what the viewer received;
    - `held`: what the viewer's hand counted; `out`: whether the viewer went out (T5.1);
      `burned`: whether the viewer never opened (T7.1); `caller`: who called a draw, or `NOBODY`;
    - `taken`: whether the next player took the top discard in the turn that followed;
    - `payments`: what each received.
    """

    weight: int
    winner: int
    paid: int
    held: int
    out: bool
    burned: bool
    caller: int
    taken: bool
    payments: tuple[int, ...] = ()


Watched: TypeAlias = Mapping[int, tuple[Round, ...]]
"""The rounds of each option by its place in the question, the same deals in the same order."""


class Watching(Sampler):
    """One option, whose rounds are played one at a time, with every move noted."""

    @classmethod
    def of(cls, asked: Question, option: int, seed: int, kernel: Kernel) -> Watching:
        """One option of a question, by its place."""
        return cls(narrowed(asked, [option]), seed, kernel)

    def __init__(self, asked: Question, seed: int, kernel: Kernel) -> None:
        super().__init__(asked, seed, kernel)
        self._viewer = asked.viewer
        self._room = room(kernel, 2 * len(asked.pool), sampling.values_size(1), LOG)

    def round(self, world: int) -> Round:
        """The round in this world."""
        before = int(self._sums[sampling.WEIGHTS])
        self._room.log[0] = 0
        self.play(world, 1)
        played, result = self._room.played, self._room.result
        winner, caller = int(result[slots.WINNER]), int(played[slots.CALLER])
        return Round(
            weight=int(self._sums[sampling.WEIGHTS]) - before,
            winner=self._place(winner),
            paid=int(result[slots.PAYMENTS + self._viewer]),
            held=int(result[slots.COUNTS + self._viewer]),
            out=winner == self._viewer and int(result[slots.ENDING]) == slots.BY_TONGITS,
            burned=not int(played[slots.OPENED]) >> self._viewer & 1,
            caller=self._place(caller),
            taken=self._taken(),
            payments=tuple(int(result[slots.PAYMENTS + (self._viewer + seat) % SEATS]) for seat in range(SEATS)),
        )

    def _place(self, seat: int) -> int:
        return NOBODY if seat < 0 else (seat - self._viewer) % SEATS

    def _taken(self) -> bool:
        """Whether the first thing that the next player does is to take the top discard."""
        following, log = (self._viewer + 1) % SEATS, self._room.log
        for at in range(1, int(log[0]), 4):
            if log[at + 1] == following:
                return int(log[at]) == slots.TOOK
        return False


def watch(asked: Question, seed: int = 0, *, kernel: Kernel | None = None) -> Watched:
    """Every option of a question played on in the same deals, each round watched; the same `seed`, the same rounds.

    The deals are the first of those in which `whatif` samples; with many options there are fewer.
    Raises NotWanted once they are not wanted any more, see `cancellation`.
    """
    kernel = kernel or compiled.best()
    most = MOST_ROUNDS if kernel.compiled else MOST_ROUNDS_PLAIN
    deals = max(FEWEST_DEALS, min(MOST_DEALS, most // max(1, len(asked.moves))))
    found = {}
    for option in range(len(asked.moves)):
        still_wanted()
        watching = Watching.of(asked, option, seed, kernel)
        found[option] = tuple(watching.round(world) for world in range(deals))
    return found


Feature: TypeAlias = Literal[
    "win", "receive", "pay", "held", "left_wins", "right_wins", "left_takes", "calls", "left_calls", "right_calls",
    "out", "burned",
]  # fmt: skip
"""In what rounds can differ."""
SHARES: Final[Mapping[Feature, Callable[[Round], bool]]] = {
    "win": lambda one: one.winner == 0,
    "left_takes": lambda one: one.taken,
    "left_wins": lambda one: one.winner == 1,
    "right_wins": lambda one: one.winner == 2,
    "calls": lambda one: one.caller == 0,
    "left_calls": lambda one: one.caller == 1,
    "right_calls": lambda one: one.caller == 2,
    "out": lambda one: one.out,
    "burned": lambda one: one.burned,
}
"""What is there in a round or not: its share of all rounds is compared."""
GOOD: Final[frozenset[Feature]] = frozenset({"win", "calls", "out"})
"""Of these more is better for the viewer; of the other shares less."""
AVERAGES: Final[frozenset[Feature]] = frozenset({"receive", "pay", "held"})
CLEAR: Final = 2.5
"""A difference is clear if it is so many standard errors: of a dozen features one may well be two by chance."""
LEAST_SHARE: Final = 0.01
"""A smaller difference of shares explains nothing."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """One thing in which the rounds of two options differ.

    `here`, `there`: the share of rounds, 0 to 1, or of `AVERAGES` the mean; `clear`: how many standard errors apart.
    """

    feature: Feature
    here: float
    there: float
    clear: float

    @property
    def worse(self) -> bool:
        """Whether it is worse for the viewer here than there."""
        more = self.here > self.there
        return not more if self.feature in GOOD or self.feature == "receive" else more


HINT: Final = 1.0
"""Where more deals than these have shown which option is better, a hint is enough to say what that consists of."""


def contrasts(
    here: Sequence[Round], there: Sequence[Round], by: Literal["payment", "win", "deadwood"], *, sure: bool = False
) -> list[Contrast]:
    """In what the rounds of one option clearly differ from those of another, in the same deals.

    `sure`: whether it is known from elsewhere that one of them is better.

    First what the difference in the value `by` consists of: of payments winning oftener, receiving more or paying less,
    whichever makes up most of it. Then what goes with it, the clearest first, as far as it speaks for the same option.
    """
    main = _main(here, there, by, HINT if sure else CLEAR)
    if main is None:
        return []
    shares = [_share(feature, here, there) for feature in SHARES if feature != main.feature]
    clear = [
        one
        for one in shares
        if one.clear >= CLEAR and abs(one.here - one.there) >= LEAST_SHARE and one.worse == main.worse
    ]
    return [main, *sorted(clear, key=lambda one: -one.clear)]


def _main(
    here: Sequence[Round], there: Sequence[Round], by: Literal["payment", "win", "deadwood"], least: float
) -> Contrast | None:
    """What the difference consists of, if there is one of so many standard errors at least."""
    if by == "deadwood":
        found = _mean("held", here, there, lambda one: one.held)
        return found if found.clear >= least else None
    win = _share("win", here, there)
    if by == "win":
        return win if win.clear >= least else None
    value = _mean("receive", here, there, lambda one: one.paid)
    if value.clear < least:
        return None
    received = [_average([one for one in side if one.winner == 0]) for side in (here, there)]
    paid = [-_average([one for one in side if one.winner != 0]) for side in (here, there)]
    wins = (win.here + win.there) / 2
    worth = (sum(received) + sum(paid)) / 2
    parts = [
        (worth * (win.here - win.there), win),
        (wins * (received[0] - received[1]), Contrast("receive", received[0], received[1], value.clear)),
        ((1 - wins) * (paid[1] - paid[0]), Contrast("pay", paid[0], paid[1], value.clear)),
    ]
    sign = 1 if value.here > value.there else -1
    return max(parts, key=lambda part: sign * part[0])[1]


def _average(rounds: Sequence[Round]) -> float:
    weight = sum(one.weight for one in rounds)
    return sum(one.weight * one.paid for one in rounds) / weight if weight else 0.0


def _share(feature: Feature, here: Sequence[Round], there: Sequence[Round]) -> Contrast:
    return _mean(feature, here, there, SHARES[feature])


def _mean(feature: Feature, here: Sequence[Round], there: Sequence[Round], value: Callable[[Round], float]) -> Contrast:
    """The means of both, and how sure their difference is: it is taken deal by deal."""
    weight = sum(one.weight for one in here)
    one, other = (sum(each.weight * value(each) for each in side) / weight for side in (here, there))
    apart = [(a.weight, value(a) - value(b)) for a, b in zip(here, there, strict=True)]
    mean = one - other
    error = sqrt(sum((w * (each - mean)) ** 2 for w, each in apart)) / weight
    return Contrast(feature, one, other, abs(mean) / error if error else (inf if mean else 0.0))


# In words


def said(found: Sequence[Contrast], here: Option, there: Option, view: View, lang: str) -> list[str]:
    """These differences in sentences; where the options themselves have such a value, it is the one that is told."""
    told = []
    for one in found:
        shown = _as_shown(one, here, there)
        # So far apart in the few rounds that were watched may be nothing in all of them.
        if shown.worse == one.worse:
            told.append(_said(shown, here, there, view, lang))
    return told


def _as_shown(found: Contrast, here: Option, there: Option) -> Contrast:
    """The same with the values that the options have in all worlds, where they have such a one."""
    match found.feature:
        case "win":
            return replace(found, here=here.win.mean, there=there.win.mean)
        case "held":
            return replace(found, here=here.deadwood.mean, there=there.deadwood.mean)
        case _:
            return found


def _said(found: Contrast, here: Option, there: Option, view: View, lang: str) -> str:
    feature = found.feature
    if feature in AVERAGES:
        values = [decimal(value, lang, 1) for value in (found.here, found.there)]
        unit = "chips" if view.rules.payment is Payment.CHIPS else "points"
        key = "held" if feature == "held" else f"{feature}.{unit}"
        return say(f"whatif.why.{key}", lang, here=values[0], there=values[1])
    shares = [percent(share, lang) for share in (found.here, found.there)]
    cards = [one.turn[-1].card for one in (here, there) if isinstance(one.turn[-1], Discard)]
    if feature == "left_takes" and len(cards) == 2 and cards[0] is not cards[1]:
        facts = {"card": cards[0], "other": cards[1]}
        return say("whatif.why.left_takes_card", lang, here=shares[0], there=shares[1], **facts)
    return say(f"whatif.why.{feature}", lang, here=shares[0], there=shares[1])
