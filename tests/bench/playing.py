"""How fast whole rounds are played: by the kernel, compiled and plain, and by the rule engine.

That both kernels play the same is checked before the clock starts. Besides: how fast the rule engine arranges a hand,
for which there is no peer, since none counts every best arrangement; and what a Python that has just started needs to
import cardlab, and to have the compiled kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from typing import Final

from cardlab import bots, rounds, tongits
from cardlab.analysis.deals import Sums
from cardlab.analysis.kernel import compiled
from cardlab.analysis.kernel.compiled import Kernel
from cardlab.cards import DECK, JOKERS, Card
from cardlab.tongits import Rules
from cardlab.tongits.rules import PRESETS
from tests.bench import playouts
from tests.bench.measuring import Figure, Work, agree, compare, fresh

SEED: Final = 1
FAST, SLOW, JUDGED = 20_000, 200, 10
"""How many are played in one pass: compiled, in plain Python, by the rule engine."""
PLAIN_KERNEL: Final = "the kernel in plain Python"
JUDGE: Final = "the rule engine and its bots"


def played_rounds(kernel: Kernel | None) -> list[Figure]:
    """Whole rounds by three sensible players, by each preset: the kernel, and the rule engine judging every move."""
    return [figure for preset in PRESETS for figure in _rounds(kernel, preset)]


def _rounds(kernel: Kernel | None, preset: str) -> list[Figure]:
    rules = Rules.preset(preset)

    def by(engine: Kernel, count: int) -> Callable[[int], Sums]:
        return lambda number: playouts.many(rules, count, SEED, first=count * number, kernel=engine)

    def judged(number: int) -> None:
        for seed in range(JUDGED * number, JUDGED * (number + 1)):
            rounds.play_tongits((bots.sensible.sensible,) * 3, rules, seed)

    name = f"whole Tongits rounds, three sensible players, {preset} preset"
    judge = Work(JUDGE, judged, JUDGED)
    if not kernel:
        return compare("rounds", Work(f"{name}, plain Python", by(compiled.plain(), SLOW), SLOW), [(judge, None)])
    plain = Work(PLAIN_KERNEL, by(compiled.plain(), SLOW), SLOW)
    agree(name, by(kernel, SLOW)(0), plain.run(0))
    return compare("rounds", Work(f"{name}, compiled", by(kernel, FAST), FAST), [(plain, 80.0), (judge, None)])


# Hands


HANDS: Final = 300


def arranged() -> list[Figure]:
    """Every best arrangement of random 13-card hands, with growing numbers of jokers."""
    found = []
    for jokers in (0, 1, 2, 4):
        chance = Random(jokers)
        rules = tongits.Rules(jokers=jokers)
        hands = [(*chance.sample(DECK, 13 - jokers), *JOKERS[:jokers]) for _ in range(HANDS)]

        def arrange(_: int, hands: Sequence[Sequence[Card]] = hands, rules: tongits.Rules = rules) -> None:
            for hand in hands:
                tongits.best_arrangements(hand, rules=rules)

        among = "1 joker" if jokers == 1 else f"{jokers} jokers"
        name = f"every best arrangement, 13 cards, {among} among them, plain Python"
        found += compare("hands", Work(name, arrange, HANDS), passes=3)
    return found


# A Python that has just started


PASSES: Final = 5
IMPORT: Final = "from time import process_time as t; b = t(); import cardlab; print(t() - b)"
LOAD: Final = """
from pathlib import Path
from time import perf_counter

begin = perf_counter()
from cardlab.analysis import draw_call, whatif
from cardlab.analysis.kernel import compiled

assert not {wanted} or compiled.load(wait=True)
took = perf_counter() - begin
memory = Path("/proc/self/smaps_rollup")
lines = memory.read_text(encoding="ascii").splitlines() if memory.exists() else ["Pss: 0 kB"]
print(took, next(int(line.split()[1]) / 1000 for line in lines if line.startswith("Pss:")))
"""
"""Prints the seconds, and the megabytes that the process has for itself, shared pages in parts; 0 if that is hidden."""


def imported() -> list[Figure]:
    """The processor time of `import cardlab` in a new Python."""
    return [Figure("import cardlab, processor time", median(fresh(IMPORT)[0] for _ in range(PASSES)), "s")]


def loaded() -> list[Figure]:
    """How long the compiled kernel takes to be read from where it is kept, with numba's import, and what it weighs."""
    if not compiled.load(wait=True):
        return []
    pairs = [(fresh(LOAD.format(wanted=True)), fresh(LOAD.format(wanted=False))) for _ in range(PASSES)]
    took, more, less = (median(column) for column in zip(*((*own, bare[1]) for own, bare in pairs), strict=True))
    found = [Figure("the compiled kernel read from where it is kept, numba's import included", took, "s")]
    if more:
        found.append(Figure("memory of a Python with the compiled kernel", more, "MB", "a Python without it", less))
    return found
