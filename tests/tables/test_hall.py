"""Tournaments that are held: every table is opened, dealt to, told of once and closed, through killed halls."""

import asyncio
from random import Random

import pytest

from cardlab import bots, record, tichu, tongits
from cardlab.tables.fair import check_deal, hash_of
from cardlab.tables.hall import Hall
from cardlab.tables.hub import Hub
from cardlab.tables.logs import Refused
from cardlab.tables.store import Store
from cardlab.tables.table import ITSELF, Agreed, Begin, Deal, Make, Ready, Remove, Rise, Sit, Watch
from cardlab.tables.tournament import BrokenOff, Dropped, Ended, Entered, Played, Unnamed, standings
from cardlab.tichu.state import flip_pending

QUICK = Agreed(tongits.Rules(), watch=Watch.NOBODY, pace=0, pause=0, patience=600)
RACE = Agreed(tichu.Rules(), watch=Watch.NOBODY, pace=0, pause=0, patience=600)


class Held:
    """A store, a hub and a hall; `await begin()` anew after `await kill()` is a server that was killed and is back."""

    def __init__(self, folder, file=None):
        self.file = file or folder / "tables.sqlite3"

    async def begin(self):
        self.store = await Store.open(self.file)
        self.hub = Hub(self.store)
        self.hall = Hall(self.hub)
        await self.hall.start()

    async def kill(self):
        """Whatever was under way is not done."""
        await self.hub.close()
        await self.store.close()

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
    """Whoever can move at a table does, as a bot would."""
    table = await hub.table(code)
    state = table.state
    if isinstance(state, tongits.State):
        player = table.seats[state.seat].player
        if player:
            await hub.do(code, player, Make(bots.tongits.BOTS["careful"](tongits.view(state, state.seat), chance)))
        return
    if flip_pending(state) or tichu.stuck(state):
        if not tichu.recycle_due(state):
            await hub.do(code, ITSELF, Make(tichu.Flip()))
        return
    for seat, one in enumerate(table.seats):
        state = (await hub.table(code)).state
        if one.player and not tichu.scoring.outcome(state):
            move = bots.tichu.BOTS["skilled"](tichu.view(state, seat), chance)
            if move is not None:
                await hub.do(code, one.player, Make(move))


def held(folder, act):
    """Runs `act(here)`, and ends everything."""

    async def run():
        here = Held(folder)
        await here.begin()
        try:
            return await act(here)
        finally:
            await here.kill()

    return asyncio.run(run())


@pytest.mark.parametrize(("agreed", "count", "size"), [(QUICK, 8, 3), (RACE, 4, 2)])
def test_T10_6_a_tournament_is_played_to_its_end_through_halls_that_are_killed(tmp_path, agreed, count, size):
    async def play(here):
        code = await here.opened(agreed, count, deals=2)
        for _ in range(2):
            await here.hall.begin(code)
            await here.play_round(code, until=lambda now: len(now.rounds[-1][0].played) == 1)
            await here.kill()
            await here.begin()
            await here.play_round(code)
            await here.kill()
            await here.begin()
        await here.hall.do(code, Ended())
        now = await here.hall.tournament(code)
        return now, [[(await here.hub.table(one.code)).done for one in tables] for tables in now.rounds]

    now, records = held(tmp_path, play)
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


def test_who_drops_out_or_is_sent_away_is_played_for_and_a_table_can_break_off(tmp_path):
    async def play(here):
        code = await here.opened(QUICK, 9, deals=2)
        await here.hall.begin(code)
        now = await here.play_round(code, until=lambda now: all(one.played for one in now.rounds[-1]))
        first, second, third = now.rounds[-1]
        await here.hall.do(code, Dropped(first.players[0]))
        # Who is sent out of the class loses the seat.
        await here.hub.do(second.code, ITSELF, Remove(0))
        why_not = await here.hall.do(code, BrokenOff(3))
        return await here.play_round(code), why_not, (await here.hub.table(third.code))

    now, why_not, table = held(tmp_path, play)
    first, second, _ = now.rounds[0]
    assert first.players[0] not in now.here
    assert now.is_between
    assert table.closed or why_not
    assert {result.players[0] for result in second.played} <= {"", second.players[0]}
    assert {result.players[0] for result in first.played} <= {"", first.players[0]}


def test_nobody_sits_down_rises_or_deals_at_a_table_of_a_tournament(tmp_path):
    async def play(here):
        code = await here.opened(QUICK, 3)
        await here.hall.begin(code)
        await here.tables(code)
        (sitting,) = (await here.hall.tournament(code)).rounds[-1]
        tried = [("p9", Sit("P9")), ("p0", Rise()), ("p0", Ready()), ("p0", Begin()), ("host", Begin()), ("p0", Deal())]
        answers = [await here.hub.do(sitting.code, by, command) for by, command in tried]
        return answers, await here.hub.table(sitting.code), code, here.hub.looking(sitting.code)

    answers, table, code, looking = held(tmp_path, play)
    assert all(answers)
    assert (table.of.tournament, table.of.round, table.of.table) == (code, 1, 1)
    assert looking == 0  # the hall is nobody who looks on


def test_a_result_is_told_once_whoever_tells_it_again(tmp_path):
    async def play(here):
        code = await here.opened(QUICK, 3)
        await here.hall.begin(code)
        now = await here.play_round(code)
        (played,) = now.rounds[0][0].played
        again = await here.hall.do(code, Played(1, played.players, played.payments))
        await here.kill()
        await here.begin()
        return again, await here.hall.tournament(code), await here.hall.received("tongits")

    again, now, (received, names) = held(tmp_path, play)
    assert again
    assert len(now.rounds[0][0].played) == 1
    assert {player: len(paid) for player, paid in received.items()} == {"p0": 1, "p1": 1, "p2": 1}
    assert names["p1"] == "Player 1"


@pytest.mark.parametrize("taken", ["remove", "unname"])
def test_a_name_that_is_taken_away_stands_in_no_round_of_any_table_and_the_results_stay(taken, tmp_path):
    async def play(here):
        code = await here.opened(QUICK, 3)
        for rounds in range(2):
            await here.hall.begin(code)
            await here.tables(code)
            if rounds == 1:
                await getattr(here.hall, taken)(code, "p1")
            now = await here.play_round(code)
        tables = [await here.hub.table(one.code) for sat in now.rounds for one in sat]
        late = await here.hall.do(code, Unnamed("p1"))
        return now, [one.done[0].about["players"] for one in tables], late, await here.hall.received("tongits")

    now, told, late, (received, names) = held(tmp_path, play)
    assert [one.name for one in now.entrants] == ["Player 0", "", "Player 2"]
    assert ("p1" in now.here) == (taken == "unname")
    assert [sorted(players) for players in told] == [["", "Player 0", "Player 2"]] * 2
    assert late
    assert names["p1"] == ""
    assert "p1" in received


def test_a_hall_that_was_killed_before_its_tables_were_opened_opens_them(tmp_path):
    async def play(here):
        code = await here.opened(QUICK, 3)
        await here.hub.close()  # so nothing is done any more that was to be done later
        await here.hall.begin(code)
        await here.kill()
        await here.begin()
        return await here.tables(code)

    (table,) = held(tmp_path, play)
    assert len(table.people) == 3


def test_what_cannot_be_opened_is_refused(tmp_path):
    async def play(here):
        return [await here.hall.open("Cup", "host", QUICK, deals) for deals in (0, -1, 31)]

    assert all(isinstance(answer, Refused) for answer in held(tmp_path, play))
