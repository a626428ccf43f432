"""A session: one open page, its cells run in a namespace of its own, its widgets talking over comms of its own.

Messages come in by `hear`, messages go out by `tell`; knows neither sockets nor processes nor Tornado, so that the same
code can run wherever Python runs. Many sessions live in one process: which one is meant is in the variable `CURRENT`,
which holds in cells and callbacks, and in the tasks, timers and threads that they begin.

What goes out are lists that JSON can hold, each with its binary buffers:

- `["open", comm, target, data, metadata]`: a widget is there. A value of its state that the page has been told before
  is named in `data["shared"]` by its number, under "" several at once; what its class brings is `"asset:NAME"`;
- `["shared", number, value]`: a value that several widgets have;
- `["say", comm, data, number]`: a widget has changed (number 0), or says something, numbered from 1. Of a value that
  changes by its keys only these are sent: `data["keys"]` has what is new in them, `data["gone"]` names those that went;
- `["close", comm]`: a widget has gone;
- `["cell", place, outputs]`: what the cell at this place of the notebook shows;
- `["ready"]`: all cells have run;
- `["out", parent, output]`: printed or shown meanwhile, for `Output` widgets: "7" while message 7 was done, "cell-2";
- `["done", number]`: that message has been done.
"""

from __future__ import annotations

import ast
import asyncio
import hashlib
import inspect
import io
import json
import logging
import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context, ContextVar, copy_context
from functools import lru_cache
from itertools import count
from pathlib import Path
from types import CodeType
from typing import Any, Final, TypeAlias
from weakref import WeakSet

import comm
from comm.base_comm import BaseComm, CommManager

Tell: TypeAlias = Callable[[list[Any], Sequence[Any]], None]
Bring: TypeAlias = Callable[[str, str], None]
Cell: TypeAlias = tuple[int, str]
"""The place of a code cell in its notebook, and its source."""

CURRENT: Final[ContextVar[Session | None]] = ContextVar("session", default=None)
"""The page for which something is done just now."""

VIEW: Final = "application/vnd.jupyter.widget-view+json"
LARGE: Final = 400
"""From how many characters on a value is sent once and named from then on."""
MOST_KEPT: Final = 256
"""How much of what widgets have said is kept for a page that was away."""
MOST_SOURCE: Final = {"_esm": "js", "_css": "css"}
LOG: Final = logging.getLogger("cardlab.pagehost")


class Session:
    """One open page.

    - `cells`: its code cells;
    - `folder`: where they run;
    - `tell`: is given each message for the page with its buffers; only on the thread of the loop;
    - `bring`: is given name and text of what a widget's class brings, each time that it is used; the names tell the
      contents, so whoever has one by this name need not look;
    - `context`: variables that hold for everything the page does.
    """

    _numbers = count(1)

    def __init__(
        self,
        cells: Sequence[Cell],
        folder: Path,
        tell: Tell,
        bring: Bring,
        context: Context,
    ) -> None:
        self.number = next(Session._numbers)
        self.heard = 0
        self.is_ready = False
        self.namespace: dict[str, Any] = {"__name__": "__main__", "__builtins__": __builtins__}
        self.comms: dict[str, PageComm] = {}
        self.widgets: dict[str, Any] = {}
        self.tasks: WeakSet[asyncio.Task[Any]] = WeakSet()
        self.brought: dict[str, None] = {}
        """The names of what the classes of its widgets have brought, in order."""
        self._cells = tuple(cells)
        self._folder = str(folder)
        self._tell = tell
        self._bring = bring
        self._context = context
        self._context.run(CURRENT.set, self)
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()
        self._serial = count(1)
        self._outputs: dict[int, list[dict[str, Any]]] = {}
        self._place: int | None = None
        self._message = 0
        self._said = 0
        self._kept: deque[tuple[list[Any], Sequence[Any]]] = deque(maxlen=MOST_KEPT)
        self._shared: dict[str, int] = {}
        self._quiet = False
        self._waiting: list[tuple[int, str, Any, Sequence[bytes]]] = []
        self._is_over = False

    # The cells

    async def run(self, journal: Sequence[tuple[int, Mapping[str, Any]]] = ()) -> None:
        """Runs the cells one after the other; between two of them other pages can do something.

        With a `journal` the page has been here before: what it said then, each time to the comm of a serial number,
        is said once more, and nothing goes out until that is done.
        """
        self._quiet = bool(journal)
        for place, source in self._cells:
            if self._is_over:
                return
            await self._run_cell(place, source)
            self._send(["cell", place, self._outputs.get(place, [])])
            await asyncio.sleep(0)
        self.is_ready = True
        if not journal:
            self._send(["ready"])
            return
        for serial, data in journal:
            line = self.comms.get(self._name(serial))
            if line is not None and line.is_repeated:
                self._do(line, data, [])
                await asyncio.sleep(0)
        self._quiet = False
        self.attach(self._said)
        waiting, self._waiting = self._waiting, []
        for message in waiting:
            self.hear(*message)

    async def _run_cell(self, place: int, source: str) -> None:
        self._place = place
        try:
            body, last = compiled(source)
            for code, shows in ((body, False), (last, True)):
                if code is None:
                    continue
                found = self._run(eval, code, self.namespace)
                if inspect.iscoroutine(found) and code.co_flags & inspect.CO_COROUTINE:
                    found = await self._loop.create_task(found, context=self._context)
                if shows and found is not None:
                    self._run(self._show, found)
        except asyncio.CancelledError:
            raise
        except BaseException as problem:
            self.fail(problem)
        finally:
            self._place = None

    def _show(self, found: Any) -> None:
        from IPython.core.interactiveshell import InteractiveShell
        from ipywidgets import DOMWidget

        if isinstance(found, DOMWidget) and found.comm is not None and found._view_name is not None:
            self.output({"output_type": "display_data", "data": {VIEW: {"model_id": found.model_id}}, "metadata": {}})
            return
        formatter: Any = InteractiveShell.instance().display_formatter
        data, metadata = formatter.format(found)
        if data:
            self.output({"output_type": "execute_result", "data": data, "metadata": metadata})

    # What the page says

    def hear(self, number: int, name: str, data: Any, buffers: Sequence[bytes] = ()) -> None:
        """Message `number` of the page, counted from 1, to the comm of this name.

        What was heard before is not done again; for a comm that is not of this page nothing is done.
        """
        if self._quiet:
            self._waiting.append((number, name, data, buffers))
            return
        if number > self.heard:
            self.heard = number
            line = self.comms.get(name)
            if line is not None and isinstance(data, dict):
                self._message = number
                self._do(line, data, [memoryview(part) for part in buffers])
                self._message = 0
        self._send(["done", number])

    def _do(self, line: PageComm, data: Mapping[str, Any], buffers: list[memoryview]) -> None:
        content = {"comm_id": line.comm_id, "data": data}
        try:
            self._run(line.handle_msg, {"content": content, "buffers": buffers})
        except BaseException as problem:
            self.fail(problem)

    def _run(self, call: Callable[..., Any], *given: Any) -> Any:
        """Calls this as something of the page: in its context, and relative paths are those of its folder."""
        if os.getcwd() != self._folder:
            os.chdir(self._folder)
        return self._context.run(call, *given)

    # What goes out

    def attach(self, known: int) -> None:
        """Tells everything anew, as it is now: the page has come back.

        `known`: how much of what the widgets said it has heard; the rest is said once more.
        """
        self._shared.clear()
        for line in list(self.comms.values()):
            line.tell_state()
        for place, _ in self._cells:
            if place in self._outputs or self.is_ready:
                self._send(["cell", place, self._outputs.get(place, [])])
        for frame, buffers in list(self._kept):
            if frame[3] > known:
                self._send(frame, buffers)
        if self.is_ready:
            self._send(["ready"])

    def _send(self, frame: list[Any], buffers: Sequence[Any] = ()) -> None:
        if not self._quiet:
            self._in_turn(self._tell, frame, buffers)

    def _in_turn(self, call: Callable[..., None], *given: Any) -> None:
        """Does this in the session's own thread, after all that other threads have asked for before."""
        if self._is_over:
            return
        if threading.get_ident() == self._thread:
            call(*given)
        elif not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call, *given)

    def open_comm(self, line: PageComm, data: Mapping[str, Any], metadata: Any, buffers: Sequence[Any]) -> None:
        """A widget opens its comm."""
        if self._quiet or self._is_over:
            return
        # A browser's own default for whatever is not said is nothing.
        state = {name: value for name, value in (data.get("state") or {}).items() if value is not None}
        self._in_turn(line.page_has, dict(state))
        shared = {}
        for name, value in list(state.items()):
            if name in MOST_SOURCE and isinstance(value, str) and value:
                asset = asset_name(value, MOST_SOURCE[name])
                self.brought[asset] = None
                self._bring(asset, value)
                state[name] = f"asset:{asset}"
            elif isinstance(value, str | dict | list | tuple) and len(value) > 1:
                if (number := self._sharing(value)) is not None:
                    shared[name] = number
                    del state[name]
        # What all widgets of a class have in common: their names, versions, code.
        common = {name: state.pop(name) for name in list(state) if name.startswith("_")}
        shared[""] = self._number_of(common)
        self._send(
            ["open", line.comm_id, line.target_name, {**data, "state": state, "shared": shared}, metadata], buffers
        )

    def _sharing(self, value: Any) -> int | None:
        """The number of a value that is large; the page gets it first."""
        try:
            text = json.dumps(value, ensure_ascii=False)
        except (TypeError, ValueError):
            return None
        return self._number_of(value, text) if len(text) >= LARGE else None

    def _number_of(self, value: Any, text: str = "") -> int:
        text = text or json.dumps(value)
        if text not in self._shared:
            self._shared[text] = len(self._shared) + 1
            self._send(["shared", self._shared[text], value])
        return self._shared[text]

    def say(self, line: PageComm, data: Any, buffers: Sequence[Any]) -> None:
        """A widget changes or says something."""
        number = 0
        if not (isinstance(data, dict) and data.get("method") in ("update", "echo_update")):
            self._said += 1
            number = self._said
            self._kept.append((["say", line.comm_id, data, number], buffers))
        elif not buffers:
            self._in_turn(self._change, line, data)
            return
        self._send(["say", line.comm_id, data, number], buffers)

    def _change(self, line: PageComm, data: Mapping[str, Any]) -> None:
        self._send(["say", line.comm_id, line.changes(data), 0])

    def output(self, output: dict[str, Any]) -> None:
        """Something printed or shown, by a cell or by a callback; what stands on no page is left out."""
        if "data" in output:
            output = {**output, "data": _readable(output["data"])}
        if self._place is None or self._is_caught():
            self._send(["out", self.parent, output])
            return
        outputs = self._outputs.setdefault(self._place, [])
        last = outputs[-1] if outputs else {}
        if output["output_type"] == last.get("output_type") == "stream":
            last["text"] += output["text"]
        elif output["output_type"] != "clear":
            outputs.append(output)
        else:
            outputs.clear()

    def _is_caught(self) -> bool:
        """Whether an `Output` widget catches what the present cell prints."""
        return any(getattr(line.widget, "msg_id", "") == self.parent for line in self.comms.values())

    def fail(self, problem: BaseException) -> None:
        """A cell or a callback has failed: the page hears that it did, and nothing else."""
        LOG.error("a page has failed: %s", problem, exc_info=problem)
        self.output({"output_type": "error"})

    @property
    def parent(self) -> str:
        """What is being done just now, as a name for `Output` widgets: a message, or a cell."""
        return str(self._message) if self._place is None else f"cell-{self._place}"

    def _name(self, serial: int) -> str:
        return f"{self.number}-{serial}"

    def next_name(self) -> str:
        """The name of the next comm: the same cells give the same serial numbers each time."""
        return self._name(next(self._serial))

    def close(self) -> None:
        """Ends the page: its widgets, its tasks, its names."""
        if self._is_over:
            return
        self._is_over = True
        for line in list(self.comms.values()):
            try:
                self._context.run(line.end)
            except Exception as problem:
                LOG.error("a widget could not be closed: %s", problem)
        for task in list(self.tasks):
            task.cancel()
        for held in (self.comms, self.widgets, self.namespace, self._kept, self._shared, self._outputs):
            held.clear()


class PageComm(BaseComm):
    """One comm of one page. As its `kernel` a widget sees the page."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        session = CURRENT.get()
        if session is None:
            raise RuntimeError("widgets need a page; this code runs for none")
        self.session = session
        self.kernel = session
        self._page_has: dict[str, Any] = {}
        super().__init__(*args, **{**kwargs, "comm_id": session.next_name()})

    def publish_msg(
        self, msg_type: str, data: Any = None, metadata: Any = None, buffers: Any = None, **_keys: Any
    ) -> None:
        match msg_type:
            case "comm_open":
                self._opened = (data or {}, metadata)
                self.session.open_comm(self, data or {}, metadata, buffers or ())
            case "comm_msg":
                self.session.say(self, data, buffers or ())
            case "comm_close":
                self.session._send(["close", self.comm_id])

    def page_has(self, state: Mapping[str, Any]) -> None:
        """The page is sent this state; what comes next is compared with it."""
        self._page_has |= {name: value for name, value in state.items() if isinstance(value, dict)}

    def changes(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """A change of the widget without the keys that the page has already."""
        state, keys, gone = dict(data["state"]), {}, {}
        by_key = set(self.widget.trait_names(by_key=True)) if self.widget is not None else set()
        before = {name: self._page_has[name] for name in state if name in self._page_has and name in by_key}
        self.page_has(state)
        for name, had in before.items():
            has = state.pop(name)
            keys[name] = {key: value for key, value in has.items() if key not in had or had[key] != value}
            gone[name] = [key for key in had if key not in has]
        return {**data, "state": state, "keys": keys, "gone": gone} if keys else data

    @property
    def widget(self) -> Any:
        """The widget behind it; None if there is none."""
        return self.session.widgets.get(self.comm_id)

    @property
    def is_repeated(self) -> bool:
        """Whether what the page said is said to it once more; a widget that the browser remembers need not hear it."""
        return bool(getattr(self.widget, "is_repeated", True))

    def tell_state(self) -> None:
        """Tells the page of this comm as it is now."""
        from ipywidgets.widgets.widget import _remove_buffers

        data, metadata = self._opened
        if self.widget is None:
            self.session.open_comm(self, data, metadata, ())
            return
        state, paths, buffers = _remove_buffers(self.widget.get_state())
        self.session.open_comm(self, {"state": state, "buffer_paths": paths}, metadata, buffers)

    def end(self) -> None:
        """Closes the widget, or the comm if there is none."""
        widget = self.widget
        (self if widget is None else widget).close()


class PageComms(CommManager):
    """The comms of whatever page is meant; pages open none themselves."""

    def register_comm(self, comm: BaseComm) -> str:
        assert isinstance(comm, PageComm)
        comm.session.comms[comm.comm_id] = comm
        return comm.comm_id

    def unregister_comm(self, comm: BaseComm) -> None:
        assert isinstance(comm, PageComm)
        comm.session.comms.pop(comm.comm_id, None)


class _Widgets(MutableMapping[str, Any]):
    """The widgets of whatever page is meant, by name: whatever a page names, it is a widget of its own or nothing.

    In the place of ipywidgets' one dictionary of all widgets in a process, in which it looks for `IPY_MODEL_NAME`.
    """

    @property
    def _here(self) -> dict[str, Any]:
        session = CURRENT.get()
        return {} if session is None else session.widgets

    def __getitem__(self, name: str) -> Any:
        return self._here[name]

    def __setitem__(self, name: str, widget: Any) -> None:
        self._here[name] = widget

    def __delitem__(self, name: str) -> None:
        del self._here[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._here)

    def __len__(self) -> int:
        return len(self._here)


class _Spoken(io.TextIOBase):
    """What a page prints; what nobody's page prints goes where it always went.

    What goes to stderr is for whoever keeps the server: it can hold paths and traces.
    """

    def __init__(self, otherwise: Any) -> None:
        self._otherwise = otherwise

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        session = CURRENT.get()
        if session is None:
            return int(self._otherwise.write(text))
        if text:
            session.output({"output_type": "stream", "name": "stdout", "text": text})
        return len(text)

    def flush(self) -> None:
        self._otherwise.flush()


def prepare() -> None:
    """Makes this process one in which sessions can live. Once, before ipywidgets is used."""
    from IPython.core.displaypub import DisplayPublisher
    from IPython.core.interactiveshell import InteractiveShell
    from ipywidgets.widgets import widget
    from traitlets.config import Config

    class Publisher(DisplayPublisher):
        """What `display` shows goes to the page that is meant."""

        def publish(self, data: Any, metadata: Any = None, *_more: Any, **_others: Any) -> None:
            session = CURRENT.get()
            if session is not None:
                session.output({"output_type": "display_data", "data": data, "metadata": metadata or {}})

        def clear_output(self, wait: bool = False) -> None:
            session = CURRENT.get()
            if session is not None:
                session.output({"output_type": "clear", "wait": wait})

    class Shell(InteractiveShell):
        """What IPython's own functions ask for: `display`, `get_ipython`, `Output`."""

        kernel: Any = None

        def get_parent(self) -> dict[str, Any]:
            session = CURRENT.get()
            return {"header": {"msg_id": session.parent}} if session else {}

        def set_parent(self, parent: Any) -> None:
            """It follows from the page and what it does."""

        def showtraceback(self, exc_tuple: Any = None, *_more: Any, **_others: Any) -> None:
            session, problem = CURRENT.get(), (exc_tuple or sys.exc_info())[1]
            if session is not None and problem is not None:
                session.fail(problem)

    comm.create_comm = PageComm
    comms = PageComms()
    comm.get_comm_manager = lambda: comms
    widget._instances = _Widgets()
    widget.JUPYTER_WIDGETS_ECHO = False  # a page knows what it has said itself
    settings = Config()
    settings.HistoryManager.enabled = False
    InteractiveShell.clear_instance()
    Shell.instance(config=settings, display_pub_class=Publisher).kernel = True
    sys.stdout = _Spoken(sys.stdout)
    _carry_contexts()


def _carry_contexts() -> None:
    """Threads that a page begins, and what it gives to a pool of threads, belong to the page too."""
    start, submit = threading.Thread.start, ThreadPoolExecutor.submit

    def start_here(thread: threading.Thread) -> None:
        if CURRENT.get() is not None and not thread.name.startswith("ThreadPoolExecutor"):
            context, run = copy_context(), thread.run
            thread.run = lambda: context.run(run)  # type: ignore[method-assign]
        start(thread)

    def submit_here(pool: Any, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        return submit(pool, copy_context().run, work, *args, **kwargs)

    threading.Thread.start = start_here  # type: ignore[method-assign, assignment]
    ThreadPoolExecutor.submit = submit_here  # type: ignore[method-assign]


@lru_cache(maxsize=2048)
def compiled(source: str) -> tuple[CodeType | None, CodeType | None]:
    """A cell as code: all but its last expression, and that expression if it is to be shown.

    Raises SyntaxError.
    """
    tree = ast.parse(source, "<cell>")
    last = None
    if tree.body and isinstance(tree.body[-1], ast.Expr) and not source.rstrip().endswith(";"):
        last = ast.Expression(tree.body.pop().value)  # type: ignore[attr-defined]
    waits = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    return (
        compile(tree, "<cell>", "exec", waits) if tree.body else None,
        compile(last, "<cell>", "eval", waits) if last else None,
    )


@lru_cache(maxsize=512)
def asset_name(text: str, kind: str) -> str:
    """The name of a text by its contents, so that a browser may keep it for ever."""
    return f"{hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()[:20]}.{kind}"


def _readable(data: Mapping[str, Any]) -> dict[str, Any]:
    """An output as a page can show it: a widget needs no other form, Markdown becomes HTML."""
    told = dict(data)
    if VIEW in told:
        return {VIEW: told[VIEW]}
    if "text/markdown" in told and "text/html" not in told:
        import mistune

        shown = str(mistune.create_markdown(plugins=["table"])(told["text/markdown"]))
        # A table may be wider than a telephone: it scrolls in a frame of its own, as the prose's tables do.
        shown = shown.replace("<table>", '<div class="course-scroll" tabindex="0" role="group"><table>')
        told["text/markdown"] = shown.replace("</table>", "</table></div>")
    return told
