"""The front of a server with tables, and a class if there is a roster, without lessons: it starts at once.

In this process: `async with Front(folder, roster) as front`; in a thread of it: `with front_in_thread(file) as port`.
In one of its own, to be killed: `python -m tests.tables.front FILE PORT`.
"""

import asyncio
import sys
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets

from cardlab.classroom.live_class import Classroom
from cardlab.classroom.teacher import routes
from cardlab.dashboard.course_server import CourseServer
from cardlab.pages.connections import send_heartbeats
from cardlab.serve.command import add_tables
from tests.load.line import HOST, fetch
from tests.load.teaching import Teacher

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


class Front:
    """The front, and its HTTP clients."""

    def __init__(self, file, roster=None, port=0, base="/"):
        self.course = CourseServer(NOTEBOOKS, base=base, language="en", room=roster)
        self.tournaments = add_tables(self.course, file)
        if roster:
            self.course.add_handlers(".*", routes(Classroom(self.course, roster, self.tournaments)))
        self.sockets = bind_sockets(port, HOST)
        self.port = self.sockets[0].getsockname()[1]

    async def __aenter__(self):
        self.server = HTTPServer(self.course)
        self.server.add_sockets(self.sockets)
        self.heartbeats = asyncio.create_task(send_heartbeats(self.course.connections))
        return self

    async def __aexit__(self, *_):
        self.heartbeats.cancel()
        self.server.stop()
        await self.tournaments.close()
        await self.server.close_all_connections()

    def cookie(self, kind, token):
        return f"cardlab-{kind}-{self.port}={token}"

    async def cookies(self, kind, token):
        """The cookies of somebody in a class who has been at the pages of players."""
        own = self.cookie(kind, token)
        return f"{own}; {(await self.get('/tables', own)).cookies}"

    async def get(self, path, cookie=""):
        return await fetch(self.port, path, {"Cookie": cookie})

    def teacher(self, room):
        """The teacher's page over a socket."""
        return Teacher(self.port, self.cookie("teacher", room.key))


@contextmanager
def front_in_thread(file, roster=None, base="/"):
    """The port of such a front, in a thread of this process."""
    begun = Future()

    async def run():
        end, loop = asyncio.Event(), asyncio.get_running_loop()
        async with Front(file, roster, base=base) as front:
            begun.set_result((front.port, lambda: loop.call_soon_threadsafe(end.set)))
            await end.wait()

    thread = Thread(target=lambda: asyncio.run(run()))
    thread.start()
    port, end = begun.result(timeout=60)
    try:
        yield port
    finally:
        end()
        thread.join()


async def _serve(file, port):
    async with Front(Path(file), port=int(port)):
        print(f"http://{HOST}:{port}/", flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_serve(*sys.argv[1:]))
