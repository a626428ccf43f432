"""What a store promises: what is kept, in which order, once; and what becomes of its file.

`STORIES` in the environment says how many stories are tried.
"""

import asyncio
import os
import subprocess
import sys
from contextlib import asynccontextmanager, closing
from pathlib import Path
from sqlite3 import connect
from stat import S_IMODE
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab.phrasing.catalogue import say
from cardlab.tables.store import SCHEMA_VERSION, CannotOpen, LogEntry, Store, StoreTrouble, default_file

STORIES = int(os.environ.get("STORIES", "20"))


@asynccontextmanager
async def opened(file, **options):
    store = await Store(file, **options).open()
    yield store
    await store.close()


async def why_not(file):
    """The code of why it cannot be opened."""
    with pytest.raises(CannotOpen) as raised:
        await Store(file).open()
    return raised.value.code


# What is kept


class Log:
    """What a log is: a list of bodies, and the keys under which something was kept."""

    def __init__(self):
        self.bodies, self.keys = [], set()

    def append(self, after, key, bodies):
        if key in self.keys or after != len(self.bodies):
            return False
        self.keys |= {key} - {""}
        self.bodies += bodies
        return True


TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=5)
SENDS = st.tuples(
    st.sampled_from(["table:A", "table:AB", "tournament:A"]),
    st.sampled_from([0, 0, 0, -1, -2, 1]),  # how far from the end of the log its sender believes it to be
    st.sampled_from(["", "", "a", "b", "c"]),
    st.lists(TEXTS, min_size=1, max_size=3),
)


@settings(max_examples=STORIES, deadline=None)
@given(st.lists(st.one_of(st.lists(SENDS, min_size=1, max_size=5), st.just("opened anew")), max_size=12))
def test_a_store_holds_what_plain_lists_would_hold(story):
    """What is sent at once is judged in the order in which it came; a file that is opened anew holds the same."""

    async def run(file):
        store, logs = await Store(file).open(), {}
        for sends in story:
            if isinstance(sends, str):
                await store.close()
                store = await Store(file).open()
                continue
            sent, expected = [], []
            for name, offset, key, bodies in sends:
                log = logs.setdefault(name, Log())
                after = max(0, len(log.bodies) + offset)
                sent.append(store.append(name, after, key, bodies))
                expected.append(log.append(after, key, bodies))
            assert await asyncio.gather(*sent) == expected
            for name, log in logs.items():
                entries = await store.read(name)
                assert [(entry.version, entry.body) for entry in entries] == list(enumerate(log.bodies, 1))
                assert {entry.key for entry in entries} - {None} == log.keys
                assert await store.read(name, 2) == entries[2:]
        assert set(await store.recent("table")) == {
            name.removeprefix("table:") for name, log in logs.items() if log.bodies and "table:" in name
        }
        await store.close()

    with TemporaryDirectory() as folder:
        asyncio.run(run(Path(folder) / "tables.sqlite3"))


async def test_logs_come_back_in_the_order_in_which_something_happened_last(file):
    times = iter(range(10, 100))
    async with opened(file, clock=lambda: float(next(times))) as store:
        for version, code in enumerate(("table:größe", "table:C", "table:B", "table:größe", "tournament:A")):
            await store.append(code, version == 3, f"{version}", ["{}"])
    async with opened(file) as store:
        assert await store.read("table:größe") == (LogEntry(1, "0", "{}"), LogEntry(2, "3", "{}"))
        assert await store.recent("table") == ["C", "B", "größe"]
        assert await store.recent("table", 11.0) == ["B", "größe"]
        assert await store.recent("tab") == []


async def test_who_stops_waiting_disturbs_nobody_and_what_waits_is_done_before_a_store_closes(file):
    store = await Store(file).open()
    gone = asyncio.ensure_future(store.append("a", 0, "gone", ["{}"]))
    await asyncio.sleep(0)  # it is on its way
    gone.cancel()
    with pytest.raises(asyncio.CancelledError):
        await gone
    # Nobody knows whether it was done; both can be found out.
    last = len(await store.read("a"))
    waiting = [asyncio.ensure_future(store.append("a", last + after, f"{after}", ["{}"])) for after in range(300)]
    await asyncio.sleep(0)
    await store.close()
    assert all([await one for one in waiting])
    with pytest.raises(StoreTrouble):
        await store.read("a")


# Its file


OTHERS = ["no database", "CREATE TABLE of_another_program (file)"]
OTHERS += [f"PRAGMA user_version = {version}" for version in (SCHEMA_VERSION - 1, SCHEMA_VERSION + 1)]


@pytest.mark.parametrize("other", OTHERS)
async def test_a_file_that_is_no_log_of_ours_stays_as_it_is(other, tmp_path):
    file = tmp_path / "8a.sqlite3"
    if other == "no database":
        file.write_text(other * 1000)
    else:
        if other.startswith("PRAGMA"):  # a log of an earlier or a later version
            async with opened(file) as store:
                await store.append("a", 0, "k", ["1"])
        with closing(connect(file)) as database, database:
            database.execute(other)
    before = file.read_bytes()
    assert await why_not(file) == "store.not_ours"
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["8a.sqlite3"]


async def test_a_file_is_made_where_nothing_is_read_by_its_owner_alone_and_written_to_the_disk(
    file, monkeypatch, tmp_path
):
    async with opened(file) as store:
        await store.append("a", 0, "k", ["1"])
        # Every acknowledgement waits for the disk, so not even a power cut takes it away. 2: FULL
        for name, expected in (("journal_mode", "wal"), ("synchronous", 2)):
            found = await store._run(lambda connection, name=name: connection.execute(f"PRAGMA {name}").fetchone())
            assert found == (expected,)
        assert {S_IMODE(path.stat().st_mode) & 0o077 for path in file.parent.iterdir()} == {0}
    assert [path.name for path in file.parent.iterdir()] == ["tables.sqlite3"]
    assert await why_not(file.parent) == await why_not(file / "tables.sqlite3") == "store.no_file"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_file() == tmp_path / "cardlab" / "tables.sqlite3"


async def test_a_file_has_one_server(file):
    code = "import asyncio, sys; from cardlab.tables.store import Store; asyncio.run(Store(sys.argv[1]).open())"
    async with opened(file) as store:
        assert await why_not(file) == "store.in_use"
        # Nor has another program, however it asks.
        second = subprocess.run([sys.executable, "-c", code, file], capture_output=True, text=True, check=False)
        assert say("store.in_use", file=str(file)) in second.stderr
        assert await store.append("a", 0, "k", ["1"])
    async with opened(file) as store:
        assert len(await store.read("a")) == 1


FULL = """
import asyncio, resource, signal, sys
from cardlab.tables.store import *

async def story():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    store = await Store(sys.argv[1]).open()
    end = 0
    resource.setrlimit(resource.RLIMIT_FSIZE, (2_000_000, -1))
    try:
        for end in range(1000):
            await store.append("a", end, f"{end}", ["x" * 1000])
    except StoreTrouble:
        print(end > 100, len(await store.read("a")) == end)
    resource.setrlimit(resource.RLIMIT_FSIZE, (-1, -1))
    print(await store.append("a", end, f"{end}", ["x"]))
    await store.close()
    store = await Store(sys.argv[1]).open()
    print([entry.version for entry in await store.read("a")] == list(range(1, end + 2)))
    await store.close()

asyncio.run(story())
"""


def test_a_full_disk_is_said_and_what_was_acknowledged_stays(file):
    done = subprocess.run([sys.executable, "-c", FULL, file], capture_output=True, text=True)
    assert done.stdout.splitlines() == ["True True", "True", "True"], done.stderr
