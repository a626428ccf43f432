"""Writers are killed with `kill -9` at any moment: nothing acknowledged is lost, nothing is there twice, no gap.

`KILLS` in the environment says how often. `python -m tests.tables.test_store_killed FILE` makes a writer for each line
that it reads: forked, so that it costs only what it does. A writer says its process number, then what the store has
acknowledged: log, first and last number, key. When it has died its maker says so, behind all that it said.
"""

import asyncio
import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from random import Random

from cardlab.tables.store import Store

KILLS = int(os.environ.get("KILLS", "10"))
MOST = 150
"""How many acknowledgements a writer lives for at most."""
LOGS = tuple(f"table:{name}" for name in "FHKMR")


def bodies(key):
    """What is sent under a key: one to three entries, each of which says how many there are."""
    count = 1 + sum(key.encode()) % 3
    return tuple(f'"{key} {number}/{count}"' for number in range(1, count + 1))


# A writer


def report(*words):
    """One line, in one piece."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


async def write(file):
    """Appends to all logs at once, everything twice, until somebody kills it."""
    store = await Store.open(file)
    await asyncio.gather(*(fill(store, log) for log in LOGS))


async def fill(store, log):
    last = len(await store.read(log))
    for number in range(1_000_000):
        key = f"{os.getpid()}-{number}"
        sent = await asyncio.gather(*(store.append(log, last, key, bodies(key)) for _ in range(2)))
        if sent != [True, False]:
            report("fault", log, sent)
        report(log, last + 1, last := last + len(bodies(key)), key)


def make_writers(file):
    for _ in sys.stdin:
        child = os.fork()
        if not child:
            report("writer", os.getpid())
            asyncio.run(write(file))
        os.waitpid(child, 0)
        report("over")


# Who kills them


@contextmanager
def writers(file):
    command = [sys.executable, "-m", "tests.tables.test_store_killed", str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as process:
        yield process
        process.stdin.close()


def killed(process, after):
    """What a new writer was acknowledged until it was killed, at once when it had `after` acknowledgements."""
    process.stdin.write("go\n")
    word, number = process.stdout.readline().split()
    assert word == "writer"
    reports = [process.stdout.readline().split() for _ in range(after)]
    os.kill(int(number), signal.SIGKILL)
    while (line := process.stdout.readline()) != "over\n":
        reports.append(line.split())
    return reports


async def added(file, seen):
    """What each log has that was not `seen`; looked at by a server that starts."""
    store = await Store.open(file)
    entries = {log: await store.read(log, len(seen[log])) for log in LOGS}
    await store.close()
    return entries


def test_what_was_acknowledged_is_there_once_and_in_order_however_often_a_server_is_killed(file):
    random = Random(15)
    seen = {log: [] for log in LOGS}
    acknowledged = 0
    with writers(file) as process:
        for number in range(KILLS):
            reports = killed(process, random.randrange(MOST) if number % 5 else 0)
            for log, entries in asyncio.run(added(file, seen)).items():
                seen[log] += entries
            for log, first, last, key in reports:
                entries = seen[log][int(first) - 1 : int(last)]
                assert [(entry.version, entry.body) for entry in entries] == list(enumerate(bodies(key), int(first)))
                assert entries[0].key == key
            acknowledged += len(reports)
    for entries in seen.values():
        assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
        # Of what was not acknowledged all is there, or nothing.
        keys = [entry.key for entry in entries if entry.key]
        assert len(set(keys)) == len(keys)
        assert [entry.body for entry in entries] == [body for key in keys for body in bodies(key)]
    assert acknowledged


if __name__ == "__main__":
    make_writers(sys.argv[1])
