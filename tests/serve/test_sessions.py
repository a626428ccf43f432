"""Many pages in one process: isolation, messages, coming back."""

import asyncio
import gc
import json
import logging
import os
import sys
import weakref
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from pages import NOTEBOOKS
from pages_of_sessions import Page, course, sessions

from cardlab.pages.first import FirstPictures
from cardlab.pages.session import MAX_UNREAD
from cardlab.pages.sessions import PAGE_MEMORY
from cardlab.widgets.alone import enter

COUNTER = """
class Counter:
    view, constants, page, count = "scene", {}, None, 0
    def snapshot(self):
        return {"count": self.count}
    def receive(self, content):
        self.count += content["add"]
        self.page.changed()
        self.page.send({"count": self.count})
    def suspend(self):
        pass
counter = Counter()
counter
"""


SAY = "import asyncio, threading\ndef say(name): print(name, end=' ')"
SHOWS = "class Shown:\n    def {}: return {!r}\n"
CELLS = {
    "import warnings\nwarnings.warn('careful')\nprint('after')": {"text": "UserWarning: careful\nafter\n"},
    "for _ in range(3000): print('x' * 1000)": {"text": "".join(["x" * 1000, "\n"] * 200)[:200_000]},
    "print('\\x1b[31mred\\x1b[0m \\x1b[2K\\rend')": {"text": "red end\n"},
    "input()": {"error": "failed"},
    "import asyncio\nawait asyncio.sleep(0)\nwhile True: pass": {"error": "long"},
    "try:\n    await asyncio.wait_for(asyncio.sleep(9), 0)\nexcept TimeoutError:\n    print('caught')": {
        "text": "caught\n"
    },
    SAY: None,
    "async def later(): say('task')\nawait asyncio.create_task(later())": {"text": "task "},
    "await asyncio.to_thread(say, 'thread')": {"text": "thread "},
    "asyncio.get_running_loop().call_soon(say, 'timer')\nawait asyncio.sleep(0)": {"text": "timer "},
    SHOWS.format("_repr_html_(self)", "<b>bold</b>") + "Shown()": {"text/html": "<b>bold</b>"},
    SHOWS.format("_repr_svg_(self)", "<svg></svg>") + "display(Shown())": {"image/svg+xml": "<svg></svg>"},
    "from IPython.display import HTML, display as show\nshow(HTML('<i>slanted</i>'))": {"text/html": "<i>slanted</i>"},
    SHOWS.format("_repr_mimebundle_(self, **_)", {"text/markdown": "**bold** <script>"}) + "Shown()": {
        "text/html": "<p><strong>bold</strong> &lt;script&gt;</p>\n"
    },
}
"""Cells, and what each shows at first, beside its text."""
PLAIN = "text/plain", "text/markdown"


async def test_what_a_cell_prints_shows_or_begins_elsewhere_is_shown_on_its_page(tmp_path, monkeypatch):
    reading, _ = os.pipe()
    monkeypatch.setattr("sys.stdin", os.fdopen(reading))
    async with sessions(course(tmp_path, page=[*CELLS])) as running:
        for page in [await Page(running).opened() for _ in range(2)]:
            shown = [page.cells[index] for index in range(len(CELLS))]
            told = [{kind: one for kind, one in each[0].items() if kind not in PLAIN} for each in shown if each]
            assert told == [one for one in CELLS.values() if one]


async def test_what_fails_or_never_ends_is_told_without_its_reason_and_the_page_and_others_go_on(tmp_path):
    fails = "import sys\nprint('secret', file=sys.stderr)\nraise ValueError('secret')"
    endless = COUNTER.replace('self.count += content["add"]', "while True: pass")
    regular = "import re\nre.match('(a+)+b', 'a' * 60)"
    async with sessions(course(tmp_path, page=[fails, COUNTER, endless, regular, "'after'"])) as running:
        page = await Page(running).opened()
        assert [page.cells[index] for index in (0, 3, 4)] == [
            [{"error": "failed"}],
            [{"error": "long"}],
            [{"text/plain": "'after'"}],
        ]
        page.say(page.place(1), {"add": "secret"})
        assert await page.received("out") == ["out", {"error": "failed"}]
        await page.answered(page.place(1), {"add": 1})
        assert page.picture(1) == {"count": 1}
        assert "secret" not in str(page.frames)
        seen = len(page.frames)
        page.say(page.place(2), {})
        other = await Page(running).opened()
        await other.answered(other.place(1), {"add": 1})
        assert other.picture(1) == {"count": 1}
        assert await page.received("out", since=seen) == ["out", {"error": "long"}]


TORN = """
from cardlab.widgets import Hand
torn = Hand("7h 8h 9s")
whole, faults = torn.render, []
def draw():
    faults.extend(torn.selected)  # as many faults as cards are selected
    if faults:
        raise ValueError(f"{faults.pop()} cannot be drawn")
    return whole()
torn.render = draw
torn
"""


async def test_a_widget_that_cannot_be_drawn_lets_go_of_its_cards_and_its_page_goes_on(tmp_path, monkeypatch):
    # What cannot be drawn is written to the log here; elsewhere it fails a test.
    monkeypatch.setattr(logging.getLogger("cardlab.drawing"), "handlers", [])
    async with sessions(course(tmp_path, page=[TORN])) as running:
        page = await Page(running).opened()
        comm = page.place(0)
        hand = lambda: page.picture(0)["blocks"][0]["hand"]  # noqa: E731
        await page.answered(comm, {"do": "select", "cards": ["7h"], "number": 1})
        assert (hand()["selected"], hand()["last_message"]) == ([], 1)
        assert not [frame for frame in page.frames if frame[0] == "out"]
        # What cannot be drawn at all is told; nothing has been lost when it can be drawn again.
        await page.answered(comm, {"do": "select", "cards": ["7h", "8h"], "number": 2})
        assert [frame for frame in page.frames if frame[0] == "out"] == [["out", {"error": "failed"}]]
        await page.answered(comm, {"do": "select", "cards": [], "number": 3})
        assert hand()["last_message"] == 3


GATE = "import gate\nawait gate.opened.wait()"


@pytest.fixture
def gate(monkeypatch):
    """What cells with `GATE` wait for."""
    gate = asyncio.Event()
    monkeypatch.setitem(sys.modules, "gate", SimpleNamespace(opened=gate))
    return gate


@pytest.mark.parametrize("is_same", [True, False])
async def test_a_press_is_answered_before_later_cells_have_run(is_same, tmp_path, gate):
    cells = [COUNTER.replace("counter = Counter()\ncounter", "Counter()"), GATE, COUNTER]
    async with sessions(course(tmp_path, page=cells)) as running:
        gate.set()
        shown = await Page(running).opened()
        gate.clear()
        page = Page(running)
        page.first = running.connected[shown].session.first_picture().digest if is_same else "another"
        page.places, page.cells = shown.places, shown.cells
        await page.answered(page.place(0), {"add": 1})
        assert [frame[0] for frame in page.frames] == ["here", "state", "once", "done"]
        # The next message is for a scene that isn't there yet.
        page.say(page.place(2), {"add": 5})
        gate.set()
        await page.received("done", 2)
        assert (len(page.frames) == 7, page.picture(0), page.picture(2)) == (is_same, {"count": 1}, {"count": 5})


@pytest.mark.parametrize("name", ["counter", "counters[0]", 'of["mine"]'])
async def test_a_press_waits_for_cells_that_could_change_its_scene(name, tmp_path, gate):
    cell = "counters, of = [0], {}" + COUNTER.replace("counter = Counter()\ncounter", f"{name} = Counter()\n{name}")
    async with sessions(course(tmp_path, page=[cell, GATE, f"{name}.count += 10"])) as running:
        gate.set()
        shown = await Page(running).opened()
        gate.clear()
        page = Page(running)
        page.places, page.cells = shown.places, shown.cells
        page.say(page.place(0), {"add": 1})
        await page.received("here")
        gate.set()
        assert (await page.received("once"))[3] == {"count": 11}


async def test_a_flood_of_addresses_is_given_pages_without_a_first_picture():
    pictures = FirstPictures(NOTEBOOKS, enter)
    path = "en/play-tongits.ipynb"
    made = [await pictures.of(path, f"seed={seed}") for seed in range(60)]
    assert all(made[:30])
    assert not all(made)
    assert await pictures.of(path, "seed=0") is made[0]


async def test_a_page_that_comes_back_is_told_what_it_missed_and_nothing_is_done_twice(tmp_path):
    cell = COUNTER.replace('{"count": self.count}\n    def receive', '{self.count: 1, "same": [3]}\n    def receive')
    async with sessions(course(tmp_path, page=[cell])) as running:
        page = await Page(running).opened()
        await page.answered(page.place(0), {"add": 1})
        session = running.connected[page].session
        running.disconnect(page, left=False)
        await session.receive(2, page.place(0), {"add": 1})  # it was under way
        seen = len(page.frames)
        await page.opened(seen)
        here = await page.received("here", since=seen)
        assert (here[1]["fresh"], here[1]["received"]) == (False, 2)
        assert [frame[3] for frame in page.frames if frame[0] == "once"] == [{"count": 1}, {"count": 2}]
        page.number = 1
        await page.answered(page.place(0), {"add": 1})
        assert page.picture(0) == {"2": 1, "same": [3]}
        # Of what is shown only the keys are sent that have changed or gone, also after it was all sent again.
        await page.answered(page.place(0), {"add": 1})
        assert [frame[2:] for frame in page.frames if frame[0] == "state"] == [[{"1": 1}, [0]], [{"3": 1}, [2]]]


@pytest.mark.parametrize("name", ["melds", "race", "review"])
async def test_a_closed_page_is_gone_from_memory_without_a_collection(name):
    async with sessions(NOTEBOOKS) as running:
        page = await Page(running, name).opened()
        known = weakref.ref(running.connected[page].session)
        gc.disable()
        try:
            running.disconnect(page, left=True)
            running._close(running.kept[page.session])
            await asyncio.sleep(0)
            assert known() is None
        finally:
            gc.enable()


async def test_each_page_has_its_names_for_itself_and_a_forged_name_leads_to_a_page_of_its_own(tmp_path):
    cells = ["mine = globals().get('mine', 0) + 1\nmine", "mine;", COUNTER]
    async with sessions(course(tmp_path, page=cells, other=["1"])) as running:
        mine = await Page(running).opened()
        await mine.answered(mine.place(2), {"add": 3})
        name = mine.session
        assert len(name) >= 22
        forged = ("0", name[:-1], name[:-1] + "x", name.swapcase(), f"../{name}", f"{name}\0", "x" * 10_000, "\ud800")
        for forged_name, path in (*((one, "page") for one in forged), (name, "other")):
            stranger = Page(running, path)
            stranger.session = forged_name
            await stranger.opened()
            assert (await stranger.received("here"))[1]["fresh"]
            assert stranger.session not in (name, forged_name)
        # Nor is anything shared with a page of the same notebook.
        other = await Page(running).opened()
        await other.answered(other.place(2), {"add": 1})
        assert (mine.picture(2), other.picture(2)) == ({"count": 3}, {"count": 1})
        assert [page.cells[index] for page in (mine, other) for index in (0, 1)] == [[{"text/plain": "1"}], []] * 2
        assert (mine.session, running.connected[mine].name) == (name, name)


STEPS = """
import sys
class Long:
    view, constants, page = "scene", {}, None
    def snapshot(self):
        return {}
    def receive(self, content):
        sys.done_here.append(content["who"])
    def steps(self, content):
        for _ in range(content["steps"]):
            self.receive(content)
            yield
        self.page.send(content["who"])
    def suspend(self):
        pass
long = Long()
long
"""


async def test_between_the_steps_of_what_takes_long_others_have_their_turn(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "done_here", done := [], raising=False)
    async with sessions(course(tmp_path, page=[STEPS])) as running:
        slow, quick = await Page(running).opened(), await Page(running).opened()
        slow.say(slow.place(0), {"who": "slow", "steps": 100})
        await quick.answered(quick.place(0), {"who": "quick", "steps": 1})
        assert done.index("quick") < 5
        # A message that comes meanwhile is handled behind it.
        await slow.answered(slow.place(0), {"who": "last", "steps": 1})
        assert (done.count("slow"), done[-1]) == (100, "last")
        assert [frame[3] for frame in slow.frames if frame[0] == "once"] == ["slow", "last"]


async def test_of_the_logs_of_one_visitor_one_message_is_said_again_in_each_turn(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "done_here", done := [], raising=False)
    async with sessions(course(tmp_path, page=[STEPS.replace("steps(self", "at_once(self")])) as running:
        turn, pages = asyncio.Lock(), [Page(running, visitor="greedy") for _ in range(3)]
        for page in pages:
            page.turn, page.session = turn, "ended"
            page.log = [["1", {"who": "greedy", "steps": 1}]] * 50
            page.say_hello()
        before, turns = 0, set()
        while len(done) < 150:
            await asyncio.sleep(0)
            turns.add(len(done) - before)
            before = len(done)
        assert turns == {0, 1}


async def test_where_places_are_short_nobody_is_put_out_and_who_has_fewest_is_let_in_first(tmp_path):
    async with sessions(course(tmp_path, page=[COUNTER]), most=4) as running:
        greedy = [await Page(running, visitor="greedy").opened() for _ in range(2)]
        third = Page(running, visitor="greedy").say_hello()
        assert third.frames[-1] == ["wait", 1], "one visitor has at most half of all"
        others = [await Page(running, visitor=one).opened() for one in ("other", "")]
        late = [Page(running, visitor=one).say_hello() for one in ("other", "newcomer")]
        running.disconnect(others[1], left=True)
        await late[1].received("ready")
        assert set(running.connected) == {*greedy, others[0], late[1]}
        running.disconnect(greedy[0], left=True)
        await third.received("ready")
        assert late[0].frames[-1] == ["wait", 1]


async def test_a_page_that_was_left_ends_soon_a_lost_one_much_later_and_the_longest_away_first(tmp_path, monkeypatch):
    monkeypatch.setattr("cardlab.pages.sessions.MAX_LEFT", 2)
    now = [0.0]
    async with sessions(course(tmp_path, page=["1"]), clock=lambda: now[0]) as running:

        def kept(pages):
            return [page.session in running.kept for page in pages]

        left, lost, here = [await Page(running).opened() for _ in range(3)]
        running.disconnect(left, left=True)
        running.disconnect(lost, left=False)
        seen = []
        for now[0] in (0, 100, 3599, 3700):
            running.sweep(memory_is_low=False)
            seen.append(kept((left, lost, here)))
        assert seen == [[True, True, True], [False, True, True], [False, True, True], [False, False, True]]
        # Where memory is low the longest away ends first, and of those that were left only a few stay.
        for is_low in (True, False):
            pages = [await Page(running).opened() for _ in range(3 if is_low else 4)]
            for page in pages:
                now[0] += 1
                running.disconnect(page, left=not is_low and page is not pages[1])
            running.sweep(memory_is_low=is_low)
            assert kept(pages) == [False] + [True] * (len(pages) - 1)


async def test_pages_that_are_away_keep_no_more_than_what_was_reckoned_for_all_of_them(tmp_path):
    """The longest away ends first; a page that goes on is told nothing of it."""
    now = [0.0]
    long = COUNTER.replace('self.count += content["add"]', "").replace(
        'send({"count": self.count})', 'send(content["say"] * 300_000)'
    )
    async with sessions(course(tmp_path, page=[long]), most=4, clock=lambda: now[0]) as running:
        pages = [await Page(running).opened() for _ in range(4)]
        for now[0], page in enumerate(pages[:3]):
            # A file of 120,000 characters, which may have become two megabytes.
            file = "x" * (120_000 if page is pages[2] else 400_000)
            for sign in "abcdef":
                await page.answered(page.place(0), {"say": sign, "file": file if sign == "a" else ""})
            running.disconnect(page, left=False)
        assert [page.session in running.kept for page in pages] == [False, False, True, True]
        assert sum(map(running._size_away, running.kept.values())) <= 4 * PAGE_MEMORY
        # Of what was said to a page the last is kept.
        page = pages[2]
        seen, page.last_seen = len(page.frames), 0
        await page.opened(seen)
        assert [frame[3][0] for frame in page.frames[seen:] if frame[0] == "once"] == ["d", "e", "f"]


async def test_a_page_that_says_more_than_it_can_be_heard_loses_its_line(tmp_path):
    async with sessions(course(tmp_path, page=["import asyncio\nawait asyncio.Event().wait()"])) as running:
        page = Page(running).say_hello()
        for is_too_much in (False, False, True):
            await running.receive(page, json.dumps(["message", 1, "1", {}, "x" * (MAX_UNREAD // 3)]))
            assert page.refused == is_too_much


async def test_a_page_that_has_ended_leaves_no_task_behind(tmp_path):
    begins = "async def beat():\n    while True:\n        await asyncio.sleep(0)\n"
    begins += "beating = asyncio.create_task(beat(), name='beat')"
    counts = "sum(task.get_name() == 'beat' for task in asyncio.all_tasks())"
    async with sessions(course(tmp_path, page=[f"import asyncio\n{begins}", counts])) as running:
        for _ in range(2):
            page = await Page(running).opened()
            assert page.cells[1] == [{"text/plain": "1"}]
            running._close(running.connected[page])


class Held(ThreadPoolExecutor):
    """Threads that do the next piece of work only when they are told to."""

    def __init__(self):
        super().__init__(1)
        self.waiting = deque()

    def submit(self, work, *given):
        self.waiting.append((result := Future(), work, given))
        return result

    async def go(self):
        """Do it, and let the loop do all that follows from it."""
        result, work, given = self.waiting.popleft()
        result.set_result(work(*given))
        for _ in range(20):
            await asyncio.sleep(0)


HEARD = {
    "undo": lambda shown: shown["at"] == 0,
    "coach": lambda shown: shown["coach"]["on"],
    "setup": lambda shown: shown["stage"] == "form",
    "move": lambda shown: shown["said"]["kind"] == "no" or shown["at"] == shown["log"][0][0] > 1,
}
"""What a press changes at once, by its message; a card is drawn, or it is said why not."""


@pytest.mark.parametrize("press", HEARD)
async def test_a_press_is_heard_before_and_after_each_move_of_the_bots(press):
    ends, too_early, waits = [], [], True
    while waits:
        held = Held()
        asyncio.get_running_loop().set_default_executor(held)
        async with sessions(NOTEBOOKS) as running:
            page = await Page(running, "play-tongits").opened()
            (place,) = page.of_kind("PlayTongits")
            for field, value in {"seed": "7", "left": "random"}.items():
                await page.answered(place, {"do": "set", "field": field, "value": value})
            await page.answered(place, {"do": "begin"})
            shown = page.places[place]
            await page.answered(place, {"do": "move", "text": f"discard {shown.shown['hand']['cards'][0]}"})
            while not held.waiting:
                await asyncio.sleep(0)
            for _ in ends:
                await held.go()
            waits = bool(held.waiting)
            await page.answered(place, {"do": press, "text": "draw"} if press == "move" else {"do": press})
            assert HEARD[press](shown.shown), len(ends)
            too_early.append(shown.shown.get("said", {}).get("kind") == "no")
            while held.waiting:
                await held.go()
            if press == "setup":
                await page.answered(place, {"do": "back"})
            ends.append([shown.shown[what] for what in ("at", "log", "own", "piles", "players")])
    # What is pressed too early is refused: only then the table is one move behind.
    assert len(ends) > 4
    assert any(too_early) == (press == "move")
    for end, is_early in zip(ends, too_early, strict=True):
        assert end[0] == ends[-1][0] - is_early
        assert is_early or end == ends[-1]
