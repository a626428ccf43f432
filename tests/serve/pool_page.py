"""Pages that submit jobs to a compute pool, each by its own `PoolClient`, over frames as between host and front."""

import asyncio

from cardlab.pagehost.channel import Frame
from cardlab.pagehost.compute import PoolClient

HOST = "host"


class Page:
    """A page: the results and ends of its jobs by label; `log`: the order of results, together with those of others."""

    def __init__(self, pool, number, log=None):
        self.pool, self.number = pool, number
        self.log = [] if log is None else log
        self.results = {}
        self.ends = {}
        self.client = PoolClient(number, self._to_front)
        self._received = asyncio.Event()

    def _to_front(self, *frame):
        self.pool.receive(HOST, Frame(*frame), self._to_host)

    def _to_host(self, kind, page, body, job):
        assert page == self.number
        self.client.receive(kind, job, body)
        asyncio.get_running_loop().call_soon(self._received.set)

    def submit(self, label, job):
        """Submit a job; returns a function that cancels it."""
        self.results[label] = []

        def take(result):
            self.results[label].append(result)
            self.log.append((self.number, label))

        def end(error):
            self.ends[label] = error

        return self.client.submit(job, take, end)

    async def has(self, label, count=1):
        """Wait for `count` results."""
        await self.until(lambda: len(self.results[label]) >= count)

    async def ended(self, *labels):
        """Wait for the ends of these jobs; returns their errors."""
        await self.until(lambda: all(label in self.ends for label in labels))
        return [self.ends[label] for label in labels]

    async def until(self, condition):
        """Wait until a condition is true; checked after each frame."""
        while not condition():
            self._received.clear()
            await self._received.wait()

    def close(self):
        self.pool.remove_page(HOST, self.number)
