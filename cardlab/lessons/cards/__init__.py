"""The exercises about cards, points and the deal of both games (T1, T9.1, U1): each a `Drill`."""

from __future__ import annotations

from typing import Final

from cardlab.lessons.cards import dealing, dealing_tichu, deck, values
from cardlab.lessons.series import Drill

__all__ = ["dealt", "find_it", "name_it", "points", "seats", "tichu_dealt", "value"]

name_it: Final = Drill("cards.name_it", deck.name_it, ("T1.2", "U1.1"))
"""What is this card called?"""

find_it: Final = Drill("cards.find_it", deck.find_it, ("T1.2", "U1.1"))
"""Which of these cards has this name?"""

seats: Final = Drill("cards.seats", dealing.seats, ("T1.1", "T1.5"))
"""Whose turn is next, and who begins the next round?"""

dealt: Final = Drill("cards.dealt", dealing.dealt, ("T1.3", "T1.4"))
"""How many cards lie there after the deal of Tongits?"""

points: Final = Drill("cards.points", values.points, ("T9.1",))
"""How many points are these cards worth in Tongits?"""

tichu_dealt: Final = Drill("cards.tichu_dealt", dealing_tichu.tichu_dealt, ("U1.1", "U1.2", "U1.3"))
"""How many cards lie there after the deal of Tichu 1.on.1?"""

value: Final = Drill("cards.value", values.value, ("U1.4",))
"""What value does this card have in Tichu 1.on.1, and which card has the highest?"""
