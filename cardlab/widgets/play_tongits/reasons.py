"""Bots that say why they moved, when they are asked.

Knows which of their moves can be asked about; the reasons come from `cardlab.analysis.reasons`.
While the round goes on a bot says nothing that its hand would give away.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

from cardlab.analysis.reasons import why_moved
from cardlab.tongits import Phase, view
from cardlab.widgets.table.round import Round
from cardlab.widgets.table.seat import Seated

__all__ = ["asked", "reasons"]


def _turns(here: Round) -> list[list[int]]:
    """What the bots did when they moved last, turn by turn: the places of the moves; learners may have moved since."""
    places: list[int] = []
    for place in range(here.at, 0, -1):
        if _seat(here, place) in here.bots:
            places.insert(0, place)
        elif places:
            break
    return [list(turn) for _, turn in groupby(places, key=lambda place: _seat(here, place))]


def _seat(here: Round, place: int) -> int | None:
    move = here.moments[place].move
    return None if move is None else move.seat


def asked(seated: Seated) -> list[dict[str, Any]]:
    """The bots that can be asked, and the number of the turn that each would tell about."""
    here, words = seated.round, seated.words
    return [
        {"turn": number, "label": words.say("play_tongits.why", player=words.player(_seat(here, turn[0]) or 0))}
        for number, turn in enumerate(_turns(here))
    ]


def reasons(seated: Seated, number: int) -> str:
    """Why a bot made the moves of this turn, in its own words; empty if there is no such turn."""
    here, words, turns = seated.round, seated.words, _turns(seated.round)
    if number not in range(len(turns)):
        return ""
    over = here.state.phase is Phase.OVER
    told = []
    for place in turns[number]:
        before, move = here.moments[place - 1].state, here.moments[place].move
        if move is not None:
            bot = here.bots[move.seat]
            told.append(why_moved(view(before, move.seat), move, words.lang, open_hand=over, bot=bot))
    seat = _seat(here, turns[number][0]) or 0
    return words.say("play_tongits.why_says", player=words.player(seat), words=" ".join(dict.fromkeys(told)))
