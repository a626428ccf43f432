"""What a store promises: what is kept, in which order, once; and what becomes of its file."""

import asyncio
import subprocess
import sys
from contextlib import asynccontextmanager
from functools import wraps
from sqlite3 import connect
from stat import S_IMODE

import pytest

from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.tables.store import (
    MOST_WAITING,
    VERSION,
    Again,
    Behind,
    CannotOpen,
    Entry,
    Kept,
    Store,
    StoreTrouble,
    default_file,
)


def story(test):
    """A test that is a coroutine."""

    @wraps(test)
    def run(*args, **kwargs):
        asyncio.run(asyncio.wait_for(test(*args, **kwargs), 60))

    return run


@asynccontextmanager
async def opened(file, **options):
    store = await Store.open(file, **options)
    try:
        yield store
    finally:
        await store.close()


async def why_not(file):
    """Why it cannot be opened; the sentence is there in every language."""
    with pytest.raises(CannotOpen) as raised:
        await Store.open(file)
    assert all(raised.value.told(lang) for lang in LANGUAGES)
    assert str(raised.value) == say(raised.value.code, **raised.value.facts)
    return raised.value


@story
async def test_entries_are_numbered_from_one_and_come_back_as_they_were_sent(file):
    bodies = ['{"said": "Müller ’s 🂡 \\u0000"}', "[" + '"long",' * 20_000 + "1]", "'; DROP TABLE log; --"]
    async with opened(file, clock=lambda: 1_795_000_000.25) as store:
        assert await store.append("board:größe", 0, "first", bodies[:1]) == Kept(1, 1)
        assert await store.append("board:größe", 1, "second", bodies[1:]) == Kept(2, 3)
    async with opened(file) as store:
        entries = await store.read("board:größe")
    assert entries[:2] == (
        Entry("board:größe", 1, "first", 1_795_000_000.25, bodies[0]),
        Entry("board:größe", 2, "second", 1_795_000_000.25, bodies[1]),
    )
    assert [(entry.seq, entry.at, entry.body) for entry in entries[2:]] == [(3, 1_795_000_000.25, bodies[2])]
    assert len({entry.key for entry in entries}) == 3


@story
async def test_what_is_sent_twice_is_kept_once(file):
    async with opened(file) as store:
        await store.append("a", 0, "k", ["1", "2"])
        assert await store.append("a", 0, "k", ["1", "2"]) == Again(1)
        await store.append("a", 2, "l", ["3"])
        assert await store.append("a", 99, "k", ["other"]) == Again(1)
        # A key is one of its log.
        assert await store.append("b", 0, "k", ["1"]) == Kept(1, 1)
    async with opened(file) as store:
        assert await store.append("a", 3, "l", ["3"]) == Again(3)
        assert [entry.body for entry in await store.read("a")] == ["1", "2", "3"]


@story
async def test_who_is_late_hears_where_the_log_is_and_nothing_is_appended(file):
    async with opened(file) as store:
        assert await store.append("a", 1, "early", ["x"]) == Behind(0)
        await store.append("a", 0, "k", ["1", "2"])
        assert [await store.append("a", after, f"k{after}", ["x"]) for after in (0, 1, 3)] == [Behind(2)] * 3
        assert await store.append("a", 2, "k1", ["3"]) == Kept(3, 3)
        assert [entry.body for entry in await store.read("a")] == ["1", "2", "3"]


@story
async def test_of_what_waits_together_each_is_judged_alone(file):
    async with opened(file) as store:
        outcomes = await asyncio.gather(
            store.append("a", 0, "k", ["1"]),
            store.append("a", 0, "other", ["x"]),
            store.append("a", 0, "k", ["1"]),
            store.append("b", 0, "k", ["1", "2"]),
            store.append("a", 1, "l", ["2", "3"]),
            store.append("b", 7, "l", ["x"]),
            store.append("a", 3, "m", ["4"]),
            store.read("a", 2),
        )
        assert outcomes[:3] == [Kept(1, 1), Behind(1), Again(1)]
        assert outcomes[3:7] == [Kept(1, 2), Kept(2, 3), Behind(2), Kept(4, 4)]
        assert [entry.body for entry in outcomes[7]] == ["3", "4"]


@story
async def test_what_has_no_key_gets_one_that_nobody_guesses(file):
    async with opened(file) as store:
        for after in range(3):
            assert await store.append("a", after, "", ["{}"]) == Kept(after + 1, after + 1)
        keys = {entry.key for entry in await store.read("a")}
    assert len(keys) == 3
    assert min(map(len, keys)) >= 20


@story
async def test_logs_are_found_by_how_their_names_begin(file):
    times = iter(range(10, 100))
    async with opened(file, clock=lambda: float(next(times))) as store:
        for name in ("table:B", "table:A", "board:main", "table", "tableau", "tab%e:", "tab_e:", "täble:"):
            await store.append(name, 0, "k", ["1"])
        await store.append("table:B", 1, "l", ["2", "3"])
        assert await store.logs("table:") == (("table:A", 1, 11.0), ("table:B", 3, 18.0))
        assert [name for name, _, _ in await store.logs("tab_")] == ["tab_e:"]
        assert [name for name, _, _ in await store.logs("tab%")] == ["tab%e:"]
        names = [name for name, _, _ in await store.logs()]
        assert names == sorted(names)
        assert len(names) == 8
        assert await store.logs("z") == await store.logs("table:AA") == ()
        assert await store.read("z") == ()


@pytest.mark.parametrize(
    ("log", "key", "bodies"),
    [
        ("", "k", ["1"]),
        ("a\0", "k", ["1"]),
        ("a" * 201, "k", ["1"]),
        ("a", "k\x1f2", ["1"]),
        ("a", "k" * 201, ["1"]),
        ("a", "k", []),
        ("a", "k", ["1", "\0"]),
        ("a", "k", ["\ud800"]),
    ],
)
@story
async def test_what_cannot_be_kept_is_refused_and_spoils_nothing(file, log, key, bodies):
    async with opened(file) as store:
        outcomes = await asyncio.gather(
            store.append("a", 0, "before", ["1"]),
            store.append(log, 1, key, bodies),
            store.append("a", 1, "behind", ["2"]),
            return_exceptions=True,
        )
    assert isinstance(outcomes[1], ValueError)
    assert outcomes[::2] == [Kept(1, 1), Kept(2, 2)]


@story
async def test_what_waits_is_done_before_a_store_closes_and_nothing_after(file):
    store = await Store.open(file)
    waiting = [asyncio.ensure_future(store.append("a", after, f"{after}", ["{}"])) for after in range(1000)]
    await asyncio.sleep(0)  # all are on their way
    await asyncio.gather(store.close(), store.close())
    assert [await one for one in waiting] == [Kept(seq, seq) for seq in range(1, 1001)]
    with pytest.raises(StoreTrouble) as raised:
        await store.read("a")
    assert [raised.value.told(lang) for lang in LANGUAGES] == [say("store.closed", lang) for lang in LANGUAGES]
    await store.close()


@story
async def test_who_stops_waiting_disturbs_nobody(file):
    async with opened(file) as store:
        gone = asyncio.ensure_future(store.append("a", 0, "k", ["1"]))
        behind = asyncio.ensure_future(store.append("a", 1, "l", ["2"]))
        await asyncio.sleep(0)
        gone.cancel()
        assert await behind == Kept(2, 2)
        with pytest.raises(asyncio.CancelledError):
            await gone


@pytest.mark.parametrize(("version", "code"), [(VERSION + 1, "store.newer"), (VERSION - 1, "store.older")])
@story
async def test_a_server_does_not_touch_what_another_version_wrote(file, version, code):
    async with opened(file) as store:
        await store.append("a", 0, "k", ["1"])
    change(file, f"PRAGMA user_version = {version}")
    before = file.read_bytes()
    assert (await why_not(file)).code == code
    assert file.read_bytes() == before
    change(file, f"PRAGMA user_version = {VERSION}")
    async with opened(file) as store:
        assert len(await store.read("a")) == 1


@story
async def test_a_file_of_the_time_before_is_told_so_and_stays_as_it_is(tmp_path):
    file = tmp_path / "old.sqlite3"
    change(file, "CREATE TABLE cardlab_version (version_num)")
    before = file.read_bytes()
    assert (await why_not(file)).code == "store.older"
    assert file.read_bytes() == before


def change(file, command):
    """Changes a file behind the back of the store."""
    with connect(file) as connection:
        connection.execute(command)
    connection.close()


@story
async def test_nothing_need_be_there_for_a_file_and_only_its_owner_reads_it(file):
    async with opened(file) as store:
        await store.append("a", 0, "k", ["1"])
        assert {S_IMODE(path.stat().st_mode) & 0o077 for path in file.parent.iterdir()} == {0}
    assert [path.name for path in file.parent.iterdir()] == ["tables.sqlite3"]


def test_the_usual_file_is_in_the_folder_for_data(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_file() == tmp_path / "cardlab" / "tables.sqlite3"


@story
async def test_a_file_has_one_server(file):
    code = "import asyncio, sys; from cardlab.tables.store import Store; asyncio.run(Store.open(sys.argv[1]))"
    async with opened(file) as store:
        assert (await why_not(file)).code == "store.in_use"
        # Nor has another program, however it asks.
        second = subprocess.run([sys.executable, "-c", code, file], capture_output=True, text=True)
        assert say("store.in_use", file=str(file)) in second.stderr
        assert await store.append("a", 0, "k", ["1"]) == Kept(1, 1)
    async with opened(file) as store:
        assert len(await store.read("a")) == 1


@story
async def test_a_file_that_is_no_store_stays_as_it_is(tmp_path):
    text, other = tmp_path / "text", tmp_path / "other.sqlite3"
    text.write_text("no database " * 1000)
    with connect(other) as connection:
        connection.execute("CREATE TABLE bookmarks (file)")
    connection.close()
    before = text.read_bytes(), other.read_bytes()
    assert (await why_not(text)).code == "store.no_database"
    assert (await why_not(other)).code == "store.not_ours"
    assert (text.read_bytes(), other.read_bytes()) == before
    assert (await why_not(tmp_path)).code == "store.no_file"
    assert (await why_not(text / "tables.sqlite3")).code == "store.no_file"
    assert {path.name for path in tmp_path.iterdir()} == {"text", "other.sqlite3"}


@story
async def test_what_is_too_much_at_once_is_refused_and_the_rest_is_kept(file):
    async with opened(file) as store:
        sent = [store.append("a", after, f"{after}", ["{}"]) for after in range(MOST_WAITING + 2)]
        outcomes = await asyncio.gather(*sent, return_exceptions=True)
        assert {type(outcome) for outcome in outcomes[:MOST_WAITING]} == {Kept}
        assert [str(outcome) for outcome in outcomes[MOST_WAITING:]] == [say("store.full")] * 2
        assert await store.append("a", MOST_WAITING, "k", ["{}"]) == Kept(MOST_WAITING + 1, MOST_WAITING + 1)


@story
async def test_memory_will_do_where_nothing_need_last(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    async with opened(None) as one, opened(None) as other:
        assert await one.append("a", 0, "k", ["1"]) == Kept(1, 1)
        assert await other.logs() == ()
    assert not list(tmp_path.iterdir())


FULL = """
import asyncio, resource, signal, sys
from cardlab.tables.store import *

async def story():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    store = await Store.open(sys.argv[1])
    kept, end = [], 0
    resource.setrlimit(resource.RLIMIT_FSIZE, (2_000_000, -1))
    try:
        for end in range(1000):
            await store.append("a", end, f"{end}", ["x" * 1000])
    except StoreTrouble as trouble:
        print(trouble.code, end > 100, len(await store.read("a")) == end)
    resource.setrlimit(resource.RLIMIT_FSIZE, (-1, -1))
    print(await store.append("a", end, f"{end}", ["x"]) == Kept(end + 1, end + 1))
    await store.close()
    store = await Store.open(sys.argv[1])
    print([entry.seq for entry in await store.read("a")] == list(range(1, end + 2)))

asyncio.run(story())
"""


def test_a_full_disk_is_said_and_what_was_acknowledged_stays(file):
    done = subprocess.run([sys.executable, "-c", FULL, file], capture_output=True, text=True)
    assert done.stdout.splitlines() == ["store.broken True True", "True", "True"], done.stderr
