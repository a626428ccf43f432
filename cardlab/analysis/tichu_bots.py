"""The bots of Tichu 1.on.1 by name (`TICHU`), and among them `strong`, which needs analysis.

`strong` plays as `skilled` does, except that it races the plays that it has on in sampled worlds and takes the best.
Worlds are dealt anew for every move, so it never knows a hidden card.
"""

from __future__ import annotations

from random import Random
from typing import Final

from cardlab.analysis.kernel.compiled import Kernel
from cardlab.analysis.races import SKILLED, Racers
from cardlab.analysis.tichu_whatif import ask, ways
from cardlab.bots import tichu
from cardlab.bots.tichu import Bot, skilled
from cardlab.tichu import Move, Play, View

WORLDS: Final = 400
"""In how many worlds a play is raced on, at most; compiled that takes about two milliseconds a move."""


def strong(
    seen: View, random: Random, *, racers: Racers = SKILLED, worlds: int = WORLDS, kernel: Kernel | None = None
) -> Move | None:
    """The play that wins most often; it draws up before it plays, as `skilled` does. None: it waits.

    `racers`: how quick it takes both to be; `worlds`: how many it looks at. The same `random` gives the same move,
    with any kernel.
    """
    first = skilled(seen, random)
    open_ways = [way for way in ways(seen) if isinstance(way.move, Play)] if isinstance(first, Play) else []
    if len(open_ways) < 2:
        return first
    seed = random.getrandbits(32)
    return ask(seen, racers, worlds=worlds, seed=seed, only=open_ways, kernel=kernel).options[0].way.move


TICHU: Final[dict[str, Bot]] = {**tichu.BOTS, "strong": strong}
"""The name of each bot and how it moves, the weakest first."""
