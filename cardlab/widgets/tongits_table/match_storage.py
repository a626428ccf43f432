"""The match that the browser stores, as text in the format `cardlab-match/1`.

- `packed`, `unpacked`: write and read this text;
- `MatchStorage`: stores and resumes a table's match, also if another tab has stored its own.

All deals follow from the seed, so no hand is stored. Moves are compressed, so that a glance at the browser's storage
does not reveal hands. Stored text may be damaged or forged, so it is parsed like any file and replayed by the rules.
"""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Sequence
from dataclasses import asdict
from operator import is_
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from cardlab import shelf
from cardlab.phrasing import explain
from cardlab.phrasing.catalogue import say
from cardlab.record import read_rules
from cardlab.refusal import IllegalMove, NotationError
from cardlab.tongits import parse_move
from cardlab.widgets.kept_match import KeptMatch
from cardlab.widgets.scene import Steps, receives
from cardlab.widgets.tongits_table.driver import Line
from cardlab.widgets.tongits_table.match_table import MatchTable
from cardlab.widgets.tongits_table.opened_rounds import LONGEST_BOOK, OpenedRounds, from_shelf, opened
from cardlab.widgets.tongits_table.played_match import LONGEST_MATCH, MOST_MOVES, PlayedMatch, Setup, refuse_long
from cardlab.widgets.tongits_table.setup_form import SetupForm

FORMAT: Final = "cardlab-match/1"
LONGEST: Final = 500_000
"""The longest text that is read; a match of a hundred rounds has 60,000 characters."""
LARGEST: Final = 4_000_000

Moves: TypeAlias = Annotated[list[str], Meta(max_length=MOST_MOVES)]
Place: TypeAlias = tuple[OpenedRounds, Line]
"""The open record, and its current round as it was left."""


class StoredRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round as it was left: moves, and the index of the moment.

    Fields that earlier versions stored are ignored.
    """

    moves: Moves
    at: Annotated[int, Meta(ge=0)]


class Bookmark(StoredRound, frozen=True, kw_only=True):
    """The open record as it was left; `file` is the `text` of its `OpenedRounds`."""

    own: bool
    shelf: str
    file: str
    number: Annotated[int, Meta(ge=0)]
    seat: Annotated[int, Meta(ge=0, le=2)] | None = None


class StoredMatch(StoredRound, frozen=True, kw_only=True):
    """A stored match: its setup, its finished rounds (`done`), and the current one.

    `bots`: the left and the right bot; `rules`: the fields of `Rules`; `coach`: whether the coach is on; `book`: the
    open record.
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
    """What is stored before any match."""

    format: Literal["cardlab-match/1"] = FORMAT
    coach: object = None
    book: Bookmark | None


def packed(match: PlayedMatch | None, coach: object = None, place: Place | None = None) -> str:
    """Return the match, whether the coach is on, and the open record, as text.

    A record whose file is longer than `LONGEST_BOOK` is left out.
    """
    book = None
    if place is not None and len(place[0].text) <= LONGEST_BOOK:
        rounds, line = place
        book = Bookmark(
            own=rounds.own,
            shelf=rounds.shelf,
            file=rounds.text,
            number=rounds.number,
            seat=rounds.seat,
            **_round_fields(line),
        )
    stored: StoredMatch | StoredWithoutMatch = StoredWithoutMatch(coach=coach, book=book)
    if match is not None:
        setup = match.setup
        stored = StoredMatch(
            coach=coach,
            book=book,
            table=setup.table,
            bots=(setup.left, setup.right),
            rules=asdict(setup.rules),
            seed=match.seed,
            done=[list(map(str, record.moves)) for record in match.done],
            **_round_fields(match.round.line),
        )
    return base64.b64encode(zlib.compress(msgspec.json.encode(stored), 9)).decode()


def _round_fields(line: Line) -> dict[str, Any]:
    """Return the fields of a `StoredRound`."""
    return {"moves": list(map(str, line.moves)), "at": line.at}


def unpacked(text: str, lang: str = "en") -> Steps[tuple[PlayedMatch | None, object, Place | None]]:
    """Read what `packed` wrote: the match, whether the coach is on, and the open record.

    Raises NotationError if the text is damaged, or the match or the record breaks a rule.
    """
    stored = _decode(text)
    rounds = [*stored.done, stored.moves] if isinstance(stored, StoredMatch) else []
    refuse_long([*rounds, *([stored.book.moves] if stored.book else [])])
    match = (yield from _match(stored, lang)) if isinstance(stored, StoredMatch) else None
    place = (yield from _place(stored.book, match)) if stored.book else None
    return match, stored.coach, place


def _match(stored: StoredMatch, lang: str) -> Steps[PlayedMatch]:
    try:
        setup = Setup(stored.table, *stored.bots, read_rules("tongits", stored.rules), stored.seed)
        match = PlayedMatch(setup, lang)
    except ValueError:
        raise NotationError("record_field", field="rules") from None
    for moves in stored.done:
        match.round.resume(_replayed(match.round.line, moves))
        if not match.is_unfinished:
            raise NotationError("record_field", field="done")
        match.deal_next()
        yield
    match.round.resume(_as_left(match.round.line, stored))
    return match


def _place(stored: Bookmark, match: PlayedMatch | None) -> Steps[Place | None]:
    """Return a bookmarked record and its round; None if it is no longer on the shelf."""
    if stored.shelf:
        if stored.shelf not in shelf.names():
            return None
        book = from_shelf(stored.shelf)
    elif stored.own:
        book = OpenedRounds(match.done if match else (), own=True)
    else:
        book = yield from opened(stored.file, stored.seat)
    if stored.number >= len(book.rounds):
        raise NotationError("record_field", field="number")
    book = book.at(stored.number)
    return book, _as_left(book.dealt, stored)


def _as_left(line: Line, stored: StoredRound) -> Line:
    """Replay a round from its deal to its moment. Raises NotationError if invalid."""
    line = _replayed(line, stored.moves)
    if stored.at > line.last:
        raise NotationError("record_field", field="at")
    return line.seek(stored.at)


def _decode(text: str) -> StoredMatch | StoredWithoutMatch:
    """Decompress the text up to a limit, and parse it."""
    if len(text) > LONGEST:
        raise NotationError("record_torn")
    try:
        content = zlib.decompressobj().decompress(base64.b64decode(text, validate=True), LARGEST)
        data = msgspec.json.decode(content, type=dict[str, object])
        return msgspec.convert(data, StoredMatch) if "table" in data else msgspec.convert(data, StoredWithoutMatch)
    except msgspec.ValidationError as fault:
        named = re.search(r"field `(?P<field>\w+)|`\$\.(?P<part>\w+)", str(fault))
        raise NotationError("record_field", field=(named["field"] or named["part"]) if named else "") from None
    except (ValueError, RecursionError, zlib.error, msgspec.MsgspecError):
        raise NotationError("record_torn") from None


def _replayed(line: Line, moves: Sequence[str]) -> Line:
    """Add moves to a timeline. Raises NotationError at the first invalid one."""
    for number, text in enumerate(moves, 1):
        try:
            line = line.play(parse_move(text), 0)
        except NotationError:
            raise NotationError("record_move", number=number, text=text) from None
        except IllegalMove:
            raise NotationError("position_move_breaks_rule", number=number, text=text) from None
    return line


class MatchStorage(KeptMatch):
    """The match of a table, and the place in an open record, that the browser stores."""

    def __init__(self, table: MatchTable, form: SetupForm) -> None:
        super().__init__(table)
        self._table = table
        self._form = form
        self._kept: tuple[object, ...] = (None,) * 6

    @receives
    def recall(self, text: str, anew: bool = False) -> Steps[None]:
        """Resume what the browser stored, unless something has been begun here.

        `text` is "" if nothing is stored; `anew`: whether the user has chosen the match of another tab.
        """
        table = self._table
        if (table.match or table.book) and not (anew and self.elsewhere):
            return
        try:
            match, coach, place = (yield from unpacked(text, table.lang)) if text else (None, None, None)
        except NotationError as unreadable:
            reason = explain(unreadable.refusal, table.lang)
            table.remark = say("play_tongits.not_recalled", table.lang, reason=reason)
            table.send({"unread": True})
            return
        self.elsewhere = False
        table.coach.set(coach)
        table.resume(match)
        if match is not None:
            self._form.setup = match.setup
        if place is not None:
            table.show(*place)

    @receives
    def tell(self, do: Literal["elsewhere"]) -> None:
        """Set `elsewhere`: another tab has stored its own match. Reviews ignore this."""
        self.elsewhere = self._table.reviewed is None

    def packed(self) -> str:
        """Return the text to store; "" if there is nothing."""
        table, coach = self._table, self._table.coach
        place = (table.book, table.here.line) if table.book else None
        return packed(table.match, coach.on, place) if table.match or place else ""

    def store(self) -> None:
        """Have the page store the match and the open record, if they have changed."""
        table, match, before = self._table, self._table.match, self._kept
        played = (match, match.done, match.round.line) if match else (None, None, None)
        self._kept = (table.coach.on, table.book, table.here.line if table.book else None, *played)
        # What is stored never changes in place.
        if table.reviewed is None and not all(map(is_, self._kept, before)):
            self.keep(self.packed())
