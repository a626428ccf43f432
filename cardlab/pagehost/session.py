"""A session: one open page, whose cells run in a namespace of its own, and whose widgets have comms of its own.

- `Session`: the page; messages arrive by `receive`, and go out by the `send` that it is given (see `page_messages`);
- `PageComm`: a comm of a page;
- `install`: prepares a process for sessions.

It knows neither sockets nor processes nor Tornado. Many sessions live in one process: `CURRENT` is the one whose cell
or callback is running, also in the tasks, timers and threads that these start.
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
from collections import UserDict, deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context, ContextVar, copy_context
from functools import lru_cache
from itertools import count
from pathlib import Path
from types import CodeType
from typing import Any, Final, TypeAlias
from weakref import WeakSet

from comm.base_comm import BaseComm, CommManager

from cardlab.pagehost.notebooks import with_scrolling_tables
from cardlab.pagehost.page_messages import MessageKind

Send: TypeAlias = Callable[[list[Any], Sequence[Any]], None]

CURRENT: Final[ContextVar[Session | None]] = ContextVar("session", default=None)
"""The session whose code is running."""

VIEW: Final = "application/vnd.jupyter.widget-view+json"
LARGE: Final = 400
"""Characters of JSON from which on a value is sent once and shared by its number."""
MAX_RECENT: Final = 256
"""Custom messages of widgets that are kept for a page that reconnects."""
LARGEST_RECENT: Final = 4_000_000
"""Characters of all of them; the last one is kept however long it is."""
ASSET_TRAITS: Final = {"_esm": "js", "_css": "css"}
SHARED: Final = "\n/* What stands above is shared. */\n"
"""The line in a script or style sheet above which stands what others have, too."""
IMPORTS: Final = {"js": 'import "./{}";', "css": '@import "./{}";'}
LOG: Final = logging.getLogger("cardlab.pagehost")


class Session:
    """One open page.

    Args:
        cells: the index and the source of each code cell.
        folder: the working directory of its code.
        send: sends a message with its buffers to the page; called in the thread of the event loop.
        send_asset: called with name and text of a script or style sheet each time that a widget is created with it;
            the name is a hash of the text.
        context: context variables for all code of the page.
    """

    _numbers = count(1)

    def __init__(
        self,
        cells: Sequence[tuple[int, str]],
        folder: Path,
        send: Send,
        send_asset: Callable[[str, str], None],
        context: Context,
    ) -> None:
        self.number = next(Session._numbers)
        self.last_received = 0
        self.is_ready = False
        self.namespace: dict[str, Any] = {"__name__": "__main__", "__builtins__": __builtins__}
        self.comms: dict[str, PageComm] = {}
        self.widgets: dict[str, Any] = {}
        self.tasks: WeakSet[asyncio.Task[Any]] = WeakSet()
        self.asset_names: dict[str, None] = {}
        """The names of the assets of its widgets, in order."""
        self._cells = tuple(cells)
        self._folder = str(folder)
        self._send_to_page = send
        self._send_asset = send_asset
        self._context = context
        self._context.run(CURRENT.set, self)
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()
        self._serial = count(1)
        self._outputs: dict[int, list[dict[str, Any]]] = {}
        self._running_cell: int | None = None
        self._running_message = 0
        self._last_sent = 0
        self._recent: deque[tuple[list[Any], Sequence[Any]]] = deque(maxlen=MAX_RECENT)
        self._recent_sizes: deque[int] = deque(maxlen=MAX_RECENT)
        self._shared: dict[str, int] = {}
        self._is_replaying = False
        self._postponed: list[tuple[int, str, Any, Sequence[bytes]]] = []
        self._is_over = False

    # Cells

    async def run(self, replay_log: Sequence[tuple[int, Mapping[str, Any]]] = ()) -> None:
        """Run the cells in order; other pages can run between them.

        `replay_log`: the messages of the page in an earlier session, each with the serial number of its comm.
        They are handled again, and nothing is sent until then.
        """
        self._is_replaying = bool(replay_log)
        for index, source in self._cells:
            if self._is_over:
                return
            await self._run_cell(index, source)
            self._send([MessageKind.CELL, index, self._outputs.get(index, [])])
            await asyncio.sleep(0)
        self.is_ready = True
        if not replay_log:
            self._send([MessageKind.READY])
            return
        for serial, data in replay_log:
            comm = self.comms.get(self._comm_name(serial))
            # A widget that is stored in the browser must not handle messages twice.
            if comm is not None and getattr(comm.widget, "is_repeated", True):
                self._handle(comm, data, [])
                await asyncio.sleep(0)
        self._is_replaying = False
        self.attach(self._last_sent)
        postponed, self._postponed = self._postponed, []
        for message in postponed:
            self.receive(*message)

    async def _run_cell(self, index: int, source: str) -> None:
        self._running_cell = index
        try:
            body, last = compile_cell(source)
            for code, is_shown in ((body, False), (last, True)):
                if code is None:
                    continue
                result = self._call(eval, code, self.namespace)
                if inspect.iscoroutine(result) and code.co_flags & inspect.CO_COROUTINE:
                    result = await self._loop.create_task(result, context=self._context)
                if is_shown and result is not None:
                    self._call(self._show, result)
        except asyncio.CancelledError:
            raise
        except BaseException as error:
            self.report_failure(error)
        finally:
            self._running_cell = None

    def _show(self, result: Any) -> None:
        from IPython.core.interactiveshell import InteractiveShell
        from ipywidgets import DOMWidget

        if isinstance(result, DOMWidget) and result.comm is not None and result._view_name is not None:
            self.output({"output_type": "display_data", "data": {VIEW: {"model_id": result.model_id}}, "metadata": {}})
            return
        formatter: Any = InteractiveShell.instance().display_formatter
        data, metadata = formatter.format(result)
        if data:
            self.output({"output_type": "execute_result", "data": data, "metadata": metadata})

    # Messages of the page

    def receive(self, number: int, name: str, data: Any, buffers: Sequence[bytes] = ()) -> None:
        """Handle a message of the page; one that was received before, or for an unknown comm, is only confirmed.

        Args:
            number: its number, counted from 1.
            name: the name of the comm.
            data: the data of the comm message.
            buffers: its binary buffers.
        """
        if self._is_replaying:
            self._postponed.append((number, name, data, buffers))
            return
        if number > self.last_received:
            self.last_received = number
            comm = self.comms.get(name)
            if comm is not None and isinstance(data, dict):
                self._running_message = number
                self._handle(comm, data, [memoryview(buffer) for buffer in buffers])
                self._running_message = 0
        self._send([MessageKind.DONE, number])

    def _handle(self, comm: PageComm, data: Mapping[str, Any], buffers: list[memoryview]) -> None:
        content = {"comm_id": comm.comm_id, "data": data}
        try:
            self._call(comm.handle_msg, {"content": content, "buffers": buffers})
        except BaseException as error:
            self.report_failure(error)

    def _call(self, function: Callable[..., Any], *args: Any) -> Any:
        """Call a function in the context and the working directory of the page."""
        if os.getcwd() != self._folder:
            os.chdir(self._folder)
        return self._context.run(function, *args)

    # Messages to the page

    def attach(self, last_seen: int) -> None:
        """Send a page that has reconnected everything again, of the custom messages those after `last_seen`."""
        self._shared.clear()
        for comm in list(self.comms.values()):
            comm.send_state()
        for index, _ in self._cells:
            if index in self._outputs or self.is_ready:
                self._send([MessageKind.CELL, index, self._outputs.get(index, [])])
        for message, buffers in list(self._recent):
            if message[3] > last_seen:
                self._send(message, buffers)
        if self.is_ready:
            self._send([MessageKind.READY])

    def _send(self, message: list[Any], buffers: Sequence[Any] = ()) -> None:
        if not self._is_replaying:
            self._in_loop(self._send_to_page, message, buffers)

    def _in_loop(self, function: Callable[..., None], *args: Any) -> None:
        """Call a function in the thread of the event loop; calls from another thread keep their order."""
        if self._is_over:
            return
        if threading.get_ident() == self._thread:
            function(*args)
        elif not self._loop.is_closed():
            self._loop.call_soon_threadsafe(function, *args)

    def open_comm(self, comm: PageComm, data: Mapping[str, Any], metadata: Any, buffers: Sequence[Any]) -> None:
        """Send the page a widget and its state; large values, and what widgets of a class share, are sent once."""
        if self._is_replaying or self._is_over:
            return
        # Traits that are missing are None in the browser.
        state = {name: value for name, value in (data.get("state") or {}).items() if value is not None}
        self._in_loop(comm.remember, dict(state))
        shared = {}
        for name, value in list(state.items()):
            if name in ASSET_TRAITS and isinstance(value, str) and value:
                for asset, text in assets(value, ASSET_TRAITS[name]):
                    self.asset_names[asset] = None
                    self._send_asset(asset, text)
                state[name] = f"asset:{asset}"
            elif isinstance(value, str | dict | list | tuple) and len(value) > 1:
                try:
                    text = json.dumps(value, ensure_ascii=False)
                except (TypeError, ValueError):
                    continue
                if len(text) >= LARGE:
                    shared[name] = self._share(value, text)
                    del state[name]
        # Model and view names, versions, code.
        common = {name: state.pop(name) for name in list(state) if name.startswith("_")}
        shared[""] = self._share(common, json.dumps(common))
        message = [
            MessageKind.OPEN, comm.comm_id, comm.target_name, {**data, "state": state, "shared": shared}, metadata,
        ]  # fmt: skip
        self._send(message, buffers)

    def _share(self, value: Any, text: str) -> int:
        """Return the number of a value, which is sent first if the page does not have it; `text`: its JSON."""
        if text not in self._shared:
            self._shared[text] = len(self._shared) + 1
            self._send([MessageKind.SHARED, self._shared[text], value])
        return self._shared[text]

    def send_widget_message(self, comm: PageComm, data: Any, buffers: Sequence[Any]) -> None:
        """Send a state update or a custom message of a widget."""
        number = 0
        if not (isinstance(data, dict) and data.get("method") in ("update", "echo_update")):
            self._last_sent += 1
            number = self._last_sent
            self._recent.append(([MessageKind.WIDGET, comm.comm_id, data, number], buffers))
            self._recent_sizes.append(len(repr(data)))
            while sum(self._recent_sizes) > LARGEST_RECENT and len(self._recent) > 1:
                self._recent.popleft()
                self._recent_sizes.popleft()
        elif not buffers:
            self._in_loop(lambda: self._send([MessageKind.WIDGET, comm.comm_id, comm.changes(data), 0]))
            return
        self._send([MessageKind.WIDGET, comm.comm_id, data, number], buffers)

    def output(self, output: dict[str, Any]) -> None:
        """Add an output to the running cell, or send that of a callback."""
        if "data" in output:
            output = {**output, "data": _for_page(output["data"])}
        if self._running_cell is None or self._is_captured():
            self._send([MessageKind.OUTPUT, self.parent, output])
            return
        outputs = self._outputs.setdefault(self._running_cell, [])
        last = outputs[-1] if outputs else {}
        if output["output_type"] == last.get("output_type") == "stream":
            last["text"] += output["text"]
        elif output["output_type"] != "clear":
            outputs.append(output)
        else:
            outputs.clear()

    def _is_captured(self) -> bool:
        """Whether an `Output` widget captures the outputs of the running cell."""
        return any(getattr(comm.widget, "msg_id", "") == self.parent for comm in self.comms.values())

    def report_failure(self, error: BaseException) -> None:
        """Log the exception of a cell or callback; the page learns only that there was one."""
        LOG.error("a page has failed: %s", error, exc_info=error)
        self.output({"output_type": "error"})

    @property
    def parent(self) -> str:
        """The running message or cell, as `Output` widgets name it."""
        return str(self._running_message) if self._running_cell is None else f"cell-{self._running_cell}"

    def _comm_name(self, serial: int) -> str:
        return f"{self.number}-{serial}"

    def next_comm_name(self) -> str:
        """Return a name for a new comm; the same cells always give the same serial numbers."""
        return self._comm_name(next(self._serial))

    def close(self) -> None:
        """Close the widgets, cancel the tasks and clear the namespace."""
        if self._is_over:
            return
        self._is_over = True
        for comm in list(self.comms.values()):
            try:
                self._context.run((comm if comm.widget is None else comm.widget).close)
            except Exception as error:
                LOG.error("a widget could not be closed: %s", error)
        for task in list(self.tasks):
            task.cancel()
        for kept in (self.comms, self.widgets, self.namespace, self._recent, self._shared, self._outputs):
            kept.clear()


class PageComm(BaseComm):
    """A comm of the current session."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        session = CURRENT.get()
        if session is None:
            raise RuntimeError("a widget needs a page, and this code runs outside of any")
        self.session = session
        self.kernel = session  # ipywidgets asks for one
        self._page_state: dict[str, Any] = {}
        super().__init__(*args, **{**kwargs, "comm_id": session.next_comm_name()})

    def publish_msg(
        self, msg_type: str, data: Any = None, metadata: Any = None, buffers: Any = None, **_keys: Any
    ) -> None:
        match msg_type:
            case "comm_open":
                self._opened = (data or {}, metadata)
                self.session.open_comm(self, data or {}, metadata, buffers or ())
            case "comm_msg":
                self.session.send_widget_message(self, data, buffers or ())
            case "comm_close":
                self.session._send([MessageKind.CLOSE, self.comm_id])

    def remember(self, state: Mapping[str, Any]) -> None:
        """Remember the dictionaries of a state that the page is sent, to compare the next ones with them."""
        self._page_state |= {name: value for name, value in state.items() if isinstance(value, dict)}

    def changes(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the data of a state update without the items that the page has already."""
        state, keys, gone = dict(data["state"]), {}, {}
        by_key = set(self.widget.trait_names(by_key=True)) if self.widget is not None else set()
        before = {name: self._page_state[name] for name in state if name in self._page_state and name in by_key}
        self.remember(state)
        for name, old in before.items():
            new = state.pop(name)
            keys[name] = {key: value for key, value in new.items() if key not in old or old[key] != value}
            gone[name] = [key for key in old if key not in new]
        return {**data, "state": state, "keys": keys, "gone": gone} if keys else data

    @property
    def widget(self) -> Any:
        """Its widget, or None."""
        return self.session.widgets.get(self.comm_id)

    def send_state(self) -> None:
        """Send the page the comm with the present state of its widget."""
        from ipywidgets.widgets.widget import _remove_buffers

        data, metadata = self._opened
        if self.widget is None:
            self.session.open_comm(self, data, metadata, ())
            return
        state, paths, buffers = _remove_buffers(self.widget.get_state())
        self.session.open_comm(self, {"state": state, "buffer_paths": paths}, metadata, buffers)


class PageCommManager(CommManager):
    """Registers each comm with its session; pages cannot open comms."""

    def register_comm(self, comm: BaseComm) -> str:
        assert isinstance(comm, PageComm)
        comm.session.comms[comm.comm_id] = comm
        return comm.comm_id

    def unregister_comm(self, comm: BaseComm) -> None:
        assert isinstance(comm, PageComm)
        comm.session.comms.pop(comm.comm_id, None)


class _WidgetRegistry(UserDict[str, Any]):
    """The widgets of the current session, by model id.

    Replaces the registry of all widgets of the process in which ipywidgets looks up `IPY_MODEL_…`: a page must not
    reach the widgets of another.
    """

    def __init__(self) -> None:
        """Has no data of its own."""

    @property
    def data(self) -> dict[str, Any]:  # type: ignore[override]
        session = CURRENT.get()
        return {} if session is None else session.widgets


class _PageStdout(io.TextIOBase):
    """Standard output of the current session; outside of any, that of the process.

    Standard error stays that of the process: it can hold paths and tracebacks.
    """

    def __init__(self, stdout: Any) -> None:
        self._stdout = stdout

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        session = CURRENT.get()
        if session is None:
            return int(self._stdout.write(text))
        if text:
            session.output({"output_type": "stream", "name": "stdout", "text": text})
        return len(text)

    def flush(self) -> None:
        self._stdout.flush()


def install() -> None:
    """Prepare this process for sessions; once, before ipywidgets is used."""
    import comm
    from IPython.core.displaypub import DisplayPublisher
    from IPython.core.interactiveshell import InteractiveShell
    from ipywidgets.widgets import widget
    from traitlets.config import Config

    class Publisher(DisplayPublisher):
        """Publishes `display` in the current session."""

        def publish(self, data: Any, metadata: Any = None, *_args: Any, **_kwargs: Any) -> None:
            session = CURRENT.get()
            if session is not None:
                session.output({"output_type": "display_data", "data": data, "metadata": metadata or {}})

        def clear_output(self, wait: bool = False) -> None:
            session = CURRENT.get()
            if session is not None:
                session.output({"output_type": "clear", "wait": wait})

    class Shell(InteractiveShell):
        """What `display`, `get_ipython` and `Output` need of a shell."""

        kernel: Any = None

        def get_parent(self) -> dict[str, Any]:
            session = CURRENT.get()
            return {"header": {"msg_id": session.parent}} if session else {}

        def set_parent(self, parent: Any) -> None:
            """Ignored: `get_parent` follows from the session."""

        def showtraceback(self, exc_tuple: Any = None, *_args: Any, **_kwargs: Any) -> None:
            session, error = CURRENT.get(), (exc_tuple or sys.exc_info())[1]
            if session is not None and error is not None:
                session.report_failure(error)

    comm.create_comm = PageComm
    manager = PageCommManager()
    comm.get_comm_manager = lambda: manager
    widget._instances = _WidgetRegistry()
    widget.JUPYTER_WIDGETS_ECHO = False  # a page has its own changes already
    config = Config()
    config.HistoryManager.enabled = False
    InteractiveShell.clear_instance()
    Shell.instance(config=config, display_pub_class=Publisher).kernel = True
    sys.stdout = _PageStdout(sys.stdout)
    _propagate_contexts()


def _propagate_contexts() -> None:
    """Let threads, and functions submitted to thread pools, run in the context of the page that starts them."""
    start, submit = threading.Thread.start, ThreadPoolExecutor.submit

    def start_in_context(thread: threading.Thread) -> None:
        if CURRENT.get() is not None and not thread.name.startswith("ThreadPoolExecutor"):
            context, run = copy_context(), thread.run
            thread.run = lambda: context.run(run)  # type: ignore[method-assign]
        start(thread)

    def submit_in_context(pool: Any, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        return submit(pool, copy_context().run, function, *args, **kwargs)

    threading.Thread.start = start_in_context  # type: ignore[method-assign, assignment]
    ThreadPoolExecutor.submit = submit_in_context  # type: ignore[method-assign]


@lru_cache(maxsize=2048)
def compile_cell(source: str) -> tuple[CodeType | None, CodeType | None]:
    """Compile a cell: its statements, and its last expression if that is shown. Raises SyntaxError."""
    tree = ast.parse(source, "<cell>")
    last = None
    if tree.body and isinstance(tree.body[-1], ast.Expr) and not source.rstrip().endswith(";"):
        last = ast.Expression(tree.body.pop().value)  # type: ignore[attr-defined]
    flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    return (
        compile(tree, "<cell>", "exec", flags) if tree.body else None,
        compile(last, "<cell>", "eval", flags) if last else None,
    )


@lru_cache(maxsize=512)
def assets(text: str, extension: str) -> tuple[tuple[str, str], ...]:
    """The assets of a script or style sheet, named by the hash of their text, so that browsers may cache them for ever.

    What stands above the line `SHARED` is one of its own, which the last one imports.
    """
    above, _, own = text.rpartition(SHARED)
    before = assets(above, extension) if above else ()
    own = "".join(IMPORTS[extension].format(name) for name, _ in before[-1:]) + own
    return *before, (f"{hashlib.sha256(own.encode('utf-8', 'replace')).hexdigest()[:20]}.{extension}", own)


def _for_page(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the MIME bundle that a page can show: of a widget the view alone, Markdown as HTML."""
    if VIEW in data:
        return {VIEW: data[VIEW]}
    if "text/markdown" not in data or "text/html" in data:
        return dict(data)
    import mistune

    html = str(mistune.create_markdown(plugins=["table"])(data["text/markdown"]))
    return {**data, "text/markdown": with_scrolling_tables(html)}
