"""`python -m tests.load`: measures, and prints the table. See `--help`."""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import signal
import sys
import time
import traceback
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from tests.load import servers, table
from tests.load.chromium import Browser, browser
from tests.load.rows import WORKS, Found, Sizes, Work

QUICK = Sizes(learners=10, clicking=60, seconds=8.0, quiet=100, presses=60, visits=3, gone=400, killed=20)
NAMES = tuple(work.name for work in WORKS)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__.partition("\n")[0])
    option = parser.add_argument
    option("--quick", action="store_true", help="only this course, with fewer learners, in about two minutes")
    option("--full", action="store_true", help="also what takes many minutes: 10,000 pages opened and closed")
    option("--rows", default="", metavar="A,B", help=f"only these: {', '.join(NAMES)}")
    option("--servers", default="", metavar="A,B", help=f"only these: {', '.join(servers.SUBJECTS)}")
    option("--json", type=Path, metavar="FILE", help="write everything that was measured to this file too")
    option(
        "--beside", type=Path, metavar="FILE", help="show the lines of an earlier run, of other servers, beside these"
    )
    found = parser.parse_args()
    for name, known in (("rows", NAMES), ("servers", tuple(servers.SUBJECTS))):
        wanted = [one for one in getattr(found, name).split(",") if one]
        if unknown := [one for one in wanted if one not in known]:
            parser.error(f"--{name} knows {', '.join(known)}; not {', '.join(unknown)}")
        setattr(found, name, wanted)
    return found


async def _measure(options: argparse.Namespace) -> tuple[list[Found], dict[str, float]]:
    found: list[Found] = []
    times: dict[str, float] = {}
    async with browser() as chromium:
        for name, subject in servers.SUBJECTS.items():
            if (options.quick and name != "ours") or (options.servers and name not in options.servers):
                continue
            if importlib.util.find_spec(subject.needs) is None:
                print(f"{subject.title} is not installed and left out.", file=sys.stderr)
                continue
            begin = time.monotonic()
            works = [work for work in WORKS if name in work.subjects and _is_wanted(work, options)]
            for _, together in groupby(works, key=lambda work: "" if work.is_light else work.name):
                found += await _works(subject, tuple(together), chromium, QUICK if options.quick else Sizes())
                times[name] = time.monotonic() - begin
                if options.json:
                    options.json.write_text(table.as_json(found, table.machine(), times), encoding="utf-8")
    return found, times


def _is_wanted(work: Work, options: argparse.Namespace) -> bool:
    return work.name in options.rows if options.rows else options.full or not work.is_long


async def _works(subject: servers.Subject, together: Sequence[Work], chromium: Browser, sizes: Sizes) -> list[Found]:
    """What these works find on a server that has done nothing before."""
    found: list[Found] = []
    work = together[0]
    try:
        async with servers.running(subject) as here:
            for work in together:
                print(f"{subject.title}: {work.name} …", file=sys.stderr, flush=True)
                found += [replace(one, subject=subject.name) for one in await work.measure(here, chromium, sizes)]
    except Exception as problem:
        traceback.print_exc()
        found.append(Found(work.name, subject=subject.name, failed=1, notes=(f"not measured: {problem!r}",)))
    return found


async def _interruptible(options: argparse.Namespace) -> tuple[list[Found], dict[str, float]]:
    # Whoever ends this ends the servers too.
    task = asyncio.current_task()
    assert task is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    return await _measure(options)


def main() -> int:
    """Measures, and prints the table; 1 if a goal was missed, 0 otherwise."""
    options = _options()
    begin = time.monotonic()
    try:
        found, times = asyncio.run(_interruptible(options))
    except (KeyboardInterrupt, asyncio.CancelledError):
        return 130
    if options.beside:
        found += [one for one in table.from_json(options.beside) if one.subject not in times]
    titles = {name: subject.title for name, subject in servers.SUBJECTS.items()}
    print(table.table(found, titles))
    where = ", ".join(f"{name} {value}" for name, value in table.machine().items())
    print(f"\nMeasured in {(time.monotonic() - begin) / 60:.0f} minutes on: {where}.")
    return 1 if any(one.is_met is False for one in found) else 0


if __name__ == "__main__":
    sys.exit(main())
