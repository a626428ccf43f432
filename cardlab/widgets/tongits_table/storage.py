"""What the browser keeps of a match, and rounds as files: how both are written, and how they are read again.

- `packed`, `unpacked`: a match as a text, in the format `cardlab-match/1`, and the match that such a text tells;
- `bookmark`, `looked_at`: beside it the place in a record that somebody looks at;
- `Opened`, `as_file`, `opened`, `from_shelf`: rounds as files. Several rounds stand in one file: the last is the record
  itself, those before it stand in its `about`, where `cardlab check` looks at each of them too.

All deals follow from the seed, so no hand is written down; what has been played is packed,
so that nobody who looks into the browser's storage reads what the others hold.
What comes back from there may be torn or forged: it is read like a stranger's file and replayed by the rules.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from cardlab import shelf
from cardlab.record import EARLIER, Record, check
from cardlab.refusal import IllegalMove, NotationError
from cardlab.timeline import Timeline
from cardlab.tongits import Move, Rules, State, parse_move
from cardlab.widgets.tongits_table.match import LONGEST_MATCH, PlayedMatch, Setup
from cardlab.widgets.tongits_table.round import TongitsRound

FORMAT: Final = "cardlab-match/1"
LONGEST: Final = 500_000
"""The longest text that is read; a match of a hundred rounds has 60,000 letters."""
LARGEST: Final = 4_000_000
MOST_MOVES: Final = 5_000
MOST_LINES: Final = 20
NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})
LONGEST_BOOK: Final = 400_000
"""The longest file that is kept while somebody looks at it: a match of about a hundred rounds."""
LONGEST_FILE: Final = 2_000_000


# The match.


def packed(match: PlayedMatch | None, beside: Mapping[str, Any] = NOTHING) -> str:
    """The match as a text, if there is one, and what is kept beside it."""
    told = {"format": FORMAT, **(_told(match) if match else {}), **beside}
    return base64.b64encode(zlib.compress(json.dumps(told).encode(), 9)).decode()


def _told(match: PlayedMatch) -> dict[str, Any]:
    setup = match.setup
    return {
        "table": setup.table,
        "bots": [setup.left, setup.right],
        "rules": asdict(setup.rules),
        "seed": match.seed,
        "done": [_written(record.moves) for record in match.done],
        **round_told(match.round),
    }


def round_told(played: TongitsRound) -> dict[str, Any]:
    """The moves of a round, its older lines, and where it was left."""
    return {
        "moves": _written(played.moves),
        "at": played.at,
        "lines": [_written(line) for line in played.lines[-MOST_LINES:]],
    }


def unpacked(text: str) -> tuple[PlayedMatch | None, dict[str, Any]]:
    """The match that `packed` has written, None if there was none, and all that the text tells, as it stands there.

    Raises NotationError if it cannot be read whole or if the match breaks a rule.
    """
    data = _opened(text)
    if data.get("format") != FORMAT:
        raise NotationError("record_foreign")
    if "table" not in data and "book" in data:
        return None, data
    match = PlayedMatch(_setup(data))
    for moves in _lists_in(data, "done", LONGEST_MATCH):
        match.round.resume(_replayed(match.round.line, moves))
        if not match.goes_on:
            raise NotationError("record_field", field="done")
        match.deal_next()
    resume(match.round, data)
    return match, data


def resume(played: TongitsRound, told: dict[str, Any]) -> None:
    """Brings a round that was just dealt to where `round_told` found it.

    Raises NotationError if something is missing or breaks a rule.
    """
    lines = _lists_in(told, "lines", MOST_LINES)
    for line in lines:
        _replayed(played.line, line)
    moves = _replayed(played.line, field_in(told, "moves", list))
    at = told.get("at")
    if type(at) is not int or at not in range(len(moves.moments)):
        raise NotationError("record_field", field="at")
    played.resume(replace(moves, lines=tuple(_moves_in(line) for line in lines)).go(at))


def _written(moves: Iterable[object]) -> list[str]:
    """Moves as they are written down."""
    return [str(move) for move in moves]


def _opened(text: str) -> dict[str, Any]:
    """What is in the parcel, which may not grow beyond measure."""
    if len(text) > LONGEST:
        raise NotationError("record_torn")
    try:
        opening = zlib.decompressobj()
        content = opening.decompress(base64.b64decode(text, validate=True), LARGEST)
        data = json.loads(content)
    except (ValueError, RecursionError, binascii.Error, zlib.error):
        raise NotationError("record_torn") from None
    if not isinstance(data, dict):
        raise NotationError("record_torn")
    return data


def field_in(data: dict[str, Any], name: str, kind: type) -> Any:
    """A field of this kind. Raises NotationError if there is none."""
    if not isinstance(data.get(name), kind):
        raise NotationError("record_field", field=name)
    return data[name]


def _lists_in(data: dict[str, Any], name: str, most: int) -> list[Any]:
    """A field with at most so many lists. Raises NotationError for anything else."""
    found = field_in(data, name, list)
    if len(found) > most or not all(isinstance(one, list) for one in found):
        raise NotationError("record_field", field=name)
    return list(found)


def _setup(data: dict[str, Any]) -> Setup:
    bots = field_in(data, "bots", list)
    if len(bots) != 2 or type(data.get("seed")) is not int:
        raise NotationError("record_field", field="bots" if len(bots) != 2 else "seed")
    try:
        rules = Rules(**field_in(data, "rules", dict))
        return Setup(str(data.get("table")), str(bots[0]), str(bots[1]), rules, data["seed"])
    except (ValueError, TypeError):
        raise NotationError("record_field", field="rules") from None


def _moves_in(moves: list[Any]) -> tuple[Move, ...]:
    """The moves that are written there. Raises NotationError for anything else."""
    if len(moves) > MOST_MOVES:
        raise NotationError("record_field", field="moves")
    found = []
    for number, text in enumerate(moves, 1):
        try:
            found.append(parse_move(text))
        except (NotationError, AttributeError, TypeError):
            raise NotationError("record_move", number=number, text=str(text)[:80]) from None
    return tuple(found)


def _replayed(line: Timeline[State, Move, int], moves: list[Any]) -> Timeline[State, Move, int]:
    """A round that was just dealt with these moves. Raises NotationError at the first that is none or breaks a rule."""
    for number, move in enumerate(_moves_in(moves), 1):
        try:
            line = line.play(move, 0)
        except IllegalMove:
            raise NotationError("position_move_breaks_rule", number=number, text=str(move)) from None
    return line


# Rounds as files.


@dataclass(frozen=True, slots=True)
class Opened:
    """Rounds to look at, and the one that is looked at.

    - `own`: they are of the match that is played here;
    - `shelf`: the name of the round on the shelf, or "";
    - `text`: what stands in the file, or "";
    - `seat`: where whoever looks has played, None if they have not, or if nobody knows.
    """

    rounds: tuple[Record, ...]
    number: int = 0
    own: bool = False
    shelf: str = ""
    text: str = ""
    seat: int | None = None

    @property
    def record(self) -> Record:
        """The round that is looked at."""
        return self.rounds[self.number]

    def at(self, number: int) -> Opened:
        """The same rounds, another one looked at: from the same seat, unless somebody else has played there."""
        there = replace(self, number=number)
        is_same = self.seat is None or there.record.people[self.seat :][:1] == self.record.people[self.seat :][:1]
        return there if is_same else replace(there, seat=None)


def from_shelf(name: str) -> Opened:
    """A round of the shelf, to be studied. Raises KeyError if there is none of this name."""
    return Opened((shelf.open(name),), shelf=name)


def as_file(rounds: Sequence[Record]) -> str:
    """One or more rounds of a match as the text of a file. Raises IllegalMove if a move breaks a rule."""
    *earlier, last = rounds
    if not earlier:
        return last.text()
    told = [json.loads(record.text()) for record in earlier]
    return replace(last, about={**last.about, EARLIER: told}).text()


def opened(text: str, seat: int | None = None) -> Opened:
    """The rounds in the text of a file, the last one first looked at; `seat`: where whoever looks has played.

    Raises NotationError if it is too long, no record of Tongits, or if a round in it breaks a rule.
    """
    if len(text) > LONGEST_FILE:
        raise NotationError("record_too_large", count=LONGEST_FILE // 1_000_000)
    last = Record.parse(text)
    rest = {name: told for name, told in last.about.items() if name != EARLIER}
    rounds = (*last.earlier, replace(last, about=rest))
    if len(rounds) > LONGEST_MATCH:
        raise NotationError("record_field", field=EARLIER)
    for record in rounds:
        _checked(record)
    return Opened(rounds, len(rounds) - 1, text=text, seat=seat)


def _checked(record: Record) -> None:
    if not isinstance(record.start, State):
        raise NotationError("position_other_game")
    found = check(record)
    if found is not None and found.number:
        raise NotationError("position_move_breaks_rule", number=found.number, text=found.move)
    if found is not None:
        raise NotationError("record_field", field="outcome")


# The place in a record.


def round_of(book: Opened) -> TongitsRound:
    """The round of a record, to be looked at from its first position; whoever looks moves every seat."""
    played = _dealt(book)
    played.replay(move for move in book.record.moves if isinstance(move, Move))
    played.go(0)
    return played


def _dealt(book: Opened) -> TongitsRound:
    start = book.record.start
    assert isinstance(start, State)
    return TongitsRound(start, others=None, at_once=False, looks_from=book.seat)


def bookmark(book: Opened, played: TongitsRound) -> dict[str, Any] | None:
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


def looked_at(data: dict[str, Any], match: PlayedMatch | None) -> tuple[Opened, TongitsRound] | None:
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
    if type(number) is not int or number not in range(len(book.rounds)):
        raise NotationError("record_field", field="number")
    return book.at(number)
