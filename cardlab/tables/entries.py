"""What a log is made of, what becomes of an append, and why a store cannot be opened or written: plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from cardlab.phrasing.catalogue import say

LONGEST: Final = 200
"""How many characters the name of a log or a key may have."""


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
