"""Measuring: works and their peers in turn, so that all meet the same machine; and the lines of the table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Final, TypeAlias

PASSES: Final = 7
Row: TypeAlias = tuple[str, ...]
HEAD: Final = ("work", "measured", "compared in the same run with", "measured", "ratio", "goal")


@dataclass(frozen=True, slots=True)
class Work:
    """Something to be timed: name, function of a pass, and how many things it does."""

    name: str
    run: Callable[[int], object]
    things: int = 1


def compare(
    unit: str,
    own: Work,
    peers: Sequence[tuple[Work, float | None]] = (),
    *,
    passes: int = PASSES,
    limit: float | None = None,
) -> list[Row]:
    """Time a work and its peers in turn, and return a line for each peer, or one.

    - `unit`: "s", or what is counted per second; `limit`: the goal for the value, at most;
    - `peers`: with the goal for the ratio, the median over the passes, at least.
    """
    works = (own, *(peer for peer, _ in peers))
    rows = [[_seconds(work, number) for work in works] for number in range(passes)]
    first, *others = (median(column) for column in zip(*rows, strict=True))
    lines = []
    for number, (peer, wanted) in enumerate(peers, 1):
        ratio = median(row[number] / row[0] for row in rows)
        measured = amount(others[number - 1], unit)
        lines.append((peer.name, measured, f"{three(ratio)} x", f"{three(wanted)} x" if wanted else ""))
    alone = figure(own.name, first, unit, limit)
    return [(*(alone[:2] if line is lines[0] else ("", "")), *line) for line in lines] or [alone]


def figure(name: str, value: float, unit: str, limit: float | None = None) -> Row:
    """Return the line of a figure without a peer; a time is that of one thing."""
    return name, amount(value, unit), "", "", "", f"< {amount(limit, unit)}" if limit else ""


def _seconds(work: Work, number: int) -> float:
    begin = perf_counter()
    work.run(number)
    return max(perf_counter() - begin, 1e-9) / work.things


def amount(value: float, unit: str) -> str:
    """Return a time or a share in three figures with its unit, or how many things are done in a second.

    >>> amount(0.0123, "s"), amount(0.0000004567, "s"), amount(7.8912, "s"), amount(1 / 123456.7, "hands")
    ('12.3 ms', '457 ns', '7.89 s', '123,457 hands/s')
    """
    if unit not in ("s", "%"):
        return f"{1 / value:,.0f} {unit}/s"
    scales = ((1e-9, "ns"), (1e-6, "µs"), (1e-3, "ms"), (1.0, "s")) if unit == "s" else ((1.0, unit),)
    scale, name = max(one for one in scales if one[0] <= value or one is scales[0])
    return f"{three(value / scale)} {name}"


def three(number: float) -> str:
    """Return a number in three figures, or whole."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def agree(name: str, *answers: object) -> None:
    """Raise AssertionError if answers differ, because speed then means nothing."""
    if any(answer != answers[0] for answer in answers[1:]):
        raise AssertionError(f"not all count the same: {name}")
