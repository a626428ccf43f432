"""`cardlab bench`: how fast this is, as a ratio against a named peer measured in the same run.

Knows the work to be timed and the peers that do the same work; a peer that is not installed is left out.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from importlib import metadata
from random import Random
from time import perf_counter
from typing import Any, Final

from cardlab import bots, rounds, tichu, tongits
from cardlab.cards import DECK, JOKERS, Card

__all__ = ["Figure", "as_json", "figures", "machine", "table"]

HANDS: Final = 20_000
PASSES: Final = 7


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure: what was done, how many times a second (median over the passes), and against which peer.

    `ratio` is the median of the ratios pass by pass, cardlab over the peer; None without a peer.
    """

    work: str
    per_second: float
    peer: str | None = None
    peer_per_second: float | None = None
    ratio: float | None = None


def figures() -> tuple[list[Figure], dict[str, Any]]:
    """Every figure, and the machine it was measured on. Takes about half a minute."""
    return [
        *_least_deadwood(),
        *_arrangements(),
        *_rounds(),
        *_import(),
    ], machine()


def machine() -> dict[str, Any]:
    """The machine in words: processor, cores, Python and the versions of the peers."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "open-spiel": _version("open-spiel"),
    }


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


def _rate(work: Callable[[Sequence[Any]], None], items: Sequence[Any]) -> float:
    begin = perf_counter()
    work(items)
    return len(items) / (perf_counter() - begin)


def _least_deadwood() -> list[Figure]:
    """Least deadwood of random 13-card hands without jokers: a call for each hand, in plain Python, on one core."""
    chance = Random(1)
    hands = [tuple(chance.sample(DECK, 13)) for _ in range(HANDS)]
    least = tongits.least_deadwood

    def ours(items: Sequence[tuple[Card, ...]]) -> None:
        for hand in items:
            least(hand)

    ours(hands[:100])
    name = "least deadwood, 13 cards, plain Python, hands"
    try:
        from pyspiel import gin_rummy
    except ImportError:
        return [Figure(name, statistics.median(_rate(ours, hands) for _ in range(PASSES)))]
    utils = gin_rummy.GinRummyUtils(13, 4, 13)
    numbered = [[card.index for card in hand] for hand in hands]
    for hand, numbers in zip(hands, numbered, strict=True):
        if least(hand) != utils.min_deadwood(numbers):
            raise AssertionError(f"the peer counts another least deadwood for {hand}")

    def theirs(items: Sequence[list[int]]) -> None:
        for numbers in items:
            utils.min_deadwood(numbers)

    pairs = [(_rate(ours, hands), _rate(theirs, numbered)) for _ in range(PASSES)]
    return [
        Figure(
            name,
            statistics.median(own for own, _ in pairs),
            "OpenSpiel GinRummyUtils.min_deadwood, called from Python",
            statistics.median(peer for _, peer in pairs),
            statistics.median(own / peer for own, peer in pairs),
        )
    ]


def _arrangements() -> list[Figure]:
    """Every best arrangement of random 13-card hands, with growing numbers of jokers."""
    found = []
    for count in (0, 1, 2, 4):
        chance = Random(count)
        rules = tongits.Rules(jokers=count)
        hands = [(*chance.sample(DECK, 13 - count), *JOKERS[:count]) for _ in range(300)]

        def work(items: Sequence[tuple[Card, ...]], rules: tongits.Rules = rules) -> None:
            for hand in items:
                tongits.best_arrangements(hand, rules=rules)

        rate = statistics.median(_rate(work, hands) for _ in range(3))
        found.append(Figure(f"every best arrangement, 13 cards, {count} jokers among them, hands", rate))
    return found


def _rounds() -> list[Figure]:
    """Whole rounds by bots through the rule engines, every move judged."""

    def tongits_rounds(seeds: Sequence[int]) -> None:
        for seed in seeds:
            rounds.play_tongits((bots.tongits.careful,) * 3, seed=seed)

    def tichu_rounds(seeds: Sequence[int]) -> None:
        for seed in seeds:
            rounds.play_tichu((bots.tichu.careful,) * 2, tichu.Rules(), seed=seed)

    return [
        Figure("whole Tongits rounds, three careful bots, rounds", _rate(tongits_rounds, range(100))),
        Figure("whole Tichu rounds, two careful bots, rounds", _rate(tichu_rounds, range(100))),
    ]


def _import() -> list[Figure]:
    """How often a second a new Python could `import cardlab`: the processor time of the import alone."""
    code = "from time import process_time as t; b = t(); import cardlab; print(t() - b)"
    seconds = [float(subprocess.check_output([sys.executable, "-c", code], text=True)) for _ in range(PASSES)]
    return [Figure("import cardlab, processor time, imports", 1 / max(statistics.median(seconds), 1e-9))]


def table(found: Sequence[Figure]) -> str:
    """The figures as a table in Markdown, ready for the README."""
    lines = ["| work | per second | peer | peer per second | ratio |", "|---|---:|---|---:|---:|"]
    for one in found:
        peer = f"{one.peer_per_second:,.0f}" if one.peer_per_second else ""
        ratio = f"{one.ratio:.2f}" if one.ratio else ""
        lines.append(f"| {one.work} | {one.per_second:,.0f} | {one.peer or ''} | {peer} | {ratio} |")
    return "\n".join(lines)


def as_json(found: Sequence[Figure], where: dict[str, Any]) -> str:
    """The figures and the machine as JSON."""
    return json.dumps({"machine": where, "figures": [asdict(one) for one in found]}, indent=1) + "\n"
