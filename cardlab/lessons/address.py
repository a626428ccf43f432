"""What the address of a page asks for: `?seed=7&level=2&drill=melds.repair`, so that a class has tasks of its own.

- `page_address`: what the address of the present page asks for;
- `Address`: a seed, a level and a drill, and what they make of the exercises of the page.

Whoever runs a page's cells sets `QUERY` for them; where nobody does, as in JupyterLab, nothing is asked.
Anything malformed is ignored: an address comes from anybody.
"""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl

from cardlab.phrasing.messages import Message, Text

QUERY: Final[ContextVar[str]] = ContextVar("QUERY", default="")
"""The query of the page whose cells and callbacks are running, with or without its question mark."""
LARGEST_SEED: Final = 999_999
_LEVELS: Final = ("1", "2", "3")
_LONGEST: Final = 2_000
_MOST_FIELDS: Final = 50
_SEEDS: Final = LARGEST_SEED + 1
_SITTINGS: Final = 10 * _SEEDS**2


@dataclass(frozen=True, slots=True)
class Address:
    """What the address of a page asks for; without arguments, nothing.

    - `seed`: the number that a class has agreed on, 0 to `LARGEST_SEED`, None for the tasks of the course itself;
    - `level`: the least level of every question, 1 to 3;
    - `drill`: the exercise that it leads to, `"melds.repair"`, or within its lesson `"repair"`; empty for none.
    """

    seed: int | None = None
    level: int = 1
    drill: str = ""

    @property
    def changes_tasks(self) -> bool:
        """Whether it asks for other tasks than those of the course itself."""
        return self.seed is not None or self.level > 1

    def seed_of(self, own: int) -> int:
        """The seed of an exercise whose own one is `own`: as it is, or one that no exercise has by itself.

        The same address gives the same seed to everybody; two exercises of a page keep two different ones.

        >>> Address(seed=7).seed_of(2), Address(level=3).seed_of(2)
        (8000002, 2)
        """
        return own if self.seed is None else (self.seed + 1) * _SEEDS + own % _SEEDS

    def seed_of_sitting(self, own: int) -> int:
        """The same for a self-check or a test, in which questions of another level are another run."""
        return self.seed_of(own) + (self.level * _SITTINGS if self.level > 1 else 0)

    def leads_to(self, drill: str) -> bool:
        """Whether this drill, by its whole name, is the exercise that the address leads to."""
        return bool(self.drill) and self.drill in (drill, drill.rpartition(".")[2])

    @property
    def asks(self) -> Text:
        """What the address asks of the tasks; nothing is to be said if it asks nothing."""
        if self.seed is None:
            return Message("address.level", level=self.level) if self.level > 1 else ()
        if self.level == 1:
            return Message("address.seed", seed=self.seed)
        return Message("address.both", seed=self.seed, level=self.level)


def page_address() -> Address:
    """What the address of the present page asks for."""
    query = QUERY.get()
    if len(query) > _LONGEST:
        return Address()
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
