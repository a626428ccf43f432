"""The winning chance of a call by one's own deadwood."""

from __future__ import annotations

from collections.abc import Sequence

from cardlab.phrasing.catalogue import chance, decimal, percent, say
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
)


def curve(
    chances: Sequence[float],
    title: str,
    lang: str = "en",
    *,
    own: int,
    break_even: int | None = None,
    key: str = "",
) -> Plot:
    """The chance to win by calling, `chances[k]` for each own deadwood k.

    Args:
        chances: the chances.
        title: the title of the plot.
        lang: the language of the reader.
        own: one's own deadwood, which is marked.
        break_even: up to which deadwood a call pays; None if nowhere or unknown.
        key: makes the ids of the SVG unique on a page.

    Raises ValueError for fewer than two values, or an `own` without a value.

    >>> picture = curve([1.0, 0.75, 0.25], "Call now?", own=1, break_even=1)
    >>> picture.description
    'With your 1 a call wins in 75% of all cases. A call pays with a deadwood of up to 1.'
    """
    if len(chances) < 2:
        raise ValueError("a curve has two values at least")
    if own not in range(len(chances)):
        raise ValueError(f"nothing is known of a deadwood of {own}")
    last = len(chances) - 1
    points = [(k, float(value)) for k, value in enumerate(chances)]

    def draw(width: int, begin: str) -> tuple[str, float]:
        wins = say("plot.you_win", lang, own=own, chance=chance(chances[own], lang))
        rows = [(path("line series-0", "m0 0h32") + marker(0, 16, 0, 0), wins)]
        if break_even is not None:
            rows.append((marker(1, 16, 0, 0), say("plot.break_even", lang, points=break_even)))
        top = len(rows) * ROW + 40
        frame = PlotArea(width, 60, width - 16, top, top + 200, (0, last), (0, 1))
        across = [(k, decimal(k, lang)) for k in ticks(0, last, 6 if narrow(width) else 12) if k <= last and k % 1 == 0]
        upwards = [(k / 4, percent(k / 4, lang)) for k in range(5)]
        parts = [
            scales(frame, across, upwards, say("plot.own_deadwood", lang)),
            own_line(frame, own, say("plot.you", lang, own=own)),
            line(frame, 0, points),
        ]
        if break_even is not None and break_even <= last:
            x, y = frame.x(break_even), frame.y(points[break_even][1])
            parts += [path("mean series-0", f"M{number(x)} {number(y)}V{number(frame.bottom)}"), marker(1, x, y, 0)]
        parts.append(marker(0, frame.x(own), frame.y(points[own][1]), 0))
        return "".join((*parts, legend(rows, 4, 2))), frame.bottom + 48

    description = say("plot.at_own", lang, own=own, chance=chance(chances[own], lang))
    if break_even is not None:
        description += " " + say("plot.break_even_text", lang, points=break_even)
    table = [(say("plot.own_deadwood", lang), say("plot.unit.chance", lang))]
    table += [(str(k), chance(value, lang, 1)) for k, value in points]
    return plot(draw, title, description, table, key)
