"""How often one bot wins against two others: many rounds, its seat and the first player rotating.

python -m cardlab.bench.strength --rounds 3000
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import sqrt

from cardlab.analysis.bots import TONGITS
from cardlab.analysis.kernel import compiled
from cardlab.rounds import play_tongits
from cardlab.tongits import Rules, outcome
from cardlab.tongits.moves import SEATS
from cardlab.tongits.rules import PRESETS

PIECE = 45
"""The rounds of one piece of work: each seat and each first player five times."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How many of so many rounds were won, and what was received in all of them, in points or chips."""

    rounds: int
    wins: int
    payments: int

    @property
    def share(self) -> float:
        """The share of rounds won; three equal players win a third each."""
        return self.wins / self.rounds

    @property
    def error(self) -> float:
        """The standard error of the share."""
        return sqrt(self.share * (1 - self.share) / self.rounds)

    def __add__(self, other: Strength) -> Strength:
        return Strength(self.rounds + other.rounds, self.wins + other.wins, self.payments + other.payments)


def measured(name: str, others: str, rules: Rules, first: int, rounds: int) -> Strength:
    """Rounds `first` to `first + rounds - 1` of bot `name` against two of bot `others`.

    The number of a round is the seed of its deal; it also says where the bot sits and who begins.
    Raises KeyError if there is no such bot.
    """
    wins = payments = 0
    for number in range(first, first + rounds):
        seat = number % SEATS
        players = [TONGITS[name if place == seat else others] for place in range(SEATS)]
        *_, last = play_tongits(players, rules, number, number // SEATS % SEATS).states()
        ended = outcome(last)  # type: ignore[arg-type]
        assert ended is not None
        wins += ended.winner == seat
        payments += ended.payments[seat]
    return Strength(rounds, wins, payments)


def _piece(name: str, others: str, preset: str, rounds: int, first: int) -> Strength:
    compiled.load(wait=True)
    return measured(name, others, Rules.preset(preset), first, min(PIECE, rounds - first))


def main() -> None:
    """Plays the rounds and prints the share of those won, with its standard error."""
    parser = argparse.ArgumentParser(prog="python -m cardlab.bench.strength", description=__doc__)
    parser.add_argument("--bot", choices=tuple(TONGITS), default="strong")
    parser.add_argument("--others", choices=tuple(TONGITS), default="careful")
    parser.add_argument("--preset", choices=tuple(PRESETS), default="sheet")
    parser.add_argument("--rounds", type=int, default=3000)
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args()
    found = Strength(0, 0, 0)
    play = partial(_piece, chosen.bot, chosen.others, chosen.preset, chosen.rounds)
    with ProcessPoolExecutor(chosen.processes) as processes:
        for piece in processes.map(play, range(0, chosen.rounds, PIECE)):
            found += piece
            print(
                f"{found.rounds} rounds, {found.wins} won, share {found.share:.4f} ± {found.error:.4f}, "
                f"{found.payments / found.rounds:+.2f} a round",
                flush=True,
            )


if __name__ == "__main__":
    main()
