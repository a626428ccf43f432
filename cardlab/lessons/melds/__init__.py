"""The exercises about Tongits melds, laying off and jokers (T3, T4, T10): each a `Drill`, with language and seed."""

from __future__ import annotations

from typing import Final

from cardlab.lessons.melds import aces, handfuls, jokers, laying_off, one_card, spare_jokers, unopened
from cardlab.lessons.series import Drill

__all__ = [
    "ace",
    "any_meld",
    "before_opening",
    "find_a_meld",
    "joker_lay_off",
    "joker_left",
    "joker_meld",
    "lay_off",
    "opened",
    "repair",
    "set_or_run",
    "stands_for",
]

set_or_run: Final = Drill("melds.set_or_run", handfuls.set_or_run, ("T3.1", "T3.2"))
"""Is this a set, a run, or neither?"""

repair: Final = Drill("melds.repair", handfuls.repair, ("T3.1", "T3.2"))
"""Which single card, added or left out, makes a meld of these?"""

ace: Final = Drill("melds.ace", aces.ace, ("T3.3",))
"""Is this a meld, with an ace in it? At the top level some tables play `ace_high`."""

find_a_meld: Final = Drill("melds.find_a_meld", handfuls.find_a_meld, ("T3.4",))
"""Choose cards of the hand that make a meld; every meld is right."""

opened: Final = Drill("melds.opened", laying_off.opened, ("T3.5", "T4.3"))
"""Has this player opened?"""

any_meld: Final = Drill("melds.any_meld", one_card.any_meld, ("T4.1",))
"""On which melds of the table, whoever has laid them, can this card be laid off?"""

lay_off: Final = Drill("melds.lay_off", laying_off.lay_off, ("T4.1", "T4.2"))
"""Which cards of the hand can be laid off on the melds on the table?"""

before_opening: Final = Drill("melds.before_opening", unopened.before_opening, ("T4.3",))
"""May a player who has not opened lay this off now?"""

joker_meld: Final = Drill("melds.joker_meld", jokers.joker_meld, ("T10.1", "T10.2"))
"""Is this handful, with jokers, a meld?"""

stands_for: Final = Drill("melds.stands_for", jokers.stands_for, ("T10.3",))
"""Laid in this order, what does the joker stand for?"""

joker_lay_off: Final = Drill("melds.joker_lay_off", spare_jokers.joker_lay_off, ("T10.4",))
"""On which melds can the joker be laid off?"""

joker_left: Final = Drill("melds.joker_left", spare_jokers.joker_left, ("T10.4",))
"""What does a hand with a joker in it count?"""
