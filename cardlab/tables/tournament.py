"""A tournament: everything that follows from the log of what happened in it (T10.6).

- `Tournament`, and `fold`: what a log comes to; `why_not`, `after`: whether one more may happen, and what then;
- `decide`: the event that follows from what somebody asks for, the next round among it;
- `scores`, `standings`: the points, and the table with its tie-breaks; `results`: all results, for ratings.

A *round* is a tournament round here; in each, every table plays so many *deals*. Rounds, tables and deals count from 1.
Points are payments, or, where all tables play the same cards, the difference to the field: for each deal

    points = payment of the player - mean of the payments at the same seat, over all tables that have played this deal

so that who was dealt a bad hand and lost less with it than others has gained. Bots play for the mean like all others,
but have no place in the table. A deal that a table has not played brings nobody there anything. Who enters late begins
with 0, the mean of all. Who plays for somebody that has dropped out is a bot, and the points are nobody's.
In a knock-out the one with more points goes on; if both have as many, one deal more is played; who meets a bot goes on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import Any, Final, assert_never

from cardlab.choices import Word
from cardlab.dashboard.names import LONGEST_NAME
from cardlab.refusal import IllegalMove, Refusal
from cardlab.tables import pairing
from cardlab.tables.fair import CLAUSE, Which, fingerprint
from cardlab.tables.results import Result, bot, is_bot
from cardlab.tables.tournament_log import (
    BrokenOff,
    Dropped,
    Ended,
    Entered,
    Event,
    Kind,
    Opened,
    Paired,
    Played,
    Removed,
    Unnamed,
)

MOST_PLAYERS: Final = 60
MOST_ROUNDS: Final = 64
MOST_DEALS: Final = 30
_HEX: Final = re.compile(r"[0-9a-f]{64}")


class TieBreak(Word):
    """What decides who stands higher, as far as what stands before it does not."""

    REACHED = "reached"
    POINTS = "points"
    OPPONENTS = "opponents"
    WINS = "wins"


TIE_BREAKS: Final[Mapping[Kind, tuple[TieBreak, ...]]] = {
    Kind.ROUND_ROBIN: (TieBreak.POINTS, TieBreak.WINS, TieBreak.OPPONENTS),
    Kind.SWISS: (TieBreak.POINTS, TieBreak.OPPONENTS, TieBreak.WINS),
    Kind.KNOCK_OUT: (TieBreak.REACHED, TieBreak.POINTS, TieBreak.WINS),
}
"""In this order; the more the better. Who is equal in all of them shares a place."""


@dataclass(frozen=True, slots=True)
class NextRound:
    """Asked of `decide`: the tables of the next round."""


# What follows from it


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who has entered: `here` until dropped or removed, `since` the first round that was not missed."""

    player: str
    name: str
    since: int
    here: bool = True
    removed: bool = False


@dataclass(frozen=True, slots=True)
class Sitting:
    """A table of one round: who was to sit there, what was played, and whether it broke off."""

    players: tuple[str, ...]
    results: tuple[Result, ...] = ()
    broken: bool = False

    def points(self, player: str) -> int:
        """What a player has received at this table."""
        return sum(payment for result in self.results for one, payment in result.of_people if one == player)


@dataclass(frozen=True, slots=True)
class Tournament:
    """What a log comes to. `seed` is the dealer's secret number, once the tournament is over."""

    opened: Opened
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[tuple[Sitting, ...], ...] = ()
    chairs: tuple[str, ...] = ()
    seed: str | None = None

    @property
    def size(self) -> int:
        """How many sit at a table."""
        return pairing.THREE if self.opened.game == "tongits" else 2

    @property
    def here(self) -> tuple[str, ...]:
        """Who takes part now."""
        return tuple(one.player for one in self.entrants if one.here)

    def entrant(self, player: str) -> Entrant | None:
        """Who has entered under this name."""
        return next((one for one in self.entrants if one.player == player), None)

    @property
    def planned(self) -> int:
        """How many rounds there will be, as far as that is known; else 0."""
        match self.opened.kind:
            case Kind.ROUND_ROBIN:
                chairs = len(self.chairs) or pairing.places_needed(max(2, len(self.here)), self.size)
                whole = len(pairing.plan(chairs, self.size))
                return min(whole, self.opened.rounds or whole)
            case Kind.KNOCK_OUT:
                first = len(self.rounds[0]) if self.rounds else 0
                return first.bit_length()
            case _:
                return self.opened.rounds

    def is_done(self, table: Sitting) -> bool:
        """Whether a table has nothing more to play in its round."""
        if table.broken or all(map(is_bot, table.players)):
            return True
        if len(table.results) < self.opened.deals:
            return False
        # Whoever has dropped out gets no points any more: a tie would never be broken, and it is clear who goes on.
        if self.opened.kind is not Kind.KNOCK_OUT or not set(table.players) <= set(self.here):
            return True
        one, other = table.players
        return table.points(one) != table.points(other)

    @property
    def is_between(self) -> bool:
        """Whether no table has anything to play: before, between and after the rounds."""
        return not self.rounds or all(map(self.is_done, self.rounds[-1]))

    def goes_on(self, table: Sitting) -> str:
        """Who of a table of a knock-out is in the next round: a bot, where nobody is.

        Where a table broke off with as many points on both sides it is the one whose place was drawn first.
        """
        people = [player for player in table.players if not is_bot(player) and player in self.here]
        return max(people, key=table.points) if people else next(filter(is_bot, table.players), bot(1))

    def which(self, deal: int, table: int) -> Which:
        """Which deal of the dealer a table of this round plays."""
        return Which(len(self.rounds), deal, None if self.opened.duplicate else table)


def fold(events: Iterable[Event]) -> Tournament:
    """What a log comes to. Raises IllegalMove at the first event that could not happen; so too for a log of nothing."""
    tournament: Tournament | None = None
    for event in events:
        tournament = after(tournament, event)
    if tournament is None:
        raise IllegalMove(None, (_refusal("not_open"),))
    return tournament


def after(tournament: Tournament | None, event: Event) -> Tournament:
    """What follows once more has happened; None: before anything. Raises IllegalMove if it may not happen."""
    refusals = why_not(tournament, event)
    if refusals:
        raise IllegalMove(event, refusals)
    if isinstance(event, Opened):
        return Tournament(event)
    assert tournament is not None  # why_not has seen to it
    match event:
        case Entered():
            return _entered(tournament, event)
        case Dropped(player):
            return replace(_changed(tournament, player, here=False), chairs=_left(tournament.chairs, player))
        case Unnamed(player):
            return _changed(tournament, player, name="")
        case Removed(player):
            chairs = _left(tournament.chairs, player)
            return replace(_changed(tournament, player, here=False, removed=True, name=""), chairs=chairs)
        case Paired():
            tables = tuple(Sitting(table) for table in event.tables)
            return replace(tournament, rounds=(*tournament.rounds, tables), chairs=event.chairs)
        case Played(_, _, result):
            at = int(result.table) - 1
            table = tournament.rounds[-1][at]
            return _with_table(tournament, at, replace(table, results=(*table.results, result)))
        case BrokenOff(_, number):
            return _with_table(tournament, number - 1, replace(tournament.rounds[-1][number - 1], broken=True))
        case Ended(seed):
            return replace(tournament, seed=seed)
        case _:
            assert_never(event)


def _entered(tournament: Tournament, event: Entered) -> Tournament:
    bots = [chair for chair in tournament.chairs if is_bot(chair)]
    chairs = tuple(event.player if bots and chair == bots[0] else chair for chair in tournament.chairs)
    tournament = replace(tournament, chairs=chairs)
    if tournament.entrant(event.player):
        return _changed(tournament, event.player, here=True, name=event.name)
    new = Entrant(event.player, event.name, len(tournament.rounds) + 1)
    return replace(tournament, entrants=(*tournament.entrants, new))


def _changed(tournament: Tournament, player: str, **changes: Any) -> Tournament:
    entrants = tuple(replace(one, **changes) if one.player == player else one for one in tournament.entrants)
    return replace(tournament, entrants=entrants)


def _with_table(tournament: Tournament, at: int, table: Sitting) -> Tournament:
    tables = tournament.rounds[-1]
    return replace(tournament, rounds=(*tournament.rounds[:-1], (*tables[:at], table, *tables[at + 1 :])))


def _left(chairs: tuple[str, ...], *gone: str) -> tuple[str, ...]:
    """The chairs with bots on those of the ones who are gone."""
    numbers = (number for number in range(1, len(chairs) + len(gone) + 1) if bot(number) not in chairs)
    return tuple(bot(next(numbers)) if chair in gone else chair for chair in chairs)


# What may happen


def why_not(tournament: Tournament | None, event: Event) -> tuple[Refusal, ...]:
    """Why an event may not happen now; empty if it may."""
    return tuple(_reasons(tournament, event))


def _refusal(code: str, **facts: Any) -> Refusal:
    return Refusal(f"tournament_{code}", CLAUSE, facts)


def _reasons(tournament: Tournament | None, event: Event) -> Iterator[Refusal]:
    if isinstance(event, Opened):
        if tournament is not None:
            yield _refusal("open_already")
        yield from _why_not_opened(event)
    elif tournament is None:
        yield _refusal("not_open")
    elif tournament.seed is not None and not isinstance(event, Removed | Unnamed):
        yield _refusal("over")
    else:
        yield from _reasons_within(tournament, event)


def _why_not_opened(event: Opened) -> Iterator[Refusal]:
    if event.kind is Kind.SWISS and event.game == "tichu":
        yield _refusal("kind_tichu")
    if event.kind is Kind.KNOCK_OUT and event.game == "tongits":
        yield _refusal("kind_tongits")
    if not 0 <= event.rounds <= MOST_ROUNDS or (event.kind is Kind.SWISS and not event.rounds):
        yield _refusal("rounds", most=MOST_ROUNDS)
    if not 1 <= event.deals <= MOST_DEALS:
        yield _refusal("deals", most=MOST_DEALS)
    if not _HEX.fullmatch(event.hash):
        yield _refusal("hash")


def _reasons_within(tournament: Tournament, event: Event) -> Iterator[Refusal]:
    match event:
        case Entered():
            yield from _why_not_entered(tournament, event)
        case Dropped(player):
            if player not in tournament.here:
                yield _refusal("nobody")
        case Unnamed(player):
            entrant = tournament.entrant(player)
            if entrant is None or not entrant.name:
                yield _refusal("nobody")
        case Removed(player):
            entrant = tournament.entrant(player)
            if entrant is None or entrant.removed:
                yield _refusal("nobody")
        case Paired():
            yield from why_no_round(tournament)
            if not _fits(tournament, event):
                yield _refusal("pairing")
        case Played():
            yield from _why_not_played(tournament, event)
        case BrokenOff(number, table):
            yield from _why_no_table(tournament, number, table)
        case Ended(seed):
            if not tournament.is_between:
                yield _refusal("round_open", round=len(tournament.rounds))
            if not _HEX.fullmatch(seed) or fingerprint(seed) != tournament.opened.hash:
                yield _refusal("seed")


def _why_not_entered(tournament: Tournament, event: Entered) -> Iterator[Refusal]:
    name = event.name
    if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        yield _refusal("name", most=LONGEST_NAME)
    if not event.player or is_bot(event.player) or not event.player.isprintable() or len(event.player) > 64:
        yield _refusal("player")
    known = tournament.entrant(event.player)
    if known and known.here:
        yield _refusal("entered")
    elif known and known.removed:
        yield _refusal("nobody")
    if not known and len(tournament.entrants) >= MOST_PLAYERS:
        yield _refusal("full", most=MOST_PLAYERS)
    if tournament.rounds and tournament.opened.kind is Kind.KNOCK_OUT:
        yield _refusal("closed")
    if tournament.rounds and tournament.opened.kind is Kind.ROUND_ROBIN and not any(map(is_bot, tournament.chairs)):
        yield _refusal("no_chair")


def why_no_round(tournament: Tournament) -> Iterator[Refusal]:
    """Why no other round may begin now."""
    if not tournament.is_between:
        yield _refusal("round_open", round=len(tournament.rounds))
    elif tournament.rounds and tournament.planned and len(tournament.rounds) >= tournament.planned:
        yield _refusal("rounds_done", count=len(tournament.rounds))
    if len(tournament.here) < 2:
        yield _refusal("too_few")


def _fits(tournament: Tournament, event: Paired) -> bool:
    """Whether it is the next round, and everybody who is here sits at one full table."""
    sitting = [player for table in event.tables for player in table]
    people = [player for player in sitting if not is_bot(player)]
    knocked_out = tournament.opened.kind is Kind.KNOCK_OUT and bool(tournament.rounds)
    everybody = set(people) <= set(tournament.here) if knocked_out else set(people) == set(tournament.here)
    return (
        event.round == len(tournament.rounds) + 1
        and bool(event.tables)
        and all(len(table) == tournament.size for table in event.tables)
        and len(set(sitting)) == len(sitting)
        and everybody
    )


def _why_no_table(tournament: Tournament, number: int, table: int) -> Iterator[Refusal]:
    if number != len(tournament.rounds) or not number:
        yield _refusal("other_round", round=number)
    elif not 1 <= table <= len(tournament.rounds[-1]):
        yield _refusal("no_table", number=table)
    elif tournament.is_done(tournament.rounds[-1][table - 1]):
        yield _refusal("table_done", number=table)


def _why_not_played(tournament: Tournament, event: Played) -> Iterator[Refusal]:
    number = event.result.table
    table = int(number) if number.isascii() and number.isdecimal() and len(number) < 4 else 0
    reasons = tuple(_why_no_table(tournament, event.round, table))
    yield from reasons
    if reasons:
        return
    sitting = tournament.rounds[-1][table - 1]
    if event.deal != len(sitting.results) + 1:
        yield _refusal("other_deal", deal=event.deal, due=len(sitting.results) + 1)
    if len(event.result.players) != len(sitting.players) or any(
        player != due and not is_bot(player) for player, due in zip(event.result.players, sitting.players, strict=False)
    ):
        yield _refusal("other_players", number=table)


def decide(tournament: Tournament | None, asked: Event | NextRound, time: float = pairing.TIME) -> Event:
    """The event that follows from what is asked for; `time`: so many seconds a round is looked for at most.

    Raises IllegalMove if it may not happen.
    """
    if isinstance(asked, NextRound):
        refusals = tuple(why_no_round(tournament)) if tournament else (_refusal("not_open"),)
        if tournament is None or refusals:
            raise IllegalMove(asked, refusals)
        event: Event = _next_round(tournament, time)
    else:
        event = asked
    after(tournament, event)
    return event


def _next_round(tournament: Tournament, time: float) -> Paired:
    opened, number = tournament.opened, len(tournament.rounds) + 1
    drawn = pairing.by_lot(tournament.here, opened.hash)
    match opened.kind:
        case Kind.ROUND_ROBIN:
            count = pairing.places_needed(len(drawn), tournament.size)
            chairs = tournament.chairs or pairing.with_bots(drawn, count)
            tables = pairing.on_chairs(pairing.plan(len(chairs), tournament.size)[number - 1], chairs)
            return Paired(number, tables, chairs)
        case Kind.KNOCK_OUT:
            if not tournament.rounds:
                return Paired(number, pairing.bracket(drawn))
            left = [tournament.goes_on(table) for table in tournament.rounds[-1]]
            people = [player for player in left if not is_bot(player)]
            bots = (bot(at) for at in range(1, len(left) + 1))
            return Paired(number, pairing.advanced([one if one in people else next(bots) for one in left]))
        case Kind.SWISS:
            points = {player: float(sum(scored)) for player, scored in scores(tournament).items()}
            now = {player: points.get(player, 0.0) for player in tournament.here}
            past = [tuple(table.players for table in tables) for tables in tournament.rounds]
            found = pairing.swiss(now, past, opened.rounds, opened.hash, time)
            return Paired(number, found.tables, (), found.again, found.method, found.proven, found.closest)
        case _:
            assert_never(opened.kind)


# Points


def scores(tournament: Tournament) -> dict[str, tuple[Fraction, ...]]:
    """The points of everybody who has entered, round by round; 0 for a round that was not played."""
    found = {one.player: [Fraction(0)] * len(tournament.rounds) for one in tournament.entrants}
    against_field = tournament.opened.duplicate and tournament.opened.kind is not Kind.KNOCK_OUT
    for number, tables in enumerate(tournament.rounds):
        means = field(tables) if against_field else {}
        for table in tables:
            for deal, result in enumerate(table.results, 1):
                for seat, (player, payment) in enumerate(zip(result.players, result.payments, strict=True)):
                    if player in found:
                        found[player][number] += payment - means.get((deal, seat), Fraction(0))
    return {player: tuple(scored) for player, scored in found.items()}


def field(tables: Iterable[Sitting]) -> dict[tuple[int, int], Fraction]:
    """The mean payment by deal and seat, over all tables that have played the deal."""
    received: dict[tuple[int, int], list[int]] = {}
    for table in tables:
        for deal, result in enumerate(table.results, 1):
            for seat, payment in enumerate(result.payments):
                received.setdefault((deal, seat), []).append(payment)
    return {at: Fraction(sum(payments), len(payments)) for at, payments in received.items()}


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the table.

    - `values`: what decides, in the order of `TIE_BREAKS`;
    - `rounds`: the points of each round; `deals`: how many deals were played.
    """

    place: int
    entrant: Entrant
    points: Fraction
    values: tuple[Fraction, ...]
    rounds: tuple[Fraction, ...]
    deals: int


def standings(tournament: Tournament) -> tuple[Standing, ...]:
    """The table, the first place first. Who is equal in everything shares a place; the lot says who is told first."""
    by_round = scores(tournament)
    points = {player: sum(scored, Fraction(0)) for player, scored in by_round.items()}
    results = [result for tables in tournament.rounds for table in tables for result in table.results]
    deals = {player: sum(player in result.players for result in results) for player in points}
    decided = TIE_BREAKS[tournament.opened.kind]
    worked_out: Mapping[TieBreak, Callable[[str], Fraction]] = {
        TieBreak.REACHED: lambda player: _reached(tournament, player),
        TieBreak.POINTS: lambda player: points[player],
        TieBreak.OPPONENTS: lambda player: _opponents(tournament, player, points),
        TieBreak.WINS: lambda player: _wins(results, player),
    }
    values = {player: tuple(worked_out[one](player) for one in decided) for player in points}
    ordered = sorted(pairing.by_lot(points, tournament.opened.hash), key=lambda player: values[player], reverse=True)
    lines: list[Standing] = []
    for number, player in enumerate(ordered, 1):
        place = lines[-1].place if lines and lines[-1].values == values[player] else number
        entrant = tournament.entrant(player)
        assert entrant is not None  # whoever has points has entered
        lines.append(Standing(place, entrant, points[player], values[player], by_round[player], deals[player]))
    return tuple(lines)


def _reached(tournament: Tournament, player: str) -> Fraction:
    """How many rounds of a knock-out a player was in, and one more for who has won the last."""
    in_rounds = sum(any(player in table.players for table in tables) for tables in tournament.rounds)
    last = tournament.rounds[-1] if tournament.rounds else ()
    won = len(last) == 1 and tournament.is_done(last[0]) and tournament.goes_on(last[0]) == player
    return Fraction(in_rounds + won)


def _opponents(tournament: Tournament, player: str, points: Mapping[str, Fraction]) -> Fraction:
    """The mean of the points of everybody met, each as often as met."""
    met = [
        points[other]
        for tables in tournament.rounds
        for table in tables
        for pair in combinations(table.players, 2)
        if player in pair
        for other in pair
        if other != player and other in points
    ]
    return sum(met, Fraction(0)) / len(met) if met else Fraction(0)


def _wins(results: Iterable[Result], player: str) -> Fraction:
    """In how many deals nobody at the table received as much."""
    won = 0
    for result in results:
        if player in result.players:
            mine = result.payments[result.players.index(player)]
            won += sum(payment >= mine for payment in result.payments) == 1
    return Fraction(won)


def results(tournament: Tournament) -> tuple[Result, ...]:
    """All results, in the order of rounds and tables; the table is called by round and number, "2/1"."""
    return tuple(
        replace(result, table=f"{number}/{result.table}")
        for number, tables in enumerate(tournament.rounds, 1)
        for table in tables
        for result in table.results
    )
