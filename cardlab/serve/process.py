"""The process that serves the course until a signal ends it."""

from __future__ import annotations

import asyncio
import faulthandler
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Final

from tornado.httpserver import HTTPServer

from cardlab.dashboard.course_server import MAX_MESSAGE, CourseServer
from cardlab.pages.connections import MAX_FILES, send_heartbeats
from cardlab.pages.memory import keep_loaded

SECONDS_TO_END: Final = 10
"""Seconds from a signal to the end of the process, even if something still runs."""
OTHER_FILES: Final = 200
"""The number of open files that aren't connections."""
SIGNALS: Final = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that end the server: Ctrl+C, the end of the system, and a closed terminal, which Windows has not."""


async def serve(server: CourseServer, sockets: list[socket.socket], ready: Callable[[], None]) -> None:
    """Serve until one of `SIGNALS`; call `ready` once the server answers."""
    stopped, loop = asyncio.Event(), asyncio.get_running_loop()
    nowhere = open(os.devnull, "w")  # noqa: SIM115

    def end(*_: object) -> None:
        # A second signal would find no loop any more.
        for number in signals:
            signal.signal(number, signal.SIG_IGN)
        loop.call_soon_threadsafe(stopped.set)
        # Its watchdog thread works even if running code never releases the interpreter's lock.
        faulthandler.dump_traceback_later(SECONDS_TO_END, exit=True, file=nowhere)

    # What the caller ignores stays ignored: `nohup` does so with SIGHUP.
    signals = [number for number in SIGNALS if signal.getsignal(number) != signal.SIG_IGN]
    for number in signals:
        signal.signal(number, signal.SIG_DFL)
    server.max_connections = max(64, _raise_file_limit() - OTHER_FILES)
    http_server = HTTPServer(
        server,
        xheaders=False,
        idle_connection_timeout=75,
        body_timeout=20,
        max_header_size=32 * 1024,
        max_body_size=64 * 1024,
        max_buffer_size=MAX_MESSAGE + 64 * 1024,
    )
    http_server.add_sockets(sockets)
    heartbeats = asyncio.create_task(send_heartbeats(server.connections))
    try:
        loop.set_default_executor(ThreadPoolExecutor(os.cpu_count() or 1, "work", initializer=_give_way))
        await server.sessions.start()
        with suppress(Exception):  # the first request would get the error
            await server.rendered.page(server.start_page(server.preferred or "en"))
        keep_loaded()
        for number in signals:
            signal.signal(number, end)
        ready()
        await stopped.wait()
    finally:
        heartbeats.cancel()
        http_server.stop()
        for connection in list(server.connections):
            connection.close(1001)
        for close in server.closing:
            await close()
        await server.sessions.close()
        await http_server.close_all_connections()


def _raise_file_limit() -> int:
    """Raise the limit of open files up to `MAX_FILES` if possible; return the limit."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MAX_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_FILES)
    if soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return int(resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def _give_way() -> None:
    """Give this thread a lower priority than the one that answers pages, on Linux."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)
