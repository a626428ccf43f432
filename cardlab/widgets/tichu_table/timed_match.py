"""A timed match of Tichu 1.on.1: its settings, its rounds with their times, and the score.

- `RaceSettings`: who plays, and the computer's reaction times (`Reactions`);
- `TimedRound`: who played what and when, failed plays, and the slot of each card;
- `TimedMatch`: the rounds of a match to ten points.

There is no clock here: every move comes with its time.
A card keeps its slot, and so its key, as long as it is in the hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, log, sqrt
from random import Random
from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta, Struct

from cardlab.cards import Card
from cardlab.choices import Word
from cardlab.lessons.address import LARGEST_SEED
from cardlab.phrasing.tichu_sentences import by_value
from cardlab.record import Record
from cardlab.refusal import IllegalMove, Refusal
from cardlab.tichu import (
    SHEET,
    Flip,
    Match,
    Move,
    Outcome,
    Play,
    Recycle,
    Rules,
    State,
    Verb,
    deal,
    fits,
    outcome,
    play,
    recycle,
    recycle_due,
    stuck,
    why_not,
)
from cardlab.tichu.codes import Code
from cardlab.tichu.moves import FULL_HAND, SEATS
from cardlab.tichu.state import flip_pending
from cardlab.timeline import Timeline

TRIED: Final = "tried"
LATE: Final = "late"
LONGEST_LOCK: Final = 3_000
"""The longest lock of a hand, in milliseconds."""
QUICKEST: Final = 0.15
"""No reaction is quicker than this, in seconds."""

Slots: TypeAlias = tuple[tuple[Card | None, ...], ...]
"""For each seat the eight slots of its hand, None for an empty one."""
Note: TypeAlias = tuple[str, int]
"""An action and its time, in storable form: a move (new extra piles follow from the seed), or a failed play with the
seat and the slot of the card: "tried 0 3" or "late 0 3"."""


class Against(Word):
    """Who sits at the other seat: a computer player, or a second person at the same keyboard."""

    BOT = "bot"
    TWO = "two"


class Reactions(Struct, frozen=True, forbid_unknown_fields=True):
    """Reaction times in milliseconds: their `mean` and their standard deviation, `spread`.

    They have a log-normal distribution, as with people: most a little shorter than the mean, a few much longer.
    """

    mean: Annotated[int, Meta(ge=400, le=5_000)]
    spread: Annotated[int, Meta(ge=50, le=3_000)]

    def sample(self, chance: Random) -> float:
        """A reaction time in seconds."""
        deviation = sqrt(log(1 + (self.spread / self.mean) ** 2))
        middle = log(self.mean / 1000) - deviation**2 / 2
        return max(QUICKEST, exp(middle + deviation * chance.gauss(0, 1)))


LEVELS: Final[Mapping[str, Reactions]] = {
    "beginner": Reactions(4_000, 1_400),
    "practised": Reactions(2_500, 900),
    "quick": Reactions(1_500, 500),
    "master": Reactions(800, 250),
}
"""How quick the computer is at each level."""


class RaceSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """How a match is played.

    - `against`: who sits at seat 1;
    - `reactions`: the reaction times of the computer;
    - `draws_by_itself`: whether persons' hands are filled up automatically (U3.1);
    - `lock`: how long a card that fits nowhere locks a person's hand, in milliseconds. Each further one before a card
      lands doubles it, up to `LONGEST_LOCK`. Without it, pressing all keys blindly would be the fastest way to play.
    """

    against: Against = Against.BOT
    reactions: Reactions = LEVELS["practised"]
    draws_by_itself: bool = False
    lock: Annotated[int, Meta(ge=0, le=LONGEST_LOCK)] = 700

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of persons."""
        return (0, 1) if self.against is Against.TWO else (0,)

    def lock_time(self, misses: int) -> int:
        """The lock after `misses` cards in a row that fitted nowhere, in milliseconds.

        >>> [RaceSettings().lock_time(misses) for misses in (1, 2, 3, 4)]
        [700, 1400, 2800, 3000]
        """
        return min(self.lock << (misses - 1), LONGEST_LOCK)


@dataclass(frozen=True, slots=True)
class FailedPlay:
    """A card that was played in vain, and when; `late`: another one was faster (U2.4)."""

    seat: int
    card: Card
    at: int
    late: bool = False


class TimedRound:
    """One round: the deal of a seed, or another position to start from, and every moment since.

    - `line`: the round so far; it only goes on;
    - `slots`: the slots of the cards, for each moment;
    - `tried`: the failed plays; `notes`: everything that was done, in storable form.

    >>> played = TimedRound(7)
    >>> played.make(Flip(), 2000), len(played.line.moments), played.turning
    ((), 2, False)
    """

    def __init__(self, seed: int, rules: Rules = SHEET, *, start: State | None = None) -> None:
        self.seed = seed
        start = start or deal(rules, seed)
        self.line: Timeline[State, Move, int] = Timeline.begin(start, play, 0)
        self.slots: list[Slots] = [tuple(_slots(by_value(hand), hand) for hand in start.hands)]
        self.tried: list[FailedPlay] = []
        self.notes: list[Note] = []
        self._tried: set[tuple[int, Card, int | None, bool]] = set()  # since the last move

    @property
    def state(self) -> State:
        """The present position."""
        return self.line.state

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, None while the round goes on."""
        return outcome(self.state)

    @property
    def latest(self) -> int:
        """The time of the last move or failed play, in milliseconds."""
        return self.notes[-1][1] if self.notes else self.line.moment.note

    @property
    def turning(self) -> bool:
        """U1.3, U4.1, U4.3, U5.3: whether both have to turn a card now, perhaps from new extra piles."""
        state = self.state
        return outcome(state) is None and (flip_pending(state) or recycle_due(state) or stuck(state))

    def turn(self, at: int) -> None:
        """U4.3, U4.1: deal new extra piles if they are due, else turn a card each."""
        state = self.state
        self.make(self.new_piles() if recycle_due(state) else Flip(), at)

    def new_piles(self) -> Recycle:
        """U4.3: new extra piles, the same for the same round."""
        return recycle(self.state, Random(f"{self.seed} {len(self.line.moments)}").randrange(2**32))

    def make(self, move: Move, at: int) -> tuple[Refusal, ...]:
        """Make the move, or return every refusal; a refused play is added to `tried`."""
        try:
            self.line = self.line.play(move, at)
        except IllegalMove as illegal:
            if isinstance(move, Play):
                is_late = any(one.code == Code.TOO_LATE for one in illegal.refusals)
                self.record_failed(FailedPlay(move.seat, move.card, at, is_late), move.pile)
            return illegal.refusals
        self.slots.append(tuple(map(_slots, self.slots[-1], self.state.hands)))
        self._tried.clear()
        self.notes.append((Verb.RECYCLE.value if isinstance(move, Recycle) else str(move), at))
        return ()

    def refuse_everywhere(self, seat: int, card: Card, at: int) -> tuple[Refusal, ...]:
        """Why the card fits on neither pile; it is added to `tried`."""
        self.record_failed(FailedPlay(seat, card, at))
        piles = enumerate(self.state.piles)
        return tuple(one for index, pile in piles for one in why_not(self.state, Play(seat, card, index, pile.top)))

    def record_failed(self, tried: FailedPlay, pile: int | None = None) -> None:
        """Record a failed play; repeating it before the next move adds nothing."""
        attempt = tried.seat, tried.card, pile, tried.late
        slots = self.slots[-1][tried.seat] if tried.seat in SEATS else ()
        if attempt not in self._tried and tried.card in slots:
            self._tried.add(attempt)
            self.tried.append(tried)
            self.notes.append((f"{LATE if tried.late else TRIED} {tried.seat} {slots.index(tried.card)}", tried.at))

    def laid_by(self, pile: int) -> int | None:
        """The seat that laid the top card of this pile; None if it was turned, or there is none."""
        moments = self.line.moments
        for before, after in zip(reversed(moments[:-1]), reversed(moments), strict=False):
            if before.state.piles[pile].top is not after.state.piles[pile].top:
                return after.move.seat if isinstance(after.move, Play) else None
        return None

    def state_at(self, number: int) -> State:
        """The position after `number` moves, at most the present one."""
        return self.line.moments[max(0, min(number, self.line.last))].state

    def intended_piles(self, card: Card, number: int) -> tuple[int, ...]:
        """U2.2: the piles on which the card fitted when it was chosen, else those on which it fits now."""
        for state in (self.state_at(number), self.state):
            fitting = tuple(index for index, pile in enumerate(state.piles) if fits(pile, card, state.rules))
            if fitting:
                return fitting
        return ()

    def record(self, **about: Any) -> Record:
        """The round as a record, with the times in milliseconds in `about`."""
        times = [moment.note for moment in self.line.moments[1:]]
        return Record(self.line.start, self.line.moves, about={**about, "times_ms": times})


def _slots(before: tuple[Card | None, ...], hand: tuple[Card, ...]) -> tuple[Card | None, ...]:
    """The slots of a hand after a move: each card stays in its slot, and a new one takes the first free slot."""
    slots = [card if card in hand else None for card in before]
    for card in hand:
        if card not in slots:
            slots[slots.index(None)] = card
    return tuple(slots) + (None,) * (FULL_HAND - len(slots))


class TimedMatch:
    """The rounds of a match, the last one perhaps running. The same seed gives the same deals."""

    def __init__(self, seed: int, settings: RaceSettings, rules: Rules) -> None:
        self.seed = seed
        self.settings = settings
        self.rules = rules
        self.rounds: list[TimedRound] = []

    @property
    def finished(self) -> tuple[TimedRound, ...]:
        """The rounds that have ended."""
        return tuple(one for one in self.rounds if one.outcome is not None)

    @property
    def running(self) -> TimedRound | None:
        """The running round, None between two rounds."""
        return self.rounds[-1] if self.rounds and self.rounds[-1].outcome is None else None

    def scores(self) -> list[Match]:
        """U6.3: the score before the first round, and after each finished one."""
        scores = [Match(self.rules)]
        for one in self.finished:
            assert one.outcome is not None
            scores.append(scores[-1].add(one.outcome))
        return scores

    @property
    def score(self) -> Match:
        """The present score."""
        return self.scores()[-1]

    def next_round(self) -> TimedRound:
        """Deal the next round."""
        self.rounds.append(TimedRound(self.deal(len(self.rounds)), self.rules))
        return self.rounds[-1]

    def deal(self, number: int) -> int:
        """The seed of the round of this number."""
        return Random(f"{self.seed} {number}").randrange(LARGEST_SEED)

    def continues(self, earlier: TimedMatch) -> bool:
        """Whether this is the same match as `earlier`, at the same point or further on."""
        same = (self.seed, self.settings, self.rules) == (earlier.seed, earlier.settings, earlier.rules)
        pairs = zip(self.rounds, earlier.rounds, strict=False)
        return (
            same
            and len(earlier.rounds) <= len(self.rounds)
            and all(one.notes[: len(before.notes)] == before.notes for one, before in pairs)
        )
