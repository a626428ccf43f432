"""Plots with two axes: distributions of deadwood, the chance to win by calling, and a line for each player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from cardlab.phrasing.catalogue import chance, decimal, percent, say
from cardlab.widgets.plots.parts import (
    Plot,
    PlotArea,
    hatching,
    legend,
    line,
    marker,
    narrow,
    number,
    own_line,
    path,
    plot,
    scales,
    swatch,
    ticks,
    words,
)

MOST_BINS: Final = 26
BIN_SIZES: Final = (1, 2, 5, 10, 20, 50, 100)
RARE: Final = 5e-4
"""Values rarer than this at the upper end of a distribution are counted in its last bin."""


@dataclass(frozen=True, slots=True)
class Shares:
    """One distribution: `weights[k]` is the frequency of the value k."""

    name: str
    weights: Sequence[float]

    @property
    def shares(self) -> list[float]:
        """The weights, normalised to a sum of 1."""
        whole = sum(self.weights)
        return [float(weight / whole) for weight in self.weights]

    @property
    def mean(self) -> float:
        """The mean of the values."""
        return sum(value * share for value, share in enumerate(self.shares))

    def reached(self, part: float) -> int:
        """Return the quantile for `part`, such as the median for 0.5."""
        sums = accumulate(self.shares)
        return next((value for value, total in enumerate(sums) if total >= part - 1e-9), len(self.weights) - 1)


def _binned(series: Sequence[Shares], own: int) -> tuple[int, list[tuple[float, ...]]]:
    """Return the number of values in a bin, and each series' share of every bin, from 0 on."""
    last = max(*(one.reached(1 - RARE) for one in series), own, 1)
    size = next((size for size in BIN_SIZES if last // size < MOST_BINS), last // MOST_BINS + 1)
    count = last // size + 1
    columns = []
    for one in series:
        within = [sum(one.shares[index * size : (index + 1) * size]) for index in range(count)]
        columns.append((*within[:-1], within[-1] + sum(one.shares[count * size :])))
    return size, columns


def histogram(series: Sequence[Shares], title: str, lang: str = "en", *, own: int, key: str = "") -> Plot:
    """Plot one or two distributions of deadwood as bars, with their means.

    A line marks the reader's `own` deadwood. `key` is as in `parts.plot`.

    >>> picture = histogram([Shares("Left", [1, 2, 1])], "Deadwood of the player on the left", own=1)
    >>> print(picture.description.replace(". ", ".\\n"))
    Left: 1.0 on average.
    At least half of all hands have 0 to 1 points.
    Left: compared with your 1, 25% of hands have less, 50% the same and 25% more.
    >>> picture.table
    (('Deadwood', 'Left'), ('0', '25.0%'), ('1', '50.0%'), ('2', '25.0%'))
    """
    size, bins = _binned(series, own)
    table = [(say("plot.unit.deadwood", lang), *(one.name for one in series))]
    for first, shares in zip(range(0, size * len(bins[0]), size), zip(*bins, strict=True), strict=True):
        label = str(first) if size == 1 else say("plot.values", lang, first=first, last=first + size - 1)
        table.append((label, *(chance(part, lang, 1) for part in shares)))

    def draw(width: int, begin: str) -> tuple[str, float]:
        end, upwards = size * len(bins[0]), ticks(0, max(map(max, bins)), 4)
        frame = PlotArea(len(series), 52, width, 190, (0, end), (0, upwards[-1]))
        middle = 0.5 if size == 1 else 0.0
        digits = 0 if upwards[1] >= 0.00999 else 1
        stripes, asked = hatching(begin)
        fills = ("", asked)
        across = [(k + middle, decimal(k, lang)) for k in _marks(end - 2 * middle, 6 if narrow(width) else 12)]
        parts = [
            stripes,
            scales(frame, across, [(k, percent(k, lang, digits)) for k in upwards], say("plot.unit.deadwood", lang)),
        ]
        # Two series share the width of a bin.
        room = (frame.x(size) - frame.x(0)) * 0.86 / len(bins)
        for index, columns in enumerate(bins):
            fill = {"fill": fills[index]} if fills[index] else {}
            for number_of_bin, height in enumerate(columns):
                if height > 0:
                    left = frame.x(size * (number_of_bin + 0.5)) + room * (index - len(bins) / 2)
                    way = f"M{number(left)} {number(frame.bottom)}V{number(frame.y(height))}h{number(room)}"
                    parts.append(path(f"bar series-{index}", f"{way}V{number(frame.bottom)}z", **fill))
        rows = []
        for index, one in enumerate(series):
            x = frame.x(one.mean + 0.5)
            upright = f"M{number(x)} {number(frame.top - 2)}V{number(frame.bottom)}"
            parts += [
                path("halo", upright),
                path(f"mean series-{index}", upright),
                marker(index, x, frame.top - 4, index),
            ]
            sign = swatch(index, fills[index]) + marker(index, 26, 0, index)
            rows.append((sign, say("plot.mean_of", lang, name=one.name, mean=decimal(one.mean, lang, 1))))
        parts.append(own_line(frame, own + 0.5, say("plot.you", lang, own=own)))
        return "".join((*parts, legend(rows))), frame.bottom + 48

    return plot(draw, title, " ".join(_in_words(series, own, lang)), table, key)


def _marks(last: float, most: int) -> list[float]:
    """Return about `most` whole numbers from 0 to `last`, for an axis."""
    return [k for k in ticks(0, last, most) if k <= last and k % 1 == 0]


def _in_words(series: Sequence[Shares], own: int, lang: str) -> Iterator[str]:
    for one in series:
        mean, low, high = decimal(one.mean, lang, 1), one.reached(0.25), one.reached(0.75)
        key = "plot.spread_of" if low < high else "plot.no_spread_of"
        yield say(key, lang, name=one.name, mean=mean, low=low, high=high, count=low)
        less, same = sum(one.shares[:own]), sum(one.shares[own : own + 1])
        shares = {"less": less, "same": same, "more": max(0.0, 1 - less - same)}
        digits = 1 if any(0 < share < 0.015 for share in shares.values()) else 0
        figures = {name: chance(share, lang, digits) for name, share in shares.items()}
        yield say("plot.against_own_of", lang, name=one.name, own=own, **figures)


# The chance of a call


def curve(
    chances: Sequence[float], title: str, lang: str = "en", *, own: int, break_even: int | None = None, key: str = ""
) -> Plot:
    """Plot the chance to win by calling, `chances[k]` with a deadwood of k.

    The reader's `own` deadwood is marked. `break_even`: the highest deadwood with which a call pays off, None if there
    is none or it is unknown. `key` is as in `parts.plot`.

    >>> picture = curve([1.0, 0.75, 0.25], "Call now?", own=1, break_even=1)
    >>> picture.description
    'With your 1, a call wins 75% of the time. Calling pays off if your deadwood is at most 1.'
    """
    last = len(chances) - 1
    points = list(enumerate(chances))

    def draw(width: int, _begin: str) -> tuple[str, float]:
        wins = say("plot.you_win", lang, own=own, chance=chance(chances[own], lang))
        rows = [(path("line series-0", "m0 0h32") + marker(0, 16, 0, 0), wins)]
        if break_even is not None:
            rows.append((marker(1, 16, 0, 0), say("plot.break_even", lang, points=break_even)))
        frame = PlotArea(len(rows), 60, width, 200, (0, last), (0, 1))
        across = [(k, decimal(k, lang)) for k in _marks(last, 6 if narrow(width) else 12)]
        upwards = [(k / 4, percent(k / 4, lang)) for k in range(5)]
        parts = [
            scales(frame, across, upwards, say("plot.own_deadwood", lang)),
            own_line(frame, own, say("plot.you", lang, own=own)),
            line(frame, 0, points),
        ]
        if break_even is not None:
            x, y = frame.x(break_even), frame.y(points[break_even][1])
            parts += [path("mean series-0", f"M{number(x)} {number(y)}V{number(frame.bottom)}"), marker(1, x, y, 0)]
        parts.append(marker(0, frame.x(own), frame.y(points[own][1]), 0))
        return "".join((*parts, legend(rows))), frame.bottom + 48

    description = say("plot.at_own", lang, own=own, chance=chance(chances[own], lang))
    if break_even is not None:
        description += " " + say("plot.break_even_text", lang, points=break_even)
    table = [(say("plot.own_deadwood", lang), say("plot.unit.chance", lang))]
    table += [(str(k), chance(value, lang, 1)) for k, value in points]
    return plot(draw, title, description, table, key)


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
    here: tuple[int, str],
    key: str = "",
) -> Plot:
    """Plot one to four lines over the moments 0 to `last`.

    `axes`: the labels of the two axes; `here`: the current moment and its label; `key`: as in `parts.plot`.

    >>> you = PlayerLine("You", [(0, 1.5), (4, -3.0)])
    >>> equity([you], 4, "Round", ("Moves", "Points"), here=(0, "Move 0")).description
    'You: from 1.5 at 0 to −3 at 4.'
    """
    values = [value for one in series for _, value in one.points]
    heights = ticks(min(0.0, *values), max(0.0, *values), 5)
    across, upwards = axes

    def draw(width: int, _begin: str) -> tuple[str, float]:
        rows = [
            (path(f"line series-{index}", "m0 0h32") + marker(index, 16, 0, index), one.name)
            for index, one in enumerate(series)
        ]
        left = 20 + 8 * max(len(_rounded(k, lang)) for k in heights)
        frame = PlotArea(len(rows), left, width, 230, (0, max(1, last)), (heights[0], heights[-1]), gap=52)
        marks = [(k, decimal(k, lang)) for k in _marks(last, 5 if narrow(width) else 10)]
        parts = [
            scales(frame, marks, [(k, _rounded(k, lang)) for k in heights], across),
            words(4, frame.top - 30, upwards, kind="soft"),
        ]
        if heights[0] < 0 < heights[-1]:
            parts.append(path("axis", f"M{number(frame.left)} {number(frame.y(0))}H{number(frame.right)}"))
        parts.append(own_line(frame, *here))
        parts += [part for index, one in enumerate(series) for part in _course(frame, index, one)]
        parts += [part for one in series for part in _signs(frame, one)]
        parts += _strips(frame, last)
        return "".join((*parts, legend(rows))), frame.bottom + 48

    description = " ".join(_course_in_words(one, lang) for one in series)
    return plot(draw, title, description, _table(series, last, across, lang), key)


def _course_in_words(one: PlayerLine, lang: str) -> str:
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


def _signs(frame: PlotArea, one: PlayerLine) -> Iterator[str]:
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
