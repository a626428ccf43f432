"""What the page is told beside the race itself: the score board, a race looked back upon.

Knows how these become plain data in the learner's words; knows no wish of the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from cardlab.cards import Card
from cardlab.lessons.tables.tichu_table import by_value
from cardlab.locale import say
from cardlab.tichu.state import SEATS
from cardlab.widgets.play_tichu.match import Against, RaceMatch
from cardlab.widgets.play_tichu.picture import pile_pictures, side_picture
from cardlab.widgets.play_tichu.race import TimedRace
from cardlab.widgets.play_tichu.replay import SPEEDS, Replay
from cardlab.widgets.play_tichu.review import overlooked_words, reaction_plot, seconds, summary
from cardlab.widgets.play_tichu.setup import rules_picture
from cardlab.widgets.play_tichu.words import ending_words, headline, names_of, told

__all__ = ["board_picture", "replay_picture", "result_picture", "score_picture"]

MOST_COULD: Final = 4


def score_picture(match: RaceMatch, names: Sequence[str], lang: str) -> dict[str, Any]:
    """U6.3: how the match stands, and which race it is."""
    first, second = match.score.points
    facts = {"left": names[0], "right": names[1], "first": first, "second": second, "target": match.rules.target}
    return {
        "score": say("play_tichu.score", lang, **facts),
        "race": say("play_tichu.race", lang, number=len(match.races)),
        "person": len(match.settings.people) == 1,
        "rules": rules_picture(match.rules, lang),
    }


def board_picture(match: RaceMatch, names: Sequence[str], lang: str) -> dict[str, Any]:
    """U6.3: each race with its winner, and the score after it."""
    scores = match.scores()
    rows = []
    for number, race in enumerate(match.finished):
        end = race.outcome
        assert end is not None
        winner = say("play_tichu.nobody", lang) if end.winner is None else names[end.winner]
        points = scores[number + 1].points
        time = seconds(race.moments[-1].at, lang)
        rows.append([str(number + 1), winner, str(max(end.points)), f"{points[0]} : {points[1]}", time])
    columns = ("race", "winner", "points", "score", "seconds")
    return {
        "caption": say("play_tichu.board", lang),
        "head": [say(f"play_tichu.column.{column}", lang) for column in columns],
        "rows": rows,
    }


def result_picture(match: RaceMatch, names: Sequence[str], lang: str) -> dict[str, Any]:
    """How the last race went: its end, what was overlooked, how quick each hand was; and who has won the match."""
    race, winner = match.races[-1], match.score.winner
    assert race.outcome is not None
    plot = reaction_plot(race, names, lang)
    return {
        "title": headline(race.outcome, match.settings.against, lang),
        "match": "" if winner is None else say("play_tichu.match_won", lang, who=names[winner]),
        "sentences": [*ending_words(race.state, match.settings.against, lang), *summary(race, names, lang)],
        "overlooked": [
            line for seat in match.settings.people for line in overlooked_words(race, seat, names[seat], lang)
        ],
        "over": winner is not None,
        "plot": None
        if plot is None
        else {
            "svg": plot.svg,
            "narrow": plot.narrow,
            "table": {
                "caption": plot.title,
                "head": list(plot.table[0]),
                "rows": [
                    {"key": str(number), "cells": list(row), "marked": False}
                    for number, row in enumerate(plot.table[1:])
                ],
                "close": True,
            },
        },
    }


def replay_picture(replay: Replay, against: Against, lang: str) -> dict[str, Any]:
    """The race at the moment looked at, both hands open, and what each could have played and for how long."""
    moment, race, names = replay.moment, replay.race, names_of(against, lang)
    before = race.moments[max(0, replay.at - 1)].state
    return {
        "number": replay.at,
        "sides": [side_picture(moment, seat, names[seat], lang, hidden=False) for seat in SEATS],
        "piles": pile_pictures(moment.state, lang),
        "news": told(before, moment, against, lang),
        "replay": {
            "last": replay.last,
            "running": replay.running,
            "at": replay.at,
            "told": say("play_tichu.at", lang, number=replay.at, last=replay.last, seconds=seconds(moment.at, lang)),
            "speeds": [
                {
                    "value": speed,
                    "label": say("play_tichu.speed", lang, speed=_times(speed, lang)),
                    "chosen": speed == replay.speed,
                }
                for speed in SPEEDS
            ],
            "could": [_could(race, replay, seat, names[seat], lang) for seat in SEATS],
        },
    }


def _times(speed: float, lang: str) -> str:
    """A speed as it is read: "0.1", "2"."""
    text = f"{speed:g}"
    return text.replace(".", say("number.point", lang))


def _could(race: TimedRace, replay: Replay, seat: int, name: str, lang: str) -> dict[str, Any]:
    """The cards that the seat could play at this moment, and for how long by the time of the next one."""
    until = race.moments[min(replay.at + 1, replay.last)].at
    found = {
        one.card: until - one.begin for one in replay.chances if one.seat == seat and one.first <= replay.at < one.last
    }
    lines = [say("play_tichu.could", lang, card=card, seconds=seconds(found[card], lang)) for card in _longest(found)]
    return {
        "title": say("play_tichu.could_title", lang, who=name),
        "lines": lines or [say("play_tichu.could_not", lang)],
    }


def _longest(found: dict[Card, int]) -> list[Card]:
    return sorted(by_value(found), key=lambda card: -found[card])[:MOST_COULD]
