"""Jobs that the tests of the compute pool ask. A gate is a path: it opens when there is such a file."""

import os
from pathlib import Path

from cardlab.analysis.cancellation import check_cancelled


def here():
    """The process that works at it."""
    yield os.getpid()


def numbers(label, count):
    """Pieces of a question, told apart by its label."""
    for number in range(count):
        yield label, number


def held_up(label, count, gate):
    """The same, but after the first piece it waits until the gate opens."""
    for number in range(count):
        while number and not Path(gate).exists():
            check_cancelled()
        yield label, number


def endless(label):
    """One piece, and another that never comes."""
    yield label, 0
    while True:
        check_cancelled()


def wrong(sentence):
    yield "right so far"
    raise ValueError(sentence)


def dying(tries, times):
    """Lets its worker die so often, then answers; in the file stands a line for each try."""
    _tried(tries)
    if len(Path(tries).read_text().splitlines()) <= times:
        os._exit(1)
    yield "answered"


def counted(tries, job):
    """Another job, and a line in the file each time that it is begun."""
    _tried(tries)
    yield from job()


def _tried(tries):
    with Path(tries).open("a") as file:
        file.write("tried\n")
