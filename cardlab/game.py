"""The interface of a game, so that other code needn't ask which game it is.

- `GAMES`: the games by name; an engine is imported at the first use of its game;
- `game_of`: the game of a state, a move, rules or any other object of an engine;
- `part` and `piles`: read the deal of a record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

from cardlab.cards import cards
from cardlab.refusal import NotationError

NAMES: Final = ("tongits", "tichu")


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game as its engine describes it (`GAME`): its name, seats, rules and functions.

    - `play`, `outcome`, `turn`, `view`, `parse_move`: the engine's functions of these names;
    - `match`: returns a match by the given rules, before its first round;
    - `read_deal`: returns the position right after a deal, from rules and the deal of a record; raises NotationError if
      that is impossible; `write_deal` is the opposite;
    - `write_outcome`: returns the outcome for a record, ending and winner first;
    - `clause_of_outcome`: returns the clause that decides the first of the named fields of an outcome, in the order of
      `write_outcome`.
    """

    name: str
    seats: int
    rules: type[Any]
    match: Callable[[Any], Any]
    parse_move: Callable[[str], Any]
    play: Callable[[Any, Any], Any]
    outcome: Callable[[Any], Any]
    turn: Callable[[Any], Any]
    view: Callable[[Any, int], Any]
    read_deal: Callable[[Any, Mapping[str, Any]], Any]
    write_deal: Callable[[Any], dict[str, Any]]
    write_outcome: Callable[[Any], dict[str, Any]]
    clause_of_outcome: Callable[[Any, list[str]], str]


class _Games(Mapping[str, Game]):
    """The games by name, each imported at its first use."""

    def __getitem__(self, name: str) -> Game:
        if name not in NAMES:
            raise KeyError(name)
        game: Game = import_module(f"cardlab.{name}").GAME
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


GAMES: Final = _Games()


def game_of(thing: object) -> Game:
    """Return the game that a state, view, move, rules or outcome belongs to.

    >>> from cardlab import tichu
    >>> game_of(tichu.Rules()).name
    'tichu'
    """
    return GAMES[type(thing).__module__.split(".")[1]]


def part(data: Mapping[str, Any], name: str, kind: type) -> Any:
    """Return the field `name` of JSON data.

    Raises NotationError if it is missing, not of the type `kind`, or a bool.
    """
    if not isinstance(data.get(name), kind) or isinstance(data[name], bool):
        raise NotationError("record_field", field=name)
    return data[name]


def piles(data: Mapping[str, Any], name: str) -> list[tuple[Any, ...]]:
    """Return the piles of cards in the field `name` of JSON data.

    Raises NotationError if it isn't a list of texts in notation.
    """
    texts = part(data, name, list)
    if not all(isinstance(pile, str) for pile in texts):
        raise NotationError("record_field", field=name)
    return [cards(pile) for pile in texts]
