"""The power goes at any moment: what is on the disk then opens, with all that was acknowledged and nothing by halves.

A copy of the files stands for the disk. What SQLite was told to bring to the disk is there; of what it has written
since, any part may be, in any order of its sectors. `COPIES` in the environment says how often each is tried.
"""

import asyncio
import os
import shutil
import signal
from pathlib import Path
from random import Random

import pytest

from cardlab.tables.store import Store
from tests.tables.test_store_killed import added, writers
from tests.tables.writer import LOGS, bodies

COPIES = int(os.environ.get("COPIES", "10"))
MOST = 150
"""How many acknowledgements come at most before the next copy."""
SECTOR = 512
LOG = LOGS[0]


@pytest.fixture
def file(tmp_path):
    return tmp_path / "tables.sqlite3"


def beside(file):
    """Where SQLite's write-ahead log of this file lies."""
    return Path(f"{file}-wal")


async def entries_of(file):
    store = await Store.open(file)
    found = await store.read(LOG)
    await store.close()
    return found


def test_a_copy_taken_while_a_server_writes_holds_all_that_was_acknowledged(file, tmp_path):
    random = Random(3)
    told, copies = [], []
    with writers(file) as process:
        process.stdin.write("go\n")
        _, number = process.stdout.readline().split()
        for copy in range(COPIES):
            told += [process.stdout.readline().split() for _ in range(random.randrange(1, MOST))]
            # Both files at one moment, as the disk has them: the writer stands still in the middle of what it does.
            os.kill(int(number), signal.SIGSTOP)
            copies.append((tmp_path / f"copy-{copy}.sqlite3", len(told)))
            for of in (file, beside(file)):
                shutil.copy(of, str(copies[-1][0]) + of.name.removeprefix(file.name))
            os.kill(int(number), signal.SIGCONT)
        os.kill(int(number), signal.SIGKILL)
        while process.stdout.readline() != "over\n":
            pass
    for copied, count in copies:
        found = asyncio.run(added(copied, {log: [] for log in LOGS}))
        for log, first, last, key in told[:count]:
            entries = found[log][int(first) - 1 : int(last)]
            assert [(entry.seq, entry.body) for entry in entries] == list(enumerate(bodies(key), int(first)))
        for entries in found.values():
            keys = [entry.key for entry in entries if entry.key]
            assert [entry.body for entry in entries] == [body for key in keys for body in bodies(key)]


def test_what_was_being_written_is_there_whole_or_not_at_all(file, tmp_path):
    random = Random(5)

    async def written():
        """The file, and its write-ahead log after the last acknowledgement and after one more."""
        store, last = await Store.open(file), 0
        for number in range(20):
            sent = bodies(f"before {number}")
            assert await store.append(LOG, last, "", sent)
            last += len(sent)
        acknowledged = beside(file).read_bytes()
        await store.append(LOG, last, "late", ["x" * 3000, "y" * 3000, "z" * 3000])
        found = file.read_bytes(), acknowledged, beside(file).read_bytes(), last
        await store.close()
        return found

    whole, acknowledged, all_, last = asyncio.run(written())
    assert all_.startswith(acknowledged)
    cut = tmp_path / "cut.sqlite3"
    places = [len(acknowledged), *random.sample(range(len(acknowledged), len(all_)), COPIES), len(all_)]
    for place in places:
        missing = len(all_) - place
        for rest in (b"", bytes(missing), random.randbytes(missing)):
            cut.write_bytes(whole)
            beside(cut).write_bytes(all_[:place] + rest)
            found = asyncio.run(entries_of(cut))
            # Where nothing but noughts is missing, nothing is.
            complete = place == len(all_) or (rest == bytes(missing) and all_[place:] == rest)
            assert [entry.seq for entry in found] == list(range(1, last + 1 + 3 * complete)), (place, len(rest))


def test_the_power_may_go_while_the_write_ahead_log_is_brought_into_the_file(file, tmp_path):
    random = Random(7)

    async def written():
        store, last = await Store.open(file), 30
        for number in range(last):
            await store.append(LOG, number, "", [f"{number} {'x' * 20_000}"])
        before, log = file.read_bytes(), beside(file).read_bytes()
        await store.close()  # brings all of it into the file
        return before, log, file.read_bytes(), last

    before, log, after, last = asyncio.run(written())
    assert len(before) < len(after)
    torn = tmp_path / "torn.sqlite3"
    for _ in range(COPIES):
        sectors = range(0, len(after), SECTOR)
        old = before.ljust(len(after), b"\0")
        torn.write_bytes(b"".join(random.choice((old, after))[at : at + SECTOR] for at in sectors))
        beside(torn).write_bytes(log)
        assert [entry.seq for entry in asyncio.run(entries_of(torn))] == list(range(1, last + 1))


def test_every_acknowledgement_waits_for_the_disk(file):
    async def settings():
        store = await Store.open(file)
        await store.append(LOG, 0, "first", ["1"])
        asked = [
            await store._done(lambda connection, name=name: connection.execute(f"PRAGMA {name}").fetchone()[0])
            for name in ("journal_mode", "synchronous")
        ]
        await store.close()
        return asked

    assert asyncio.run(settings()) == ["wal", 2]  # 2: FULL
