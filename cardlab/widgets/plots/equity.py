"""A line for each player: what they stand to receive along a round, or their scores along a match.

A sign stands where a decision cost much. Where a moment is looked at, every one is a strip from top to bottom with its
number (`data-at`), so that a view can lead to where one points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from cardlab.phrasing.catalogue import decimal, say
from cardlab.widgets.plots.parts import (
    ROW,
    Plot,
    PlotArea,
    legend,
    line,
    marker,
    narrow,
    number,
    own_line,
    path,
    plot,
    scales,
    ticks,
    words,
)

HEIGHT: Final = 230


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player's line: the name, its points (moment, value) in order, and the marks (moment, value, sign) on it.

    Two points of one moment are what was expected before a card was turned, and what it made of that.
    """

    name: str
    points: Sequence[tuple[int, float]]
    marks: Sequence[tuple[int, float, str]] = ()


def equity(
    courses: Sequence[PlayerLine],
    last: int,
    title: str,
    axes: tuple[str, str],
    lang: str = "en",
    *,
    here: tuple[int, str] | None = None,
    level: int | None = None,
    key: str = "",
) -> Plot:
    """Up to three lines over the moments 0 to `last`; `axes` say what runs across, and what is received.

    - `here`: the moment that is looked at, and what it is called;
    - `level`: a height that is marked by a line across.

    Raises ValueError if there are not one to four lines, or one without points.

    >>> equity([Course("You", [(0, 1.5), (4, -3.0)])], 4, "Round", ("Moves", "Points")).description
    'You: from 1.5 at 0 to −3 at 4.'
    """
    if not 1 <= len(courses) <= 4 or not all(one.points for one in courses):
        raise ValueError("one to four lines are shown, each with some points")
    values = [value for one in courses for _, value in one.points]
    heights = ticks(min(0.0, *values), max(0.0, *values), 5) if level is None else (0, level)
    highest = heights[-1] if level is None else max(1.1 * level, *values)
    across, upwards = axes

    def draw(width: int, begin: str) -> tuple[str, float]:
        rows = [
            (path(f"line series-{place}", "m0 0h32") + marker(place, 16, 0, place), one.name)
            for place, one in enumerate(courses)
        ]
        top = len(rows) * ROW + 52
        left = 20 + 8 * max(len(_told(k, lang)) for k in heights)
        frame = PlotArea(width, left, width - 16, top, top + HEIGHT, (0, max(1, last)), (heights[0], highest))
        marks = [k for k in ticks(0, last, 5 if narrow(width) else 10) if k <= last and k % 1 == 0]
        parts = [
            scales(frame, [(k, decimal(k, lang)) for k in marks], [(k, _told(k, lang)) for k in heights], across),
            words(4, top - 30, upwards, kind="soft") if upwards else "",
        ]
        if heights[0] < 0 < heights[-1]:
            parts.append(path("axis", f"M{number(frame.left)} {number(frame.y(0))}H{number(frame.right)}"))
        if level is not None:
            parts.append(path("level", f"M{number(frame.left)} {number(frame.y(level))}H{number(frame.right)}"))
        if here is not None:
            parts.append(own_line(frame, *here))
        parts += [part for place, one in enumerate(courses) for part in _course(frame, place, one)]
        parts += [part for one in courses for part in _marks(frame, one)]
        parts += _strips(frame, last) if here is not None else []
        return "".join((*parts, legend(rows, 4, 2))), frame.bottom + 48

    told = " ".join(
        say(
            "plot.from_to_of",
            lang,
            name=one.name,
            first=_told(one.points[0][1], lang),
            begin=str(one.points[0][0]),
            last=_told(one.points[-1][1], lang),
            end=str(one.points[-1][0]),
        )
        for one in courses
    )
    return plot(draw, title, told, _table(courses, last, across, lang), key)


def _told(value: float, lang: str) -> str:
    return decimal(value, lang, 0 if abs(value - round(value)) < 0.05 else 1)


def _course(frame: PlotArea, place: int, one: PlayerLine) -> Iterator[str]:
    yield line(frame, place, one.points)
    # A sign where a moment begins anew; every one of them would hide the line.
    step = max(1, len(one.points) // 8)
    for moment, value in (*one.points[::step][:-1], one.points[-1]):
        yield marker(place, frame.x(moment), frame.y(value), place)


def _marks(frame: PlotArea, one: PlayerLine) -> Iterator[str]:
    for moment, value, sign in one.marks:
        x, y = frame.x(moment), max(frame.y(value) - 9, frame.top + 4)
        yield words(x, y, sign, at="middle", kind="mark")


def _strips(frame: PlotArea, last: int) -> Iterator[str]:
    """What is pointed at: half the way to the moments beside it."""
    wide = (frame.right - frame.left) / max(1, last)
    for moment in range(last + 1):
        x = frame.x(moment) - wide / 2
        begin = f"M{number(x)} {number(frame.top)}h{number(wide)}V{number(frame.bottom)}h{number(-wide)}z"
        yield path("strip", begin, **{"data-at": str(moment)})


def _table(courses: Sequence[PlayerLine], last: int, across: str, lang: str) -> Iterator[tuple[str, ...]]:
    """What each stood to receive once a moment was there, and the signs of the decisions that led to it."""
    yield (across, *(one.name for one in courses))
    known = [dict(one.points) for one in courses]
    signs = [{moment: sign for moment, _, sign in one.marks} for one in courses]
    for moment in range(last + 1):
        if any(moment in points for points in known):
            cells = (
                " ".join(filter(None, (_told(points[moment], lang), sign.get(moment, "")))) if moment in points else ""
                for points, sign in zip(known, signs, strict=True)
            )
            yield (decimal(moment, lang), *cells)
