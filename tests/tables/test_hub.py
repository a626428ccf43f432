"""The hub: one order of commands for everybody, nothing told that is not durable, and nothing done twice."""

import asyncio
from contextlib import asynccontextmanager
from random import Random

import pytest
from abused import with_timeout

from cardlab import tongits
from cardlab.tables.event_logs import Rejected
from cardlab.tables.shared_table import Agreed, Lent, Moved, Returned, Say, Sit
from cardlab.tables.store import Store
from cardlab.tables.table_service import MOST_OPENED, TableService
from tests.tables.at_table import ANA, BEN, CARA, bot_move

QUICK = Agreed(tongits.Rules(), pace=0, patience=600)


@asynccontextmanager
async def hub_on(store):
    """A hub on a store, or on one in this file."""
    hub = TableService(store if isinstance(store, Store) else await Store.open(store), lambda: 4711)
    try:
        yield hub
    finally:
        await hub.close()


async def three(hub, agreed=QUICK):
    """A table at which three sit, and the cards are dealt."""
    code = await hub.open(agreed, ANA)
    for by in (ANA, BEN, CARA):
        await hub.do(code, by, Sit(by))
    for by in (ANA, BEN, CARA):
        assert await hub.do(code, by, "ready_up") == ()
    return code


async def bot_moves(hub, code, count):
    """So many moves, each by whoever's turn it is."""
    for _ in range(count):
        assert await hub.do(code, *bot_move(await hub.table(code), Random(1))) == ()


class Counting(Store):
    """A store that counts how often a log is read from its beginning."""

    begun = 0

    async def read(self, log, after=0):
        self.begun += not after
        return await super().read(log, after)


@with_timeout
async def test_a_log_is_read_once_however_many_ask_for_its_table_while_it_is_read(file):
    async with hub_on(file) as hub:
        code = await three(hub)
    async with hub_on(await Counting.open(file)) as hub:
        first, second, third = await asyncio.gather(*(hub.table(code) for _ in range(3)))
        assert first is second is third is not None
        assert hub.store.begun == 1


@with_timeout
async def test_what_is_sent_twice_is_done_once_also_by_a_hub_that_was_begun_since(file):
    async with hub_on(file) as hub:
        code = await three(hub)
        by, move = bot_move(await hub.table(code), Random(1))
        for _ in range(2):
            assert await hub.do(code, by, move, "page:1") == ()
    async with hub_on(file) as hub:
        assert await hub.do(code, by, move, "page:1") == ()
        assert len((await hub.table(code)).moves) == 1


@with_timeout
async def test_everybody_is_told_in_the_same_order_what_has_happened(file):
    told = {ANA: [], BEN: [], "looks on": []}
    async with hub_on(file) as hub:
        code = await three(hub)
        for who, heard in told.items():
            await hub.watch(code, who, lambda _, events, heard=heard: heard.extend(events))
        await bot_moves(hub, code, 6)
        await asyncio.gather(*(hub.do(code, by, Say("hello")) for by in (ANA, BEN, CARA)))
    assert told[ANA] == told[BEN] == told["looks on"]
    assert sum(isinstance(event, Moved) for event in told[ANA]) == 6


@with_timeout
async def test_commands_at_the_same_moment_are_taken_one_after_the_other(file):
    async with hub_on(file) as hub:
        code = await hub.open(QUICK, ANA)
        answers = await asyncio.gather(*(hub.do(code, f"player {n}", Sit(f"Player {n}")) for n in range(12)))
        assert len({one.player for one in (await hub.table(code)).seats}) == 3
    assert answers.count(()) == 3
    assert [one[0].code for one in answers if one] == ["table_full"] * 9


@with_timeout
async def test_bots_play_while_somebody_looks_and_stand_still_when_nobody_does(file):
    moved = asyncio.Event()

    def heard(_, events):
        if any(isinstance(event, Moved) and event.seat for event in events):
            moved.set()

    async with hub_on(file) as hub:
        code = await hub.open(QUICK, ANA)
        await hub.do(code, ANA, Sit("Ana"))
        await hub.do(code, ANA, "begin_now")
        while (table := await hub.table(code)).state.seat == 0:
            await hub.do(code, *bot_move(table, Random(1)))
        assert hub.presence(code, ANA).left == {}
        end = await hub.watch(code, ANA, heard)
        await moved.wait()
        end()
        assert len((await hub.table(code)).moves) > len(table.moves)


@with_timeout
async def test_T10_6_a_bot_takes_over_after_the_time_for_a_turn_and_the_player_comes_back(file):
    told, moved = [], asyncio.Event()

    def heard(_, events):
        told.extend(events)
        if any(isinstance(event, Moved) for event in events):
            moved.set()

    async with hub_on(file) as hub:
        code = await three(hub, Agreed(tongits.Rules(), pace=0, patience=600, clock=1))
        seat = (await hub.table(code)).state.seat
        for by in (ANA, BEN, CARA):
            await hub.watch(code, by, heard if by == ANA else lambda _, events: None)
        assert set(hub.presence(code, ANA).left) == {"clock"}
        await moved.wait()  # nobody has moved, so that is the bot
        assert await hub.do(code, (ANA, BEN, CARA)[seat], "come_back") == ()
        own = (await hub.table(code)).seats[seat]
    assert told[0] == Lent(seat)
    assert (type(told[1]), told[1].seat) == (Moved, seat)
    assert Returned(seat) in told
    assert (own.bot, bool(own.player)) == (False, True)


@with_timeout
async def test_no_player_opens_tables_without_end(file):
    async with hub_on(file) as hub:
        for _ in range(MOST_OPENED):
            assert isinstance(await hub.open(QUICK, ANA), str)
        assert isinstance(await hub.open(QUICK, ANA), Rejected)
        assert isinstance(await hub.open(QUICK, BEN), str)


@with_timeout
async def test_what_is_kept_while_nobody_knows_of_it_is_known_before_anything_else_is_done(file):
    """The disk may have answered when nobody waited for it any more."""
    told = []
    async with hub_on(file) as hub:
        code, other = await hub.open(QUICK, ANA), TableService(hub.store)
        assert await other.do(code, BEN, Sit("Ben"), "page:1") == ()
        await hub.watch(code, ANA, lambda _, events: told.extend(events))
        await hub.do(code, BEN, Sit("Ben"), "page:1")
        await hub.do(code, CARA, Sit("Cara"))
        assert [one.name for one in (await hub.table(code)).seats] == ["Ben", "Cara", ""]
    assert [one.name for one in told] == ["Ben", "Cara"]


@pytest.mark.parametrize("code", ["", "AAAAAA", "KT6WTYX", "kt6wty", "../..", "\0" * 6])
@with_timeout
async def test_a_code_that_nobody_was_given_leads_to_no_table(file, code):
    async with hub_on(file) as hub:
        assert await hub.table(code) is None
