"""What happens in a tournament, as types, and the log of it as text (T10.6).

- the events, each a frozen dataclass: `Opened`, `Entered`, `Dropped`, `Paired`, `Played`, `BrokenOff`, `Unnamed`,
  `Removed`, `Ended`;
- `EVENTS`: an event as a line of JSON and back; `text`, `parse`: a whole log;
- `without`, `unnamed`: the log with no name of a player who was removed, or of whom only the name was taken away.

What follows from a log, and whether it could happen, says `tournament`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from cardlab.choices import Word
from cardlab.refusal import IllegalMove, NotationError, Refusal
from cardlab.tables.events import Kinds
from cardlab.tables.fair import CLAUSE, Game
from cardlab.tables.pairing import Method, Round
from cardlab.tables.results import Result

LARGEST: Final = 8 * 1024 * 1024
NOBODY: Final = "-"
"""Stands in a log where there was a name."""


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
class Unnamed:
    """What somebody had called themselves is taken away; they play on. `unnamed` takes it off the log as well."""

    player: str


@dataclass(frozen=True, slots=True)
class Removed:
    """Somebody is removed from what is shown; the results stay. `without` takes the name off the log as well."""

    player: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The tournament is over, and the dealer's secret number is published."""

    seed: str


Event: TypeAlias = Opened | Entered | Dropped | Paired | Played | BrokenOff | Unnamed | Removed | Ended
EVENTS: Final = Kinds[Event](Opened, Entered, Dropped, Paired, Played, BrokenOff, Unnamed, Removed, Ended)


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


def unnamed(events: Iterable[Event]) -> tuple[Event, ...]:
    """The log in which no name stands that was taken away later."""
    told: list[Event] = []
    for event in events:
        if isinstance(event, Unnamed):
            told = [
                replace(one, name=NOBODY) if isinstance(one, Entered) and one.player == event.player else one
                for one in told
            ]
        told.append(event)
    return tuple(told)


def _renamed(event: Event, player: str, nobody: str) -> Event:
    def of(one: Any) -> Any:
        if isinstance(one, tuple):
            return tuple(map(of, one))
        return nobody if one == player else one

    match event:
        case Entered(entered, _):
            return Entered(nobody, NOBODY) if entered == player else event
        case Dropped(dropped):
            return Dropped(of(dropped))
        case Unnamed(whose):
            return Unnamed(of(whose))
        case Removed(removed):
            return Removed(of(removed))
        case Paired():
            return replace(event, tables=of(event.tables), chairs=of(event.chairs), again=of(event.again))
        case Played(_, _, result):
            return replace(event, result=replace(result, players=of(result.players)))
        case _:
            return event


def text(events: Iterable[Event]) -> str:
    """A log as lines of JSON, one for each event."""
    return "".join(EVENTS.text(event) + "\n" for event in events)


def parse(content: str | bytes) -> tuple[Event, ...]:
    """The log that `text` has written; `fold` says whether it could happen.

    Raises NotationError for a line that is no event, with its number, or if the log is larger than 8 MiB.
    """
    if len(content) > LARGEST:
        raise NotationError("record_too_large", count=LARGEST // 1024 // 1024)
    events: list[Event] = []
    try:
        for line in (content if isinstance(content, str) else content.decode()).splitlines():
            events.append(EVENTS.read(line))
    except ValueError:
        raise NotationError("tournament_line", number=len(events) + 1) from None
    return tuple(events)
