"""The service for tables: one order of commands, nothing published that is not durable, nothing executed twice."""

import asyncio
import json
from contextlib import asynccontextmanager
from random import Random

from cardlab import tichu, tongits
from cardlab.record import Record
from cardlab.tables.event_logs import Rejected
from cardlab.tables.shared_table import EVENTS, Agreed, Closed, Lent, Moved
from cardlab.tables.store import Store
from cardlab.tables.table_service import MOST_OPENED, TableService
from cardlab.widgets.tichu_table.race_review import run_again
from tests.tables.at_table import ANA, BEN, CARA, bot_move, does, sit

QUICK = Agreed(tongits.Rules(), pace=0, patience=600)


@asynccontextmanager
async def service_on(store):
    """A tables on a store, or on one in this file."""
    tables = TableService(store if isinstance(store, Store) else await Store.open(store), lambda: 4711)
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


async def test_what_is_sent_twice_is_done_once_also_after_a_restart_and_a_log_is_read_once(file):
    async with service_on(file) as tables:
        code = await three(tables)
        by, move = bot_move(await tables.table(code), Random(1))
        for _ in range(2):
            assert await tables.execute(code, by, move, "page:1") == ()
    async with service_on(await Counting.open(file)) as tables:
        first, second, third = await asyncio.gather(*(tables.table(code) for _ in range(3)))
        assert first is second is third is not None
        assert tables.store.begun == 1
        assert await tables.execute(code, by, move, "page:1") == ()
        assert len((await tables.table(code)).moves) == 1


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


async def test_everybody_is_told_in_the_same_order_what_has_happened(file):
    published = {ANA: [], BEN: [], "looks on": []}
    async with service_on(file) as tables:
        code = await three(tables)
        for who, told in published.items():
            await tables.subscribe(code, who, lambda _, events, told=told: told.extend(events))
        for _ in range(6):
            assert await tables.execute(code, *bot_move(await tables.table(code), Random(1))) == ()
        await asyncio.gather(*(does(tables, code, by, "rise") for by in (ANA, BEN, CARA)))
    assert published[ANA] == published[BEN] == published["looks on"]
    assert sum(isinstance(event, Moved) for event in published[ANA]) == 6


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


async def test_what_is_kept_while_nobody_knows_of_it_is_known_before_anything_else_is_done(file):
    """The disk may have answered when nobody waited for it any more."""
    published = []
    async with service_on(file) as tables:
        code, other = await tables.open(QUICK, ANA), TableService(tables.store)
        assert await other.execute(code, BEN, sit("Ben"), "page:1") == ()
        await tables.subscribe(code, ANA, lambda _, events: published.extend(events))
        await tables.execute(code, BEN, sit("Ben"), "page:1")
        await tables.execute(code, CARA, sit("Cara"))
        assert [one.name for one in (await tables.table(code)).seats] == ["Ben", "Cara", ""]
    assert [one.name for one in published] == ["Ben", "Cara"]
