"""The hall: the tournaments that are held on this server, and the tables on which they are played (T10.6).

- `Settings`: what is settled when a tournament is opened, besides what its log says;
- `Hall`: opens tournaments, takes in what players and hosts ask for, opens a table for every pairing of a round, deals
  there what the dealer has drawn, reports each result once, and publishes the dealer's secret number at the end.

Three logs in the store: `tournament:CODE` is the log that everything follows from, and that may be published;
`dealer:CODE` holds the dealer's secret number, and leaves this module only at the end; `table:…` those of the tables.
The code of a table follows from the secret number, so that a hall which was killed finds its tables again.
Knows asyncio, the store and the hub, and no socket, page or language.
"""

from __future__ import annotations

import asyncio
import hmac
import importlib
import json
import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from itertools import count, islice
from typing import Any, Final, cast

from cardlab import tichu, tongits
from cardlab.dashboard.names import code_of, is_code, new_code
from cardlab.game import GAMES, game_of
from cardlab.record import Record, write_rules
from cardlab.refusal import IllegalMove, NotationError, Refusal, printable
from cardlab.tables.events import read_as
from cardlab.tables.fair import ABOUT, CLAUSE, Dealer, Game, dealt, recycled
from cardlab.tables.hub import LATELY, Hub, Seen
from cardlab.tables.results import Result, bot, is_bot
from cardlab.tables.store import Behind, Entry, Kept, StoreTrouble
from cardlab.tables.table import ITSELF, Agreed, Close, Deal, Due, Make, Moved, Remove, Rose, Table, Unname
from cardlab.tables.tournament import NextRound, Sitting, Tournament, after, decide, fold, results
from cardlab.tables.tournament_log import (
    EVENTS,
    Dropped,
    Ended,
    Entered,
    Event,
    Kind,
    Opened,
    Played,
    unnamed,
    without,
)

HEAVY: Final = ("scipy.optimize", "scipy.sparse", "choix", "openskill.models")
"""What pairings and leaderboards are worked out with; each takes up to a second to import."""
PAIRING: Final = 2.0
"""So many seconds a round is looked for at most, in a thread of its own."""
BETWEEN: Final = 8.0
"""So many seconds everybody sees how a deal has ended, before the next one comes."""
GATHER, BEGIN = 45.0, 4.0
"""A table begins so many seconds after it was opened; or, once all are there, so many seconds later."""
CLOSING: Final = 1.0
MOST_OPEN: Final = 50
"""How many tournaments that are not over may be held at once."""
MOST_TIMES: Final = 10
"""So often somebody may enter, so that nobody fills the log with coming and going."""
MOST_TABLE_CODES: Final = 100
LONGEST_TITLE: Final = 60
LOG: Final = logging.getLogger("cardlab.tables")


@dataclass(frozen=True, slots=True)
class Settings:
    """What is settled when a tournament is opened, besides what its log says.

    - `title`: what it is called; `host`: the mark of whoever has opened it;
    - `agreed`: the house rules, the clock and all else as at any table.
    """

    title: str
    host: str
    agreed: Agreed

    def text(self, seed: str) -> str:
        """As a line of the log that is kept secret, with the dealer's number."""
        agreed = self.agreed
        kept = _Kept(self.title, self.host, agreed.game, write_rules(agreed.rules), agreed.options, seed)
        return json.dumps(asdict(kept), ensure_ascii=False)

    @classmethod
    def read(cls, text: str) -> tuple[Settings, Dealer]:
        """What `text` has written. Raises NotationError for anything else."""
        kept = read_as(_Kept, text)
        return cls(kept.title, kept.host, Agreed.read(kept.game, kept.rules, kept.options)), Dealer.holding(kept.seed)


@dataclass(frozen=True, slots=True)
class _Kept:
    """The line of the log that is kept secret."""

    title: str
    host: str
    game: str
    rules: dict[str, Any]
    options: dict[str, Any]
    seed: str


@dataclass(frozen=True, slots=True)
class AtTable:
    """A table of a round: its number, its code ("" where none was needed), how it was sat at, and how it stands."""

    number: int
    code: str
    sitting: Sitting
    table: Table | None
    is_done: bool


@dataclass(slots=True, eq=False)
class _Held:
    """A tournament in memory. `codes`: its tables by round and number; `version` grows with all that changes."""

    code: str
    settings: Settings
    dealer: Dealer
    events: list[Event]
    tournament: Tournament
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    seeing: asyncio.Lock = field(default_factory=asyncio.Lock)
    codes: dict[tuple[int, int], str] = field(default_factory=dict)
    watched: dict[str, Callable[[], None]] = field(default_factory=dict)
    at: float = 0.0
    """When something last happened in it."""
    version: int = 0
    nameless: set[tuple[str, int]] = field(default_factory=set)
    """Whose names have been taken off the tables, of which rounds."""

    @property
    def seed(self) -> str:
        """The dealer's secret number."""
        return cast(str, self.dealer.seed)


class Hall:
    """All tournaments of a server, on the tables of a hub.

    - `between`, `gather`, `begin`: pauses in seconds, see `BETWEEN` and `GATHER`.

    `await hall.start()` goes on with what was going on; `hall.close()` comes before the hub is closed.
    """

    def __init__(
        self,
        hub: Hub,
        *,
        between: float = BETWEEN,
        gather: float = GATHER,
        begin: float = BEGIN,
        closing: float = CLOSING,
    ) -> None:
        self.hub = hub
        self.store = hub.store
        self._between, self._gather, self._begin, self._closing = between, gather, begin, closing
        self._held: dict[str, _Held] = {}
        self._loading: dict[str, asyncio.Task[_Held | None]] = {}
        self._torn: set[str] = set()
        """Whose logs cannot be read; each is said once."""
        self._place: dict[str, tuple[_Held, int, int]] = {}
        """Which table of which tournament a table of the hub is."""
        hub.director = self._due

    async def start(self) -> None:
        """Goes on with the tournaments that were going on lately. Raises StoreTrouble if they cannot be read."""
        now = time.time()
        for name, _, at in await self.store.logs("tournament:"):
            if now - at < LATELY:
                await self._hold(name.removeprefix("tournament:"))

    def close(self) -> None:
        """Nothing more is done by itself."""
        for held in self._held.values():
            for end in held.watched.values():
                end()
            held.watched.clear()

    # Tournaments

    async def open(
        self, kind: Kind, settings: Settings, *, rounds: int = 0, deals: int = 3, duplicate: bool = True
    ) -> str:
        """Opens a tournament; gives its code.

        Raises IllegalMove where there is no such tournament or too many are open, StoreTrouble if it cannot be kept.
        """
        dealer = Dealer.new()
        game = cast(Game, settings.agreed.game)
        opened = decide(None, Opened(kind, game, dealer.hash, rounds, deals, duplicate))
        if sum(held.tournament.seed is None for held in self._held.values()) >= MOST_OPEN:
            raise IllegalMove(opened, (Refusal("tournament_too_many", CLAUSE, {"count": MOST_OPEN}),))
        settings = replace(settings, title=settings.title.strip()[:LONGEST_TITLE])
        while True:
            code = new_code()
            secret = settings.text(dealer.seed or "")
            if isinstance(await self.store.append(f"dealer:{code}", 0, "opened", [secret]), Kept):
                break
        await self.store.append(f"tournament:{code}", 0, "opened", [EVENTS.text(opened)])
        self.hub.later(asyncio.to_thread(_import_ahead))
        self._held[code] = _Held(code, settings, dealer, [opened], after(None, opened), at=time.time())
        return code

    async def tournament(self, code: str) -> Tournament | None:
        """The tournament with this code, None if there is none. Raises StoreTrouble if it cannot be read."""
        held = await self._hold(code)
        return held.tournament if held else None

    def settings(self, code: str) -> Settings:
        """What was settled, of a tournament that `tournament` has given."""
        return self._held[code].settings

    def events(self, code: str) -> tuple[Event, ...]:
        """Its log, without the names of those who were removed, and without those that were taken away."""
        log = unnamed(self._held[code].events)
        for one in self._held[code].tournament.entrants:
            log = without(log, one.player) if one.removed else log
        return log

    def dealer(self, code: str) -> Dealer:
        """The dealer of a tournament as it may be shown: the secret number is there once it is over."""
        held = self._held[code]
        return held.dealer if held.tournament.seed is not None else held.dealer.public

    def version(self, code: str) -> int:
        """Grows with all that changes in the tournament or at its tables, for as long as the server runs."""
        return self._held[code].version

    def open_now(self) -> tuple[str, ...]:
        """The codes of those that are held here and are not over, the latest last."""
        return tuple(code for code, held in self._held.items() if held.tournament.seed is None)

    def named_lately(self) -> dict[str, dict[str, str]]:
        """The names that were entered in tournaments that go on or were over lately, by their codes and players."""
        since = time.time() - LATELY
        lately = {code: held for code, held in self._held.items() if held.at > since or held.tournament.seed is None}
        return {
            code: {one.player: one.name for one in held.tournament.entrants if one.name and not one.removed}
            for code, held in lately.items()
        }

    async def _hold(self, code: str) -> _Held | None:
        """The tournament in memory; read by whoever asks first, however many ask at once."""
        if code in self._held:
            return self._held[code]
        if not is_code(code) or code in self._torn:
            return None
        if code not in self._loading:
            self._loading[code] = asyncio.get_running_loop().create_task(self._load(code))
            self._loading[code].add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(self._loading[code])

    async def _load(self, code: str) -> _Held | None:
        entries, secret = await self.store.read(f"tournament:{code}"), await self.store.read(f"dealer:{code}")
        if not entries or not secret:
            return None
        try:
            settings, dealer = Settings.read(secret[0].body)
            events = _events(entries)
            tournament = await asyncio.to_thread(fold, events)
            opened = tournament.opened
            if (settings.agreed.game, dealer.hash, entries[-1].seq) != (opened.game, opened.hash, len(events)):
                raise NotationError("log_torn", text="")
        except Exception as torn:  # whatever a damaged log raises, it is this one alone that is not there
            LOG.error("the log of tournament %s cannot be read: %s", code, printable(str(torn)))
            self._torn.add(code)
            return None
        held = self._held.setdefault(code, _Held(code, settings, dealer, events, tournament, at=entries[-1].at))
        await self._see_to(held)
        return held

    # What happens in them

    async def do(self, code: str, asked: Event | NextRound, key: str = "") -> None:
        """Does what is asked for, once however often it is sent under the same `key`; returns when it is durable.

        Raises KeyError for a tournament that there is not, IllegalMove for what may not happen, StoreTrouble if it
        could not be kept. Who may ask for it, the caller says.
        """
        held = await self._hold(code)
        if held is None:
            raise KeyError(code)
        if isinstance(asked, Entered) and _times(held.events, asked.player) >= MOST_TIMES:
            raise IllegalMove(asked, (Refusal("tournament_too_often", CLAUSE),))
        await self._do(held, asked, key)
        self.hub.later(self._see_to(held))

    async def end(self, code: str) -> None:
        """Ends a tournament and publishes the dealer's secret number; raises as `do` does."""
        held = await self._hold(code)
        if held is None:
            raise KeyError(code)
        await self.do(code, Ended(held.seed), "ended")

    async def _do(self, held: _Held, asked: Event | NextRound, key: str) -> None:
        async with held.turn:
            while True:
                if isinstance(asked, NextRound):
                    event = await asyncio.to_thread(decide, held.tournament, asked, PAIRING)
                else:
                    event = decide(held.tournament, asked)
                match await self.store.append(f"tournament:{held.code}", len(held.events), key, [EVENTS.text(event)]):
                    case Kept():
                        self._happened(held, event)
                        return
                    case Behind():
                        await self._catch_up(held)
                    case _:
                        await self._catch_up(held)
                        return

    async def _catch_up(self, held: _Held) -> None:
        """Reads what was kept although nobody heard so: the store was in trouble then."""
        for event in _events(await self.store.read(f"tournament:{held.code}", len(held.events))):
            self._happened(held, event)

    def _happened(self, held: _Held, event: Event) -> None:
        held.tournament = after(held.tournament, event)
        held.events.append(event)
        held.at = time.time()
        held.version += 1

    # The tables of the round

    async def _see_to(self, held: _Held) -> None:
        """Brings the tables and the log to where they have to be; done again it changes nothing."""
        try:
            async with held.seeing:
                round_ = len(held.tournament.rounds)
                for number in range(1, len(held.tournament.rounds[-1]) + 1 if round_ else 0):
                    await self._see_to_table(held, round_, number)
                await self._take_names(held)
        except (KeyError, StoreTrouble) as trouble:
            LOG.error("tournament %s stands still: %s", held.code, trouble)
            await asyncio.sleep(1)
            self.hub.later(self._see_to(held))

    async def _see_to_table(self, held: _Held, round_: int, number: int) -> None:
        code = await self._table_for(held, round_, number)
        if not code:
            return
        await self._report(held, code, round_, number)
        table = await self.hub.table(code)
        sitting = held.tournament.rounds[round_ - 1][number - 1]
        if table is None or table.closed:
            self._leave(held, code)
            return
        for seat in table.people:
            if table.seats[seat].player not in held.tournament.here:
                await self.hub.do(code, ITSELF, Remove(seat))
        if sitting.broken:
            await self.hub.do(code, ITSELF, Close())
            self._leave(held, code)
        else:
            await self._attend(held, code)
            self.hub.look(code)

    async def _take_names(self, held: _Held) -> None:
        """A name that was taken away, or whose player was removed, stands at no table and in no record of one."""
        nameless = {one.player for one in held.tournament.entrants if not one.name}
        for round_, tables in enumerate(held.tournament.rounds, 1):
            for number, sitting in enumerate(tables, 1):
                for player in nameless.intersection(sitting.players):
                    code = "" if (player, round_) in held.nameless else await self._found(held, round_, number)
                    if code:
                        await self.hub.do(code, ITSELF, Unname(player))
                        held.nameless.add((player, round_))

    async def _table_for(self, held: _Held, round_: int, number: int) -> str:
        """The code of a table of the current round, which is opened if it is not yet; "" where nobody would sit."""
        at = round_, number
        if at in held.codes:
            return held.codes[at]
        sitting = held.tournament.rounds[round_ - 1][number - 1]
        if held.tournament.is_done(sitting):
            return await self._found(held, round_, number)
        seated = [
            (player, self._name(held, player)) if _is_here(held, player) else ("", "") for player in sitting.players
        ]
        code = await self.hub.open_for(
            _of(held, round_, number), held.settings.agreed, seated, _table_codes(held.seed, round_, number)
        )
        if code is None:
            raise KeyError(held.code)
        self._know(held, round_, number, code)
        return code

    async def _found(self, held: _Held, round_: int, number: int) -> str:
        """The code of a table that was opened at some time, "" if it never was."""
        if (round_, number) not in held.codes:
            for code in islice(_table_codes(held.seed, round_, number), MOST_TABLE_CODES):
                table = await self.hub.table(code)
                if table is None:
                    break
                if table.of == _of(held, round_, number):
                    self._know(held, round_, number, code)
                    break
        return held.codes.get((round_, number), "")

    def _know(self, held: _Held, round_: int, number: int, code: str) -> None:
        held.codes[round_, number] = code
        self._place[code] = held, round_, number

    @staticmethod
    def _name(held: _Held, player: str) -> str:
        entrant = held.tournament.entrant(player)
        return entrant.name if entrant else ""

    async def _report(self, held: _Held, code: str, round_: int, number: int) -> None:
        """Every deal that has ended at a table stands in the log, each once."""
        while True:
            table, sitting = await self.hub.table(code), held.tournament.rounds[round_ - 1][number - 1]
            if table is None or held.tournament.is_done(sitting) or len(table.done) <= len(sitting.results):
                return
            deal = len(sitting.results)
            players = _players(sitting, table.sat[deal])
            paid = await asyncio.to_thread(payments, table.done[deal])
            result = Result(str(number), players, paid, f"{code}/{deal + 1}")
            try:
                await self._do(held, Played(round_, deal + 1, result), f"played {round_} {number} {deal + 1}")
            except IllegalMove as late:  # another hall was faster
                LOG.info("tournament %s: %s", held.code, late)
                return

    async def _attend(self, held: _Held, code: str) -> None:
        """The hall looks on, so that a table never stands still, and hears what happens."""
        if code in held.watched:
            return
        held.watched[code] = lambda: None
        held.watched[code] = await self.hub.watch(code, ITSELF, lambda seen: self._heard(held, seen))

    def _leave(self, held: _Held, code: str) -> None:
        end = held.watched.pop(code, None)
        if end is not None:
            end()

    def _heard(self, held: _Held, seen: Seen) -> None:
        """Something has happened at a table: a deal may have ended, or somebody was sent away from a seat."""
        if not seen.events:
            return
        if any(not isinstance(event, Moved) for event in seen.events) or not seen.table.playing:
            held.version += 1
        place = self._place.get(seen.code)
        for event in seen.events:
            if isinstance(event, Rose) and place is not None and place[1] == len(held.tournament.rounds):
                player = held.tournament.rounds[-1][place[2] - 1].players[event.seat]
                if player in held.tournament.here:
                    self.hub.later(self._dropped(held, player))
        if seen.table.closed or not seen.table.playing:
            self.hub.later(self._see_to(held))

    async def _dropped(self, held: _Held, player: str) -> None:
        try:
            await self._do(held, Dropped(player), "")
        except (IllegalMove, StoreTrouble) as why:
            LOG.info("tournament %s: %s", held.code, why)

    def _due(self, code: str, table: Table, here: frozenset[int]) -> tuple[Due, ...]:
        """What comes next at a table of a tournament: a deal, the end, or new extra piles in a race of Tichu."""
        place = self._place.get(code)
        if place is None or table.closed:
            return ()
        held, round_, number = place
        if round_ != len(held.tournament.rounds):
            return () if table.playing else (Due(self._closing, Close(), "close"),)
        which = held.tournament.which(len(table.done) + 1, number)
        if table.playing:
            state = table.state
            if not isinstance(state, tichu.State) or not tichu.recycle_due(state):
                return ()
            made = sum(isinstance(move, tichu.Recycle) for move in table.moves)
            return (Due(0.0, Make(recycled(held.seed, which, made + 1, state)), f"recycle {len(table.moves)}"),)
        sitting = held.tournament.rounds[-1][number - 1]
        if held.tournament.is_done(sitting):
            return (Due(self._closing, Close(), "close"),)
        if len(table.done) != len(sitting.results):
            return ()  # what has ended is told first
        start = dealt(held.seed, held.tournament.opened.game, which, held.settings.agreed.rules)
        deal = Deal(which.deal, game_of(start).write_deal(start), held.dealer.public.about(which))
        name = f"deal {which.deal}"
        if table.done:
            return (Due(self._between, deal, name),)
        all_here = here >= frozenset(table.people)
        return (Due(self._begin if all_here else self._gather, deal, f"{name} all" if all_here else name),)

    # What is looked at

    async def tables(self, code: str) -> tuple[AtTable, ...]:
        """The tables of the round that was paired last; none before the first."""
        held = self._held[code]
        round_ = len(held.tournament.rounds)
        found = []
        for number, sitting in enumerate(held.tournament.rounds[-1] if round_ else (), 1):
            at = held.codes.get((round_, number), "")
            table = await self.hub.table(at) if at else None
            found.append(AtTable(number, at, sitting, table, held.tournament.is_done(sitting)))
        return tuple(found)

    def table_of(self, code: str, player: str) -> str:
        """The code of the table at which a player has to sit now, "" for none."""
        held = self._held[code]
        if held.tournament.is_between or player not in held.tournament.here:
            return ""
        for number, sitting in enumerate(held.tournament.rounds[-1], 1):
            if player in sitting.players and not held.tournament.is_done(sitting):
                return held.codes.get((len(held.tournament.rounds), number), "")
        return ""

    async def records(self, code: str) -> tuple[tuple[int, int, tuple[Record, ...]], ...]:
        """The records of all rounds that are over: the round, the table, and its deals.

        While a round is played its cards are nobody's business: other tables have the same ones.
        Names are those of now: who was removed stands in no record.
        """
        held = self._held[code]
        over = len(held.tournament.rounds) - (not held.tournament.is_between)
        found = []
        for round_, tables in enumerate(held.tournament.rounds[:over], 1):
            for number, sitting in enumerate(tables, 1):
                at = await self._found(held, round_, number)
                table = await self.hub.table(at) if at else None
                if table is not None and sitting.results:
                    both = zip(table.done, sitting.results, strict=False)
                    found.append((round_, number, tuple(self._named(held, one, result) for one, result in both)))
        return tuple(found)

    def _named(self, held: _Held, record: Record, result: Result) -> Record:
        names = [self._name(held, player) for player in result.players]
        told = {"tournament": held.settings.title, "players": names, ABOUT: record.about[ABOUT]}
        return replace(record, about=told)

    async def played(self, game: str) -> tuple[tuple[Result, ...], Mapping[str, str]]:
        """All results of all tournaments in one game that are kept here, and the names of those who may be shown."""
        gathered: list[Result] = []
        names: dict[str, str] = {}
        removed: set[str] = set()
        for name, _, _ in sorted(await self.store.logs("tournament:"), key=lambda one: one[2]):
            held = await self._hold(name.removeprefix("tournament:"))
            if held is None or held.tournament.opened.game != game:
                continue
            gathered += results(held.tournament)
            names |= {one.player: one.name for one in held.tournament.entrants if not one.removed}
            removed |= {one.player for one in held.tournament.entrants if one.removed}
        return tuple(gathered), {player: name for player, name in names.items() if name and player not in removed}


def _import_ahead() -> None:
    """Imports what a tournament needs later, so that nobody waits for it then; what is missing is missed there."""
    for name in HEAVY:
        with suppress(ImportError):
            importlib.import_module(name)


def payments(record: Record) -> tuple[int, ...]:
    """What everybody received in a round that has ended: payments, or in a race of Tichu its points."""
    *_, last = record.states()
    outcome: Any = GAMES[record.game].outcome(last)
    found: tuple[int, ...] = outcome.payments if isinstance(last, tongits.State) else outcome.points
    return found


def _players(sitting: Sitting, sat: tuple[str, ...]) -> tuple[str, ...]:
    """Who has played a deal: those who were to sit there, and bots for those who had left."""
    taken = set(sitting.players)
    free = (bot(number) for number in count(1) if bot(number) not in taken)
    both = zip(sitting.players, sat, strict=True)
    return tuple(due if is_bot(due) or due == there else next(free) for due, there in both)


def _times(events: Iterable[Event], player: str) -> int:
    """How often a player has entered."""
    return sum(isinstance(event, Entered) and event.player == player for event in events)


def _is_here(held: _Held, player: str) -> bool:
    return not is_bot(player) and player in held.tournament.here


def _of(held: _Held, round_: int, number: int) -> str:
    return f"tournament:{held.code} {round_} {number}"


def tournament_of(table: Table) -> tuple[str, int, int] | None:
    """The code of the tournament to which a table belongs, the round and its number there; None if to none."""
    code, _, rest = table.of.removeprefix("tournament:").partition(" ")
    if not table.of.startswith("tournament:"):
        return None
    round_, number = rest.split()
    return code, int(round_), int(number)


def _table_codes(seed: str, round_: int, number: int) -> Iterator[str]:
    """The codes that a table may have, which nobody can guess who does not know the secret number."""
    for tried in range(MOST_TABLE_CODES):
        made = hmac.digest(bytes.fromhex(seed), f"cardlab-table/1 {round_} {number} {tried}".encode("ascii"), "sha256")
        yield code_of(int.from_bytes(made, "big"))


def _events(entries: Iterable[Entry]) -> list[Event]:
    return [EVENTS.read(entry.body) for entry in entries]
