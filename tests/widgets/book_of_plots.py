"""One plot of every kind, easy and hard ones, and the style sheet that they are drawn with."""

import math
import re
from pathlib import Path

import cardlab.widgets
from cardlab.widgets.plots import Bar, PlayerLine, Shares, Unit, bars, curve, equity, histogram

SOURCES = Path(cardlab.widgets.__file__).parent / "js"
CSS = "".join(
    re.sub("@import [^;]+;", "", (SOURCES / name).read_text(encoding="utf-8")) for name in ("cardlab.css", "plots.css")
)


def bell(mean, spread, count=110):
    return [math.exp(-(((k - mean) / spread) ** 2) / 2) for k in range(count)]


FALLING = [1 / (1 + math.exp((k - 14) / 4)) for k in range(41)]
OPTIONS = [
    Bar("9♥", 0.615, 0.008),
    Bar("2♣", 0.411, 0.0085),
    Bar("K♦", 0.621, 0.008),
    Bar("7♥ 8♥ 9♥ 10♥ J♥", 0.512),
]
PLOTS = {
    "one histogram": lambda lang="en": histogram([Shares("Left", bell(46, 16))], "Left", lang, own=12),
    "two histograms": lambda lang="en": histogram(
        [Shares("Sheet", bell(46, 16)), Shares("Traditional", bell(25, 14))], "Left", lang, own=31
    ),
    "a short histogram": lambda lang="en": histogram([Shares("Left", [3, 2, 1])], "Left", lang, own=0),
    "one certain value": lambda lang="en": histogram([Shares("Left", [0, 0, 1])], "Left", lang, own=2),
    "chances": lambda lang="en": bars(OPTIONS, Unit.CHANCE, "Options", lang),
    "one chance": lambda lang="en": bars(OPTIONS[:1], Unit.CHANCE, "Options", lang),
    "payments": lambda lang="en": bars([Bar("a", 3.4, 0.4), Bar("b", -8.9, 0.51)], Unit.POINTS, "Options", lang),
    "only losses": lambda lang="en": bars([Bar("a", -3.4, 0.4), Bar("b", -8.9)], Unit.CHIPS, "Options", lang),
    "nothing at all": lambda lang="en": bars([Bar("a", 0.0), Bar("b", 0.0)], Unit.POINTS, "Options", lang),
    "deadwood": lambda lang="en": bars([Bar("a", 31.5, 0.3), Bar("b", 17.25, 0.01)], Unit.DEADWOOD, "Options", lang),
    "one curve": lambda lang="en": curve(FALLING, "Call now?", lang, own=9, break_even=13),
    "a bare curve": lambda lang="en": curve([1, 0], "Call now?", lang, own=1),
    "a round": lambda lang="en": equity(
        [
            PlayerLine("You", [(0, -3.5), (1, 2), (1, 9.5), (4, 9.5), (7, -12)], [(1, 2, "?!")]),
            PlayerLine("Left", [(0, 8), (2, 4.25), (7, 24)], [(2, 4.25, "??")]),
            PlayerLine("Right", [(0, -4.5), (7, -12)]),
        ],
        7,
        "Round",
        ("Moves", "Points"),
        lang,
        here=(4, "Move 4"),
    ),
    "a match": lambda lang="en": equity(
        [PlayerLine("You", [(0, 0), (1, 31), (2, 31)]), PlayerLine("Left", [(0, 0), (1, 0), (2, 64)])],
        2,
        "Scores",
        ("Round", ""),
        lang,
        level=60,
    ),
}
