"""A match of Tichu 1.on.1 against the clock: what is agreed on, its rounds with their times, and the score.

- `Settings`: who plays, and how quick the computer is (`Reactions`);
- `TimedRound`: who played what and when, what was refused, and where each card lies in a hand;
- `TimedMatch`: the rounds of a match to ten points; `Standing`: what is under way in the last one.

There is no clock in here: whoever makes a move says when.
A card keeps its place, and with it its key, as long as it is held.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from math import exp, log, sqrt
from random import Random
from typing import Any, Final, TypeAlias

from cardlab.cards import Card
from cardlab.choices import Word
from cardlab.lessons.address import LARGEST_SEED
from cardlab.phrasing.tichu import by_value
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
from cardlab.timeline import Moment, Timeline

TRIED: Final = "tried"
MEANS: Final = 400, 5_000
SPREADS: Final = 50, 3_000
"""The mean reaction times that can be chosen, and their spreads, in milliseconds: the least and the most."""
LONGEST_LOCK: Final = 3_000
"""How long a hand can be held up, in milliseconds, by cards that fit nowhere."""
LEVELS: Final[Mapping[str, tuple[int, int]]] = {
    "beginner": (4_000, 1_400),
    "practised": (2_500, 900),
    "quick": (1_500, 500),
    "master": (800, 250),
}
"""How quick the computer is at each level: the mean of its reaction times and their spread, in milliseconds."""
QUICKEST: Final = 0.15
"""No reaction is quicker than this, in seconds."""

Slots: TypeAlias = tuple[tuple[Card | None, ...], tuple[Card | None, ...]]
"""For each seat the eight places of its hand, None for an empty one."""
TimedMoment: TypeAlias = Moment[State, Move, int]
"""A position and the move that led to it; its note is the time, in milliseconds since the round began."""
Note: TypeAlias = tuple[str, int]
"""What was done and when, as it is kept: a move, where what is dealt as new extra piles follows from the seed, or what
was refused, where a card is named by its place in the hand ("tried 0 play 3 1 onto 6s"; without a pile, for a card
that fitted on neither: "tried 0 3")."""


class Against(Word):
    """Who sits at the other seat: a computer player, or a second person at the same keyboard."""

    BOT = "bot"
    TWO = "two"


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


@dataclass(frozen=True, slots=True)
class Settings:
    """How a match is played. Raises ValueError for a choice that there is not.

    - `against`: who sits at seat 1;
    - `mean`, `spread`: the reaction times of the computer, in milliseconds;
    - `draws_by_itself`: whether the persons' hands are filled up without their doing (U3.1);
    - `lock`: how long a card that fits nowhere holds a person's hand up, in milliseconds; each further one before a
      card lands doubles it, up to `LONGEST_LOCK`. Without it, pressing all keys blindly is the quickest way to play.
    """

    against: Against = Against.BOT
    mean: int = 2_500
    spread: int = 900
    draws_by_itself: bool = False
    lock: int = 700

    def __post_init__(self) -> None:
        if self.against not in tuple(Against):
            raise ValueError(f"against is one of {', '.join(Against)}, not {self.against!r}")
        object.__setattr__(self, "against", Against(self.against))
        for name, (least, most) in {"mean": MEANS, "spread": SPREADS, "lock": (0, LONGEST_LOCK)}.items():
            chosen = getattr(self, name)
            if type(chosen) is not int or not least <= chosen <= most:
                raise ValueError(f"{name} is a whole number from {least} to {most}, not {chosen!r}")
        if not isinstance(self.draws_by_itself, bool):
            raise ValueError("draws_by_itself is True or False")

    @property
    def people(self) -> tuple[int, ...]:
        """The seats at which persons sit."""
        return (0, 1) if self.against is Against.TWO else (0,)

    @property
    def reactions(self) -> Reactions:
        """The reaction times of the computer."""
        return Reactions(self.mean, self.spread)

    @property
    def level(self) -> str:
        """The level that these reaction times are; empty for those that somebody has set."""
        return next((level for level, times in LEVELS.items() if times == (self.mean, self.spread)), "")

    def held_up(self, misses: int) -> int:
        """How long a hand is held up after so many cards in a row that fitted nowhere, in milliseconds.

        >>> [Settings().held_up(misses) for misses in (1, 2, 3, 4)]
        [700, 1400, 2800, 3000]
        """
        return min(self.lock << (misses - 1), LONGEST_LOCK)

    def changed(self, name: object, choice: object) -> Settings:
        """The settings with one choice changed; as they are, for a name or a choice that there is not.

        The choice "level" sets both reaction times.
        """
        if name == "level" and choice in LEVELS:
            mean, spread = LEVELS[str(choice)]
            return replace(self, mean=mean, spread=spread)
        if name not in [field.name for field in fields(self)]:
            return self
        try:
            chosen: dict[str, Any] = {str(name): choice}
            return replace(self, **chosen)
        except (ValueError, TypeError):
            return self


@dataclass(frozen=True, slots=True)
class Refused:
    """A play that was refused, and when; `pile` is None if the card fitted on neither.

    `faster`: who had laid the card on which it came too late, None if nobody had.
    """

    seat: int
    card: Card
    pile: int | None
    at: int
    refusals: tuple[Refusal, ...]
    faster: int | None = None

    @property
    def too_late(self) -> bool:
        """U2.4: whether another card was there first."""
        return any(one.code == Code.TOO_LATE for one in self.refusals)


class TimedRound:
    """One round: the deal of a seed, or another position to start from, and every moment since.

    - `line`: the round so far; it only goes on;
    - `slots`: the places of the cards, for each of its moments;
    - `refused`: the plays that were refused.

    >>> played = TimedRound(7)
    >>> played.make(Flip(), 2000), len(played.moments), played.turning
    ((), 2, False)
    """

    def __init__(self, seed: int, rules: Rules = SHEET, *, start: State | None = None) -> None:
        self.seed = seed
        start = start or deal(rules, seed)
        first, second = (_place(by_value(hand), hand) for hand in start.hands)
        self.line: Timeline[State, Move, int] = Timeline.begin(start, play, 0)
        self.slots: list[Slots] = [(first, second)]
        self.refused: list[Refused] = []
        self._notes: list[Note] = []
        self._tried: set[tuple[int, Card, int | None, bool]] = set()  # in vain, since the last move

    @property
    def moments(self) -> tuple[TimedMoment, ...]:
        """Every moment, the deal first; its note says when it was."""
        return self.line.moments

    @property
    def state(self) -> State:
        """The position now."""
        return self.line.state

    @property
    def outcome(self) -> Outcome | None:
        """How the round has ended, None while it goes on."""
        return outcome(self.state)

    @property
    def latest(self) -> int:
        """When something was done last, or tried, in milliseconds."""
        return self._notes[-1][1] if self._notes else self.line.moment.note

    @property
    def turning(self) -> bool:
        """U1.3, U4.1, U4.3, U5.3: whether both have to turn a card now, if need be from new extra piles."""
        state = self.state
        return outcome(state) is None and (flip_pending(state) or recycle_due(state) or stuck(state))

    def turn(self, at: int) -> None:
        """U4.3, U4.1: chance deals new extra piles if they are due, else both turn a card."""
        state = self.state
        self.make(self.new_piles() if recycle_due(state) else Flip(), at)

    def new_piles(self) -> Recycle:
        """U4.3: new extra piles; the same round gets the same ones."""
        return recycle(self.state, Random(f"{self.seed} {len(self.moments)}").randrange(2**32))

    def make(self, move: Move, at: int) -> tuple[Refusal, ...]:
        """Makes the move, or gives every clause that it breaks; a play that is refused is kept in `refused`."""
        try:
            self.line = self.line.play(move, at)
        except IllegalMove as illegal:
            if isinstance(move, Play):
                self._try(self.refused_play(move, at, illegal.refusals), move.onto)
            return illegal.refusals
        self.slots.append(_places(self.slots[-1], self.state))
        self._tried.clear()
        self._notes.append((Verb.RECYCLE.value if isinstance(move, Recycle) else str(move), at))
        return ()

    def refused_play(self, move: Play, at: int, refusals: Sequence[Refusal]) -> Refused:
        """A play that is refused now for these reasons."""
        return Refused(move.seat, move.card, move.pile, at, tuple(refusals), self._laid_by(move.pile))

    def _laid_by(self, pile: int) -> int | None:
        """Who has laid the card that lies on top of this pile; None if it was turned, or if there is none."""
        moments = self.moments
        for before, after in zip(reversed(moments[:-1]), reversed(moments), strict=False):
            if before.state.piles[pile].top is not after.state.piles[pile].top:
                return after.move.seat if isinstance(after.move, Play) else None
        return None

    def try_nowhere(self, seat: int, card: Card, at: int) -> tuple[Refusal, ...]:
        """Why the card fits on neither pile; it is kept in `refused`."""
        piles = enumerate(self.state.piles)
        found = tuple(one for place, pile in piles for one in why_not(self.state, Play(seat, card, place, pile.top)))
        self._try(Refused(seat, card, None, at, found))
        return found

    def _try(self, tried: Refused, onto: Card | None = None) -> None:
        """Keeps a refused play; the same once more before the next move adds nothing."""
        mark = tried.seat, tried.card, tried.pile, tried.too_late
        held = self.slots[-1][tried.seat] if tried.seat in SEATS else ()
        if mark in self._tried or tried.card not in held:
            return
        self._tried.add(mark)
        self.refused.append(tried)
        place = str(held.index(tried.card))
        told = f"{tried.seat} {place}"
        if tried.pile is not None:
            told = str(Play(tried.seat, tried.card, tried.pile, onto)).replace(tried.card.code, place, 1)
        self._notes.append((f"{TRIED} {told}", tried.at))

    def seen(self, number: int) -> State:
        """The position that a page showed when it knew so many moves; beyond the last one, the present one."""
        return self.moments[max(0, min(number, self.line.last))].state

    def meant(self, card: Card, number: int) -> tuple[int, ...]:
        """U2.2: the piles that the card is meant for: those it fitted on when it was chosen, else fits on now."""
        for state in (self.seen(number), self.state):
            found = tuple(place for place, pile in enumerate(state.piles) if fits(pile, card, state.rules))
            if found:
                return found
        return ()

    def notes(self, after: int = 0) -> list[Note]:
        """What was done after the first so many notes, as it is kept; no card that lies hidden is in it."""
        return self._notes[after:]

    def record(self, **about: Any) -> Record:
        """The round as a record; the times, in milliseconds, stand beside it in `about`."""
        times = [moment.note for moment in self.moments[1:]]
        return Record(self.line.start, self.line.moves, about={**about, "times_ms": times})


def _places(before: Slots, after: State) -> Slots:
    """Where the cards lie: each stays in its place, and a new one takes the first that is free."""
    first, second = (_place(before[seat], after.hands[seat]) for seat in SEATS)
    return first, second


def _place(before: tuple[Card | None, ...], held: tuple[Card, ...]) -> tuple[Card | None, ...]:
    places = [card if card in held else None for card in before]
    for card in held:
        if card not in places:
            places[places.index(None)] = card
    return tuple(places) + (None,) * (FULL_HAND - len(places))


@dataclass(frozen=True, slots=True)
class Standing:
    """What is under way in a round at rest besides its cards, all in milliseconds of its clock.

    - `at`: the time; `bot`: when the computer will have moved, None if it thinks about nothing;
    - `free`: until when each hand is held up for a card that did not fit, 0 if it is free;
    - `misses`: how many cards in a row did not fit, for each hand.
    """

    at: int
    bot: int | None = None
    free: tuple[int, int] = (0, 0)
    misses: tuple[int, int] = (0, 0)


class TimedMatch:
    """The rounds of a match, the last one perhaps still running. The same seed gives the same deals.

    `standing`: what is under way in that round, as far as somebody has said.
    """

    def __init__(self, seed: int, settings: Settings, rules: Rules) -> None:
        self.seed = seed
        self.settings = settings
        self.rules = rules
        self.rounds: list[TimedRound] = []
        self.standing: Standing | None = None

    @property
    def finished(self) -> tuple[TimedRound, ...]:
        """The rounds that have ended."""
        return tuple(one for one in self.rounds if one.outcome is not None)

    @property
    def running(self) -> TimedRound | None:
        """The round that has not ended, None between two rounds."""
        return self.rounds[-1] if self.rounds and self.rounds[-1].outcome is None else None

    def scores(self) -> list[Match]:
        """U6.3: the match before the first round, and after each that has ended."""
        scores = [Match(self.rules)]
        for one in self.finished:
            assert one.outcome is not None
            scores.append(scores[-1].add(one.outcome))
        return scores

    @property
    def score(self) -> Match:
        """The match as it stands."""
        return self.scores()[-1]

    def next_round(self) -> TimedRound:
        """Deals the next round."""
        self.standing = None
        self.rounds.append(TimedRound(self.deal(len(self.rounds)), self.rules))
        return self.rounds[-1]

    def deal(self, number: int) -> int:
        """The seed by which the round of this number is dealt."""
        return Random(f"{self.seed} {number}").randrange(LARGEST_SEED)

    def goes_on_from(self, earlier: TimedMatch) -> bool:
        """Whether this is the same match, as far as the other one goes or further."""
        same = (self.seed, self.settings, self.rules) == (earlier.seed, earlier.settings, earlier.rules)
        notes = [one.notes() for one in earlier.rounds]
        return (
            same
            and len(notes) <= len(self.rounds)
            and all(one.notes()[: len(before)] == before for one, before in zip(self.rounds, notes, strict=False))
        )
