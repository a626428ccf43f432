"""The exercises about Tongits melds and laying off (T3, T4): each a `Drill`, called with language and seed."""

from __future__ import annotations

from typing import Final

from cardlab.lessons.questions import lay_off as laying_off
from cardlab.lessons.questions import melds as handfuls
from cardlab.lessons.series import Drill

__all__ = ["ace", "find_a_meld", "lay_off", "opened", "repair", "set_or_run"]

set_or_run: Final = Drill("melds.set_or_run", handfuls.set_or_run, ("T3.1", "T3.2"))
"""Is this a set, a run, or neither?"""

repair: Final = Drill("melds.repair", handfuls.repair, ("T3.1", "T3.2"))
"""Which single card, added or left out, makes a meld of these?"""

ace: Final = Drill("melds.ace", handfuls.ace, ("T3.3",))
"""Is this a meld, with an ace in it? At the top level some tables play `ace_high`."""

find_a_meld: Final = Drill("melds.find_a_meld", handfuls.find_a_meld, ("T3.4",))
"""Choose cards of the hand that make a meld; every meld is right."""

opened: Final = Drill("melds.opened", laying_off.opened, ("T3.5", "T4.3"))
"""Has this player opened?"""

lay_off: Final = Drill("melds.lay_off", laying_off.lay_off, ("T4.1", "T4.2"))
"""Which cards of the hand can be laid off on the melds on the table?"""
