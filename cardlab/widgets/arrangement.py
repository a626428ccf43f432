"""A hand as an arrangement lays it out: each meld a group under a bracket, the loose cards last."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias, TypedDict

from cardlab.cards import Card
from cardlab.locale import say
from cardlab.tongits import SHEET, Arrangement, Kind, Rules, deadwood, points
from cardlab.widgets.hand import by_number

Bracket: TypeAlias = Literal["set", "run", "sapaw", "loose"]
"""What the cards under a bracket are: a meld, cards laid off, or the loose cards."""


class BracketPicture(TypedDict):
    """Cards under a bracket.

    - `label`: what the group is called; `cards`: the codes of its cards;
    - `points`: what its cards count (T9.1); `each`: the points of each card, empty if they are not asked for.
    """

    kind: Bracket
    label: str
    cards: list[str]
    points: str
    each: list[str]


def bracketed(
    arrangement: Arrangement, lang: str, rules: Rules = SHEET, *, points_below: bool = False
) -> list[BracketPicture]:
    """An arrangement as groups to draw: its melds, what it lays off, and the loose cards, if there are any.

    `points_below`: whether the points of each card are given too.
    """
    groups: list[tuple[Bracket, Iterable[Card]]] = [
        ("set" if meld.kind is Kind.SET else "run", meld.cards) for meld in arrangement.melds
    ]
    groups += [("sapaw", added) for _, added in arrangement.sapaws]
    if arrangement.loose:
        groups.append(("loose", sorted(arrangement.loose, key=by_number)))
    return [_group(kind, held, lang, rules, points_below) for kind, held in groups]


def _group(kind: Bracket, held: Iterable[Card], lang: str, rules: Rules, points_below: bool) -> BracketPicture:
    shown = tuple(held)
    return {
        "kind": kind,
        "label": say(f"brackets.{kind}", lang),
        "cards": [card.code for card in shown],
        "points": say("brackets.points", lang, count=deadwood(shown, rules)),
        "each": [str(points(card, rules)) for card in shown] if points_below else [],
    }
