"""Many pages in one process: isolation, messages, coming back."""

import asyncio
import gc
import json
import os
import subprocess
import sys
import weakref
from pathlib import Path
from types import SimpleNamespace

import pytest
from pages_of_sessions import Page, course, sessions

from cardlab.pages.first import FirstPictures
from cardlab.pages.session import MAX_UNREAD
from cardlab.pages.sessions import PAGE_MEMORY
from cardlab.widgets.alone import enter

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


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


async def test_each_page_has_its_names_and_its_output_for_itself(tmp_path):
    folder = course(tmp_path, page=["mine = globals().get('mine', 0) + 1", "print('mine', mine)", "mine;", "mine"])
    async with sessions(folder) as running:
        for _ in range(2):
            page = await Page(running).opened()
            assert page.text(1) == "mine 1\n"
            assert page.cell(2) == []
            assert page.cell(3) == [{"text/plain": "1"}]


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
            shown = [page.cell(index) for index in range(len(CELLS))]
            told = [{kind: one for kind, one in each[0].items() if kind not in PLAIN} for each in shown if each]
            assert told == [one for one in CELLS.values() if one]


async def test_a_page_is_told_that_something_failed_and_not_what(tmp_path):
    cells = ["import sys\nprint('secret', file=sys.stderr)\nraise ValueError('secret')", COUNTER]
    async with sessions(course(tmp_path, page=cells)) as running:
        page = await Page(running).opened()
        assert page.cell(0) == [{"error": "failed"}]
        page.say(page.place(1), {"add": "secret"})
        assert await page.received("out") == ["out", {"error": "failed"}]
        await page.do(page.place(1), {"add": 1})
        assert page.picture(1) == {"count": 1}
        assert "secret" not in str(page.frames)


async def test_a_cell_and_a_message_that_go_on_for_ever_are_ended_and_others_wait_no_longer(tmp_path):
    endless = COUNTER.replace('self.count += content["add"]', "while True: pass")
    regular = "import re\nre.match('(a+)+b', 'a' * 60)"
    cells = ["while True: pass", endless, regular, "'after'"]
    async with sessions(course(tmp_path, page=cells, other=[COUNTER])) as running:
        page = await Page(running).opened()
        assert page.cell(0) == [{"error": "long"}]
        assert page.cell(2) == [{"error": "long"}]
        assert page.cell(3) == [{"text/plain": "'after'"}]
        page.say(page.place(1), {})
        other = await Page(running, "other").opened()
        await other.do(other.place(0), {"add": 1})
        assert other.picture(0) == {"count": 1}
        assert await page.received("out") == ["out", {"error": "long"}]


async def test_of_what_a_place_shows_only_the_keys_are_sent_that_have_changed_or_gone(tmp_path):
    cell = COUNTER.replace('{"count": self.count}\n    def receive', '{self.count: 1, "same": [3]}\n    def receive')
    async with sessions(course(tmp_path, page=[cell])) as running:
        page = await Page(running).opened()
        await page.do(page.place(0), {"add": 1})
        assert [frame[2:] for frame in page.frames if frame[0] == "state"] == [[{"1": 1}, [0]]]
        # A page that has come back is sent everything, and from then on what has changed since.
        running.disconnect(page, left=False)
        seen = len(page.frames)
        await page.opened(seen)
        assert page.picture(0) == {"1": 1, "same": [3]}
        await page.do(page.place(0), {"add": 1})
        assert [frame[2:] for frame in page.frames[seen:] if frame[0] == "state"] == [[{"2": 1}, [1]]]


async def test_a_page_that_shows_what_a_fresh_session_shows_is_sent_nothing_of_it(tmp_path):
    async with sessions(NOTEBOOKS) as running:
        shown = await Page(running, "melds").opened()
        page = Page(running, "melds")
        page._first = running.connected[shown].session.first_picture().digest
        page.places, page.cells = shown.places, shown.cells
        check = page.of_kind("MeldCheck")[0]
        await page.do(check, {"do": "select", "cards": ["8s"], "number": 1})
        assert [frame[0] for frame in page.frames] == ["here", "state", "done"]
        # Another picture than that of the session is sent anew.
        other = Page(running, "melds")
        other._first = "another"
        assert len((await other.opened()).frames) > 10


GATE = "import gate\nawait gate.opened.wait()"


@pytest.mark.parametrize("is_same", [True, False])
async def test_a_press_is_answered_before_later_cells_have_run(is_same, tmp_path, monkeypatch):
    gate = SimpleNamespace(opened=asyncio.Event())
    monkeypatch.setitem(sys.modules, "gate", gate)
    cells = [COUNTER.replace("counter = Counter()\ncounter", "Counter()"), GATE, COUNTER]
    async with sessions(course(tmp_path, page=cells)) as running:
        gate.opened.set()
        shown = await Page(running).opened()
        gate.opened.clear()
        page = Page(running)
        page._first = running.connected[shown].session.first_picture().digest if is_same else "another"
        page.places, page.cells = shown.places, shown.cells
        await page.do(page.place(0), {"add": 1})
        assert [frame[0] for frame in page.frames] == ["here", "state", "once", "done"]
        # The next message is for a scene that isn't there yet.
        page.say(page.place(2), {"add": 5})
        gate.opened.set()
        await page.received("done", 2)
        assert (len(page.frames) == 7, page.picture(0), page.picture(2)) == (is_same, {"count": 1}, {"count": 5})


@pytest.mark.parametrize("name", ["counter", "counters[0]", 'of["mine"]'])
async def test_a_press_waits_for_cells_that_could_change_its_scene(name, tmp_path, monkeypatch):
    gate = SimpleNamespace(opened=asyncio.Event())
    monkeypatch.setitem(sys.modules, "gate", gate)
    cell = "counters, of = [0], {}" + COUNTER.replace("counter = Counter()\ncounter", f"{name} = Counter()\n{name}")
    async with sessions(course(tmp_path, page=[cell, GATE, f"{name}.count += 10"])) as running:
        gate.opened.set()
        shown = await Page(running).opened()
        gate.opened.clear()
        page = Page(running)
        page.places, page.cells = shown.places, shown.cells
        page.say(page.place(0), {"add": 1})
        await page.received("here")
        gate.opened.set()
        assert (await page.received("once"))[3] == {"count": 11}


async def test_a_flood_of_addresses_is_given_pages_without_a_first_picture():
    pictures = FirstPictures(NOTEBOOKS, enter)
    path = "en/play-tongits.ipynb"
    made = [await pictures.of(path, f"seed={seed}") for seed in range(60)]
    assert all(made[:30])
    assert not all(made)
    assert await pictures.of(path, "seed=0") is made[0]


async def test_a_page_that_comes_back_is_told_what_it_missed_and_nothing_is_done_twice(tmp_path):
    async with sessions(course(tmp_path, page=[COUNTER])) as running:
        page = await Page(running).opened()
        await page.do(page.place(0), {"add": 1})
        session = running.connected[page].session
        running.disconnect(page, left=False)
        await session.receive(2, page.place(0), {"add": 1})  # it was under way
        seen = len(page.frames)
        await page.opened(seen)
        here = await page.received("here", since=seen)
        assert (here[1]["fresh"], here[1]["received"]) == (False, 2)
        assert [frame[3] for frame in page.frames if frame[0] == "once"] == [{"count": 1}, {"count": 2}]
        page._number = 1
        await page.do(page.place(0), {"add": 1})
        assert page.picture(0) == {"count": 2}


async def test_what_is_kept_for_a_page_that_comes_back_is_limited_by_its_length(tmp_path):
    long = COUNTER.replace('self.count += content["add"]', "").replace(
        'send({"count": self.count})', 'send(content["say"] * 300_000)'
    )
    async with sessions(course(tmp_path, page=[long])) as running:
        page = await Page(running).opened()
        for sign in "abcdef":
            await page.do(page.place(0), {"say": sign})
        running.disconnect(page, left=False)
        seen = len(page.frames)
        page._last_seen = 0
        await page.opened(seen)
        assert [frame[3][0] for frame in page.frames[seen:] if frame[0] == "once"] == ["d", "e", "f"]


@pytest.mark.parametrize("name", ["melds", "race", "review", "index"])
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


async def test_a_forged_name_leads_to_a_page_of_its_own(tmp_path):
    async with sessions(course(tmp_path, page=[COUNTER], other=["1"])) as running:
        mine = await Page(running).opened()
        await mine.do(mine.place(0), {"add": 3})
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
        await other.do(other.place(0), {"add": 1})
        assert (mine.picture(0), other.picture(0)) == ({"count": 3}, {"count": 1})
        assert (mine.session, running.connected[mine].name) == (name, name)


async def test_pages_of_a_server_that_has_ended_are_back_with_all_that_was_done():
    async with sessions(NOTEBOOKS) as running:
        pages = [await Page(running, "melds").opened() for _ in range(3)]
        for number, page in enumerate(pages):
            for _ in range(number):
                await page.do(page.of_kind("Exercise")[1], {"do": "hint"})
            await page.do(page.of_kind("MeldCheck")[0], {"do": "select", "cards": ["8s"], "number": 1})
        before = [page.shown() for page in pages]
    async with sessions(NOTEBOOKS) as again:
        for page, shown in zip(pages, before, strict=True):
            page.running, seen = again, len(page.frames)
            await page.opened(seen)
            assert page.shown() == shown
            assert (await page.received("here", since=seen))[1]["restored"]


async def test_a_long_log_that_is_said_again_holds_no_other_page_up(tmp_path):
    long = COUNTER.replace('self.count += content["add"]', 'self.count += hasattr(sys, "another_is_here")')
    cells = {"long": [f"import sys\n{long}"], "another": ["import sys\nsys.another_is_here = True"]}
    async with sessions(course(tmp_path, **cells)) as running:
        page = Page(running, "long")
        page.session, page.log = "ended", [["1", {}]] * 20_000
        page.say_hello()
        await Page(running, "another").opened()
        await page.received("ready")
        assert 0 < page.picture(0)["count"] < 20_000
    del sys.another_is_here


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
        await quick.do(quick.place(0), {"who": "quick", "steps": 1})
        assert done.index("quick") < 5
        # A message that comes meanwhile is handled behind it.
        await slow.do(slow.place(0), {"who": "last", "steps": 1})
        assert (done.count("slow"), done[-1]) == (100, "last")
        assert [frame[3] for frame in slow.frames if frame[0] == "once"] == ["slow", "last"]


async def test_of_the_logs_of_one_visitor_one_message_is_said_again_in_each_turn(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "done_here", done := [], raising=False)
    async with sessions(course(tmp_path, page=[STEPS])) as running:
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


async def test_a_page_that_was_left_ends_soon_and_one_that_was_lost_much_later(tmp_path):
    now = [0.0]
    async with sessions(course(tmp_path, page=[COUNTER]), clock=lambda: now[0]) as running:
        left, lost, here = [await Page(running).opened() for _ in range(3)]
        running.disconnect(left, left=True)
        running.disconnect(lost, left=False)
        kept = []
        for now[0] in (0, 100, 3599, 3700):
            running.sweep(memory_is_low=False)
            kept.append([page.session in running.kept for page in (left, lost, here)])
        assert kept == [[True, True, True], [False, True, True], [False, True, True], [False, False, True]]


@pytest.mark.parametrize("is_left", [False, True])
async def test_where_memory_is_low_or_many_were_left_the_page_longest_away_ends_first(is_left, tmp_path, monkeypatch):
    monkeypatch.setattr("cardlab.pages.sessions.MAX_LEFT", 2)
    now = [0.0]
    async with sessions(course(tmp_path, page=["1"]), clock=lambda: now[0]) as running:
        pages = [await Page(running).opened() for _ in range(4)]
        for now[0], page in enumerate(pages if is_left else pages[:3]):
            running.disconnect(page, left=is_left and page is not pages[1])
        running.sweep(memory_is_low=not is_left)
        assert [page.session in running.kept for page in pages] == [False, True, True, True]


async def test_pages_that_are_away_keep_no_more_than_what_was_reckoned_for_all_of_them(tmp_path):
    """The longest away ends first; a page that goes on is told nothing of it."""
    now = [0.0]
    async with sessions(course(tmp_path, page=[COUNTER]), most=4, clock=lambda: now[0]) as running:
        pages = [await Page(running).opened() for _ in range(4)]
        for now[0], page in enumerate(pages[:3]):
            # A file of 120,000 characters, which may have become two megabytes.
            await page.do(page.place(0), {"add": 1, "file": "x" * (120_000 if page is pages[2] else 400_000)})
            running.disconnect(page, left=False)
        assert [page.session in running.kept for page in pages] == [False, False, True, True]
        assert sum(map(running._size_away, running.kept.values())) <= 4 * PAGE_MEMORY


async def test_a_page_that_says_more_than_it_can_be_heard_loses_its_line(tmp_path):
    async with sessions(course(tmp_path, page=["import asyncio\nawait asyncio.Event().wait()"])) as running:
        page = Page(running).say_hello()
        for _ in range(3):
            await running.receive(page, json.dumps(["message", 1, "1", "x" * (MAX_UNREAD // 3)]))
        assert page.refused


async def test_a_page_that_has_ended_leaves_no_task_behind(tmp_path):
    cells = [
        "import asyncio, os\nasync def beat():\n    while True:\n        await asyncio.sleep(0)",
        "beating = asyncio.create_task(beat(), name='beat')",
        "sum(task.get_name() == 'beat' for task in asyncio.all_tasks())",
    ]
    async with sessions(course(tmp_path, page=cells)) as running:
        for _ in range(3):
            page = await Page(running).opened()
            assert page.cell(2) == [{"text/plain": "1"}]
            running._close(running.connected[page])


def test_a_session_knows_neither_a_server_nor_ipywidgets_nor_ipython():
    known = {"tornado", "voila", "zmq", "multiprocessing.context", "jupyter_server", "ipywidgets", "IPython"}
    code = f"import sys, cardlab.pages.session\nprint({known!r} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
