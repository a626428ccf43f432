"""A session: the cells and scenes of one open page, in their own namespace.

It knows neither WebSockets nor server threads. Many sessions share one process and one thread: `CURRENT` is the session
whose cell or message is being handled, also in the tasks and timers that these start.
"""

from __future__ import annotations

import ast
import asyncio
import builtins
import gc
import inspect
import io
import logging
import os
import re
import shlex
import sys
import threading
import warnings
from collections import deque
from collections.abc import Callable, Coroutine, Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from contextvars import Context, ContextVar, copy_context
from functools import lru_cache, partial
from importlib import import_module
from pathlib import Path
from traceback import walk_tb
from types import CodeType, ModuleType, coroutine
from typing import Any, Final, Protocol, runtime_checkable
from weakref import WeakSet

import msgspec

from cardlab.pages.interrupt import TookTooLong, at_most
from cardlab.pages.line import FirstPicture, FrameKind, Line, Send
from cardlab.pages.notebooks import code_cells, with_scrolling_tables
from cardlab.pages.pictures import image, with_pictures

CURRENT: Final[ContextVar[Session | None]] = ContextVar("session", default=None)
"""The session whose code is running."""
CELL: Final[ContextVar[int]] = ContextVar("cell", default=0)
"""The index of the cell that is running, whose scene handles a message, or that started this task."""
FORMATS: Final = {
    "text/html": "_repr_html_",
    "text/markdown": "_repr_markdown_",
    "image/svg+xml": "_repr_svg_",
    "image/png": "_repr_png_",
    "image/jpeg": "_repr_jpeg_",
}
"""The method by which an object represents itself, for each MIME type."""
SHOWN: Final = ("text/html", "text/markdown", "image/svg+xml", "text/plain")
"""The MIME types that a page is sent; other images become part of the HTML."""
MOST_PRINTED: Final = 200_000
"""The number of characters that a cell may print; the rest is cut off."""
MAX_UNREAD: Final = 8 * 1024**2
"""The number of characters in all messages that wait for the cells."""
LONG_MESSAGE, READ_SIZE = 8 * 1024, 16
"""Messages with more than `LONG_MESSAGE` characters count as memory, each character as `READ_SIZE` bytes."""
MOST_SHOWN: Final = 1000
"""The most outputs of a cell, including those added after its run; all others are left out."""
_CONTROLS: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]\r?")
"""A control sequence that colours text in a terminal or moves its cursor."""
_MAGIC: Final = re.compile(r"^\s*(?:[%!?]|[\w.]+\?+\s*$)", re.MULTILINE)
"""A line that only IPython understands."""
LOG: Final = logging.getLogger("cardlab.pages")


@runtime_checkable
class SceneLike(Protocol):
    """An object that stays alive when a cell shows it.

    - `view`: the name of the script that draws it;
    - `page`: its place, with `changed()` to show a new snapshot and `send(content)`;
    - `constants`: values that never change, by name; a name means the same value in all scenes.

    A scene may also have `steps`, used instead of `receive`: it returns an iterator, between whose steps other pages
    run.
    """

    page: Any

    @property
    def view(self) -> str: ...

    @property
    def constants(self) -> Mapping[str, Any]: ...

    def snapshot(self) -> Mapping[str, Any]:
        """Return what the page shows, as JSON can hold it."""

    def receive(self, content: object) -> object:
        """Handle a message of the page, which may be forged."""

    def suspend(self) -> None:
        """Stop background work."""


class _Place:
    """The place of a scene on the page of a session; may be used from any thread."""

    def __init__(self, session: Session, name: str, scene: SceneLike) -> None:
        self.scene = scene
        self._session = session
        self._name = name

    def changed(self) -> None:
        self._session.in_loop(self._session.line.state, self._name, self.scene.snapshot())

    def send(self, content: Any) -> None:
        self._session.in_loop(self._session.line.once, self._name, content)


class Session:
    """The session of one open page.

    - `notebooks`: the folder of the notebooks, from which images may come; `name`: the path of the notebook in it;
    - `send`: takes each frame for the page, in the thread of the event loop;
    - `query`: the query of the page's address, which its code finds in the environment, as with Voilà;
    - `enter`: called first with the query, in the context of all code of the page;
    - `turn`: the lock held while a repeated or waiting message is handled.
    """

    def __init__(
        self,
        notebooks: Path,
        name: str,
        send: Send,
        query: str,
        enter: Callable[[str], None],
        turn: asyncio.Lock | None = None,
    ) -> None:
        self.name = name
        self._turn = turn or asyncio.Lock()
        self._long = self._unread = 0
        self.query = query
        self.line = Line(send)
        self.is_ready = False
        """Whether all cells have run."""
        self._is_running = False
        self.tasks: WeakSet[asyncio.Task[Any]] = WeakSet()
        self.namespace: dict[str, Any] = {"__name__": "__main__", "__builtins__": builtins, "display": display}
        self._root = notebooks
        self._cells = code_cells(notebooks / name)
        self._folder = (notebooks / name).parent
        self._context = copy_context()
        self._context.run(CURRENT.set, self)
        self._context.run(enter, query)
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()
        self._places: dict[str, SceneLike] = {}
        self._cells_of: dict[str, int] = {}
        self._outputs: dict[int, list[dict[str, Any]]] = {}
        self._running: int | None = None
        self._waiting: deque[tuple[int, str, Any]] = deque()
        self._is_over = False

    # Cells

    async def run(self, log: Sequence[tuple[str, msgspec.Raw]] = ()) -> None:
        """Run the cells in order; other pages can run between them.

        `log`: the places and messages of the page in an earlier session, which are handled again. The line sends
        nothing until the page is there.
        """
        for index, source in self._cells:
            if self._is_over:
                return
            await self._run_cell(index, source)
            self._running = None
            self.line.cell(index, self._outputs.setdefault(index, []))
            await asyncio.sleep(0)
            if not log:
                await self._answer_early()
        for place, content in log:
            scene = self._places.get(place)
            # Scenes whose data the browser keeps must not handle a message twice.
            if scene is not None and getattr(scene, "is_repeated", True):
                async with self._turn:
                    await self._handle(place, scene, msgspec.json.decode(content))
                    await asyncio.sleep(0)
        if log:
            self.line.skip()
        self.is_ready = True

    @staticmethod
    def _teach_ipython(source: str) -> None:
        """Make IPython's `display` show objects on the page, not print them."""
        with suppress(ImportError):
            name = "IPython.core.display_functions"
            module = import_module(name) if "IPython" in source or "ipywidgets" in source else sys.modules.get(name)
            if module is not None:
                vars(module)["print"] = _print

    async def _run_cell(self, index: int, source: str) -> None:
        self._running = index
        self._context.run(CELL.set, index)
        try:
            body, last = compile_cell(source, self._named(index))
            self._teach_ipython(source)
            for code, is_shown in ((body, False), (last, True)):
                if code is None:
                    continue
                result = self._call(eval, code, self.namespace)
                if inspect.iscoroutine(result) and code.co_flags & inspect.CO_COROUTINE:
                    result = await self._in_steps(result)
                if is_shown and result is not None:
                    self._call(self.show, result)
        except asyncio.CancelledError:
            raise
        except BaseException as error:
            if isinstance(error, SyntaxError) and _MAGIC.search(source):
                self._foreign(index, "commands of IPython")
            else:
                self._failed(error)

    @coroutine
    def _in_steps(self, awaiting: Coroutine[Any, Any, Any]) -> Generator[Any, Any, Any]:
        """Run a coroutine of the page step by step through `_call`; return its result."""
        step = partial(awaiting.send, None)
        while True:
            try:
                waits_for = self._call(step)
            except StopIteration as end:
                return end.value
            step = partial(awaiting.send, None)
            try:
                yield waits_for
            except BaseException as error:
                step = partial(awaiting.throw, error)

    def show(self, result: Any) -> None:
        """Show an object: a scene in a place, anything else as it represents itself."""
        if not isinstance(result, SceneLike):
            if hasattr(type(result), "_model_name"):
                self._foreign(CELL.get(), f"the ipywidget {type(result).__name__}")
                return
            shown = formatted(result)
            if "text/html" in shown:
                shown["text/html"] = with_pictures(shown["text/html"], self._folder, self._root)
            self.output(shown)
            return
        name = next((name for name, scene in self._places.items() if scene is result), "")
        if not name:
            name = str(len(self._places) + 1)
            self._places[name] = result
            self._cells_of[name] = CELL.get()
            self.in_loop(self.line.open, name, result.view, result.constants, result.snapshot())
            result.page = _Place(self, name, result)
        self.output({"place": name})

    # Messages of the page

    def has_room(self, length: int) -> bool:
        """Count the characters of a message, and return whether it can still be kept."""
        self._long += length if length > LONG_MESSAGE else 0
        self._unread += 0 if self._is_running else length
        return self._unread <= MAX_UNREAD

    async def receive(self, number: int, place: str, content: Any) -> None:
        """Handle a new message, now or once the cells have run, and confirm it."""
        if self._is_running:
            await self._answer(number, place, content)
        else:
            self._waiting.append((number, place, content))

    async def _answer(self, number: int, place: str, content: Any) -> None:
        scene = self._places.get(place)
        if self.line.is_new(number) and scene is not None:
            await self._handle(place, scene, content)
        self.line.done(number)

    async def _answer_early(self) -> None:
        """Answer the waiting messages to scenes that later cells cannot change.

        A later cell could change a scene that has a name, or is part of a list or dictionary that has one.
        """
        while self._waiting and (scene := self._places.get(place := self._waiting[0][1])) is not None:
            if any(scene is one for one in gc.get_referents(self.namespace, *self.namespace.values())):
                return
            self.line.begin_early(place)
            await self._answer_next()

    async def _answer_next(self) -> None:
        async with self._turn:
            await self._answer(*self._waiting.popleft())
            await asyncio.sleep(0)

    async def go_on(self) -> None:
        """Handle the messages that came while the cells were running; then accept others."""
        while self._waiting:
            await self._answer_next()
        self._is_running = True

    async def _handle(self, place: str, scene: SceneLike, content: Any) -> None:
        self._context.run(CELL.set, self._cells_of[place])
        try:
            steps = self._call(getattr(scene, "steps", scene.receive), content)
            while isinstance(steps, Iterator) and self._call(next, steps, self) is not self:
                await asyncio.sleep(0)
        except asyncio.CancelledError:
            raise
        except BaseException as error:
            self._failed(error)

    def _call(self, function: Callable[..., Any], *args: Any) -> Any:
        """Call a function in the page's context and folder; end it if it takes too long."""
        _folders.enter(str(self._folder))
        with at_most():
            return self._context.run(function, *args)

    # To the page

    def in_loop(self, function: Callable[..., None], *args: Any) -> None:
        """Call a function in the event loop's thread, in the order of the calls."""
        if self._is_over:
            return
        if threading.get_ident() == self._thread:
            function(*args)
        elif not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.in_loop, function, *args)

    def output(self, output: dict[str, Any]) -> None:
        """Add an output to the cell of the current code; may be called from any thread."""
        self.in_loop(self._add, CELL.get(), output)

    def _add(self, index: int, output: dict[str, Any]) -> None:
        outputs = self._outputs.setdefault(index, [])
        if "text" in output:
            left = MOST_PRINTED - sum(len(one.get("text", "")) for one in outputs)
            output = {"text": _CONTROLS.sub("", output["text"])[:left]}
        if len(outputs) >= MOST_SHOWN or output.get("text") == "" or ("foreign" in output and output in outputs):
            return
        if "text" in output and outputs and "text" in outputs[-1]:
            outputs[-1] = {"text": outputs[-1]["text"] + output["text"]}
        else:
            outputs.append(output)
        if self._running != index:
            self.line.send([FrameKind.OUTPUT, output, index])

    def _named(self, index: int) -> str:
        """Return the name of a cell in logs."""
        return f"{self.name}, cell {index + 1}"

    def _failed(self, error: BaseException) -> None:
        """Log the exception of a cell or message; the page gets no detail."""
        index = self._context.get(CELL, 0)
        where = self._named(index)
        for frame, line in walk_tb(error.__traceback__):
            if frame.f_code.co_filename.startswith(f"{self.name}, "):
                where = f"{frame.f_code.co_filename}, line {line}"
        LOG.error(f"{where}: {type(error).__name__}: {error}", exc_info=error)
        failed = {"error": "long" if isinstance(error, TookTooLong) else "failed"}
        if self._running is None:
            self.line.send([FrameKind.OUTPUT, failed])
        else:
            self._add(index, failed)

    def _foreign(self, index: int, what: str) -> None:
        """Log and show that a cell needs a kernel of its own, because it has `what`."""
        command = f"voila --template=cardlab {shlex.quote(str(self._root.resolve()))}"
        LOG.error(f"{self._named(index)} has {what}, which Voilà shows: {command}")
        self.in_loop(self._add, index, {"foreign": what})

    @property
    def size(self) -> int:
        """Bytes, estimated: content sent `once`, long messages, unread messages."""
        return self.line.kept_size + READ_SIZE * self._long + (0 if self._is_running else self._unread)

    def first_picture(self) -> FirstPicture:
        """Return what the page shows now, as a first picture."""
        return FirstPicture.of(self.line.whole())

    def close(self) -> list[SceneLike]:
        """End the scenes and tasks; return the scenes, so that leaks can be noticed."""
        self._is_over = True
        scenes = list(self._places.values())
        for scene in scenes:
            try:
                self._context.run(scene.suspend)
            except Exception as error:
                LOG.error("%s: a scene could not be ended: %s", self.name, error)
            scene.page = None
        for task in list(self.tasks):
            task.cancel()
        for kept in (self._places, self.namespace, self._waiting):
            kept.clear()
        self.line.end()
        self._context = Context()  # the old one refers to this session
        return scenes


class _Folders:
    """The working directory of the process, and each folder's own imported modules.

    Two folders may each have a `helper.py`: a page finds that of its own folder.
    """

    def __init__(self) -> None:
        self._folder = ""
        self._known = 0
        self._modules: dict[str, dict[str, ModuleType]] = {}

    def enter(self, folder: str) -> None:
        """Make a folder the working directory, with its own modules."""
        if folder == self._folder and os.getcwd() == folder:
            return
        own = self._modules.setdefault(self._folder, {})
        if self._folder and len(sys.modules) != self._known:
            for name, module in list(sys.modules.items()):
                file = str(getattr(module, "__file__", None) or "")
                # Files deeper in the folder may belong to a virtual environment.
                if file.startswith(os.path.join(self._folder, *name.split("."))) and not name.startswith("cardlab"):
                    own[name] = module
        for name in own:
            sys.modules.pop(name, None)
        os.chdir(folder)
        sys.modules.update(self._modules.get(folder, {}))
        self._folder, self._known = folder, len(sys.modules)


_folders: Final = _Folders()


class _Stdout(io.TextIOBase):
    """Standard output of the current session, or of the process outside sessions.

    Standard error stays that of the process: it can hold paths and tracebacks.
    """

    def __init__(self, stdout: Any) -> None:
        self.stdout = stdout

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        session = CURRENT.get()
        if session is None:
            self.stdout.write(text)
        else:
            session.output({"text": text})
        return len(text)

    def flush(self) -> None:
        self.stdout.flush()

    def fileno(self) -> int:
        return int(self.stdout.fileno())


class _Environment(os._Environ):  # type: ignore[type-arg]
    """The process's environment, where a page finds its own query, as with Voilà."""

    def __getitem__(self, key: str) -> str:
        session = CURRENT.get()
        return session.query if key == "QUERY_STRING" and session is not None else super().__getitem__(key)


def install() -> None:
    """Prepare this process for sessions; must be called inside the event loop."""
    if not isinstance(sys.stdout, _Stdout):
        sys.stdout = _Stdout(sys.stdout)
        warnings.showwarning = partial(_show_warning, warnings.showwarning)
    os.environ.__class__ = _Environment
    sys.stdin = io.StringIO()  # waiting for input would hold up every page
    if "" not in sys.path:
        sys.path.insert(0, "")
    asyncio.get_running_loop().set_task_factory(_create_task)


def _show_warning(elsewhere: Callable[..., None], message: Any, category: type[Warning], *where: Any) -> None:
    """Show a warning on the page that caused it, without the path of its file.

    `elsewhere`: called for a warning outside sessions.
    """
    session = CURRENT.get()
    if session is None:
        elsewhere(message, category, *where)
    else:
        session.output({"text": f"{category.__name__}: {message}\n"})


def _create_task(loop: asyncio.AbstractEventLoop, coroutine: Any, **options: Any) -> asyncio.Task[Any]:
    """Create a task that ends with the page that starts it."""
    context = options.get("context")
    session = context.get(CURRENT) if context is not None else CURRENT.get()
    task: asyncio.Task[Any] = asyncio.Task(coroutine, loop=loop, **options)
    if session is not None:
        session.tasks.add(task)
    return task


def display(*shown: Any, **_options: Any) -> None:
    """Show these objects in the running cell, or print them outside sessions."""
    session = CURRENT.get()
    for one in shown:
        print(repr(one)) if session is None else session.show(one)


def _print(*shown: Any, **options: Any) -> None:
    """Print as IPython does; its options, which clear a terminal, do nothing here."""
    if not options:
        display(*shown)


def formatted(result: Any) -> dict[str, Any]:
    """Return an object as a page can show it, by MIME type, at least as text.

    >>> formatted(7)
    {'text/plain': '7'}
    """
    bundle = getattr(result, "_repr_mimebundle_", None)
    given = bundle(include=None, exclude=None) if callable(bundle) else None
    shown, about = map(dict[str, Any], given if isinstance(given, tuple) else (given or {}, {}))
    for kind, method in FORMATS.items():
        if kind not in shown and callable(draw := getattr(result, method, None)):
            drawn = draw()
            shown[kind], about[kind] = drawn if isinstance(drawn, tuple) else (drawn, {})
    shown = {kind: one for kind, one in shown.items() if one is not None}
    picture = next((kind for kind in shown if kind.startswith("image/") and kind not in SHOWN), "")
    if "text/html" not in shown and "text/markdown" in shown:
        import mistune

        html = str(mistune.create_markdown(plugins=["table"])(shown["text/markdown"]))
        shown["text/html"] = with_scrolling_tables(html)
    elif picture and not shown.keys() & {"text/html", "image/svg+xml"}:
        shown["text/html"] = image(picture, shown[picture], about.get(picture) or {})
    if "text/plain" not in shown:
        shown["text/plain"] = repr(result)
    return {kind: str(one) for kind, one in shown.items() if kind in SHOWN}


@lru_cache(maxsize=2048)
def compile_cell(source: str, name: str) -> tuple[CodeType | None, CodeType | None]:
    """Return the code of a cell's statements, and of its last expression if shown.

    Each is None if there is none. `name` is the cell's file name in tracebacks. Raises SyntaxError.
    """
    tree = ast.parse(source, name)
    last = None
    if tree.body and isinstance(tree.body[-1], ast.Expr) and not source.rstrip().endswith(";"):
        last = ast.Expression(tree.body.pop().value)  # type: ignore[attr-defined]
    flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    made = partial(compile, filename=name, flags=flags)
    return made(tree, mode="exec") if tree.body else None, made(last, mode="eval") if last else None
