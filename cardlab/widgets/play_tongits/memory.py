"""A match as a text that the browser keeps, and the match that such a text tells.

Knows the format `cardlab-match/1`; what else stands in such a text is read in `bookmark`.
All deals follow from the seed, so no hand is written down; what has been played is packed,
so that nobody who looks into the browser's storage reads what the others hold.
What comes back from there may be torn or forged: it is read like a stranger's file and replayed by the rules.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from types import MappingProxyType
from typing import Any, Final

from cardlab.refusal import IllegalMove, NotationError
from cardlab.tongits import Move, Rules, parse_move
from cardlab.widgets.ground import is_whole
from cardlab.widgets.play_tongits.match import LONGEST_MATCH, PlayedMatch
from cardlab.widgets.play_tongits.setup import Setup
from cardlab.widgets.table.round import Round

__all__ = ["FORMAT", "LONGEST", "field_in", "packed", "resume", "round_told", "unpacked"]

FORMAT: Final = "cardlab-match/1"
LONGEST: Final = 500_000
"""The longest text that is read; a match of a hundred rounds has 60,000 letters."""
LARGEST: Final = 4_000_000
MOST_MOVES: Final = 5_000
MOST_LINES: Final = 20
NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


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


def round_told(played: Round) -> dict[str, Any]:
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
        _replay(match.round, moves)
        if not match.goes_on:
            raise NotationError("record_field", field="done")
        match.deal_next()
    resume(match.round, data)
    return match, data


def resume(played: Round, told: dict[str, Any]) -> None:
    """Brings a round that was just dealt to where `round_told` found it.

    Raises NotationError if something is missing or breaks a rule.
    """
    lines = _lists_in(told, "lines", MOST_LINES)
    for line in lines:
        _replay(Round(played.state, others=None, at_once=False), line)
    _replay(played, field_in(told, "moves", list))
    played.lines = [_moves_in(line) for line in lines]
    if not is_whole(told.get("at")) or not played.go(told["at"]):
        raise NotationError("record_field", field="at")


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
    if len(bots) != 2 or not is_whole(data.get("seed")):
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


def _replay(played: Round, moves: list[Any]) -> None:
    try:
        played.replay(_moves_in(moves))
    except IllegalMove as illegal:
        number = played.at + 1
        raise NotationError("position_move_breaks_rule", number=number, text=str(illegal.move)) from None
