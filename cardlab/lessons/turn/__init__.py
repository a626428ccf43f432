"""The exercises about a turn (T2, T4.3, T5.1): each a `Drill`, called with language and seed.

`first_round` holds the guided rounds.
"""

from __future__ import annotations

from typing import Final

from cardlab.lessons.series import Drill
from cardlab.lessons.turn import first_round, last_cards, orders, taking, turns

__all__ = ["after_thirty", "first_round", "how_begins", "in_order", "may_discard", "may_take", "tongits_now"]

how_begins: Final = Drill("turn.how_begins", turns.how_begins, ("T2.1", "T2.2", "T2.7"))
"""With what may this turn begin, or go on? Everything that is allowed is asked for."""

may_take: Final = Drill("turn.may_take", taking.may_take, ("T2.5",))
"""May this discard be taken, by the sheet or by the house rule?"""

may_discard: Final = Drill("turn.may_discard", taking.may_discard, ("T2.4", "T2.6"))
"""Which cards of the hand may be discarded now?"""

after_thirty: Final = Drill("turn.after_thirty", turns.after_thirty, ("T2.7",))
"""May this turn too begin with a take, after a long row of takes?"""

in_order: Final = Drill("turn.in_order", orders.in_order, ("T2.1", "T2.3", "T2.4", "T4.3"))
"""Which move of this turn is the first that breaks a rule?"""

tongits_now: Final = Drill("turn.tongits_now", last_cards.tongits_now, ("T5.1",))
"""Can this hand be played out in this turn: by melding, by laying off, by discarding, or not at all?"""
