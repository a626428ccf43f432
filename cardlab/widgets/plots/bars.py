"""`bars`: options side by side with standard errors, the best one first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from math import hypot
from textwrap import wrap
from typing import Final

from cardlab.choices import Word
from cardlab.phrasing.catalogue import decimal, percent, say
from cardlab.phrasing.notebook_labels import lesson_language
from cardlab.widgets.plots.parts import Plot, narrow, number, path, plot, ticks, words

LETTER: Final = 9.2
"""An upper bound of the average width of a letter, in units of the SVG."""
LINE, ABOVE = 18, 30
"""The height of a line of a long name, and the room to keep beside names above bars."""
TWO_ERRORS: Final = 2.0
"""The number of standard errors within which two options are not told apart."""
STAR: Final = "M0-7L1.8-2.3L6.7-2.2L2.8.9L4.2 5.7L0 2.9L-4.2 5.7L-2.8.9L-6.7-2.2L-1.8-2.3z"


class Unit(Word):
    """The unit of a value: a chance from 0 to 1, points or chips."""

    CHANCE = "chance"
    POINTS = "points"
    CHIPS = "chips"


@dataclass(frozen=True, slots=True)
class Bar:
    """One option: its name, its value, and the standard error of the value.

    - `exact`: whether a value without an error is exact, not merely the same in every sample;
    - `close`: whether it can't be told apart from the best one; None to derive this from the two errors. Options tried
      in the same worlds can be told apart better than the two errors say.
    """

    name: str
    value: float
    error: float = 0.0
    close: bool | None = None
    exact: bool = True


def bars(options: Sequence[Bar], unit: Unit, title: str = "", lang: str = "", *, key: str = "") -> Plot:
    """Plot options with their values, the best first and marked.

    The best is the highest value. A whisker shows one standard error to either side. Values are
    printed beside the bars, so there is no table. `title` is by default the name of the unit, `lang` the language of
    the notebook's folder; `key` is as in `parts.plot`.

    Raises ValueError without options.

    >>> picture = bars([Bar("fold", 0.25), Bar("challenge", 0.625, 0.008)], Unit.CHANCE, "What now?")
    >>> picture.description.split(". ")[0]
    'Best: challenge, 62.5% ± 0.8'
    """
    if not options:
        raise ValueError("there is no option to show")
    lang = lang or lesson_language()
    ordered = sorted(options, key=lambda one: -one.value)
    low = min(0.0, *(one.value - one.error for one in ordered))
    high = max(0.0, *(one.value + one.error for one in ordered))
    scale = (low, high) if high > low else (0.0, 1.0)
    draw = partial(_drawn, ordered, unit, scale, lang)
    return plot(draw, title or say(f"plot.unit.{unit}", lang), " ".join(_in_words(ordered, unit, lang)), (), key)


def _drawn(
    ordered: Sequence[Bar], unit: Unit, scale: tuple[float, float], lang: str, width: int, _begin: str
) -> tuple[str, float]:
    """Return the SVG body and its height; names without room are above their bars."""
    values = [_with_error(one, unit, lang) for one in ordered]
    names = LETTER * max(len(one.name) for one in ordered) + 38
    figures = LETTER * max(map(len, values)) + 18
    above = narrow(width) or names > width * 0.45
    head = 4
    left, right = (18.0 if above else names), width - figures
    # A name above its bar may take several lines, which make its row higher.
    most = int((width - ABOVE) / LETTER)
    lines = [wrap(one.name, most, break_long_words=False) or [""] if above else [one.name] for one in ordered]
    heights = [50 + LINE * (len(name) - 1) if above else 34 for name in lines]
    ends = list(accumulate(heights, initial=head))
    middles = [end - (15 if above else 17) for end in ends[1:]]
    bottom = ends[-1]
    # The scale ends with the longest bar and its whisker, so that the figures stand next to them.
    step = (right - left) / (scale[1] - scale[0])
    zero = left - step * scale[0]

    def upright(kind: str, x: float) -> str:
        """Draw a vertical line across all bars, but not across names above them."""
        reaches = [(middle - 14, middle + 14) for middle in middles] if above else [(head, bottom)]
        return path(kind, "".join(f"M{number(x)} {number(begin)}V{number(end)}" for begin, end in reaches))

    marks = [k for k in ticks(*scale, 4) if scale[0] <= k <= scale[1]]
    parts = [upright("grid", zero + step * k) for k in marks]
    for k in marks:
        parts.append(words(zero + step * k, bottom + 18, _mark(k, marks, unit, lang), at="middle", kind="soft"))
    for index, (one, middle) in enumerate(zip(ordered, middles, strict=True)):
        best = index == 0
        x, y = (30.0 if best else 18.0, middle - 15) if above else (24.0, middle + 5)
        y -= LINE * (len(lines[index]) - 1)
        if best:
            parts.append(path("star", STAR, transform=f"translate({number(x - 12)} {number(y - 5)})"))
        for step_down, line in enumerate(lines[index]):
            parts.append(words(x, y + LINE * step_down, line, kind="strong" if best else ""))
        end = zero + step * one.value
        way = f"M{number(zero)} {number(middle - 9)}H{number(end)}v18H{number(zero)}z"
        parts.append(path("option best" if best else "option other", way))
        if one.error:
            first, last = end - step * one.error, end + step * one.error
            caps = "".join(f"M{number(x)} {number(middle - 5)}v10" for x in (first, last))
            parts.append(path("whisker", f"M{number(first)} {number(middle)}H{number(last)}{caps}"))
        parts.append(words(width - 4, middle + 5, values[index], at="end", kind="strong" if best else ""))
    parts.append(upright("axis", zero))
    parts.append(words(width - 4, bottom + 40, say(f"plot.unit.{unit}", lang), at="end", kind="soft"))
    return "".join(parts), bottom + 48


def _figure(value: float, digits: int, unit: Unit, lang: str) -> str:
    if unit is Unit.CHANCE:
        return percent(value, lang, digits)
    plus = "+" if unit in (Unit.POINTS, Unit.CHIPS) and round(value, digits) > 0 else ""
    return plus + decimal(value, lang, digits)


def _with_error(one: Bar, unit: Unit, lang: str) -> str:
    error = one.error * 100 if unit is Unit.CHANCE else one.error
    # One digit after the point, or two where one would show the error as 0.
    digits = 2 if 0 < error < 0.05 else 1
    value = _figure(one.value, digits, unit, lang)
    return f"{value} ± {decimal(error, lang, digits)}" if error else value


def _mark(value: float, marks: Sequence[float], unit: Unit, lang: str) -> str:
    """Return a label of the axis, with as many digits as the steps need."""
    step = (marks[1] - marks[0] if len(marks) > 1 else 1) * (100 if unit is Unit.CHANCE else 1)
    return _figure(value, 0 if step >= 0.999 else 1 if step >= 0.0999 else 2, unit, lang)


def _in_words(ordered: Sequence[Bar], unit: Unit, lang: str) -> Iterator[str]:
    """Describe the best and the last option, and options too close to the best."""
    best, last = ordered[0], ordered[-1]
    yield say("plot.best", lang, name=best.name, value=_with_error(best, unit, lang))
    if len(ordered) > 1:
        yield say("plot.last", lang, name=last.name, value=_with_error(last, unit, lang))
    if all(one.exact and not one.error for one in ordered):
        yield say("plot.all_exact", lang)
        return
    close = []
    for one in ordered[1:]:
        error = hypot(one.error, best.error)  # the error of the difference
        if one.close if one.close is not None else best.value - one.value <= TWO_ERRORS * error:
            close.append(one.name)
    if close:
        yield say("plot.too_close", lang, name=best.name, names=tuple(close))
    yield say("plot.whisker", lang)
