"""A still picture of a widget's texts and cards, for pages without scripts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Final

from cardlab.cards import Card
from cardlab.drawing import as_svg
from cardlab.phrasing.catalogue import rank_letter

_PARTS: Final = "blocks", "players", "own", "piles", "hand", "cards"
"""Which props are drawn, from top to bottom."""
_MOST: Final = 16
"""The largest number of lines in a picture."""


def picture(shown: dict[str, Any], lang: str) -> str:
    """Return an SVG of a scene's props (`shown`); "" if no block shows a card."""
    lines = [line for line in _lines([shown.get(name) for name in _PARTS]) if line]
    has_cards = any(isinstance(line, tuple) for line in lines)
    return as_svg(str(shown["label"]), lines[:_MOST], partial(rank_letter, lang=lang), edge=14) if has_cards else ""


def _lines(part: Any) -> Iterator[str | tuple[Card, ...]]:
    """Yield the texts and the rows of cards in props; skip buttons, tables and folds."""
    match part:
        case list():
            for one in part:
                yield from _lines(one)
        case {"is": "button" | "details" | "rules" | "standing" | "table"} | {"when": "full"} | {"style": "tries"}:
            return
        case str():
            yield part
        case {"melds": melds, "name": name, "about": about}:
            yield f"{name}: {about}"
            for one in melds:
                yield _open(one["cards"])
        case {"discards": discards, "left": left}:
            yield left
            yield _open(discards[:1])
        case {"cards": cards, "label": label}:
            yield label
            yield tuple(map(Card, part.get(f"by_{part.get('sort')}", cards)))
        case {"sides": [near, far], "piles": piles}:
            for one in (far, *piles, near):
                yield f"{one['name']} {one.get('counts', '')}"
                yield _open(one.get("cards") or one.get("slots", ()))
        case {"said": said}:
            yield " ".join(map(str, _lines(said)))
        case {"label": label, "value": _}:
            yield f"○ {label}"
        case dict():
            for name in ("hand", "options", "blocks"):
                yield from _lines(part.get(name))


def _open(codes: Iterable[str]) -> tuple[Card, ...]:
    """Return the cards with these codes, without empty slots and backs."""
    return tuple(Card(code) for code in codes if len(code) == 2)
