"""Writers that are there to be killed: `python -m tests.tables.writer FILE` makes one for each line that it reads.

A writer is forked, so it costs only what it does. It says its process number, then what the store has acknowledged:
log, first and last number, key. When it has died its maker says so, and that comes behind all that it said.
"""

import asyncio
import os
import sys

from cardlab.tables.store import Store

LOGS = tuple(f"table:{name}" for name in "FHKMR")


def bodies(key: str) -> tuple[str, ...]:
    """What is sent under a key: one to three entries, each of which says how many there are."""
    count = 1 + sum(key.encode()) % 3
    return tuple(f'"{key} {number}/{count}"' for number in range(1, count + 1))


def tell(*words: object) -> None:
    """One line, in one piece."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


async def write(file: str) -> None:
    """Appends to all logs at once, everything twice, until somebody kills it."""
    store = await Store.open(file)
    await asyncio.gather(*(_fill(store, log) for log in LOGS))


async def _fill(store: Store, log: str) -> None:
    last = len(await store.read(log))
    for number in range(1_000_000):
        key = f"{os.getpid()}-{number}"
        sent = await asyncio.gather(*(store.append(log, last, key, bodies(key)) for _ in range(2)))
        if sent != [True, False]:
            tell("fault", log, sent)
        tell(log, last + 1, last := last + len(bodies(key)), key)


if __name__ == "__main__":
    for _ in sys.stdin:
        child = os.fork()
        if not child:
            tell("writer", os.getpid())
            asyncio.run(write(sys.argv[1]))
        os.waitpid(child, 0)
        tell("over")
