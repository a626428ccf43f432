"""Where players disagree: the exercises about it, each called with language and seed.

A dispute is a question about one position that the engine answers under two rules (`dispute`).
What is asked stands in `cases_tongits` and `cases_tichu`, all disputes with their positions in `disputes`; exercises
about positions made by chance (`tables`) in `questions`, which asks about `both_sides` of a dispute too.
"""

from __future__ import annotations

from typing import Final

from cardlab.lessons.disagree.questions import both_sides, legal_under, tichu_under, who_wins_under

__all__ = ["both_sides", "legal_under", "tichu_under", "who_wins_under"]

DRILLS: Final = (legal_under, who_wins_under, tichu_under)
"""In the order in which they are met."""
