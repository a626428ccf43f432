"""The parts of a plot: scales, axes, lines, markers, legend."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Final
from zlib import crc32

from cardlab.drawing import as_picture
from cardlab.phrasing.catalogue import say
from cardlab.widgets import blocks
from cardlab.widgets.blocks import Block

WIDE: Final = 620
"""The width of a plot on a page of a notebook; one unit is a little more than a pixel there."""
NARROW: Final = 320
"""The width of a plot on a small phone."""
ROW: Final = 22
SIGNS: Final = (
    "m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z",
    "m0-6.5l6.5 6.5l-6.5 6.5l-6.5-6.5z",
    "m-5-5h10v10h-10z",
    "m0-6l6 11h-12z",
)
_ALONE: Final = (
    "svg{background:#fff;--a:#2f6fc4}path{fill:none;stroke:#8a948d}text{fill:#1a211c;stroke:none;font:15px sans-serif}"
    ".cardlab-plot-series-1{--a:#b04f16}.cardlab-plot-series-2{--a:#14603f}.cardlab-plot-other{--a:#8a948d}"
    ".cardlab-plot-strong{font-weight:650}.cardlab-plot-line,.cardlab-plot-stripe,.cardlab-plot-mean,.cardlab-plot-bar"
    "{stroke:var(--a);stroke-width:2.5}.cardlab-plot-option,.cardlab-plot-bar:not([fill]){fill:var(--a);fill-opacity:.5}"
    ".cardlab-plot-sign,.cardlab-plot-star{fill:var(--a);stroke:none}.cardlab-plot-strip{stroke:none}"
    ".cardlab-plot-line.cardlab-plot-series-1,.cardlab-plot-mean{stroke-dasharray:10 4}"
    ".cardlab-plot-line.cardlab-plot-series-2{stroke-dasharray:2.5 4}.cardlab-plot-halo{stroke:#fff;stroke-width:4.5}"
    ".cardlab-plot-own,.cardlab-plot-whisker{stroke:#1a211c;stroke-width:2}"
)
"""The style of a plot where no page brings `plots.css`: on white, because the page may be dark."""


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot in two widths, with the same facts as text and as a table.

    - `svg`: for a wide page; `narrow`: for a phone; `plots.css` shows the one that fits;
    - `title`, `description`: the plot in words;
    - `table`: its numbers as rows of texts, the header first; empty if every page with such a plot shows them anyway.
    """

    svg: str = field(repr=False)
    narrow: str = field(repr=False)
    title: str
    description: str
    table: tuple[tuple[str, ...], ...]

    def _repr_html_(self) -> str:
        """Return the wide plot, for a notebook."""
        return as_picture(self.svg.replace(">", f"><style>{_ALONE}</style>", 1), f"{self.title}. {self.description}")


class PlotArea:
    """The plotting area, of this height, under a legend of so many rows and a gap, in a plot of this width.

    `across`: the values at the left and the right edge; `upwards`: those at the bottom and the top edge.
    """

    def __init__(
        self,
        rows: int,
        left: float,
        width: int,
        height: float,
        across: tuple[float, float],
        upwards: tuple[float, float],
        gap: float = 40,
    ) -> None:
        self.left, self.right = left, width - 16
        self.top = rows * ROW + gap
        self.bottom = self.top + height
        self._across, self._upwards = across, upwards

    def x(self, value: float) -> float:
        """Return the horizontal position of a value."""
        return self.left + (self.right - self.left) * _part(value, self._across)

    def y(self, value: float) -> float:
        """Return the vertical position of a value."""
        return self.bottom - (self.bottom - self.top) * _part(value, self._upwards)


def _part(value: float, scale: tuple[float, float]) -> float:
    return (value - scale[0]) / (scale[1] - scale[0])


def plot(
    draw: Callable[[int, str], tuple[str, float]],
    title: str,
    description: str,
    table: Iterable[Sequence[str]],
    key: str,
) -> Plot:
    """Make a plot by drawing it in both widths.

    `draw` is called with a width and a prefix for ids, and returns the SVG body and its height. `key` makes the ids
    unique on a page; without one they are derived from the texts. The other arguments are those of `Plot`.
    """
    rows = tuple(tuple(row) for row in table)
    name = key or f"{crc32(repr((title, description, rows)).encode()):08x}"

    def svg(width: int, size: str) -> str:
        begin = f"cardlab-plot-{escape(name)}-{size}"
        inside, height = draw(width, begin)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="cardlab-plot cardlab-plot-{size}" role="img" '
            f'viewBox="0 0 {width} {number(height)}" aria-labelledby="{begin}-title {begin}-desc">'
            f'<title id="{begin}-title">{escape(title)}</title><desc id="{begin}-desc">{escape(description)}</desc>'
            f"{inside}</svg>"
        )

    return Plot(svg(WIDE, "wide"), svg(NARROW, "narrow"), title, description, rows)


def plot_block(plot: Plot, lang: str) -> Block:
    """Make a block of a plot, with a table of its numbers."""
    table = blocks.table(plot.title, plot.table[0], plot.table[1:], close=True) if plot.table else None
    return blocks.plot(plot.svg, plot.narrow, table, say("widget.numbers", lang))


def narrow(width: int) -> bool:
    """Return whether a width counts as narrow."""
    return width < (WIDE + NARROW) / 2


def number(value: float) -> str:
    """Return a length for SVG, rounded to a tenth."""
    return f"{value:.1f}".removesuffix(".0")


def words(x: float, y: float, text: str, *, at: str = "start", kind: str = "") -> str:
    """Draw a text with the baseline `y`.

    `at`: which part of it is at `x`: "start", "middle" or "end"; `kind`: its classes in the style sheet.
    """
    return (
        f'<text class="{_classes("text", kind)}" x="{number(x)}" y="{number(y)}" '
        f'text-anchor="{at}">{escape(text)}</text>'
    )


def path(kind: str, way: str, **more: str) -> str:
    """Draw an SVG path; `kind`: its classes, `way`: its `d`, `more`: its attributes."""
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in more.items())
    return f'<path class="{_classes(kind)}" d="{way}"{attributes}/>'


def _classes(*kinds: str) -> str:
    return " ".join(f"cardlab-plot-{one}" for kind in kinds for one in kind.split())


def line(frame: PlotArea, series: int, points: Iterable[tuple[float, float]]) -> str:
    """Draw the line of a series through these points."""
    way = "L".join(f"{number(frame.x(x))} {number(frame.y(y))}" for x, y in points)
    return path(f"line series-{series}", f"M{way}")


def marker(sign: int, x: float, y: float, series: int) -> str:
    """Draw one of `SIGNS` in the colour of a series, for readers who see no colours."""
    transform = f"translate({number(x)} {number(y)})"
    return path(f"sign series-{series}", SIGNS[sign % len(SIGNS)], transform=transform)


def swatch(series: int, fill: str) -> str:
    """Draw a sample of a bar, for the legend; `fill`: a pattern, or ""."""
    return path(f"bar series-{series}", "m0-7h14v14h-14z", **({"fill": fill} if fill else {}))


def hatching(begin: str) -> tuple[str, str]:
    """Return a striped pattern with the id prefix `begin`, and the `fill` to use it."""
    name = f"{begin}-stripes"
    pattern = (
        f'<defs><pattern id="{name}" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        f"{path('stripe series-1', 'm2 0v7')}</pattern></defs>"
    )
    return pattern, f"url(#{name})"


def own_line(frame: PlotArea, value: float, text: str) -> str:
    """Draw a vertical line at the reader's own value, with a label above it."""
    x = frame.x(value)
    at = "start" if x < frame.left + 40 else "end" if x > frame.right - 40 else "middle"
    line = f"M{number(x)} {number(frame.top - 12)}V{number(frame.bottom)}"
    return path("halo", line) + path("own", line) + words(x, frame.top - 17, text, at=at, kind="strong")


def ticks(low: float, high: float, most: int) -> tuple[float, ...]:
    """Return about `most` round values in equal steps that enclose `low` and `high`.

    >>> ticks(0, 0.34, 5)
    (0.0, 0.1, 0.2, 0.3, 0.4)
    """
    rough = (high - low) / most or 1.0
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * times for times in (1, 2, 5, 10) if power * times >= rough * 0.999)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return tuple(round(index * step, 10) for index in range(first, max(last, first + 1) + 1))


def scales(
    frame: PlotArea, across: Iterable[tuple[float, str]], upwards: Iterable[tuple[float, str]], label: str
) -> str:
    """Draw the axes with their marks, each a value and its text.

    Marks of the vertical axis have a grid line. `label` is the label of the horizontal axis.
    """
    parts = []
    for value, text in upwards:
        y = frame.y(value)
        parts.append(path("grid", f"M{number(frame.left)} {number(y)}H{number(frame.right)}"))
        parts.append(words(frame.left - 8, y + 4.5, text, at="end", kind="soft"))
    for value, text in across:
        x = frame.x(value)
        parts.append(path("axis", f"M{number(x)} {number(frame.bottom)}v5"))
        parts.append(words(x, frame.bottom + 20, text, at="middle", kind="soft"))
    parts.append(path("axis", f"M{number(frame.left)} {number(frame.bottom)}H{number(frame.right)}"))
    parts.append(words(frame.right, frame.bottom + 40, label, at="end", kind="soft"))
    return "".join(parts)


def legend(rows: Iterable[tuple[str, str]]) -> str:
    """Draw a legend with rows of a sign, as SVG from x 0 to 32, and its text."""
    return "".join(
        f'<g transform="translate(4 {number(2 + index * ROW + ROW / 2)})">{sign}</g>'
        + words(46, 2 + index * ROW + ROW / 2 + 5, text)
        for index, (sign, text) in enumerate(rows)
    )
