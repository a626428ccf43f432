"""The hub: one order of commands for everybody, nothing told that is not durable, and nothing done twice."""

import asyncio
from random import Random

import pytest

from cardlab import tongits
from cardlab.bots.tongits import careful
from cardlab.tables.hub import MOST_OPENED, Hub, Seen
from cardlab.tables.store import Store
from cardlab.tables.table import (
    Agreed,
    Begin,
    Lent,
    Make,
    Moved,
    Ready,
    Return,
    Returned,
    Say,
    Sit,
)

ANA, BEN, CARA = "mark-a", "mark-b", "mark-c"
QUICK = Agreed(tongits.Rules(), pace=0, patience=600)


def at_hub(file, act):
    """Runs `act(hub)` at a hub of its own, and closes it."""

    async def run():
        store = await Store.open(file)
        hub = Hub(store, lambda: 4711)
        try:
            return await act(hub)
        finally:
            await hub.close()
            await store.close()

    return asyncio.run(run())


async def three(hub, agreed=QUICK):
    """A table at which three sit, and the cards are dealt."""
    code = await hub.open(agreed, ANA)
    for by in (ANA, BEN, CARA):
        await hub.do(code, by, Sit(by))
    for by in (ANA, BEN, CARA):
        assert await hub.do(code, by, Ready()) == ()
    return code


async def bot_moves(hub, code, count):
    """So many moves, each by whoever's turn it is."""
    for _ in range(count):
        table = await hub.table(code)
        if not table.playing:
            return
        seat = table.state.seat
        move = careful(tongits.view(table.state, seat), Random(1))
        assert await hub.do(code, table.seats[seat].player, Make(move)) == ()


def test_a_table_is_the_same_after_the_hub_was_closed_and_opened_again(file):
    async def play(hub):
        code = await three(hub)
        await bot_moves(hub, code, 12)
        return code, await hub.table(code)

    code, before = at_hub(file, play)
    assert at_hub(file, lambda hub: hub.table(code)) == before


class Counting(Store):
    """A store that counts how often a log is read from its beginning."""

    begun = 0

    async def read(self, log, after=0):
        self.begun += not after
        return await super().read(log, after)


def test_a_log_is_read_once_however_many_ask_for_its_table_while_it_is_read(file):
    async def play(hub):
        return await three(hub)

    code = at_hub(file, play)

    async def again():
        store = await Counting.open(file)
        hub = Hub(store)
        found = await asyncio.gather(*(hub.table(code) for _ in range(3)))
        await hub.close()
        await store.close()
        return found, store.begun

    found, begun = asyncio.run(again())
    assert found[0] is found[1] is found[2] is not None
    assert begun == 1


def test_what_is_sent_twice_is_done_once(file):
    async def play(hub):
        code = await three(hub)
        table = await hub.table(code)
        seat = table.state.seat
        move = careful(tongits.view(table.state, seat), Random(1))
        first = await hub.do(code, table.seats[seat].player, Make(move), "page:1")
        second = await hub.do(code, table.seats[seat].player, Make(move), "page:1")
        return code, table.seats[seat].player, move, first, second

    async def again(hub):
        return await hub.do(code, player, Make(move), "page:1"), len((await hub.table(code)).moves)

    code, player, move, *answers = at_hub(file, play)
    assert answers == [(), ()]
    # Also by a hub that was begun since.
    assert at_hub(file, again) == ((), 1)


def test_everybody_is_told_in_the_same_order_what_has_happened(file):
    async def play(hub):
        told = {ANA: [], BEN: [], "looks on": []}
        code = await three(hub)
        for who, heard in told.items():
            await hub.watch(code, who, lambda seen, heard=heard: heard.append(seen))
        await bot_moves(hub, code, 6)
        await asyncio.gather(*(hub.do(code, by, Say("hello")) for by in (ANA, BEN, CARA)))
        return told

    told = at_hub(file, play)
    happened = [[event for seen in heard for event in seen.events] for heard in told.values()]
    assert happened[0] == happened[1] == happened[2]
    assert sum(isinstance(event, Moved) for event in happened[0]) == 6
    assert all(isinstance(seen, Seen) for seen in told[ANA])


def test_commands_at_the_same_moment_are_taken_one_after_the_other(file):
    async def play(hub):
        code = await hub.open(QUICK, ANA)
        answers = await asyncio.gather(*(hub.do(code, f"player {n}", Sit(f"Player {n}")) for n in range(12)))
        return answers, await hub.table(code)

    answers, table = at_hub(file, play)
    assert answers.count(()) == 3
    assert [one[0].code for one in answers if one] == ["table_full"] * 9
    assert len({one.player for one in table.seats}) == 3


def test_bots_play_while_somebody_looks_and_stand_still_when_nobody_does(file):
    async def play(hub):
        code = await hub.open(QUICK, ANA)
        await hub.do(code, ANA, Sit("Ana"))
        await hub.do(code, ANA, Begin())
        moved = asyncio.Event()

        def heard(seen):
            if any(isinstance(event, Moved) and event.seat for event in seen.events):
                moved.set()

        await bot_moves_of(hub, code, ANA)
        before = len((await hub.table(code)).moves)
        assert hub.left(code) == {}
        end = await hub.watch(code, ANA, heard)
        await moved.wait()
        end()
        return before, len((await hub.table(code)).moves)

    before, after = at_hub(file, play)
    assert after > before


async def bot_moves_of(hub, code, player):
    """The turn of one player, to its end."""
    while True:
        table = await hub.table(code)
        seat = table.seat_of(player)
        if not table.playing or table.state.seat != seat:
            return
        await hub.do(code, player, Make(careful(tongits.view(table.state, seat), Random(1))))


def test_T10_6_a_bot_takes_over_after_the_time_for_a_turn_and_the_player_comes_back(file):
    async def play(hub):
        code = await three(hub, Agreed(tongits.Rules(), pace=0, patience=600, clock=1))
        table = await hub.table(code)
        seat = table.state.seat
        events, moved = [], asyncio.Event()

        def heard(seen):
            events.extend(seen.events)
            if any(isinstance(event, Moved) for event in seen.events):
                moved.set()

        for by in (ANA, BEN, CARA):
            await hub.watch(code, by, heard if by == ANA else lambda seen: None)
        assert set(hub.left(code)) == {"clock"}
        await moved.wait()  # nobody has moved, so that is the bot
        back = await hub.do(code, table.seats[seat].player, Return())
        return seat, events, back, (await hub.table(code)).seats[seat]

    seat, events, back, own = at_hub(file, play)
    assert events[0] == Lent(seat)
    assert (type(events[1]), events[1].seat) == (Moved, seat)
    assert back == ()
    assert Returned(seat) in events
    assert (own.bot, bool(own.player)) == (False, True)


def test_no_player_opens_tables_without_end(file):
    async def play(hub):
        for _ in range(MOST_OPENED):
            await hub.open(QUICK, ANA)
        return await hub.open(QUICK, ANA), await hub.open(QUICK, BEN)

    refused, opened = at_hub(file, play)
    assert refused.refusals[0].code == "table_too_many"
    assert isinstance(opened, str)


def test_what_is_kept_while_nobody_knows_of_it_is_known_before_anything_else_is_done(file):
    """The disk may have answered when nobody waited for it any more."""

    async def play(hub):
        code, other = await hub.open(QUICK, ANA), Hub(hub.store)
        assert await other.do(code, BEN, Sit("Ben"), "page:1") == ()
        told = []
        await hub.watch(code, ANA, lambda seen: told.extend(seen.events))
        await hub.do(code, BEN, Sit("Ben"), "page:1")
        await hub.do(code, CARA, Sit("Cara"))
        return told, await hub.table(code)

    told, table = at_hub(file, play)
    assert [one.name for one in table.seats] == [one.name for one in told] + [""] == ["Ben", "Cara", ""]


@pytest.mark.parametrize("code", ["", "AAAAAA", "KT6WTYX", "kt6wty", "../..", "\0" * 6])
def test_a_code_that_nobody_was_given_leads_to_no_table(file, code):
    assert at_hub(file, lambda hub: hub.table(code)) is None
