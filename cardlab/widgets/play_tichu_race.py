"""A race of Tichu 1.on.1 as it is run: who laid what and when, what was refused, and where each card lies in a hand.

Knows moves with their times and the places of the cards, so that a card keeps its key while it is held.
Knows no clock: whoever makes a move says when. What is allowed is asked of `cardlab.tichu`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Any, Final, TypeAlias

from cardlab.cards import Card
from cardlab.lessons.tables.tichu_table import by_value
from cardlab.record import Record
from cardlab.refusal import NotationError, Refusal
from cardlab.tichu import (
    SHEET,
    Flip,
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
    parse_move,
    play,
    recycle,
    recycle_due,
    stuck,
    why_not,
)
from cardlab.tichu.codes import Code
from cardlab.tichu.state import FULL_HAND, SEATS, flip_pending

__all__ = ["Moment", "Note", "Refused", "Slots", "TimedRace"]

LONGEST: Final = 4_000
"""How many moves a race that is read from a memory may have."""
LATEST: Final = 24 * 60 * 60 * 1000
"""When its last move may have been made, in milliseconds."""

Slots: TypeAlias = tuple[tuple[Card | None, ...], tuple[Card | None, ...]]
Note: TypeAlias = tuple[str, int]
"""A move and when it was made, as it is kept; what is dealt as new extra piles follows from the seed."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The position from a time on, in milliseconds since the race began, and the move that led to it.

    `slots`: for each seat the eight places of its hand, None for an empty one.
    """

    at: int
    state: State
    slots: Slots
    move: Move | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """What somebody tried in vain, and when; `pile` is None if the card fitted on neither."""

    seat: int
    card: Card
    pile: int | None
    at: int
    refusals: tuple[Refusal, ...]

    @property
    def too_late(self) -> bool:
        """U2.4: whether another card was there first."""
        return any(one.code == Code.TOO_LATE for one in self.refusals)


class TimedRace:
    """One race: the deal of a seed, or another position to start from, and every moment since.

    >>> race = TimedRace(7)
    >>> race.make(Flip(), 2000), len(race.moments), race.turning
    ((), 2, False)
    """

    def __init__(self, seed: int, rules: Rules = SHEET, *, start: State | None = None) -> None:
        self.seed = seed
        start = start or deal(rules, seed)
        first, second = (_place(by_value(hand), hand) for hand in start.hands)
        self.moments = [Moment(0, start, (first, second))]
        self.refused: list[Refused] = []

    @property
    def state(self) -> State:
        """The position now."""
        return self.moments[-1].state

    @property
    def outcome(self) -> Outcome | None:
        """How the race has ended, None while it runs."""
        return outcome(self.state)

    @property
    def turning(self) -> bool:
        """U1.3, U4.1, U4.3, U5.3: whether both have to turn a card now, if need be from new extra piles."""
        state = self.state
        return outcome(state) is None and (flip_pending(state) or recycle_due(state) or stuck(state))

    def turn(self, at: int) -> None:
        """U4.3, U4.1: chance deals new extra piles if they are due, else both turn a card."""
        state = self.state
        self.make(self._new_piles() if recycle_due(state) else Flip(), at)

    def _new_piles(self) -> Recycle:
        """U4.3: new extra piles; the same race gets the same ones."""
        return recycle(self.state, Random(f"{self.seed} {len(self.moments)}").randrange(2**32))

    def make(self, move: Move, at: int) -> tuple[Refusal, ...]:
        """Makes the move, or gives every clause that it breaks; a play that is refused is kept as tried in vain."""
        refusals = why_not(self.state, move)
        if not refusals:
            after = play(self.state, move)
            self.moments.append(Moment(at, after, _places(self.moments[-1].slots, after), move))
        elif isinstance(move, Play):
            self.refused.append(Refused(move.seat, move.card, move.pile, at, refusals))
        return refusals

    def seen(self, number: int) -> State:
        """The position that a page showed when it knew so many moves; beyond the last one, the present one."""
        return self.moments[min(number, len(self.moments) - 1)].state

    def meant(self, card: Card, number: int) -> tuple[int, ...]:
        """U2.2: the piles that the card is meant for: those it fitted on as its player saw them, else fits on now."""
        for state in (self.seen(number), self.state):
            found = tuple(place for place, pile in enumerate(state.piles) if fits(pile, card, state.rules))
            if found:
                return found
        return ()

    def notes(self, after: int = 0) -> list[Note]:
        """Every move after the first so many, with its time, as it is kept; no card that lies hidden is in it."""
        return [
            (Verb.RECYCLE.value if isinstance(moment.move, Recycle) else str(moment.move), moment.at)
            for moment in self.moments[after + 1 :]
        ]

    @classmethod
    def again(cls, seed: int, rules: Rules, notes: Iterable[Any]) -> TimedRace:
        """The race of which these notes were kept. Raises ValueError if it cannot have been run so."""
        race = cls(seed, rules)
        for number, note in enumerate(notes):
            match note:
                case [str(text), int(at)] if type(at) is int and race.moments[-1].at <= at <= LATEST:
                    move = race._noted(text)
                case _:
                    raise ValueError("no move with its time")
            if number >= LONGEST or race.make(move, at):
                raise ValueError("no race that can have been run")
        return race

    def _noted(self, text: str) -> Move:
        if text == Verb.RECYCLE:
            return self._new_piles()
        try:
            return parse_move(text)
        except NotationError:
            raise ValueError("no move") from None

    def record(self, **about: Any) -> Record:
        """The race as a record; the times, in milliseconds, stand beside it in `about`."""
        moves = tuple(moment.move for moment in self.moments[1:] if moment.move is not None)
        times = [moment.at for moment in self.moments[1:]]
        return Record(self.moments[0].state, moves, about={**about, "times_ms": times})


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
