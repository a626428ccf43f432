"""`python -m tests.load`: measures this course beside Voilà, and prints the table. See `--help`."""

import argparse
import asyncio
import os
import sys
import traceback
from statistics import median, quantiles

from playwright.async_api import async_playwright

from tests.browser.pages import FLAGS, chromium
from tests.load.servers import SUBJECTS, started
from tests.load.works import OF_ALL, WORKS, Found, Sizes

QUICK = Sizes(learners=10, clicking=60, seconds=8.0, quiet=100, presses=60, visits=3)


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__.partition("\n")[0])
    option = parser.add_argument
    option("--quick", action="store_true", help="only this course, with fewer learners")
    option("--works", nargs="*", choices=WORKS, default=[*WORKS], help="only these")
    option("--servers", nargs="*", choices=SUBJECTS, default=[*SUBJECTS], help="only these")
    return parser.parse_args()


async def measure(given: argparse.Namespace) -> int:
    """Print the table, each work measured on a server that was just started; return how many have failed."""
    failed, lines = 0, ["| work | server | median | p95 | failed |", "|---|---|---:|---:|---:|"]
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=chromium(), args=FLAGS)
        for name, key in ((name, key) for name in given.works for key in given.servers):
            if key != "ours" and (given.quick or name not in OF_ALL):
                continue
            title = SUBJECTS[key].title
            print(f"{title}: {name} …", file=sys.stderr, flush=True)
            try:
                async with started(SUBJECTS[key]) as here:
                    found = await WORKS[name](here, browser, QUICK if given.quick else Sizes())
            except Exception:
                traceback.print_exc()
                failed += 1
            else:
                failed += sum(one.failed for one in found)
                lines += [line(one, title) for one in found]
    print("\n".join(lines), f"\n{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    return failed


def line(found: Found, title: str) -> str:
    middle = amount(median(found.values), found.unit) if found.values else ""
    p95 = amount(quantiles(found.values, n=20)[-1], found.unit) if len(found.values) > 1 else ""
    return f"| {found.work} | {title} | {middle} | {p95} | {found.failed or ''} |"


def amount(value: float, unit: str) -> str:
    """Return a number with its unit, in three figures.

    >>> amount(0.0123, "s"), amount(7.8912, "s"), amount(1905.2, "MB")
    ('12.3 ms', '7.89 s', '1,905 MB')
    """
    if unit == "s" and value < 1:
        value, unit = value * 1000, "ms"
    return f"{value:,.0f} {unit}" if value >= 100 else f"{value:.3g} {unit}"


if __name__ == "__main__":
    sys.exit(min(1, asyncio.run(measure(options()))))
