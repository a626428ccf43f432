"""Tournaments that are held: every table is opened, dealt to, told of once and closed, through killed halls."""

import asyncio
import json
import subprocess
import sys
from random import Random

import pytest

from cardlab import bots, record, tichu, tongits
from cardlab.cli import main
from cardlab.locale import say
from cardlab.record import EARLIER, Record
from cardlab.refusal import IllegalMove
from cardlab.tables.fair import Dealer, check_deal
from cardlab.tables.hall import Hall, Settings, tournament_of
from cardlab.tables.hub import Hub
from cardlab.tables.results import is_bot
from cardlab.tables.store import Store
from cardlab.tables.table import ITSELF, Agreed, Begin, Make, Ready, Refused, Remove, Rise, Sit, Watch
from cardlab.tables.tournament import NextRound, fold, standings
from cardlab.tables.tournament_log import (
    BrokenOff,
    Dropped,
    Entered,
    Kind,
    Opened,
    Played,
    Removed,
    Unnamed,
    parse,
    text,
    unnamed,
)
from cardlab.tichu.state import flip_pending

QUICK = Agreed(tongits.Rules(), watch=Watch.NOBODY, pace=0, patience=600)
RACE = Agreed(tichu.Rules(), watch=Watch.NOBODY, pace=0, patience=600)


class Held:
    """A store, a hub and a hall; `await begin()` anew after `await kill()` is a server that was killed and is back."""

    def __init__(self, folder, file=None):
        self.file = file or folder / "tables.sqlite3"

    async def begin(self):
        self.store = await Store.open(self.file)
        self.hub = Hub(self.store)
        self.hall = Hall(self.hub, between=0, gather=0, begin=0, closing=0)
        await self.hall.start()

    async def kill(self):
        """Whatever was under way is not done."""
        await self.hub.close()
        await self.store.close()

    async def opened(self, kind, agreed, count, **options):
        code = await self.hall.open(kind, Settings("Cup", "host", agreed), **options)
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
            tables = [at.code for at in await self.hall.tables(code) if at.table is not None and at.table.playing]
            await asyncio.gather(*(moved(self.hub, at, chance) for at in tables))
            # What is due after no time is done when the loop comes round, what is written when the disk has it.
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


def accepted(folder, dealer, records, capsys):
    """What `cardlab check --dealer` says of every record: nothing is wrong, and the dealer was right."""
    (folder / "dealer.json").write_text(dealer.text())
    for round_, number, deals in records:
        *earlier, last = deals
        about = {**last.about, EARLIER: [json.loads(one.text()) for one in earlier]}
        Record(last.start, last.moves, about=about).write(folder / "record.json")
        code = main(["check", str(folder / "record.json"), "--dealer", str(folder / "dealer.json")])
        told = capsys.readouterr().out
        assert (code, say("cli.check_dealer.right") in told) == (0, True), (round_, number, told)


def test_T10_6_a_duplicate_tournament_of_nine_is_played_to_its_table_through_halls_that_are_killed(tmp_path, capsys):
    async def play(here):
        code = await here.opened(Kind.SWISS, QUICK, 9, rounds=2, deals=2)
        seed = here.hall._held[code].seed
        for _ in range(2):
            await here.hall.do(code, NextRound())
            await here.play_round(code, until=lambda now: len(now.rounds[-1][0].results) == 1)
            await here.kill()
            await here.begin()
            await here.play_round(code)
            await here.kill()
            await here.begin()
        assert here.hall.dealer(code).seed is None
        assert seed not in "".join(map(str, here.hall.events(code)))
        await here.hall.end(code)
        return await here.hall.tournament(code), here.hall.dealer(code), await here.hall.records(code)

    now, dealer, records = held(tmp_path, play)
    lines = standings(now)
    assert [len(table.results) for tables in now.rounds for table in tables] == [2] * 6
    assert [line.deals for line in lines] == [4] * 9
    assert sum(line.points for line in lines) == 0
    assert dealer.is_right
    # The same cards at every table, and not the same ones twice.
    starts = {(round_, deal): one.start for round_, _, deals in records for deal, one in enumerate(deals)}
    assert len(set(starts.values())) == 4
    assert all(one.start == starts[round_, deal] for round_, _, deals in records for deal, one in enumerate(deals))
    assert all(record.check(one) is None and check_deal(one, dealer) is None for *_, deals in records for one in deals)
    accepted(tmp_path, dealer, records, capsys)


def test_T10_6_a_knock_out_of_four_at_tichu_has_a_winner(tmp_path, capsys):
    async def play(here):
        code = await here.opened(Kind.KNOCK_OUT, RACE, 4, deals=1)
        for _ in range(2):
            await here.hall.do(code, NextRound())
            await here.play_round(code)
        await here.hall.end(code)
        return await here.hall.tournament(code), here.hall.dealer(code), await here.hall.records(code)

    now, dealer, records = held(tmp_path, play)
    assert [len(tables) for tables in now.rounds] == [2, 1]
    assert [line.place for line in standings(now)][:2] == [1, 2]
    accepted(tmp_path, dealer, records, capsys)


def test_who_drops_out_or_is_sent_away_is_played_for_and_a_table_can_break_off(tmp_path):
    async def play(here):
        code = await here.opened(Kind.ROUND_ROBIN, QUICK, 9, rounds=1, deals=2)
        await here.hall.do(code, NextRound())
        await here.play_round(code, until=lambda now: all(len(table.results) >= 1 for table in now.rounds[-1]))
        now = await here.hall.tournament(code)
        first, second, _ = (table.players for table in now.rounds[-1])
        at = {player: here.hall.table_of(code, player) for player in (first[0], second[0])}
        await here.hall.do(code, Dropped(first[0]))
        # Who is sent out of the class loses the seat, and is out of the tournament.
        sent_out = bool(at[second[0]])
        if sent_out:
            await here.hub.do(at[second[0]], ITSELF, Remove(0))
        if not now.is_done(now.rounds[-1][2]):
            await here.hall.do(code, BrokenOff(1, 3))
        now = await here.play_round(code)
        return now, first, second, sent_out

    now, first, second, sent_out = held(tmp_path, play)
    assert first[0] not in now.here
    assert (second[0] in now.here) is not sent_out
    assert now.is_between
    assert all(result.players[0] in (first[0], *filter(is_bot, result.players)) for result in now.rounds[0][0].results)


def test_nobody_sits_down_rises_or_deals_at_a_table_that_was_given(tmp_path):
    async def play(here):
        code = await here.opened(Kind.ROUND_ROBIN, QUICK, 3, deals=1)
        await here.hall.do(code, NextRound())
        while not here.hall.table_of(code, "p0"):
            await asyncio.sleep(0)
        at = here.hall.table_of(code, "p0")
        commands = [("p9", Sit("P9")), ("p0", Rise()), ("p0", Ready()), ("p0", Begin()), ("host", Begin())]
        answers = [await here.hub.do(at, by, command) for by, command in commands]
        return answers, await here.hub.table(at), code, here.hub.looking(at)

    answers, table, code, looking = held(tmp_path, play)
    assert all(isinstance(answer, Refused) for answer in answers)
    assert tournament_of(table) == (code, 1, 1)
    assert looking == 0  # the hall is nobody who looks on


def test_a_result_is_told_once_whoever_tells_it_again(tmp_path):
    async def play(here):
        code = await here.opened(Kind.ROUND_ROBIN, QUICK, 3, deals=1)
        await here.hall.do(code, NextRound())
        now = await here.play_round(code)
        result = now.rounds[0][0].results[0]
        with pytest.raises(IllegalMove):
            await here.hall.do(code, Played(1, 1, result))
        for _ in range(3):
            await here.hall._see_to(here.hall._held[code])
        return await here.hall.tournament(code)

    assert len(held(tmp_path, play).rounds[0][0].results) == 1


def test_whoever_is_removed_stands_in_no_record_and_no_log_and_the_results_stay(tmp_path):
    async def play(here):
        code = await here.opened(Kind.ROUND_ROBIN, QUICK, 3, deals=1)
        await here.hall.do(code, NextRound())
        await here.play_round(code)
        before = {line.entrant.player: line.points for line in standings(await here.hall.tournament(code))}
        await here.hall.do(code, Removed("p1"))
        after = {line.entrant.player: line.points for line in standings(await here.hall.tournament(code))}
        told = str(here.hall.events(code)) + str(
            [one.about for *_, deals in await here.hall.records(code) for one in deals]
        )
        return before, after, told, await here.hall.played("tongits")

    before, after, told, (results, names) = held(tmp_path, play)
    assert before == after
    assert "Player 1" not in told
    assert len(results) == 1
    assert set(names) == {"p0", "p2"}


@pytest.mark.parametrize("taken", [Removed, Unnamed])
def test_a_name_that_is_taken_away_in_a_tournament_stands_in_no_round_of_any_of_its_tables(taken, tmp_path):
    async def play(here):
        code = await here.opened(Kind.SWISS, QUICK, 3, rounds=3, deals=1)
        tables = []
        for rounds in range(2):
            await here.hall.do(code, NextRound())
            while not any(at.table and at.table.playing for at in await here.hall.tables(code)):
                await asyncio.sleep(0)
            tables += [at.code for at in await here.hall.tables(code)]
            if rounds == 1:
                await here.hall.do(code, taken("p1"))
            now = await here.play_round(code)
        # A hall that was killed before it had seen to it does so when it is back.
        await here.kill()
        await here.begin()
        told = [(await here.hub.table(at)).done[0].about["players"] for at in tables]
        names = [one.name for one in (await here.hall.tournament(code)).entrants]
        return now, names, told, str(here.hall.events(code)), await here.hall.played("tongits")

    now, names, told, log, (_, ranked) = held(tmp_path, play)
    assert names == ["Player 0", "", "Player 2"]
    assert ("p1" in now.here) == (taken is Unnamed)
    assert [sorted(players) for players in told] == [["", "Player 0", "Player 2"]] * 2
    assert "Player 1" not in log
    assert set(ranked) == {"p0", "p2"}


def test_whose_name_was_taken_away_may_enter_under_another_and_the_log_can_be_read(tmp_path):
    log = (
        Opened(Kind.SWISS, "tongits", Dealer.new().hash, 3),
        Entered("p1", "Rude"),
        Unnamed("p1"),
        Dropped("p1"),
        Entered("p1", "Ben"),
    )
    told = parse(text(unnamed(log)))
    assert [event.name for event in told if isinstance(event, Entered)] == ["-", "Ben"]
    assert fold(told) == fold(log)
    assert [one.name for one in fold(told).entrants] == ["Ben"]
    assert fold(log[:3]).entrants[0].name == ""


def test_nobody_fills_the_log_with_coming_and_going(tmp_path):
    async def play(here):
        code = await here.opened(Kind.SWISS, QUICK, 1, rounds=1)
        for _ in range(100):
            await here.hall.do(code, Dropped("p0"))
            try:
                await here.hall.do(code, Entered("p0", "Player 0"))
            except IllegalMove:
                break
        return here.hall.events(code)

    assert 10 < len(held(tmp_path, play)) < 30


def test_no_round_is_shown_while_another_table_may_still_play_its_cards(tmp_path):
    async def play(here):
        code = await here.opened(Kind.ROUND_ROBIN, QUICK, 9, rounds=1, deals=1)
        await here.hall.do(code, NextRound())
        now = await here.play_round(code, until=lambda now: any(map(now.is_done, now.rounds[-1])))
        if now.is_between:
            return ()
        return await here.hall.records(code)

    assert held(tmp_path, play) == ()


def test_a_hall_that_was_killed_before_its_tables_were_opened_opens_them(tmp_path):
    async def play(here):
        code = await here.opened(Kind.ROUND_ROBIN, QUICK, 3, deals=1)
        held_one = here.hall._held[code]
        await here.hall._do(held_one, NextRound(), "")
        assert held_one.codes == {}
        await here.kill()
        await here.begin()
        return here.hall.table_of(code, "p2")

    assert len(held(tmp_path, play)) == 6


def test_the_secret_number_is_checked_by_what_was_published(tmp_path):
    async def play(here):
        code = await here.opened(Kind.ROUND_ROBIN, QUICK, 3, deals=1)
        before = here.hall.dealer(code)
        await here.hall.end(code)
        return before, here.hall.dealer(code)

    before, dealer = held(tmp_path, play)
    assert before == Dealer(dealer.hash)
    assert dealer.is_right


AHEAD = """
import asyncio, sys
from cardlab import tongits
from cardlab.tables.hall import HEAVY, Hall, Settings
from cardlab.tables.hub import Hub
from cardlab.tables.store import Store
from cardlab.tables.table import Agreed
from cardlab.tables.tournament_log import Kind

async def run():
    store = await Store.open(None)
    hub = Hub(store)
    hall = Hall(hub)
    assert not set(HEAVY) & set(sys.modules)
    await hall.open(Kind.SWISS, Settings("Cup", "host", Agreed(tongits.Rules())), rounds=4)
    await asyncio.wait(asyncio.all_tasks() - {asyncio.current_task()})
    assert set(HEAVY) <= set(sys.modules)
    await hub.close()
    await store.close()

asyncio.run(run())
"""


def test_what_takes_a_second_to_import_is_imported_once_a_tournament_is_opened_and_not_before():
    subprocess.run([sys.executable, "-c", AHEAD], check=True)
