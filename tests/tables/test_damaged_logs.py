"""Logs that were damaged on the disk: whatever stands in one, the others are served, and it is said once.

`ROUNDS` in the environment says how many logs are damaged.
"""

import asyncio
import gc
import math
import os
import re
import shutil
from contextlib import closing
from random import Random
from sqlite3 import connect

from tests.tables.at_table import does, sit
from tests.tables.test_services import QUICK, RACE, make_move, running

ROUNDS = int(os.environ.get("ROUNDS", "8"))
WORD = re.compile(r'"[^"]*"|-?[.\w]+|[][{}]')
HOSTILE = ("", "{}", "null", "0", "-1", "99", "1e12", "true", '"x"', '"\\ud800"', '"\x1b[31m"', '{"x": []}')
NUMBERS = (-5, 99, 10**12, "x", b"\xff")
TIMES = (math.inf, -math.inf, "soon", b"\xff", 1e18, -1e18, 0)
BODIES = ("", "{", "null", "[]", "7", b"\xff\xfe", b"{}", "[" * 100_000, "9" * 5000, '"\\ud800"')


async def fill(file):
    """Make a store with logs of every kind: tournaments between rounds and within one, tables."""
    async with running(file) as here:
        await here.open(QUICK, 0)
        played = await here.open(QUICK, 3)
        await here.tournaments.begin_round(played)
        await here.play_round(played)
        await here.tournaments.begin_round(played)
        await here.open(RACE, 2)
        for agreed, players in ((QUICK, ("ana", "ben", "cara")), (RACE, ("ana", "ben"))):
            code = await here.tables.open(agreed, "ana")
            for who in players:
                await does(here.tables, code, who, sit(who))
        for _ in range(5):
            await make_move(here.tables, code, Random(1))


def damaged(body, chance):
    """An event with something hostile in place of one of its words, or cut off, or no event at all."""
    word = chance.choice([*WORD.finditer(body)])
    hostile = body[: word.start()] + chance.choice(HOSTILE) + body[word.end() :]
    return chance.choice([hostile, hostile, hostile, body[: word.start()], chance.choice(BODIES)])


def damage(file, chance):
    """Damage one entry of a store; returns the name of its log."""
    with closing(connect(file)) as database, database:
        logs = [name for (name,) in database.execute("SELECT DISTINCT log FROM log ORDER BY log")]
        kind = chance.choice(sorted({name.partition(":")[0] for name in logs}))
        log = chance.choice([name for name in logs if name.startswith(kind)])
        rows = database.execute("SELECT seq, body FROM log WHERE log = ? ORDER BY seq", (log,)).fetchall()
        seq, body = chance.choice(rows)
        match chance.randrange(10):
            case 0:
                change, seq = ("at", chance.choice(TIMES)), rows[-1][0]
            case 1 if kind in ("table", "tournament"):
                change = "seq", chance.choice(NUMBERS)
            case _:
                change = "body", damaged(body, chance)
        database.execute(f"UPDATE log SET {change[0]} = ? WHERE log = ? AND seq = ?", (change[1], log, seq))
    return log


async def served(file):
    """The states of all readable logs of a store, by name."""
    async with running(file) as here:
        states = {}
        for _ in range(2):
            for code in await here.tables.store.recent("tournament", -math.inf):
                if (now := await here.tournaments.tournament(code)) is not None:
                    now.opened.title.encode()
                    states[f"tournament:{code}"] = now
            for code in await here.tables.store.recent("table", -math.inf):
                if (table := await here.tables.table(code)) is not None:
                    states[f"table:{code}"] = table.agreed, table.moves
        for game in ("tongits", "tichu"):
            await here.tournaments.leaderboard(game)
        return states


def test_whatever_stands_in_a_damaged_log_the_others_are_served_and_it_is_said_once(tmp_path, caplog):
    whole, file = tmp_path / "whole.sqlite3", tmp_path / "tables.sqlite3"
    asyncio.run(fill(whole))
    before = asyncio.run(served(whole))
    assert {log.partition(":")[0] for log in before} == {"tournament", "table"}
    gc.freeze()  # a service that begins collects garbage, of all tests before this one
    left_out = 0
    for number in range(ROUNDS):
        shutil.copy(whole, file)
        log = damage(file, Random(number))
        caplog.clear()
        states = asyncio.run(served(file))
        code = log.partition(":")[2]
        others = [other for other in before if not other.endswith(code)]
        assert {other: states.get(other) for other in others} == {other: before[other] for other in others}, number
        said = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
        assert len(said) <= 1, (number, said)
        assert all(code in one for one in said), (number, said)
        left_out += bool(said)
    assert left_out > ROUNDS / 4
