"""The state machine of a tournament, its pairings, and its points. [T10.6]

In each *round* of the tournament every table plays the same *deals*. Rounds, tables and deals count from 1.
Points are the payments of the rules. Bots fill up the tables and get no points. A late entrant begins with 0 points.
A player who drops out keeps the points, and a bot plays on. The deals already played at a table that is broken off
count.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias, assert_never

from cardlab.game import GAMES
from cardlab.names import LONGEST_NAME, distinct_name, distinct_names, nickname
from cardlab.refusal import IllegalMove, Refusal
from cardlab.tables.event_logs import EventBase, EventPart, EventTypes, Number, Rejected, torn
from cardlab.tables.shared_table import Agreed, Opened

MOST_PLAYERS: Final = 60
MOST_DEALS: Final = 30
LONGEST_TITLE: Final = 60


# Events


class TournamentOpened(Opened, frozen=True, kw_only=True):
    """A tournament was opened: `deals` per round, dealt from the secret `number`."""

    title: str
    deals: Number
    number: str


class Entered(EventBase, frozen=True):
    """A player has entered, or entered again; `player` is the pseudonym."""

    player: str
    name: str


class Dropped(EventBase, frozen=True):
    """A player has dropped out, or was removed by the host."""

    player: str


class EntrantNameRemoved(EventBase, frozen=True):
    """The name of an entrant was removed."""

    player: str


class Seated(EventPart, frozen=True):
    """The code of a table, and its players' pseudonyms by seat; "" for a bot."""

    code: str
    players: tuple[str, ...]


class RoundBegan(EventBase, frozen=True):
    """The next round has begun at these tables."""

    tables: tuple[Seated, ...]


class Played(EventBase, frozen=True):
    """A table has finished its next deal.

    By seat: the pseudonyms of the `players` who were there at the end, "" for a bot, and the `payments`.
    """

    table: Number
    players: tuple[str, ...]
    payments: tuple[Number, ...]


class BrokenOff(EventBase, frozen=True):
    """A table was broken off; it won't play the remaining deals of this round."""

    table: Number


class Ended(EventBase, frozen=True):
    """The tournament has ended."""


Event: TypeAlias = TournamentOpened | Entered | Dropped | EntrantNameRemoved | RoundBegan | Played | BrokenOff | Ended


# State


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player who has entered, active until dropping out; `name`: "" once removed."""

    player: str
    name: str
    is_active: bool = True


@dataclass(frozen=True, slots=True)
class TournamentTable:
    """A table of one round; `done` if it plays no further deals.

    `players` are pseudonyms by seat, "" for a bot; `played` are its finished deals.
    """

    code: str
    players: tuple[str, ...]
    played: tuple[Played, ...] = ()
    done: bool = False


@dataclass(frozen=True, slots=True)
class Tournament:
    """The state of a tournament; the last of `rounds` is the current or latest one."""

    opened: TournamentOpened
    agreed: Agreed
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[tuple[TournamentTable, ...], ...] = ()
    over: bool = False

    @property
    def host(self) -> str:
        """The pseudonym of the player who opened it."""
        return self.opened.host

    @property
    def active_players(self) -> tuple[str, ...]:
        """The pseudonyms of the active entrants."""
        return tuple(one.player for one in self.entrants if one.is_active)

    def entrant(self, player: str) -> Entrant | None:
        """Return the entrant with this pseudonym, or None."""
        return next((one for one in self.entrants if one.player == player), None)

    @property
    def is_between(self) -> bool:
        """Whether no round is being played."""
        return not self.rounds or all(table.done for table in self.rounds[-1])

    @property
    def has_played(self) -> bool:
        """Whether any deal has been played."""
        return any(table.played for tables in self.rounds for table in tables)


def fold(tournament: Tournament | None, event: Event) -> Tournament:
    """Return the tournament after one more event.

    `tournament` is None for the first event. Raises IllegalMove for an event that is refused, NotationError for
    impossible rules or a log without its beginning.
    """
    if tournament is None:
        if isinstance(event, TournamentOpened):
            return Tournament(event, event.agreed)
        raise torn(event)
    if refusals := why_not(tournament, event):
        raise IllegalMove(event, refusals)
    match event:
        case TournamentOpened():
            return tournament  # never reached, because `why_not` refuses it
        case Entered(player, name):
            if tournament.entrant(player):
                return _changed(tournament, player, is_active=True, name=name)
            return replace(tournament, entrants=(*tournament.entrants, Entrant(player, name)))
        case Dropped(player):
            return _changed(tournament, player, is_active=False)
        case EntrantNameRemoved(player):
            return _changed(tournament, player, name="")
        case RoundBegan(tables):
            # A table with bots only is not played.
            opened_tables = tuple(TournamentTable(one.code, one.players, done=not any(one.players)) for one in tables)
            return replace(tournament, rounds=(*tournament.rounds, opened_tables))
        case Played(table):
            seating = tournament.rounds[-1][table - 1]
            played = (*seating.played, event)
            done = len(played) == tournament.opened.deals
            return _with_table(tournament, table, replace(seating, played=played, done=done))
        case BrokenOff(table):
            return _with_table(tournament, table, replace(tournament.rounds[-1][table - 1], done=True))
        case Ended():
            return replace(tournament, over=True)
        case _:
            assert_never(event)


EVENTS: Final = EventTypes[Tournament, Event](Event, fold)


def _changed(tournament: Tournament, player: str, **changes: Any) -> Tournament:
    entrants = tuple(replace(one, **changes) if one.player == player else one for one in tournament.entrants)
    return replace(tournament, entrants=entrants)


def _with_table(tournament: Tournament, number: int, table: TournamentTable) -> Tournament:
    tables = tournament.rounds[-1]
    return replace(tournament, rounds=(*tournament.rounds[:-1], (*tables[: number - 1], table, *tables[number:])))


# Refusals


def why_not(tournament: Tournament, event: Event) -> tuple[Refusal, ...]:
    """Return the refusals of an event; empty if it may happen now."""
    if tournament.over and not isinstance(event, EntrantNameRemoved):
        return (refusal("over"),)
    return tuple(_reasons(tournament, event))


def decide(tournament: Tournament, event: Event) -> tuple[Event] | Rejected:
    """Return the event as it will happen, with a unique name, or its refusals."""
    if refusals := why_not(tournament, event):
        return Rejected(refusals)
    if isinstance(event, Entered):
        others = (one.name for one in tournament.entrants if one.player != event.player)
        event = Entered(event.player, distinct_name(event.name, others))
    return (event,)


def refusal(code: str, **facts: Any) -> Refusal:
    """Make a refusal with this code and these facts. [T10.6]"""
    return Refusal(f"tournament_{code}", "T10.6", facts)


def _reasons(tournament: Tournament, event: Event) -> Iterator[Refusal]:
    match event:
        case TournamentOpened():
            yield refusal("over")
        case Entered(player, name):
            entrant = tournament.entrant(player)
            if not name or nickname(name) != name:
                yield refusal("name", most=LONGEST_NAME)
            if entrant and entrant.is_active:
                yield refusal("entered")
            if not entrant and len(tournament.entrants) >= MOST_PLAYERS:
                yield refusal("full", most=MOST_PLAYERS)
        case Dropped(player):
            if player not in tournament.active_players:
                yield refusal("nobody")
        case EntrantNameRemoved(player):
            entrant = tournament.entrant(player)
            if entrant is None or not entrant.name:
                yield refusal("nobody")
        case RoundBegan(tables):
            yield from why_no_round(tournament)
            if any(len(table.players) != GAMES[tournament.opened.game].seats for table in tables):
                yield refusal("too_few")
        case BrokenOff(number) | Played(number):
            last = tournament.rounds[-1] if tournament.rounds else ()
            seating = last[number - 1] if 1 <= number <= len(last) else None
            sizes = {len(event.players), len(event.payments)} if isinstance(event, Played) else set[int]()
            if seating is None or seating.done or sizes - {len(seating.players)}:
                yield refusal("no_table", number=number)
        case Ended():
            if not tournament.is_between:
                yield refusal("round_open", round=len(tournament.rounds))
        case _:
            assert_never(event)


def why_no_round(tournament: Tournament) -> Iterator[Refusal]:
    """Yield the reasons why no further round can begin now."""
    if not tournament.is_between:
        yield refusal("round_open", round=len(tournament.rounds))
    if len(tournament.active_players) < 2:
        yield refusal("too_few")


# Pairings and points


def seats(players: Sequence[str], size: int, round: int) -> tuple[tuple[str, ...], ...]:
    """Return the players of each table of a round, in the order of their seats.

    - `players`: two or more pseudonyms; `size`: the seats of a table, two or three; `round`: from 1. "" stands for a
      bot.

    There is one row of players for each seat of a table. A row has one player for each table, and bots fill up the
    last row. The first row stays. In each round the second row moves on by one table, the third row by two. Every
    player moves on by one seat.

    After as many rounds as there are tables, a new rotation begins. Every second rotation has other rows, so that
    neighbours of an old row meet. Within a rotation no two players meet twice. The exception is an even number of
    tables of three: the third row skips a table halfway, and some players meet again in the last round.

    >>> for round in (1, 2, 3): print([" ".join(table) for table in seats("abcdefghi", 3, round)])
    ['a d g', 'b e h', 'c f i']
    ['e i a', 'f g b', 'd h c']
    ['h a f', 'i b d', 'g c e']
    """
    tables = -(-len(players) // size)
    chairs = [*players, *[""] * (tables * size - len(players))]
    cycle, turn = divmod(round - 1, tables)
    if cycle % 2:
        chairs = [chairs[index] for row in range(size) for index in range(row, len(chairs), size)]
    skip = tables % 2 == 0 and 2 * turn >= tables
    steps = (0, turn, 2 * turn + skip)[:size]
    first = (round - 1) % size
    pairings = []
    for table in range(tables):
        group = [chairs[row * tables + (table + step) % tables] for row, step in enumerate(steps)]
        pairings.append((*group[first:], *group[:first]))
    return tuple(pairings)


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A player in the standings of a tournament, or on the leaderboard, with the payments by deal.

    - `name`: "" if it was removed; on the leaderboard made different from the names above it;
    - `place`, `is_active`: the place in the standings, and whether the player takes part.
    """

    player: str
    name: str
    payments: tuple[int, ...]
    place: int = 0
    is_active: bool = False

    @property
    def deals(self) -> int:
        """The number of deals."""
        return len(self.payments)

    @property
    def total(self) -> int:
        """The sum of the payments."""
        return sum(self.payments)

    @property
    def mean(self) -> float:
        """The mean payment, 0 before the first deal."""
        return self.total / self.deals if self.payments else 0.0

    @property
    def margin(self) -> float | None:
        """Twice the standard error of the mean; None for fewer than two deals."""
        if self.deals < 2:
            return None
        # Whole numbers are exact, and a hundred times as fast as `statistics.stdev`.
        squares = self.deals * sum(one * one for one in self.payments) - self.total**2
        return 2 * math.sqrt(squares / (self.deals - 1)) / self.deals


def standings(tournament: Tournament) -> tuple[LeaderboardRow, ...]:
    """Return the standings, most points first; equal points share a place.

    Players who dropped out before the end of their first deal come last; those who were removed then are left out.
    """
    payments = payments_by_player([tournament])
    rows = [
        LeaderboardRow(one.player, one.name, tuple(payments.get(one.player, ())), is_active=one.is_active)
        for one in tournament.entrants
    ]
    ranked = sorted((row for row in rows if row.is_active or row.name or row.deals), key=_order)
    keys = [_order(row) for row in ranked]
    return tuple(replace(row, place=1 + keys.index(_order(row))) for row in ranked)


def _order(row: LeaderboardRow) -> tuple[bool, int]:
    """Return the key by which standings are sorted."""
    return not (row.is_active or row.deals), -row.total


def payments_by_player(tournaments: Iterable[Tournament]) -> Mapping[str, list[int]]:
    """Return the payments in tournaments, deal by deal, by the player's pseudonym."""
    payments: dict[str, list[int]] = {}
    tables = (table for one in tournaments for round in one.rounds for table in round)
    for played in (one for table in tables for one in table.played):
        for player, payment in zip(played.players, played.payments, strict=True):
            if player:
                payments.setdefault(player, []).append(payment)
    return payments


def leaderboard(tournaments: Iterable[Tournament]) -> tuple[LeaderboardRow, ...]:
    """Return the rows of all players who have played, the highest mean first."""
    tournaments = tuple(tournaments)
    names = {entrant.player: entrant.name for one in tournaments for entrant in one.entrants}
    paid = payments_by_player(tournaments).items()
    rows = [LeaderboardRow(player, names.get(player, ""), tuple(payments)) for player, payments in paid]
    rows.sort(key=lambda row: (-row.mean, row.player))
    distinct = distinct_names(row.name for row in rows)
    return tuple(replace(row, name=name) for row, name in zip(rows, distinct, strict=True))
