"""The compute pool: a few worker processes run the jobs of all pages, one result at a time and in turn.

- `PoolClient`: the pool as one page sees it, in its host process;
- `ComputePool`: the scheduler, in the front process;
- `run_worker`: a worker process.

A job is a callable without arguments that returns an iterator of results; pickled, equal jobs are run once for all
pages that submit them. The front asks a worker for each result, so that it can decide whose turn is next.
Pickles travel only between our own processes over inherited sockets; the front unpickles none of them.
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

from cardlab.pagehost.channel import Channel, Frame, FrameKind, start_process
from cardlab.pagehost.settings import Settings

Send: TypeAlias = Callable[[FrameKind, int, bytes, int], None]
"""Sends a frame: its kind, page number, body and job number."""

MAX_PAGE_JOBS: Final = 8
"""Open jobs per page; one more cancels the oldest."""
MAX_OPEN_JOBS: Final = 4_000
"""Open jobs in all; one more is refused."""
MAX_JOB_BYTES: Final = 4 * 1024 * 1024
MAX_CRASHES: Final = 2
"""Crashes of workers over one job, or of new workers in a row before they are ready, after which jobs fail."""

TOO_MANY: Final = "superseded by newer jobs of the page"
BUSY: Final = "too many jobs are open"
TOO_LARGE: Final = "the job is too large"
CRASHED: Final = "the worker processes have crashed"

_NO_MORE: Final = object()


def _pickle(value: object) -> bytes:
    return pickle.dumps(value, pickle.HIGHEST_PROTOCOL)


# A worker


def run_worker(connection: socket.socket, settings: Settings) -> None:
    """Run the jobs that arrive over a socket until it is closed, at low priority."""
    if hasattr(os, "nice"):
        os.nice(10)
    asyncio.run(_run_jobs(connection, settings))


@dataclass(slots=True)
class _RunningJob:
    """A job that a worker has begun."""

    body: bytes
    cancelled: threading.Event = field(default_factory=threading.Event)
    results: Iterator[Any] | None = None

    def next_result(self, until: Callable[[threading.Event], AbstractContextManager[Any]]) -> tuple[FrameKind, bytes]:
        """Compute the next result; any exception finishes the job with its text."""
        try:
            with until(self.cancelled):
                if self.results is None:
                    self.results = pickle.loads(self.body)()
                result = next(self.results, _NO_MORE)
            return (FrameKind.FINISH, _pickle(None)) if result is _NO_MORE else (FrameKind.RESULT, _pickle(result))
        except Exception as error:
            return FrameKind.FINISH, _pickle(" ".join(f"{type(error).__name__}: {error}".split())[:500])


async def _run_jobs(connection: socket.socket, settings: Settings) -> None:
    channel = await Channel.over(connection)
    loop = asyncio.get_running_loop()
    executor = ThreadPoolExecutor(1, thread_name_prefix="job")
    jobs: dict[int, _RunningJob] = {}
    tasks = set()

    async def advance(number: int, job: _RunningJob) -> None:
        kind, body = await loop.run_in_executor(executor, job.next_result, settings.until)
        if kind == FrameKind.FINISH:
            jobs.pop(number, None)
        channel.send(kind, 0, body, number)

    channel.send(FrameKind.ALIVE)
    while (frame := await channel.read()) is not None:
        if frame.kind == FrameKind.NEXT:
            task = loop.create_task(advance(frame.job, jobs.setdefault(frame.job, _RunningJob(frame.body))))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
        elif (job := jobs.pop(frame.job, None)) is not None:
            job.cancelled.set()
    os._exit(0)  # without waiting for the thread


# The scheduler


@dataclass(eq=False, slots=True)
class _Worker:
    """A worker process: the jobs that it has begun, and the one whose next result it computes."""

    process: BaseProcess
    channel: Channel
    begun: set[_Job] = field(default_factory=set)
    current: _Job | None = None


_Page: TypeAlias = tuple[Hashable, int]
"""A host, and the number of a page in it."""


@dataclass(eq=False, slots=True)
class _Job:
    """A job, and how to reach the pages that have submitted it, each under its own job number.

    - `results`: those so far, for pages that submit the job later;
    - `skipped`: how many results a new worker has to repeat after a crash;
    - `crashes`: how many workers have crashed over it.
    """

    number: int
    body: bytes
    clients: dict[tuple[_Page, int], Send] = field(default_factory=dict)
    results: list[bytes] = field(default_factory=list)
    skipped: int = 0
    crashes: int = 0
    worker: _Worker | None = None

    @property
    def is_running(self) -> bool:
        return self.worker is not None and self.worker.current is self

    def leave_worker(self) -> None:
        """Detach the job from its worker; the next one begins anew and repeats the results so far."""
        if self.worker is not None:
            self.worker.begun.discard(self)
            self.worker.channel.send(FrameKind.CANCEL, job=self.number)
        self.worker = None
        self.skipped = len(self.results)

    def publish(self, kind: FrameKind, body: bytes) -> None:
        """Send a frame to every client."""
        for (page, number), send in tuple(self.clients.items()):
            send(kind, page[1], body, number)


class ComputePool:
    """The scheduler. All methods are called inside one event loop.

    Pages take turns: each turn computes one result of the newest job of a page, and no page has two jobs running.
    A job stays with its worker, unless that one is busy and another has nothing to do.
    Workers are started on demand. One that crashes is replaced, and its jobs begin anew.
    """

    def __init__(self, max_workers: int, settings: Settings) -> None:
        self._max_workers = max_workers
        self._settings = settings
        self._tasks: set[asyncio.Task[None]] = set()
        """One for each worker process, from its start to its end."""
        self._workers: list[_Worker] = []
        """Those that are ready."""
        self._is_starting = False
        self._pages: OrderedDict[_Page, dict[int, _Job]] = OrderedDict()
        self._jobs: dict[bytes, _Job] = {}
        self._numbers = count(1)
        self._failed_starts = 0

    @property
    def open_jobs(self) -> int:
        """Number of different jobs that are not finished."""
        return len(self._jobs)

    def receive(self, host: Hashable, frame: Frame, send: Send) -> None:
        """Handle a SUBMIT or CANCEL frame of a host; results go out by `send`."""
        page = (host, frame.page)
        if frame.kind == FrameKind.CANCEL:
            self._cancel(page, frame.job)
        else:
            self._submit(page, frame.job, frame.body, send)
        self._schedule()

    def remove_page(self, host: Hashable, page: int) -> None:
        """Cancel all jobs of a page."""
        for number in tuple(self._pages.get((host, page), ())):
            self._cancel((host, page), number)
        self._schedule()

    def remove_host(self, host: Hashable) -> None:
        """Cancel all jobs of a host's pages."""
        for page in [page for page in self._pages if page[0] == host]:
            self.remove_page(*page)

    async def close(self) -> None:
        """Kill all workers; clients are sent nothing more."""
        self._max_workers = 0
        self._pages.clear()
        self._jobs.clear()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # Jobs

    def _submit(self, page: _Page, number: int, body: bytes, send: Send) -> None:
        if len(body) > MAX_JOB_BYTES or sum(map(len, self._pages.values())) >= MAX_OPEN_JOBS:
            send(FrameKind.FINISH, page[1], _pickle(TOO_LARGE if len(body) > MAX_JOB_BYTES else BUSY), number)
            return
        job = self._jobs.get(body)
        if job is None:
            job = self._jobs[body] = _Job(next(self._numbers), body)
        jobs = self._pages.setdefault(page, {})
        jobs[number] = job
        job.clients[page, number] = send
        for result in job.results:
            send(FrameKind.RESULT, page[1], result, number)
        if len(jobs) > MAX_PAGE_JOBS:
            oldest = next(iter(jobs))
            jobs[oldest].clients[page, oldest](FrameKind.FINISH, page[1], _pickle(TOO_MANY), oldest)
            self._cancel(page, oldest)

    def _cancel(self, page: _Page, number: int) -> None:
        job = self._remove(page, number)
        if job is None or job.clients:
            return
        del self._jobs[job.body]
        if job.worker is not None:
            job.worker.channel.send(FrameKind.CANCEL, job=job.number)
            # A running job still ends with a frame; until then its worker is busy.
            if not job.is_running:
                job.worker.begun.discard(job)

    def _remove(self, page: _Page, number: int) -> _Job | None:
        """Remove a page from the clients of a job; returns the job."""
        job = self._pages.get(page, {}).pop(number, None)
        if job is not None:
            del job.clients[page, number]
            if not self._pages[page]:
                del self._pages[page]
        return job

    def _finish(self, job: _Job, body: bytes) -> None:
        self._jobs.pop(job.body, None)
        job.publish(FrameKind.FINISH, body)
        for page, number in tuple(job.clients):
            self._remove(page, number)

    # Turns

    def _schedule(self) -> None:
        """Give every idle worker its next turn; start a worker if there are too few."""
        idle = [worker for worker in self._workers if worker.current is None]
        idle.sort(key=lambda worker: len(worker.begun))
        is_short = False
        for jobs in tuple(self._pages.values()):
            job = _newest(jobs)
            if any(other.is_running for other in jobs.values()):
                continue
            worker = job.worker
            if worker not in idle:
                worker = next((other for other in idle if job.worker is None or not other.begun), None)
                if worker is None:
                    is_short = is_short or job.worker is None
                    continue
                job.leave_worker()
            idle.remove(worker)
            worker.channel.send(FrameKind.NEXT, 0, job.body if job.worker is None else b"", job.number)
            job.worker, worker.current = worker, job
            worker.begun.add(job)
            self._to_back(job)
        if is_short and not self._is_starting and len(self._workers) < self._max_workers:
            self._is_starting = True
            task = asyncio.get_running_loop().create_task(self._supervise())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _to_back(self, job: _Job) -> None:
        """Move the pages whose newest job it is to the end of the queue: at the start and at the end of its turn."""
        for page, _ in job.clients:
            if _newest(self._pages[page]) is job:
                self._pages.move_to_end(page)

    def _take_result(self, worker: _Worker, job: _Job, frame: Frame) -> None:
        worker.current = None
        if frame.kind == FrameKind.FINISH or not job.clients:
            worker.begun.discard(job)
        if not job.clients:
            return
        self._to_back(job)
        if frame.kind == FrameKind.FINISH:
            self._finish(job, frame.body)
        elif job.skipped:
            job.skipped -= 1
        else:
            job.results.append(frame.body)
            job.publish(FrameKind.RESULT, frame.body)

    # Workers

    async def _supervise(self) -> None:
        """Start a worker and handle its frames until it ends."""
        try:
            worker = _Worker(*await start_process(get_context("spawn"), run_worker, self._settings))
        except OSError:
            self._is_starting = False
            raise
        try:
            while (frame := await worker.channel.read()) is not None:
                if frame.kind == FrameKind.ALIVE:
                    self._workers.append(worker)
                    self._is_starting = False
                    self._failed_starts = 0
                elif worker.current is not None:
                    self._take_result(worker, worker.current, frame)
                self._schedule()
        finally:
            worker.channel.close()
            worker.process.kill()
            worker.process.join()
            worker.process.close()
        self._handle_crash(worker)

    def _handle_crash(self, worker: _Worker) -> None:
        """Let the jobs of a crashed worker begin anew; fail those that have crashed too often."""
        failed = []
        if worker in self._workers:
            self._workers.remove(worker)
        else:
            self._is_starting = False
            self._failed_starts += 1
            if self._failed_starts > MAX_CRASHES and not self._workers:
                self._failed_starts = 0
                failed = list(self._jobs.values())
        if worker.current is not None:
            worker.current.crashes += 1
            failed = [worker.current] if worker.current.crashes >= MAX_CRASHES else []
        for job in tuple(worker.begun):
            job.leave_worker()
        for job in failed:
            if job.clients:
                self._finish(job, _pickle(CRASHED))
        self._schedule()


def _newest(jobs: dict[int, _Job]) -> _Job:
    return next(reversed(jobs.values()))


# In the host


class _Callbacks(NamedTuple):
    """What to call with the results of a job, and in which context."""

    take: Callable[[Any], None]
    end: Callable[[str | None], None]
    context: Context


class PoolClient:
    """The pool as one page sees it; made in the event loop of the page, in which all callbacks run.

    - `page`: the number of the page in frames;
    - `send`: sends a frame to the front.
    """

    def __init__(self, page: int, send: Send) -> None:
        self._page = page
        self._send = send
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()
        self._number = 0
        self._pending: dict[int, _Callbacks] = {}
        self._closed = False

    def submit(
        self, job: Callable[[], Iterator[Any]], take: Callable[[Any], None], end: Callable[[str | None], None]
    ) -> Callable[[], None]:
        """Submit a job and return a function that cancels it. Raises what `pickle.dumps` raises.

        `take` is called with each result in order, then `end` once with an error text or None.
        Both run in the context of this call; neither is called after the job was cancelled.
        """
        body = _pickle(job)
        self._number = number = (self._number + 1) % 2**32
        if not self._closed:
            self._pending[number] = _Callbacks(take, end, copy_context())
            self._send_frame(FrameKind.SUBMIT, number, body)
        return partial(self._cancel, number)

    def receive(self, kind: FrameKind, number: int, body: bytes) -> None:
        """Handle a RESULT or FINISH frame of a job of this page."""
        callbacks = self._pending.get(number)
        if callbacks is not None:
            self._loop.call_soon(self._deliver, number, kind, pickle.loads(body), context=callbacks.context)

    def close(self) -> None:
        """Cancel all jobs; later ones are ignored."""
        self._closed = True
        for number in tuple(self._pending):
            self._cancel(number)

    def _cancel(self, number: int) -> None:
        if self._pending.pop(number, None) is not None:
            self._send_frame(FrameKind.CANCEL, number)

    def _deliver(self, number: int, kind: FrameKind, value: Any) -> None:
        callbacks = self._pending.get(number)
        if callbacks is None:  # cancelled meanwhile
            return
        if kind == FrameKind.FINISH:
            del self._pending[number]
            callbacks.end(value)
        else:
            callbacks.take(value)

    def _send_frame(self, kind: FrameKind, number: int, body: bytes = b"") -> None:
        """Send a frame, from any thread of the page."""
        if threading.get_ident() == self._thread:
            self._send(kind, self._page, body, number)
        else:
            self._loop.call_soon_threadsafe(self._send, kind, self._page, body, number)
