"""The rounds of the shelf, read and played through."""

from __future__ import annotations

import re
from pathlib import Path

import cardlab
from cardlab import shelf
from cardlab.record import Record
from cardlab.tongits import Outcome, State, outcome

PACKAGE = Path(cardlab.__file__).parent
NAMES = shelf.names()
YOU, LEFT, RIGHT = range(3)
CLAUSES = set(re.findall(r"^\| (T\d+\.\d+) \|", (PACKAGE / "RULES.md").read_text(encoding="utf-8"), re.MULTILINE))


def states(record: Record) -> list[State]:
    found = [state for state in record.states() if isinstance(state, State)]
    assert len(found) == len(record.moves) + 1
    return found


def end(record: Record | None) -> Outcome:
    assert record is not None
    found = outcome(states(record)[-1])
    assert found is not None
    return found
