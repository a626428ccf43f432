"""The bot `strong`: plays its moves on in sampled worlds, the promising ones in more worlds, and takes the best.

It knows its own view. Worlds are dealt anew for every move, so it never knows a hidden card; but it deals the others
rather cheap cards, as they have thrown away the dear ones.
A careful player calls with little deadwood only. To that it adds what is won if it calls at its next turn instead:
so it sees that a meld laid while both others are burned may win at once.
Knows how to spend its work; playing on is the kernel's.
"""

from __future__ import annotations

from math import ceil, log2
from random import Random
from typing import Final

from cardlab.analysis.compiled import Kernel
from cardlab.analysis.likely import Likely
from cardlab.analysis.tongits_rounds import sampling
from cardlab.analysis.ways import narrowed, with_calls
from cardlab.analysis.worlds import question
from cardlab.tongits import Move, View, legal_moves

__all__ = ["PLAYED", "strong"]

PLAYED: Final = 6_000
"""How many rounds are played on for one move, over all options and worlds."""
FEWEST: Final = 20
"""No move is dropped after fewer worlds."""


def strong(seen: View, chance: Random, *, played: int = PLAYED, kernel: Kernel | None = None) -> Move:
    """The move that wins most often; the same `chance` and `played` give the same move, with any kernel.

    `played`: how many rounds it plays on in its head, about; they are shared out in steps, after each of which the
    worse half of the moves is dropped. Raises IndexError if the seat has no move.
    """
    moves = legal_moves(seen, seen.viewer)
    if len(moves) < 2:
        return moves[0]
    asked = with_calls(question(seen))
    seed, first = chance.getrandbits(32), 0
    deals = Likely.seen(seen, Random(seed))
    won = [0] * len(asked.moves)
    kept = list(moves)
    steps = ceil(log2(len(kept)))
    while len(kept) > 1:
        ways = [way for way, move in enumerate(asked.moves) if move in kept]
        worlds = max(FEWEST, played // steps // len(ways))
        sums = deals.play(narrowed(asked, ways), seed, first, worlds, kernel)
        first += worlds
        for place, way in enumerate(ways):
            won[way] += sums[sampling.FIRST_SUM + 9 * place]
        best = {move: max(won[way] for way in ways if asked.moves[way] == move) for move in kept}
        kept.sort(key=lambda move: -best[move])
        kept = kept[: max(1, len(kept) // 2)]
    return kept[0]
