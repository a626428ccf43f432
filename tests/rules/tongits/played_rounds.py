"""The rounds of the shelf, read and played through."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

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


def by(record: Record, **house_rules: Any) -> Outcome:
    """How the round ends when the last position is judged by other house rules."""
    last = states(record)[-1]
    found = outcome(replace(last, rules=replace(last.rules, **house_rules)))
    assert found is not None
    return found


def number_of(record: Record, kind: type, seat: int | None = None) -> int:
    """The number of the last move of a kind, by a seat if one is given; the state before it has the index one less."""
    return max(
        number for number, move in enumerate(record.moves, 1) if isinstance(move, kind) and seat in (None, move.seat)
    )
