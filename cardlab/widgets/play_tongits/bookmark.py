"""What the browser keeps beside the match: the coach's switch, and the place in a record that somebody looks at.

Knows how both are written and read; like the match they may be torn or forged, and are replayed by the rules.
"""

from __future__ import annotations

from typing import Any, Final

from cardlab import shelf
from cardlab.refusal import NotationError
from cardlab.tongits import Move, State
from cardlab.widgets.ground import is_whole
from cardlab.widgets.play_tongits.match import PlayedMatch
from cardlab.widgets.play_tongits.memory import field_in, resume, round_told
from cardlab.widgets.play_tongits.record import Opened, from_shelf, opened
from cardlab.widgets.table.round import Round

__all__ = ["LONGEST_BOOK", "bookmark", "looked_at", "round_of"]

LONGEST_BOOK: Final = 400_000
"""The longest file that is kept while somebody looks at it: a match of about a hundred rounds."""


def round_of(book: Opened) -> Round:
    """The round of a record, to be looked at from its first position; whoever looks moves every seat."""
    played = _dealt(book)
    played.replay(move for move in book.record.moves if isinstance(move, Move))
    played.go(0)
    return played


def _dealt(book: Opened) -> Round:
    start = book.record.start
    assert isinstance(start, State)
    return Round(start, others=None, at_once=False)


def bookmark(book: Opened, played: Round) -> dict[str, Any] | None:
    """Which record is open and where; None for a file that is too long to be kept."""
    if len(book.text) > LONGEST_BOOK:
        return None
    return {
        "own": book.own,
        "shelf": book.shelf,
        "file": book.text,
        "number": book.number,
        **round_told(played),
    }


def looked_at(data: dict[str, Any], match: PlayedMatch | None) -> tuple[Opened, Round] | None:
    """The record that a text of `bookmark` tells, and the round as it was left.

    None if there is none, or if the round is no longer on the shelf.
    Raises NotationError if it cannot be read whole or breaks a rule.
    """
    if data.get("book") is None:
        return None
    told = field_in(data, "book", dict)
    book = _book(told, match)
    if book is None:
        return None
    played = _dealt(book)
    resume(played, told)
    return book, played


def _book(told: dict[str, Any], match: PlayedMatch | None) -> Opened | None:
    name, text = field_in(told, "shelf", str), field_in(told, "file", str)
    if name:
        return from_shelf(name) if name in shelf.names() else None
    own = field_in(told, "own", bool)
    if own:
        rounds = match.done if match else ()
        book = Opened(rounds, own=True)
    else:
        book = opened(text)
    number = told.get("number")
    if not isinstance(number, int) or not is_whole(number) or number not in range(len(book.rounds)):
        raise NotationError("record_field", field="number")
    return book.at(number)
