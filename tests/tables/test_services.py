"""The services: every table of a tournament is opened, dealt, recorded once and closed, across restarts."""

import asyncio
import json
from contextlib import asynccontextmanager
from random import Random

import pytest

from cardlab import record, tichu, tongits
from cardlab.record import Record
from cardlab.tables.event_logs import Rejected
from cardlab.tables.shared_table import EVENTS, ITSELF, Agreed, Closed, Dealt, Lent, Moved, Rose, fold
from cardlab.tables.store import Store
from cardlab.tables.table_service import MOST_OPENED, TableService
from cardlab.tables.tournament import BrokenOff, Dropped, Ended, Entered, EntrantNameRemoved, standings
from cardlab.tables.tournament_service import TournamentService
from cardlab.widgets.tichu_table.race_review import run_again
from tests.tables.at_table import ANA, BEN, CARA, bot_move, does, sit

QUICK = Agreed(tongits.Rules(), pace=0, pause=0, patience=600)
RACE = Agreed(tichu.Rules(), pace=0, pause=0, patience=600)


class Service:
    """Both services on a file; `restart` is a server that is killed and begins anew."""

    def __init__(self, file):
        self.file = file

    async def start(self):
        self.tournaments = await TournamentService(self.file).ready()
        self.tables = self.tournaments.tables

    async def restart(self):
        """Cancel whatever is under way, and start again."""
        await self.tournaments.close()
        await self.start()

    async def open(self, agreed, count, deals=1):
        code = await self.tournaments.open("Cup", "host", agreed, deals)
        for number in range(count):
            await self.tournaments.append(code, Entered(f"p{number}", f"Player {number}"))
        return code

    async def play_round(self, code, *, until=lambda tournament: False):
        """Everybody plays at their tables until the round is over."""
        chance = Random(3)
        while True:
            tournament = await self.tournaments.tournament(code)
            if tournament.is_between or until(tournament):
                return tournament
            tables = [(one.code, await self.tables.table(one.code)) for one in tournament.rounds[-1]]
            await asyncio.gather(
                *(make_move(self.tables, at, chance) for at, table in tables if table and table.playing)
            )
            # What is due after no time is done when the loop comes round, what is written when the disk has it.
            await asyncio.sleep(0)

    async def opened_tables(self, code):
        """The tables of the round, once they are all open."""
        while True:
            tables = [await self.tables.table(one.code) for one in (await self.tournaments.tournament(code)).rounds[-1]]
            if all(tables):
                return tables
            await asyncio.sleep(0)


async def make_move(tables, code, chance):
    """Make a bot's move at a table, or turn cards, unless its round is over meanwhile; a late move is refused."""
    if (table := await tables.table(code)) and table.playing:
        await tables.execute(code, *bot_move(table, chance))


@asynccontextmanager
async def running(file):
    """A tournaments that is ended in the end."""
    here = Service(file)
    await here.start()
    try:
        yield here
    finally:
        await here.tournaments.close()


@pytest.mark.parametrize(("agreed", "count", "size"), [(QUICK, 5, 3), (RACE, 3, 2)])
async def test_T10_6_a_tournament_is_played_to_its_end_across_restarts(file, agreed, count, size):
    async with running(file) as here:
        code = await here.open(agreed, count, deals=2)
        for _ in range(2):
            await here.tournaments.begin_round(code)
            await here.restart()  # so nothing is done any more that was to be done later
            await here.play_round(code, until=lambda now: len(now.rounds[-1][0].played) == 1)
            await here.restart()
            await here.play_round(code)
            await here.restart()
        await here.tournaments.append(code, Ended())
        now = await here.tournaments.tournament(code)
        records = [[(await here.tables.table(one.code)).records for one in tables] for tables in now.rounds]
    assert [len(tables) for tables in now.rounds] == [-(-count // size)] * 2
    assert {len(one.played) for tables in now.rounds for one in tables} == {2}
    assert [rank.deals for rank in standings(now)] == [4] * count
    # The same cards at all tables of a round, other ones in each deal; in Tongits everybody begins in turn.
    for tables in records:
        assert len({tuple(one.start for one in done) for done in tables}) == 1
    assert len({one.start for tables in records for one in tables[0]}) == 4
    for one in (one for tables in records for done in tables for one in done):
        assert record.check(one) is None
    if size == 3:
        assert {tuple(one.start.first for one in done) for tables in records for done in tables} == {(0, 1)}


async def test_T10_6_a_deal_counts_once_when_two_tables_end_it_at_the_same_time_and_only_the_tournament_deals(file):
    async with running(file) as here:
        code = await here.open(QUICK, 6, deals=2)
        await here.tournaments.begin_round(code)
        await here.opened_tables(code)
        first, last = (await here.tournaments.tournament(code)).rounds[-1][0].code, []
        # Meanwhile nobody sits down, rises or deals.
        refused = [("p9", sit("P9")), ("p0", "rise"), ("p0", "deal"), ("host", "deal")]
        assert all([await does(here.tables, first, by, one) for by, one in refused])
        for seating in (await here.tournaments.tournament(code)).rounds[-1]:
            while not (table := await here.tables.table(seating.code)).playing:
                await asyncio.sleep(0)  # the cards are not dealt yet
            by, move = bot_move(table, Random(3))
            while fold(table, move).playing:
                await here.tables.execute(seating.code, by, move)
                table = await here.tables.table(seating.code)
                by, move = bot_move(table, Random(3))
            last.append((seating.code, by, move))
        await asyncio.gather(*(here.tables.execute(*one) for one in last))
        for seating in (await here.play_round(code)).rounds[-1]:
            payments = [one.payments for one in seating.played]
            assert payments == [*(await here.tables.table(seating.code)).record_payments]


async def test_who_drops_out_or_is_sent_away_is_played_for_and_a_table_can_break_off(file):
    async with running(file) as here:
        code = await here.open(QUICK, 9, deals=2)
        await here.tournaments.begin_round(code)
        now = await here.play_round(code, until=lambda now: all(one.played for one in now.rounds[-1]))
        first, second, third = now.rounds[-1]
        await here.tournaments.append(code, Dropped(first.players[0]))
        # Who is sent out of the class loses the seat.
        await here.tables.execute(second.code, ITSELF, Rose(0))
        why_not = await here.tournaments.append(code, BrokenOff(3))
        now = await here.play_round(code)
        assert (await here.tables.table(third.code)).closed or why_not
    first, second, _ = now.rounds[0]
    assert first.players[0] not in now.active_players
    for seating in (first, second):
        assert {result.players[0] for result in seating.played} <= {"", seating.players[0]}


async def test_where_all_have_dropped_out_before_or_during_a_deal_the_round_goes_on_without_them(file):
    slow = Agreed(tongits.Rules(), pace=10_000, pause=60, patience=600)
    async with running(file) as here:
        code = await here.open(slow, 6)
        await here.tournaments.begin_round(code)
        first, second = (await here.tournaments.tournament(code)).rounds[-1]
        await here.opened_tables(code)
        await here.tables.execute(second.code, ITSELF, Dealt({}))
        for player in (*first.players, *second.players):
            await here.tournaments.append(code, Dropped(player))
        await here.play_round(code)  # which nobody plays, and no host breaks off
        while not all([(await here.tables.table(one.code)).closed for one in (first, second)]):
            await asyncio.sleep(0)
        await here.tournaments.append(code, Ended())
        assert (await here.tournaments.tournament(code)).over


async def test_a_name_that_is_taken_away_stands_in_no_round_of_any_table_and_the_results_stay(file):
    async with running(file) as here:
        code = await here.open(QUICK, 3)
        for rounds in range(2):
            await here.tournaments.begin_round(code)
            await here.opened_tables(code)
            if rounds == 1:
                await here.tournaments.remove_player(code, "p1")
            now = await here.play_round(code)
        tables = [await here.tables.table(one.code) for pairings in now.rounds for one in pairings]
        assert await here.tournaments.append(code, EntrantNameRemoved("p1"))
        board = await here.tournaments.leaderboard("tongits")
    assert [one.name for one in now.entrants] == ["Player 0", "", "Player 2"]
    assert "p1" not in now.active_players
    assert [sorted(one.records[0].about["players"]) for one in tables] == [["", "Player 0", "Player 2"]] * 2
    assert {one.player: one.name for one in board}["p1"] == ""


async def test_the_leaderboard_is_that_of_now_whenever_it_is_asked_for(file):
    """What is computed once is what is true now: after each deal, in a new tournament, after a restart."""

    async def asked(here):
        board = await here.tournaments.leaderboard("tongits")
        assert board is await here.tournaments.leaderboard("tongits")
        return {one.player: one for one in board}

    async with running(file) as here:
        first, second = [await here.open(QUICK, 3, deals=deals) for deals in (2, 1)]
        assert await asked(here) == {}
        await here.tournaments.begin_round(first)
        for deals in (1, 2):
            await here.play_round(first, until=lambda now, deals=deals: len(now.rounds[-1][0].played) == deals)
            assert {one.deals for one in (await asked(here)).values()} == {deals}
        await here.tournaments.begin_round(second)
        await here.play_round(second)
        before = await asked(here)
        assert ({one.deals for one in before.values()}, sum(one.total for one in before.values())) == ({3}, 0)
        await here.restart()
        assert await asked(here) == before
        assert await here.tournaments.leaderboard("tichu") == ()


async def test_while_the_leaderboard_is_computed_everything_else_goes_on(file):
    async def counts():
        while True:
            turns.append(None)
            await asyncio.sleep(0)

    async with running(file) as here:
        code = await here.open(QUICK, 3)
        await here.tournaments.leaderboard("tongits")
        await here.tournaments.append(code, Dropped("p1"))  # so it has to be computed anew
        turns, others = [], asyncio.create_task(counts())
        await here.tournaments.leaderboard("tongits")
        others.cancel()
    assert turns


# Tables alone: one order of commands, nothing published that is not durable, nothing executed twice


@asynccontextmanager
async def service_on(store):
    """A tables on a store, or on one in this file."""
    tables = TableService(store if isinstance(store, Store) else await Store(store).open(), lambda: 4711)
    try:
        yield tables
    finally:
        await tables.close()


async def three(tables, agreed=QUICK):
    """A table at which three sit, and the cards are dealt."""
    code = await tables.open(agreed, ANA)
    for by in (ANA, BEN, CARA):
        assert await tables.execute(code, by, sit(by)) == ()
    return code


class Counting(Store):
    """A store that counts how often a log is read from its beginning."""

    begun = 0

    async def read(self, log, after=0):
        self.begun += not after
        return await super().read(log, after)


async def test_what_is_sent_twice_is_done_once_also_after_a_restart_and_a_log_is_read_once_and_followed(file):
    async with service_on(file) as tables:
        code = await three(tables)
        by, move = bot_move(await tables.table(code), Random(1))
        for _ in range(2):
            assert await tables.execute(code, by, move, "page:1") == ()
    async with service_on(await Counting(file).open()) as tables:
        first, second, third = await asyncio.gather(*(tables.table(code) for _ in range(3)))
        assert first is second is third is not None
        assert tables.store.begun == 1
        assert await tables.execute(code, by, move, "page:1") == ()
        assert len((await tables.table(code)).moves) == 1
        # What is kept while nobody knows of it is known before anything else is done: perhaps nobody waited any more.
        code, other, published = await tables.open(QUICK, ANA), TableService(tables.store), []
        assert await other.execute(code, BEN, sit("Ben"), "page:1") == ()
        await tables.subscribe(code, ANA, lambda _, events: published.extend(events))
        await tables.execute(code, BEN, sit("Ben"), "page:1")
        await tables.execute(code, CARA, sit("Cara"))
        assert [one.name for one in (await tables.table(code)).seats] == ["Ben", "Cara", ""]
        assert [one.name for one in published] == ["Ben", "Cara"]


async def test_a_race_keeps_the_time_of_each_move_over_a_restart_and_an_earlier_log_has_none(file):
    chance = Random(3)
    async with service_on(file) as tables:
        code = await tables.open(Agreed(tichu.Rules(), patience=600), ANA)
        for by in (ANA, BEN):
            assert await tables.execute(code, by, sit(by)) == ()
        for _ in range(9):
            assert await tables.execute(code, *bot_move(await tables.table(code), chance)) == ()
        before = [moment.note for moment in (await tables.table(code)).timeline.moments[1:]]
    async with service_on(file) as tables:
        while (table := await tables.table(code)).playing:
            assert await tables.execute(code, *bot_move(table, chance)) == ()
        log = await tables.store.read(f"table:{code}")
    times = table.records[0].about["times_ms"]
    assert (times[:9], times) == (before, sorted(times))
    assert run_again(Record.parse(table.records[0].text())).timed
    bodies = [json.loads(entry.body) for entry in log]
    earlier = [EVENTS.decode(json.dumps({name: one[name] for name in one if name != "ms"})) for one in bodies]
    (record,) = EVENTS.replay(earlier).records
    assert (record.moves, "times_ms" in record.about) == (table.records[0].moves, False)


async def test_T10_6_the_time_for_a_turn_runs_while_somebody_looks_then_a_bot_takes_over_until_the_player_is_back(file):
    published, moved = [], asyncio.Event()

    def subscriber(_, events):
        published.extend(events)
        if any(isinstance(event, Moved) for event in events):
            moved.set()

    async with service_on(file) as tables:
        code = await three(tables, Agreed(tongits.Rules(), pace=0, patience=600, clock=1))
        seat = (await tables.table(code)).state.seat
        assert tables.presence(code).seconds_left == {}
        end, *_ = [await tables.subscribe(code, by, subscriber) for by in (ANA, BEN, CARA)]
        assert set(tables.presence(code).seconds_left) == {"clock"}
        await moved.wait()  # nobody has moved, so that is the bot
        end()
        assert await does(tables, code, (ANA, BEN, CARA)[seat], "come_back") == ()
        own = (await tables.table(code)).seats[seat]
        assert (own.bot, bool(own.player)) == (False, True)
        assert await tables.execute(code, ANA, Closed()) == ()
        assert tables.presence(code).seconds_left == {}
    assert published[0] == Lent(seat)


async def test_who_chooses_no_table_and_no_seat_is_seated_in_the_order_of_arrival_and_tables_have_an_end(file):
    async with service_on(file) as tables:
        codes, seated = [], []
        for _ in range(4):
            codes.append(await tables.open(QUICK, "teacher"))
            await tables.subscribe(codes[-1], "teacher", lambda _, events: None)
        for number in range(7):
            first = next(iter(tables.active_tables()))
            assert await tables.execute(first, f"player {number}", sit(f"Player {number}")) == ()
            seated.append((codes.index(first), (await tables.table(first)).seat_of(f"player {number}")))
        assert seated == [divmod(number, 3) for number in range(7)]
        # Somebody may sit elsewhere.
        assert await tables.execute(codes[3], "last", sit("Last", 2)) == ()
        assert [*tables.active_tables()] == [*codes[2:], *codes[:2]]
        # No player opens tables without end.
        opened = [await tables.open(QUICK, ANA) for _ in range(MOST_OPENED + 1)]
        assert [isinstance(one, Rejected) for one in opened] == [False] * MOST_OPENED + [True]
        assert isinstance(await tables.open(QUICK, BEN), str)
