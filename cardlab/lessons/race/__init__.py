"""The exercises about the race of Tichu 1.on.1 (U2, U3, U4, U6): each a `Drill`, called with language and seed."""

from __future__ import annotations

from typing import Final

from cardlab.lessons.race import halting, race_ends, racing, rivals
from cardlab.lessons.series import Drill

__all__ = [
    "has_won",
    "match",
    "must_draw",
    "owed",
    "points",
    "stuck",
    "too_late",
    "what_now",
    "who_may",
    "whose_pile",
]

who_may: Final = Drill("race.who_may", rivals.who_may, ("U2.1", "U5.3"))
"""Who may play a card now? There are no turns."""

too_late: Final = Drill("race.too_late", rivals.too_late, ("U2.4",))
"""The opponent's card lands first: is your own still good on this pile?"""

must_draw: Final = Drill("race.must_draw", racing.must_draw, ("U3.1", "U3.3", "U3.4"))
"""A card has been played: draw up, play on, or does play stop?"""

owed: Final = Drill("race.owed", racing.owed_cards, ("U3.2", "U3.3"))
"""How many cards does it cost to play on without drawing up?"""

whose_pile: Final = Drill("race.whose_pile", racing.whose_pile, ("U3.1", "U3.2", "U3.3"))
"""From which draw pile comes the next card?"""

stuck: Final = Drill("race.stuck", halting.stuck_or_not, ("U4.2",))
"""Are both stuck, does a card still fit, or has somebody still to draw?"""

what_now: Final = Drill("race.what_now", halting.what_now, ("U4.1", "U4.3", "U4.4", "U5.9"))
"""Play on, turn a card, deal new extra piles, or the end?"""

has_won: Final = Drill("race.has_won", race_ends.has_won, ("U6.1", "U4.4"))
"""Has somebody won the round?"""

points: Final = Drill("race.points", race_ends.points_of, ("U6.2", "U4.4"))
"""How many points does the round pay? At the top level some tables swap them."""

match: Final = Drill("race.match", race_ends.match_won, ("U6.3",))
"""Who has won the match?"""
