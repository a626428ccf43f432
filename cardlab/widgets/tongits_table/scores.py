"""The running scores of a progressive match (T10.5): a table, and lines with the same in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from cardlab.phrasing.catalogue import say
from cardlab.phrasing.tongits import result_of
from cardlab.tongits import Match, State
from cardlab.widgets.tongits_table.messages import SEATS


class ScoreCell(TypedDict):
    """A player's score after a round, and what the round added."""

    score: str
    added: str


class ScoreRow(TypedDict):
    """A round: its number, how it ended, and a cell for each seat."""

    number: str
    ending: str
    cells: list[ScoreCell]


class ScoreTable(TypedDict):
    """The running scores with a row for each round; `seats` are the heads of the columns."""

    caption: str
    seats: list[str]
    rows: list[ScoreRow]


class LineChart(TypedDict):
    """Numbers that change step by step, a line for each player.

    `desc`: the same in words; `target`: where a line across is drawn.
    """

    title: str
    desc: str
    target: int
    lines: list[list[int]]


def score_table(played: Sequence[State], matches: Sequence[Match], lang: str, names: Sequence[str]) -> ScoreTable:
    """A row for each round as it ended; `matches` are the match before the first round, and after each.

    `names`: what the players are called, by seat.
    """
    rows: list[ScoreRow] = []
    for number, (state, after) in enumerate(zip(played, matches[1:], strict=True), 1):
        result = result_of(state)
        added = (
            say("score.wins", lang) if seat == result.winner else f"+{max(0, -result.payments[seat])}" for seat in SEATS
        )
        cells: list[ScoreCell] = [
            {"score": str(score), "added": more} for score, more in zip(after.scores, added, strict=True)
        ]
        rows.append({"number": str(number), "ending": say(f"score.ending.{result.ending}", lang), "cells": cells})
    return {
        "caption": say("score.caption", lang, target=matches[-1].rules.target),
        "seats": list(names),
        "rows": rows,
    }


def score_chart(matches: Sequence[Match], lang: str, names: Sequence[str]) -> LineChart:
    """The same scores as lines, and in words."""
    last = matches[-1]
    target = last.rules.target
    now = [say("score.now", lang, who=names[seat], points=last.scores[seat]) for seat in SEATS]
    return {
        "title": say("score.chart", lang),
        "desc": say("score.chart_desc", lang, count=last.rounds, target=target, scores=tuple(now)),
        "target": target,
        "lines": [[match.scores[seat] for match in matches] for seat in SEATS],
    }
