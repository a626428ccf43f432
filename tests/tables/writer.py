"""Writers that are there to be killed: `python -m tests.tables.writer FILE` makes one for each line that it reads.

A writer is forked, so it costs only what it does. It says its process number, then what the store has acknowledged:
log, first and last number, key. When it has died its maker says so, and that comes behind all that it said.
"""

import asyncio
import os
import sys

from cardlab.tables.store import Again, Behind, Kept, Store

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
    entries = await store.read(log)
    last = len(entries)
    if entries:
        sent = next(entry for entry in reversed(entries) if entry.key.isprintable())
        if await store.append(log, sent.seq - 1, sent.key, bodies(sent.key)) != Again(sent.seq):
            tell("fault", log, sent)
    for number in range(1_000_000):
        key = f"{os.getpid()}-{number}"
        match await asyncio.gather(*(store.append(log, last, key, bodies(key)) for _ in range(2))):
            case Kept(first, last), Again(seq) if first == seq:
                tell(log, first, last, key)
            case Behind(last), Behind():  # what a writer before had sent came only now
                pass
            case other:
                tell("fault", log, other)


if __name__ == "__main__":
    for _ in sys.stdin:
        child = os.fork()
        if not child:
            tell("writer", os.getpid())
            asyncio.run(write(sys.argv[1]))
        os.waitpid(child, 0)
        tell("over")
