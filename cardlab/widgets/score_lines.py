"""The running scores of a progressive match (T10.5): as a table, and as lines with the same in words.

Knows how scores become plain data in the learner's words; what they are is asked of `cardlab.tongits`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardlab.lessons.tables.endings import ended
from cardlab.lessons.tables.late_rounds import SEATS
from cardlab.locale import say
from cardlab.tongits import Match, State

__all__ = ["score_chart", "score_table"]


def score_table(
    played: Sequence[State], matches: Sequence[Match], lang: str, names: Sequence[str] = ()
) -> dict[str, Any]:
    """A row for each round as it ended; `matches` are the match before the first round, and after each.

    `names`: what the players are called by seat, if not as the learner on seat 0 calls them.
    """
    rows = []
    for number, (state, after) in enumerate(zip(played, matches[1:], strict=True), 1):
        result = ended(state)
        added = [
            say("score.wins", lang) if seat == result.winner else f"+{max(0, -result.payments[seat])}" for seat in SEATS
        ]
        cells = [{"score": str(after.scores[seat]), "added": added[seat]} for seat in SEATS]
        rows.append({"number": str(number), "ending": say(f"score.ending.{result.ending}", lang), "cells": cells})
    return {
        "caption": say("score.caption", lang, target=matches[-1].rules.target),
        "seats": list(names or _names(lang)),
        "rows": rows,
    }


def score_chart(matches: Sequence[Match], lang: str, names: Sequence[str] = ()) -> dict[str, Any]:
    """The same scores as lines, and in words."""
    last = matches[-1]
    target = last.rules.target
    called = names or _names(lang)
    now = [say("score.now", lang, who=called[seat], points=last.scores[seat]) for seat in SEATS]
    return {
        "title": say("score.chart", lang),
        "desc": say("score.chart_desc", lang, count=last.rounds, target=target, scores=tuple(now)),
        "target": target,
        "lines": [[match.scores[seat] for match in matches] for seat in SEATS],
    }


def _names(lang: str) -> list[str]:
    return [say(f"seat.{seat}", lang) for seat in SEATS]
