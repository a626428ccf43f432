"""What a table has brought, as plain data, and which of its players are bots.

- `Result`: who sat where and what everybody received;
- `bot`, `is_bot`: the names under which bots sit among players; nobody else may be called so;
- `places`: who came first, second, third.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

BOT: Final = "bot:"
"""How the name of a bot begins."""


def bot(number: int) -> str:
    """The name of the bot of this number.

    >>> bot(2), is_bot(bot(2)), is_bot("Bo")
    ('bot:2', True, False)
    """
    return f"{BOT}{number}"


def is_bot(player: str) -> bool:
    """Whether a player is a bot."""
    return player.startswith(BOT)


@dataclass(frozen=True, slots=True)
class Result:
    """What one deal has brought at one table.

    - `table`: which table;
    - `players`: who sat there, seat 0 first;
    - `payments`: what each received, in the same order; of a race of Tichu, its points;
    - `record`: where its record is, if it was kept.

    Raises ValueError if a player sits there twice, or if somebody has no payment.
    """

    table: str
    players: tuple[str, ...]
    payments: tuple[int, ...]
    record: str | None = None

    def __post_init__(self) -> None:
        if len(self.players) != len(self.payments):
            raise ValueError(f"{len(self.players)} players and {len(self.payments)} payments")
        if len(set(self.players)) != len(self.players):
            raise ValueError("a player sits at a table once")

    @property
    def of_people(self) -> tuple[tuple[str, int], ...]:
        """The players that are no bots, each with what was received."""
        both = zip(self.players, self.payments, strict=True)
        return tuple((player, payment) for player, payment in both if not is_bot(player))


def places(payments: Sequence[Any]) -> tuple[int, ...]:
    """Which place each has, 1 for the most; who has as much shares the better place.

    >>> places((-8, 16, -8))
    (2, 1, 2)
    """
    return tuple(1 + sum(other > mine for other in payments) for mine in payments)
