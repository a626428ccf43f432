"""A still picture of a widget for where no script runs: what its blocks say, and which cards they show."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from cardlab.cards import Card
from cardlab.drawing import as_svg
from cardlab.phrasing.catalogue import rank_letter


def picture(shown: dict[str, Any], lang: str) -> str:
    """Return an SVG of what a page shows; "" where no block of it shows a card."""
    lines = [line for line in _lines(shown.get("blocks")) if line]
    has_cards = any(isinstance(line, tuple) for line in lines)
    return as_svg(str(shown["label"]), lines[:12], partial(rank_letter, lang=lang), edge=14) if has_cards else ""


def _lines(part: Any) -> Iterator[str | tuple[Card, ...]]:
    """The lines and rows of cards of blocks; what is folded, or for the whole screen, is left out."""
    match part:
        case list():
            for one in part:
                yield from _lines(one)
        case {"is": "button" | "details" | "rules" | "standing" | "table"} | {"when": "full"} | {"style": "tries"}:
            return
        case str():
            yield part
        case {"cards": cards, "label": label}:
            yield label
            yield tuple(map(Card, part.get(f"by_{part.get('sort')}", cards)))
        case {"said": said}:
            yield " ".join(map(str, _lines(said)))
        case {"label": label, "value": _}:
            yield f"○ {label}"
        case dict():
            for name in ("hand", "options", "blocks"):
                yield from _lines(part.get(name))
