"""The compute pool: a few worker processes do the heavy work of all pages, piece by piece and in turn.

A page asks a question by giving a job: called without arguments it begins, and gives its pieces one after the other.
Its host sends it to the front (`Questions`), the front hands it to a worker (`ComputePool`), and the pieces of the
answer go the same way back:

    host -> front      Q  number of the question, pickled job     X  number: it is not wanted any more
    front -> host      P  number, pickled piece                   Z  number, pickled sentence if it went wrong, or None
    front -> worker    N  do a piece, with the job the first time X  give it up      (by a ticket instead of the page)
    worker -> front    P or Z, one for each N                     R  ready           K  as fast as it will be

What is pickled comes from our own processes over sockets that they have inherited, never from a page or a network.
The front passes it on and unpickles none of it, but the answers to what its own tables between devices have asked.
Whoever asks the same as somebody else just now gets the same pieces.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import signal
import socket
import struct
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from typing import Any, Final, TypeAlias

from cardlab.pagehost.channel import Channel, Frame
from cardlab.pagehost.setting import Setting, Stop

ASK, DROP, PIECE, END = b"Q", b"X", b"P", b"Z"
MORE, READY, LOADED = b"N", b"R", b"K"

Send: TypeAlias = Callable[[bytes, int, bytes], None]
"""Sends a frame: its kind, the number of the page, and its body."""

MOST_QUESTIONS: Final = 8
"""So many questions a page may have open; the oldest makes room for one more."""
MOST_OPEN: Final = 4_000
"""So many questions may be open in all; one more is refused."""
LARGEST: Final = 4 * 1024 * 1024
"""A job of more bytes is refused."""
LARGEST_SHARED: Final = 1024 * 1024
"""An answer of more bytes is not kept for those who ask the same while it is being worked out."""
MOST_LOST: Final = 2
"""So often a worker may die over the same question, or new ones one after another before they are ready."""
SECONDS_TO_END: Final = 2.0
SECONDS_IN_THE_WAY: Final = 0.5
"""Behind another's piece that takes longer than this nobody waits while another worker is free."""

TOO_MANY: Final = "newer questions of the page came instead"
BUSY: Final = "too many questions are open"
TOO_LARGE: Final = "the question is too large"
LOST: Final = "the processes that worked on it have died"

_NUMBER: Final = struct.Struct("!I")
_NO_MORE: Final = object()
NO_SETTING: Final = Setting()


# A worker


def work(line: socket.socket, setting: Setting) -> None:
    """The whole life of a worker process: of low priority, deaf to what ends the server, which then ends it."""
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(10)
    with contextlib.suppress(ConnectionError):
        asyncio.run(_serve(line, setting))
    os._exit(0)  # the thread may be in the middle of a piece, and nobody wants it


@dataclass(slots=True)
class _Held:
    """A job that a worker has, and how far it is."""

    body: bytes
    given_up: threading.Event = field(default_factory=threading.Event)
    pieces: Iterator[Any] | None = None


async def _serve(line: socket.socket, setting: Setting) -> None:
    channel = await Channel.over(line)
    loop = asyncio.get_running_loop()
    aside = ThreadPoolExecutor(1, thread_name_prefix="piece")
    held: dict[int, _Held] = {}
    tasks: set[asyncio.Task[None]] = set()

    async def load() -> None:
        await loop.run_in_executor(None, setting.load)
        channel.send(LOADED)

    async def piece(ticket: int, job: _Held) -> None:
        kind, body = await loop.run_in_executor(aside, _piece, job, setting.until)
        if kind == END:
            held.pop(ticket, None)
        channel.send(kind, ticket, body)

    def begin(work: Any) -> None:
        task = loop.create_task(work)
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    if setting.is_loaded_soon():
        # Side by side with slow answers it would take thrice the second that it takes alone.
        await load()
        channel.send(READY)
    else:
        channel.send(READY)
        begin(load())
    while (frame := await channel.read()) is not None:
        if frame.kind == MORE:
            job = held.setdefault(frame.page, _Held(frame.body))
            begin(piece(frame.page, job))
        elif frame.kind == DROP and (dropped := held.pop(frame.page, None)) is not None:
            dropped.given_up.set()


def _piece(job: _Held, until: Callable[[Stop], AbstractContextManager[None]]) -> tuple[bytes, bytes]:
    """The next piece of a job, or its end; whatever goes wrong in one that is wanted ends it with a sentence."""
    try:
        with until(job.given_up):
            if job.pieces is None:
                job.pieces = pickle.loads(job.body)()
            piece = next(job.pieces, _NO_MORE)
        return (END, _packed(None)) if piece is _NO_MORE else (PIECE, _packed(piece))
    except Exception as wrong:
        if job.given_up.is_set():
            return END, _packed(None)
        return END, _packed(" ".join(f"{type(wrong).__name__}: {wrong}".split())[:500])


def _packed(what: object) -> bytes:
    return pickle.dumps(what, pickle.HIGHEST_PROTOCOL)


# The scheduler


@dataclass(eq=False, slots=True)
class _Worker:
    """A worker process as the scheduler sees it."""

    process: BaseProcess
    line: socket.socket
    channel: Channel | None = None
    loaded: bool = False
    held: set[_Question] = field(default_factory=set)
    doing: _Question | None = None
    since: float = 0.0
    hearing: asyncio.Task[None] | None = None

    @property
    def free(self) -> bool:
        """Whether it is ready and does nothing."""
        return self.channel is not None and self.doing is None

    def send(self, kind: bytes, ticket: int, body: bytes = b"") -> None:
        if self.channel is not None:
            self.channel.send(kind, ticket, body)


@dataclass(eq=False, slots=True)
class _Question:
    """A question and everybody who asks it.

    - `found`: the pieces so far, for who asks the same later; None if they are too many to be kept;
    - `given`: how many pieces were given; `skipped`: how many have to come again first, after a worker has died;
    - `served`: the pages whose turn the piece is that is being done.
    """

    ticket: int
    body: bytes
    askers: dict[tuple[_Page, int], Send] = field(default_factory=dict)
    found: list[bytes] | None = field(default_factory=list)
    size: int = 0
    given: int = 0
    skipped: int = 0
    lost: int = 0
    worker: _Worker | None = None
    served: list[_Page] = field(default_factory=list)

    @property
    def being_done(self) -> bool:
        return self.worker is not None and self.worker.doing is self


@dataclass(eq=False, slots=True)
class _Page:
    """A page and its open questions by number, the newest last; `busy` while a piece is done because of it."""

    host: Hashable
    number: int
    questions: dict[int, _Question] = field(default_factory=dict)
    busy: bool = False

    @property
    def newest(self) -> _Question | None:
        return next(reversed(self.questions.values()), None)


@dataclass(frozen=True, slots=True)
class PoolStatus:
    """How the pool stands.

    - `workers`: how many processes there are, of `most`; `loaded`: how many of them are as fast as they will be;
    - `working`: how many are doing a piece now;
    - `pages`, `questions`: how many pages have open questions, and how many different ones.
    """

    most: int
    workers: int
    loaded: int
    working: int
    pages: int
    questions: int


class ComputePool:
    """The scheduler, in the front process: at most so many workers for all pages of all hosts.

    Pages take turns, piece by piece; of each page the newest question is answered first, and no page ever has more than
    one worker at work. A question stays with the worker that has begun it, unless that does something long for another
    page while a worker is free. Workers start when there is something to do that no other is free for, or by `start`.
    One that dies is replaced, and its questions are begun once more.

    Everything is to be called inside the loop that the pool is used in. Raises ValueError for no workers.
    """

    def __init__(self, workers: int = 2, setting: Setting = NO_SETTING) -> None:
        if workers < 1:
            raise ValueError(f"a pool has one worker or more, not {workers!r}")
        self._most = workers
        self._setting = setting
        self._workers: list[_Worker] = []
        self._pages: OrderedDict[tuple[Hashable, int], _Page] = OrderedDict()
        self._shared: dict[bytes, _Question] = {}
        self._tickets = 0
        self._open = 0
        self._lost_at_start = 0
        self._closed = False
        self._ended: set[asyncio.Task[None]] = set()
        self._again: asyncio.TimerHandle | None = None
        self._all_loaded = asyncio.Event()

    @property
    def status(self) -> PoolStatus:
        """How it stands now, for whoever looks after the server."""
        return PoolStatus(
            self._most,
            sum(worker.channel is not None for worker in self._workers),
            sum(worker.loaded for worker in self._workers),
            sum(worker.doing is not None for worker in self._workers),
            len(self._pages),
            len({question for page in self._pages.values() for question in page.questions.values()}),
        )

    @property
    def processes(self) -> tuple[int, ...]:
        """The process ids of the workers."""
        return tuple(worker.process.pid or 0 for worker in self._workers)

    def start(self) -> None:
        """Starts all workers now, so that the first question need not wait for one."""
        while len(self._workers) < self._most and not self._closed:
            self._begin_worker()

    async def loaded(self) -> None:
        """Waits until every worker that was started is as fast as it will be."""
        while not all(worker.loaded for worker in self._workers):
            self._all_loaded.clear()
            await self._all_loaded.wait()

    def hear(self, host: Hashable, frame: Frame, send: Send) -> None:
        """What a host sends about the questions of a page (Q and X); the answers are sent by `send`."""
        (number,) = _NUMBER.unpack_from(frame.body)
        if frame.kind == ASK:
            self.ask(host, frame.page, number, frame.body[_NUMBER.size :], send)
        elif frame.kind == DROP:
            self.drop(host, frame.page, number)

    def ask(self, host: Hashable, page: int, number: int, body: bytes, tell: Send) -> None:
        """A question of a page. `tell` is called with each piece as it comes, and once at the end, with P and Z frames.

        - `host`, `page`: who asks; `number`: what the page calls the question;
        - `body`: the pickled job.
        """
        if self._closed:
            return
        if len(body) > LARGEST or self._open >= MOST_OPEN:
            tell(END, page, _NUMBER.pack(number) + _packed(TOO_LARGE if len(body) > LARGEST else BUSY))
            return
        self.drop(host, page, number)
        asking = self._pages.setdefault((host, page), _Page(host, page))
        question = self._shared.get(body)
        if question is None:
            self._tickets += 1
            question = self._shared[body] = _Question(self._tickets, body)
        asking.questions[number] = question
        question.askers[asking, number] = tell
        self._open += 1
        for piece in question.found or ():
            tell(PIECE, page, _NUMBER.pack(number) + piece)
        if len(asking.questions) > MOST_QUESTIONS:
            oldest = next(iter(asking.questions))
            asking.questions[oldest].askers[asking, oldest](END, page, _NUMBER.pack(oldest) + _packed(TOO_MANY))
            self.drop(host, page, oldest)
        self._dispatch()

    def drop(self, host: Hashable, page: int, number: int) -> None:
        """A question that is not wanted any more; nothing more is said of it."""
        asking = self._pages.get((host, page))
        if asking is None or number not in asking.questions:
            return
        self._leave(asking, number)
        self._tidy(asking)
        self._dispatch()

    def forget(self, host: Hashable, page: int) -> None:
        """A page that has gone: none of its questions is wanted any more."""
        asking = self._pages.pop((host, page), None)
        if asking is not None:
            for number in tuple(asking.questions):
                self._leave(asking, number)
            self._dispatch()

    def forget_host(self, host: Hashable) -> None:
        """A host that has gone, with all its pages."""
        for known, page in [key for key in self._pages if key[0] == host]:
            self.forget(known, page)

    async def close(self) -> None:
        """Ends all workers, whatever they are doing; nothing more is said to anybody."""
        self._closed = True
        self._all_loaded.set()
        self._pages.clear()
        self._shared.clear()
        if self._again is not None:
            self._again.cancel()
        workers, self._workers = self._workers, []
        for worker in workers:
            self._end(worker)
        await asyncio.gather(*self._ended, return_exceptions=True)

    # Questions

    def _leave(self, asking: _Page, number: int) -> None:
        """A page asks something no more; what nobody asks any more is given up."""
        question = asking.questions.pop(number)
        del question.askers[asking, number]
        self._open -= 1
        if question.askers:
            if asking in question.served and asking not in {page for page, _ in question.askers}:
                question.served.remove(asking)
                asking.busy = False
            return
        self._unshare(question)
        worker = question.worker
        if worker is not None:
            worker.send(DROP, question.ticket)
            # What is being done ends soon, and answers; until then the worker is not free.
            if worker.doing is not question:
                worker.held.discard(question)

    def _tidy(self, page: _Page) -> None:
        """A page that asks nothing is not kept, except while what it has given up is being done: that is its turn."""
        if not page.questions and not page.busy and self._pages.get((page.host, page.number)) is page:
            del self._pages[page.host, page.number]

    def _unshare(self, question: _Question) -> None:
        if self._shared.get(question.body) is question:
            del self._shared[question.body]
        question.found = None

    def _answered(self, question: _Question, kind: bytes, body: bytes) -> None:
        """Tells all who ask what has come of a question."""
        if kind == END:
            self._finish(question, body)
        elif question.skipped:
            question.skipped -= 1
        else:
            question.given += 1
            question.size += len(body)
            if question.size > LARGEST_SHARED:
                self._unshare(question)
            if question.found is not None:
                question.found.append(body)
            for (page, number), tell in tuple(question.askers.items()):
                tell(PIECE, page.number, _NUMBER.pack(number) + body)

    def _finish(self, question: _Question, body: bytes) -> None:
        """A question has been answered to its end, or as far as can be."""
        self._unshare(question)
        if question.worker is not None:
            question.worker.held.discard(question)
        askers, question.askers = question.askers, {}
        for page, number in askers:
            del page.questions[number]
            self._open -= 1
            self._tidy(page)
        for (page, number), tell in askers.items():
            tell(END, page.number, _NUMBER.pack(number) + body)

    # Whose turn it is

    def _dispatch(self) -> None:
        """Gives every worker that is free the piece whose turn it is."""
        while (found := self._next()) is not None:
            question, worker = found
            first = question.worker is None
            question.worker = worker
            worker.doing, worker.since = question, asyncio.get_running_loop().time()
            worker.held.add(question)
            # Whose newest question it is has had a turn, whoever it was begun for.
            served = {page: None for page, _ in question.askers if page.newest is question and not page.busy}
            question.served = list(served)
            for page in served:
                page.busy = True
            worker.send(MORE, question.ticket, question.body if first else b"")

    def _next(self) -> tuple[_Question, _Worker] | None:
        """The first page in order that can be served, with the worker for it."""
        begun = False
        for page in self._pages.values():
            question = None if page.busy else page.newest
            if question is None or question.being_done:
                continue
            if question.worker is not None and question.worker.free:
                return question, question.worker
            worker = self._least_loaded()
            if question.worker is not None:
                if worker is None or not self._stuck(question.worker):
                    continue
                self._leave_worker(question)
            if worker is not None:
                return question, worker
            begun = True
        ready = all(worker.channel for worker in self._workers) and self._lost_at_start <= MOST_LOST
        if begun and ready and len(self._workers) < self._most:
            self._begin_worker()
        return None

    def _stuck(self, worker: _Worker) -> bool:
        """Whether a worker has been doing a long piece for some time; if not it is asked again later."""
        loop = asyncio.get_running_loop()
        rest = worker.since + SECONDS_IN_THE_WAY - loop.time()
        if rest > 0 and self._again is None:
            self._again = loop.call_later(rest, self._look_again)
        return rest <= 0

    def _look_again(self) -> None:
        self._again = None
        self._dispatch()

    def _leave_worker(self, question: _Question) -> None:
        """A question is to be begun once more by another worker; pieces that were given already are ignored."""
        worker, question.worker = question.worker, None
        question.skipped = question.given
        if worker is not None:
            worker.held.discard(question)
            worker.send(DROP, question.ticket)

    def _least_loaded(self) -> _Worker | None:
        """The free worker with the fewest questions; slow ones are left out once there is one with the kernel."""
        loaded = any(worker.loaded for worker in self._workers)
        free = [worker for worker in self._workers if worker.free and (worker.loaded or not loaded)]
        return min(free, key=lambda worker: len(worker.held), default=None)

    # Workers

    def _begin_worker(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            process = get_context("spawn").Process(
                target=work, args=(theirs, self._setting), name="page-worker", daemon=True
            )
            process.start()
        worker = _Worker(process, ours)
        self._workers.append(worker)
        worker.hearing = asyncio.get_running_loop().create_task(self._hear_worker(worker))

    async def _hear_worker(self, worker: _Worker) -> None:
        channel = await Channel.over(worker.line)
        try:
            while (frame := await channel.read()) is not None:
                if frame.kind == READY:
                    worker.channel = channel
                    self._lost_at_start = 0
                elif frame.kind == LOADED:
                    worker.loaded = True
                    self._all_loaded.set()
                elif worker.doing is not None and frame.page == worker.doing.ticket:
                    self._took(worker, worker.doing, frame)
                self._dispatch()
        finally:
            channel.close()
        self._lost(worker)

    def _took(self, worker: _Worker, question: _Question, frame: Frame) -> None:
        """A worker has done a piece."""
        worker.doing = None
        self._turn_over(question)
        if question.askers:
            self._answered(question, frame.kind, frame.body)
        else:
            worker.held.discard(question)

    def _turn_over(self, question: _Question) -> None:
        """Whoever has had a turn goes to the end of the line, behind those who have come meanwhile."""
        served, question.served = question.served, []
        for page in served:
            page.busy = False
            if self._pages.get((page.host, page.number)) is page:
                self._pages.move_to_end((page.host, page.number))
            self._tidy(page)

    def _lost(self, worker: _Worker) -> None:
        """A worker has died: what it held is begun once more, what it was doing only so often."""
        if worker not in self._workers:
            return
        self._workers.remove(worker)
        self._end(worker)
        over = []
        for question in tuple(worker.held):
            self._leave_worker(question)
            if question is worker.doing:
                self._turn_over(question)
                question.lost += 1
                if question.lost >= MOST_LOST:
                    over.append(question)
        if worker.loaded:
            self._begin_worker()
        elif worker.channel is None:
            self._lost_at_start += 1
            if self._lost_at_start > MOST_LOST and not self._workers:
                self._lost_at_start = 0
                over = list({question for page in self._pages.values() for question in page.questions.values()})
        for question in over:
            if question.askers:
                self._finish(question, _packed(LOST))
        self._dispatch()

    def _end(self, worker: _Worker) -> None:
        """Sees to it that a worker ends, and that nothing of it is left."""
        if worker.channel is not None:
            worker.channel.close()
        if worker.hearing is not None and worker.hearing is not asyncio.current_task():
            worker.hearing.cancel()

        async def ended() -> None:
            process = worker.process
            await asyncio.to_thread(process.join, SECONDS_TO_END)
            if process.is_alive():
                process.kill()
                await asyncio.to_thread(process.join)
            process.close()
            worker.line.close()

        task = asyncio.get_running_loop().create_task(ended())
        self._ended.add(task)
        task.add_done_callback(self._ended.discard)


# The side of the host


@dataclass(frozen=True, slots=True)
class _Asked:
    """What happens with the answer to a question, and in which context."""

    take: Callable[[Any], None]
    end: Callable[[str | None], None]
    context: Context


class Questions:
    """The pool as one page sees it, in its host.

    - `page`: the number of the page in frames;
    - `send`: sends a frame to the front.

    To be made in the loop of the page. Everything that the page does with an answer happens there, one call at a time;
    what goes wrong in it goes to the exception handler of the loop.
    """

    def __init__(self, page: int, send: Send) -> None:
        self._page = page
        self._send = send
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()
        self._number = 0
        self._asked: dict[int, _Asked] = {}
        self._closed = False

    def ask(
        self, job: Callable[[], Iterator[Any]], take: Callable[[Any], None], end: Callable[[str | None], None]
    ) -> Callable[[], None]:
        """Begins with a job, which is pickled; returns what gives it up. Raises what `pickle.dumps` does if it cannot.

        `take` is called with each piece in order, then `end` once, with a sentence if it went wrong, else None:
        both on the loop of the page and in the context that this was called in, neither once the job is given up.
        """
        body = _packed(job)
        self._number = number = (self._number + 1) % 2**32
        if not self._closed:
            self._asked[number] = _Asked(take, end, copy_context())
            self._say(ASK, _NUMBER.pack(number) + body)

        def give_up() -> None:
            if self._asked.pop(number, None) is not None:
                self._say(DROP, _NUMBER.pack(number))

        return give_up

    def hear(self, kind: bytes, body: bytes) -> None:
        """A frame from the front about a question of this page (P and Z)."""
        (number,) = _NUMBER.unpack_from(body)
        asked = self._asked.get(number)
        if asked is not None:
            found = pickle.loads(memoryview(body)[_NUMBER.size :])
            self._loop.call_soon(self._hand_over, number, kind, found, context=asked.context)

    def close(self) -> None:
        """The page has gone: nothing is asked and nothing is handed over any more."""
        self._closed = True
        for number in tuple(self._asked):
            if self._asked.pop(number, None) is not None:
                self._say(DROP, _NUMBER.pack(number))

    def _hand_over(self, number: int, kind: bytes, found: Any) -> None:
        asked = self._asked.get(number)
        if asked is None:  # it was given up meanwhile
            return
        if kind == END:
            del self._asked[number]
            asked.end(found)
        else:
            asked.take(found)

    def _say(self, kind: bytes, body: bytes) -> None:
        """Sends a frame, from whichever thread of the page."""
        if threading.get_ident() == self._thread:
            self._send(kind, self._page, body)
        else:
            self._loop.call_soon_threadsafe(self._send, kind, self._page, body)
