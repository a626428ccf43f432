"""The exercises about draw calls and the end of a round (T6, T7, T8): each a `Drill`, called with language and seed."""

from __future__ import annotations

from typing import Final

from cardlab.lessons.draw_call import (
    answering,
    burned,
    calling,
    calls,
    challenges,
    secret_fours,
    showdowns,
    stock_ends,
)
from cardlab.lessons.series import Drill

__all__ = [
    "challenge_or_fold",
    "end_of_stock",
    "may_call",
    "secret_four",
    "should_call",
    "who_challenges",
    "who_is_burned",
    "who_wins",
    "whose_answer",
]

may_call: Final = Drill("draw_call.may_call", calling.may_call, ("T6.1", "T6.8"))
"""May the learner call a draw now?"""

whose_answer: Final = Drill("draw_call.whose_answer", challenges.whose_answer, ("T6.2",))
"""A draw has been called: who has to say something now?"""

who_challenges: Final = Drill("draw_call.who_challenges", challenges.who_challenges, ("T6.2", "T6.3"))
"""Which opponents may challenge and have reason to? At a table where everyone is in it: who takes part?"""

who_wins: Final = Drill("draw_call.who_wins", showdowns.who_wins, ("T6.4", "T6.5", "T6.6", "T6.7", "T7.2"))
"""A draw has been called and answered: who wins, or with how much?"""

should_call: Final = Drill("draw_call.should_call", calls.should_call, ("T6.4", "T6.5"))
"""Does a call win for certain? First with all hands open, then with what one player can know."""

challenge_or_fold: Final = Drill("draw_call.challenge_or_fold", answering.challenge_or_fold, ("T6.3", "T6.5"))
"""What pays better, to challenge or to fold, or is it the same?"""

who_is_burned: Final = Drill("draw_call.who_is_burned", burned.who_is_burned, ("T7.1",))
"""Who is burned?"""

secret_four: Final = Drill("draw_call.secret_four", secret_fours.secret_four, ("T6.9",))
"""May these cards be laid face down, and what is so afterwards?"""

end_of_stock: Final = Drill("draw_call.end_of_stock", stock_ends.end_of_stock, ("T8.1", "T8.2", "T8.3", "T8.4", "T7.2"))
"""Is the round over, and who wins when the stock has run out?"""
