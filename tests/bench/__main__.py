"""Prints a table of speeds: `python -m tests.bench`. Takes one or two minutes.

OpenSpiel is left out where it is not installed, and without wasmtime everything that is compiled.
"""

import os
import platform

from cardlab.analysis.kernel import compiled
from tests.bench import analysis, deadwood, playing
from tests.bench.measuring import HEAD

if __name__ == "__main__":
    kernel = compiled.best() if compiled.is_installed() else None
    rows = [HEAD, ("---", "---:", "---", "---:", "---:", "---:")]
    rows += [*deadwood.figures(kernel), *playing.played_rounds(kernel), *analysis.sampled(kernel), *analysis.called()]
    print(*(f"| {' | '.join(row)} |" for row in rows), sep="\n")
    print(
        f"\n{os.cpu_count()} cores of {platform.processor() or platform.machine()}, Python {platform.python_version()}"
    )
