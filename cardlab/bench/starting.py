"""What a Python that has just started needs: to import cardlab, and to have the compiled kernel."""

from __future__ import annotations

from statistics import median
from typing import Final

from cardlab.analysis.kernel import compiled
from cardlab.bench.measuring import Figure, fresh

PASSES: Final = 5
IMPORT: Final = "from time import process_time as t; b = t(); import cardlab; print(t() - b)"
LOAD: Final = """
from pathlib import Path
from time import perf_counter

begin = perf_counter()
from cardlab.analysis import draw_call, races, whatif
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
