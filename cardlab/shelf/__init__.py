"""The shelf: five whole rounds of Tongits that are worth studying, with notes beside the moves.

The rounds are files in `rounds/`, the words stand in the catalogues, and every number and card in a note comes from the
engine. Nothing is read before it is asked for.
Knows which rounds stand there and what their notes say; knows no lesson and no widget.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from cardlab.phrasing.catalogue import has_message, say
from cardlab.record import Record
from cardlab.shelf.facts import facts
from cardlab.tongits import State, parse_move

__all__ = ["clause", "names", "notes", "open", "other", "title"]

_ROUNDS: Final = Path(__file__).with_name("rounds")
_NAMES: Final = ("last_discard", "burned_lowest", "sapaw_saves", "tie_lost", "stock_tie")


def names() -> tuple[str, ...]:
    """The names of the rounds, in the order in which they are best studied."""
    return _NAMES


@cache
def open(name: str) -> Record:
    """The round called `name`, in which you are seat 0. Raises KeyError if there is none.

    >>> open("last_discard").moves[-1].seat
    0
    """
    return Record.read(_ROUNDS / f"{_known(name)}.json")


def other(name: str) -> Record | None:
    """The same round as it goes by the other reading of its clause, or with the other choice; None if it has no other.

    It has the same deal and begins with the same moves. Raises KeyError if there is no round `name`.
    """
    return _other(open(name))


def clause(name: str) -> str:
    """The id of the clause that the round is about. Raises KeyError if there is no round `name`.

    >>> clause("last_discard")
    'T5.1'
    """
    return str(_about(open(name))["clause"])


def title(name: str, lang: str = "en") -> str:
    """What the round shows, in a few words. Raises KeyError if there is no round `name`."""
    return say(f"shelf.title.{_known(name)}", lang)


def notes(name: str, lang: str = "en") -> dict[int, str]:
    """The notes to a round: the number of a move (from 1) and what is to be said right after it; 0 is the introduction.

    They are written for someone who studies the round with all hands open. Raises KeyError if there is no round `name`.
    """
    return dict(_notes(_known(name), lang))


@cache
def _notes(name: str, lang: str) -> Mapping[int, str]:
    record = open(name)
    otherwise = _other(record)
    texts = {0: say(f"shelf.why.{name}", lang, **facts(record, otherwise, 0))}
    for number in range(1, len(record.moves) + 1):
        move = f"{name}.{number}"
        key = f"shelf.move.{move}"
        if has_message(key, lang):
            texts[number] = say(key, lang, **facts(record, otherwise, number))
    return texts


def _known(name: str) -> str:
    if name not in _NAMES:
        raise KeyError(f"no round {name!r} on the shelf; there are {', '.join(_NAMES)}")
    return name


def _other(record: Record) -> Record | None:
    way = _about(record).get("other")
    if way is None:
        return None
    assert isinstance(record.start, State)
    rules = replace(record.start.rules, **way["rules"])
    fork = record.fork(way["fork"])
    return replace(
        fork,
        start=replace(record.start, rules=rules),
        moves=(*fork.moves, *(parse_move(move) for move in way["moves"])),
        about={},
    )


def _about(record: Record) -> Mapping[str, Any]:
    about: Mapping[str, Any] = record.about["shelf"]
    return about
