"""Measuring: works and their peers in turn, so that all meet the same machine."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import median
from time import perf_counter
from typing import Final

PASSES: Final = 7
LESS_IS_BETTER: Final = frozenset({"s", "%"})
"""The units of which less is better; all others are rates per second."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured figure, with that of a peer in the same passes.

    - `work`: what was done; `value`: the median over the passes;
    - `unit`: what is counted per second, such as "hands", or "s" or "%" for one answer;
    - `ratio`: how many times better than the peer, the median of the ratios pass by pass; None without a peer;
    - `wanted`: the goal for the ratio, at least; `limit`: the goal for the value, at most.
    """

    work: str
    value: float
    unit: str
    peer: str | None = None
    peer_value: float | None = None
    ratio: float | None = None
    wanted: float | None = None
    limit: float | None = None


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
) -> list[Figure]:
    """Time a work and its peers in turn, and return a figure for each peer, or one.

    `unit`: "s", or what is counted per second; `peers`: with the ratio that is wanted against each.
    """
    works = (own, *(peer for peer, _ in peers))
    rows = [[_measured(work, number, unit) for work in works] for number in range(passes)]
    value, *values = (median(column) for column in zip(*rows, strict=True))
    alone = Figure(own.name, value, unit, limit=limit)
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
    begin = perf_counter()
    work.run(number)
    took = max(perf_counter() - begin, 1e-9)
    return took / work.things if unit == "s" else work.things / took


def _ratio(own: float, peer: float, unit: str) -> float:
    return peer / own if unit in LESS_IS_BETTER else own / peer


def agree(name: str, *answers: object) -> None:
    """Raise AssertionError if answers differ, because speed then means nothing."""
    if any(answer != answers[0] for answer in answers[1:]):
        raise AssertionError(f"not all count the same: {name}")
