"""Small changes of the engines, each tried against their fast tests: `make mutants`, outside the daily run.

mutmut makes the changes, and knows which tests come by a function; pyproject.toml says where and with which tests.
It works at a copy in `artefacts/mutants`, and goes on where it stopped.
Printed are how many changes were found, and each one that was not: it needs a test, or changes nothing.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

from mutmut.stats import status_by_exit_code

HOUSE = Path(__file__).parents[2]
COPY = HOUSE / "artefacts" / "mutants"
WANTED = (
    "cardlab",
    "tests/conftest.py",
    "tests/rules",
    "tests/contract/test_records.py",
    "pyproject.toml",
    "README.md",
)
NOT_WANTED = ("/js/", "/static/")


def copied() -> None:
    """Puts what is under git and needed for the engines and their tests into the copy."""
    listed = subprocess.run(["git", "ls-files", *WANTED], cwd=HOUSE, check=True, capture_output=True, text=True)
    for name in listed.stdout.splitlines():
        if not any(part in name for part in NOT_WANTED):
            (COPY / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(HOUSE / name, COPY / name)


def mutmut(*words: str) -> str:
    """What mutmut prints; its progress goes past the terminal."""
    done = subprocess.run([sys.executable, "-m", "mutmut", *words], cwd=COPY, capture_output=True, text=True)
    return done.stdout + done.stderr


def results() -> dict[str, int | None]:
    """Each change by its name, and what became of it; None for what was not tried."""
    found: dict[str, int | None] = {}
    for path in (COPY / "mutants").rglob("*.py.meta"):
        found |= json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
    return found


def main() -> int:
    asked = argparse.ArgumentParser(prog="make mutants", description=__doc__.partition("\n")[0])
    asked.add_argument("names", nargs="*", help="which changes, as `cardlab.tongits.scoring*`; all by default")
    asked.add_argument("--sample", type=int, help="so many of them at random, the same ones each time")
    asked.add_argument("--again", action="store_true", help="forget what was tried before")
    given = asked.parse_args()
    if given.again:
        shutil.rmtree(COPY, ignore_errors=True)
    copied()
    children = ("--max-children", str(os.cpu_count() or 1))
    names = given.names
    if given.sample:
        said = mutmut("run", *children, "no such change")
        known = sorted(results())
        if not known:
            print(said)
            return 1
        names = Random(12).sample(known, min(given.sample, len(known)))
    said = mutmut("run", *children, *names)
    tried = {name: code for name, code in results().items() if code is not None and (not given.sample or name in names)}
    if not tried:
        print(said)
        return 1
    became = {name: status_by_exit_code[code] for name, code in sorted(tried.items())}
    for name, what in became.items():
        if what not in ("killed", "timeout"):
            print(mutmut("show", name))
    counted = Counter(became.values()).most_common()
    print(f"of {len(tried)} changes:", ", ".join(f"{count} {what}" for what, count in counted))
    return 0


if __name__ == "__main__":
    sys.exit(main())
