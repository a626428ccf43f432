"""`python -m tests.load`: measures this course beside Voilà, and prints the table. See `--help`."""

import argparse
import asyncio
import os
import platform
import signal
import sys
import traceback
from statistics import median

from tests.load import servers
from tests.load.chromium import browser
from tests.load.works import OF_ALL, WORKS, Found, Sizes, p95

QUICK = Sizes(learners=10, clicking=60, seconds=8.0, quiet=100, presses=60, visits=3)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__.partition("\n")[0])
    option = parser.add_argument
    option("--quick", action="store_true", help="only this course, with fewer learners")
    option("--works", nargs="*", choices=WORKS, default=[*WORKS], help="only these")
    option("--servers", nargs="*", choices=servers.SUBJECTS, default=[*servers.SUBJECTS], help="only these")
    return parser.parse_args()


async def _measure(options: argparse.Namespace) -> int:
    """Print the table of measurements and return how many have failed.

    Each work is measured on a freshly started server.
    """
    # On SIGTERM the servers must end too.
    task = asyncio.current_task()
    assert task is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    failed = 0
    lines = ["| work | server | median | p95 | failed |", "|---|---|---:|---:|---:|"]
    async with browser() as chromium:
        for name in options.works:
            for key in options.servers:
                subject = servers.SUBJECTS[key]
                if key != "ours" and (options.quick or name not in OF_ALL):
                    continue
                print(f"{subject.title}: {name} …", file=sys.stderr, flush=True)
                try:
                    async with servers.running(subject) as here:
                        found = await WORKS[name](here, chromium, QUICK if options.quick else Sizes())
                except Exception:
                    traceback.print_exc()
                    failed += 1
                else:
                    failed += sum(one.failed for one in found)
                    lines += [_line(one, subject.title) for one in found]
    print("\n".join(lines))
    print(
        f"\n{os.cpu_count()} cores of {platform.processor() or platform.machine()}, Python {platform.python_version()}"
    )
    return failed


def _line(found: Found, title: str) -> str:
    middle, most = (_amount(one(found.values), found.unit) if found.values else "" for one in (median, p95))
    return f"| {found.work} | {title} | {middle} | {most if len(found.values) > 1 else ''} | {found.failed or ''} |"


def _amount(value: float, unit: str) -> str:
    """Return a number with its unit, in three figures.

    >>> _amount(0.0123, "s"), _amount(7.8912, "s"), _amount(1905.2, "MB")
    ('12.3 ms', '7.89 s', '1,905 MB')
    """
    if unit == "s" and value < 1:
        value, unit = value * 1000, "ms"
    return f"{value:,.0f} {unit}" if value >= 100 else f"{value:.3g} {unit}"


if __name__ == "__main__":
    try:
        sys.exit(min(1, asyncio.run(_measure(_options()))))
    except (KeyboardInterrupt, asyncio.CancelledError):
        sys.exit(130)
