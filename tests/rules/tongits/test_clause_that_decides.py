"""The clause by which a round is won, for every way in which a round can end."""

from __future__ import annotations

import pytest
from tongits_table import after, table

from cardlab.tongits import Rules, outcome

ALL_OPEN = ("1 7c 7d 7h", "0 3s 4s 5s", "2 9h Th Jh")
LAST = ("0 draw", "0 discard Kc")
ENDINGS = {
    "the last card is discarded": (
        "T5.1",
        table("2c 2d 2h", "Kd", "Ks", stock="Kc 8c"),
        ("0 draw", "0 meld 2c 2d 2h", "0 discard Kc"),
    ),
    "the caller has least": ("T6.4", table("2c", "3c", "4c", melds=ALL_OPEN), ("0 call", "1 challenge", "2 challenge")),
    "a challenger has least": ("T6.4", table("9c", "3c", "4c", melds=ALL_OPEN), ("0 call", "1 challenge", "2 fold")),
    "the caller is level": ("T6.5", table("3d", "3c", "4c", melds=ALL_OPEN), ("0 call", "1 challenge", "2 fold")),
    "the challengers are level": (
        "T6.6",
        table("9c", "3d", "3h", melds=ALL_OPEN),
        ("0 call", "1 challenge", "2 challenge"),
    ),
    "caller and challenger are level, and by house rule the challenger wins": (
        "T6.5",
        table("3d", "3c", "4c", melds=ALL_OPEN, rules=Rules(tie="challenger")),
        ("0 call", "1 challenge", "2 fold"),
    ),
    "all three are level, and by house rule a challenger wins": (
        "T6.6",
        table("3c", "3d", "3h", melds=ALL_OPEN, rules=Rules(tie="challenger")),
        ("0 call", "1 challenge", "2 challenge"),
    ),
    "nobody challenges": ("T6.7", table("9c", "3c", "4c", melds=ALL_OPEN), ("0 call", "1 fold", "2 fold")),
    "the stock has gone": ("T8.2", table("2c", "3c", "4c", melds=ALL_OPEN, stock="Kc"), LAST),
    "nobody has opened": ("T8.3", table("2c", "3c", "4c", stock="Kc"), LAST),
    "two are level when the stock has gone": ("T8.4", table("3d", "3c", "4c", melds=ALL_OPEN, stock="Kc"), LAST),
}


@pytest.mark.parametrize(("clause", "state", "moves"), ENDINGS.values(), ids=ENDINGS)
def test_the_clause_that_decides_a_round_is_told(clause, state, moves):
    assert outcome(after(state, *moves)).clause == clause


@pytest.mark.parametrize("moves", [(), ("0 call",), ("0 call", "1 challenge")])
def test_no_clause_decides_a_round_that_goes_on(moves):
    assert outcome(after(table("2c", "3c", "4c", melds=ALL_OPEN), *moves)) is None
