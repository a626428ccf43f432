"""A tournament: everything that follows from the log of what happened in it (T10.6).

- the events; `Tournament`: what follows from those so far; `why_not`: whether one more may happen, `fold` adds it;
  `EVENTS` writes and reads them;
- `seats`: who sits at which table of a round; `standings`, `received`: the points.

A *round* is a tournament round here; in each, every table plays the same *deals*. All of them count from 1.
Points are what the rules pay; bots fill the tables up and get none. Who enters late begins with 0. Who drops out keeps
the points; a bot plays on, and what it gets is nobody's. If a table breaks off, what it has played counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Final, TypeAlias, assert_never

from cardlab.dashboard.display_names import LONGEST_NAME
from cardlab.refusal import IllegalMove, NotationError, Refusal
from cardlab.tables.events import EventBase, EventPart, EventTypes, Number
from cardlab.tables.fair_deals import CLAUSE, hash_of
from cardlab.tables.leaderboard import LeaderboardRow
from cardlab.tables.shared_table import SEATS, Agreed

MOST_PLAYERS: Final = 60
MOST_DEALS: Final = 30
LONGEST_TITLE: Final = 60


# What happens.


class TournamentOpened(EventBase, frozen=True):
    """A tournament begins.

    - `title`, `host`: what it is called, and the mark of whoever has opened it;
    - `game`, `rules`, `options`: what is agreed on, as at any table;
    - `deals`: how many each table plays in a round;
    - `number`: the dealer's secret number.
    """

    title: str
    host: str
    game: str
    rules: dict[str, Any]
    options: dict[str, Any]
    deals: Number
    number: str


class Entered(EventBase, frozen=True):
    """Somebody enters, at the beginning or late, or comes back; `player` is their mark."""

    player: str
    name: str


class Dropped(EventBase, frozen=True):
    """Somebody drops out, or is removed by the host."""

    player: str


class EntrantNameRemoved(EventBase, frozen=True):
    """What somebody had called themselves is taken away."""

    player: str


class Seated(EventPart, frozen=True):
    """The code of a table and the marks of those who are to sit there, "" for a bot."""

    code: str
    players: tuple[str, ...]


class RoundBegan(EventBase, frozen=True):
    """The next round begins, at these tables."""

    tables: tuple[Seated, ...]


class Played(EventBase, frozen=True):
    """A table has played its next deal: who was there at the end, "" for a bot, and what each received."""

    table: Number
    players: tuple[str, ...]
    payments: tuple[Number, ...]


class BrokenOff(EventBase, frozen=True):
    """A table plays no more in this round."""

    table: Number


class Ended(EventBase, frozen=True):
    """The tournament is over, and the dealer's number may be shown."""


Event: TypeAlias = TournamentOpened | Entered | Dropped | EntrantNameRemoved | RoundBegan | Played | BrokenOff | Ended


# What follows from it.


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who has entered: `here` until dropped; `name` is "" once it was taken away."""

    player: str
    name: str
    here: bool = True


@dataclass(frozen=True, slots=True)
class TournamentTable:
    """A table of one round: its code, who was to sit there, what was played, and whether that is all."""

    code: str
    players: tuple[str, ...]
    played: tuple[Played, ...] = ()
    done: bool = False


@dataclass(frozen=True, slots=True)
class Tournament:
    """What a log comes to."""

    opened: TournamentOpened
    agreed: Agreed
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[tuple[TournamentTable, ...], ...] = ()
    over: bool = False

    @property
    def here(self) -> tuple[str, ...]:
        """Who takes part now."""
        return tuple(one.player for one in self.entrants if one.here)

    def entrant(self, player: str) -> Entrant | None:
        """Who has entered under this mark."""
        return next((one for one in self.entrants if one.player == player), None)

    @property
    def is_between(self) -> bool:
        """Whether no table has anything to play: before, between and after the rounds."""
        return not self.rounds or all(table.done for table in self.rounds[-1])

    @property
    def has_played(self) -> bool:
        """Whether any deal has been played to its end."""
        return any(table.played for tables in self.rounds for table in tables)

    @property
    def hash(self) -> str:
        """The hash of the dealer's number, for everybody to see."""
        return hash_of(self.opened.number)


def opened(event: Event) -> Tournament:
    """The tournament that a log begins with. Raises NotationError if the first event opens none."""
    if not isinstance(event, TournamentOpened):
        raise NotationError("log_torn", text=EVENTS.text(event))
    hash_of(event.number)
    return Tournament(event, Agreed.read(event.game, event.rules, event.options))


def fold(tournament: Tournament, event: Event) -> Tournament:
    """The tournament after one more event. Raises IllegalMove for one that could not happen."""
    if refusals := why_not(tournament, event):
        raise IllegalMove(event, refusals)
    match event:
        case TournamentOpened():
            return tournament  # which nobody may do twice
        case Entered(player, name):
            if tournament.entrant(player):
                return _changed(tournament, player, here=True, name=name)
            return replace(tournament, entrants=(*tournament.entrants, Entrant(player, name)))
        case Dropped(player):
            return _changed(tournament, player, here=False)
        case EntrantNameRemoved(player):
            return _changed(tournament, player, name="")
        case RoundBegan(tables):
            # Where nobody but bots would sit there is nothing to play.
            begun = tuple(TournamentTable(one.code, one.players, done=not any(one.players)) for one in tables)
            return replace(tournament, rounds=(*tournament.rounds, begun))
        case Played(table):
            sitting = tournament.rounds[-1][table - 1]
            played = (*sitting.played, event)
            done = len(played) == tournament.opened.deals
            return _with_table(tournament, table, replace(sitting, played=played, done=done))
        case BrokenOff(table):
            return _with_table(tournament, table, replace(tournament.rounds[-1][table - 1], done=True))
        case Ended():
            return replace(tournament, over=True)
        case _:
            assert_never(event)


EVENTS: Final = EventTypes[Tournament, Event](Event, opened, fold)


def _changed(tournament: Tournament, player: str, **changes: Any) -> Tournament:
    entrants = tuple(replace(one, **changes) if one.player == player else one for one in tournament.entrants)
    return replace(tournament, entrants=entrants)


def _with_table(tournament: Tournament, number: int, table: TournamentTable) -> Tournament:
    tables = tournament.rounds[-1]
    return replace(tournament, rounds=(*tournament.rounds[:-1], (*tables[: number - 1], table, *tables[number:])))


# What may happen.


def why_not(tournament: Tournament, event: Event) -> tuple[Refusal, ...]:
    """Why an event may not happen now; empty if it may."""
    if tournament.over and not isinstance(event, EntrantNameRemoved):
        return (refusal("over"),)
    return tuple(_reasons(tournament, event))


def refusal(code: str, **facts: Any) -> Refusal:
    """Why something cannot be in a tournament."""
    return Refusal(f"tournament_{code}", CLAUSE, facts)


def _reasons(tournament: Tournament, event: Event) -> Iterator[Refusal]:
    match event:
        case TournamentOpened():
            yield refusal("over")
        case Entered(player, name):
            known = tournament.entrant(player)
            if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
                yield refusal("name", most=LONGEST_NAME)
            if known and known.here:
                yield refusal("entered")
            if not known and len(tournament.entrants) >= MOST_PLAYERS:
                yield refusal("full", most=MOST_PLAYERS)
        case Dropped(player):
            if player not in tournament.here:
                yield refusal("nobody")
        case EntrantNameRemoved(player):
            entrant = tournament.entrant(player)
            if entrant is None or not entrant.name:
                yield refusal("nobody")
        case RoundBegan(tables):
            yield from why_no_round(tournament)
            if any(len(table.players) != SEATS[tournament.opened.game] for table in tables):
                yield refusal("too_few")
        case BrokenOff(number) | Played(number):
            last = tournament.rounds[-1] if tournament.rounds else ()
            sitting = last[number - 1] if 1 <= number <= len(last) else None
            told = {len(event.players), len(event.payments)} if isinstance(event, Played) else set[int]()
            if sitting is None or sitting.done or told - {len(sitting.players)}:
                yield refusal("no_table", number=number)
        case Ended():
            if not tournament.is_between:
                yield refusal("round_open", round=len(tournament.rounds))
        case _:
            assert_never(event)


def why_no_round(tournament: Tournament) -> Iterator[Refusal]:
    """Why no other round may begin now."""
    if not tournament.is_between:
        yield refusal("round_open", round=len(tournament.rounds))
    if len(tournament.here) < 2:
        yield refusal("too_few")


# Who sits where, and what it comes to.


def seats(players: Sequence[str], size: int, round: int) -> tuple[tuple[str, ...], ...]:
    """Who sits at which table of a round, "" for a bot, by a rotation as clubs have it.

    - `players`: any number from two on; `size`: how many sit at a table, two or three; `round`: from 1.

    The players stand in as many lines as a table has seats, each as long as there are tables, bots at the end of the
    last one. The first line stays, in each round the second moves on by one table and the third by two; where the
    number of tables is even, the third moves on by one more from the middle on. When all have been at all tables, the
    lines are made anew out of those who stand side by side. Whoever has sat at one seat sits at the next one after it.

    With as many rounds as tables nobody meets anybody twice; with an even number of tables of three, with one less.

    >>> for round in (1, 2, 3): print([" ".join(table) for table in seats("abcdefghi", 3, round)])
    ['a d g', 'b e h', 'c f i']
    ['e i a', 'f g b', 'd h c']
    ['h a f', 'i b d', 'g c e']
    """
    tables = -(-len(players) // size)
    chairs = [*players, *[""] * (tables * size - len(players))]
    cycle, turn = divmod(round - 1, tables)
    if cycle % 2:
        chairs = [chairs[at] for line in range(size) for at in range(line, len(chairs), size)]
    skip = tables % 2 == 0 and 2 * turn >= tables
    steps = (0, turn, 2 * turn + skip)[:size]
    first = (round - 1) % size
    found = []
    for table in range(tables):
        at = [chairs[line * tables + (table + step) % tables] for line, step in enumerate(steps)]
        found.append((*at[first:], *at[:first]))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Rank:
    """A line of the table: `rounds` are the points of each round, `line` has their sum and the mean of a deal."""

    place: int
    entrant: Entrant
    line: LeaderboardRow
    rounds: tuple[int, ...]


def standings(tournament: Tournament) -> tuple[Rank, ...]:
    """The table, most points first. Who has as many shares a place."""
    rounds = [received(tables) for tables in tournament.rounds]
    lines = [
        (one, LeaderboardRow(one.player, tuple(chain.from_iterable(round.get(one.player, ()) for round in rounds))))
        for one in tournament.entrants
    ]
    lines.sort(key=lambda one: -one[1].total)
    return tuple(
        Rank(
            1 + sum(other.total > line.total for _, other in lines),
            entrant,
            line,
            tuple(sum(round.get(entrant.player, ())) for round in rounds),
        )
        for entrant, line in lines
    )


def received(tables: Iterable[TournamentTable]) -> Mapping[str, list[int]]:
    """What each player has received at these tables, deal by deal."""
    found: dict[str, list[int]] = {}
    for played in (one for table in tables for one in table.played):
        for player, payment in zip(played.players, played.payments, strict=True):
            if player:
                found.setdefault(player, []).append(payment)
    return found
