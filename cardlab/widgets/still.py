"""A picture of a widget for where no script runs: what its blocks say, and which cards they show."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any, Final, TypeAlias

from cardlab.cards import Card
from cardlab.drawing import as_still
from cardlab.phrasing.catalogue import rank_letter

Line: TypeAlias = str | tuple[Card, ...]
MOST: Final = 12
"""Lines and rows of cards that a picture has; it need not tell all."""
_SHOWN: Final = {"rank": "by_rank", "suit": "by_suit", "given": "cards"}


def picture(shown: dict[str, Any], lang: str) -> str:
    """Return an SVG of what a page shows; "" where it shows no card in a block.

    Args:
        shown: the props of the scene.
        lang: its language.
    """
    lines: tuple[Line, ...] = tuple(islice((line for line in _lines(shown.get("blocks")) if line), MOST))
    if all(isinstance(line, str) for line in lines):
        return ""
    return as_still(str(shown["label"]), lines, partial(rank_letter, lang=lang))


def _lines(part: Any) -> Iterator[Line]:
    """The lines and cards of blocks, in their order; what is folded or for the whole screen is left out."""
    match part:
        case list():
            for one in part:
                yield from _lines(one)
        case {"when": "full"} | {"is": "button" | "details" | "rules" | "standing" | "table"} | {"style": "tries"}:
            return
        case {"is": "hand", "hand": hand}:
            yield hand["label"]
            yield tuple(map(Card, hand[_SHOWN[hand["sort"]]]))
        case {"is": "choice", "options": options}:
            yield from (f"○ {one['label']}" for one in options)
        case {"is": "verdict", "title": title}:
            yield title
        case {"is": "sentences", "said": said}:
            yield from map(_inline, said)
        case {"said": said}:
            yield _inline(said)
        case {"cards": cards, "label": label}:
            yield label
            yield tuple(map(Card, cards))
        case {"blocks": blocks}:
            yield from _lines(blocks)


def _inline(said: Any) -> str:
    """What stands within a line, as plain text."""
    if isinstance(said, str):
        return said
    return " ".join(map(_inline, said)) if isinstance(said, list) else _inline(said.get("said", ""))
