"""A match of Tongits: the setup before the first deal, and the rounds (T10.5).

- `Setup`: the player of each seat, the house rules, the number of the deal;
- `PlayedMatch`: the finished rounds, the present one, and the running scores.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from cardlab.analysis.bots import TONGITS
from cardlab.bots.tongits import Bot
from cardlab.choices import whole_number
from cardlab.lessons.address import LARGEST_SEED
from cardlab.phrasing.tongits_sentences import result_of
from cardlab.record import Record
from cardlab.tongits import Match, Move, Rules, State, deal
from cardlab.tongits.rules import SHEET
from cardlab.widgets.forms import changed_rules, seed_in
from cardlab.widgets.tongits_table.round import TongitsRound

PLAYERS: Final[Mapping[str, Bot]] = TONGITS
TABLES: Final = ("alone", "persons", "open")
LONGEST_MATCH: Final = 2_500
"""Moves, about sixty rounds: a match is replayed when a page opens."""
"""The greatest number of rounds; a match of rounds without a winner has no other end."""


@dataclass(frozen=True, slots=True)
class Setup:
    """A table before the first deal.

    - `table`: "alone" with two bots, three "persons" at one screen, or "open": one moves every seat, all hands up;
    - `left`, `right`: the names of the two bots;
    - `rules`: the house rules;
    - `seed`: the seed of the match, None for any.

    Raises ValueError for an unknown table or player, or a seed beyond `LARGEST_SEED`.
    """

    table: str = "alone"
    left: str = "careful"
    right: str = "careful"
    rules: Rules = SHEET
    seed: int | None = None

    def __post_init__(self) -> None:
        if self.table not in TABLES:
            raise ValueError(f"table is one of {', '.join(TABLES)}, not {self.table!r}")
        for name in (self.left, self.right):
            if name not in PLAYERS:
                raise ValueError(f"a player is one of {', '.join(PLAYERS)}, not {name!r}")
        if self.seed is not None:
            object.__setattr__(self, "seed", whole_number("seed", self.seed, 0, LARGEST_SEED))

    @property
    def bots(self) -> dict[int, Bot]:
        """The bots by seat; none if people move every seat."""
        return {1: PLAYERS[self.left], 2: PLAYERS[self.right]} if self.table == "alone" else {}

    @property
    def who(self) -> tuple[str, str, str]:
        """The player of each seat: "person", or the name of a bot."""
        return ("person", self.left, self.right) if self.table == "alone" else ("person",) * 3

    def changed(self, field: str, value: str | bool) -> Setup | None:
        """The setup after a field was set; None for an unknown field or value."""
        if field == "seed" and isinstance(value, str):
            seed = seed_in(value)
            return replace(self, seed=seed) if seed is not None or not value.strip() else None
        try:
            if field in ("table", "left", "right"):
                return replace(self, **{field: str(value)})  # type: ignore[arg-type]
            rules = changed_rules(self.rules, field, value)
            return None if rules is None else replace(self, rules=rules)
        except ValueError:
            return None


class PlayedMatch:
    """A match at one table; `round` is the present round, `done` holds the earlier ones.

    The last position of each round, and the match score after it, are kept beside its record.

    - `setup`: the table; its seed is not None here, and all deals come from it.

    Raises ValueError for a setup without a seed.
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

    def _dealt(self) -> TongitsRound:
        """The next deal; the same match always has the same one."""
        seed = Random(f"{self.seed} {len(self.done)}").randrange(2**32)
        start = deal(self.setup.rules, seed, first=self.before.first)
        return TongitsRound(start, bots=self.setup.bots, seed=seed, at_once=False)

    @property
    def before(self) -> Match:
        """The match before the present round."""
        return self._scores[-1]

    @property
    def record(self) -> Record:
        """The present round, up to the present moment."""
        return self.record_of(self.round.line.moves[: self.round.at])

    def record_of(self, moves: Sequence[Move]) -> Record:
        """A line of the present round as a record, with the table and the number of the round."""
        about = {"table": self.setup.table, "players": list(self.setup.who), "round": len(self.done) + 1}
        return Record(self.round.line.start, tuple(moves), about=about)

    @property
    def scores(self) -> tuple[Match, ...]:
        """T10.5: the match before the first round, and after each finished one."""
        here = self.round
        return (*self._scores, self.before.add(result_of(here.state))) if here.is_over else self._scores

    @property
    def ends(self) -> tuple[State, ...]:
        """The last position of each finished round."""
        return (*self._ends, self.round.state) if self.round.is_over else self._ends

    @property
    def goes_on(self) -> bool:
        """Whether the next round can be dealt: this one is over, and nobody has reached the target."""
        return self.round.is_over and not self.scores[-1].losers and self._moves < LONGEST_MATCH

    @property
    def _moves(self) -> int:
        """The moves of all rounds up to now."""
        return sum(len(record.moves) for record in self.done) + self.round.line.last

    def deal_next(self) -> None:
        """Count the round and deal the next; T1.5 names its first player. Does nothing before the end of the round."""
        if self.goes_on:
            self.done, self._ends, self._scores = (*self.done, self.record), self.ends, self.scores
            self.round = self._dealt()
