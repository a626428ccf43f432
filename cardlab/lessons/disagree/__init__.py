"""The exercises about where players disagree: each a `Drill`, called with language and seed."""

from __future__ import annotations

from typing import Final

from cardlab.lessons.disagree import making
from cardlab.lessons.series import Drill

__all__ = ["counts_under", "fits_under", "legal_under", "points_under", "which_rule", "who_wins_under"]

legal_under: Final = Drill("disagree.legal_under", making.legal_under, ("T2.5", "T3.3", "T6.8", "T6.9"))
"""Is this move allowed by the sheets, with the house rule, by both, or by neither?"""

who_wins_under: Final = Drill("disagree.who_wins_under", making.who_wins_under, ("T6.2", "T6.5", "T8.4", "T9.2"))
"""Who wins this round by the sheets, and who with the house rule?"""

counts_under: Final = Drill("disagree.counts_under", making.counts_under, ("T9.2", "T9.3", "T9.4"))
"""What does this hand count, and what is paid, by the sheets or with the house rule?"""

which_rule: Final = Drill("disagree.which_rule", making.which_rule, ("T6.2", "T6.5", "T8.4", "T9.2"))
"""At two tables the same round ends differently: which house rule does that?"""

fits_under: Final = Drill("disagree.fits_under", making.fits_under, ("U2.3", "U5.1", "U5.6"))
"""Does this card fit on the pile by the sheet, with the house rule, by both, or by neither?"""

points_under: Final = Drill("disagree.points_under", making.points_under, ("U4.4", "U6.2"))
"""How many points is this win worth, by the sheet or with them swapped?"""
