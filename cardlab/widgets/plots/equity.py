"""A line for each player: expected payment in a round, or score in a match.

Signs mark costly decisions. A strip over each moment has its number (`data-at`), so that a view can show the moment
that is pointed at.
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
    """A player's line: name, points (moment, value), and marks (moment, value, sign).

    Two points of one moment show a jump of the value, such as by a card drawn.
    """

    name: str
    points: Sequence[tuple[int, float]]
    marks: Sequence[tuple[int, float, str]] = ()


def equity(
    series: Sequence[PlayerLine],
    last: int,
    title: str,
    axes: tuple[str, str],
    lang: str = "en",
    *,
    here: tuple[int, str] | None = None,
    level: int | None = None,
    key: str = "",
) -> Plot:
    """Plot one to four lines over the moments 0 to `last`.

    `axes`: the labels of the two axes; `here`: the current moment and its label; `level`: a value marked by a
    horizontal line; `key`: as in `parts.plot`.

    >>> equity([PlayerLine("You", [(0, 1.5), (4, -3.0)])], 4, "Round", ("Moves", "Points")).description
    'You: from 1.5 at 0 to −3 at 4.'
    """
    values = [value for one in series for _, value in one.points]
    heights = ticks(min(0.0, *values), max(0.0, *values), 5) if level is None else (0, level)
    highest = heights[-1] if level is None else max(1.1 * level, *values)
    across, upwards = axes

    def draw(width: int, begin: str) -> tuple[str, float]:
        rows = [
            (path(f"line series-{index}", "m0 0h32") + marker(index, 16, 0, index), one.name)
            for index, one in enumerate(series)
        ]
        top = len(rows) * ROW + 52
        left = 20 + 8 * max(len(_rounded(k, lang)) for k in heights)
        frame = PlotArea(left, width - 16, top, top + HEIGHT, (0, max(1, last)), (heights[0], highest))
        marks = [k for k in ticks(0, last, 5 if narrow(width) else 10) if k <= last and k % 1 == 0]
        parts = [
            scales(frame, [(k, decimal(k, lang)) for k in marks], [(k, _rounded(k, lang)) for k in heights], across),
            words(4, top - 30, upwards, kind="soft") if upwards else "",
        ]
        if heights[0] < 0 < heights[-1]:
            parts.append(path("axis", f"M{number(frame.left)} {number(frame.y(0))}H{number(frame.right)}"))
        if level is not None:
            parts.append(path("level", f"M{number(frame.left)} {number(frame.y(level))}H{number(frame.right)}"))
        if here is not None:
            parts.append(own_line(frame, *here))
        parts += [part for index, one in enumerate(series) for part in _course(frame, index, one)]
        parts += [part for one in series for part in _marks(frame, one)]
        parts += _strips(frame, last) if here is not None else []
        return "".join((*parts, legend(rows))), frame.bottom + 48

    description = " ".join(_in_words(one, lang) for one in series)
    return plot(draw, title, description, _table(series, last, across, lang), key)


def _in_words(one: PlayerLine, lang: str) -> str:
    """Describe the first and the last point of a line."""
    (begin, first), (end, last) = one.points[0], one.points[-1]
    facts = {"first": _rounded(first, lang), "last": _rounded(last, lang), "begin": str(begin), "end": str(end)}
    return say("plot.from_to_of", lang, name=one.name, **facts)


def _rounded(value: float, lang: str) -> str:
    return decimal(value, lang, 0 if abs(value - round(value)) < 0.05 else 1)


def _course(frame: PlotArea, index: int, one: PlayerLine) -> Iterator[str]:
    yield line(frame, index, one.points)
    # Only some points have a marker, because all of them would hide the line.
    step = max(1, len(one.points) // 8)
    for moment, value in (*one.points[::step][:-1], one.points[-1]):
        yield marker(index, frame.x(moment), frame.y(value), index)


def _marks(frame: PlotArea, one: PlayerLine) -> Iterator[str]:
    for moment, value, sign in one.marks:
        x, y = frame.x(moment), max(frame.y(value) - 9, frame.top + 4)
        yield words(x, y, sign, at="middle", kind="mark")


def _strips(frame: PlotArea, last: int) -> Iterator[str]:
    """Draw the areas to point at, each halfway to the moments beside it."""
    wide = (frame.right - frame.left) / max(1, last)
    for moment in range(last + 1):
        x = frame.x(moment) - wide / 2
        begin = f"M{number(x)} {number(frame.top)}h{number(wide)}V{number(frame.bottom)}h{number(-wide)}z"
        yield path("strip", begin, **{"data-at": str(moment)})


def _table(series: Sequence[PlayerLine], last: int, across: str, lang: str) -> Iterator[tuple[str, ...]]:
    """Yield each player's value and sign at each moment, after a header row."""
    yield (across, *(one.name for one in series))
    values = [dict(one.points) for one in series]
    signs = [{moment: sign for moment, _, sign in one.marks} for one in series]
    for moment in range(last + 1):
        if any(moment in points for points in values):
            cells = (
                f"{_rounded(points[moment], lang)} {sign.get(moment, '')}".rstrip() if moment in points else ""
                for points, sign in zip(values, signs, strict=True)
            )
            yield (decimal(moment, lang), *cells)
