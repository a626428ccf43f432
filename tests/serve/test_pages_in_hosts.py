"""Many pages in one process: isolation, messages, reconnection."""

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from abused import with_timeout
from pages_of_hosts import Page, course, hosts, sizes

from cardlab.pagehost.hosts import Hosts
from cardlab.serve.course_settings import SETTINGS

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


COUNTER = """
import ipywidgets, traitlets
class Counter(ipywidgets.DOMWidget):
    _view_name = traitlets.Unicode("View").tag(sync=True)
    count = traitlets.Int().tag(sync=True)
    def __init__(self):
        super().__init__()
        self.on_msg(self.receive)
    def receive(self, _widget, content, buffers):
        self.count += content["add"]
        self.send({"count": self.count})
counter = Counter()
counter
"""


@with_timeout
async def test_each_page_has_its_names_and_its_output_for_itself(tmp_path):
    folder = course(tmp_path, page=["mine = globals().get('mine', 0) + 1", "print('mine', mine)", "mine;", "mine"])
    async with hosts(folder) as running:
        for _ in range(2):
            page = await Page(running).opened()
            assert page.text(1) == "mine 1\n"
            assert page.cell(2) == []
            assert page.cell(3)[0]["data"] == {"text/plain": "1"}


@with_timeout
async def test_what_a_page_begins_elsewhere_belongs_to_it_too(tmp_path):
    cells = [
        "import asyncio, threading, ipywidgets\nfrom concurrent.futures import ThreadPoolExecutor\nmade = []",
        "def make(name): made.append(ipywidgets.IntText(description=name))",
        "thread = threading.Thread(target=make, args=['thread']); thread.start(); thread.join()",
        "with ThreadPoolExecutor(1) as pool: pool.submit(make, 'pool').result()",
        "asyncio.get_running_loop().call_soon(make, 'timer')",
        "async def later(): make('task')\nawait asyncio.create_task(later())",
        "await asyncio.get_running_loop().run_in_executor(None, make, 'executor')",
    ]
    async with hosts(course(tmp_path, page=cells)) as running:
        pages = [await Page(running).opened() for _ in range(2)]
        for page in pages:
            names = {state.get("description") for state in page.states().values()} - {None}
            assert names == {"thread", "pool", "timer", "task", "executor"}


@with_timeout
async def test_a_page_cannot_speak_to_the_widgets_of_another(tmp_path):
    async with hosts(course(tmp_path, page=[COUNTER])) as running:
        mine, other = await Page(running).opened(), await Page(running).opened()
        mine.send_to(other.comm(0), {"method": "custom", "content": {"add": 5}})
        await mine.received("done", 1)
        await other.do(other.comm(0), {"add": 1})
        assert [state["count"] for state in other.states().values() if "count" in state] == [1]


OWN_WIDGETS = """
import ipywidgets, traitlets
class Holder(ipywidgets.DOMWidget):
    _view_name = traitlets.Unicode("View").tag(sync=True)
    values = traitlets.Dict().tag(sync=True, **ipywidgets.widget_serialization)
slider, button, box, holder = ipywidgets.IntSlider(), ipywidgets.Button(), ipywidgets.VBox(), Holder()
link = ipywidgets.jslink((slider, "value"), (ipywidgets.IntText(), "value"))
def kinds(value):
    if isinstance(value, dict):
        return {key: kinds(one) for key, one in value.items()}
    return [kinds(one) for one in value] if isinstance(value, (list, tuple)) else type(value).__name__
@holder.on_msg
def look(*_):
    values = box.children, button.layout, button.style, link.source, link.target, holder.values
    holder.send([kinds(values), link.source[0] is slider])
"""


@with_timeout
async def test_what_a_page_names_is_its_own_or_nothing(tmp_path):
    async with hosts(course(tmp_path, page=[OWN_WIDGETS])) as running:
        mine, other = await Page(running).opened(), await Page(running).opened()

        def named(page, model):
            return next(comm for comm, state in page.states().items() if state["_model_name"] == f"{model}Model")

        async def answered(model, state):
            """What the page hears when it says that, and what its widgets are then."""
            since = len(mine.frames)
            number = mine.send_to(named(mine, model), {"method": "update", "state": state, "buffer_paths": []})
            await mine.received("done", number)
            outputs = [frame[2] for frame, _ in mine.frames[since:] if frame[0] == "out"]
            await mine.do(named(mine, "DOMWidget"), {})
            contents = [frame[2]["content"] for frame, _ in mine.frames if frame[0] == "say" and frame[3]]
            return outputs, contents[-1]

        for model, what, state in (
            ("VBox", "IntSlider", lambda name: {"children": [name]}),
            ("Button", "Layout", lambda name: {"layout": name}),
            ("Button", "ButtonStyle", lambda name: {"style": name}),
            ("Link", "IntSlider", lambda name: {"source": [name, "value"]}),
            ("Link", "IntSlider", lambda name: {"target": [name, "value"]}),
            ("DOMWidget", "IntSlider", lambda name: {"values": {"a": [{"b": [name]}]}}),
        ):
            foreign = await answered(model, state(f"IPY_MODEL_{named(other, what)}"))
            assert foreign == await answered(model, state("IPY_MODEL_999-1")), (model, what)
        outputs, contents = await answered("VBox", {"children": [f"IPY_MODEL_{named(mine, 'IntSlider')}"]})
        assert (outputs, contents[0][0]) == ([], ["IntSlider"])


@with_timeout
async def test_a_page_that_closes_all_widgets_closes_its_own(tmp_path):
    cells = [COUNTER, "import warnings\nwarnings.simplefilter('ignore')\nlater = ipywidgets.Widget.close_all"]
    async with hosts(course(tmp_path, page=cells, closing=[*cells, "later()"])) as running:
        other = await Page(running).opened()
        closing = await Page(running, "closing").opened()
        assert closing.states() == {}
        await other.do(other.comm(0), {"add": 1})
        assert [state["count"] for state in other.states().values() if "count" in state] == [1]


@with_timeout
async def test_a_page_does_not_hear_what_it_has_said_itself(tmp_path):
    async with hosts(course(tmp_path, page=["import ipywidgets\nslider = ipywidgets.IntSlider()\nslider"])) as running:
        page = await Page(running).opened()
        since = len(page.frames)
        number = page.send_to(page.comm(0), {"method": "update", "state": {"value": 7}, "buffer_paths": []})
        await page.received("done", number)
        assert [frame for frame, _ in page.frames[since:]] == [["done", number]]
        page.send_to(page.comm(0), {"method": "request_state"})
        assert (await page.received("say"))[2]["state"]["value"] == 7


@with_timeout
async def test_a_page_is_told_that_something_failed_and_not_what(tmp_path):
    cells = ["import sys\nprint('secret', file=sys.stderr)\nraise ValueError('secret')", COUNTER]
    async with hosts(course(tmp_path, page=cells)) as running:
        page = await Page(running).opened()
        assert page.cell(0) == [{"output_type": "error"}]
        page.send_to(page.comm(1), {"method": "custom", "content": {"add": "secret"}})
        assert (await page.received("out"))[2] == {"output_type": "error"}
        await page.do(page.comm(1), {"add": 1})
        assert "secret" not in str(page.frames)


@with_timeout
async def test_markdown_is_shown_as_html_without_foreign_mark_up(tmp_path):
    cells = ["from IPython.display import Markdown, display\ndisplay(Markdown('**bold** <script>'))"]
    async with hosts(course(tmp_path, page=cells)) as running:
        (output,) = (await Page(running).opened()).cell(0)
        assert "<strong>bold</strong>" in output["data"]["text/markdown"]
        assert "<script>" not in output["data"]["text/markdown"]


@with_timeout
async def test_code_and_style_sheets_are_named_and_sent_once():
    async with hosts(NOTEBOOKS) as running:
        page = await Page(running, "melds").opened()
        named = {state[key] for state in page.states().values() for key in ("_esm", "_css") if key in state}
        # What all views have in common is sent once beside them, and they import it.
        texts = {name: asset.plain.decode() for name, asset in running.assets.items()}
        shared = texts.keys() - {name.removeprefix("asset:") for name in named}
        assert sorted(name.rpartition(".")[2] for name in shared) == ["css", "js"]
        assert all(any(f'import "./{one}";' in texts[name] for one in shared) for name in texts.keys() - shared)
        assert sum("cardlab-common-" in text and "createElement" in text for text in texts.values()) == 1
        assert sizes(page) < 60_000


def changes(page, since=0):
    return [frame[2] for frame, _ in page.frames[since:] if frame[0] == "say" and "keys" in frame[2]]


@with_timeout
async def test_of_what_a_widget_shows_only_the_keys_are_sent_that_have_changed():
    async with hosts(NOTEBOOKS) as running:
        page = await Page(running, "melds").opened()
        check = next(comm for comm, state in page.states().items() if "MeldCheck" in state.get("_anywidget_id", ""))
        before = page.states()[check]["shown"]
        values = before["blocks"][0]["hand"]["cards"]
        await page.do(check, {"do": "select", "cards": values[:1], "number": 1})
        ((change,), after) = changes(page), page.states()[check]["shown"]
        assert after["blocks"][0]["hand"]["selected"] == values[:1]
        assert set(change["keys"]["shown"]) == {"blocks"}
        assert set(before) == set(after) > {"blocks"}
        # A page that has come back is sent everything, and from then on what has changed since.
        running.disconnect(page, left=False)
        seen = len(page.frames)
        page.say_hello()
        await page.received("ready", since=seen)
        assert page.states()[check]["shown"] == after
        await page.do(check, {"do": "select", "cards": [], "number": 2})
        again = page.states()[check]["shown"]["blocks"]
        assert (again[0]["hand"]["selected"], again[1:]) == ([], before["blocks"][1:])
        assert len(changes(page, seen)) == 1


@with_timeout
async def test_keys_that_have_gone_are_named(tmp_path):
    cell = """import anywidget, traitlets
class Keys(anywidget.AnyWidget):
    _esm = "export default {}"
    shown = traitlets.Dict({"a": 1, "b": 2, "c": [3]}).tag(sync=True, by_key=True)
    whole = traitlets.Dict({"a": 1, "b": 2}).tag(sync=True)
keys = Keys()
def change(widget, content, buffers):
    widget.shown, widget.whole = {"a": 1, "c": [4]}, {"a": 1}
keys.on_msg(change)
keys"""
    async with hosts(course(tmp_path, page=[cell])) as running:
        page = await Page(running).opened()
        await page.do(page.comm(0), {})
        (change,) = changes(page)
        assert (change["keys"], change["gone"]) == ({"shown": {"c": [4]}}, {"shown": ["b"]})
        (state,) = (state for state in page.states().values() if "shown" in state)
        assert (state["shown"], state["whole"]) == ({"a": 1, "c": [4]}, {"a": 1})


@with_timeout
async def test_a_page_that_comes_back_is_told_what_it_missed_and_nothing_is_done_twice(tmp_path):
    async with hosts(course(tmp_path, page=[COUNTER])) as running:
        page = await Page(running).opened()
        await page.do(page.comm(0), {"add": 1})
        page.send_to(page.comm(0), {"method": "custom", "content": {"add": 1}})
        await asyncio.sleep(0)
        running.disconnect(page, left=False)
        seen = len(page.frames)
        page.say_hello()
        await page.received("ready", since=seen)
        here = await page.received("here", since=seen)
        assert (here[1]["fresh"], here[1]["last_received"]) == (False, 2)
        contents = [frame[2]["content"] for frame, _ in page.frames if frame[0] == "say" and frame[3]]
        assert contents == [{"count": 1}, {"count": 2}]
        page._number = 1
        page.send_to(page.comm(0), {"method": "custom", "content": {"add": 1}})
        await page.received("done", 2, since=seen)
        assert [state["count"] for state in page.states().values() if "count" in state] == [2]


LONG = """
import ipywidgets
told = ipywidgets.HTML()
told.on_msg(lambda _widget, content, buffers: told.send(content["say"] * 1_000_000))
told
"""


@with_timeout
async def test_what_is_kept_for_a_page_that_comes_back_is_limited_by_its_length(tmp_path):
    async with hosts(course(tmp_path, page=[LONG])) as running:
        page = await Page(running).opened()
        for sign in "abcdef":
            await page.do(page.comm(0), {"say": sign})
        running.disconnect(page, left=False)
        seen = len(page.frames)
        page._last_seen = 0
        page.say_hello()
        await page.received("ready", since=seen)
        again = [frame[2]["content"][0] for frame, _ in page.frames[seen:] if frame[0] == "say" and frame[3]]
        assert again == ["d", "e", "f"]


@with_timeout
async def test_a_forged_name_leads_to_a_page_of_its_own(tmp_path):
    async with hosts(course(tmp_path, page=[COUNTER], other=["1"])) as running:
        mine = await Page(running).opened()
        await mine.do(mine.comm(0), {"add": 3})
        name = mine.session
        assert len(name) >= 22
        forged = (
            "",
            "0",
            name[:-1],
            name[:-1] + "x",
            name.swapcase(),
            f"../{name}",
            f"{name}\0",
            "x" * 10_000,
            "\ud800",
        )
        for forged_name, path in (*((one, "page") for one in forged), (name, "other")):
            stranger = Page(running, path)
            stranger.session = forged_name
            await stranger.opened()
            assert (await stranger.received("here"))[1]["fresh"]
            assert stranger.session not in (name, forged_name)
        assert (mine.session, running.connected[mine].name) == (name, name)


@with_timeout
async def test_pages_of_a_killed_host_are_back_with_all_that_was_done_and_spread_over_all_hosts():
    async with hosts(NOTEBOOKS, 2) as running:
        pages = [await Page(running, "melds").opened() for _ in range(6)]
        for number, page in enumerate(pages):
            for _ in range(number):
                await page.do(page.comm(8), {"do": "hint"})
            await page.do(page.comm(2), {"do": "select", "cards": ["8s"], "number": 1})
        before = [page.shown() for page in pages]
        for killed in (slice(1), slice(2)):  # one host, whose pages are spread over all again; then both
            dead = {host.process.pid for host in running._hosts[killed]}
            seen = [(page, len(page.frames)) for page in pages if running.connected[page].host.process.pid in dead]
            for process in dead:
                os.kill(process, signal.SIGKILL)
            for page, since in seen:
                await page.received("ready", since=since)
            assert [page.shown() for page in pages] == before
            assert dead.isdisjoint(slot.host.process.pid for slot in running.slots.values())
            assert killed == slice(2) or [len(host.slots) for host in running._hosts] == [3, 3]


def large(size):
    return {"method": "custom", "content": {"add": 1, "more": "x" * size}}


@with_timeout
async def test_while_a_host_takes_no_more_nothing_more_is_read_from_its_pages(tmp_path):
    async with hosts(course(tmp_path, page=[COUNTER])) as running:
        page, other = await Page(running).opened(), await Page(running).opened()
        host = running.connected[page].host.process.pid
        os.kill(host, signal.SIGSTOP)
        page.send_to(page.comm(0), large(4_000_000))
        other.send_to(other.comm(0), large(1))
        for _ in range(2):
            await asyncio.sleep(0)
        assert (len(page.sending), len(other.sending)) == (0, 1)
        os.kill(host, signal.SIGCONT)
        await other.received("done", 1)
        assert not other.sending


@with_timeout
async def test_of_pages_that_say_too_much_for_their_hosts_only_these_are_cut_off(tmp_path):
    async with hosts(course(tmp_path, page=[COUNTER])) as running:
        page, *flooding = [await Page(running).opened() for _ in range(11)]
        host = running.connected[page].host.process
        os.kill(host.pid, signal.SIGSTOP)
        for one in flooding:
            one.send_to(one.comm(0), large(4_000_000))
        page.send_to(page.comm(0), large(1))
        await asyncio.sleep(0)
        assert [one.refused for one in flooding] == [False] * 8 + [True] * 2
        assert not page.refused
        late = Page(running)
        late.replay_log = [[1, {"more": "x" * 2_000_000}]]
        assert late.say_hello().refused
        os.kill(host.pid, signal.SIGCONT)
        await page.received("done", 1)
        assert running.connected[page].host.process is host


@with_timeout
async def test_a_long_replay_log_that_is_said_again_holds_no_other_page_up(tmp_path):
    long = COUNTER.replace('self.count += content["add"]', 'self.count += hasattr(sys, "another_is_here")')
    cells = {"long": [f"import sys\n{long}"], "another": ["import sys\nsys.another_is_here = True"]}
    async with hosts(course(tmp_path, **cells)) as running:
        page = await Page(running, "long").opened()
        serial = int(page.comm(0).split("-")[1])
        page = Page(running, "long")
        page.replay_log = [[serial, {"method": "custom", "content": {}}]] * 8_000
        page.say_hello()
        await Page(running, "another").opened()
        await page.received("ready")
        assert [0 < state["count"] < 8_000 for state in page.states().values() if "count" in state] == [True]


@with_timeout
async def test_where_places_are_short_who_has_most_pages_makes_room_for_others(tmp_path):
    async with hosts(course(tmp_path, page=[COUNTER]), most=4) as running:
        greedy = [await Page(running, visitor="greedy").opened() for _ in range(4)]
        fifth = Page(running, visitor="greedy").say_hello()
        for page in (greedy[0], greedy[2]):
            await page.do(page.comm(0), {"add": 1})
        # Those that have said nothing for longest end.
        other = [await Page(running, visitor="other").opened() for _ in range(2)]
        assert [page for page in greedy if page not in running.connected] == [greedy[1], greedy[3]]
        assert [greedy[index].frames[-1][0] for index in (1, 3)] == [["crowded"]] * 2
        # Now both have as many, and wait like everybody else; who has none is let in before them.
        third = Page(running, visitor="other").say_hello()
        assert [page.frames[-1][0] for page in (fifth, third)] == [["wait", 1], ["wait", 2]]
        await Page(running, visitor="newcomer").opened()
        running.disconnect(other[0], left=True)
        await fifth.received("ready")
        assert third.frames[-1][0] == ["wait", 1]


@with_timeout
async def test_who_need_not_share_places_gets_one_and_keeps_all(tmp_path):
    async with hosts(course(tmp_path, page=[COUNTER]), most=3) as running:
        kept = [await Page(running).opened() for _ in range(2)]
        learner = await Page(running, visitor="learner").opened()
        for visitor in ("learner", "other", ""):
            assert Page(running, visitor=visitor).say_hello().frames[-1][0][0] == "wait"
        assert set(running.connected) == {*kept, learner}


@with_timeout
async def test_a_host_that_no_longer_answers_is_replaced_and_one_that_says_something_is_not(tmp_path):
    now = [0.0]
    async with hosts(course(tmp_path, page=[COUNTER]), clock=lambda: now[0]) as running:
        page = await Page(running).opened()
        slot = running.connected[page]
        now[0] = 1000.0
        await page.do(page.comm(0), {"add": 1})
        running.sweep(memory_is_low=False)
        await page.do(page.comm(0), {"add": 1})
        assert running.connected[page] is slot
        os.kill(slot.host.process.pid, signal.SIGSTOP)
        now[0] = 2000.0
        seen = len(page.frames)
        running.sweep(memory_is_low=False)
        await page.received("ready", since=seen)


@with_timeout
async def test_a_page_that_was_left_ends_soon_and_one_that_was_lost_much_later(tmp_path):
    now = [0.0]
    async with hosts(course(tmp_path, page=[COUNTER]), clock=lambda: now[0]) as running:
        left, lost, here = [await Page(running).opened() for _ in range(3)]
        running.disconnect(left, left=True)
        running.disconnect(lost, left=False)
        kept = []
        for now[0] in (0, 100, 3599, 3700):
            running.sweep(memory_is_low=False)
            kept.append([page.session in running.slots for page in (left, lost, here)])
        assert kept == [[True, True, True], [False, True, True], [False, True, True], [False, False, True]]


@with_timeout
async def test_where_memory_is_low_the_page_longest_away_ends_first(tmp_path):
    now = [0.0]
    async with hosts(course(tmp_path, page=["1"]), clock=lambda: now[0]) as running:
        pages = [await Page(running).opened() for _ in range(4)]
        for now[0], page in enumerate(pages[:3]):
            running.disconnect(page, left=False)
        running.sweep(memory_is_low=True)
        assert [page.session in running.slots for page in pages] == [False, True, True, True]


@with_timeout
async def test_of_pages_that_were_left_only_so_many_are_kept_and_the_longest_away_ends_first(tmp_path, monkeypatch):
    monkeypatch.setattr("cardlab.pagehost.hosts.MAX_LEFT", 2)
    now = [0.0]
    async with hosts(course(tmp_path, page=["1"]), clock=lambda: now[0]) as running:
        pages = [await Page(running).opened() for _ in range(4)]
        for now[0], page in enumerate(pages):
            running.disconnect(page, left=page is not pages[1])
        assert [page.session in running.slots for page in pages] == [False, True, True, True]


@with_timeout
async def test_a_page_that_has_ended_leaves_no_task_behind(tmp_path):
    cells = [
        "import asyncio, os\nasync def beat():\n    while True:\n        await asyncio.sleep(0)",
        "beating = asyncio.create_task(beat(), name='beat')",
        "sum(task.get_name() == 'beat' for task in asyncio.all_tasks())",
    ]
    async with hosts(course(tmp_path, page=cells)) as running:
        for _ in range(3):
            page = await Page(running).opened()
            assert page.cell(2)[0]["data"]["text/plain"] == "1"
            running._close(running.connected[page])


@with_timeout
async def test_a_message_of_no_shape_of_ours_ends_its_line_and_nobody_elses(tmp_path):
    """Each way of being none; what else may come is tried against a running server (`test_abuse`)."""
    shapes = [b"", b"t", b"t\xff\xfe", b'["say"]', b't["execute_request", 1, "1-1", {}]', b"t" + b"[" * 100_000]
    shapes += [b't["say", 0, "1-1", {}]', b't["say", true, "1-1", {}]', b't["say", 1e99, "1-1", {}]']
    shapes += [b"b", b"b\xff\xff\xff\xff", b"b\x00\x00\x00\x02[]", b'b\x00\x00\x00\x17["say", 1, "1-1", [99]]']
    async with hosts(course(tmp_path, page=[COUNTER])) as running:
        good = await Page(running).opened()
        for shape in shapes:
            bad = await Page(running).opened()
            await running.forward(bad, shape)
            while not bad.refused:
                bad.news.clear()
                await bad.news.wait()
        await good.do(good.comm(0), {"add": 1})
        assert not good.refused


def test_a_session_knows_neither_a_server_nor_a_process():
    code = (
        "import sys, cardlab.pagehost.session\n"
        "print({'tornado', 'voila', 'zmq', 'multiprocessing.context', 'jupyter_server'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@with_timeout
async def test_hosts_that_end_before_they_answer_are_no_course(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path))
    running = Hosts(str(tmp_path), 1, 10, SETTINGS)
    running._context = multiprocessing.get_context("spawn")
    (tmp_path / "anywidget.py").write_text("import os; os._exit(3)")
    with pytest.raises(RuntimeError):
        await asyncio.wait_for(running.start(), 60)
    await running.close()
