"""A position of Tongits that was kept, and its options beside those of the one on the page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import hypot
from typing import Final

from cardlab.analysis.whatif import Answer, Estimate
from cardlab.cards import Card
from cardlab.locale import say
from cardlab.tell.house_rules import rules_label
from cardlab.tongits import View
from cardlab.tongits.notation import Draft
from cardlab.widgets.figures import FigureTable
from cardlab.widgets.kept import ComparedPicture, LabGroup, compared_table, kept_heap
from cardlab.widgets.plots import Unit
from cardlab.widgets.whatif.editor import HAND, cards_at, places_of, what_lies
from cardlab.widgets.whatif.options import (
    TWO_ERRORS,
    By,
    best_by,
    estimated,
    named_turn,
    result,
    unit_of,
    value_of,
)

MOST_COMPARED: Final = 6
"""So many of the best options of each position are set side by side."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A position with an answer: one that was kept, or the one on the page."""

    draft: Draft
    view: View
    answer: Answer


def compared(kept: Kept, here: Kept | None, by: By, lang: str) -> ComparedPicture:
    """The position that was kept, and the best options here and there; `here` is None while nothing is known."""
    told = [f"{say('laboratory.kept', lang)}: {result(kept.answer, kept.view, by, lang)}"]
    if here is not None:
        told += _best_against_best(kept, here, by, lang)
        if here.draft.rules != kept.draft.rules:
            told.append(say("whatif.kept_rules", lang, rules=rules_label(kept.draft.rules, lang)))
    return {
        "lying": list(_lying(kept.draft, lang)),
        "told": told,
        "table": _table(kept, here, by, lang) if here is not None else None,
    }


def _lying(draft: Draft, lang: str) -> Iterable[LabGroup]:
    for place in places_of(draft):
        cards: tuple[Card, ...] = cards_at(draft, place)
        if cards or place == HAND:
            name = kept_heap(what_lies(draft, place, lang), lang)
            yield {"label": name, "cards": [card.code for card in cards]}


def _best_against_best(kept: Kept, here: Kept, by: By, lang: str) -> list[str]:
    """In which of the two positions the best option is worth more, and by how much."""
    unit = unit_of(by, here.view)
    if unit is not unit_of(by, kept.view) or not here.answer.options or not kept.answer.options:
        return []
    one, two = (value_of(best_by(side.answer.options, by)[0], by) for side in (here, kept))
    apart = Estimate(abs(one.mean - two.mean), hypot(one.error, two.error), counted=not (one.error or two.error))
    if apart.mean <= TWO_ERRORS * apart.error:
        return [say("whatif.kept_level", lang)]
    better = (one.mean > two.mean) is not (by is By.DEADWOOD)
    return [say(f"whatif.kept_{'worse' if better else 'better'}", lang, value=_apart(apart, unit, lang))]


def _apart(difference: Estimate, unit: Unit, lang: str) -> str:
    """A difference of two values; of chances in percentage points, named as such."""
    if unit is not Unit.CHANCE:
        told = estimated(difference, unit, 0, lang)
        return f"{told} {say(f'whatif.unit.{unit}', lang)}"
    points = Estimate(100 * difference.mean, 100 * difference.error, counted=True)
    return say("whatif.percentage_points", lang, value=estimated(points, Unit.POINTS, 0, lang))


def _table(kept: Kept, here: Kept, by: By, lang: str) -> FigureTable | None:
    units = unit_of(by, here.view), unit_of(by, kept.view)
    if not here.answer.options or not kept.answer.options:
        return None
    sides = []
    for side in (here, kept):
        best = best_by(side.answer.options, by)[:MOST_COMPARED]
        sides.append({named_turn(one.turn, side.view, lang): one for one in best})
    # An option that is among the best of one position alone is looked up in the other one too.
    for side, found in ((here, sides[0]), (kept, sides[1])):
        for one in side.answer.options:
            name = named_turn(one.turn, side.view, lang)
            if any(name in other for other in sides):
                found[name] = one
    chance = units[0] is Unit.CHANCE
    heads = [say(f"whatif.compared_{name}", lang) for name in ("here", "kept")]
    if units[0] is not units[1]:
        heads = [f"{head} ({say(f'whatif.unit.{unit}', lang)})" for head, unit in zip(heads, units, strict=True)]
    return compared_table(
        {name: value_of(one, by) for name, one in sides[0].items()},
        {name: value_of(one, by) for name, one in sides[1].items()},
        say("whatif.compared_table", lang, value=say(f"whatif.by.{by}", lang)),
        [say("whatif.option", lang), *heads, say("whatif.compared_more", lang)],
        lambda value, old: estimated(value, units[old], (kept if old else here).answer.worlds, lang),
        lambda more: _apart(more, units[0], lang) if chance else _difference(more, units, lang),
        lang,
    )


def _difference(more: Estimate, units: tuple[Unit, Unit], lang: str) -> str:
    """Points and chips cannot be taken from each other."""
    return estimated(more, units[0], 0, lang) if units[0] is units[1] else "–"
