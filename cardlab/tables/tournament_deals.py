"""The deals of a tournament: its secret number makes them the same at all tables."""

from __future__ import annotations

import hmac
import secrets

from cardlab import tichu, tongits
from cardlab.tongits.moves import SEATS


def new_number() -> str:
    """Return a new secret number: 256 random bits in hexadecimal digits."""
    return secrets.token_hex(32)


def dealt(number: str, rules: tongits.Rules | tichu.Rules, round: int, deal: int) -> tongits.State | tichu.State:
    """Return the first position of a deal; `round` and `deal` count from 1."""
    seed = _seed(number, round, deal)
    if isinstance(rules, tongits.Rules):
        return tongits.deal(rules, seed, first=(deal - 1) % SEATS)
    return tichu.deal(rules, seed)


def recycled(number: str, round: int, deal: int, state: tichu.State, before: int) -> tichu.Recycle:
    """Return a race's next new extra piles, after `before` earlier ones. [U4.3]"""
    return tichu.recycle(state, _seed(number, round, deal, before + 1))


def _seed(number: str, *at: int) -> int:
    return int.from_bytes(hmac.digest(number.encode(), " ".join(map(str, at)).encode(), "sha256"))
