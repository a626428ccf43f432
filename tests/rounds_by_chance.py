"""Rounds of either game with random moves, for tests of several folders."""

from collections.abc import Iterator
from random import Random
from types import ModuleType
from typing import Any


def played(game: ModuleType, state: Any, chance: Random) -> Iterator[tuple[Any, Any, Any]]:
    """Play a random round from a position to its end.

    Yields each position, the move made there, and the position after it.
    """
    while game.outcome(state) is None:
        able = sorted(game.turn(state))
        if able:
            move = chance.choice(game.legal_moves(state, chance.choice(able)))
        else:
            move = game.recycle(state, chance.randrange(2**32))
        after = game.play(state, move)
        yield state, move, after
        state = after
