"""The speed of counting the least deadwood of a hand, beside OpenSpiel.

That all count the same is checked before the clock starts; OpenSpiel is left out where it is not installed.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, TypeAlias

from cardlab import tongits
from cardlab.analysis.deals import mask
from cardlab.analysis.kernel import compiled
from cardlab.analysis.kernel.compiled import Kernel, tables
from cardlab.cards import DECK, Card
from tests.bench.measuring import Row, Work, agree, compare

Hand: TypeAlias = tuple[Card, ...]

OPEN_SPIEL: Final = "OpenSpiel `GinRummyUtils.min_deadwood`, from Python"
SIZE: Final = 13
MANY, SOME = 200_000, 20_000
AGAIN: Final = 20


def figures(kernel: Kernel | None) -> list[Row]:
    """Measure random hands of 13 cards: one by one, and in a batch if compiled."""
    chance = Random(1)
    hands = [tuple(chance.sample(DECK, SIZE)) for _ in range(MANY)]
    some, plain = hands[:SOME], compiled.plain()
    uncovered, in_run, *_ = tables(plain, 0, 0)

    def counted(masked: int) -> int:
        return int(plain.hands.least_deadwood(masked, uncovered, in_run))

    name = f"least deadwood, {SIZE} cards, "
    one_by_one = f"{name}one call per hand, plain Python, "
    engine = _each(one_by_one + "`tongits.least_deadwood`", tongits.least_deadwood, some)
    masked = _each(one_by_one + "the kernel", counted, list(map(mask, some)), some)
    peers = [*_open_spiel(some)]
    works = [(engine, 1.3), (masked, 1.3)]
    if kernel:
        works.append((_batch(f"{name}many hands in one call, compiled", kernel, hands), 150.0))
    return [
        figure
        for work, wanted in works
        for figure in compare("hands", work, [(peer, wanted) for peer in peers], passes=15)
    ]


def _each(name: str, count: Callable[[Any], int], written: Sequence[Any], hands: Sequence[Hand] = ()) -> Work:
    """Return the work of counting hands one by one, as they are `written` for this counter."""

    def run(_: int) -> None:
        for one in written:
            count(one)

    for hand, one in zip(hands, written, strict=False):
        agree(f"{hand}", tongits.least_deadwood(hand), count(one))
    return Work(name, run, len(written))


def _batch(name: str, kernel: Kernel, hands: Sequence[Hand]) -> Work:
    """Return the work of counting all hands in one call of the compiled kernel."""
    uncovered, in_run, *_ = tables(kernel, 0, 0)
    masks, results, memory = kernel.array(map(mask, hands)), kernel.memory(len(hands)), kernel.memory(26)

    def count(_: int) -> None:
        # Repeated to last as long as a peer's turn, so that other load on the machine affects both alike.
        for _ in range(AGAIN):
            kernel.hands.least_of_each(masks, 0, uncovered, in_run, memory, results)

    count(0)
    for hand, one in zip(hands, results, strict=True):
        agree(f"{hand}", tongits.least_deadwood(hand), one)
    return Work(name, count, AGAIN * len(hands))


def _open_spiel(hands: Sequence[Hand]) -> list[Work]:
    """Return OpenSpiel's work, which takes one hand a call, if it is installed."""
    try:
        from pyspiel import gin_rummy
    except ImportError:
        return []
    count: Callable[[Any], int] = gin_rummy.GinRummyUtils(13, 4, 13).min_deadwood
    return [_each(OPEN_SPIEL, count, [[card.index for card in hand] for hand in hands], hands)]
