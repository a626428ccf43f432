"""A round against the clock in words: what each move did, how it ended, and why a card went back.

`cardlab.tell` says it; here stands who reads it at which table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from cardlab.cards import Card
from cardlab.locale import decimal, say
from cardlab.refusal import Refusal
from cardlab.tell import Reader
from cardlab.tell import tichu as tell
from cardlab.tichu import Outcome, State
from cardlab.widgets.tichu_table.match import Against, TimedMoment

_SEATED: Final = {Against.TWO: ("left", "right"), Against.BOT: ("you", "computer")}


def names_of(against: Against, lang: str) -> tuple[str, str]:
    """What the two seats are called."""
    reader = reader_of(against, lang)
    return reader.name(0), reader.name(1)


def headline(end: Outcome, against: Against, lang: str) -> str:
    """Who has won the round, and how many points that pays (U6.2)."""
    if end.winner is None:
        return say("play_tichu.won.nobody", lang)
    return say(f"play_tichu.won.{_SEATED[against][end.winner]}", lang, count=end.points[end.winner])


def reader_of(against: Against, lang: str) -> Reader:
    """Who reads about a round: both sides at one keyboard, or the one who plays against the computer."""
    if against is Against.TWO:
        return tell.at_table(lang, None, tell.SIDES)
    return tell.at_table(lang, 0, tell.COMPUTER)


def told(before: State, moment: TimedMoment, against: Against, lang: str) -> list[str]:
    """What the move that led to this moment did, and how the round ended if it did; no drawn card is named."""
    return [] if moment.move is None else list(tell.told(reader_of(against, lang), moment.move, before, ()))


def ending_words(state: State, against: Against, lang: str) -> list[str]:
    """How the round has ended, and what it pays (U4.4, U6.1, U6.2); nothing while it goes on."""
    return list(tell.ended(reader_of(against, lang), state))


def reasons(refusals: Iterable[Refusal], seat: int, lang: str) -> list[str]:
    """Why a move of this seat was refused, all reasons, each once, as they are told to the one who made it.

    Against the clock nobody is told what to play instead.
    """
    return list(tell.at_table(lang, seat).explained(refusals, repair=False))


def fits_nowhere(card: Card, state: State, refusals: Sequence[Refusal], seat: int, lang: str) -> list[str]:
    """Why a card fits on neither pile, as briefly as against the clock it must be; or why no card does now (U5.3)."""
    return list(tell.fits_nowhere(tell.at_table(lang, seat), card, state, refusals))


def seconds(milliseconds: float, lang: str) -> str:
    """A time as it is read: "2.3"."""
    return decimal(milliseconds / 1000, lang, 1)
