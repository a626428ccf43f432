"""The exercises about deadwood (T9.1, T9.2): each a `Drill`, called with language and seed."""

from __future__ import annotations

from typing import Final

from cardlab.lessons.deadwood import arranging
from cardlab.lessons.deadwood import counts as hands
from cardlab.lessons.series import Drill

__all__ = ["best", "better", "concealed", "count", "hasty", "loose"]

count: Final = Drill("deadwood.count", hands.count, ("T9.1", "T9.2"))
"""What do the cards left in hand count, with melds on the table?"""

loose: Final = Drill("deadwood.loose", arranging.loose, ("T9.2", "T3.4"))
"""Which cards stay loose in the best arrangement? Every best arrangement is right."""

best: Final = Drill("deadwood.best", arranging.best, ("T9.2", "T3.4"))
"""How many points stay in hand at least?"""

better: Final = Drill("deadwood.better", arranging.better, ("T9.1", "T9.2"))
"""Which of two ways to lay a hand leaves less?"""

hasty: Final = Drill("deadwood.hasty", arranging.hasty, ("T9.2", "T3.4"))
"""How many points does it cost to lay all sets first, or all runs?"""

concealed: Final = Drill("deadwood.concealed", hands.concealed, ("T9.2",))
"""What does a hand count in which melds are kept, by the sheet and by the house rule?"""
