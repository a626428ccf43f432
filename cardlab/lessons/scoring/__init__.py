"""The exercises about payment and the progressive match (T9.3, T9.4, T10.5): each a `Drill`, with language and seed."""

from __future__ import annotations

from typing import Final

from cardlab.lessons.scoring import comparing, matches, payments
from cardlab.lessons.series import Drill

__all__ = [
    "after_a_tongits",
    "chips",
    "match_end",
    "progressive",
    "round_sum",
    "two_tables",
    "winner_collects",
]

winner_collects: Final = Drill("scoring.winner_collects", payments.winner_collects, ("T9.3",))
"""What does this opponent of the winner pay?"""

after_a_tongits: Final = Drill("scoring.after_a_tongits", payments.after_a_tongits, ("T9.3", "T5.1"))
"""What is paid after a Tongits?"""

round_sum: Final = Drill("scoring.round_sum", payments.round_sum, ("T9.3", "T6.4", "T8.2", "T8.3"))
"""How many points are paid in this round, all together?"""

chips: Final = Drill("scoring.chips", payments.chips, ("T9.4",))
"""What does this opponent pay at a table that plays for chips?"""

two_tables: Final = Drill("scoring.two_tables", comparing.two_tables, ("T9.3", "T9.4", "T7.1"))
"""Had you acted otherwise, at which table would you have paid less: in points or in chips?"""

progressive: Final = Drill("scoring.progressive", matches.progressive, ("T10.5",))
"""What is the score of this player after the round?"""

match_end: Final = Drill("scoring.match_end", matches.match_end, ("T10.5",))
"""Who has lost the match after this round, or who has won it?"""
