"""The speed of whole rounds: the kernel, compiled and plain, and the rule engine.

That both kernels play the same is checked before the clock starts.
"""

from collections.abc import Callable
from typing import Final

from cardlab import bot_rounds
from cardlab.analysis.bots import sensible
from cardlab.analysis.deals import Sums
from cardlab.analysis.kernel import compiled
from cardlab.analysis.kernel.compiled import Kernel
from cardlab.tongits import Rules
from cardlab.tongits.rules import PRESETS
from tests.bench import playouts
from tests.bench.measuring import Figure, Work, agree, compare

SEED: Final = 1
FAST, SLOW, JUDGED = 20_000, 200, 10
"""How many rounds are played in a pass: compiled, in plain Python, by the rule engine."""
PLAIN_KERNEL: Final = "the kernel in plain Python"
JUDGE: Final = "the rule engine and its bots"


def played_rounds(kernel: Kernel | None) -> list[Figure]:
    """Measure whole rounds by three sensible players, for each preset."""
    return [figure for preset in PRESETS for figure in _rounds(kernel, preset)]


def _rounds(kernel: Kernel | None, preset: str) -> list[Figure]:
    rules = Rules.preset(preset)

    def by(engine: Kernel, count: int) -> Callable[[int], Sums]:
        return lambda number: playouts.many(rules, count, SEED, first=count * number, kernel=engine)

    def judged(number: int) -> None:
        for seed in range(JUDGED * number, JUDGED * (number + 1)):
            bot_rounds.play_tongits((sensible,) * 3, rules, seed)

    name = f"whole Tongits rounds, three sensible players, {preset} preset"
    judge = Work(JUDGE, judged, JUDGED)
    if not kernel:
        return compare("rounds", Work(f"{name}, plain Python", by(compiled.plain(), SLOW), SLOW), [(judge, None)])
    plain = Work(PLAIN_KERNEL, by(compiled.plain(), SLOW), SLOW)
    agree(name, by(kernel, SLOW)(0), plain.run(0))
    return compare("rounds", Work(f"{name}, compiled", by(kernel, FAST), FAST), [(plain, 80.0), (judge, None)])
