"""Plots: a distribution, options with error bars, a chance by a number, and a line for each player.

Each is a `Plot`: SVG in two widths, made without a library, and the same in words and as a table.
`plot_block` makes a block of it.
"""

from cardlab.widgets.plots.bars import Bar, Unit, bars
from cardlab.widgets.plots.deadwood import Shares, curve, histogram
from cardlab.widgets.plots.equity import PlayerLine, equity
from cardlab.widgets.plots.parts import Plot, plot_block

__all__ = [
    "Bar",
    "PlayerLine",
    "Plot",
    "Shares",
    "Unit",
    "bars",
    "curve",
    "equity",
    "histogram",
    "plot_block",
]  # fmt: skip
