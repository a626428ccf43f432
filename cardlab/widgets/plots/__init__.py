"""Plots: distributions, options with error bars, chance curves, lines by player.

Each is a `Plot`: an SVG in two widths, drawn without a library, with the same facts as text and as a table.
`plot_block` makes a block of it.
"""

from cardlab.widgets.plots.bars import TWO_ERRORS, Bar, Unit, bars
from cardlab.widgets.plots.graphs import PlayerLine, Shares, curve, equity, histogram
from cardlab.widgets.plots.parts import Plot, plot_block

__all__ = [
    "TWO_ERRORS",
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
