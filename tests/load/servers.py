"""The servers that are compared: how each is started, and what it costs."""

import asyncio
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import psutil

from tests.load.line import HOST, fetch
from tests.load.ours import Page
from tests.load.voila import Voila

ROOT: Final = Path(__file__).parents[2]
START: Final = 120.0
QUIET: Final = 1.5
"""The seconds that a server must rest before anything is measured."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a process tree has used so far: CPU seconds, and memory (PSS) in MB."""

    cpu: float
    memory: float


@dataclass(frozen=True, slots=True)
class Subject:
    """A server to measure.

    - `title`: its name in the table; `command`: how Python starts it at a port;
    - `visit`: makes a page of it, from port and lesson; `folder`: where a browser finds the lessons.
    """

    title: str
    command: Sequence[str]
    visit: Callable[[int, str], Any]
    folder: str


SUBJECTS: Final = {
    "ours": Subject("this course", ("cardlab", "serve", "--no-browser", "--lang", "en", "--port"), Page, "/en"),
    "voila": Subject(
        "stock Voilà",
        ("voila", f"{ROOT}/notebooks/en", "--no-browser", f"--Voila.ip={HOST}", "--port"),
        Voila,
        "/voila/render",
    ),
}


@dataclass(slots=True)
class Running:
    """A running server: its port and its first process."""

    subject: Subject
    port: int
    process: subprocess.Popen[bytes]
    said: Path

    @property
    def tree(self) -> list[psutil.Process]:
        """All processes of the server."""
        first = psutil.Process(self.process.pid)
        return [first, *first.children(recursive=True)]

    @property
    def cost(self) -> Cost:
        """What the processes, and their ended children, have used so far."""
        cpu = memory = 0.0
        for process in self.tree:
            try:
                times = process.cpu_times()
                cpu += times.user + times.system + times.children_user + times.children_system
                memory += _share(process.pid)
            except (psutil.NoSuchProcess, FileNotFoundError, ProcessLookupError):
                continue
        return Cost(cpu, memory)

    def address(self, lesson: str) -> str:
        """Return the address of a lesson for a browser."""
        return f"http://{HOST}:{self.port}{self.subject.folder}/{lesson}.ipynb"

    def visit(self, lesson: str = "melds") -> Any:
        """Return a page of the server, not yet opened."""
        return self.subject.visit(self.port, lesson)

    async def rest(self) -> None:
        """Wait until the server has nothing to do any more."""
        while True:
            before = self.cost.cpu
            await asyncio.sleep(QUIET)
            if self.cost.cpu - before < 0.05 * QUIET:
                return


def _share(pid: int) -> float:
    with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


@asynccontextmanager
async def running(subject: Subject, *options: str) -> AsyncIterator[Running]:
    """Start a server, yield it once it answers and rests, and end all its processes.

    `options` are added to its command line. Raises RuntimeError with its output if it does not start.
    """
    folder = Path(tempfile.mkdtemp(prefix="cardlab-load-"))
    settings = {name: value for name, value in os.environ.items() if not name.startswith("JUPYTER")}
    port = _free_port()
    with (folder / "said.txt").open("wb") as said:
        process = subprocess.Popen(
            [sys.executable, "-m", *subject.command, str(port), *options],
            stdout=said,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            cwd=folder,
            env={**settings, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", "HOME": str(folder)},
            start_new_session=True,
        )
    here = Running(subject, port, process, folder / "said.txt")
    try:
        await _answers(here)
        yield here
    finally:
        tree = here.tree if process.poll() is None else []
        process.terminate()
        _, left = psutil.wait_procs(tree, timeout=20)
        for one in left:
            one.kill()
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def _free_port() -> int:
    with socket.socket() as trial:
        trial.bind((HOST, 0))
        return int(trial.getsockname()[1])


async def _answers(here: Running) -> None:
    begin = asyncio.get_running_loop().time()
    # A lesson of Voilà would begin a kernel.
    path = f"{here.subject.folder}/melds.ipynb" if here.subject is SUBJECTS["ours"] else "/favicon.ico"
    while True:
        if here.process.poll() is not None or asyncio.get_running_loop().time() - begin > START:
            raise RuntimeError(f"{here.subject.title} does not start: {here.said.read_text(errors='replace')[-2000:]}")
        try:
            await fetch(here.port, path)
            break
        except (OSError, asyncio.IncompleteReadError):
            await asyncio.sleep(0.2)
    await here.rest()
