"""Prints a table of speeds: `python -m tests.bench` (`--json FILE` stores it).

OpenSpiel is left out where it is not installed, and without wasmtime everything that is compiled.
"""

import argparse
import json
import os
import platform
from collections.abc import Sequence
from dataclasses import asdict
from importlib import metadata
from pathlib import Path
from typing import Any, Final

from cardlab.analysis.kernel import compiled
from tests.bench import analysis, deadwood, playing
from tests.bench.measuring import LESS_IS_BETTER, Figure

PACKAGES: Final = ("open-spiel", "wasmtime")


def figures() -> list[Figure]:
    """Return every figure. Takes one or two minutes."""
    kernel = compiled.best() if compiled.is_installed() else None
    return [
        *deadwood.figures(kernel),
        *playing.played_rounds(kernel),
        *analysis.sampled(kernel),
        *analysis.called(),
    ]


def machine() -> dict[str, Any]:
    """Return the processor, cores, and versions of Python, wasmtime and OpenSpiel."""
    facts = {"processor": _processor(), "cores": os.cpu_count(), "python": platform.python_version()}
    return facts | {package: _version(package) for package in PACKAGES}


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def table(figures: Sequence[Figure]) -> str:
    """Return the figures as a Markdown table for the README."""
    lines = [
        "| work | measured | compared in the same run with | measured | ratio | goal |",
        "|---|---:|---|---:|---:|---:|",
    ]
    before = None
    for one in figures:
        goal = _times(one.wanted) if one.wanted else f"< {_amount(one.limit, one.unit)}" if one.limit else ""
        own = (one.work, _amount(one.value, one.unit)) if one.work != before else ("", "")
        peer = (one.peer or "", _amount(one.peer_value, one.unit) if one.peer_value else "")
        lines.append("| " + " | ".join((*own, *peer, _times(one.ratio) if one.ratio else "", goal)) + " |")
        before = one.work
    return "\n".join(lines)


def _amount(value: float, unit: str) -> str:
    """Return a number in three figures or whole, with a unit that suits its size.

    >>> _amount(0.0123, "s"), _amount(0.0000004567, "s"), _amount(7.8912, "s"), _amount(123456.7, "hands")
    ('12.3 ms', '457 ns', '7.89 s', '123,457 hands/s')
    """
    if unit not in LESS_IS_BETTER:
        return f"{value:,.0f} {unit}/s"
    if unit != "s":
        return f"{_three(value)} {unit}"
    for scale, name in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if value >= scale:
            return f"{_three(value / scale)} {name}"
    return f"{_three(value / 1e-9)} ns"


def _times(ratio: float) -> str:
    return f"{_three(ratio)} x"


def _three(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--json", metavar="FILE", type=Path, help="where to keep the figures as JSON")
    kept = parser.parse_args().json
    results, where = figures(), machine()
    print(table(results), "", *(f"{name}: {value}" for name, value in where.items()), sep="\n")
    if kept:
        text = {"machine": where, "figures": [asdict(one) for one in results]}
        kept.write_text(json.dumps(text, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
