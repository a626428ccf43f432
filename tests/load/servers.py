"""The servers that are compared: how each is started, and what it costs."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from urllib.parse import urlsplit

import psutil

from tests.browser.pages import answering, at_home, free_port, running
from tests.load.line import HOST
from tests.load.page import Page
from tests.load.voila import Voila

ROOT: Final = Path(__file__).parents[2]
QUIET: Final = 1.5
"""The seconds that a server must rest before anything is measured."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A server to measure.

    - `title`: its name in the table; `command`: how Python starts it at a port;
    - `visit`: makes a page of `melds`, from the port; `folder`: where a browser finds the lessons.
    """

    title: str
    command: Sequence[str]
    visit: Callable[[int], Any]
    folder: str


SUBJECTS: Final = {
    "ours": Subject(
        "this course",
        ("cardlab", "serve", "--no-browser", "--lang", "en", "--port"),
        lambda port: Page(port, "en/melds.ipynb"),
        "/en",
    ),
    "voila": Subject(
        "stock Voilà",
        ("voila", f"{ROOT}/notebooks/en", "--no-browser", f"--Voila.ip={HOST}", "--port"),
        Voila,
        "/voila/render",
    ),
}


def processes(pid: int) -> Iterator[psutil.Process]:
    """Yield a process and all that it has begun."""
    with suppress(psutil.Error):
        yield from (first := psutil.Process(pid), *first.children(recursive=True))


def memory(pid: int) -> float:
    """Return the memory of a process and all that it has begun, in MB, each shared page counted once."""
    total = 0
    for one in processes(pid):
        with suppress(OSError):
            total += int(re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{one.pid}/smaps_rollup").read_text(), re.M)[1])
    return total / 1024


@dataclass(slots=True)
class Running:
    """A running server: its port and its first process."""

    subject: Subject
    port: int
    pid: int

    @property
    def cpu(self) -> float:
        """The processor time of its processes, and of their ended children, in seconds."""
        total = 0.0
        for one in processes(self.pid):
            with suppress(psutil.Error):
                total += sum(one.cpu_times()[:4])
        return total

    @property
    def memory(self) -> float:
        """Its memory in MB."""
        return memory(self.pid)

    def visit(self) -> Any:
        """Return a page of the server, not yet opened."""
        return self.subject.visit(self.port)

    async def rest(self) -> None:
        """Wait until the server has nothing to do any more."""
        before = -QUIET
        while self.cpu - before >= 0.05 * QUIET:
            before = self.cpu
            await asyncio.sleep(QUIET)


@asynccontextmanager
async def started(subject: Subject, *options: str) -> AsyncIterator[Running]:
    """Start a server, yield it once it answers and rests, and end all its processes; `options`: of its command line."""
    with TemporaryDirectory() as folder:
        settings = at_home(folder) | {"PYTHONPATH": str(ROOT)}
        process = running(*subject.command, str(free_port()), *options, cwd=folder, env=settings)
        with answering(process) as (address, _):
            here = Running(subject, urlsplit(address).port, process.pid)
            await here.rest()
            yield here
