"""A table between devices, as the fold of its log: who sits there, what is played, and what each may do.

- `Agreed`: what is settled when a table is opened;
- the events; `SharedTable`: everything that follows from those so far; `fold` adds one; `EVENTS` writes and reads them;
- the commands, and `decide`: the events that a command leads to, or why not;
- `due`: what the table does by itself, and after how long.

The engines judge every move, by what the seat that makes it may see.
Nothing here knows a clock, a socket or a database: whoever holds the table says what time has passed.
A player is known by a mark that nobody can guess from the name; the table itself is `ITSELF`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Annotated, Any, Final, Literal, TypeAlias, assert_never

import msgspec
from msgspec import Meta

from cardlab import bots, tichu, tongits
from cardlab.choices import Word
from cardlab.dashboard.display_names import nickname
from cardlab.game import GAMES, game_of
from cardlab.record import Record, read_rules, write_rules
from cardlab.refusal import NotationError, Refusal
from cardlab.tables.event_logs import Rejected
from cardlab.tables.events import EventBase, EventPart, EventTypes, Number
from cardlab.tables.fair_deals import ABOUT, dealt, hash_of, recycled
from cardlab.tichu.state import can_draw, flip_pending
from cardlab.timeline import Timeline

Rules: TypeAlias = tongits.Rules | tichu.Rules
State: TypeAlias = tongits.State | tichu.State
Move: TypeAlias = tongits.Move | tichu.Move
Match: TypeAlias = tongits.Match | tichu.Match

ITSELF: Final = ""
"""Who does what the table does by itself."""
SEATS: Final[Mapping[str, int]] = {"tongits": 3, "tichu": 2}
PHRASES: Final = ("hello", "good_luck", "well_played", "thanks", "one_moment", "sorry", "again", "goodbye")
"""All that can be said at a table; a set phrase hurts nobody and everybody reads it in their own language."""
PACES: Final[Mapping[str, int]] = {"beginner": 4_000, "practised": 2_500, "quick": 1_500, "master": 800}
"""How many milliseconds a bot of Tichu takes over a card, by the levels of a match against the computer."""


class Watch(Word):
    """What those see who do not play: nothing, the table with all hands covered, or open hands."""

    NOBODY = "nobody"
    TABLE = "table"
    OPEN = "open"


class Agreed(msgspec.Struct, frozen=True):
    """What is settled when a table is opened.

    - `rules`: the house rules, which also say the game;
    - `watch`: what spectators see;
    - `patience`: after how many seconds a bot plays on for somebody who is away;
    - `clock`: how many seconds a move of Tongits may take before a bot makes it, 0 for as long as one likes;
    - `pace`: how many milliseconds a bot takes over a move; in Tichu about so many, as a person would;
    - `fills`: whether in Tichu the hands of people are filled up without their doing (U3.1);
    - `pause`: in a tournament, how many seconds everybody sees how a deal has ended before the next one comes; the
      first one waits five times as long for those who are not there yet.
    """

    rules: Any
    watch: Watch = Watch.TABLE
    patience: Annotated[int, Meta(ge=5, le=600)] = 30
    clock: Annotated[int, Meta(ge=0, le=600)] = 0
    pace: Annotated[int, Meta(ge=0, le=10_000)] = 1_200
    fills: bool = False
    pause: Annotated[int, Meta(ge=0, le=60)] = 8

    @property
    def game(self) -> str:
        """ "tongits" or "tichu"."""
        return game_of(self.rules).name

    @classmethod
    def read(cls, game: str, rules: Mapping[str, Any], options: Mapping[str, Any]) -> Agreed:
        """What was agreed on, out of a log. Raises NotationError for what nobody can agree on."""
        if game not in GAMES:
            raise NotationError("record_game", text=str(game))
        try:
            return msgspec.convert({**options, "rules": read_rules(game, rules)}, cls)
        except msgspec.ValidationError:
            raise NotationError("table_options") from None

    @property
    def written(self) -> dict[str, Any]:
        """The same for a log, as `read` takes it."""
        options = {name: value for name, value in msgspec.structs.asdict(self).items() if name != "rules"}
        return {"game": self.game, "rules": write_rules(self.rules), "options": options}


# What happens.


class OfTournament(EventPart, frozen=True):
    """The tournament to which a table belongs: its code, the round and the number of the table there, both from 1.

    - `deals`: how many are played; they follow from the dealer's secret `number`.
    """

    tournament: str
    round: Number
    table: Number
    deals: Number
    number: str


class TableOpened(EventBase, frozen=True):
    """Somebody has opened the table, and is its host; or it was opened for the round of a tournament."""

    game: str
    rules: dict[str, Any]
    options: dict[str, Any]
    host: str
    of: OfTournament | None = None


class Sat(EventBase, frozen=True):
    """Somebody sits down; where an earlier version let them do so during a round, the bot's hand is theirs."""

    seat: Number
    player: str
    name: str


class Rose(EventBase, frozen=True):
    """A seat is given up, or with `taken` was taken away by the host; during a round a bot plays on."""

    seat: Number
    taken: bool = False


class NameRemoved(EventBase, frozen=True):
    """What somebody had called themselves is taken away, wherever they sit; a seat of theirs is theirs still."""

    player: str


class Readied(EventBase, frozen=True):
    """Somebody is ready for the next deal, or no longer."""

    seat: Number
    ready: bool


class Dealt(EventBase, frozen=True):
    """The cards are dealt, as a record holds them; where nobody sits, a bot plays."""

    deal: dict[str, Any]


class Moved(EventBase, frozen=True):
    """A move, in the notation; `seat` is None for what the table does for both."""

    seat: Number | None
    move: str


class Lent(EventBase, frozen=True):
    """A bot plays on for somebody who is away; the seat stays theirs."""

    seat: Number


class Returned(EventBase, frozen=True):
    """Who was away is back."""

    seat: Number


class PhraseSaid(EventBase, frozen=True):
    """A set phrase."""

    seat: Number
    phrase: str


class Closed(EventBase, frozen=True):
    """The table is over; its log stays."""


Event: TypeAlias = (
    TableOpened | Sat | Rose | NameRemoved | Readied | Dealt | Moved | Lent | Returned | PhraseSaid | Closed
)


# What follows from it.


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: the mark and the name of the player, "" for nobody; whether they are ready, and whether a bot moves."""

    player: str = ""
    name: str = ""
    ready: bool = False
    bot: bool = False


@dataclass(frozen=True, slots=True)
class SharedTable:
    """A table as it is after so many events.

    - `agreed`, `host`: how it was opened, and by whom;
    - `seats`: who sits where;
    - `match`: the rounds that count so far; `done`: their records, those of earlier matches too;
    - `sat`, `paid`: for each of these, whose each seat was at the end, and what it received: payments, or points;
    - `of`: the tournament to which the table belongs, None for none;
    - `line`: the round that is played or was played last, None before the first deal; `playing`: it goes on;
    - `left`: by seat the mark and the name of whoever has left it during this round, where a bot plays since;
    - `closed`: nothing happens here any more.
    """

    agreed: Agreed
    host: str
    seats: tuple[Seat, ...]
    match: Match
    done: tuple[Record, ...] = ()
    line: Timeline[Any, Any, int] | None = None
    playing: bool = False
    left: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    closed: bool = False
    of: OfTournament | None = None
    sat: tuple[tuple[str, ...], ...] = ()
    paid: tuple[tuple[int, ...], ...] = ()

    @property
    def game(self) -> str:
        """ "tongits" or "tichu"."""
        return self.agreed.game

    @property
    def start(self) -> State | None:
        """How the round that is played, or was played last, began; None before the first deal."""
        return None if self.line is None else self.line.start

    @property
    def state(self) -> State | None:
        """The position of that round."""
        return None if self.line is None else self.line.state

    @property
    def moves(self) -> tuple[Move, ...]:
        """Its moves."""
        return () if self.line is None else self.line.moves

    @property
    def match_over(self) -> bool:
        """Whether the match has been decided."""
        return bool(self.match.losers) if isinstance(self.match, tongits.Match) else self.match.winner is not None

    @property
    def next_match(self) -> Match:
        """The match to which the next round belongs."""
        return _new_match(self.agreed.rules) if self.match_over else self.match

    @property
    def broken_off(self) -> bool:
        """Whether the table was closed before its round was over."""
        return self.closed and self.state is not None and GAMES[self.game].outcome(self.state) is None

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that are somebody's."""
        return tuple(seat for seat, one in enumerate(self.seats) if one.player)

    def seat_of(self, player: str) -> int | None:
        """Where this player sits."""
        for seat, one in enumerate(self.seats):
            if one.player and one.player == player:
                return seat
        return None

    @property
    def named(self) -> dict[str, str]:
        """Whose names stand at the table or in its records, and what they are; those who sit there come first."""
        found = {**dict(self.left.values()), **{one.player: one.name for one in self.seats}}
        for record, sat in zip(reversed(self.done), reversed(self.sat), strict=True):
            for player, name in zip(sat, record.about["players"], strict=True):
                found[player] = found.get(player) or name
        return {player: name for player, name in found.items() if player and name}


def opened(event: Event) -> SharedTable:
    """The table that a log begins with. Raises NotationError if the first event opens none."""
    if not isinstance(event, TableOpened):
        raise NotationError("log_torn", text=EVENTS.text(event))
    agreed = Agreed.read(event.game, event.rules, event.options)
    return SharedTable(agreed, event.host, (Seat(),) * SEATS[agreed.game], _new_match(agreed.rules), of=event.of)


def _new_match(rules: Rules) -> Match:
    return tongits.Match(rules) if isinstance(rules, tongits.Rules) else tichu.Match(rules)


def fold(table: SharedTable, event: Event) -> SharedTable:
    """The table after one more event. Raises NotationError or IllegalMove for one that cannot have happened."""
    match event:
        case TableOpened():
            raise NotationError("log_torn", text=EVENTS.text(event))
        case Sat(seat=seat, player=player, name=name):
            return _seated(table, seat, Seat(player, name))
        case Rose(seat=seat):
            one = table.seats[seat]
            leaves = {seat: (one.player, one.name)} if table.playing else {}
            return replace(_seated(table, seat, Seat(bot=table.playing)), left={**table.left, **leaves})
        case NameRemoved(player=player):
            return _unnamed(table, player)
        case Readied(seat=seat, ready=ready):
            return _seated(table, seat, replace(table.seats[seat], ready=ready))
        case Dealt(deal=cards):
            return _dealt(table, cards)
        case Moved(move=move):
            return _moved(table, move)
        case Lent(seat=seat):
            return _seated(table, seat, replace(table.seats[seat], bot=True))
        case Returned(seat=seat):
            return _seated(table, seat, replace(table.seats[seat], bot=False))
        case PhraseSaid():
            return table  # it is heard as it is said, and by nobody later
        case Closed():
            return replace(table, closed=True, playing=False)
        case _:
            assert_never(event)


EVENTS: Final = EventTypes[SharedTable, Event](Event, opened, fold)


def _seated(table: SharedTable, seat: int, one: Seat) -> SharedTable:
    if not 0 <= seat < len(table.seats):
        raise NotationError("log_torn", text=str(seat))
    return replace(table, seats=(*table.seats[:seat], one, *table.seats[seat + 1 :]))


def _unnamed(table: SharedTable, player: str) -> SharedTable:
    """Neither at the table nor in the records of earlier rounds is the name of this player shown any more."""
    done = list[Record]()
    for record, sat in zip(table.done, table.sat, strict=True):
        names = zip(record.about["players"], sat, strict=True)
        told = ["" if whose == player else name for name, whose in names]
        done.append(replace(record, about={**record.about, "players": told}))
    seats = tuple(replace(one, name="") if one.player == player else one for one in table.seats)
    left = {seat: (whose, "" if whose == player else name) for seat, (whose, name) in table.left.items()}
    return replace(table, seats=seats, done=tuple(done), left=left)


def _dealt(table: SharedTable, cards: Mapping[str, Any]) -> SharedTable:
    game = GAMES[table.game]
    return replace(
        table,
        match=table.next_match,
        seats=tuple(replace(one, ready=False, bot=one.bot or not one.player) for one in table.seats),
        line=Timeline.begin(game.read_deal(table.agreed.rules, cards), game.play, 0),
        playing=True,
        left={},
    )


def _moved(table: SharedTable, move: str) -> SharedTable:
    if table.line is None:
        raise NotationError("log_torn", text=move)
    game = GAMES[table.game]
    line = table.line.play(game.parse_move(move), 0)
    result = game.outcome(line.state)
    if result is None:
        return replace(table, line=line)
    about: dict[str, Any] = {"players": [one.name for one in table.seats]}
    if table.of is not None:
        about[ABOUT] = {"hash": hash_of(table.of.number), "round": table.of.round, "deal": len(table.done) + 1}
    return replace(
        table,
        line=line,
        playing=False,
        left={},
        match=table.match.add(result),
        done=(*table.done, Record(line.start, line.moves, about=about)),
        sat=(*table.sat, tuple(one.player for one in table.seats)),
        paid=(*table.paid, tuple(result.payments if table.game == "tongits" else result.points)),
    )


# What somebody wants.

Press: TypeAlias = Literal["rise", "ready_up", "not_ready", "begin_now", "come_back", "close"]
"""What needs no more than a press.

- "rise": gives the seat up; "come_back": takes it back from the bot;
- "ready_up": is ready for the next deal, "not_ready": no longer;
- "begin_now": deals whoever is ready, with bots where nobody sits; only the host may, and at a table of a tournament
  only the table itself;
- "close": closes the table; only the host may, or the table itself.
"""


@dataclass(frozen=True, slots=True)
class Sit:
    """Sits down between two rounds, at this seat or at the first free one."""

    name: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Remove:
    """Takes the seat from whoever sits there; only the host may, or the table itself."""

    seat: int


@dataclass(frozen=True, slots=True)
class RemoveName:
    """Takes the name of this player away, also from the rounds that are over; the table itself does, for the teacher.

    Once the table is closed too: its rounds can still be had.
    """

    player: str


@dataclass(frozen=True, slots=True)
class Make:
    """Makes this move."""

    move: Move


@dataclass(frozen=True, slots=True)
class Lend:
    """A bot is to play on for whoever sits here and is away; the table itself wants that."""

    seat: int


@dataclass(frozen=True, slots=True)
class Say:
    """Says a set phrase."""

    phrase: str


Command: TypeAlias = Press | Sit | Remove | RemoveName | Make | Lend | Say
Decision: TypeAlias = tuple[Event, ...] | Rejected
Chance: TypeAlias = Callable[[], int]
"""Gives a number that nobody can foresee, for a deal or for what a bot does."""


def decide(table: SharedTable, by: str, command: Command, chance: Chance) -> Decision:
    """The events that a command leads to at this table, perhaps none, or why it cannot be.

    - `by`: the mark of the player whose command it is, or `ITSELF`;
    - `chance`: asked for the seed of a deal, and of new extra piles.
    """
    if table.closed and not isinstance(command, RemoveName):
        return _no("table_closed", table)
    seat = table.seat_of(by) if by else None
    match command:
        case Sit() | "rise" | "ready_up" | "not_ready" if table.of:
            return _no("table_given", table)
        case Remove() | "begin_now" | "close" if by not in (ITSELF, table.host):
            return _no("table_host_only", table)
        case RemoveName() | Lend() if by != ITSELF:
            return _no("table_by_itself", table)
        case Sit(name=name, seat=wanted):
            return _sit(table, by, name, wanted)
        case Remove(seat=other):
            return (Rose(other, by != ITSELF),) if other in table.people else _no("table_empty", table)
        case RemoveName(player=whose):
            return (NameRemoved(whose),) if whose in table.named else ()
        case "begin_now":
            return _begin(table, chance)
        case "close":
            return (Closed(),)
        case Lend(seat=other):
            return (Lent(other),) if other in table.people and not table.seats[other].bot else ()
        case Make(move=move) if by == ITSELF:
            return _make(table, None, move)
        case _ if seat is None:
            return _no("table_not_seated", table)
        case "rise":
            return (Rose(seat),)
        case "ready_up" | "not_ready":
            return _ready(table, seat, command == "ready_up", chance)
        case "come_back":
            return (Returned(seat),) if table.seats[seat].bot else ()
        case Say(phrase=phrase):
            return (PhraseSaid(seat, phrase),) if phrase in PHRASES else _no("table_phrase", table)
        case Make(move=move):
            return _make(table, seat, move)
        case _:
            assert_never(command)


def _no(code: str, table: SharedTable) -> Rejected:
    return Rejected((Refusal(code, "T10.6" if table.game == "tongits" else "notation"),))


def _sit(table: SharedTable, by: str, name: str, wanted: int | None) -> Decision:
    here = table.seat_of(by)
    free = [seat for seat, one in enumerate(table.seats) if not one.player]
    if here is not None:
        return () if wanted in (None, here) else _no("table_sits", table)
    if not free:
        return _no("table_full", table)
    if table.playing:
        return _no("table_sit_later", table)
    if wanted is not None and wanted not in free:
        return _no("table_taken", table)
    return (Sat(free[0] if wanted is None else wanted, by, nickname(name)),)


def _ready(table: SharedTable, seat: int, ready: bool, chance: Chance) -> Decision:
    if table.playing:
        return _no("table_goes_on", table)
    if table.seats[seat].ready == ready:
        return ()
    others = [table.seats[other] for other in table.people if other != seat]
    # Who is away holds nobody up; empty seats are waited for before the first deal only.
    complete = table.state is not None or all(one.player for one in table.seats)
    begins = ready and complete and all(one.ready or one.bot for one in others)
    return (Readied(seat, ready), *([_deal(table, chance)] if begins else ()))


def _begin(table: SharedTable, chance: Chance) -> Decision:
    if table.of is None:
        if not table.people:
            return _no("table_empty", table)
        return _no("table_goes_on", table) if table.playing else (_deal(table, chance),)
    deal = len(table.done) + 1
    if table.playing or deal > table.of.deals:
        return ()
    start = dealt(table.of.number, table.agreed.rules, table.of.round, deal)
    return (Dealt(GAMES[table.game].write_deal(start)),)


def _deal(table: SharedTable, chance: Chance) -> Dealt:
    seed, match = chance(), table.next_match
    if isinstance(match, tongits.Match):
        return Dealt(tongits.GAME.write_deal(tongits.deal(match.rules, seed, first=match.first)))
    return Dealt(tichu.GAME.write_deal(tichu.deal(match.rules, seed)))


def _make(table: SharedTable, seat: int | None, move: Move) -> Decision:
    """A move is judged by what its seat may see; the table itself moves for bots, and does what chance does."""
    if not table.playing or table.state is None:
        return _no("table_no_round", table)
    mover = getattr(move, "seat", None)
    if seat is None:
        if mover is not None and not table.seats[mover].bot:
            return _no("table_not_yours", table)
    elif mover is None:
        return _no("table_by_itself", table)
    elif mover != seat:
        return _no("table_not_yours", table)
    refusals = why_not(table, move)
    if refusals:
        return Rejected(refusals)
    back = (Returned(seat),) if seat is not None and table.seats[seat].bot else ()
    people = {other for other, one in enumerate(table.seats) if not one.bot or other == seat}
    return (*back, Moved(mover, str(move)), *_filled_up(table, move, people))


def _filled_up(table: SharedTable, move: Move, people: set[int]) -> tuple[Moved, ...]:
    """U3.1: where that was agreed on, the hands of people are filled up after a move of Tichu."""
    if not table.agreed.fills or not isinstance(table.state, tichu.State):
        return ()
    state, drawn = tichu.play(table.state, move), list[Moved]()  # type: ignore[arg-type]
    for seat in sorted(people):
        while can_draw(state, seat) and not tichu.why_not(state, tichu.Draw(seat)):
            state = tichu.play(state, tichu.Draw(seat))
            drawn.append(Moved(seat, str(tichu.Draw(seat))))
    return tuple(drawn)


def why_not(table: SharedTable, move: Move) -> tuple[Refusal, ...]:
    """Every rule that a move breaks, as far as its seat may know; empty if it may be made."""
    state, mover = table.state, getattr(move, "seat", None)
    match state:
        case None:
            return ()
        case tongits.State():
            if not isinstance(mover, int) or mover not in range(SEATS["tongits"]):
                return tuple(tongits.why_not(state, move))  # type: ignore[arg-type]
            return tuple(tongits.why_not(tongits.view(state, mover), move))  # type: ignore[arg-type]
        case tichu.State():
            return tuple(tichu.why_not(state, move))  # type: ignore[arg-type]


# What comes by itself.

OPENING, TURNING = 3.0, 1.2
"""How many seconds both see it coming that a card is turned: the first one of a round (U1.3), and any other (U4.1)."""


@dataclass(frozen=True, slots=True)
class Due:
    """What the table does by itself after so many seconds.

    `name` tells what is waited for: as long as it is the same, the time goes on running, whatever happens meanwhile.
    """

    after: float
    command: Command
    name: str


def due(table: SharedTable, here: frozenset[int], chance: Chance) -> tuple[Due, ...]:
    """What comes by itself next; `here`: the seats whose players are connected.

    - In Tongits: the move of a bot, and the end of patience with somebody who is away or takes too long.
    - In Tichu: cards that both turn, new extra piles, and what bots do, each at its own pace.
    """
    state = table.state
    if table.of is not None and not table.playing and not table.closed:
        return (_next_deal(table, table.of, here),)
    if state is None or not table.playing or table.closed:
        return ()
    if isinstance(state, tongits.State):
        return _due_tongits(table, state, here, chance)
    return _due_tichu(table, state, here, chance)


def _next_deal(table: SharedTable, of: OfTournament, here: frozenset[int]) -> Due:
    """The next deal of a tournament, or the end of the table; the first deal waits for those who are not there yet."""
    pause, played = float(table.agreed.pause), len(table.done)
    if played == of.deals:
        return Due(pause / 8, "close", "close")
    if played:
        return Due(pause, "begin_now", f"deal {played + 1}")
    return (
        Due(pause / 2, "begin_now", "deal all")
        if here >= frozenset(table.people)
        else Due(5 * pause, "begin_now", "deal")
    )


def _away(table: SharedTable, seat: int) -> Due:
    """A bot takes over from whoever is away."""
    return Due(float(table.agreed.patience), Lend(seat), f"away {seat}")


def _due_tongits(table: SharedTable, state: tongits.State, here: frozenset[int], chance: Chance) -> tuple[Due, ...]:
    seat, agreed = state.seat, table.agreed
    if table.seats[seat].bot:
        move = bots.tongits.BOTS["careful"](tongits.view(state, seat), Random(chance()))
        return (Due(agreed.pace / 1000, Make(move), f"bot {len(table.moves)}"),)
    if seat not in here:
        return (_away(table, seat),)
    if not agreed.clock:
        return ()
    before = [place for place, move in enumerate(table.moves) if getattr(move, "seat", None) != seat]
    turn = before[-1] + 1 if before else 0
    return (Due(float(agreed.clock), Lend(seat), f"clock {len(table.done)} {turn}"),)


def _due_tichu(table: SharedTable, state: tichu.State, here: frozenset[int], chance: Chance) -> tuple[Due, ...]:
    made = len(table.moves)
    if tichu.recycle_due(state):
        if table.of is None:
            piles = tichu.recycle(state, chance() % 2**32)
        else:
            before = sum(isinstance(move, tichu.Recycle) for move in table.moves)
            piles = recycled(table.of.number, table.of.round, len(table.done) + 1, state, before)
        return (Due(0.0, Make(piles), f"recycle {made}"),)
    if flip_pending(state) or tichu.stuck(state):
        return (Due(OPENING if not made else TURNING, Make(tichu.Flip()), f"flip {made}"),)
    found = []
    for seat, one in enumerate(table.seats):
        if one.bot:
            move = bots.tichu.BOTS["skilled"](tichu.view(state, seat), Random(chance()))
            if isinstance(move, tichu.Play | tichu.Draw):
                done = sum(getattr(move, "seat", None) == seat for move in table.moves)
                quick = 0.5 if isinstance(move, tichu.Draw) else 1.0
                after = table.agreed.pace / 1000 * quick * Random(chance()).uniform(0.7, 1.6)
                found.append(Due(after, Make(move), f"bot {seat} {done}"))
        elif seat not in here:
            found.append(_away(table, seat))
    return tuple(found)
