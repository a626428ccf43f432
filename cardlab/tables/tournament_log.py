"""What happens in a tournament, as types, and the log of it as text (T10.6).

- the events, each a frozen dataclass: `Opened`, `Entered`, `Dropped`, `Paired`, `Played`, `BrokenOff`, `Removed`,
  `Ended`;
- `line`, `read`: an event as a line of JSON and back; `text`, `parse`: a log;
- `without`: the log with no name of a player who was removed.

What follows from a log, and whether it could happen, says `tournament`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Literal, TypeAlias

from cardlab.choices import Word
from cardlab.refusal import IllegalMove, NotationError, Refusal
from cardlab.tables.fair import CLAUSE, Game
from cardlab.tables.pairing import Method, Round
from cardlab.tables.results import Result

LARGEST: Final = 8 * 1024 * 1024


class Kind(Word):
    """Who meets whom."""

    ROUND_ROBIN = "round_robin"
    SWISS = "swiss"
    KNOCK_OUT = "knock_out"


@dataclass(frozen=True, slots=True)
class Opened:
    """A tournament begins.

    - `hash`: the fingerprint of the dealer's secret number;
    - `rounds`: how many; 0: all of a round robin, or until one is left;
    - `deals`: how many each table plays in a round;
    - `duplicate`: whether all tables of a round play the same cards.
    """

    kind: Kind
    game: Game
    hash: str
    rounds: int = 0
    deals: int = 3
    duplicate: bool = True


@dataclass(frozen=True, slots=True)
class Entered:
    """Somebody enters, at the beginning or late, or comes back; `player` stands for the person in all that follows."""

    player: str
    name: str


@dataclass(frozen=True, slots=True)
class Dropped:
    """Somebody drops out; a bot takes over at the table, and the results so far stay."""

    player: str


@dataclass(frozen=True, slots=True)
class Paired:
    """A round begins. `chairs`: who sits on which chair of the plan of a round robin, else nothing."""

    round: int
    tables: Round
    chairs: tuple[str, ...] = ()
    again: tuple[tuple[str, str], ...] = ()
    method: Method = Method.DESIGN
    proven: bool = True
    closest: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """A table has played a deal to its end; `result.table` is its number, as text."""

    round: int
    deal: int
    result: Result


@dataclass(frozen=True, slots=True)
class BrokenOff:
    """A table plays no more in this round; its results so far stay."""

    round: int
    table: int


@dataclass(frozen=True, slots=True)
class Removed:
    """Somebody is removed from what is shown; the results stay. `without` takes the name off the log as well."""

    player: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The tournament is over, and the dealer's secret number is published."""

    seed: str


Event: TypeAlias = Opened | Entered | Dropped | Paired | Played | BrokenOff | Removed | Ended


# A log as text


def without(events: Iterable[Event], player: str) -> tuple[Event, ...]:
    """The log in which neither the name of a player stands nor what the player was called; points stay what they are.

    Raises IllegalMove if nobody is called so.
    """
    log = tuple(events)
    names = {event.player for event in log if isinstance(event, Entered)}
    if player not in names:
        raise IllegalMove(Removed(player), (Refusal("tournament_nobody", CLAUSE),))
    number = next(number for number in range(1, len(names) + 2) if f"removed:{number}" not in names)
    nobody = f"removed:{number}"
    renamed = tuple(_renamed(event, player, nobody) for event in log)
    there = any(isinstance(event, Removed) and event.player == nobody for event in renamed)
    return renamed if there else (*renamed, Removed(nobody))


def _renamed(event: Event, player: str, nobody: str) -> Event:
    def of(one: Any) -> Any:
        if isinstance(one, tuple):
            return tuple(map(of, one))
        return nobody if one == player else one

    match event:
        case Entered(entered, _):
            return Entered(nobody, "-") if entered == player else event
        case Dropped(dropped):
            return Dropped(of(dropped))
        case Removed(removed):
            return Removed(of(removed))
        case Paired():
            return replace(event, tables=of(event.tables), chairs=of(event.chairs), again=of(event.again))
        case Played(_, _, result):
            return replace(event, result=replace(result, players=of(result.players)))
        case _:
            return event


_KINDS: Final[Mapping[str, type[Any]]] = {
    "opened": Opened,
    "entered": Entered,
    "dropped": Dropped,
    "paired": Paired,
    "played": Played,
    "broken_off": BrokenOff,
    "removed": Removed,
    "ended": Ended,
}
_NAMES: Final = {kind: name for name, kind in _KINDS.items()}


def text(events: Iterable[Event]) -> str:
    """A log as lines of JSON, one for each event."""
    return "".join(line(event) + "\n" for event in events)


def line(event: Event) -> str:
    """An event as a line of JSON."""
    told = {one.name: getattr(event, one.name) for one in fields(event)}
    if isinstance(event, Played):
        told["result"] = {one.name: getattr(event.result, one.name) for one in fields(Result)}
    return json.dumps({"event": _NAMES[type(event)], **told}, ensure_ascii=False)


def parse(content: str | bytes) -> tuple[Event, ...]:
    """The log that `text` has written; `fold` says whether it could happen.

    Raises NotationError for a line that is no event, or if the log is larger than 8 MiB.
    """
    if len(content) > LARGEST:
        raise NotationError("record_too_large", count=LARGEST // 1024 // 1024)
    try:
        lines = (content if isinstance(content, str) else content.decode()).splitlines()
    except UnicodeDecodeError:
        raise NotationError("tournament_line", number=1) from None
    return tuple(read(one, number) for number, one in enumerate(lines, 1))


def read(told: str, number: int = 1) -> Event:
    """The event that `line` has written. Raises NotationError for a line that is none, with its number."""
    try:
        return _event(json.loads(told))
    except (ValueError, TypeError, KeyError, RecursionError):
        raise NotationError("tournament_line", number=number) from None


def _event(told: Any) -> Event:
    """Raises ValueError, TypeError or KeyError for what is no event."""
    kind = _KINDS[told["event"]]
    known = {one.name for one in fields(kind)}
    if told.keys() - known - {"event"}:
        raise ValueError("more than belongs to it")
    event: Event = kind(**{name: _READ[name](told[name]) for name in known if name in told})
    return event


def _text(given: Any) -> str:
    if not isinstance(given, str):
        raise TypeError(given)
    return given


def _whole(given: Any) -> int:
    if type(given) is not int or abs(given) > 10**9:
        raise TypeError(given)
    return given


def _yes_or_no(given: Any) -> bool:
    if not isinstance(given, bool):
        raise TypeError(given)
    return given


def _list(of: Callable[[Any], Any]) -> Callable[[Any], tuple[Any, ...]]:
    def read(given: Any) -> tuple[Any, ...]:
        if not isinstance(given, list):
            raise TypeError(given)
        return tuple(map(of, given))

    return read


def _pair(given: Any) -> tuple[str, str]:
    one, other = _list(_text)(given)
    return one, other


def _game(given: Any) -> Literal["tongits", "tichu"]:
    if given == "tongits" or given == "tichu":
        return "tongits" if given == "tongits" else "tichu"
    raise ValueError(given)


def _result(given: Any) -> Result:
    record = given.get("record") if isinstance(given, dict) else None
    return Result(
        _text(given["table"]),
        _list(_text)(given["players"]),
        _list(_whole)(given["payments"]),
        None if record is None else _text(record),
    )


_READ: Final[Mapping[str, Callable[[Any], Any]]] = {
    "kind": Kind,
    "game": _game,
    "hash": _text,
    "rounds": _whole,
    "deals": _whole,
    "duplicate": _yes_or_no,
    "player": _text,
    "name": _text,
    "round": _whole,
    "deal": _whole,
    "table": _whole,
    "tables": _list(_list(_text)),
    "chairs": _list(_text),
    "again": _list(_pair),
    "method": Method,
    "proven": _yes_or_no,
    "closest": _yes_or_no,
    "result": _result,
    "seed": _text,
}
"""How each part of an event is read, by its name."""
