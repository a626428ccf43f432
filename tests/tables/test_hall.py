"""Tournaments that are held: every table is opened, dealt to, told of once and closed, through killed halls."""

import asyncio
from contextlib import asynccontextmanager
from random import Random

import pytest
from abused import with_timeout

from cardlab import record, tichu, tongits
from cardlab.tables.fair_deals import check_deal, hash_of
from cardlab.tables.shared_table import ITSELF, Agreed, Remove, Sit, Watch
from cardlab.tables.tournament import BrokenOff, Dropped, Ended, Entered, EntrantNameRemoved, Played, standings
from cardlab.tables.tournament_service import TournamentService
from tests.tables.at_table import bot_move

QUICK = Agreed(tongits.Rules(), watch=Watch.NOBODY, pace=0, pause=0, patience=600)
RACE = Agreed(tichu.Rules(), watch=Watch.NOBODY, pace=0, pause=0, patience=600)


class Held:
    """A hall with its hub; `await begin()` anew after `await kill()` is a server that was killed and is back."""

    def __init__(self, file):
        self.file = file

    async def begin(self):
        self.hall = await TournamentService.at(self.file)
        self.hub = self.hall.hub

    async def kill(self):
        """Whatever was under way is not done."""
        await self.hall.close()

    async def killed(self):
        await self.kill()
        await self.begin()

    async def opened(self, agreed, count, deals=1):
        code = await self.hall.open("Cup", "host", agreed, deals)
        for number in range(count):
            await self.hall.do(code, Entered(f"p{number}", f"Player {number}"))
        return code

    async def play_round(self, code, *, until=lambda tournament: False):
        """Everybody plays at their tables until the round is over."""
        chance = Random(3)
        while True:
            tournament = await self.hall.tournament(code)
            if tournament.is_between or until(tournament):
                return tournament
            tables = [(one.code, await self.hub.table(one.code)) for one in tournament.rounds[-1]]
            await asyncio.gather(*(moved(self.hub, at, chance) for at, table in tables if table and table.playing))
            # What is due after no time is done when the loop comes round, what is written when the disk has it.
            await asyncio.sleep(0)

    async def tables(self, code):
        """The tables of the round, once they are all open."""
        while True:
            found = [await self.hub.table(one.code) for one in (await self.hall.tournament(code)).rounds[-1]]
            if all(found):
                return found
            await asyncio.sleep(0)


async def moved(hub, code, chance):
    """Somebody moves at a table as a bot would, or cards are turned; who came too late is refused."""
    await hub.do(code, *bot_move(await hub.table(code), chance))


@asynccontextmanager
async def held(file):
    """A hall that is ended in the end."""
    here = Held(file)
    await here.begin()
    try:
        yield here
    finally:
        await here.kill()


@pytest.mark.parametrize(("agreed", "count", "size"), [(QUICK, 8, 3), (RACE, 4, 2)])
@with_timeout
async def test_T10_6_a_tournament_is_played_to_its_end_through_halls_that_are_killed(file, agreed, count, size):
    async with held(file) as here:
        code = await here.opened(agreed, count, deals=2)
        for _ in range(2):
            await here.hall.begin(code)
            await here.play_round(code, until=lambda now: len(now.rounds[-1][0].played) == 1)
            await here.killed()
            await here.play_round(code)
            await here.killed()
        await here.hall.do(code, Ended())
        now = await here.hall.tournament(code)
        records = [[(await here.hub.table(one.code)).done for one in tables] for tables in now.rounds]
    assert [len(tables) for tables in now.rounds] == [-(-count // size)] * 2
    assert {len(one.played) for tables in now.rounds for one in tables} == {2}
    assert [line.line.deals for line in standings(now)] == [4] * count
    # The same cards at all tables of a round, other ones in each deal, and all of them those of the dealer.
    for tables in records:
        assert len({tuple(one.start for one in done) for done in tables}) == 1
    assert len({one.start for tables in records for one in tables[0]}) == 4
    for one in (one for tables in records for done in tables for one in done):
        assert record.check(one) is None
        assert check_deal(one, now.opened.number) is None
        assert one.about["dealer"]["hash"] == now.hash == hash_of(now.opened.number)


@with_timeout
async def test_who_drops_out_or_is_sent_away_is_played_for_and_a_table_can_break_off(file):
    async with held(file) as here:
        code = await here.opened(QUICK, 9, deals=2)
        await here.hall.begin(code)
        now = await here.play_round(code, until=lambda now: all(one.played for one in now.rounds[-1]))
        first, second, third = now.rounds[-1]
        await here.hall.do(code, Dropped(first.players[0]))
        # Who is sent out of the class loses the seat.
        await here.hub.do(second.code, ITSELF, Remove(0))
        why_not = await here.hall.do(code, BrokenOff(3))
        now = await here.play_round(code)
        assert (await here.hub.table(third.code)).closed or why_not
    first, second, _ = now.rounds[0]
    assert first.players[0] not in now.here
    for sitting in (first, second):
        assert {result.players[0] for result in sitting.played} <= {"", sitting.players[0]}


@with_timeout
async def test_nobody_sits_down_rises_or_deals_at_a_table_of_a_tournament(file):
    async with held(file) as here:
        code = await here.opened(QUICK, 3)
        await here.hall.begin(code)
        (table,) = await here.tables(code)
        (sitting,) = (await here.hall.tournament(code)).rounds[-1]
        wanted = [("p9", Sit("P9")), ("p0", "rise"), ("p0", "ready_up"), ("p0", "begin_now"), ("host", "begin_now")]
        assert all([await here.hub.do(sitting.code, by, command) for by, command in wanted])
        assert here.hub.presence(sitting.code, "").looking == 0  # the hall is nobody who looks on
    assert (table.of.tournament, table.of.round, table.of.table) == (code, 1, 1)


@with_timeout
async def test_a_result_is_told_once_whoever_tells_it_again(file):
    async with held(file) as here:
        code = await here.opened(QUICK, 3)
        await here.hall.begin(code)
        (played,) = (await here.play_round(code)).rounds[0][0].played
        assert await here.hall.do(code, Played(1, played.players, played.payments))
        await here.killed()
        assert len((await here.hall.tournament(code)).rounds[0][0].played) == 1
        received, names = await here.hall.received("tongits")
    assert {player: len(paid) for player, paid in received.items()} == {"p0": 1, "p1": 1, "p2": 1}
    assert names["p1"] == "Player 1"


@pytest.mark.parametrize("taken", ["remove", "unname"])
@with_timeout
async def test_a_name_that_is_taken_away_stands_in_no_round_of_any_table_and_the_results_stay(taken, file):
    async with held(file) as here:
        code = await here.opened(QUICK, 3)
        for rounds in range(2):
            await here.hall.begin(code)
            await here.tables(code)
            if rounds == 1:
                await getattr(here.hall, taken)(code, "p1")
            now = await here.play_round(code)
        tables = [await here.hub.table(one.code) for sat in now.rounds for one in sat]
        assert await here.hall.do(code, EntrantNameRemoved("p1"))
        received, names = await here.hall.received("tongits")
    assert [one.name for one in now.entrants] == ["Player 0", "", "Player 2"]
    assert ("p1" in now.here) == (taken == "unname")
    assert [sorted(one.done[0].about["players"]) for one in tables] == [["", "Player 0", "Player 2"]] * 2
    assert names["p1"] == ""
    assert "p1" in received


@with_timeout
async def test_a_hall_that_was_killed_before_its_tables_were_opened_opens_them(file):
    async with held(file) as here:
        code = await here.opened(QUICK, 3)
        await here.hall.begin(code)
        await here.killed()  # so nothing is done any more that was to be done later
        (table,) = await here.tables(code)
        assert len(table.people) == 3
