"""The speed of whole rounds: the kernel, compiled and plain.

That both kernels play the same is checked before the clock starts.
"""

from collections.abc import Callable
from typing import Final

from cardlab.analysis.deals import Sums
from cardlab.analysis.kernel import compiled
from cardlab.analysis.kernel.compiled import Kernel
from cardlab.tongits import Rules
from cardlab.tongits.rules import PRESETS
from tests.bench import playouts
from tests.bench.measuring import Row, Work, agree, compare

SEED: Final = 1
FAST, SLOW = 20_000, 200
"""How many rounds are played in a pass: compiled, and in plain Python."""
PLAIN_KERNEL: Final = "the kernel in plain Python"


def played_rounds(kernel: Kernel | None) -> list[Row]:
    """Measure whole rounds by three sensible players, for each preset."""
    return [figure for preset in PRESETS for figure in _rounds(kernel, preset)]


def _rounds(kernel: Kernel | None, preset: str) -> list[Row]:
    rules = Rules.preset(preset)

    def by(engine: Kernel, count: int) -> Callable[[int], Sums]:
        return lambda number: playouts.many(rules, count, SEED, first=count * number, kernel=engine)

    name = f"whole Tongits rounds, three sensible players, {preset} preset"
    if not kernel:
        return compare("rounds", Work(f"{name}, plain Python", by(compiled.plain(), SLOW), SLOW))
    plain = Work(PLAIN_KERNEL, by(compiled.plain(), SLOW), SLOW)
    agree(name, by(kernel, SLOW)(0), plain.run(0))
    return compare("rounds", Work(f"{name}, compiled", by(kernel, FAST), FAST), [(plain, 80.0)])
