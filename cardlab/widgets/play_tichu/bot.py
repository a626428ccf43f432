"""A computer player that needs time as people do: it looks, makes up its mind, and its hand has a way to go.

Knows reaction times and the two parts of one; which card it plays is told by a bot of `cardlab.bots.tichu`.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log, sqrt
from random import Random
from typing import Final

from cardlab.bots.tichu import careful
from cardlab.tichu import Draw, Move, Play, View, choices

__all__ = ["FASTEST", "SLOWEST", "RacingBot", "Reactions"]

FASTEST: Final = 400
SLOWEST: Final = 5_000
"""The mean reaction times that can be chosen, in milliseconds."""
QUICKEST: Final = 0.15
"""No reaction is quicker than this, in seconds."""
LOOKING: Final = 0.65
"""How much of a reaction is spent looking; in the rest the hand is under way."""
HABIT: Final = 0.5
"""Drawing up needs no looking about: how much of an ordinary reaction it takes."""


@dataclass(frozen=True, slots=True)
class Reactions:
    """Reaction times in milliseconds: their `mean` and their standard deviation, `spread`.

    As with people most are a little shorter than the mean and a few much longer (a log-normal distribution).
    """

    mean: int = 2_000
    spread: int = 700

    def one(self, chance: Random) -> float:
        """A reaction time in seconds."""
        deviation = sqrt(log(1 + (self.spread / self.mean) ** 2))
        middle = log(self.mean / 1000) - deviation**2 / 2
        return max(QUICKEST, exp(middle + deviation * chance.gauss(0, 1)))


class RacingBot:
    """Plays at one seat: `looks` begins, `decides` is asked when that time is up, `reaches` is the way of its hand.

    It decides from what it sees when its time is up. While its hand is under way it does not look again:
    if another card lands on the pile meanwhile, it may come too late (U2.4).
    """

    def __init__(self, reactions: Reactions, seed: int) -> None:
        self._reactions = reactions
        self._chance = Random(seed)
        self._time = 0.0

    def looks(self, seen: View) -> float | None:
        """How many seconds it looks before it decides; None if there is nothing for it to do."""
        mine = [move for move in choices(seen) if isinstance(move, Play | Draw)]
        if not mine:
            return None
        self._time = self._reactions.one(self._chance)
        if any(isinstance(move, Draw) for move in mine):
            self._time *= HABIT
        return self._time * LOOKING

    def decides(self, seen: View) -> Move | None:
        """What it does, from its own view; None if there is nothing to do any more."""
        move = careful(seen, self._chance)
        return move if isinstance(move, Play | Draw) else None

    def reaches(self) -> float:
        """How many seconds its hand is under way."""
        return self._time * (1 - LOOKING)
