"""The state machine of a table shared by several devices.

A command is an event that somebody asks for; `decide` returns the events that it leads to, `fold` applies them, and
`due` says what the table does by itself. There is no clock, socket or database.

The engines judge every move by what its seat may see.
A player is identified by a pseudonym (a hash of a secret), never by the name; the table itself by `ITSELF`.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Annotated, Any, Final, TypeAlias, assert_never

import msgspec
from msgspec import Meta

from cardlab import bots, tichu, tongits
from cardlab.game import GAMES, game_of
from cardlab.names import distinct_name, nickname
from cardlab.record import Record, read_rules, with_earlier_tie, write_rules
from cardlab.refusal import NotationError, Refusal
from cardlab.tables.event_logs import EventBase, EventPart, EventTypes, Number, Rejected, torn
from cardlab.tichu.state import flip_pending
from cardlab.timeline import Timeline

Rules: TypeAlias = tongits.Rules | tichu.Rules
State: TypeAlias = tongits.State | tichu.State
Move: TypeAlias = tongits.Move | tichu.Move
Match: TypeAlias = tongits.Match | tichu.Match

ITSELF: Final = ""
"""The sender of commands that the table gives itself, and the host of a table without one."""


class TableOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The options of a table.

    - `patience`: seconds until a bot takes over the seat of a disconnected player;
    - `clock`: seconds for a turn of Tongits before a bot takes over, 0 for no limit;
    - `pace`: milliseconds that a bot of Tongits takes for a move; in Tichu a bot takes about twice as long;
    - `pause`: seconds between two deals of a tournament; the first deal waits five times as long for absent players.
    """

    patience: Annotated[int, Meta(ge=5, le=600)] = 30
    clock: Annotated[int, Meta(ge=0, le=600)] = 0
    pace: Annotated[int, Meta(ge=0, le=10_000)] = 1_200
    pause: Annotated[int, Meta(ge=0, le=60)] = 8


class Agreed(TableOptions, frozen=True):
    """The options of a table and its house `rules`; fixed when it is opened."""

    rules: Rules

    @property
    def game(self) -> str:
        """The game: "tongits" or "tichu"."""
        return game_of(self.rules).name

    @property
    def encoded(self) -> dict[str, Any]:
        """These rules and options as fields of an `Opened` event."""
        options = {name: value for name, value in msgspec.structs.asdict(self).items() if name != "rules"}
        return {"game": self.game, "rules": write_rules(self.rules), "options": TableOptions(**options)}


# Events


class TournamentPlace(EventPart, frozen=True):
    """The place of a table in a tournament: `round` and `table`, both from 1.

    `code`: that of the tournament; `deals`: how many deals the table plays; `number`: the tournament's secret number,
    from which the deals follow.
    """

    code: str = msgspec.field(name="tournament")
    round: Number
    table: Number
    deals: Number
    number: str

    def seed(self, *at: int) -> int:
        """Return the seed of a deal of this round, the same at all tables.

        `at`: the deal, from 1; for new extra piles also how often they were made, this time included.
        """
        place = " ".join(map(str, (self.round, *at)))
        return int.from_bytes(hmac.digest(self.number.encode(), place.encode(), "sha256"))


class Opened(EventBase, frozen=True, kw_only=True):
    """The base of the events that open a table or tournament; `host` is a pseudonym."""

    game: str
    rules: dict[str, Any]
    options: TableOptions
    host: str

    @property
    def agreed(self) -> Agreed:
        """The rules and options. Raises NotationError for impossible rules."""
        if self.game not in GAMES:
            raise NotationError("record_game", text=self.game)
        return Agreed(rules=read_rules(self.game, self.rules), **msgspec.structs.asdict(self.options))


class TableOpened(Opened, frozen=True, kw_only=True):
    """A table was opened, by its host or for the round of a tournament."""

    of: TournamentPlace | None = None


class Sat(EventBase, frozen=True):
    """A player has sat down."""

    seat: Number
    player: str
    name: str


class Rose(EventBase, frozen=True):
    """A player has left the seat, or the host has taken it away (`taken`)."""

    seat: Number
    taken: bool = False


class NameRemoved(EventBase, frozen=True):
    """The name of a player was removed; the player keeps the seat."""

    player: str


class Dealt(EventBase, frozen=True):
    """The cards were dealt, written as in a record; bots play the free seats."""

    deal: dict[str, Any]


class Moved(EventBase, frozen=True):
    """A move was made, in the notation; `seat` is None if no player made it.

    `ms`: the milliseconds since the deal, filled in by the service; 0 in earlier logs.
    """

    seat: Number | None
    move: str
    ms: Number = 0


class Lent(EventBase, frozen=True):
    """A bot now plays for the player of the seat, who keeps it."""

    seat: Number


class Returned(EventBase, frozen=True):
    """The player of the seat plays again, instead of the bot."""

    seat: Number


class Readied(EventBase, frozen=True):
    """A player was ready for the next deal (old logs only; has no effect)."""

    seat: Number
    ready: bool


class PhraseSaid(EventBase, frozen=True):
    """A player said a phrase (old logs only; has no effect)."""

    seat: Number
    phrase: str


class Closed(EventBase, frozen=True):
    """The table was closed."""


Event: TypeAlias = (
    TableOpened | Sat | Rose | NameRemoved | Dealt | Moved | Lent | Returned | Closed | Readied | PhraseSaid
)


# State


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: its player's pseudonym and name ("" if free), and whether a bot plays."""

    player: str = ""
    name: str = ""
    bot: bool = False


@dataclass(frozen=True, slots=True)
class SharedTable:
    """The state of a table.

    - `agreed`: its rules and options; `host`: the pseudonym of the player who opened it;
    - `match`: the rounds of the current match;
    - `records`: all finished rounds, including those of earlier matches;
    - `record_players`, `record_payments`: for each record, the pseudonym of each seat's player at the end, and the
      seat's payment or points;
    - `tournament`: its place in a tournament, or None;
    - `timeline`: the current or last round, None before the first deal, with the `ms` of each move as its note;
    - `playing`: whether that round is going on;
    - `departed`: the seats that players left during this round, as they were before;
    - `earlier_tie`: whether its log has the old field `three_way_tie`; the earlier rules for ties then apply.
    """

    agreed: Agreed
    host: str
    seats: tuple[Seat, ...]
    match: Match
    records: tuple[Record, ...] = ()
    timeline: Timeline[Any, Any, int] | None = None
    playing: bool = False
    departed: Mapping[int, Seat] = field(default_factory=dict)
    closed: bool = False
    tournament: TournamentPlace | None = None
    record_players: tuple[tuple[str, ...], ...] = ()
    record_payments: tuple[tuple[int, ...], ...] = ()
    earlier_tie: bool = False

    @property
    def game(self) -> str:
        """The game: "tongits" or "tichu"."""
        return self.agreed.game

    @property
    def state(self) -> State | None:
        """The latest position of the current or last round; None before the first deal."""
        return None if self.timeline is None else self.timeline.state

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the current or last round so far."""
        return () if self.timeline is None else self.timeline.moves

    @property
    def match_over(self) -> bool:
        """Whether the match has been decided."""
        return bool(self.match.losers) if isinstance(self.match, tongits.Match) else self.match.winner is not None

    @property
    def next_match(self) -> Match:
        """The match that the next round belongs to."""
        return GAMES[self.game].match(self.agreed.rules) if self.match_over else self.match

    @property
    def broken_off(self) -> bool:
        """Whether the table was closed in the middle of a round."""
        return self.closed and self.state is not None and GAMES[self.game].outcome(self.state) is None

    @property
    def taken_seats(self) -> tuple[int, ...]:
        """The numbers of the seats with a player."""
        return tuple(seat for seat, one in enumerate(self.seats) if one.player)

    def may_deal(self, player: str) -> bool:
        """Return whether a player may start the next deal.

        The first deal is the host's decision, because it ends the wait for others; at a table without a host any player
        may start it as soon as two sit there. Later deals are open to every seated player and the host.
        """
        if self.state is None and player != self.host:
            return self.host == ITSELF and self.seat_of(player) is not None and len(self.taken_seats) > 1
        return self.seat_of(player) is not None or player == self.host

    def seat_of(self, player: str) -> int | None:
        """Return the seat of a player, or None."""
        return next((seat for seat in self.taken_seats if self.seats[seat].player == player), None)

    @property
    def names(self) -> dict[str, str]:
        """The names at the table and in its records, by pseudonym; the latest counts."""
        names = {one.player: one.name for one in (*self.departed.values(), *self.seats)}
        for record, players in zip(reversed(self.records), reversed(self.record_players), strict=True):
            for player, name in zip(players, record.about["players"], strict=True):
                names[player] = names.get(player) or name
        return {player: name for player, name in names.items() if player and name}


def fold(table: SharedTable | None, event: Event) -> SharedTable:
    """Return the table after one more event.

    `table` is None for the first event, which opens it. Raises NotationError or IllegalMove for an event that cannot
    follow.
    """
    match event:
        case TableOpened() if table is None:
            agreed, is_earlier = event.agreed, "three_way_tie" in event.rules
            game = GAMES[agreed.game]
            seats, match = (Seat(),) * game.seats, game.match(agreed.rules)
            return SharedTable(agreed, event.host, seats, match, tournament=event.of, earlier_tie=is_earlier)
        case _ if table is None:
            raise torn(event)
        case TableOpened():
            raise torn(event)
        case Sat(seat, player, name):
            return _with_seat(table, seat, player=player, name=name, bot=False)
        case Rose(seat):
            left = _with_seat(table, seat, player="", name="", bot=table.playing)
            return replace(left, departed={**table.departed, seat: table.seats[seat]}) if table.playing else left
        case NameRemoved(player):
            return _without_name(table, player)
        case Dealt(cards):
            return _after_deal(table, cards)
        case Moved(_, move, ms):
            return _after_move(table, move, ms)
        case Lent(seat):
            return _with_seat(table, seat, bot=True)
        case Returned(seat):
            return _with_seat(table, seat, bot=False)
        case Closed():
            return replace(table, closed=True, playing=False)
        case Readied() | PhraseSaid():
            return table
        case _:
            assert_never(event)


EVENTS: Final = EventTypes[SharedTable, Event](Event, fold)


def _with_seat(table: SharedTable, seat: int, **changes: Any) -> SharedTable:
    if not 0 <= seat < len(table.seats):
        raise NotationError("log_torn", text=str(seat))
    changed = replace(table.seats[seat], **changes)
    return replace(table, seats=(*table.seats[:seat], changed, *table.seats[seat + 1 :]))


def _without_name(table: SharedTable, player: str) -> SharedTable:
    """Return the table without the name of a player, at the seats and in the records."""

    def nameless(one: Seat) -> Seat:
        return replace(one, name="") if one.player == player else one

    records = list[Record]()
    for record, players in zip(table.records, table.record_players, strict=True):
        pairs = zip(record.about["players"], players, strict=True)
        names = ["" if mark == player else name for name, mark in pairs]
        records.append(replace(record, about={**record.about, "players": names}))
    seats = tuple(map(nameless, table.seats))
    departed = {seat: nameless(one) for seat, one in table.departed.items()}
    return replace(table, seats=seats, records=tuple(records), departed=departed)


def _after_deal(table: SharedTable, cards: Mapping[str, Any]) -> SharedTable:
    game = GAMES[table.game]
    return replace(
        table,
        match=table.next_match,
        seats=tuple(replace(one, bot=one.bot or not one.player) for one in table.seats),
        timeline=Timeline.begin(game.read_deal(table.agreed.rules, cards), game.play, 0),
        playing=True,
        departed={},
    )


def _after_move(table: SharedTable, move: str, ms: int) -> SharedTable:
    if table.timeline is None:
        raise NotationError("log_torn", text=move)
    game = GAMES[table.game]
    timeline = table.timeline.play(game.parse_move(move), ms)
    result = game.outcome(timeline.state)
    if result is not None and table.earlier_tie:
        start = with_earlier_tie(timeline.start, timeline.moves)
        timeline = Timeline.begin(start, game.play, 0).replay(timeline.moves, 0)
        result = game.outcome(timeline.state)
    if result is None:
        return replace(table, timeline=timeline)
    about: dict[str, Any] = {"players": [one.name for one in table.seats]}
    if ms:
        about["times_ms"] = [moment.note for moment in timeline.moments[1:]]
    return replace(
        table,
        timeline=timeline,
        playing=False,
        departed={},
        match=table.match.add(result),
        records=(*table.records, Record(timeline.start, timeline.moves, about=about)),
        record_players=(*table.record_players, tuple(one.player for one in table.seats)),
        record_payments=(*table.record_payments, tuple(result.payments if table.game == "tongits" else result.points)),
    )


# What may happen

Decision: TypeAlias = tuple[Event, ...] | Rejected
Chance: TypeAlias = Callable[[], int]
"""Returns an unpredictable number, for a deal or a bot."""
ANY_SEAT: Final = -1
"""The seat of a `Sat` command that takes the first free one."""


def decide(table: SharedTable, by: str, command: Event, chance: Chance) -> Decision:
    """Return the events that a command leads to, perhaps none, or why it is refused.

    - `by`: the pseudonym of the player who asks, or `ITSELF`; `chance` returns the seed of a deal.

    The table fills in what a command leaves open: the player and the free seat of a `Sat` (the first one for
    `ANY_SEAT`), the cards of a `Dealt`, and `taken` of a `Rose`. It deals the first round as soon as all seats are
    taken. Raises NotationError for a `Moved` whose move can't be read.
    """
    own, is_host = table.seat_of(by), by in (ITSELF, table.host)
    match command:
        case NameRemoved(player) if by == ITSELF:
            return (command,) if player in table.names else ()
        case _ if table.closed:
            return _rejected("table_closed", table)
        case Sat() | Rose() if table.tournament and by != ITSELF:
            return _rejected("table_given", table)
        case TableOpened() | NameRemoved() | Readied() | PhraseSaid():
            return _rejected("table_by_itself", table)
        case Lent() if by != ITSELF:
            return _rejected("table_by_itself", table)
        case Rose(seat) if seat not in table.taken_seats:
            return _rejected("table_empty" if is_host else "table_not_seated", table)
        case Rose(seat) if is_host or seat == own:
            return (Rose(seat, taken=by != ITSELF and seat != own),)
        case Rose():
            return _rejected("table_host_only", table)
        case Sat(seat, _, name):
            return _sit(table, by, name, seat, chance)
        case Dealt():
            return _begin_deal(table, by, chance)
        case Closed() if not is_host:
            return _rejected("table_host_only", table)
        case Closed():
            return (command,)
        case Lent(seat):
            return (command,) if seat in table.taken_seats and not table.seats[seat].bot else ()
        case _ if own is None and by != ITSELF:
            return _rejected("table_not_seated", table)
        case Moved():
            return _move(table, own, command.move)
        case _ if command.seat != own:
            return _rejected("table_not_yours", table)
        case Returned(seat):
            return (command,) if table.seats[seat].bot else ()
        case _:
            assert_never(command)


def _rejected(code: str, table: SharedTable) -> Rejected:
    return Rejected((Refusal(code, "T10.6" if table.game == "tongits" else "notation"),))


def _sit(table: SharedTable, by: str, name: str, seat: int, chance: Chance) -> Decision:
    own = table.seat_of(by)
    free = [number for number, one in enumerate(table.seats) if not one.player]
    if own is not None:
        return () if seat in (ANY_SEAT, own) else _rejected("table_sits", table)
    if not free:
        return _rejected("table_full", table)
    if table.playing:
        return _rejected("table_sit_later", table)
    if seat not in (ANY_SEAT, *free):
        return _rejected("table_taken", table)
    others = [known for player, known in table.names.items() if player != by]
    sat = Sat(free[0] if seat == ANY_SEAT else seat, by, distinct_name(nickname(name), others))
    return (sat, _deal(table, chance())) if len(free) == 1 and table.state is None else (sat,)


def _begin_deal(table: SharedTable, by: str, chance: Chance) -> Decision:
    if by != ITSELF and (table.tournament or not table.may_deal(by)):
        return _rejected("table_host_only", table)
    if place := table.tournament:
        deal = len(table.records) + 1
        if table.playing or deal > place.deals:
            return ()
        return (_deal(table, place.seed(deal), first=(deal - 1) % len(table.seats)),)
    if not table.taken_seats:
        return _rejected("table_empty", table)
    return _rejected("table_goes_on", table) if table.playing else (_deal(table, chance()),)


def _deal(table: SharedTable, seed: int, first: int | None = None) -> Dealt:
    """Deal the next round; without `first`, the match of Tongits tells who begins."""
    match = table.next_match
    if isinstance(match, tongits.Match):
        first = match.first if first is None else first
        return Dealt(tongits.GAME.write_deal(tongits.deal(match.rules, seed, first=first)))
    return Dealt(tichu.GAME.write_deal(tichu.deal(match.rules, seed)))


def _move(table: SharedTable, own: int | None, notation: str) -> Decision:
    """Decide a move of the player of a seat, or of a bot or chance (`own` is None)."""
    move = GAMES[table.game].parse_move(notation)
    mover: int | None = getattr(move, "seat", None)
    state = table.state
    if not table.playing or state is None:
        return _rejected("table_no_round", table)
    if own is not None and mover is None:
        return _rejected("table_by_itself", table)
    if mover is not None and mover != own and not (own is None and table.seats[mover].bot):
        return _rejected("table_not_yours", table)
    if refusals := _why_not(state, move):
        return Rejected(refusals)
    back = (Returned(own),) if own is not None and table.seats[own].bot else ()
    return (*back, Moved(mover, notation))


def _why_not(state: tongits.State | tichu.State, move: Move) -> tuple[Refusal, ...]:
    """Return every rule that a move breaks, as far as its seat can know."""
    if isinstance(state, tongits.State):
        return tuple(tongits.why_not(tongits.view(state, move.seat), move))  # type: ignore[arg-type, union-attr]
    return tuple(tichu.why_not(state, move))  # type: ignore[arg-type]


# What is due

OPENING, TURNING = 3.0, 1.2
"""Seconds before cards are turned: for the first time in a round [U1.3], and at any other time [U4.1]."""
READING = 20.0
"""Seconds to read the result of a round before the next one is dealt."""


@dataclass(frozen=True, slots=True)
class Due:
    """A command that the table gives itself, `after` seconds from now.

    As long as `due` returns the same `name`, its first deadline stays.
    """

    after: float
    command: Event
    name: str


def due(table: SharedTable, connected: frozenset[int], chance: Chance) -> tuple[Due, ...]:
    """Return what the table will do by itself, and when.

    - Tongits: the move of a bot; a bot takes over for a player who is away or too slow.
    - Tichu: turned cards, new extra piles, moves of bots; a bot takes over for a player who is away.
    - Between two deals: the next deal of the match or the tournament, or the end of the table.

    `connected`: the seats whose players have an open page; `chance` returns seeds for the bots.
    """
    state = table.state
    if table.closed:
        return ()
    if not table.playing or state is None:
        if table.tournament:
            return (_next_deal(table, table.tournament, connected),)
        # A player begins each match, and no round begins without a player present.
        goes_on = state is not None and not table.match_over and connected & {*table.taken_seats}
        return (Due(READING, Dealt({}), f"deal {len(table.records) + 1}"),) if goes_on else ()
    if isinstance(state, tongits.State):
        return _due_tongits(table, state, connected, chance)
    return _due_tichu(table, state, connected, chance)


def _next_deal(table: SharedTable, place: TournamentPlace, connected: frozenset[int]) -> Due:
    """Return the next deal of a tournament, or the end of the table."""
    pause, played = float(table.agreed.pause), len(table.records)
    if played == place.deals:
        return Due(pause / 8, Closed(), "close")
    if played:
        return Due(pause, Dealt({}), f"deal {played + 1}")
    all_there = connected >= frozenset(table.taken_seats)
    return Due(pause / 2, Dealt({}), "deal all") if all_there else Due(5 * pause, Dealt({}), "deal")


def _away(table: SharedTable, seat: int) -> Due:
    """Return the command that lets a bot play for a player who is away."""
    return Due(float(table.agreed.patience), Lent(seat), f"away {seat}")


def _made(move: Move) -> Moved:
    return Moved(getattr(move, "seat", None), str(move))


def _due_tongits(
    table: SharedTable, state: tongits.State, connected: frozenset[int], chance: Chance
) -> tuple[Due, ...]:
    seat, agreed = state.seat, table.agreed
    if table.seats[seat].bot:
        move = bots.tongits.BOTS["careful"](tongits.view(state, seat), Random(chance()))
        return (Due(agreed.pace / 1000, _made(move), f"bot {len(table.moves)}"),)
    if seat not in connected:
        return (_away(table, seat),)
    if not agreed.clock:
        return ()
    before = [number for number, move in enumerate(table.moves) if getattr(move, "seat", None) != seat]
    turn = before[-1] + 1 if before else 0
    return (Due(float(agreed.clock), Lent(seat), f"clock {len(table.records)} {turn}"),)


def _due_tichu(table: SharedTable, state: tichu.State, connected: frozenset[int], chance: Chance) -> tuple[Due, ...]:
    count = len(table.moves)
    if tichu.recycle_due(state):
        seed = chance() % 2**32
        if place := table.tournament:
            before = sum(isinstance(move, tichu.Recycle) for move in table.moves)
            seed = place.seed(len(table.records) + 1, before + 1)
        return (Due(0.0, _made(tichu.recycle(state, seed)), f"recycle {count}"),)
    if flip_pending(state) or tichu.stuck(state):
        return (Due(TURNING if count else OPENING, _made(tichu.Flip()), f"flip {count}"),)
    dues = []
    for seat, one in enumerate(table.seats):
        if one.bot:
            move = bots.tichu.BOTS["skilled"](tichu.view(state, seat), Random(chance()))
            if isinstance(move, tichu.Play | tichu.Draw):
                number = sum(getattr(move, "seat", None) == seat for move in table.moves)
                quick = 0.5 if isinstance(move, tichu.Draw) else 1.0
                after = 2 * table.agreed.pace / 1000 * quick * Random(chance()).uniform(0.7, 1.6)
                dues.append(Due(after, _made(move), f"bot {seat} {number}"))
        elif seat not in connected:
            dues.append(_away(table, seat))
    return tuple(dues)
