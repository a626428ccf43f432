"""Values that depend on a number: the chance of a call against one's own deadwood, and the growth of anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cardlab.phrasing.catalogue import chance, decimal, percent, say
from cardlab.widgets.plots.parts import (
    ROW,
    Frame,
    Plot,
    axes,
    legend,
    marker,
    named,
    narrow,
    number,
    own_line,
    path,
    plot,
    ticks,
    words,
)


@dataclass(frozen=True, slots=True)
class Curve:
    """A chance for each own deadwood k: `chances[k]`; `name` may be empty.

    `break_even`: up to which deadwood it pays; None if nowhere, or if it is not known.
    """

    name: str
    chances: Sequence[float]
    break_even: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line of `growth`: its name and its points (x, y), x rising."""

    name: str
    points: Sequence[tuple[float, float]]


def curve(curves: Sequence[Curve], title: str, lang: str = "en", *, own: int | None = None, key: str = "") -> Plot:
    """The chance to win by calling, for each own deadwood; one or two curves.

    `own` marks one's own deadwood; `key` makes the ids of the SVG unique on a page.
    Raises ValueError if there are not one or two curves, or one with fewer than two values or none for `own`.

    >>> picture = curve([Curve("", [1.0, 0.75, 0.25], break_even=1)], "Call now?", own=1)
    >>> picture.description
    'With your 1 a call wins in 75% of all cases. A call pays with a deadwood of up to 1.'
    """
    if len(curves) not in (1, 2) or any(len(one.chances) < 2 for one in curves):
        raise ValueError("one or two curves are shown, each with two values at least")
    if own is not None and any(own not in range(len(one.chances)) for one in curves):
        raise ValueError(f"nothing is known of a deadwood of {own}")
    last = max(len(one.chances) for one in curves) - 1

    def draw(width: int, begin: str) -> tuple[str, float]:
        rows = list(_rows(curves, own, lang))
        top = len(rows) * ROW + (40 if own is not None else 22)
        frame = Frame(width, 60, width - 16, top, top + 200, (0, last), (0, 1))
        across = [(k, decimal(k, lang)) for k in ticks(0, last, 6 if narrow(width) else 12) if k <= last and k % 1 == 0]
        upwards = [(k / 4, percent(k / 4, lang)) for k in range(5)]
        parts = [axes(frame, across, upwards, say("plot.own_deadwood", lang))]
        if own is not None:
            parts.append(own_line(frame, own, say("plot.you", lang, own=own)))
        for place, one in enumerate(curves):
            parts += _one_curve(frame, one, place, own)
        return "".join((*parts, legend(rows, 4, 2))), frame.bottom + 48

    unit = say("plot.unit.chance", lang)
    table = [(say("plot.own_deadwood", lang), *(one.name or unit for one in curves))]
    for k in range(last + 1):
        table.append((str(k), *(chance(one.chances[k], lang, 1) if k < len(one.chances) else "" for one in curves)))
    return plot(draw, title, " ".join(_call_in_words(curves, own, lang)), table, key)


def _one_curve(frame: Frame, one: Curve, place: int, own: int | None) -> Iterator[str]:
    """The line of a curve, and on it the signs for one's own deadwood and for the last that pays."""
    points = [(k, float(value)) for k, value in enumerate(one.chances)]
    yield path(f"line series-{place}", _way(frame, points))
    if one.break_even is not None and one.break_even < len(one.chances):
        x, y = frame.x(one.break_even), frame.y(points[one.break_even][1])
        yield path(f"mean series-{place}", f"M{number(x)} {number(y)}V{number(frame.bottom)}")
        yield marker(2 * place + 1, x, y, place)
    if own is not None:
        x, y = points[own]
        yield marker(2 * place, frame.x(x), frame.y(y), place)


def _rows(curves: Sequence[Curve], own: int | None, lang: str) -> Iterator[tuple[str, str]]:
    """The legend: each curve with the chance at one's own deadwood, and up to where it pays."""
    for place, one in enumerate(curves):
        line = path(f"line series-{place}", "m0 0h32")
        if own is not None:
            facts = {"own": own, "chance": chance(one.chances[own], lang)}
            yield line + marker(2 * place, 16, 0, place), named("plot.you_win", one.name, lang, **facts)
        elif one.name:
            yield line, one.name
        if one.break_even is not None:
            sign = marker(2 * place + 1, 16, 0, place)
            yield sign, named("plot.break_even", one.name, lang, points=one.break_even)


def _call_in_words(curves: Sequence[Curve], own: int | None, lang: str) -> Iterator[str]:
    """What the curves show."""
    for one in curves:
        if own is not None:
            yield named("plot.at_own", one.name, lang, own=own, chance=chance(one.chances[own], lang))
        if one.break_even is not None:
            yield named("plot.break_even_text", one.name, lang, points=one.break_even)
        if own is None and one.break_even is None:
            end = len(one.chances) - 1
            facts = {"first": chance(one.chances[0], lang), "last": chance(one.chances[end], lang)}
            yield named("plot.from_to", one.name, lang, begin=0, end=end, **facts)


def growth(
    lines: Sequence[Line],
    title: str,
    across: str,
    upwards: str,
    lang: str = "en",
    *,
    logarithmic: bool = False,
    key: str = "",
) -> Plot:
    """Up to four lines through their points; `across` and `upwards` name what the axes count.

    `logarithmic`: each step upwards is ten times the one before. `key` makes the ids of the SVG unique on a page.
    Raises ValueError if there are not one to four lines, or one without points;
    with `logarithmic`, for values that are not above 0.

    >>> growth([Line("", [(5, 1.5), (13, 20.0)])], "Cost", "Cards", "Microseconds").description
    'From 1.5 at 5 to 20 at 13.'
    """
    values = [y for one in lines for _, y in one.points]
    places = [x for one in lines for x, _ in one.points]
    if not 1 <= len(lines) <= 4 or not all(one.points for one in lines):
        raise ValueError("one to four lines are shown, each with some points")
    if logarithmic and min(values) <= 0:
        raise ValueError("a logarithmic scale has no place for 0")
    heights = tuple(_powers(values)) if logarithmic else ticks(min(0.0, *values), max(0.0, *values), 4)
    scale = min(places), max(places) if max(places) > min(places) else min(places) + 1

    def draw(width: int, begin: str) -> tuple[str, float]:
        rows = [
            (path(f"line series-{place}", "m0 0h32") + marker(place, 16, 0, place), one.name)
            for place, one in enumerate(lines)
            if one.name
        ]
        top = len(rows) * ROW + 40
        left = 20 + 8 * max(len(decimal(k, lang, _digits(k))) for k in heights)
        frame = Frame(width, left, width - 16, top, top + 200, scale, (heights[0], heights[-1]), logarithmic)
        marks = [k for k in ticks(*scale, 5 if narrow(width) else 10) if scale[0] <= k <= scale[1]]
        parts = [
            axes(
                frame,
                [(k, decimal(k, lang, _digits(k))) for k in marks],
                [(k, decimal(k, lang, _digits(k))) for k in heights],
                across,
            ),
            words(4, top - 16, upwards, kind="soft"),
        ]
        for place, one in enumerate(lines):
            parts.append(path(f"line series-{place}", _way(frame, one.points)))
            parts += [marker(place, frame.x(x), frame.y(y), place) for x, y in one.points]
        return "".join((*parts, legend(rows, 4, 2))), frame.bottom + 48

    table = [(across, *(one.name or upwards for one in lines))]
    known = [dict(one.points) for one in lines]
    for x in sorted(set(places)):
        table.append((_plain(x, lang), *(_plain(one[x], lang) if x in one else "" for one in known)))
    return plot(draw, title, " ".join(_growth_in_words(lines, lang)), table, key)


def _growth_in_words(lines: Sequence[Line], lang: str) -> Iterator[str]:
    """Where each line begins and ends."""
    for one in lines:
        (begin, first), (end, last) = one.points[0], one.points[-1]
        facts = {"first": first, "begin": begin, "last": last, "end": end}
        told = {name: _plain(value, lang) for name, value in facts.items()}
        yield named("plot.from_to", one.name, lang, **told)


def _powers(values: Iterable[float]) -> Iterator[float]:
    """The powers of ten around these values."""
    known = list(values)
    power = 1e-9
    while power * 10 <= min(known) * 1.000001:
        power *= 10
    yield power
    while power < max(known):
        power *= 10
        yield power


def _digits(value: float) -> int:
    """How many digits after the point a value needs, three at most."""
    return next((digits for digits in range(3) if abs(round(value, digits) - value) < 1e-9), 3)


def _plain(value: float, lang: str) -> str:
    return decimal(value, lang, _digits(value))


def _way(frame: Frame, points: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{number(frame.x(x))} {number(frame.y(y))}" for x, y in points)
