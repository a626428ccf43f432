"""The one table of `make load`, in Markdown, and the same as JSON."""

from __future__ import annotations

import json
import os
import platform
import statistics
from collections.abc import Sequence
from dataclasses import asdict
from importlib import metadata
from pathlib import Path
from typing import Any, Final

from tests.load.rows import Found, p95

PACKAGES: Final = ("voila", "panel", "solara", "ipywidgets", "tornado", "numba")


def machine() -> dict[str, Any]:
    """The machine in words: processor, cores, Python and the versions of the neighbours."""
    found: dict[str, Any] = {"cores": os.cpu_count(), "python": platform.python_version()}
    with open("/proc/cpuinfo", encoding="utf-8") as lines:
        names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    found["processor"] = names[0] if names else platform.machine()
    for package in PACKAGES:
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return found


def table(found: Sequence[Found], titles: dict[str, str]) -> str:
    """All lines, those of one work together; `titles` names the servers."""
    lines = [
        "| work | server | median | p95 | CPU of the server | memory | to reach | |",
        "|---|---|---:|---:|---:|---:|---:|---|",
    ]
    notes = []
    for work in dict.fromkeys(one.work for one in found):
        for place, one in enumerate(line for line in found if line.work == work):
            cells = [
                "" if place else work,
                titles.get(one.subject, one.subject),
                _amount(statistics.median(one.values), one.unit) if one.values else "",
                _amount(p95(one.values), one.unit) if len(one.values) > 1 else "",
                f"{one.cpu:.1f} s" if one.cpu is not None else "",
                f"{one.memory:,.0f} MB" if one.memory is not None else "",
                f"{_amount(one.goal, one.unit)}" if one.goal is not None else "",
                {None: "", True: "met", False: "missed"}[one.is_met],
            ]
            if one.failed:
                cells[-1] = f"{cells[-1]} {one.failed} failed".strip()
            lines.append("| " + " | ".join(cells) + " |")
            notes += [f"{work}, {titles.get(one.subject, one.subject)}: {note}" for note in one.notes]
    return "\n".join([*lines, "", *(f"- {note}" for note in dict.fromkeys(notes)), *_disturbed(found, titles)])


def _disturbed(found: Sequence[Found], titles: dict[str, str]) -> list[str]:
    """What a reader has to know who wonders about a figure: who else used the processor."""
    return [
        f"- {one.work}, {titles.get(one.subject, one.subject)}: in {one.took:.0f} s the learners and their "
        f"browser used {one.client:.1f} s of CPU, everything else on this machine {one.others:.1f} s"
        for one in found
        if one.took and (one.others > 0.1 * one.took * (os.cpu_count() or 1) or one.client > 0.5 * one.took)
    ]


def _amount(value: float, unit: str) -> str:
    """The number with its unit, in three figures.

    >>> _amount(0.0123, "s"), _amount(7.8912, "s"), _amount(1905.2, "MB")
    ('12.3 ms', '7.89 s', '1,905 MB')
    """
    if unit == "s" and value < 1:
        value, unit = value * 1000, "ms"
    return f"{value:,.0f} {unit}" if value >= 100 else f"{value:.3g} {unit}"


def as_json(found: Sequence[Found], where: dict[str, Any], times: dict[str, float]) -> str:
    """All lines with every single value, the machine, and how long each server took, as JSON."""
    return json.dumps({"machine": where, "took": times, "found": [asdict(one) for one in found]}, indent=1) + "\n"


def from_json(file: Path) -> list[Found]:
    """The lines of an earlier run; raises OSError, ValueError or TypeError if they cannot be read."""
    told = json.loads(file.read_text(encoding="utf-8"))["found"]
    return [Found(**{**one, "values": tuple(one["values"]), "notes": tuple(one["notes"])}) for one in told]
