"""Wishes in the address of a page, such as `?seed=7&level=2&drill=melds.repair`.

A class can have its own tasks this way. The server sets `QUERY` before it runs the cells of a page. Elsewhere, as in
JupyterLab, it is empty. Malformed parts are ignored, because anybody can type an address.
"""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final

from cardlab.phrasing.messages import Message, Text

QUERY: Final[ContextVar[str]] = ContextVar("QUERY", default="")
"""The query of the page whose code is running, with or without its question mark."""
LARGEST_SEED: Final = 999_999
_LEVELS: Final = ("1", "2", "3")
_LONGEST: Final = 2_000
_MOST_FIELDS: Final = 50
_SEEDS: Final = LARGEST_SEED + 1
_QUIZZES: Final = 10 * _SEEDS**2


@dataclass(frozen=True, slots=True)
class Address:
    """What the address of a page asks for; without arguments, nothing.

    - `seed`: a number that a class has agreed on, 0 to `LARGEST_SEED`; None for the tasks of the course itself;
    - `level`: the least level of every question, 1 to 3;
    - `drill`: the exercise to jump to, `"melds.repair"`, or within its lesson `"repair"`; "" for none.
    """

    seed: int | None = None
    level: int = 1
    drill: str = ""

    @property
    def changes_tasks(self) -> bool:
        """Whether the page shows other tasks than the course itself."""
        return self.seed is not None or self.level > 1

    def seed_of(self, own: int) -> int:
        """Return the seed to use for an exercise whose own seed is `own`.

        Without a seed in the address this is `own`. Otherwise it is a number that no exercise of the course has, the
        same for everybody with this address, and different for two exercises of a page.

        >>> Address(seed=7).seed_of(2), Address(level=3).seed_of(2)
        (8000002, 2)
        """
        return own if self.seed is None else (self.seed + 1) * _SEEDS + own % _SEEDS

    def seed_of_quiz(self, own: int) -> int:
        """Return the seed of a self-check or test, which also depends on the level."""
        return self.seed_of(own) + (self.level * _QUIZZES if self.level > 1 else 0)

    def leads_to(self, drill: str) -> bool:
        """Return whether the page jumps to this drill, given by its full name."""
        return bool(self.drill) and self.drill in (drill, drill.rpartition(".")[2])

    @property
    def asks(self) -> Text:
        """A sentence about what the address changes; empty if it changes nothing."""
        if self.seed is None:
            return Message("address.level", level=self.level) if self.level > 1 else ()
        if self.level == 1:
            return Message("address.seed", seed=self.seed)
        return Message("address.both", seed=self.seed, level=self.level)


def page_address() -> Address:
    """Return what the address of the current page asks for."""
    query = QUERY.get()
    if not 0 < len(query) <= _LONGEST:
        return Address()
    from urllib.parse import parse_qsl  # most addresses ask for nothing

    try:
        parameters = dict(parse_qsl(query.removeprefix("?"), max_num_fields=_MOST_FIELDS))
    except ValueError:
        return Address()
    seed, level, drill = parameters.get("seed", ""), parameters.get("level", ""), parameters.get("drill", "")
    return Address(
        int(seed) if seed.isascii() and seed.isdigit() and len(seed) <= len(str(LARGEST_SEED)) else None,
        int(level) if level in _LEVELS else 1,
        drill,
    )
