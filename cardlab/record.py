"""Records: a round as JSON, made of the deal and the moves.

The file format is `cardlab-record/1`, the same for both games.
An unreadable record raises NotationError; `check` finds the first rule that a readable one breaks.
`file_at` and `file_behind` turn a typed path into a `Path`, and raise OSError with a reason for a bad one.
"""

from __future__ import annotations

import errno
import json
import math
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from html import escape
from pathlib import Path
from secrets import token_hex
from typing import Any, Final, TypeAlias

from cardlab.drawing import as_table
from cardlab.game import GAMES, game_of, part
from cardlab.refusal import IllegalMove, NotationError, Refusal, shortened

FORMAT: Final = "cardlab-record/1"
EARLIER: Final = "earlier_rounds"
"""The field of `about` that holds the earlier rounds of a match, each as the data of a record."""
LARGEST: Final = 8 * 1024 * 1024
"""The largest size of a file, in bytes."""
LONGEST_NAME: Final = 40
"""How many characters of a player's name are read."""
_SHOWN: Final = 200
"""How many characters of a wrong outcome are repeated; a right one is shorter."""

State: TypeAlias = Any
"""A state of one of the games."""
Move: TypeAlias = Any
"""A move of one of the games."""


@dataclass(frozen=True, slots=True)
class Record:
    """A round: the state right after the deal, and the moves made from there.

    `written_outcome` is the outcome stated in a file, None if there is none; `check` compares it with the replay.
    `about` holds all other data of the game (names, table, times) unchanged.

    >>> from cardlab import tongits
    >>> record = Record(tongits.deal(seed=1)).add("0 discard 4c")
    >>> [str(move) for move in record.moves], record.game
    (['0 discard 4c'], 'tongits')
    """

    start: State
    moves: tuple[Move, ...] = ()
    written_outcome: Mapping[str, Any] | None = field(default=None, hash=False)
    about: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def game(self) -> str:
        """The name of the game, "tongits" or "tichu"."""
        return game_of(self.start).name

    @property
    def final(self) -> State:
        """The state after the last move. Raises IllegalMove if a move breaks a rule."""
        *_, last = self.states()
        return last

    @property
    def outcome(self) -> Any:
        """The outcome by the rules, or None if the round goes on. Raises IllegalMove if a move breaks a rule."""
        return game_of(self.start).outcome(self.final)

    def _repr_html_(self) -> str:
        """Return the moves and how the round ended, as HTML for a notebook."""
        try:
            ended = self.outcome
        except IllegalMove:
            ended = None  # a wrong record is shown too; `check` says what is wrong
        moves = as_table(self.game, (), ((str(number), escape(str(move))) for number, move in enumerate(self.moves, 1)))
        return moves + (ended._repr_html_() if ended else "")

    @property
    def earlier(self) -> tuple[Record, ...]:
        """The earlier rounds of the match. Raises NotationError if one is no record."""
        rounds = self.about.get(EARLIER, [])
        if not isinstance(rounds, list):
            raise NotationError("record_field", field=EARLIER)
        return tuple(Record._of(data) for data in rounds)

    @property
    def people(self) -> tuple[str, ...]:
        """The names of the players by seat, "" for a bot; () if the file has none.

        A match against bots names the bots (`table`, `against`) and no people.
        """
        names = self.about.get("players")
        if {"table", "against"} & self.about.keys() or not isinstance(names, list):
            return ()
        return tuple(name[:LONGEST_NAME] for name in names) if all(isinstance(name, str) for name in names) else ()

    def states(self) -> Iterator[State]:
        """Yield the state after the deal and after each move. Raises IllegalMove where a move breaks a rule."""
        state, play = self.start, game_of(self.start).play
        yield state
        for move in self.moves:
            state = play(state, move)
            yield state

    def add(self, move: Move | str) -> Record:
        """Return the record with one more move, given as a move or in notation.

        The move may be illegal; `check` finds that. Raises NotationError if a text is no move.
        """
        made = GAMES[self.game].parse_move(move) if isinstance(move, str) else move
        return replace(self, moves=(*self.moves, made), written_outcome=None)

    def fork(self, at: int) -> Record:
        """Return the record with only the first `at` moves, to continue in another way.

        Raises IndexError if there are fewer moves.
        """
        if not 0 <= at <= len(self.moves):
            raise IndexError(f"there are {len(self.moves)} moves, so a fork is between 0 and {len(self.moves)}")
        return replace(self, moves=self.moves[:at], written_outcome=None)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Record:
        """Read a record from a file of at most 8 MiB.

        Raises NotationError if the file is no record or too large, OSError if it can't be opened.
        """
        with file_at(path).open("rb") as file:
            content = file.read(LARGEST + 1)
        if len(content) > LARGEST:
            raise NotationError("record_too_large", count=LARGEST // 1024 // 1024)
        return cls.parse(content)

    @classmethod
    def parse(cls, content: str | bytes) -> Record:
        """Read a record from JSON text. Raises NotationError if it is no record."""
        try:
            data = json.loads(content, parse_constant=_finite, parse_float=_finite)
        except (ValueError, RecursionError):
            raise NotationError("record_torn") from None
        return cls._of(data)

    @classmethod
    def _of(cls, data: Any) -> Record:
        """Make a record from JSON data. Raises NotationError if it is no record."""
        if not isinstance(data, dict) or not isinstance(data.get("format"), str):
            raise NotationError("record_foreign")
        if data["format"] != FORMAT:
            raise NotationError("record_version", text=data["format"], format=FORMAT)
        game = part(data, "game", str)
        if game not in GAMES:
            raise NotationError("record_game", text=game)
        rules = part(data, "rules", dict)
        start = GAMES[game].read_deal(read_rules(game, rules), part(data, "deal", dict))
        moves = tuple(_read_move(game, number, text) for number, text in enumerate(part(data, "moves", list), 1))
        if "three_way_tie" in rules:
            start = with_earlier_tie(start, moves)
        outcome = data.get("outcome")
        if outcome is not None and not isinstance(outcome, dict):
            raise NotationError("record_field", field="outcome")
        about = data.get("about", {})
        if not isinstance(about, dict):
            raise NotationError("record_field", field="about")
        return cls(start, moves, outcome, about)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the record as `write_file` does. Raises IllegalMove if a move breaks a rule."""
        write_file(path, self.text())

    def text(self) -> str:
        """Return the record as JSON, a move per line. Raises IllegalMove for a bad move."""
        last = self.final
        data = {
            "format": FORMAT,
            "game": self.game,
            "rules": write_rules(self.start.rules),
            "deal": game_of(self.start).write_deal(self.start),
            "moves": [str(move) for move in self.moves],
            "outcome": _written_outcome(last),
        }
        if self.about:
            data["about"] = dict(self.about)
        return json.dumps(data, indent=1, allow_nan=False) + "\n"


def write_file(path: str | os.PathLike[str], text: str) -> None:
    """Write a text file atomically: the old file stays until the new one is complete.

    A pipe or device, such as `/dev/null`, is written to and not replaced.
    Raises OSError with the name of the file if it cannot be written.
    """
    target = file_behind(path)
    try:
        if target.exists() and not target.is_file():
            target.write_text(text, encoding="utf-8")
            return
        part = target.with_name(f"{token_hex(8)}.part")
        try:
            with part.open("x", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(target)) from None


def with_earlier_tie(start: State, moves: tuple[Move, ...]) -> State:
    """Return the start of a round, with rules that reproduce its ending. [T6.6]

    The earlier field `three_way_tie` decided only ties at the caller's deadwood. Of challengers tied below that,
    the last to lay a meld won. `moves`: the moves of the round.
    """
    try:
        *_, last = Record(start, moves).states()
    except IllegalMove:
        return start
    ended = game_of(start).outcome(last)
    if ended is None or ended.clause != "T6.6" or last.caller in ended.tied:
        return start
    return replace(start, rules=replace(start.rules, challengers_tie="last_meld"))


@dataclass(frozen=True, slots=True)
class Finding:
    """An error in a record: a move that breaks a rule, or a wrong outcome.

    `number` is that of the move, from 1; 0 for the outcome. `by` is the seat that made the move; None for a move of
    both players, and for a wrong outcome.
    """

    number: int
    move: str
    refusals: tuple[Refusal, ...]
    by: int | None = None


def check(record: Record) -> Finding | None:
    """Replay a record and return the first error; None if all is right.

    Only this round is checked; the earlier ones of the match are `record.earlier`.
    """
    number, state = 0, record.start
    try:
        for number, state in enumerate(record.states()):  # noqa: B007
            pass
    except IllegalMove as illegal:
        return Finding(number + 1, str(illegal.move), illegal.refusals, getattr(illegal.move, "seat", None))
    outcome = _written_outcome(state)
    if record.written_outcome is None or record.written_outcome == outcome:
        return None
    facts = {"written": shortened(json.dumps(record.written_outcome), _SHOWN), "replayed": json.dumps(outcome)}
    false = [name for name, value in (outcome or {}).items() if record.written_outcome.get(name) != value]
    return Finding(0, "", (Refusal("false_outcome", game_of(state).clause_of_outcome(state, false), facts),))


def _written_outcome(state: State) -> dict[str, Any] | None:
    """Return the outcome of a round as its record has it; None before the end."""
    game = game_of(state)
    ended = game.outcome(state)
    return None if ended is None else game.write_outcome(ended)


def _finite(text: str) -> float:
    """Refuse NaN and Infinity, which are not JSON, and a number such as 1e999, which can't be written again."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def read_rules(game: str, data: Mapping[str, Any]) -> Any:
    """Return the rules of a record: a preset, changed by every field that is written.

    Raises NotationError for an unknown field or an impossible value.
    """
    changes = {name: value for name, value in data.items() if name != "preset"}
    try:
        return GAMES[game].rules.preset(data.get("preset", "sheet"), **changes)
    except (ValueError, TypeError):
        raise NotationError("record_field", field="rules") from None


def write_rules(rules: Any) -> dict[str, Any]:
    """Return rules as data for `read_rules`: the nearest preset, and every field."""
    return {"preset": rules.nearest_preset(), **asdict(rules)}


def _read_move(game: str, number: int, text: Any) -> Move:
    if not isinstance(text, str):
        raise NotationError("record_move", number=number, text=json.dumps(text))
    try:
        move: Move = GAMES[game].parse_move(text)
    except NotationError:
        raise NotationError("record_move", number=number, text=text) from None
    return move


def file_at(path: str | os.PathLike[str]) -> Path:
    """Return a path as a `Path`.

    Raises OSError for a name that no file can have: with NUL or an unpaired surrogate.
    """
    try:
        possible = b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        possible = False
    if not possible:
        raise _file_error(errno.EINVAL, path)
    return Path(path)


def file_behind(path: str | os.PathLike[str]) -> Path:
    """Return a path with links resolved, so that writing doesn't replace a link.

    Raises OSError for a name that no file can have, and for a link that leads back to itself.
    """
    # With a link to itself, Path.resolve does something else in each version of Python.
    target = Path(os.path.realpath(file_at(path)))
    if target.is_symlink():
        raise _file_error(errno.ELOOP, path)
    return target


def _file_error(number: int, path: str | os.PathLike[str]) -> OSError:
    return OSError(number, os.strerror(number), os.fspath(path))
