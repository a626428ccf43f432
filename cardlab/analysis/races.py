"""Tichu 1.on.1 as a race, played by the kernel: how much a faster hand wins, and one race with its moves to look at.

The same arguments give the same races, compiled or not.
Last comes how the engine's cards, piles and house rules become the kernel's numbers, and its log moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from math import sqrt
from typing import Any, Final

from cardlab.analysis.kernel import races as slots
from cardlab.analysis.kernel.compiled import Kernel, best
from cardlab.cards import SUITS, Card
from cardlab.record import Record
from cardlab.tichu import DragonLocks, Draw, Ending, Flip, Move, Outcome, Play, Points, Recycle, Rules, State, start
from cardlab.tichu.piles import DOG, DRAGON, MAH_JONG, PHOENIX, WISHES, wished_value

LONGEST: Final = 4_000
"""The rows of the log that a race may fill: the rule book lets extra piles be dealt anew without end (U4.3)."""
SLOWEST: Final = 60_000
LOW_32: Final = 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class Racer:
    """How one side plays: its reaction time in milliseconds, and whether it draws up in time.

    - `mean` and `spread` (the standard deviation), thrown anew for every move; none is quicker than `least`;
    - `eager`: plays before it draws up, and so has to fill up from the other draw pile (U3.2);
    - `skilled`: plays as `cardlab.bots.tichu.skilled` does, see there; the others as `careful` does: ordinary cards
      before special ones, and the card after which most others fit.

    Raises ValueError for a time that is no whole number from 0 to 60,000.

    >>> Racer(500).spread
    150
    """

    mean: int = 700
    spread: int = 150
    least: int = 200
    eager: bool = False
    skilled: bool = False

    def __post_init__(self) -> None:
        for name in ("mean", "spread", "least"):
            time = getattr(self, name)
            if not isinstance(time, int) or isinstance(time, bool) or not 0 <= time <= SLOWEST:
                raise ValueError(f"{name} is a whole number of milliseconds from 0 to {SLOWEST}, not {time!r}")


Racers = tuple[Racer, Racer]
EVEN: Final[Racers] = (Racer(), Racer())
"""Two equally quick hands."""
SKILLED: Final[Racers] = (Racer(skilled=True), Racer(skilled=True))
"""Two equally quick hands that play well."""


@dataclass(frozen=True, slots=True)
class Race:
    """One race: the position at its start, the moves, and when each of them was made, in milliseconds.

    `late`: how often each seat came too late (U2.4). `outcome` is None if the race was given up.
    """

    start: State
    moves: tuple[Move, ...]
    times: tuple[int, ...]
    late: tuple[int, int]
    outcome: Outcome | None

    @property
    def duration(self) -> int:
        """How many milliseconds the race took."""
        return self.times[-1] if self.times else 0

    @property
    def record(self) -> Record:
        """The race as a record that can be replayed; the times stand in its `about`."""
        return Record(self.start, self.moves, about={"milliseconds": list(self.times)})


@dataclass(frozen=True, slots=True)
class Tally:
    """How many races ended how; whole numbers, so that tallies of the parts add up to the tally of the whole.

    - `one_point`, `two_points`: wins by seat that paid one point and two (U6.2);
    - `drawn`: blocked with equally many cards (U4.4); `given_up`: not played to the end, and counted nowhere else;
    - `time`, `time_squared`: milliseconds of the finished races, and their squares;
    - in the finished races, too, `late`: cards too late by seat (U2.4); `flips`: turned together, the opening flip
      counted (U1.3); `recycles` (U4.3).
    """

    races: int = 0
    one_point: tuple[int, int] = (0, 0)
    two_points: tuple[int, int] = (0, 0)
    drawn: int = 0
    given_up: int = 0
    time: int = 0
    time_squared: int = 0
    late: tuple[int, int] = (0, 0)
    flips: int = 0
    recycles: int = 0

    def __add__(self, other: Tally) -> Tally:
        both = ((getattr(self, field.name), getattr(other, field.name)) for field in fields(self))
        return Tally(*(_sum(one, two) for one, two in both))

    @property
    def finished(self) -> int:
        """The races that were played to their end."""
        return self.races - self.given_up

    @property
    def wins(self) -> tuple[int, int]:
        """The races won, by seat."""
        return self.one_point[0] + self.two_points[0], self.one_point[1] + self.two_points[1]

    @property
    def points(self) -> tuple[int, int]:
        """The points won, by seat."""
        return self.one_point[0] + 2 * self.two_points[0], self.one_point[1] + 2 * self.two_points[1]

    def share(self, seat: int) -> Fraction:
        """The part of the finished races that the seat won. Raises ZeroDivisionError if there is none."""
        return Fraction(self.wins[seat], self.finished)

    def error(self, seat: int) -> float:
        """The standard error of `share`: how far it lies off, typically, from what endless racing would show."""
        share = self.share(seat)
        return sqrt(share * (1 - share) / self.finished)

    @property
    def mean_time(self) -> Fraction:
        """The mean length of a finished race in milliseconds. Raises ZeroDivisionError if there is none."""
        return Fraction(self.time, self.finished)

    @property
    def time_error(self) -> float:
        """The standard error of `mean_time`."""
        return sqrt((Fraction(self.time_squared, self.finished) - self.mean_time**2) / self.finished)


def _sum(one: Any, two: Any) -> Any:
    return (one[0] + two[0], one[1] + two[1]) if isinstance(one, tuple) else one + two


def many(
    rules: Rules, races: int, seed: int, racers: Racers = EVEN, *, first: int = 0, kernel: Kernel | None = None
) -> Tally:
    """Deals and plays `races` races and counts how they end.

    Race number `first` and those after it of the run that `seed` names: a long run may be played in parts and added up.
    The deals follow from seed and number alone, so that two kinds of racers are compared by the same cards.
    `seed` counts by its lowest 32 bits; `kernel` is the best one at hand unless another is given.

    >>> tally = many(Rules(), 100, 1, (Racer(500), Racer(1000)))
    >>> tally.wins[0] > tally.wins[1]
    True
    >>> many(Rules(), 60, 1) + many(Rules(), 40, 1, first=60) == many(Rules(), 100, 1)
    True
    """
    kernel = kernel or best()
    sums = kernel.memory(slots.SUMS)
    room = Room(kernel, rules, racers, seed, first, races)
    kernel.races.race_many(room.table, room.pool, room.settings, room.log, sums)
    found = [int(one) for one in sums]
    return Tally(
        races=found[slots.RACES],
        one_point=_by_seat(found, slots.ONE_POINT),
        two_points=_by_seat(found, slots.TWO_POINTS),
        drawn=found[slots.DRAWN],
        given_up=found[slots.GIVEN_UP],
        time=found[slots.TIME],
        time_squared=found[slots.SQUARES] + (found[slots.SQUARES + 1] << slots.HALF),
        late=_by_seat(found, slots.TOO_LATE),
        flips=found[slots.ALL_FLIPS],
        recycles=found[slots.ALL_RECYCLES],
    )


def race(rules: Rules, seed: int, racers: Racers = EVEN, *, number: int = 0, kernel: Kernel | None = None) -> Race:
    """One race to look at: number `number` of the run that `seed` names, the same that `many` counts.

    >>> one = race(Rules(), 1)
    >>> str(one.moves[0]), one.outcome.winner == many(Rules(), 1, 1).wins.index(1)
    ('flip', True)
    """
    kernel = kernel or best()
    room = Room(kernel, rules, racers, seed, rows=LONGEST)
    kernel.rounds.begin_world(room.table, seed & LOW_32, number)
    kernel.races.shuffle_deck(room.table, room.pool)
    kernel.races.lay_out(room.table, room.pool, room.settings)
    return _raced(kernel, room, dealt(room.table, rules))


def race_from(
    state: State, seed: int, racers: Racers = EVEN, *, longest: int = LONGEST, kernel: Kernel | None = None
) -> Race:
    """One race that goes on from a position, or from a deal, by the house rules of its table.

    It is given up as soon as fewer than 60 of the `longest` rows of its log are left, so that any move has room:
    a row a move, and one for each card dealt anew.
    Raises KeyError if a card lies there that is not in this game.

    >>> from cardlab.tichu import deal
    >>> race_from(deal(seed=7), 1).start == deal(seed=7)
    True
    """
    kernel = kernel or best()
    room = Room(kernel, state.rules, racers, seed, rows=longest)
    kernel.rounds.begin_world(room.table, seed & LOW_32, 0)
    lay(state, room, kernel)
    return _raced(kernel, room, state)


def call_everything(kernel: Kernel) -> None:
    """Calls the kernel in every way that this module calls it, so that all of it gets compiled."""
    many(Rules(), 2, 0, kernel=kernel)
    begun = race(Rules(), 0, kernel=kernel).start
    race_from(begun, 0, kernel=kernel)


def _by_seat(numbers: Sequence[int], at: int) -> tuple[int, int]:
    return int(numbers[at]), int(numbers[at + 1])


def _raced(kernel: Kernel, room: Room, begun: State) -> Race:
    ending, winner, points = map(int, kernel.races.race_on(room.table, room.pool, room.settings, room.log))
    outcome = None
    if ending != slots.OPEN:
        won = (points if winner == 0 else 0, points if winner == 1 else 0)
        how = Ending.OUT if ending == slots.OUT else Ending.BLOCKED
        outcome = Outcome(how, winner if winner >= 0 else None, won)
    timed = tuple(noted_moves(room))
    moves, times = tuple(move for _, move in timed), tuple(time for time, _ in timed)
    return Race(begun, moves, times, _by_seat(room.table, slots.LATE), outcome)


CARDS: Final = (*(Card(rank + suit) for rank in WISHES for suit in SUITS), DRAGON, MAH_JONG, PHOENIX, DOG)
"""The cards as the kernel numbers them."""
NUMBERS: Final = {card: number for number, card in enumerate(CARDS)}


def settings_of(
    rules: Rules, racers: Racers, most_rows: int = LONGEST, seed: int = 0, first: int = 0, races: int = 1
) -> list[int]:
    """House rules, racers and what to race, as the kernel reads them, by the names of `kernel.races`."""
    numbers = [0] * slots.SETTINGS
    numbers[slots.WRAP] = int(rules.wrap)
    numbers[slots.STRICT] = int(rules.dragon_locks is DragonLocks.STRICT)
    numbers[slots.SWAPPED] = int(rules.points is Points.SWAPPED)
    for seat, racer in enumerate(racers):
        numbers[slots.MEAN + seat] = racer.mean
        numbers[slots.SPREAD + seat] = racer.spread
        numbers[slots.LEAST + seat] = racer.least
        numbers[slots.EAGER + seat] = int(racer.eager)
        numbers[slots.SKILLED + seat] = int(racer.skilled)
    numbers[slots.MOST_ROWS] = most_rows
    numbers[slots.SEED] = seed & LOW_32
    numbers[slots.FIRST] = first
    numbers[slots.HOW_MANY] = races
    return numbers


class Room:
    """The kernel's memory for races: the table, a pool to shuffle in, the settings and the log.

    Without `rows` no move is noted, and a race may be as long as `LONGEST` says.
    """

    def __init__(
        self,
        kernel: Kernel,
        rules: Rules,
        racers: Racers,
        seed: int,
        first: int = 0,
        races: int = 1,
        *,
        rows: int | None = None,
    ) -> None:
        self.table = kernel.memory(slots.MEMORY)
        self.pool = kernel.memory(len(CARDS))
        most_rows = LONGEST if rows is None else rows
        self.settings = kernel.array(settings_of(rules, racers, most_rows, seed, first, races))
        self.log = kernel.memory(slots.ROW * (rows or 0))


def _stack(table: Sequence[int], number: int) -> tuple[Card, ...]:
    """The cards of a stack, top card first."""
    bottom = slots.STACKS + slots.ROOM * number
    return tuple(CARDS[card] for card in table[bottom : bottom + table[slots.SIZE + number]])[::-1]


def dealt(table: Sequence[int], rules: Rules) -> State:
    """The engine's position after the deal."""
    hands = [
        tuple(card for number, card in enumerate(CARDS) if int(table[slots.HAND + seat]) >> number & 1)
        for seat in range(2)
    ]
    stacks = [_stack(table, number) for number in range(slots.DISCARD_PILE)]
    return start(rules, hands, stacks[:2], stacks[2:])


def lay(state: State, room: Room, kernel: Kernel) -> None:
    """Writes a position of the engine into the kernel's memory."""
    table = room.table
    discards = tuple(pile.cards for pile in state.piles)
    for stack, cards in enumerate((*state.draw, *state.extra, *discards)):
        for card in reversed(cards):
            kernel.races.lay_on_stack(table, stack, NUMBERS[card])
    for seat in range(2):
        table[slots.HAND + seat] = sum(1 << NUMBERS[card] for card in state.hands[seat])
        table[slots.HELD + seat] = len(state.hands[seat])
        table[slots.OWES + seat] = int(state.owes[seat])
        table[slots.WISH + seat] = wished_value(state.piles[seat].wish or "") or 0
        kernel.races.look_again(table, seat, room.settings)
    table[slots.FLIP_DUE] = int(state.flip_due)


def noted_moves(room: Room) -> Iterator[tuple[int, Move]]:
    """The moves in the log, each with the millisecond in which it was made."""
    size = slots.ROW * int(room.table[slots.NOTES])
    noted = [int(number) for number in room.log[:size]]
    rows = iter([noted[at : at + slots.ROW] for at in range(0, size, slots.ROW)])
    for time, *rest in rows:
        yield time, _move(rest, rows)


def _move(row: Sequence[int], rows: Iterator[Sequence[int]]) -> Move:
    """One row of the log as a move; new extra piles take the rows that follow."""
    kind, seat, card, pile, seen, wish = row
    if kind == slots.DRAWS:
        return Draw(seat)
    if kind == slots.FLIPPED:
        return Flip()
    if kind == slots.PLAYS:
        onto = CARDS[seen] if seen != slots.NO_CARD else None
        return Play(seat, CARDS[card], pile, onto, WISHES[wish - 2] if wish else None)
    first, second = (tuple(CARDS[next(rows)[3]] for _ in range(card)) for _ in range(2))
    return Recycle((first, second))
