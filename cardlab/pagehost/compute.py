"""The compute pool: a few worker processes do the heavy work of all pages, piece by piece and in turn.

A page asks a question by giving a job: called without arguments it begins, and gives its pieces one after the other.
Its host sends it to the front (`Questions`), the front hands it to a worker (`ComputePool`), and the pieces of the
answer go the same way back. The front asks a worker for each piece, so that it can say whose turn it is.
What is pickled comes from our own processes over sockets that they have inherited, never from a page or a network;
the front passes it on and unpickles none of it.
Whoever asks the same as somebody else just now gets the same pieces.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import socket
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from typing import Any, Final, NamedTuple, TypeAlias

from cardlab.pagehost.channel import Channel, Frame, FrameKind, begun
from cardlab.pagehost.settings import Settings

Send: TypeAlias = Callable[[FrameKind, int, bytes, int], None]
"""Sends a frame: its kind, the number of the page, its body, and the number of the question."""

MOST_QUESTIONS: Final = 8
"""So many questions a page may have open; the oldest makes room for one more."""
MOST_OPEN: Final = 4_000
"""So many questions may be open in all; one more is refused."""
LARGEST: Final = 4 * 1024 * 1024
"""A job of more bytes is refused."""
MOST_LOST: Final = 2
"""So often a worker may die over the same question, or new ones one after another before they can work."""

TOO_MANY: Final = "newer questions of the page came instead"
BUSY: Final = "too many questions are open"
TOO_LARGE: Final = "the question is too large"
LOST: Final = "the processes that worked on it have died"

_NO_MORE: Final = object()


def _packed(what: object) -> bytes:
    return pickle.dumps(what, pickle.HIGHEST_PROTOCOL)


# A worker


def work(line: socket.socket, setting: Settings) -> None:
    """The whole life of a worker process, which is of low priority."""
    if hasattr(os, "nice"):
        os.nice(10)
    asyncio.run(_serve(line, setting))


@dataclass(slots=True)
class _Job:
    """A job that a worker has, and how far it is."""

    body: bytes
    given_up: threading.Event = field(default_factory=threading.Event)
    pieces: Iterator[Any] | None = None

    def piece(self, until: Callable[[threading.Event], AbstractContextManager[Any]]) -> tuple[FrameKind, bytes]:
        """The next piece, or the end; whatever goes wrong ends it with a sentence."""
        try:
            with until(self.given_up):
                if self.pieces is None:
                    self.pieces = pickle.loads(self.body)()
                piece = next(self.pieces, _NO_MORE)
            return (FrameKind.END, _packed(None)) if piece is _NO_MORE else (FrameKind.PIECE, _packed(piece))
        except Exception as wrong:
            return FrameKind.END, _packed(" ".join(f"{type(wrong).__name__}: {wrong}".split())[:500])


async def _serve(line: socket.socket, setting: Settings) -> None:
    channel = await Channel.over(line)
    loop = asyncio.get_running_loop()
    aside = ThreadPoolExecutor(1, thread_name_prefix="piece")
    held: dict[int, _Job] = {}
    tasks = set()

    async def piece(ticket: int, job: _Job) -> None:
        kind, body = await loop.run_in_executor(aside, job.piece, setting.until)
        if kind == FrameKind.END:
            held.pop(ticket, None)
        channel.send(kind, 0, body, ticket)

    loading = loop.run_in_executor(None, setting.load)
    if setting.is_loaded_soon():
        # Side by side with slow answers it would take thrice the second that it takes alone.
        await loading
    channel.send(FrameKind.ALIVE)
    while (frame := await channel.read()) is not None:
        if frame.kind == FrameKind.MORE:
            task = loop.create_task(piece(frame.question, held.setdefault(frame.question, _Job(frame.body))))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
        elif (dropped := held.pop(frame.question, None)) is not None:
            dropped.given_up.set()
    os._exit(0)  # a thread may be in the middle of a piece, and nobody wants it


# The scheduler


@dataclass(eq=False, slots=True)
class _Worker:
    """A worker process as the scheduler sees it: which questions it has begun with, and which it is doing now."""

    process: BaseProcess
    channel: Channel
    held: set[_QueuedQuestion] = field(default_factory=set)
    doing: _QueuedQuestion | None = None

    def end(self) -> None:
        """Ends the process, whatever it is doing, and sees to it that nothing of it is left."""
        self.channel.close()
        self.process.kill()
        self.process.join()
        self.process.close()


_Page: TypeAlias = tuple[Hashable, int]
"""A page: its host, and its number."""


@dataclass(eq=False, slots=True)
class _QueuedQuestion:
    """A question and everybody who asks it, with the number by which each page knows it.

    - `found`: the pieces so far, for whoever asks the same later;
    - `skipped`: how many pieces have to come again first, after a worker has died; `lost`: how often one did.
    """

    ticket: int
    body: bytes
    askers: dict[tuple[_Page, int], Send] = field(default_factory=dict)
    found: list[bytes] = field(default_factory=list)
    skipped: int = 0
    lost: int = 0
    worker: _Worker | None = None

    @property
    def is_being_done(self) -> bool:
        return self.worker is not None and self.worker.doing is self

    def leave_worker(self) -> None:
        """It is to be begun once more by another worker; pieces that were given already are ignored."""
        if self.worker is not None:
            self.worker.held.discard(self)
            self.worker.channel.send(FrameKind.DROP, question=self.ticket)
        self.worker = None
        self.skipped = len(self.found)

    def tell(self, kind: FrameKind, body: bytes) -> None:
        """Tells everybody who asks it."""
        for (page, number), tell in tuple(self.askers.items()):
            tell(kind, page[1], body, number)


class ComputePool:
    """The scheduler, in the front process: at most so many workers for all pages of all hosts.

    Pages have their turn one after the other, each for one piece of its newest question, and no page has two at work.
    A question stays with the worker that has begun with it, unless that one is busy and another has nothing to do.
    Workers start when there is something to do that no other is free for. One that dies is replaced, and its questions
    are begun once more.

    Everything is to be called inside the loop that the pool is used in.
    """

    def __init__(self, workers: int, setting: Settings) -> None:
        self._most = workers
        self._setting = setting
        self._employed: set[asyncio.Task[None]] = set()
        """One for each worker, from its start to its end."""
        self._workers: list[_Worker] = []
        """Those that can work."""
        self._is_one_coming = False
        self._pages: OrderedDict[_Page, dict[int, _QueuedQuestion]] = OrderedDict()
        self._shared: dict[bytes, _QueuedQuestion] = {}
        self._tickets = count(1)
        self._stillborn = 0

    @property
    def questions(self) -> int:
        """How many different questions are open."""
        return len(self._shared)

    def hear(self, host: Hashable, frame: Frame, tell: Send) -> None:
        """What a host sends about the questions of a page (ASK and DROP); the answers are told by `tell`."""
        page = (host, frame.page)
        if frame.kind == FrameKind.DROP:
            self._drop(page, frame.question)
        else:
            self._ask(page, frame.question, frame.body, tell)
        self._dispatch()

    def forget(self, host: Hashable, page: int) -> None:
        """A page that has gone: none of its questions is wanted any more."""
        for number in tuple(self._pages.get((host, page), ())):
            self._drop((host, page), number)
        self._dispatch()

    def forget_host(self, host: Hashable) -> None:
        """A host that has gone, with all its pages."""
        for page in [page for page in self._pages if page[0] == host]:
            self.forget(*page)

    async def close(self) -> None:
        """Ends all workers, whatever they are doing; nothing more is said to anybody."""
        self._most = 0
        self._pages.clear()
        self._shared.clear()
        for task in self._employed:
            task.cancel()
        await asyncio.gather(*self._employed, return_exceptions=True)

    # Questions

    def _ask(self, page: _Page, number: int, body: bytes, tell: Send) -> None:
        if len(body) > LARGEST or sum(map(len, self._pages.values())) >= MOST_OPEN:
            tell(FrameKind.END, page[1], _packed(TOO_LARGE if len(body) > LARGEST else BUSY), number)
            return
        question = self._shared.get(body)
        if question is None:
            question = self._shared[body] = _QueuedQuestion(next(self._tickets), body)
        questions = self._pages.setdefault(page, {})
        questions[number] = question
        question.askers[page, number] = tell
        for piece in question.found:
            tell(FrameKind.PIECE, page[1], piece, number)
        if len(questions) > MOST_QUESTIONS:
            oldest = next(iter(questions))
            questions[oldest].askers[page, oldest](FrameKind.END, page[1], _packed(TOO_MANY), oldest)
            self._drop(page, oldest)

    def _drop(self, page: _Page, number: int) -> None:
        """A page asks something no more; what nobody asks any more is given up."""
        question = self._forget(page, number)
        if question is None or question.askers:
            return
        del self._shared[question.body]
        if question.worker is not None:
            question.worker.channel.send(FrameKind.DROP, question=question.ticket)
            # What is being done ends soon, and answers; until then the worker is not free.
            if not question.is_being_done:
                question.worker.held.discard(question)

    def _forget(self, page: _Page, number: int) -> _QueuedQuestion | None:
        """A question of a page that is open no more; a page without one is not kept."""
        question = self._pages.get(page, {}).pop(number, None)
        if question is not None:
            del question.askers[page, number]
            if not self._pages[page]:
                del self._pages[page]
        return question

    def _finish(self, question: _QueuedQuestion, body: bytes) -> None:
        """A question has been answered to its end, or as far as can be."""
        self._shared.pop(question.body, None)
        question.tell(FrameKind.END, body)
        for page, number in tuple(question.askers):
            self._forget(page, number)

    # Whose turn it is

    def _dispatch(self) -> None:
        """Gives every worker that is free the piece whose turn it is."""
        free = [worker for worker in self._workers if worker.doing is None]
        free.sort(key=lambda worker: len(worker.held))
        nobody_is_free = False
        for questions in tuple(self._pages.values()):
            question = _newest(questions)
            if any(one.is_being_done for one in questions.values()):
                continue
            worker = question.worker
            if worker not in free:
                worker = next((one for one in free if question.worker is None or not one.held), None)
                if worker is None:
                    nobody_is_free = nobody_is_free or question.worker is None
                    continue
                question.leave_worker()
            free.remove(worker)
            # The turn of all pages whose newest question it is.
            worker.channel.send(FrameKind.MORE, 0, question.body if question.worker is None else b"", question.ticket)
            question.worker, worker.doing = worker, question
            worker.held.add(question)
            self._had_turn(question)
        if nobody_is_free and not self._is_one_coming and len(self._workers) < self._most:
            self._is_one_coming = True
            task = asyncio.get_running_loop().create_task(self._employ())
            self._employed.add(task)
            task.add_done_callback(self._employed.discard)

    def _had_turn(self, question: _QueuedQuestion) -> None:
        """Whoever has had a turn goes to the end of the line: when it begins, and behind those who came meanwhile."""
        for page, _ in question.askers:
            if _newest(self._pages[page]) is question:
                self._pages.move_to_end(page)

    def _took(self, worker: _Worker, question: _QueuedQuestion, frame: Frame) -> None:
        """A worker has done a piece."""
        worker.doing = None
        if frame.kind == FrameKind.END or not question.askers:
            worker.held.discard(question)
        if not question.askers:
            return
        self._had_turn(question)
        if frame.kind == FrameKind.END:
            self._finish(question, frame.body)
        elif question.skipped:
            question.skipped -= 1
        else:
            question.found.append(frame.body)
            question.tell(FrameKind.PIECE, frame.body)

    # Workers

    async def _employ(self) -> None:
        """The life of a worker as it is seen here."""
        try:
            worker = _Worker(*await begun(get_context("spawn"), work, self._setting))
        except OSError:
            self._is_one_coming = False
            raise
        try:
            while (frame := await worker.channel.read()) is not None:
                if frame.kind == FrameKind.ALIVE:
                    self._workers.append(worker)
                    self._is_one_coming = False
                    self._stillborn = 0
                elif worker.doing is not None:
                    self._took(worker, worker.doing, frame)
                self._dispatch()
        finally:
            worker.end()
        self._lost(worker)

    def _lost(self, worker: _Worker) -> None:
        """A worker has died: what it held is begun once more, what it was doing only so often."""
        over = []
        if worker in self._workers:
            self._workers.remove(worker)
        else:
            self._is_one_coming = False
            self._stillborn += 1
            if self._stillborn > MOST_LOST and not self._workers:
                self._stillborn = 0
                over = list(self._shared.values())
        if worker.doing is not None:
            worker.doing.lost += 1
            over = [worker.doing] if worker.doing.lost >= MOST_LOST else []
        for question in tuple(worker.held):
            question.leave_worker()
        for question in over:
            if question.askers:
                self._finish(question, _packed(LOST))
        self._dispatch()


def _newest(questions: dict[int, _QueuedQuestion]) -> _QueuedQuestion:
    return next(reversed(questions.values()))


# The side of the host


class _PendingAnswer(NamedTuple):
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
        self._asked: dict[int, _PendingAnswer] = {}
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
            self._asked[number] = _PendingAnswer(take, end, copy_context())
            self._say(FrameKind.ASK, number, body)
        return partial(self._give_up, number)

    def hear(self, kind: FrameKind, number: int, body: bytes) -> None:
        """A frame from the front about a question of this page (PIECE and END)."""
        asked = self._asked.get(number)
        if asked is not None:
            self._loop.call_soon(self._hand_over, number, kind, pickle.loads(body), context=asked.context)

    def close(self) -> None:
        """The page has gone: nothing is asked and nothing is handed over any more."""
        self._closed = True
        for number in tuple(self._asked):
            self._give_up(number)

    def _give_up(self, number: int) -> None:
        if self._asked.pop(number, None) is not None:
            self._say(FrameKind.DROP, number)

    def _hand_over(self, number: int, kind: FrameKind, found: Any) -> None:
        asked = self._asked.get(number)
        if asked is None:  # it was given up meanwhile
            return
        if kind == FrameKind.END:
            del self._asked[number]
            asked.end(found)
        else:
            asked.take(found)

    def _say(self, kind: FrameKind, number: int, body: bytes = b"") -> None:
        """Sends a frame, from whichever thread of the page."""
        if threading.get_ident() == self._thread:
            self._send(kind, self._page, body, number)
        else:
            self._loop.call_soon_threadsafe(self._send, kind, self._page, body, number)
