"""The bots of Tongits by name, and `strong`, which plays the best simulated turn.

It calls `whatif.ask` on its view with its own random worlds, so it never uses a hidden card.
It plays for the highest payment, because matches are decided by payments (T10.5).
"""

from __future__ import annotations

from random import Random
from typing import Final

from cardlab.analysis.whatif import ask, inquiry_about
from cardlab.bots import tongits
from cardlab.bots.tongits import Bot
from cardlab.tongits import Move, View, legal_moves

PLAYED: Final = 20_000
"""Rounds simulated for one move, over all options and worlds: about 50 ms compiled. Many options with jokers take up to
0.5 s more."""
FEWEST: Final = 20
"""The fewest worlds for each option."""


def strong(seen: View, random: Random, *, played: int = PLAYED) -> Move:
    """Return the first move of the turn with the highest expected payment.

    `played`: about how many rounds to simulate. Equal `random` and `played` give an equal move.
    Raises IndexError if the seat has no move.
    """
    moves = legal_moves(seen, seen.viewer)
    if len(moves) < 2:
        return moves[0]
    seed = random.getrandbits(32)
    ways = len(inquiry_about(seen, seed).question.ways)
    return ask(seen, worlds=max(FEWEST, played // ways), seed=seed, whole=False).options[0].move


TONGITS: Final[dict[str, Bot]] = {**tongits.BOTS, "strong": strong}
"""Each bot by name, the weakest first."""
