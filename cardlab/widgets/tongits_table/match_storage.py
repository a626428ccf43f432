"""What the browser stores of a match, and rounds as files.

- `packed`, `unpacked`: a match as text, format `cardlab-match/1`;
- `bookmark`, `from_bookmark`: the place in an open record, stored beside it;
- `OpenedRounds`, `as_file`, `opened`, `from_shelf`: rounds as files. Of several rounds the last is the record itself;
  the earlier ones stand in its `about`, where `cardlab check` checks each of them too.

All deals follow from the seed, so no hand is stored; the moves are compressed, so that the browser's storage does not
reveal hands at a glance.
Stored text may be damaged or forged: it is parsed like a stranger's file and replayed by the rules.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from cardlab import shelf
from cardlab.record import EARLIER, Record, check, read_rules
from cardlab.refusal import IllegalMove, NotationError
from cardlab.timeline import Timeline
from cardlab.tongits import Move, State, parse_move
from cardlab.widgets.scene import Steps
from cardlab.widgets.tongits_table.played_match import LONGEST_MATCH, PlayedMatch, Setup
from cardlab.widgets.tongits_table.round import TongitsRound

FORMAT: Final = "cardlab-match/1"
LONGEST: Final = 500_000
"""The longest text that is read; a match of a hundred rounds has 60,000 letters."""
LARGEST: Final = 4_000_000
MOST_MOVES: Final = 4_000
"""In all that is stored, or in a file; it is replayed at once."""
MOST_LINES: Final = 20
LONGEST_BOOK: Final = 400_000
"""The longest open file that is stored: a match of about a hundred rounds."""
LONGEST_FILE, MOST_LISTS = 1_000_000, 20_000

Moves: TypeAlias = Annotated[list[str], Meta(max_length=MOST_MOVES)]


class StoredRound(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The moves of a round, its older lines, and the moment at which it was left."""

    moves: Moves
    at: Annotated[int, Meta(ge=0)]
    lines: Annotated[list[Moves], Meta(max_length=MOST_LINES)]


class Bookmark(StoredRound, frozen=True, kw_only=True):
    """An open record, see `OpenedRounds`, and the place in it."""

    own: bool
    shelf: str
    file: str
    number: Annotated[int, Meta(ge=0)]


class StoredMatch(StoredRound, frozen=True, kw_only=True):
    """What the browser stores: the setup, the rounds that are `done`, the present one, and more.

    `coach`: the coach's own settings; `book`: the open record.
    """

    table: str
    bots: tuple[str, str]
    rules: dict[str, Any]
    seed: int
    done: Annotated[list[Moves], Meta(max_length=LONGEST_MATCH)]
    format: Literal["cardlab-match/1"] = FORMAT
    coach: object = None
    book: Bookmark | None = None


class StoredWithoutMatch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The same before any match."""

    format: Literal["cardlab-match/1"] = FORMAT
    coach: object = None
    book: Bookmark | None


NOTHING: Final = StoredWithoutMatch(book=None)


# The match.


def packed(match: PlayedMatch | None, coach: object = None, book: Bookmark | None = None) -> str:
    """The match, if any, and what is stored beside it, as text."""
    stored: StoredMatch | StoredWithoutMatch = StoredWithoutMatch(coach=coach, book=book)
    if match:
        setup = match.setup
        stored = StoredMatch(
            coach=coach,
            book=book,
            table=setup.table,
            bots=(setup.left, setup.right),
            rules=asdict(setup.rules),
            seed=match.seed,
            done=[list(map(str, record.moves)) for record in match.done],
            **_round_fields(match.round),
        )
    return base64.b64encode(zlib.compress(msgspec.json.encode(stored), 9)).decode()


def _round_fields(played: TongitsRound) -> dict[str, Any]:
    """The fields of a `StoredRound`."""
    lines = [list(map(str, line)) for line in played.line.lines[-MOST_LINES:]]
    return {"moves": list(map(str, played.line.moves)), "at": played.at, "lines": lines}


def unpacked(text: str) -> Steps[tuple[PlayedMatch | None, StoredMatch | StoredWithoutMatch]]:
    """Read what `packed` has written: the match, None if there was none, and all stored fields.

    Raises NotationError if the text is damaged or the match breaks a rule.
    """
    stored = _decode(text)
    lines = [*stored.done, stored.moves, *stored.lines] if isinstance(stored, StoredMatch) else []
    _refuse_long([*lines, *([stored.book.moves, *stored.book.lines] if stored.book else [])])
    if not isinstance(stored, StoredMatch):
        return None, stored
    try:
        match = PlayedMatch(Setup(stored.table, *stored.bots, read_rules("tongits", stored.rules), stored.seed))
    except ValueError:
        raise NotationError("record_field", field="rules") from None
    for moves in stored.done:
        match.round.resume(_replayed(match.round.line, moves))
        if not match.goes_on:
            raise NotationError("record_field", field="done")
        match.deal_next()
        yield
    yield from _resume(match.round, stored)
    return match, stored


def _refuse_long(lines: Iterable[Sequence[object]]) -> None:
    if sum(map(len, lines)) > MOST_MOVES:
        raise NotationError("record_too_long", most=MOST_MOVES)


def _decode(text: str) -> StoredMatch | StoredWithoutMatch:
    """Decompress, up to a limit, and parse."""
    if len(text) > LONGEST:
        raise NotationError("record_torn")
    try:
        content = zlib.decompressobj().decompress(base64.b64decode(text, validate=True), LARGEST)
        data = msgspec.json.decode(content, type=dict[str, object])
    except (ValueError, RecursionError, zlib.error, msgspec.MsgspecError):
        raise NotationError("record_torn") from None
    try:
        return msgspec.convert(data, StoredMatch) if "table" in data else msgspec.convert(data, StoredWithoutMatch)
    except msgspec.ValidationError as fault:
        named = re.search(r"field `(?P<field>\w+)`|`\$\.(?P<part>\w+)", str(fault))
        raise NotationError("record_field", field=(named["field"] or named["part"]) if named else "") from None


def _resume(played: TongitsRound, stored: StoredRound) -> Steps[None]:
    """Bring a freshly dealt round to its stored moment. Raises NotationError if that breaks a rule."""
    lines = []
    for older in stored.lines:
        lines.append(_replayed(played.line, older))
        yield
    line = _replayed(played.line, stored.moves)
    if stored.at >= len(line.moments):
        raise NotationError("record_field", field="at")
    played.resume(replace(line, lines=tuple(one.moves for one in lines)).seek(stored.at))


def _replayed(line: Timeline[State, Move, int], moves: Sequence[str]) -> Timeline[State, Move, int]:
    """A freshly dealt round with these moves. Raises NotationError at the first invalid move."""
    for number, text in enumerate(moves, 1):
        try:
            line = line.play(parse_move(text), 0)
        except NotationError:
            raise NotationError("record_move", number=number, text=text) from None
        except IllegalMove:
            raise NotationError("position_move_breaks_rule", number=number, text=text) from None
    return line


# Rounds as files.


@dataclass(frozen=True, slots=True)
class OpenedRounds:
    """Rounds to look at, and the present one.

    - `own`: whether they are of the match that is played here;
    - `shelf`: the name of the round on the shelf, or "";
    - `text`: the text of the file, or "";
    - `seat`: the seat where the reader has played, None if unknown.
    """

    rounds: tuple[Record, ...]
    number: int = 0
    own: bool = False
    shelf: str = ""
    text: str = ""
    seat: int | None = None

    @property
    def record(self) -> Record:
        """The present round."""
        return self.rounds[self.number]

    def at(self, number: int) -> OpenedRounds:
        """The same rounds at another number: with the same seat, unless somebody else played there."""
        there = replace(self, number=number)
        is_same = self.seat is None or there.record.people[self.seat :][:1] == self.record.people[self.seat :][:1]
        return there if is_same else replace(there, seat=None)


def from_shelf(name: str) -> OpenedRounds:
    """A round of the shelf, to be studied. Raises KeyError for an unknown name."""
    return OpenedRounds((shelf.open(name),), shelf=name)


def as_file(rounds: Sequence[Record]) -> Steps[str]:
    """One or more rounds of a match as the text of a file. Raises IllegalMove if a move breaks a rule."""
    *earlier, last = rounds
    if not earlier:
        return last.text()
    earlier_data = []
    for record in earlier:
        earlier_data.append(json.loads(record.text()))
        yield
    return replace(last, about={**last.about, EARLIER: earlier_data}).text()


def opened(text: str, seat: int | None = None) -> Steps[OpenedRounds]:
    """Read the rounds of a file, the last one first shown; `seat`: where the reader has played.

    Raises NotationError if it is too long, no record of Tongits, or breaks a rule.
    """
    if len(text) > LONGEST_FILE or text.count("[") > MOST_LISTS:
        raise NotationError("record_too_large", count=LONGEST_FILE // 1_000_000)
    last = Record.parse(text)
    rest = {name: value for name, value in last.about.items() if name != EARLIER}
    rounds = (*last.earlier, replace(last, about=rest))
    _refuse_long(record.moves for record in rounds)
    for record in rounds:
        _checked(record)
        yield
    return OpenedRounds(rounds, len(rounds) - 1, text=text, seat=seat)


def _checked(record: Record) -> None:
    if not isinstance(record.start, State):
        raise NotationError("position_other_game")
    fault = check(record)
    if fault is not None and fault.number:
        raise NotationError("position_move_breaks_rule", number=fault.number, text=fault.move)
    if fault is not None:
        raise NotationError("record_field", field="outcome")


# The place in a record.


def recorded_round(book: OpenedRounds) -> TongitsRound:
    """The round of a record at its first position; the reader moves every seat."""
    played = _dealt(book)
    moves = [move for move in book.record.moves if isinstance(move, Move)]
    played.resume(played.line.replay(moves, 0).seek(0))
    return played


def _dealt(book: OpenedRounds) -> TongitsRound:
    start = book.record.start
    assert isinstance(start, State)
    return TongitsRound(start, looks_from=book.seat)


def bookmark(book: OpenedRounds, played: TongitsRound) -> Bookmark | None:
    """The open record and the place in it; None for a file too long to be stored."""
    if len(book.text) > LONGEST_BOOK:
        return None
    return Bookmark(own=book.own, shelf=book.shelf, file=book.text, number=book.number, **_round_fields(played))


def from_bookmark(stored: Bookmark, match: PlayedMatch | None) -> Steps[tuple[OpenedRounds, TongitsRound] | None]:
    """The record of a bookmark, and its round; None if the round is no longer on the shelf.

    Raises NotationError if it is damaged or breaks a rule.
    """
    if stored.shelf and stored.shelf not in shelf.names():
        return None
    if stored.shelf:
        book = from_shelf(stored.shelf)
    elif stored.own:
        book = OpenedRounds(match.done if match else (), own=True)
    else:
        book = yield from opened(stored.file)
    if stored.number >= len(book.rounds):
        raise NotationError("record_field", field="number")
    book = book.at(stored.number)
    played = _dealt(book)
    yield from _resume(played, stored)
    return book, played
