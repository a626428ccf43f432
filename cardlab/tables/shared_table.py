"""A table between devices as an event-sourced state machine, without clock, socket or database.

- `Agreed`: rules and options of a table;
- the events; `SharedTable`: the state that follows from them; `fold` applies one; `EVENTS` encodes and decodes them;
- `decide`: what comes of a command, an event that somebody asks for, or why it may not happen;
- `due`: what happens by itself, and when.

The engines judge every move by what its seat may see.
A player is identified by a mark that cannot be guessed from the name; the table itself is `ITSELF`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Annotated, Any, Final, TypeAlias, assert_never

import msgspec
from msgspec import Meta

from cardlab import bots, tichu, tongits
from cardlab.choices import Word
from cardlab.game import GAMES, game_of
from cardlab.names import distinct_name, nickname
from cardlab.record import Record, read_rules, with_earlier_tie, write_rules
from cardlab.refusal import NotationError, Refusal
from cardlab.tables.event_logs import EventBase, EventPart, EventTypes, Number, Rejected
from cardlab.tables.fair_deals import ABOUT, dealt, hash_of, recycled
from cardlab.tichu.state import can_draw, flip_pending
from cardlab.timeline import Timeline

Rules: TypeAlias = tongits.Rules | tichu.Rules
State: TypeAlias = tongits.State | tichu.State
Move: TypeAlias = tongits.Move | tichu.Move
Match: TypeAlias = tongits.Match | tichu.Match

ITSELF: Final = ""
"""Who commands what happens by itself."""
PHRASES: Final = ("hello", "good_luck", "well_played", "thanks", "one_moment", "sorry", "again", "goodbye")
"""The set phrases that players can say; each player reads them in their own language."""
PACES: Final[Mapping[str, int]] = {"beginner": 4_000, "practised": 2_500, "quick": 1_500, "master": 800}
"""Milliseconds that a bot of Tichu takes for a card, by the levels of a match against the computer."""


class Watch(Word):
    """What spectators see: nothing, the table with covered hands, or open hands."""

    NOBODY = "nobody"
    TABLE = "table"
    OPEN = "open"


class TableOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The options of a table.

    - `watch`: what spectators see;
    - `patience`: seconds until a bot takes over the seat of a disconnected player;
    - `clock`: seconds for a turn of Tongits until a bot plays on, 0 for no limit;
    - `pace`: milliseconds that a bot takes for a move; an average in Tichu;
    - `fills`: whether players' hands are filled up automatically in Tichu (U3.1);
    - `pause`: seconds between two deals of a tournament; the first deal waits five times as long for absent players.
    """

    watch: Watch = Watch.TABLE
    patience: Annotated[int, Meta(ge=5, le=600)] = 30
    clock: Annotated[int, Meta(ge=0, le=600)] = 0
    pace: Annotated[int, Meta(ge=0, le=10_000)] = 1_200
    fills: bool = False
    pause: Annotated[int, Meta(ge=0, le=60)] = 8


class Agreed(TableOptions, frozen=True):
    """The options of a table, and its `rules`, the house rules of one of the games; fixed when it is opened."""

    rules: Rules

    @property
    def game(self) -> str:
        """ "tongits" or "tichu"."""
        return game_of(self.rules).name

    @property
    def encoded(self) -> dict[str, Any]:
        """The fields of an `Opened`."""
        options = {name: value for name, value in msgspec.structs.asdict(self).items() if name != "rules"}
        return {"game": self.game, "rules": write_rules(self.rules), "options": TableOptions(**options)}


# Events


class TournamentPlace(EventPart, frozen=True):
    """The place of a table in a tournament: the tournament's code, the round, and the table in it, both from 1.

    - `deals`: the number of deals; they follow from the dealer's secret `number`.
    """

    code: str = msgspec.field(name="tournament")
    round: Number
    table: Number
    deals: Number
    number: str


class Opened(EventBase, frozen=True, kw_only=True):
    """Something was opened at which a game is played; `host`: the mark of the player who did it."""

    game: str
    rules: dict[str, Any]
    options: TableOptions
    host: str

    @property
    def agreed(self) -> Agreed:
        """What was agreed on. Raises NotationError for impossible rules."""
        if self.game not in GAMES:
            raise NotationError("record_game", text=self.game)
        return Agreed(rules=read_rules(self.game, self.rules), **msgspec.structs.asdict(self.options))


class TableOpened(Opened, frozen=True, kw_only=True):
    """The table was opened, by its host or for the round of a tournament."""

    of: TournamentPlace | None = None


class Sat(EventBase, frozen=True):
    """A player has sat down; in logs of earlier versions also during a round, with the hand of the bot."""

    seat: Number
    player: str
    name: str


class Rose(EventBase, frozen=True):
    """A player has left the seat, or was removed by the host (`taken`); during a round a bot plays on."""

    seat: Number
    taken: bool = False


class NameRemoved(EventBase, frozen=True):
    """The name of a player was removed; the player keeps the seat."""

    player: str


class Readied(EventBase, frozen=True):
    """A player is ready for the next deal, or no longer ready."""

    seat: Number
    ready: bool


class Dealt(EventBase, frozen=True):
    """The cards were dealt, written as in a record; bots play the free seats."""

    deal: dict[str, Any]


class Moved(EventBase, frozen=True):
    """A move was made, in the notation; `seat` is None for a move of the table itself."""

    seat: Number | None
    move: str


class Lent(EventBase, frozen=True):
    """A bot plays for the player of the seat, who keeps it."""

    seat: Number


class Returned(EventBase, frozen=True):
    """The player of the seat plays again, instead of the bot."""

    seat: Number


class PhraseSaid(EventBase, frozen=True):
    """A player has said a set phrase."""

    seat: Number
    phrase: str


class Closed(EventBase, frozen=True):
    """The table was closed."""


Event: TypeAlias = (
    TableOpened | Sat | Rose | NameRemoved | Readied | Dealt | Moved | Lent | Returned | PhraseSaid | Closed
)


# State


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: mark and name of the player, "" for a free seat; `bot`: a bot makes its moves."""

    player: str = ""
    name: str = ""
    ready: bool = False
    bot: bool = False


@dataclass(frozen=True, slots=True)
class SharedTable:
    """The state of a table.

    - `agreed`: its rules and options; `host`: the mark of the player who opened it;
    - `match`: the rounds of the current match;
    - `records`: all finished rounds, those of earlier matches too;
    - `record_players`, `record_payments`: for each record the mark of each seat's player at the end, and the seat's
      payment or points;
    - `tournament`: its place in a tournament, or None;
    - `timeline`: the current or last round, None before the first deal; `playing`: that round is not finished;
    - `departed`: by seat the mark and name of a player who left it during this round;
    - `earlier_tie`: whether its rules say `three_way_tie`, the earlier field for T6.6, so that each round ends by that.
    """

    agreed: Agreed
    host: str
    seats: tuple[Seat, ...]
    match: Match
    records: tuple[Record, ...] = ()
    timeline: Timeline[Any, Any, int] | None = None
    playing: bool = False
    departed: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    closed: bool = False
    tournament: TournamentPlace | None = None
    record_players: tuple[tuple[str, ...], ...] = ()
    record_payments: tuple[tuple[int, ...], ...] = ()
    earlier_tie: bool = False

    @property
    def game(self) -> str:
        """ "tongits" or "tichu"."""
        return self.agreed.game

    @property
    def start(self) -> State | None:
        """The first position of the current or last round; None before the first deal."""
        return None if self.timeline is None else self.timeline.start

    @property
    def state(self) -> State | None:
        """The current or last position of that round."""
        return None if self.timeline is None else self.timeline.state

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of that round."""
        return () if self.timeline is None else self.timeline.moves

    @property
    def match_over(self) -> bool:
        """Whether the match has been decided."""
        return bool(self.match.losers) if isinstance(self.match, tongits.Match) else self.match.winner is not None

    @property
    def next_match(self) -> Match:
        """The match to which the next round belongs."""
        return GAMES[self.game].match(self.agreed.rules) if self.match_over else self.match

    @property
    def broken_off(self) -> bool:
        """Whether the table was closed before its round was over."""
        return self.closed and self.state is not None and GAMES[self.game].outcome(self.state) is None

    @property
    def taken_seats(self) -> tuple[int, ...]:
        """The seats with a player."""
        return tuple(seat for seat, one in enumerate(self.seats) if one.player)

    def seat_of(self, player: str) -> int | None:
        """The seat of a player, or None."""
        for seat, one in enumerate(self.seats):
            if one.player and one.player == player:
                return seat
        return None

    @property
    def names(self) -> dict[str, str]:
        """The names at the table and in its records by mark; names of seated players come first."""
        names = {**dict(self.departed.values()), **{one.player: one.name for one in self.seats}}
        for record, players in zip(reversed(self.records), reversed(self.record_players), strict=True):
            for player, name in zip(players, record.about["players"], strict=True):
                names[player] = names.get(player) or name
        return {player: name for player, name in names.items() if player and name}


def initial_state(event: TableOpened) -> SharedTable:
    """The table after the first event of a log. Raises NotationError for impossible rules."""
    agreed, is_earlier = event.agreed, "three_way_tie" in event.rules
    game = GAMES[agreed.game]
    seats, match = (Seat(),) * game.seats, game.match(agreed.rules)
    return SharedTable(agreed, event.host, seats, match, tournament=event.of, earlier_tie=is_earlier)


def fold(table: SharedTable, event: Event) -> SharedTable:
    """The table after one more event. Raises NotationError or IllegalMove for an event that cannot follow."""
    match event:
        case TableOpened():
            raise NotationError("log_torn", text=EVENTS.encode(event))
        case Sat(seat=seat, player=player, name=name):
            return _with_seat(table, seat, Seat(player, name))
        case Rose(seat=seat):
            one = table.seats[seat]
            leaves = {seat: (one.player, one.name)} if table.playing else {}
            return replace(_with_seat(table, seat, Seat(bot=table.playing)), departed={**table.departed, **leaves})
        case NameRemoved(player=player):
            return _without_name(table, player)
        case Readied(seat=seat, ready=ready):
            return _with_seat(table, seat, replace(table.seats[seat], ready=ready))
        case Dealt(deal=cards):
            return _after_deal(table, cards)
        case Moved(move=move):
            return _after_move(table, move)
        case Lent(seat=seat):
            return _with_seat(table, seat, replace(table.seats[seat], bot=True))
        case Returned(seat=seat):
            return _with_seat(table, seat, replace(table.seats[seat], bot=False))
        case PhraseSaid():
            return table  # only published, not part of the state
        case Closed():
            return replace(table, closed=True, playing=False)
        case _:
            assert_never(event)


EVENTS: Final = EventTypes[SharedTable, Event](Event, TableOpened, initial_state, fold)


def _with_seat(table: SharedTable, seat: int, one: Seat) -> SharedTable:
    if not 0 <= seat < len(table.seats):
        raise NotationError("log_torn", text=str(seat))
    return replace(table, seats=(*table.seats[:seat], one, *table.seats[seat + 1 :]))


def _without_name(table: SharedTable, player: str) -> SharedTable:
    """The table without the name of a player, at its seats and in its records."""
    records = list[Record]()
    for record, players in zip(table.records, table.record_players, strict=True):
        pairs = zip(record.about["players"], players, strict=True)
        names = ["" if mark == player else name for name, mark in pairs]
        records.append(replace(record, about={**record.about, "players": names}))
    seats = tuple(replace(one, name="") if one.player == player else one for one in table.seats)
    departed = {seat: (mark, "" if mark == player else name) for seat, (mark, name) in table.departed.items()}
    return replace(table, seats=seats, records=tuple(records), departed=departed)


def _after_deal(table: SharedTable, cards: Mapping[str, Any]) -> SharedTable:
    game = GAMES[table.game]
    return replace(
        table,
        match=table.next_match,
        seats=tuple(replace(one, ready=False, bot=one.bot or not one.player) for one in table.seats),
        timeline=Timeline.begin(game.read_deal(table.agreed.rules, cards), game.play, 0),
        playing=True,
        departed={},
    )


def _after_move(table: SharedTable, move: str) -> SharedTable:
    if table.timeline is None:
        raise NotationError("log_torn", text=move)
    game = GAMES[table.game]
    timeline = table.timeline.play(game.parse_move(move), 0)
    result = game.outcome(timeline.state)
    if result is not None and table.earlier_tie:
        start = with_earlier_tie(timeline.start, timeline.moves)
        timeline = Timeline.begin(start, game.play, 0).replay(timeline.moves, 0)
        result = game.outcome(timeline.state)
    if result is None:
        return replace(table, timeline=timeline)
    about: dict[str, Any] = {"players": [one.name for one in table.seats]}
    if table.tournament is not None:
        about[ABOUT] = {
            "hash": hash_of(table.tournament.number),
            "round": table.tournament.round,
            "deal": len(table.records) + 1,
        }
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
"""In a command: no seat in particular."""


def decide(table: SharedTable, by: str, command: Event, chance: Chance) -> Decision:
    """Decide what comes of an event that is asked for: what happens, possibly nothing, or why it may not.

    The table says itself who sits down, at the first free seat if it is `ANY_SEAT`; the cards of a `Dealt`; whether a
    `Rose` takes the seat away; and what else follows from a move.

    Args:
        table: The current state.
        by: Mark of the player who asks for it, or `ITSELF`.
        command: The event.
        chance: Returns the seed of a deal.
    """
    own, is_host = table.seat_of(by), by in (ITSELF, table.host)
    match command:
        case NameRemoved(player) if by == ITSELF:
            return (command,) if player in table.names else ()
        case _ if table.closed:
            return _rejected("table_closed", table)
        case Sat() | Rose() | Readied() if table.tournament and by != ITSELF:
            return _rejected("table_given", table)
        case TableOpened() | NameRemoved():
            return _rejected("table_by_itself", table)
        case Lent() if by != ITSELF:
            return _rejected("table_by_itself", table)
        case Rose(seat) if seat not in table.taken_seats:
            return _rejected("table_empty" if is_host else "table_not_seated", table)
        case Rose(seat) if is_host or seat == own:
            return (Rose(seat, taken=by != ITSELF and seat != own),)
        case Rose():
            return _rejected("table_host_only", table)
        case Dealt() | Closed() if not is_host:
            return _rejected("table_host_only", table)
        case Sat(seat, _, name):
            return _sit(table, by, name, seat)
        case Dealt():
            return _begin_deal(table, chance)
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
        case Readied(seat, ready):
            return _ready(table, seat, ready, chance)
        case Returned(seat):
            return (command,) if table.seats[seat].bot else ()
        case PhraseSaid(_, phrase):
            return (command,) if phrase in PHRASES else _rejected("table_phrase", table)
        case _:
            assert_never(command)


def _rejected(code: str, table: SharedTable) -> Rejected:
    return Rejected((Refusal(code, "T10.6" if table.game == "tongits" else "notation"),))


def _sit(table: SharedTable, by: str, name: str, seat: int) -> Decision:
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
    return (Sat(free[0] if seat == ANY_SEAT else seat, by, distinct_name(nickname(name), others)),)


def _ready(table: SharedTable, seat: int, ready: bool, chance: Chance) -> Decision:
    if table.playing:
        return _rejected("table_goes_on", table)
    if table.seats[seat].ready == ready:
        return ()
    others = [table.seats[other] for other in table.taken_seats if other != seat]
    # Absent players delay nobody; free seats delay the first deal only.
    complete = table.state is not None or all(one.player for one in table.seats)
    begins = ready and complete and all(one.ready or one.bot for one in others)
    return (Readied(seat, ready), *([_deal(table, chance)] if begins else ()))


def _begin_deal(table: SharedTable, chance: Chance) -> Decision:
    if place := table.tournament:
        deal = len(table.records) + 1
        if table.playing or deal > place.deals:
            return ()
        return (Dealt(GAMES[table.game].write_deal(dealt(place.number, table.agreed.rules, place.round, deal))),)
    if not table.taken_seats:
        return _rejected("table_empty", table)
    return _rejected("table_goes_on", table) if table.playing else (_deal(table, chance),)


def _deal(table: SharedTable, chance: Chance) -> Dealt:
    seed, match = chance(), table.next_match
    if isinstance(match, tongits.Match):
        return Dealt(tongits.GAME.write_deal(tongits.deal(match.rules, seed, first=match.first)))
    return Dealt(tichu.GAME.write_deal(tichu.deal(match.rules, seed)))


def _move(table: SharedTable, own: int | None, notation: str) -> Decision:
    """Decide a move of the player of a seat, or of the table itself (None): for a bot, or where chance moves."""
    move = GAMES[table.game].parse_move(notation)
    mover: int | None = getattr(move, "seat", None)
    if not table.playing or table.state is None:
        return _rejected("table_no_round", table)
    if own is not None and mover is None:
        return _rejected("table_by_itself", table)
    if mover is not None and mover != own and not (own is None and table.seats[mover].bot):
        return _rejected("table_not_yours", table)
    if refusals := why_not(table, move):
        return Rejected(refusals)
    back = (Returned(own),) if own is not None and table.seats[own].bot else ()
    people = {seat for seat, one in enumerate(table.seats) if not one.bot or seat == own}
    return (*back, Moved(mover, notation), *_fill_up(table, move, people))


def _fill_up(table: SharedTable, move: Move, people: set[int]) -> tuple[Moved, ...]:
    """U3.1: the draws that fill up the players' hands after a move of Tichu, if the table does so."""
    if not table.agreed.fills or not isinstance(table.state, tichu.State):
        return ()
    state, drawn = tichu.play(table.state, move), list[Moved]()  # type: ignore[arg-type]
    for seat in sorted(people):
        while can_draw(state, seat) and not tichu.why_not(state, tichu.Draw(seat)):
            state = tichu.play(state, tichu.Draw(seat))
            drawn.append(Moved(seat, str(tichu.Draw(seat))))
    return tuple(drawn)


def why_not(table: SharedTable, move: Move) -> tuple[Refusal, ...]:
    """Every rule that a move breaks, judged by what its seat may see; empty if the move is legal."""
    match table.state:
        case None:
            return ()
        case tongits.State() as state:
            return tuple(tongits.why_not(tongits.view(state, move.seat), move))  # type: ignore[arg-type, union-attr]
        case tichu.State() as state:
            return tuple(tichu.why_not(state, move))  # type: ignore[arg-type]


# What is due

OPENING, TURNING = 3.0, 1.2
"""Seconds before a card is turned, for the first one of a round (U1.3) and for any other (U4.1)."""


@dataclass(frozen=True, slots=True)
class Due:
    """A command of the table itself, `after` seconds from now; while `name` stays the same, the time keeps running."""

    after: float
    command: Event
    name: str


def due(table: SharedTable, connected: frozenset[int], chance: Chance) -> tuple[Due, ...]:
    """What the table does next by itself, with the players of the `connected` seats there.

    - Tongits: the move of a bot; lending the seat of a player who is away or too slow.
    - Tichu: turned cards, new extra piles, moves of bots; lending the seats of players who are away.
    - Between the deals of a tournament: the next one, or the end of the table.
    """
    state = table.state
    if table.closed:
        return ()
    if not table.playing or state is None:
        return (_next_deal(table, table.tournament, connected),) if table.tournament else ()
    if isinstance(state, tongits.State):
        return _due_tongits(table, state, connected, chance)
    return _due_tichu(table, state, connected, chance)


def _next_deal(table: SharedTable, place: TournamentPlace, connected: frozenset[int]) -> Due:
    """The next deal of a tournament, or the end of the table; the first deal waits for absent players."""
    pause, played = float(table.agreed.pause), len(table.records)
    if played == place.deals:
        return Due(pause / 8, Closed(), "close")
    if played:
        return Due(pause, Dealt({}), f"deal {played + 1}")
    all_there = connected >= frozenset(table.taken_seats)
    return Due(pause / 2, Dealt({}), "deal all") if all_there else Due(5 * pause, Dealt({}), "deal")


def _away(table: SharedTable, seat: int) -> Due:
    """A bot takes over for a player who is away."""
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
        piles = tichu.recycle(state, chance() % 2**32)
        if place := table.tournament:
            before = sum(isinstance(move, tichu.Recycle) for move in table.moves)
            piles = recycled(place.number, place.round, len(table.records) + 1, state, before)
        return (Due(0.0, _made(piles), f"recycle {count}"),)
    if flip_pending(state) or tichu.stuck(state):
        return (Due(TURNING if count else OPENING, _made(tichu.Flip()), f"flip {count}"),)
    dues = []
    for seat, one in enumerate(table.seats):
        if one.bot:
            move = bots.tichu.BOTS["skilled"](tichu.view(state, seat), Random(chance()))
            if isinstance(move, tichu.Play | tichu.Draw):
                number = sum(getattr(move, "seat", None) == seat for move in table.moves)
                quick = 0.5 if isinstance(move, tichu.Draw) else 1.0
                after = table.agreed.pace / 1000 * quick * Random(chance()).uniform(0.7, 1.6)
                dues.append(Due(after, _made(move), f"bot {seat} {number}"))
        elif seat not in connected:
            dues.append(_away(table, seat))
    return tuple(dues)
