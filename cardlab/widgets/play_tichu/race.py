"""A race of Tichu 1.on.1 as it is run: who laid what and when, what was refused, and where each card lies in a hand.

Knows moves with their times and the places of the cards, so that a card keeps its key while it is held, and the notes
from which a race is found again.
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
"""How many moves a race that is read from a memory may have; those that are run have about a hundred."""
LATEST: Final = 10 * 365 * 24 * 60 * 60 * 1000
"""When its last move may have been made, in milliseconds: a clock that nobody stops may run for years."""
TRIED: Final = "tried"

Slots: TypeAlias = tuple[tuple[Card | None, ...], tuple[Card | None, ...]]
Note: TypeAlias = tuple[str, int]
"""What was done and when, as it is kept: a move, where what is dealt as new extra piles follows from the seed, or what
was tried in vain, where a card is told by its place in the hand ("tried 0 play 3 1 onto 6s"; without a pile, for a card
that fitted on neither: "tried 0 3")."""


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
        self._notes: list[Note] = []
        self._tried: set[tuple[int, Card, int | None, bool]] = set()  # in vain, since the last move

    @property
    def state(self) -> State:
        """The position now."""
        return self.moments[-1].state

    @property
    def outcome(self) -> Outcome | None:
        """How the race has ended, None while it runs."""
        return outcome(self.state)

    @property
    def latest(self) -> int:
        """When something was done last, if only in vain, in milliseconds."""
        return self._notes[-1][1] if self._notes else self.moments[-1].at

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
            self._tried.clear()
            self._notes.append((Verb.RECYCLE.value if isinstance(move, Recycle) else str(move), at))
        elif isinstance(move, Play):
            self._try(Refused(move.seat, move.card, move.pile, at, refusals), move.onto)
        return refusals

    def try_nowhere(self, seat: int, card: Card, at: int) -> tuple[Refusal, ...]:
        """Why the card fits on neither pile; it is kept as tried in vain."""
        piles = enumerate(self.state.piles)
        found = tuple(one for place, pile in piles for one in why_not(self.state, Play(seat, card, place, pile.top)))
        self._try(Refused(seat, card, None, at, found))
        return found

    def _try(self, tried: Refused, onto: Card | None = None) -> None:
        """Keeps what was tried in vain; the same once more before the next move tells nothing new."""
        mark = tried.seat, tried.card, tried.pile, tried.too_late
        held = self.moments[-1].slots[tried.seat] if tried.seat in SEATS else ()
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
        return self.moments[min(number, len(self.moments) - 1)].state

    def meant(self, card: Card, number: int) -> tuple[int, ...]:
        """U2.2: the piles that the card is meant for: those it fitted on as its player saw them, else fits on now."""
        for state in (self.seen(number), self.state):
            found = tuple(place for place, pile in enumerate(state.piles) if fits(pile, card, state.rules))
            if found:
                return found
        return ()

    def notes(self, after: int = 0) -> list[Note]:
        """What was done after the first so many notes, as it is kept; no card that lies hidden is in it."""
        return self._notes[after:]

    @classmethod
    def again(cls, seed: int, rules: Rules, notes: Iterable[Any]) -> TimedRace:
        """The race of which these notes were kept. Raises ValueError if it cannot have been run so."""
        race = cls(seed, rules)
        for note in notes:
            match note:
                case [str(text), int(at)] if type(at) is int and race.latest <= at <= LATEST:
                    done = race._do_again(text, at)
                case _:
                    raise ValueError("no move with its time")
            if not done or len(race.moments) > LONGEST:
                raise ValueError("no race that can have been run")
        return race

    def _do_again(self, text: str, at: int) -> bool:
        """Does what is noted once more; whether it could be done, or tried in vain."""
        tried = len(self.refused)
        match text.split():
            case [word, "0" | "1" as seat, place] if word == TRIED:
                self.try_nowhere(int(seat), self._card_in(int(seat), place), at)
            case [word, "0" | "1" as seat, verb, place, *rest] if word == TRIED:
                card = self._card_in(int(seat), place)
                move = self._noted(" ".join((seat, verb, card.code, *rest)))
                return bool(self.make(move, at)) and len(self.refused) > tried
            case _:
                return not self.make(self._noted(text), at)
        return bool(self.refused[tried:]) and bool(self.refused[-1].refusals)

    def _card_in(self, seat: int, place: str) -> Card:
        places = {str(number): card for number, card in enumerate(self.moments[-1].slots[seat])}
        card = places.get(place)
        if card is None:
            raise ValueError("no card in this place")
        return card

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
