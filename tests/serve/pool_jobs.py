"""Jobs for the tests of the compute pool. A gate is a path; it opens when the file exists."""

import os
from pathlib import Path

from cardlab.analysis.cancellation import still_wanted


def here():
    """The process id of the worker."""
    yield os.getpid()


def numbers(label, count):
    """Results with a label."""
    for number in range(count):
        yield label, number


def held_up(label, count, gate):
    """The same, but it waits for the gate after the first result."""
    for number in range(count):
        while number and not Path(gate).exists():
            still_wanted()
        yield label, number


def endless(label):
    """One result, and then none for ever."""
    yield label, 0
    while True:
        still_wanted()


def wrong(sentence):
    yield "right so far"
    raise ValueError(sentence)


def dying(tries, times):
    """Crash the worker some `times`, then answer; the file gets a line for each try."""
    _tried(tries)
    if len(Path(tries).read_text().splitlines()) <= times:
        os._exit(1)
    yield "answered"


def counted(tries, job):
    """Another job; the file gets a line each time that it begins."""
    _tried(tries)
    yield from job()


def _tried(tries):
    with Path(tries).open("a") as file:
        file.write("tried\n")
