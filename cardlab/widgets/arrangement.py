"""A hand as an arrangement lays it out: each meld a group under a bracket, the loose cards last."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from cardlab.cards import Card
from cardlab.locale import say
from cardlab.tongits import SHEET, Arrangement, Rules, deadwood, points
from cardlab.widgets.hand import by_number

__all__ = ["bracketed"]

LAY_OFF: Final = "sapaw"
LOOSE: Final = "loose"


def bracketed(
    arrangement: Arrangement, lang: str, rules: Rules = SHEET, *, points_below: bool = False
) -> list[dict[str, Any]]:
    """An arrangement as groups to draw: its melds, what it lays off, and the loose cards, if there are any.

    Each group has `kind` ("set", "run", "sapaw" or "loose"), `label` (what it is called), `cards` (their codes),
    `points` (what its cards count, T9.1), and `each` (the points below each card, empty without `points_below`).
    """
    melds = [(meld.kind.value, meld.cards) for meld in arrangement.melds]
    lay_offs = [(LAY_OFF, added) for _, added in arrangement.sapaws]
    loose = [(LOOSE, tuple(sorted(arrangement.loose, key=by_number)))] if arrangement.loose else []
    return [_group(kind, held, lang, rules, points_below) for kind, held in (*melds, *lay_offs, *loose)]


def _group(kind: str, held: Iterable[Card], lang: str, rules: Rules, points_below: bool) -> dict[str, Any]:
    shown = tuple(held)
    return {
        "kind": kind,
        "label": say(f"brackets.{kind}", lang),
        "cards": [card.code for card in shown],
        "points": say("brackets.points", lang, count=deadwood(shown, rules)),
        "each": [str(points(card, rules)) for card in shown] if points_below else [],
    }
