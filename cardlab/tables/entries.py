"""What a log is made of, how an append is judged, and why a store cannot be opened or written.

Plain data and one pure function; the database is in `database`, the queue before it in `store`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from cardlab.locale import say

LONGEST: Final = 200
"""How many characters the name of a log or a key may have."""
_DERIVED: Final = "\x1f"
"""Between a key and a number in the keys of the entries behind the first; no key that is sent may have it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a log.

    - `log`: of which one: "table:FHKMRT", "board:main", "tournament:…";
    - `seq`: its number in its log, from 1, without a gap;
    - `key`: under which it was sent, unique in its log;
    - `at`: when, in Unix seconds; 0 if what is kept there is no moment;
    - `body`: what happened, as JSON text.
    """

    log: str
    seq: int
    key: str
    at: float
    body: str


@dataclass(frozen=True, slots=True)
class Kept:
    """The numbers of the first and the last entry that were appended: they are durable now."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Again:
    """This key has been kept before, at this number; nothing was appended."""

    seq: int


@dataclass(frozen=True, slots=True)
class Behind:
    """The log does not end where the sender believed, it is at `last`; nothing was appended, and one decides anew."""

    last: int


Outcome: TypeAlias = Kept | Again | Behind


@dataclass(frozen=True, slots=True)
class Wanted:
    """An append that waits: all `bodies` or none, directly behind number `after`, the first of them under `key`.

    Raises ValueError for what no store can keep: nothing at all, names and keys that are empty, too long or hold signs
    that cannot be seen, bodies that are no text of Unicode.
    """

    log: str
    after: int
    key: str
    bodies: tuple[str, ...]
    at: float

    def __post_init__(self) -> None:
        for name in (self.log, self.key):
            if not (0 < len(name) <= LONGEST and name.isprintable()):
                raise ValueError("a log and a key have 1 to 200 characters, each of which can be seen")
        if not self.bodies or "\0" in "".join(self.bodies):
            raise ValueError("there is nothing to append, or it holds a NUL")
        "".join(self.bodies).encode()

    def entries(self) -> list[Entry]:
        """The entries that this comes to."""
        return [
            Entry(
                self.log,
                self.after + number,
                f"{self.key}{_DERIVED}{number}" if number > 1 else self.key,
                self.at,
                body,
            )
            for number, body in enumerate(self.bodies, 1)
        ]


def judged(
    wanted: Sequence[Wanted], found: Sequence[tuple[int | None, int | None]]
) -> tuple[list[Outcome], list[Entry]]:
    """What becomes of each of some appends that follow one another, and the entries to write for it.

    `found` tells for each where its log ends now, and the number under which its key is kept already; None for nowhere.
    A key that was kept says so, however the log has grown since.

    >>> judged([Wanted("a", 0, "k", ("1", "2"), 0.0), Wanted("a", 0, "k", ("1", "2"), 0.0)], [(None, None)] * 2)[0]
    [Kept(first=1, last=2), Again(seq=1)]
    """
    ends: dict[str, int] = {}
    kept: dict[tuple[str, str], int] = {}
    for one, (end, seq) in zip(wanted, found, strict=True):
        ends[one.log] = end or 0
        if seq is not None:
            kept[one.log, one.key] = seq
    outcomes: list[Outcome] = []
    entries: list[Entry] = []
    for one in wanted:
        end = ends[one.log]
        if (one.log, one.key) in kept:
            outcomes.append(Again(kept[one.log, one.key]))
        elif one.after != end:
            outcomes.append(Behind(end))
        else:
            entries += one.entries()
            kept[one.log, one.key] = end + 1
            ends[one.log] = end + len(one.bodies)
            outcomes.append(Kept(end + 1, ends[one.log]))
    return outcomes, entries


class CannotOpen(ValueError):
    """Why a store cannot be opened: the key of a sentence, and its facts."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code, self.facts = code, facts

    def told(self, lang: str) -> str:
        """The sentence for the operator."""
        return say(self.code, lang, **self.facts)

    def __str__(self) -> str:
        return self.told("en")


class StoreTrouble(Exception):
    """Something was not done; `code` is the key of a sentence for whoever asked for it.

    After `store.broken` nobody knows whether what was sent is kept: sent again under the same key it is kept once.
    After `store.full` and `store.closed` it is not.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code

    def told(self, lang: str) -> str:
        """The sentence."""
        return say(self.code, lang)

    def __str__(self) -> str:
        return self.told("en")
