"""Plots of deadwood: distributions, and the chance to win by calling."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from typing import Final

from cardlab.phrasing.catalogue import chance, decimal, percent, say
from cardlab.widgets.plots.parts import (
    ROW,
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

    def shares(self) -> list[float]:
        """Return the weights, normalised to a sum of 1."""
        whole = sum(self.weights)
        return [float(weight / whole) for weight in self.weights]

    def mean(self) -> float:
        """Return the mean of the values."""
        return sum(value * share for value, share in enumerate(self.shares()))

    def reached(self, part: float) -> int:
        """Return the quantile for `part`, such as the median for 0.5."""
        sums = accumulate(self.shares())
        return next((value for value, total in enumerate(sums) if total >= part - 1e-9), len(self.weights) - 1)


@dataclass(frozen=True, slots=True)
class _Bins:
    """Bins of `size` values from 0 on; `columns` has each series' share of every bin."""

    size: int
    columns: tuple[tuple[float, ...], ...]

    @property
    def end(self) -> int:
        """The first value beyond the last bin."""
        return self.size * len(self.columns[0])

    def label(self, index: int, lang: str) -> str:
        """Return the values of a bin, as text."""
        first = index * self.size
        return str(first) if self.size == 1 else say("plot.values", lang, first=first, last=first + self.size - 1)


def _bins(series: Sequence[Shares], own: int) -> _Bins:
    last = max(*(one.reached(1 - RARE) for one in series), own, 1)
    size = next((size for size in BIN_SIZES if last // size < MOST_BINS), last // MOST_BINS + 1)
    count = last // size + 1
    columns = []
    for one in series:
        shares = one.shares()
        within = [sum(shares[index * size : (index + 1) * size]) for index in range(count)]
        columns.append((*within[:-1], within[-1] + sum(shares[count * size :])))
    return _Bins(size, tuple(columns))


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
    bins = _bins(series, own)
    table = [(say("plot.unit.deadwood", lang), *(one.name for one in series))]
    for index, shares in enumerate(zip(*bins.columns, strict=True)):
        table.append((bins.label(index, lang), *(chance(part, lang, 1) for part in shares)))
    return plot(partial(_drawn, series, bins, own, lang), title, " ".join(_in_words(series, own, lang)), table, key)


def _drawn(series: Sequence[Shares], bins: _Bins, own: int, lang: str, width: int, begin: str) -> tuple[str, float]:
    top = len(series) * ROW + 40
    upwards = ticks(0, max(map(max, bins.columns)), 4)
    frame = PlotArea(52, width - 16, top, top + 190, (0, bins.end), (0, upwards[-1]))
    middle = 0.5 if bins.size == 1 else 0.0
    marks = [k for k in ticks(0, bins.end, 6 if narrow(width) else 12) if k <= bins.end - 2 * middle and k % 1 == 0]
    digits = 0 if upwards[1] >= 0.00999 else 1
    stripes, asked = hatching(begin)
    fills = ("", asked)
    parts = [stripes]
    across = [(k + middle, decimal(k, lang)) for k in marks]
    parts.append(
        scales(frame, across, [(k, percent(k, lang, digits)) for k in upwards], say("plot.unit.deadwood", lang))
    )
    for index, columns in enumerate(bins.columns):
        parts += _columns(frame, bins, index, columns, fills[index])
    for index, one in enumerate(series):
        x = frame.x(one.mean() + 0.5)
        upright = f"M{number(x)} {number(frame.top - 2)}V{number(frame.bottom)}"
        parts += [path("halo", upright), path(f"mean series-{index}", upright), marker(index, x, frame.top - 4, index)]
    parts.append(own_line(frame, own + 0.5, say("plot.you", lang, own=own)))
    rows = []
    for index, one in enumerate(series):
        sign = swatch(index, fills[index]) + marker(index, 26, 0, index)
        rows.append((sign, say("plot.mean_of", lang, name=one.name, mean=decimal(one.mean(), lang, 1))))
    parts.append(legend(rows))
    return "".join(parts), frame.bottom + 48


def _columns(frame: PlotArea, bins: _Bins, series_index: int, columns: tuple[float, ...], fill: str) -> Iterator[str]:
    """Draw the bars of one series by its shares; two series share the width of a bin."""
    count = len(bins.columns)
    step = frame.x(bins.size) - frame.x(0)
    room = step * 0.86 / count
    for number_of_bin, height in enumerate(columns):
        if height > 0:
            left = frame.x(bins.size * (number_of_bin + 0.5)) + room * (series_index - count / 2)
            way = f"M{number(left)} {number(frame.bottom)}V{number(frame.y(height))}h{number(room)}"
            yield path(
                f"bar series-{series_index}", f"{way}V{number(frame.bottom)}z", **({"fill": fill} if fill else {})
            )


def _in_words(series: Sequence[Shares], own: int, lang: str) -> Iterator[str]:
    for one in series:
        mean, low, high = decimal(one.mean(), lang, 1), one.reached(0.25), one.reached(0.75)
        key = "plot.spread_of" if low < high else "plot.no_spread_of"
        yield say(key, lang, name=one.name, mean=mean, low=low, high=high, count=low)
        less, same = sum(one.shares()[:own]), sum(one.shares()[own : own + 1])
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

    def draw(width: int, begin: str) -> tuple[str, float]:
        wins = say("plot.you_win", lang, own=own, chance=chance(chances[own], lang))
        rows = [(path("line series-0", "m0 0h32") + marker(0, 16, 0, 0), wins)]
        if break_even is not None:
            rows.append((marker(1, 16, 0, 0), say("plot.break_even", lang, points=break_even)))
        top = len(rows) * ROW + 40
        frame = PlotArea(60, width - 16, top, top + 200, (0, last), (0, 1))
        across = [(k, decimal(k, lang)) for k in ticks(0, last, 6 if narrow(width) else 12) if k <= last and k % 1 == 0]
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
