"""A match of Tongits: the setup before the first deal, and the rounds. [T10.5]

- `Setup`: the player of each seat, the house rules, the number of the deal;
- `PlayedMatch`: the finished rounds, the current one, and the scores.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from cardlab.analysis.bots import TONGITS
from cardlab.bots.tongits import Bot
from cardlab.choices import whole_number
from cardlab.lessons.address import LARGEST_SEED
from cardlab.phrasing import tongits_sentences as tell
from cardlab.record import Record
from cardlab.refusal import NotationError
from cardlab.tongits import Match, Rules, State, deal
from cardlab.tongits.rules import SHEET
from cardlab.widgets.forms import changed_rules, whole
from cardlab.widgets.tongits_table.driver import Driver

PLAYERS: Final[Mapping[str, Bot]] = TONGITS
TABLES: Final = ("alone", "persons", "open")
LONGEST_MATCH: Final = 2_500
"""The number of moves after which no round is dealt, about sixty rounds.

Opening a page replays them all, and a match without a winner would never end.
"""
MOST_MOVES: Final = 4_000
"""The largest number of moves in a file or in what is stored, because all are replayed at once."""


@dataclass(frozen=True, slots=True)
class Setup:
    """A table before the first deal.

    - `table`: "alone" with two bots, three "persons" at one screen, or "open": one person moves every seat, and all
      hands are face up;
    - `left`, `right`: the names of the two bots;
    - `rules`: the house rules;
    - `seed`: the seed of the match, None for a random one.

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

    def changed(self, field: str, value: str | bool) -> Setup:
        """Return the setup with one field changed. Raises ValueError for an unknown field or value.

        `field`: "table", "left", "right", "seed" (as text, "" for a random one), or a key of `changed_rules`.
        """
        if field == "seed":
            typed = str(value).strip()
            return replace(self, seed=whole(typed, 0, LARGEST_SEED) if typed else None)
        if field in ("table", "left", "right"):
            return replace(self, **{field: str(value)})  # type: ignore[arg-type]
        return replace(self, rules=changed_rules(self.rules, field, value))


class PlayedMatch:
    """A match at one table; `round` is the current round, `done` the earlier ones.

    - `setup`: the table; its seed is not None, and all deals follow from it;
    - `lang`: the language of its reader.

    The last position of each round, and the match score after it, are kept beside its record.
    """

    def __init__(self, setup: Setup, lang: str = "en") -> None:
        assert setup.seed is not None
        self.setup = setup
        self.seed = setup.seed
        called = tell.BOTS if setup.bots else tell.PLACES
        self._words = tell.at_table(lang, 0 if setup.bots else None, called)
        self.done: tuple[Record, ...] = ()
        self._ends: tuple[State, ...] = ()
        self._scores: tuple[Match, ...] = (Match(setup.rules),)
        self.round = self._dealt()

    def _dealt(self) -> Driver:
        """Return the next deal, which follows from the seed."""
        seed, setup = Random(f"{self.seed} {len(self.done)}").randrange(2**32), self.setup
        return Driver(
            deal(setup.rules, seed, first=self.before.first),
            self._words,
            open_hands=setup.table == "open",
            bots=setup.bots,
            seed=seed,
            at_once=False,
            shared_screen=setup.table == "persons",
        )

    @property
    def before(self) -> Match:
        """The match score before the current round."""
        return self._scores[-1]

    @property
    def record(self) -> Record:
        """The current round as a record, up to the current moment."""
        setup = self.setup
        players = ["person", setup.left, setup.right] if setup.bots else ["person"] * 3
        about = {"table": setup.table, "players": players, "round": len(self.done) + 1}
        return Record(self.round.line.start, self.round.line.moves[: self.round.at], about=about)

    @property
    def scores(self) -> tuple[Match, ...]:
        """The match score before the first round, and after each finished one. [T10.5]"""
        here = self.round
        return (*self._scores, self.before.add(tell.result_of(here.state))) if here.is_over else self._scores

    @property
    def ends(self) -> tuple[State, ...]:
        """The last position of each finished round."""
        return (*self._ends, self.round.state) if self.round.is_over else self._ends

    @property
    def is_unfinished(self) -> bool:
        """Whether the next round can be dealt.

        This needs a finished round, no player who has reached the target, and fewer moves than `LONGEST_MATCH`.
        """
        moves = sum(len(record.moves) for record in self.done) + self.round.line.last
        return self.round.is_over and not self.scores[-1].losers and moves < LONGEST_MATCH

    def deal_next(self) -> None:
        """Add the round to `done` and deal the next, if `is_unfinished`. [T1.5]"""
        if self.is_unfinished:
            self.done, self._ends, self._scores = (*self.done, self.record), self.ends, self.scores
            self.round = self._dealt()


def refuse_long(lines: Iterable[Sequence[object]]) -> None:
    """Raise NotationError if these lists have more than `MOST_MOVES` moves together."""
    if sum(map(len, lines)) > MOST_MOVES:
        raise NotationError("record_too_long", most=MOST_MOVES)
