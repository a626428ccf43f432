"""How something is timed: each work in turn with its peers, pass by pass, so that all of them meet the same machine."""

import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import median
from time import perf_counter
from typing import Final

PASSES: Final = 7
LESS_IS_BETTER: Final = frozenset({"s", "%"})
"""The units of which less is better; all others are rates a second."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure: what was done, the median over the passes, and how a peer did in the same passes.

    - `unit`: what is counted a second, like "hands", or "s" or "%" for one answer;
    - `ratio`: how many times better than the peer, the median of the ratios pass by pass; None without a peer;
    - `wanted`: the goal for the ratio, at least; `limit`: the goal for the value, at most;
    - `note`: what a reader has to know beside it, as a sentence.
    """

    work: str
    value: float
    unit: str
    peer: str | None = None
    peer_value: float | None = None
    ratio: float | None = None
    wanted: float | None = None
    limit: float | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Work:
    """Something to be timed: its name, what runs it in the pass of this number, and how many things that gets done."""

    name: str
    run: Callable[[int], object]
    things: int = 1


def seconds(run: Callable[[], object]) -> float:
    """How long it takes to run once."""
    begin = perf_counter()
    run()
    return perf_counter() - begin


def compare(
    unit: str,
    own: Work,
    peers: Sequence[tuple[Work, float | None]] = (),
    *,
    passes: int = PASSES,
    limit: float | None = None,
    note: str | None = None,
) -> list[Figure]:
    """Times a work and its peers in turn: a figure for each peer, with the ratio wanted against it, or one without.

    The unit is "s", or what is counted a second.
    """
    works = (own, *(peer for peer, _ in peers))
    rows = [[_measured(work, number, unit) for work in works] for number in range(passes)]
    value, *values = (median(column) for column in zip(*rows, strict=True))
    alone = Figure(own.name, value, unit, limit=limit, note=note)
    return [
        replace(
            alone,
            peer=peer.name,
            peer_value=values[number],
            ratio=median(_ratio(row[0], row[number + 1], unit) for row in rows),
            wanted=least,
        )
        for number, (peer, least) in enumerate(peers)
    ] or [alone]


def _measured(work: Work, number: int, unit: str) -> float:
    took = max(seconds(lambda: work.run(number)), 1e-9)
    return took / work.things if unit == "s" else work.things / took


def _ratio(own: float, peer: float, unit: str) -> float:
    return peer / own if unit in LESS_IS_BETTER else own / peer


def fresh(code: str) -> list[float]:
    """The numbers that some code prints in a Python of its own, which has loaded nothing yet.

    Raises subprocess.CalledProcessError if it fails.
    """
    return [float(word) for word in subprocess.check_output([sys.executable, "-c", code], text=True).split()]


def agree(name: str, *answers: object) -> None:
    """All ways to the same answer came to it. Raises AssertionError if not, for then no speed is worth a word."""
    if any(answer != answers[0] for answer in answers[1:]):
        raise AssertionError(f"not all count the same: {name}")
