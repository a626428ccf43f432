"""The bots of Tongits by name (`TONGITS`), and among them `strong`, which plays what the laboratory finds best.

It asks as every page does (`whatif.ask`), in worlds of its own and in as many as take no longer than a moment.
So it never knows a hidden card, and takes what is received most for, as a match is won and lost by payments (T10.5).
"""

from __future__ import annotations

from random import Random
from typing import Final

from cardlab.analysis.whatif import ask, inquiry_about
from cardlab.bots import tongits
from cardlab.bots.tongits import Bot
from cardlab.tongits import Move, View, legal_moves

PLAYED: Final = 20_000
"""How many rounds are played on for one move, over all options and worlds: some 50 milliseconds, compiled; where jokers
make very many ways, up to half a second more to find those that are worth it."""
FEWEST: Final = 20
"""But no option is played on in fewer worlds."""


def strong(seen: View, random: Random, *, played: int = PLAYED) -> Move:
    """The move that begins the turn which receives most; the same `random` and `played` give the same move.

    `played`: how many rounds it plays on in its head, about. Raises IndexError if the seat has no move.
    """
    moves = legal_moves(seen, seen.viewer)
    if len(moves) < 2:
        return moves[0]
    seed = random.getrandbits(32)
    ways = len(inquiry_about(seen, seed).question.ways)
    return ask(seen, worlds=max(FEWEST, played // ways), seed=seed, whole=False).options[0].move


TONGITS: Final[dict[str, Bot]] = {**tongits.BOTS, "strong": strong}
"""The name of each bot and how it moves, the weakest first."""
