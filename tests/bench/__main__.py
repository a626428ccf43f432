"""`python -m tests.bench`: measures, and prints the table, or the figures as JSON or CSV. See `--help`."""

from __future__ import annotations

import argparse
from pathlib import Path

from tests import bench


def main() -> None:
    """Measures; writes the figures into the file that is named too, or prints them instead of the table for `-`."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    formats = parser.add_mutually_exclusive_group()
    for name in ("json", "csv"):
        formats.add_argument(f"--{name}", metavar="FILE", help=f"the figures as {name.upper()} too; only them for -")
    chosen = parser.parse_args()
    path = chosen.json or chosen.csv
    found, where = bench.figures()
    text = bench.as_json(found, where) if chosen.json else bench.as_csv(found)
    if path == "-":
        print(text, end="")
        return
    print(bench.table(found), "", *(f"{name}: {value}" for name, value in where.items()), sep="\n")
    if path:
        Path(path).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
