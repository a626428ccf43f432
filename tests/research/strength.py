"""What one bot receives a round against two others: many rounds, its seat and the first player rotating.

python -m tests.research.strength --rounds 3000 --paired

With `--paired` each round is played once more by three of the others, and what the one in its place received is taken
away. Three equal players receive nothing on average, so the mean stays and much of the luck of the cards goes.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from math import sqrt
from random import Random
from typing import Final

from cardlab.analysis.bots import TONGITS
from cardlab.analysis.kernel import compiled
from cardlab.bots.sensible import sensible
from cardlab.rounds import play_tongits
from cardlab.tongits import (
    Move,
    Outcome,
    Rules,
    View,
    outcome,
)
from cardlab.tongits.moves import SEATS
from cardlab.tongits.rules import PRESETS

PIECE = 9
"""The rounds of one piece of work: each seat and each first player once."""
PLAYERS: Final[dict[str, Callable[[View, Random], Move]]] = {**TONGITS, "sensible": sensible}


@dataclass(frozen=True, slots=True)
class Strength:
    """How many of so many rounds were won, and the payments received and their squares added up, in points or chips."""

    rounds: int
    wins: int
    payments: int
    squares: int

    @property
    def share(self) -> float:
        """The share of rounds won; three equal players win a third each."""
        return self.wins / self.rounds

    @property
    def error(self) -> float:
        """The standard error of the share."""
        return sqrt(self.share * (1 - self.share) / self.rounds)

    @property
    def mean(self) -> float:
        """What was received a round."""
        return self.payments / self.rounds

    @property
    def mean_error(self) -> float:
        """The standard error of that."""
        return sqrt(max(0.0, self.squares / self.rounds - self.mean**2) / self.rounds)

    def __add__(self, other: Strength) -> Strength:
        return Strength(
            self.rounds + other.rounds,
            self.wins + other.wins,
            self.payments + other.payments,
            self.squares + other.squares,
        )


def measured(name: str, others: str, rules: Rules, first: int, rounds: int, paired: bool = False) -> Strength:
    """Rounds `first` to `first + rounds - 1` of bot `name` against two of bot `others`.

    The number of a round is the seed of its deal; it also says where the bot sits and who begins.
    Paired, what one more of `others` receives in its place with the same cards is taken away from its payments.
    Raises KeyError if there is no such bot.
    """
    known = {**PLAYERS, **TONGITS}
    found = Strength(0, 0, 0, 0)
    for number in range(first, first + rounds):
        seat = number % SEATS
        ended = _ended([known[name if place == seat else others] for place in range(SEATS)], rules, number)
        paid = ended.payments[seat]
        if paired:
            paid -= _ended([known[others]] * SEATS, rules, number).payments[seat]
        found += Strength(1, int(ended.winner == seat), paid, paid * paid)
    return found


def _ended(players: list[Callable[[View, Random], Move]], rules: Rules, number: int) -> Outcome:
    *_, last = play_tongits(players, rules, number, number // SEATS % SEATS).states()
    ended = outcome(last)  # type: ignore[arg-type]
    assert ended is not None
    return ended


def _piece(name: str, others: str, rules: Rules, first: int, until: int, paired: bool) -> Strength:
    compiled.load(wait=True)
    return measured(name, others, rules, first, min(PIECE, until - first), paired)


def main() -> None:
    """Plays the rounds and prints what was received a round and the share of those won, with standard errors."""
    parser = argparse.ArgumentParser(prog="python -m tests.research.strength", description=__doc__)
    parser.add_argument("--bot", choices=tuple(PLAYERS), default="strong")
    parser.add_argument("--others", choices=tuple(PLAYERS), default="careful")
    parser.add_argument("--preset", choices=tuple(PRESETS), default="sheet")
    parser.add_argument("--jokers", type=int, default=0)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=3000)
    parser.add_argument("--paired", action="store_true")
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args()
    rules = replace(Rules.preset(chosen.preset), jokers=chosen.jokers)
    found, until = Strength(0, 0, 0, 0), chosen.first + chosen.rounds
    with ProcessPoolExecutor(chosen.processes) as processes:
        pieces = [
            processes.submit(_piece, chosen.bot, chosen.others, rules, first, until, chosen.paired)
            for first in range(chosen.first, until, PIECE)
        ]
        for piece in pieces:
            found += piece.result()
            print(
                f"{found.rounds} rounds, {found.mean:+.2f} ± {found.mean_error:.2f} a round, "
                f"{found.wins} won, share {found.share:.4f} ± {found.error:.4f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
