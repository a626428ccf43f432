"""A match as it is played: the rounds that are counted, the one that goes on, and the running scores (T10.5).

Knows how one round follows another and from which deal; what a round costs is asked of `cardlab.tongits`.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from cardlab.record import Record
from cardlab.tongits import Match, Move, Outcome, Phase, State, deal, outcome
from cardlab.widgets.play_tongits.setup import Setup
from cardlab.widgets.table.round import Round

__all__ = ["LONGEST_MATCH", "PlayedMatch"]

LONGEST_MATCH: Final = 1_000
"""More rounds than anybody plays; a match of rounds that nobody wins has no other end."""


class PlayedMatch:
    """A match at one table; `round` is the one that is played now, `done` holds those before it.

    How the table looked at the end of each round, and the match after it, are kept beside its record.

    - `setup`: the table; its seed is not None here, and all deals come from it.

    Raises ValueError for a set-up without a seed.
    """

    def __init__(self, setup: Setup) -> None:
        if setup.seed is None:
            raise ValueError("a match needs a seed")
        self.setup = setup
        self.seed = setup.seed
        self.done: tuple[Record, ...] = ()
        self._ends: tuple[State, ...] = ()
        self._scores: tuple[Match, ...] = (Match(setup.rules),)
        self.round = self._dealt()

    def _dealt(self) -> Round:
        """The next deal; the same match always has the same one."""
        seed = Random(f"{self.seed} {len(self.done)}").randrange(2**32)
        start = deal(self.setup.rules, seed, first=self.before.first)
        return Round(start, bots=self.setup.bots, seed=seed, at_once=False)

    @property
    def before(self) -> Match:
        """The match before the present round."""
        return self._scores[-1]

    @property
    def record(self) -> Record:
        """The round that is played now, up to the moment that is looked at."""
        return self.record_of(self.round.moves[: self.round.at])

    def record_of(self, moves: Sequence[Move]) -> Record:
        """A line of the present round as a record, which says at which table and in which round it was played."""
        about = {"table": self.setup.table, "players": list(self.setup.who), "round": len(self.done) + 1}
        return Record(self.round.moments[0].state, tuple(moves), about=about)

    @property
    def result(self) -> Outcome | None:
        """How the present round has ended; None while it goes on."""
        return outcome(self.round.state)

    @property
    def scores(self) -> tuple[Match, ...]:
        """T10.5: the match before the first round, and after each that is over."""
        result = self.result
        return self._scores if result is None else (*self._scores, self.before.add(result))

    @property
    def ends(self) -> tuple[State, ...]:
        """How the table looked at the end of each round that is over."""
        here = self.round.state
        return (*self._ends, here) if here.phase is Phase.OVER else self._ends

    @property
    def goes_on(self) -> bool:
        """Whether the next round can be dealt: this one is over, and nobody has reached the target."""
        return self.result is not None and not self.scores[-1].losers and len(self.done) < LONGEST_MATCH

    def deal_next(self) -> None:
        """Counts the round and deals the next: T1.5 says who is its first player. Does nothing before its end."""
        if self.goes_on:
            self.done, self._ends, self._scores = (*self.done, self.record), self.ends, self.scores
            self.round = self._dealt()
