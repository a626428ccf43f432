"""The speed of the what-if laboratory: options sampled, calls counted exactly.

These are the times that a learner waits, with the most that they may take.
"""

import subprocess
import sys
from collections.abc import Sequence
from random import Random
from statistics import median
from typing import Final

from cardlab.analysis import two_hands, whatif
from cardlab.analysis.kernel.compiled import Kernel
from cardlab.cards import DECK, Card
from cardlab.tongits import Discard, Rules, View, deal, legal_moves, view
from tests.bench.measuring import Row, Work, compare, figure

PASSES: Final = 7
WORLDS: Final = 2_500
UNSEEN: Final = 22
LARGEST_HAND: Final = 13
HANDS: Final = (11, 11)
CLOSE: Final = tuple(card for card in DECK if 3 <= card.number <= 8)
"""Cards of six ranks in a row; nearly every one is in several melds."""

FIRST_ANSWER: Final = """
from time import perf_counter

from cardlab.analysis import whatif
from tests.bench.analysis import opening

seen = opening()
begin = perf_counter()
next(whatif.refine(seen))
print(perf_counter() - begin)
"""


def opening() -> View:
    """Return a first player's view without a meld, so that only 13 discards are left."""
    for seed in range(1_000):
        seen = view(deal(seed=seed), 0)
        moves = legal_moves(seen, 0)
        if len(moves) == LARGEST_HAND and all(isinstance(move, Discard) for move in moves):
            return seen
    raise AssertionError("no deal of the first thousand is without a meld")


def sampled(kernel: Kernel | None) -> list[Row]:
    """Measure the 13 discards of an opening in shared worlds.

    The figures are the whole answer, its standard error, and the first coarse answer.
    """
    seen, figures = opening(), []
    if kernel:
        name = f"13 discards x {WORLDS:,} shared worlds, compiled"
        error = 100 * max(option.win.error for option in whatif.ask(seen, worlds=WORLDS).options)
        figures += compare("s", Work(name, lambda seed: whatif.ask(seen, worlds=WORLDS, seed=seed)), limit=0.2)
        figures.append(figure(f"{name}: largest standard error of a chance to win", error, "%", limit=1.0))
    fresh = (sys.executable, "-c", FIRST_ANSWER)
    took = median(float(subprocess.check_output(fresh)) for _ in range(PASSES))
    return [*figures, figure("13 discards, first coarse answer, plain Python just started", took, "s", limit=1.5)]


def called() -> list[Row]:
    """Measure exact draw calls against two opponents, with 22 unseen cards.

    Melds are taken out by one reading of T9.2; the other reading is measured with any cards.
    """
    any_pools, close_pools = (
        [tuple(sorted(Random(number).sample(base, UNSEEN))) for number in range(PASSES)] for base in (DECK, CLOSE)
    )
    by_melds = Rules(concealed_melds_count=False)
    return [
        *_called(any_pools, by_melds, f"{UNSEEN} unseen cards"),
        *_called(close_pools, by_melds, f"{UNSEEN} unseen cards with ranks 3 to 8"),
        *_called(any_pools, Rules(), f"{UNSEEN} unseen cards, all points count"),
    ]


def _called(pools: Sequence[tuple[Card, ...]], rules: Rules, name: str) -> list[Row]:
    """Measure calls with another pool in each pass, because answers are cached."""
    label = f"draw call, exact, against two players with any deadwood, {name}, hands of {HANDS[0]} and {HANDS[1]}"
    return compare("s", Work(label, lambda number: two_hands.deals_of(pools[number], HANDS, rules)))
