"""The class board above a store: what counts is kept, what is kept counts, and others may write to the same log."""

import asyncio
from functools import wraps

from cardlab.serve.board_hub import BoardHub
from cardlab.tables.board import Ask, Clear, Close, Form, Give, OfDrill, Refused
from cardlab.tables.entries import Again, Behind, Entry, Kept
from cardlab.tables.names import mark
from cardlab.tables.store import Store

ASK = Ask(OfDrill("melds.repair", "demo 1 1", 1), Form("one", ("yes", "no")), 1000)


def run(test):
    @wraps(test)
    def running():
        asyncio.run(asyncio.wait_for(test(), 60))

    return running


def give(learner, number=1, turn=1, answer="yes"):
    return Give(learner, number, (answer,), turn, 2000)


def kept_by(store):
    async def opened():
        return store

    return opened


class InMemory:
    """A store that forgets everything at its end."""

    def __init__(self):
        self.lines, self.keys = [], {}

    async def append(self, log, after, key, bodies):
        if key in self.keys:
            return Again(self.keys[key])
        if after != len(self.lines):
            return Behind(len(self.lines))
        self.lines += [Entry(log, after + n, f"{key}-{n}", 0.0, body) for n, body in enumerate(bodies, 1)]
        self.keys[key] = after + 1
        return Kept(after + 1, len(self.lines))

    async def read(self, log, after=0):
        return tuple(self.lines[after:])


class Troubled(InMemory):
    """A store that fails so many times before it keeps something, or after it has kept it and cannot say so."""

    def __init__(self, before=0, after=0):
        super().__init__()
        self.before, self.after = before, after
        self.calls = 0

    async def append(self, *arguments):
        self.calls += 1
        if self.before:
            self.before -= 1
            raise OSError("the disk is away")
        kept = await super().append(*arguments)
        if self.after:
            self.after -= 1
            raise OSError("the line is away")
        return kept


@run
async def test_a_board_that_is_read_again_is_the_same_and_takes_no_more_answers():
    store = InMemory()
    first = BoardHub(kept_by(store))
    assert await first.do(ASK) == "kept"
    assert await first.do(give("anna")) == "kept"
    again = BoardHub(kept_by(store))
    await again.ready()
    assert again.board.questions[0].given == first.board.questions[0].given
    assert await again.do(give("ben")) == Refused("closed")
    # A second server of the same class goes on with it.
    other = BoardHub(kept_by(store), closes=False)
    await other.ready()
    assert other.board == again.board


@run
async def test_all_that_comes_while_the_store_writes_is_written_together():
    store = Troubled()
    hub = BoardHub(kept_by(store))
    changes = []
    hub.listen(lambda before, after: changes.append(after))
    await hub.do(ASK)
    outcomes = await asyncio.gather(*(hub.do(give(f"learner {number}")) for number in range(40)))
    assert outcomes == ["kept"] * 40
    assert len(hub.board.questions[0].given) == 40
    assert store.calls == 2
    assert changes[-1] is hub.board


@run
async def test_a_store_in_trouble_is_asked_again_and_keeps_everything_once():
    for store in (Troubled(before=1), Troubled(after=1)):
        hub = BoardHub(kept_by(store), pause=0)
        assert await hub.do(ASK) == "kept"
        assert len(await store.read("board:main", 0)) == 1
        assert await hub.do(give("anna")) == "kept"
        assert len(await store.read("board:main", 0)) == 2


@run
async def test_what_cannot_be_kept_does_not_count():
    store = Troubled()
    hub = BoardHub(kept_by(store), pause=0)
    await hub.do(ASK)
    store.before = 4
    assert await hub.do(give("anna")) == "trouble"
    assert hub.board.questions[0].given == {}
    assert await hub.do(give("anna")) == "kept"
    assert len(hub.board.questions[0].given) == 1


@run
async def test_two_servers_on_one_log_decide_on_what_both_have_kept():
    store = InMemory()
    one, other = BoardHub(kept_by(store)), BoardHub(kept_by(store), closes=False)
    await one.do(ASK)
    await other.ready()
    assert await one.do(give("anna")) == "kept"
    assert await other.do(give("ben")) == "kept"
    assert await one.do(Close()) == "kept"
    assert await other.do(give("ben", turn=2, answer="no")) == Refused("closed")
    assert one.board == other.board
    assert set(one.board.questions[0].given) == {"anna", "ben"}


@run
async def test_a_line_that_is_none_of_ours_stops_nothing():
    store = InMemory()
    hub = BoardHub(kept_by(store))
    await hub.do(ASK)
    await store.append("board:main", 1, "strange", ['{"event":"torn"}', '{"event":"closed","number":9}'])
    assert await hub.do(give("anna")) == "kept"
    assert len(hub.board.questions[0].given) == 1
    assert await hub.do(Clear()) == "kept"
    assert hub.board.questions == ()


def test_the_real_store_keeps_the_board_over_a_restart(tmp_path):
    async def told(wish):
        store = await Store.open(f"{tmp_path}/tables.sqlite3")
        hub = BoardHub(kept_by(store))
        outcomes = await asyncio.gather(*map(hub.do, wish))
        await hub.ready()
        await store.close()
        return outcomes, hub.board

    first, board = asyncio.run(told([ASK, *(give(f"learner {number}") for number in range(40))]))
    assert first == ["kept"] * 41
    second, again = asyncio.run(told([give("late")]))
    assert second == [Refused("closed")]
    assert again.questions[0].given == board.questions[0].given
    assert len(again.questions[0].given) == 40


def test_a_mark_says_nothing_about_the_token():
    assert mark("token", "learner") != mark("tokem", "learner")
    assert "token" not in mark("token", "learner")
