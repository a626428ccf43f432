"""A position that is kept in a laboratory, and another one beside it: what the page says of it and how it is drawn.

- `Compare`: what the page asks for; `ComparedPicture`: what is drawn, of whatever game;
- `compared_table`: the values of both side by side, and how much they differ.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final, Literal, TypedDict

from cardlab.analysis.whatif import Estimate
from cardlab.locale import say
from cardlab.widgets.figures import FigureTable, figures

TWO_ERRORS: Final = 2.0
"""A difference of more standard errors than these is clear."""
WORDS: Final = tuple(f"laboratory.{word}" for word in ("keep_position", "compared", "swap", "let_go", "files"))
"""The labels that both laboratories need for it."""


@dataclass(frozen=True, slots=True)
class Compare:
    """The position is kept to be compared with; it and the one on the page change places; nothing is kept any more."""

    do: Literal["keep_position", "swap", "let_go"]


class LabGroup(TypedDict):
    """Cards that lie together."""

    label: str
    cards: list[str]


class ComparedPicture(TypedDict):
    """The position that was kept, and what its options are worth beside those of the one on the page."""

    lying: list[LabGroup]
    told: list[str]
    table: FigureTable | None


def kept_heap(name: str, lang: str) -> str:
    """What cards that lie together are called in the position that was kept."""
    return say("laboratory.kept_heap", lang, place=name)


def compared_table(
    here: Mapping[str, Estimate],
    there: Mapping[str, Estimate],
    caption: str,
    head: Sequence[str],
    value: Callable[[Estimate, bool], str],
    difference: Callable[[Estimate], str],
    lang: str,
) -> FigureTable:
    """What each option is worth in the one position and in the other; set off where the difference is clear.

    `here`, `there`: the values by the names of the options; `value`, `difference`: how they are written, of a value
    also whether it is of the position that was kept.
    """
    rows, marked = [], []
    for place, name in enumerate(dict.fromkeys((*here, *there))):
        one, two = here.get(name), there.get(name)
        more = "–"
        if one and two:
            error = hypot(one.error, two.error)
            apart = Estimate(one.mean - two.mean, error, counted=not error)
            more = difference(apart)
            if abs(apart.mean) > TWO_ERRORS * apart.error:
                marked.append(place)
        told = [
            value(one, kept) if one else say("laboratory.not_here", lang) for one, kept in ((one, False), (two, True))
        ]
        rows.append([name, *told, more])
    return figures(caption, head, rows, marked=marked)
