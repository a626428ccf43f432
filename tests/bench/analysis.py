"""How fast the what-if laboratory answers: options sampled, calls and unknown hands counted exactly.

What a learner waits for, and how long that may take at most.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from statistics import median
from typing import Final

from cardlab.analysis import draw_call, unknown, whatif
from cardlab.analysis.kernel import compiled
from cardlab.analysis.kernel.compiled import Kernel
from cardlab.analysis.two_hands import Odds
from cardlab.cards import DECK, Card
from cardlab.tongits import Discard, Rules, View, deal, legal_moves, view
from tests.bench.measuring import Figure, Work, agree, compare, fresh, seconds

PASSES: Final = 7
SWEEPS: Final = 5
WORLDS: Final = 2_500
UNSEEN: Final = 22
LARGEST_HAND: Final = 13
OWN: Final = 12
"""The deadwood of the caller."""
CLOSE: Final = tuple(card for card in DECK if 3 <= card.number <= 8)
"""Cards of six ranks in a row, of which nearly every one lies in several melds."""

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
    """The first player's turn with 13 cards and no meld: all that is left is one of 13 discards."""
    for seed in range(1_000):
        seen = view(deal(seed=seed), 0)
        moves = legal_moves(seen, 0)
        if len(moves) == LARGEST_HAND and all(isinstance(move, Discard) for move in moves):
            return seen
    raise AssertionError("no deal of the first thousand is without a meld")


def sampled(kernel: Kernel | None) -> list[Figure]:
    """The 13 discards of an opening in the same worlds: the whole answer, how sure it is, and the first coarse one."""
    seen, found = opening(), []
    if kernel:
        name = f"13 discards x {WORLDS:,} shared worlds, compiled"
        error = 100 * max(option.win.error for option in whatif.ask(seen, worlds=WORLDS).options)
        found += compare("s", Work(name, lambda seed: whatif.ask(seen, worlds=WORLDS, seed=seed)), limit=0.2)
        found.append(Figure(f"{name}: largest standard error of a chance to win", error, "%", limit=1.0))
    took = median(fresh(FIRST_ANSWER)[0] for _ in range(PASSES))
    return [*found, Figure("13 discards, first coarse answer, plain Python just started", took, "s", limit=1.5)]


def called(kernel: Kernel | None) -> list[Figure]:
    """Whether a draw call wins against two opponents, counted exactly: any 22 unseen cards, and 22 that lie close.

    By the reading of T9.2 that takes out melds; and any 22 by the other one, for which no kernel is needed.
    """
    any_pools, close_pools = (
        [Random(number).sample(base, UNSEEN) for number in range(PASSES)] for base in (DECK, CLOSE)
    )
    all_points = Work(
        f"exact call against two, {UNSEEN} unseen cards, hands of 10 and 9, all points count, plain Python",
        lambda number: draw_call.caller_wins(5 * OWN, any_pools[number], (10, 9)),
    )
    return [
        *_called(kernel, any_pools, f"{UNSEEN} unseen cards"),
        *_called(kernel, close_pools, f"{UNSEEN} unseen cards from 3 to 8"),
        *compare("s", all_points),
    ]


def _called(kernel: Kernel | None, pools: Sequence[Sequence[Card]], name: str) -> list[Figure]:
    rules = Rules(concealed_melds_count=False)
    sizes = _slowest(pools[0], rules, kernel) if kernel else (9, 9)

    def by(engine: Kernel) -> Callable[[int], Odds]:
        return lambda number: draw_call.caller_wins(OWN, pools[number], sizes, rules, kernel=engine)

    slowest = ", the slowest" if kernel else ""
    what = f"exact call against two, {name}, hands of {sizes[0]} and {sizes[1]}{slowest}"
    if not kernel:
        return compare("s", Work(f"{what}, plain Python", by(compiled.plain())))
    plain = Work("the same in plain Python", by(compiled.plain()))
    agree(what, by(kernel)(0), plain.run(0))
    return compare("s", Work(f"{what}, compiled", by(kernel)), [(plain, None)], limit=0.01)


def _slowest(pool: Sequence[Card], rules: Rules, kernel: Kernel) -> tuple[int, int]:
    """The sizes of two hands, 13 cards at most, that take longest; each at its best in sweeps over all of them."""
    hands = range(1, LARGEST_HAND + 1)
    took = {(one, two): math.inf for one in hands for two in hands if two <= one <= UNSEEN - two}
    for _ in range(SWEEPS):
        for sizes, best in took.items():
            took[sizes] = min(best, seconds(partial(draw_call.caller_wins, OWN, pool, sizes, rules, kernel=kernel)))
    return max(took, key=took.__getitem__)


def unknown_hands() -> list[Figure]:
    """The exact distribution of the least deadwood of an unknown hand of up to 13 cards, all sizes at once."""
    found = []
    for size in (24, 39, len(DECK)):
        # Another pool in each pass, for answers are remembered; so there is but one pass with the full deck.
        pools = [Random(number).sample(DECK, size) for number in range(PASSES)]

        def count(number: int, pools: Sequence[Sequence[Card]] = pools) -> object:
            return unknown.least_deadwood(pools[number], most=LARGEST_HAND)

        name = f"an unknown hand from {size} unseen cards, exact distribution"
        found += compare("s", Work(name, count), passes=PASSES if size < len(DECK) else 1)
    return found
