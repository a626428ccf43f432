"""Exercises about points on which players disagree.

A dispute is a question about one position that the engine answers under two rules (`dispute`). The questions are in
`cases_tongits` and `cases_tichu`, all disputes with their positions in `disputes`, random positions in `tables`.
`questions` makes exercises of disputes and random positions.
"""

from __future__ import annotations

from typing import Final

from cardlab.lessons.disagree.questions import both_sides, legal_under, tichu_under, who_wins_under

__all__ = ["both_sides", "legal_under", "tichu_under", "who_wins_under"]

DRILLS: Final = (legal_under, who_wins_under, tichu_under)
"""The drills in the order in which learners meet them."""
