"""The shelf: five rounds of Tongits that are worth studying, with notes.

The rounds are files in `rounds/`, the words are in the catalogues, and every number and card in a note comes from the
engine. Nothing is read before it is asked for.
The shelf knows its rounds and their notes; it knows no lesson and no widget.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

from cardlab.phrasing.catalogue import has_message, say
from cardlab.record import Record
from cardlab.shelf.facts import facts
from cardlab.tongits import parse_move

__all__ = ["clause", "names", "notes", "open", "other", "title"]

_ROUNDS: Final = Path(__file__).with_name("rounds")
_NAMES: Final = ("last_discard", "burned_lowest", "sapaw_saves", "tie_lost", "stock_tie")


def names() -> tuple[str, ...]:
    """Return the names of the rounds, in the order in which they are best studied."""
    return _NAMES


@cache
def open(name: str) -> Record:
    """Return the round with this name, in which you are seat 0.

    Raises KeyError if there is none.

    >>> open("last_discard").moves[-1].seat
    0
    """
    return Record.read(_ROUNDS / f"{_known(name)}.json")


def other(name: str) -> Record | None:
    """Return a round as it ends under another rule, or after another choice.

    The deal and the first moves are the same. None if the round has no such variant. Raises KeyError if there is no
    such round.
    """
    record = open(name)
    way = record.about["shelf"].get("other")
    if way is None:
        return None
    rules = replace(record.start.rules, **way["rules"])
    fork = record.fork(way["fork"])
    moves = (*fork.moves, *map(parse_move, way["moves"]))
    return replace(fork, start=replace(record.start, rules=rules), moves=moves, about={})


def clause(name: str) -> str:
    """Return the id of the clause that a round is about.

    Raises KeyError if there is no such round.

    >>> clause("last_discard")
    'T5.1'
    """
    return str(open(name).about["shelf"]["clause"])


def title(name: str, lang: str = "en") -> str:
    """Return the subject of a round in a few words. Raises KeyError if there is no such round."""
    return say(f"shelf.title.{_known(name)}", lang)


@cache
def notes(name: str, lang: str = "en") -> Mapping[int, str]:
    """Return the notes on a round, by the number of the move that they follow.

    Moves count from 1; note 0 is the introduction. The notes are for somebody who sees all hands.
    Raises KeyError if there is no such round.
    """
    record, otherwise = open(name), other(name)
    texts = {0: say(f"shelf.why.{name}", lang, **facts(record, otherwise, 0))}
    for number in range(1, len(record.moves) + 1):
        if has_message(key := f"shelf.move.{name}.{number}", lang):
            texts[number] = say(key, lang, **facts(record, otherwise, number))
    return texts


def _known(name: str) -> str:
    if name not in _NAMES:
        raise KeyError(f"no round {name!r} on the shelf; there are {', '.join(_NAMES)}")
    return name
