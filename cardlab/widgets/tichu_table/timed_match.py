"""A match of Tichu 1.on.1 with times: settings, rounds, and the score.

- `RaceSettings`: who plays, and the computer's reaction times (`Reactions`);
- `TimedRound`: who played what and when, failed plays, and the slot of each card;
- `TimedMatch`: the rounds of a match to ten points.

There is no clock here: every move comes with its time. A card keeps its slot, and thereby its key on the keyboard,
while it is in the hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import exp, log, sqrt
from random import Random
from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta, Struct

from cardlab import tichu
from cardlab.cards import Card
from cardlab.choices import Word
from cardlab.lessons.address import LARGEST_SEED
from cardlab.phrasing.tichu_sentences import by_value
from cardlab.record import Record
from cardlab.refusal import IllegalMove, Refusal
from cardlab.tichu.moves import FULL_HAND, SEATS
from cardlab.tichu.state import flip_pending
from cardlab.timeline import Timeline

LONGEST_LOCK: Final = 3_000
"""The longest lock of a hand, in milliseconds."""
QUICKEST: Final = 0.15
"""The shortest reaction time of the computer, in seconds."""

Slots: TypeAlias = tuple[tuple[Card | None, ...], ...]
"""For each seat the eight slots of its hand, None for an empty slot."""
Note: TypeAlias = tuple[str, int]
"""An action as it is stored, and its time in milliseconds: a move, or a failed play with the seat and the slot of the
card, such as "tried 0 3". New extra piles are not stored, because they follow from the seed.
"""


class Against(Word):
    """The opponent: a computer player, or a second person at the same keyboard."""

    BOT = "bot"
    TWO = "two"


class Reactions(Struct, frozen=True, forbid_unknown_fields=True):
    """Reaction times in milliseconds: their `mean` and standard deviation `spread`.

    They have a log-normal distribution, like people's: most are a little shorter than the mean, a few much longer.
    """

    mean: Annotated[int, Meta(ge=400, le=5_000)]
    spread: Annotated[int, Meta(ge=50, le=3_000)]

    def sample(self, chance: Random) -> float:
        """Return a random reaction time in seconds."""
        deviation = sqrt(log(1 + (self.spread / self.mean) ** 2))
        middle = log(self.mean / 1000) - deviation**2 / 2
        return max(QUICKEST, exp(middle + deviation * chance.gauss(0, 1)))


LEVELS: Final[Mapping[str, Reactions]] = {
    "beginner": Reactions(4_000, 1_400),
    "practised": Reactions(2_500, 900),
    "quick": Reactions(1_500, 500),
    "master": Reactions(800, 250),
}
"""The computer's reaction times at each level."""


class RaceSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """How a match is played.

    - `against`: who plays at seat 1;
    - `reactions`: the reaction times of the computer;
    - `draws_by_itself`: whether people's hands are filled up automatically [U3.1];
    - `lock`: how long a card that does not fit locks a person's hand, in milliseconds. Until a card lands, each
      further such card doubles the time, up to `LONGEST_LOCK`. Without a lock, pressing all keys blindly would be the
      fastest way to play.
    """

    against: Against = Against.BOT
    reactions: Reactions = LEVELS["practised"]
    draws_by_itself: bool = False
    lock: Annotated[int, Meta(ge=0, le=LONGEST_LOCK)] = 700

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return (0, 1) if self.against is Against.TWO else (0,)

    def lock_time(self, misses: int) -> int:
        """Return the lock after `misses` failed cards in a row (1 or more), in ms.

        >>> [RaceSettings().lock_time(misses) for misses in (1, 2, 3, 4)]
        [700, 1400, 2800, 3000]
        """
        return min(self.lock << (misses - 1), LONGEST_LOCK)


@dataclass(frozen=True, slots=True)
class FailedPlay:
    """A card that failed at `at` milliseconds."""

    seat: int
    card: Card
    at: int


class TimedRound:
    """One round from a deal or another position, with the time of each move.

    - `seed`: determines the deal, if there is no `start`, and new extra piles;
    - `timed`: whether the times are those of the race, and not made up for a record without times;
    - `line`: the moments so far; the note of a moment is the time of its move in milliseconds (in slow motion the
      number of its action);
    - `slots`: the slots of the cards, for each moment;
    - `tried`: the failed plays; `notes`: all moves and failed plays, as they are stored.

    >>> played = TimedRound(7)
    >>> played.make(tichu.Flip(), 2000), len(played.line.moments), played.turning
    ((), 2, False)
    """

    def __init__(
        self, seed: int, rules: tichu.Rules = tichu.SHEET, *, start: tichu.State | None = None, timed: bool = True
    ) -> None:
        self.seed, self.timed = seed, timed
        start = start or tichu.deal(rules, seed)
        self.line: Timeline[tichu.State, tichu.Move, int] = Timeline.begin(start, tichu.play, 0)
        self.slots: list[Slots] = [tuple(_slots(by_value(hand), hand) for hand in start.hands)]
        self.tried: list[FailedPlay] = []
        self.notes: list[Note] = []
        self._tried: set[tuple[int, Card, int | None]] = set()  # failed plays since the last move

    @property
    def state(self) -> tichu.State:
        """The current position."""
        return self.line.state

    @property
    def outcome(self) -> tichu.Outcome | None:
        """The outcome, None before the round is over."""
        return tichu.outcome(self.state)

    @property
    def latest(self) -> int:
        """The time of the last move or failed play, in milliseconds."""
        return self.notes[-1][1] if self.notes else self.line.moment.note

    @property
    def turning(self) -> bool:
        """Whether both have to turn cards now. [U1.3, U4.1, U4.3, U5.3]"""
        state = self.state
        return tichu.outcome(state) is None and (flip_pending(state) or tichu.recycle_due(state) or tichu.stuck(state))

    def next_turn(self) -> tichu.Move:
        """Return the move that turns cards, or first deals new extra piles. [U4.1, U4.3]"""
        return self.new_piles() if tichu.recycle_due(self.state) else tichu.Flip()

    def new_piles(self) -> tichu.Recycle:
        """Return the move that deals new extra piles, which follow from the seed. [U4.3]"""
        return tichu.recycle(self.state, Random(f"{self.seed} {len(self.line.moments)}").randrange(2**32))

    def make(self, move: tichu.Move, at: int) -> tuple[Refusal, ...]:
        """Make the move and delete later moments, or return every refusal.

        Returns () if it was made. A refused play is added to `tried`. `at` is the time of the move in milliseconds.
        """
        try:
            self.line = self.line.forgotten().play(move, at)
        except IllegalMove as illegal:
            if isinstance(move, tichu.Play):
                self.record_failed(FailedPlay(move.seat, move.card, at), move.pile)
            return illegal.refusals
        self.slots[self.line.at :] = [tuple(map(_slots, self.slots[self.line.at - 1], self.state.hands))]
        self._tried.clear()
        self.notes.append((tichu.Verb.RECYCLE.value if isinstance(move, tichu.Recycle) else str(move), at))
        return ()

    def record_failed(self, tried: FailedPlay, pile: int | None = None) -> None:
        """Record a failed play, unless repeated. `pile`: None for both piles."""
        attempt = tried.seat, tried.card, pile
        slots = self.slots[self.line.at][tried.seat] if tried.seat in SEATS else ()
        if attempt not in self._tried and tried.card in slots:
            self._tried.add(attempt)
            self.tried.append(tried)
            self.notes.append((f"tried {tried.seat} {slots.index(tried.card)}", tried.at))

    def laid_by(self, pile: int) -> int | None:
        """Return the seat that played the top card of a pile; None if it was turned."""
        moments = self.line.moments
        for before, after in zip(reversed(moments[:-1]), reversed(moments), strict=False):
            if before.state.piles[pile].top is not after.state.piles[pile].top:
                return after.move.seat if isinstance(after.move, tichu.Play) else None
        return None

    def state_at(self, number: int) -> tichu.State:
        """Return the position after `number` moves, at most the last one."""
        return self.line.moments[max(0, min(number, self.line.last))].state

    def intended_piles(self, card: Card, number: int) -> tuple[int, ...]:
        """Return the piles where a card fitted when the player chose it. [U2.2]

        If it fitted nowhere then, those where it fits now. `number` is the number of moves that the player knew.
        """
        for state in (self.state_at(number), self.state):
            fitting = tuple(index for index, pile in enumerate(state.piles) if tichu.fits(pile, card, state.rules))
            if fitting:
                return fitting
        return ()

    def record(self, **about: Any) -> Record:
        """Return the round as a record; its `about` gets the milliseconds as "times_ms"."""
        times = [moment.note for moment in self.line.moments[1:]]
        return Record(self.line.start, self.line.moves, about={**about, "times_ms": times})


def _slots(before: tuple[Card | None, ...], hand: tuple[Card, ...]) -> tuple[Card | None, ...]:
    """Return the slots after a move: cards stay, a new one takes the first free slot."""
    slots = [card if card in hand else None for card in before]
    for card in hand:
        if card not in slots:
            slots[slots.index(None)] = card
    return tuple(slots) + (None,) * (FULL_HAND - len(slots))


@dataclass(eq=False, slots=True)
class TimedMatch:
    """The rounds of a match, the last one perhaps running, dealt by a seed."""

    seed: int
    settings: RaceSettings
    rules: tichu.Rules
    rounds: list[TimedRound] = field(default_factory=list)

    @property
    def finished(self) -> tuple[TimedRound, ...]:
        """The rounds that are over."""
        return tuple(one for one in self.rounds if one.outcome is not None)

    @property
    def running(self) -> TimedRound | None:
        """The running round, None between two rounds."""
        return self.rounds[-1] if self.rounds and self.rounds[-1].outcome is None else None

    def scores(self) -> list[tichu.Match]:
        """Return the score before the first round, and after each finished one. [U6.3]"""
        scores = [tichu.Match(self.rules)]
        for one in self.finished:
            assert one.outcome is not None
            scores.append(scores[-1].add(one.outcome))
        return scores

    @property
    def score(self) -> tichu.Match:
        """The current score."""
        return self.scores()[-1]

    def next_round(self) -> TimedRound:
        """Deal the next round, and return it."""
        self.rounds.append(TimedRound(self.deal(len(self.rounds)), self.rules))
        return self.rounds[-1]

    def deal(self, number: int) -> int:
        """Return the seed of a round, by its number from 0."""
        return Random(f"{self.seed} {number}").randrange(LARGEST_SEED)

    def continues(self, earlier: TimedMatch) -> bool:
        """Return whether this is the same match as `earlier`, at the same point or later."""
        same = (self.seed, self.settings, self.rules) == (earlier.seed, earlier.settings, earlier.rules)
        pairs = zip(self.rounds, earlier.rounds, strict=False)
        return (
            same
            and len(earlier.rounds) <= len(self.rounds)
            and all(one.notes[: len(before.notes)] == before.notes for one, before in pairs)
        )
