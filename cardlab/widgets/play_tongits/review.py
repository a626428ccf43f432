"""A round reviewed, as the page shows it: the chance to win as lines, every move with what it cost, and the sum of it.

Knows how a review becomes plain data in the learner's words; what a move costs is asked of `cardlab.analysis.coach`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from cardlab.analysis.coach import ReviewedMove
from cardlab.locale import percent
from cardlab.tongits import Phase
from cardlab.widgets.table.round import SEATS
from cardlab.widgets.table.seat import Seated
from cardlab.widgets.table.words import Words

__all__ = ["SURE", "may_review", "review_picture", "reviews"]

SURE: Final = 2
"""How many standard errors a loss must have before it is called one."""


def review_picture(found: Sequence[ReviewedMove], total: int, working: bool, seated: Seated) -> dict[str, Any]:
    """How far the review is, the chance to win as lines, and every move; `total`: how many there will be."""
    words = seated.words
    lines = [
        [round(100 * one.win_before.mean) for one in found],
        [round(100 * one.win_after.mean) for one in found],
    ]
    return {
        "progress": None
        if not working
        else {
            "most": total,
            "value": len(found),
            "label": words.say("play_tongits.reviewing", number=len(found), total=total),
        },
        "said": _summary(found, words) if not working else [],
        "chart": {
            "title": words.say("play_tongits.chart"),
            "desc": words.say("play_tongits.chart_desc", count=len(found)),
            "target": None,
            "marks": [0, 50, 100],
            "steps": [one.number for one in found],
            "lines": lines,
        }
        if len(found) > 1
        else None,
        "legend": [words.say("play_tongits.line_best"), words.say("play_tongits.line_made")],
        "moves": [_row(one, seated) for one in found],
    }


def may_review(seated: Seated) -> bool:
    """Whether the round is over at the moment that is looked at."""
    return seated.round.state.phase is Phase.OVER


def reviews(seated: Seated) -> list[dict[str, Any]]:
    """Whose moves can be reviewed: the learner's, or where he moves all seats, anybody's."""
    if not may_review(seated):
        return []
    words = seated.words
    seats = range(SEATS) if words.you is None else [words.you]
    return [{"seat": seat, "label": words.say("play_tongits.review_of", player=words.player(seat))} for seat in seats]


def _summary(found: Sequence[ReviewedMove], words: Words) -> list[str]:
    """What all the moves together have cost, and which one most."""
    dear = [one for one in found if _dear(one)]
    if not dear:
        return [words.say("play_tongits.review_clean", count=len(found))]
    worst = max(dear, key=lambda one: one.loss.mean)
    return [
        words.say(
            "play_tongits.review_sum",
            count=len(dear),
            total=len(found),
            number=worst.number,
            loss=round(100 * worst.loss.mean),
        )
    ]


def _row(one: ReviewedMove, seated: Seated) -> dict[str, Any]:
    words = seated.words
    deed = words.told(seated.round.moments, (one.number,))[0] if one.number < len(seated.round.moments) else ""
    chances = {
        "before": percent(one.win_before.mean, words.lang),
        "after": percent(one.win_after.mean, words.lang),
    }
    return {
        "to": one.number - 1,
        "label": f"{one.number}. {deed}",
        "told": f"{words.say('play_tongits.chances', **chances)} {one.sentence}",
        "dear": _dear(one),
    }


def _dear(one: ReviewedMove) -> bool:
    """Whether a move has clearly cost a percentage point or more."""
    return one.loss.mean > SURE * one.loss.error and round(100 * one.loss.mean) > 0
