"""The plots of the laboratory: a distribution, options with error bars, a chance that depends on a number, growth.

Each is a `Plot`: SVG in two widths, made without any library, and the same in words and as a table.
"""

from cardlab.widgets.plots.bars import Bar, Unit, bars
from cardlab.widgets.plots.curves import Curve, Line, curve, growth
from cardlab.widgets.plots.parts import Plot
from cardlab.widgets.plots.spread import Shares, histogram

__all__ = ["Bar", "Curve", "Line", "Plot", "Shares", "Unit", "bars", "curve", "growth", "histogram"]
