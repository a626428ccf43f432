"""Where each drill is explained: the step of its lesson, by the anchor that the page has there, and what it is called.

The anchors are the ids of the notebooks' cells; a test compares them and their titles with the notebooks.
"""

from __future__ import annotations

from typing import Final

from cardlab.lessons.course import Lesson
from cardlab.phrasing.catalogue import say

STEPS: Final = {
    "cards.name_it": "t1-2",
    "cards.dealt": "t1-1",
    "cards.points": "t9-1",
    "cards.tichu_dealt": "u1-1",
    "cards.value": "u1-4",
    "melds.set_or_run": "t3-2",
    "melds.repair": "t3-2",
    "melds.find_a_meld": "t3-4",
    "melds.opened": "t3-5",
    "melds.lay_off": "t4-1",
    "melds.joker_meld": "t10-3",
    "melds.joker_left": "t10-4",
    "deadwood.count": "t9-1",
    "deadwood.loose": "t9-2",
    "deadwood.best": "t9-2",
    "deadwood.better": "t9-1",
    "deadwood.hasty": "t9-2",
    "deadwood.concealed": "t9-2",
    "turn.how_begins": "t2-1",
    "turn.may_discard": "t2-6",
    "turn.in_order": "t2-1",
    "turn.tongits_now": "t5-1",
    "draw_call.may_call": "t6-1",
    "draw_call.whose_answer": "t6-2",
    "draw_call.who_challenges": "t6-2",
    "draw_call.who_wins": "t6-4",
    "draw_call.should_call": "t6-4",
    "draw_call.challenge_or_fold": "t6-5",
    "draw_call.who_is_burned": "t7-1",
    "draw_call.secret_four": "t6-5",
    "draw_call.end_of_stock": "t8-1",
    "scoring.winner_collects": "t9-3",
    "scoring.after_a_tongits": "t9-3",
    "scoring.round_sum": "t9-3",
    "scoring.chips": "t9-4",
    "scoring.two_tables": "t9-3",
    "scoring.progressive": "t10-5",
    "scoring.match_end": "t10-5",
    "stacks.play_one": "u2-3",
    "stacks.dragon": "u5-1",
    "stacks.phoenix": "u5-2",
    "stacks.dog": "u5-3",
    "stacks.mah_jong": "u5-4",
    "race.who_may": "u2-1",
    "race.too_late": "u2-4",
    "race.draw_up": "u3-1",
    "race.what_now": "u4-1",
    "race.has_won": "u6-1",
    "race.match": "u6-2",
    "disagree.legal_under": "taking-and-laying",
    "disagree.who_wins_under": "draw-call",
    "disagree.counts_under": "end-and-payment",
    "disagree.tichu_under": "tichu",
    "tips.lay_or_keep": "t11-1",
    "tips.which_discard": "t11-3",
    "tips.call_or_play": "t11-4",
    "tips.card_and_pile": "u3-2",
}
"""The step at which each drill's first clause is explained, or under which the exercise stands."""


def step_address(lesson: Lesson, drill: str) -> str:
    """The address of a drill's step beside the pages of the course: "melds.ipynb#t3-1"."""
    return f"{lesson.name}.ipynb#{STEPS[drill]}"


def step_title(lesson: Lesson, drill: str, lang: str) -> str:
    """What a drill's step is called: "T3.1 A set: three or four cards of one rank"."""
    return say(f"step.{lesson.name}.{STEPS[drill]}".replace("-", "_"), lang)
