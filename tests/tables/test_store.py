"""What a store promises, on SQLite and on a real PostgreSQL alike; then what each of the two promises besides."""

import asyncio
import signal
import subprocess
import sys
from contextlib import asynccontextmanager
from functools import wraps
from sqlite3 import connect
from stat import S_IMODE

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import make_url

from cardlab.locale import LANGUAGES, say
from cardlab.tables.database import VERSION
from cardlab.tables.store import MOST_WAITING, Again, Behind, CannotOpen, Entry, Kept, Store, StoreTrouble, default_url

PASSWORD = "Sesam-öffne-dich"


def story(test):
    """A test that is a coroutine."""

    @wraps(test)
    def run(*args, **kwargs):
        asyncio.run(asyncio.wait_for(test(*args, **kwargs), 60))

    return run


@asynccontextmanager
async def opened(url, **options):
    store = await Store.open(url, **options)
    try:
        yield store
    finally:
        await store.close()


async def why_not(url):
    """Why it cannot be opened; the sentence is there in every language."""
    with pytest.raises(CannotOpen) as raised:
        await Store.open(url)
    assert all(raised.value.told(lang) for lang in LANGUAGES)
    assert str(raised.value) == say(raised.value.code, **raised.value.facts)
    return raised.value


# Of both


@story
async def test_entries_are_numbered_from_one_and_come_back_as_they_were_sent(url):
    bodies = ['{"said": "Müller ’s 🂡 \\u0000"}', "[" + '"long",' * 20_000 + "1]", "'; DROP TABLE cardlab_log; --"]
    async with opened(url, clock=lambda: 1_795_000_000.25) as store:
        assert await store.append("board:größe", 0, "first", bodies[:1]) == Kept(1, 1)
        assert await store.append("board:größe", 1, "second", bodies[1:]) == Kept(2, 3)
    async with opened(url) as store:
        entries = await store.read("board:größe")
    assert entries[:2] == (
        Entry("board:größe", 1, "first", 1_795_000_000.25, bodies[0]),
        Entry("board:größe", 2, "second", 1_795_000_000.25, bodies[1]),
    )
    assert [(entry.seq, entry.at, entry.body) for entry in entries[2:]] == [(3, 1_795_000_000.25, bodies[2])]
    assert len({entry.key for entry in entries}) == 3


@story
async def test_what_is_sent_twice_is_kept_once(url):
    async with opened(url) as store:
        await store.append("a", 0, "k", ["1", "2"])
        assert await store.append("a", 0, "k", ["1", "2"]) == Again(1)
        await store.append("a", 2, "l", ["3"])
        assert await store.append("a", 99, "k", ["other"]) == Again(1)
        # A key is one of its log.
        assert await store.append("b", 0, "k", ["1"]) == Kept(1, 1)
    async with opened(url) as store:
        assert await store.append("a", 3, "l", ["3"]) == Again(3)
        assert [entry.body for entry in await store.read("a")] == ["1", "2", "3"]


@story
async def test_who_is_late_hears_where_the_log_is_and_nothing_is_appended(url):
    async with opened(url) as store:
        assert await store.append("a", 1, "early", ["x"]) == Behind(0)
        await store.append("a", 0, "k", ["1", "2"])
        assert [await store.append("a", after, f"k{after}", ["x"]) for after in (0, 1, 3)] == [Behind(2)] * 3
        assert await store.append("a", 2, "k1", ["3"]) == Kept(3, 3)
        assert [entry.body for entry in await store.read("a")] == ["1", "2", "3"]


@story
async def test_of_what_waits_together_each_is_judged_alone(url):
    async with opened(url) as store:
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
async def test_what_has_no_key_gets_one_that_nobody_guesses(url):
    async with opened(url) as store:
        for after in range(3):
            assert await store.append("a", after, "", ["{}"]) == Kept(after + 1, after + 1)
        keys = {entry.key for entry in await store.read("a")}
    assert len(keys) == 3
    assert min(map(len, keys)) >= 20


@story
async def test_logs_are_found_by_how_their_names_begin(url):
    times = iter(range(10, 100))
    async with opened(url, clock=lambda: float(next(times))) as store:
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


@story
async def test_a_log_that_is_forgotten_is_gone_and_may_begin_anew(url):
    async with opened(url) as store:
        await store.append("a", 0, "k", ["1", "2"])
        await store.append("ab", 0, "k", ["other"])
        assert await store.forget("a") == 2
        assert await store.forget("a") == 0
        assert await store.read("a") == ()
        assert [name for name, _, _ in await store.logs()] == ["ab"]
        assert await store.append("a", 2, "l", ["3"]) == Behind(0)
        assert await store.append("a", 0, "k", ["new"]) == Kept(1, 1)


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
async def test_what_cannot_be_kept_is_refused_and_spoils_nothing(url, log, key, bodies):
    async with opened(url) as store:
        outcomes = await asyncio.gather(
            store.append("a", 0, "before", ["1"]),
            store.append(log, 1, key, bodies),
            store.append("a", 1, "behind", ["2"]),
            return_exceptions=True,
        )
    assert isinstance(outcomes[1], ValueError)
    assert outcomes[::2] == [Kept(1, 1), Kept(2, 2)]


@story
async def test_what_waits_is_done_before_a_store_closes_and_nothing_after(url):
    store = await Store.open(url)
    waiting = [asyncio.ensure_future(store.append("a", after, f"{after}", ["{}"])) for after in range(1000)]
    await asyncio.sleep(0)  # all are on their way
    await asyncio.gather(store.close(), store.close())
    assert [await one for one in waiting] == [Kept(seq, seq) for seq in range(1, 1001)]
    with pytest.raises(StoreTrouble) as raised:
        await store.read("a")
    assert [raised.value.told(lang) for lang in LANGUAGES] == [say("store.closed", lang) for lang in LANGUAGES]
    store.listen(print)
    await store.close()


@story
async def test_who_stops_waiting_disturbs_nobody(url):
    async with opened(url) as store:
        gone = asyncio.ensure_future(store.append("a", 0, "k", ["1"]))
        behind = asyncio.ensure_future(store.append("a", 1, "l", ["2"]))
        await asyncio.sleep(0)
        gone.cancel()
        assert await behind == Kept(2, 2)
        with pytest.raises(asyncio.CancelledError):
            await gone


@story
async def test_a_server_does_not_touch_what_a_later_version_wrote(url):
    async with opened(url) as store:
        await store.append("a", 0, "k", ["1"])
    await change(url, "UPDATE cardlab_version SET version_num = 'from the future'")
    assert (await why_not(url)).code == "store.newer"
    await change(url, f"UPDATE cardlab_version SET version_num = '{VERSION}'")
    async with opened(url) as store:
        assert len(await store.read("a")) == 1


async def change(url, command):
    """Changes a database behind the back of the store."""
    where = make_url(url)
    if where.drivername == "sqlite":
        with connect(where.database) as connection:
            connection.execute(command)
        connection.close()
    else:
        import psycopg

        async with await psycopg.AsyncConnection.connect(
            host=where.query["host"], user=where.username, dbname=where.database
        ) as connection:
            await connection.execute(command)


def test_the_version_is_the_newest_that_alembic_has():
    config = Config()
    config.set_main_option("script_location", "cardlab.tables:migrations")
    assert ScriptDirectory.from_config(config).get_heads() == [VERSION]


def test_who_imports_the_store_does_not_wait_for_a_database_library():
    code = (
        "import sys, cardlab.tables.store; print([name for name in sys.modules if name in ('sqlalchemy', 'psycopg')])"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "[]\n"


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("", "store.bad_url"),
        ("tables", "store.bad_url"),
        (f"postgresql://me:{PASSWORD}@host:x{PASSWORD}/tables", "store.bad_url"),
        (f"sqlite://me:{PASSWORD}@host/file", "store.bad_url"),
        ("sqlite:///file?mode=ro", "store.bad_url"),
        (f"oracle://me:{PASSWORD}@host/tables", "store.unknown_kind"),
        (f"postgresql+psycopg2://me:{PASSWORD}@host/tables", "store.unknown_kind"),
        (f"postgresql+psycopg://me:{PASSWORD}@/tables?host=/nowhere", "store.no_server"),
        (f"postgresql+psycopg:///tables?user=me&password={PASSWORD}&host=/nowhere", "store.no_server"),
        (f"postgresql://me:{PASSWORD}@127.0.0.1:1/tables", "store.no_server"),
        (f"postgresql://me:{PASSWORD}@127.0.0.1:1/tables?open={PASSWORD}", "store.refused"),
    ],
)
@story
async def test_a_url_that_leads_nowhere_gets_a_sentence_without_its_password(caplog, url, code):
    caplog.set_level(0)
    cannot = await why_not(url)
    assert cannot.code == code
    told = "".join([repr(cannot), caplog.text, *(cannot.told(lang) for lang in LANGUAGES)])
    assert PASSWORD not in told


@pytest.mark.parametrize(("missing", "code"), [("sqlalchemy", "not_installed"), ("psycopg", "no_driver")])
def test_what_is_not_installed_is_said(missing, code):
    program = f"""
import asyncio, sys
sys.modules["{missing}"] = None
from cardlab.tables.store import Store, CannotOpen
try:
    asyncio.run(Store.open("postgresql://127.0.0.1:1/tables"))
except CannotOpen as cannot:
    print(cannot.told("de"))
"""
    told = subprocess.check_output([sys.executable, "-c", program], text=True, encoding="utf-8")
    assert told.strip() == say(f"store.{code}", "de")


# SQLite


@pytest.fixture
def file(tmp_path):
    return tmp_path / "new" / "tables.sqlite3"


@story
async def test_nothing_need_be_there_for_a_file_and_only_its_owner_reads_it(file):
    async with opened(f"sqlite:///{file}") as store:
        await store.append("a", 0, "k", ["1"])
        assert {S_IMODE(path.stat().st_mode) & 0o077 for path in file.parent.iterdir()} == {0}
    assert [path.name for path in file.parent.iterdir()] == ["tables.sqlite3"]


def test_the_usual_file_is_in_the_folder_for_data(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_url() == f"sqlite:///{tmp_path}/cardlab/tables.sqlite3"


@story
async def test_a_file_has_one_server(file):
    code = "import asyncio, sys; from cardlab.tables.store import Store; asyncio.run(Store.open(sys.argv[1]))"
    async with opened(f"sqlite:///{file}") as store:
        assert (await why_not(f"sqlite:///{file}")).code == "store.in_use"
        # Nor has another program, however it asks.
        second = subprocess.run([sys.executable, "-c", code, f"sqlite:///{file}"], capture_output=True, text=True)
        assert say("store.in_use", file=str(file)) in second.stderr
        assert await store.append("a", 0, "k", ["1"]) == Kept(1, 1)
    async with opened(f"sqlite:///{file}") as store:
        assert len(await store.read("a")) == 1


@story
async def test_the_name_of_a_file_is_enough(file):
    async with opened(str(file)) as store:
        await store.append("a", 0, "k", ["1"])
    async with opened(f"sqlite:///{file}") as store:
        assert len(await store.read("a")) == 1


@story
async def test_a_file_that_is_no_store_stays_as_it_is(tmp_path):
    text, other = tmp_path / "text", tmp_path / "other.sqlite3"
    text.write_text("no database " * 1000)
    with connect(other) as connection:
        connection.execute("CREATE TABLE bookmarks (url)")
    connection.close()
    before = text.read_bytes(), other.read_bytes()
    assert (await why_not(f"sqlite:///{text}")).code == "store.no_database"
    assert (await why_not(f"sqlite:///{other}")).code == "store.not_ours"
    assert (text.read_bytes(), other.read_bytes()) == before
    assert (await why_not(f"sqlite:///{tmp_path}")).code == "store.no_file"
    assert (await why_not(f"sqlite:///{text}/tables.sqlite3")).code == "store.no_file"
    assert {path.name for path in tmp_path.iterdir()} == {"text", "other.sqlite3"}


@story
async def test_nothing_of_a_forgotten_log_is_left_on_the_disk(file):
    def holds(word):
        return sum(path.read_bytes().count(word) for path in file.parent.iterdir())

    async with opened(f"sqlite:///{file}") as store:
        for after in range(300):  # several logs grow side by side, so their pages are split again and again
            names = [f"table:{name}" for name in range(8)]
            await asyncio.gather(*(store.append(n, after, f"KEY {n}", ["BODY " + n * 20]) for n in names if after < 1))
            await asyncio.gather(*(store.append(n, after, f"KEY {n} {after}", ["BODY " + n * 20]) for n in names))
        assert holds(b"table:5")
        assert await store.forget("table:5") > 200
        assert not holds(b"table:5")
        assert holds(b"BODY table:4")
        await store.append("table:6", 300, "k", ["1"])
    assert not holds(b"table:5")


@story
async def test_what_is_too_much_at_once_is_refused_and_the_rest_is_kept(file):
    async with opened(f"sqlite:///{file}") as store:
        sent = [store.append("a", after, f"{after}", ["{}"]) for after in range(MOST_WAITING + 2)]
        outcomes = await asyncio.gather(*sent, return_exceptions=True)
        assert {type(outcome) for outcome in outcomes[:MOST_WAITING]} == {Kept}
        assert [str(outcome) for outcome in outcomes[MOST_WAITING:]] == [say("store.full")] * 2
        assert await store.append("a", MOST_WAITING, "k", ["{}"]) == Kept(MOST_WAITING + 1, MOST_WAITING + 1)


@story
async def test_memory_will_do_where_nothing_need_last(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    async with opened("sqlite://") as one, opened("sqlite:///:memory:") as other:
        assert await one.append("a", 0, "k", ["1"]) == Kept(1, 1)
        assert await other.logs() == ()
        assert await one.forget("a") == 1
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
    done = subprocess.run([sys.executable, "-c", FULL, f"sqlite:///{file}"], capture_output=True, text=True)
    assert done.stdout.splitlines() == ["store.broken True True", "True", "True"], done.stderr


# PostgreSQL


@asynccontextmanager
async def two(url):
    async with opened(url) as one, opened(url) as other:
        yield one, other


@story
async def test_two_servers_that_begin_at_once_make_one_database(cluster):
    async def start():
        async with opened(url) as store:
            return await store.logs()

    url = cluster.database()
    assert await asyncio.gather(*(start() for _ in range(4))) == [()] * 4


@story
async def test_of_two_servers_one_is_first(cluster):
    async with two(cluster.database()) as stores:
        for after in range(20):
            logs = [f"table:{name}" for name in range(8)]
            # In opposite order: who waits for whom goes in no circle.
            sent = [
                [store.append(log, after, f"{number} {after}", ["1"]) for log in logs[:: 1 - 2 * number]]
                for number, store in enumerate(stores)
            ]
            one, other = await asyncio.gather(*(asyncio.gather(*some) for some in sent))
            for outcomes in zip(one, reversed(other), strict=True):
                assert set(outcomes) == {Kept(after + 1, after + 1), Behind(after + 1)}


@story
async def test_what_is_sent_to_two_servers_is_kept_once(cluster):
    async with two(cluster.database()) as stores:
        for after in range(20):
            outcomes = await asyncio.gather(*(store.append("a", after, f"{after}", ["1"]) for store in stores))
            assert set(outcomes) == {Kept(after + 1, after + 1), Again(after + 1)}


@story
async def test_a_server_hears_what_another_wrote(cluster):
    async with two(cluster.database()) as (one, other):
        heard = asyncio.Queue()
        await other.append("before", 0, "k", ["1", "2"])
        one.listen(lambda *told: heard.put_nowait(told))
        assert await heard.get() == ("before", 2)
        await one.append("own", 0, "k", ["1"])
        await other.append("a log", 0, "k", ["1", "2"])
        assert await heard.get() == ("a log", 2)
        assert await other.append("own", 0, "k", ["1"]) == Again(1)
        await other.forget("a log")
        assert await heard.get() == ("a log", 0)
        # All lines are cut; when they are there again, everything is told once.
        cluster.cut()
        await other.append("missed", 0, "k", ["1"])
        told = {await heard.get() for _ in range(3)}
        while ("missed", 1) not in told:  # the first may have been heard on a line that was there sooner
            told.add(await heard.get())
        await other.append("before", 2, "l", ["3"])
        while await heard.get() != ("before", 3):
            pass
        assert heard.empty()


@story
async def test_a_line_that_was_cut_is_taken_up_again_and_nobody_notices(cluster):
    async with opened(cluster.database()) as store:
        for after in range(5):
            assert await store.append("a", after, f"{after}", ["1"]) == Kept(after + 1, after + 1)
            cluster.cut()
        assert len(await store.read("a")) == 5


@story
async def test_while_postgresql_is_away_it_is_said_and_then_all_goes_on(cluster, caplog):
    async with opened(cluster.database()) as store:
        await store.append("a", 0, "k", ["1"])
        cluster.stop()
        try:
            for _ in range(3):
                with pytest.raises(StoreTrouble) as raised:
                    await store.append("a", 1, "l", ["2"])
                assert [raised.value.told(lang) for lang in LANGUAGES] == [say("store.broken", n) for n in LANGUAGES]
        finally:
            cluster.start()
        # Whether it had been kept is known by sending it again.
        assert await store.append("a", 1, "l", ["2"]) == Kept(2, 2)
        assert [entry.body for entry in await store.read("a")] == ["1", "2"]
    assert len([record for record in caplog.records if record.name == "cardlab.tables"]) == 2


@story
async def test_nobody_waits_for_ever_for_a_postgresql_that_does_not_answer(cluster):
    url = cluster.database()
    async with opened(url) as patient, opened(url, patience=0.2) as store:
        await patient.append("a", 0, "k", ["1"])
        cluster.signal(signal.SIGSTOP)
        try:
            with pytest.raises(StoreTrouble):
                await store.append("a", 1, "l", ["2"])
        finally:
            cluster.signal(signal.SIGCONT)
        while len(await known(store, "a")) < 2:  # what waited is done then
            pass
        assert await patient.append("a", 1, "l", ["2"]) == Again(2)


async def known(store, log):
    try:
        return await store.read(log)
    except StoreTrouble:
        return ()


@story
async def test_a_server_that_stands_still_does_not_stop_the_others_for_long(cluster):
    import psycopg

    url = cluster.database()
    async with opened(url) as store:
        await store.append("a", 0, "k", ["1"])
        held = await psycopg.AsyncConnection.connect(
            host=str(cluster.folder), user=make_url(url).username, dbname=make_url(url).database
        )
        await held.execute("SET idle_in_transaction_session_timeout = '200ms'")
        await held.execute("LOCK TABLE cardlab_log")
        assert await store.append("a", 1, "l", ["2"]) == Kept(2, 2)
        await held.close()


@story
async def test_who_may_not_make_a_table_is_told_why(cluster):
    url = make_url(cluster.database())
    cluster.run("DROP ROLE IF EXISTS visitor")
    cluster.run("CREATE ROLE visitor LOGIN")
    cannot = await why_not(cluster.url(url.database, "visitor"))
    assert cannot.code == "store.refused"
    assert "permission denied" in cannot.facts["why"]


@story
async def test_a_database_that_is_not_there_is_said(cluster):
    cannot = await why_not(cluster.url("nowhere"))
    assert cannot.code == "store.no_server"
    assert cannot.facts["where"] == f"{cluster.folder}/nowhere"
