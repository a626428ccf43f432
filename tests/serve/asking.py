"""Pages that ask a compute pool, each by its own `Questions`, over frames as they go between host and front."""

import asyncio

from cardlab.pagehost.channel import Frame
from cardlab.pagehost.compute import Questions

HOST = "host"


class Page:
    """One page: the pieces and ends of its questions by label, and in `log` in order, together with those of others."""

    def __init__(self, pool, number, log=None):
        self.pool, self.number = pool, number
        self.log = [] if log is None else log
        self.pieces = {}
        self.ends = {}
        self.questions = Questions(number, self._to_front)
        self._heard = asyncio.Event()

    def _to_front(self, *frame):
        self.pool.hear(HOST, Frame(*frame), self._to_host)

    def _to_host(self, kind, page, body, question):
        assert page == self.number
        self.questions.hear(kind, question, body)
        asyncio.get_running_loop().call_soon(self._heard.set)

    def ask(self, label, job):
        """Asks; returns what gives the question up."""
        self.pieces[label] = []

        def take(piece):
            self.pieces[label].append(piece)
            self.log.append((self.number, label))

        def end(wrong):
            self.ends[label] = wrong

        return self.questions.ask(job, take, end)

    async def has(self, label, count=1):
        """Waits for so many pieces."""
        await self.until(lambda: len(self.pieces[label]) >= count)

    async def ended(self, *labels):
        """Waits for the ends of these questions; what they ended with."""
        await self.until(lambda: all(label in self.ends for label in labels))
        return [self.ends[label] for label in labels]

    async def until(self, known):
        """Waits until something is the case; looks again after each frame."""
        while not known():
            self._heard.clear()
            await self._heard.wait()

    def forget(self):
        self.pool.forget(HOST, self.number)
