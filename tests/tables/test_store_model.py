"""Whatever is done to a store, in whatever order, it holds what a plain list would hold.

`STORIES` in the environment says how many stories are tried.
"""

import asyncio
import os
from itertools import count

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from cardlab.tables.store import Again, Behind, Kept, Store

STORIES = int(os.environ.get("STORIES", "8"))
NUMBERS = count(1)

names = st.sampled_from(["table:A", "table:AB", "board:main"])
keys = st.sampled_from(["", "a", "b", "c", "d", "e"])
texts = st.lists(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=5), min_size=1)
offsets = st.sampled_from([0, 0, 0, -1, -2, 1])
"""How far from the end of the log its sender believes it to be."""


class Log:
    """What a log is: a list of bodies, and at which number each key was kept."""

    def __init__(self):
        self.bodies = []
        self.keys = {}

    def append(self, after, key, bodies):
        if key in self.keys:
            return Again(self.keys[key])
        if after != len(self.bodies):
            return Behind(len(self.bodies))
        if key:
            self.keys[key] = after + 1
        self.bodies += bodies
        return Kept(after + 1, len(self.bodies))


class Stories(RuleBasedStateMachine):
    """A store; each story has logs of its own in the same file."""

    def __init__(self, file):
        super().__init__()
        self.file = file
        self.prefix = f"{next(NUMBERS)} "
        self.logs = {}
        self.run = asyncio.Runner()
        self.store = self.opened()

    def opened(self):
        return self.run.run(Store.open(self.file))

    def teardown(self):
        self.run.run(self.store.close())
        self.run.close()

    def log(self, name):
        return self.logs.setdefault(name, Log())

    @rule(name=names, offset=offsets, key=keys, bodies=texts)
    def append(self, name, offset, key, bodies):
        after = max(0, len(self.log(name).bodies) + offset)
        sent = self.store.append(self.prefix + name, after, key, bodies)
        assert self.run.run(sent) == self.log(name).append(after, key, bodies)

    @rule(sends=st.lists(st.tuples(names, offsets, keys, texts), max_size=8))
    def append_together(self, sends):
        """What is sent at once is judged in the order in which it came."""
        expected, sent = [], []
        for name, offset, key, bodies in sends:
            after = max(0, len(self.log(name).bodies) + offset)
            sent.append((self.prefix + name, after, key, bodies))
            expected.append(self.log(name).append(after, key, bodies))

        async def together():
            return await asyncio.gather(*(self.store.append(*one) for one in sent))

        assert self.run.run(together()) == expected

    @rule(name=names, key=keys, bodies=texts, is_same=st.booleans())
    def race(self, name, key, bodies, is_same):
        """Several write at the same place: one is first, whichever that is."""
        log = self.log(name)
        after = len(log.bodies)
        sends = [(key if is_same or not key else f"{key}{number}", bodies) for number in range(4)]

        async def race():
            appends = [self.store.append(self.prefix + name, after, *send) for send in sends]
            return await asyncio.gather(*appends)

        outcomes = self.run.run(race())
        kept = [send for send, outcome in zip(sends, outcomes, strict=True) if isinstance(outcome, Kept)]
        assert len(kept) == (not any(send[0] in log.keys for send in sends)) or not is_same
        assert len(kept) <= 1
        for send in kept:
            assert log.append(after, *send) == Kept(after + 1, len(log.bodies))
        for send, outcome in zip(sends, outcomes, strict=True):
            assert isinstance(outcome, Kept) or outcome == log.append(after, *send)

    @rule()
    def close_and_open(self):
        self.run.run(self.store.close())
        self.store = self.opened()

    @rule(name=names, after=st.integers(0, 20))
    def read(self, name, after):
        entries = self.run.run(self.store.read(self.prefix + name, after))
        assert [entry.body for entry in entries] == self.log(name).bodies[after:]

    @invariant()
    def the_store_holds_what_the_lists_hold(self):
        found = self.run.run(self.store.logs(self.prefix))
        lasts = {name.removeprefix(self.prefix): last for name, last, _ in found}
        assert lasts == {name: len(log.bodies) for name, log in self.logs.items() if log.bodies}
        for name, log in self.logs.items():
            entries = self.run.run(self.store.read(self.prefix + name))
            assert [(entry.seq, entry.body) for entry in entries] == list(enumerate(log.bodies, 1))
            assert {key: entry.seq for entry in entries if (key := entry.key) in log.keys} == log.keys


def test_a_store_holds_what_a_plain_list_would_hold(file):
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large]
    run_state_machine_as_test(
        lambda: Stories(file),
        settings=settings(max_examples=STORIES, stateful_step_count=25, suppress_health_check=slow),
    )
