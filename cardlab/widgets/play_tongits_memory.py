"""A match as a text that the browser keeps, and the match that such a text tells.

Knows the format `cardlab-match/1`. All deals follow from the seed, so no hand is written down; what has been played
is packed, so that nobody who looks into the browser's storage reads what the others hold.
What comes back from there may be torn or forged: it is read like a stranger's file and replayed by the rules.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from dataclasses import asdict
from typing import Any, Final

from cardlab.refusal import IllegalMove, NotationError
from cardlab.tongits import Move, Rules, parse_move
from cardlab.widgets.ground import is_whole
from cardlab.widgets.play_tongits_match import LONGEST_MATCH, PlayedMatch
from cardlab.widgets.play_tongits_setup import Setup

__all__ = ["FORMAT", "LONGEST", "packed", "unpacked"]

FORMAT: Final = "cardlab-match/1"
LONGEST: Final = 500_000
"""The longest text that is read; a match of a hundred rounds has 60,000 letters."""
LARGEST: Final = 4_000_000
MOST_MOVES: Final = 5_000
MOST_LINES: Final = 20


def packed(match: PlayedMatch) -> str:
    """The match as a text."""
    here, setup = match.round, match.setup
    told = {
        "format": FORMAT,
        "table": setup.table,
        "bots": [setup.left, setup.right],
        "rules": asdict(setup.rules),
        "seed": match.seed,
        "done": [_written(record.moves) for record in match.done],
        "moves": _written(here.moves),
        "at": here.at,
        "lines": [_written(line) for line in here.lines[-MOST_LINES:]],
    }
    return base64.b64encode(zlib.compress(json.dumps(told).encode(), 9)).decode()


def unpacked(text: str) -> PlayedMatch:
    """The match that `packed` has written. Raises NotationError if it cannot be read whole or breaks a rule."""
    data = _opened(text)
    if data.get("format") != FORMAT:
        raise NotationError("record_foreign")
    match = PlayedMatch(_setup(data))
    for moves in _lists(data, "done", LONGEST_MATCH):
        _replay(match, moves)
        if not match.goes_on:
            raise NotationError("record_field", field="done")
        match.deal_next()
    lines = [_checked(match, line) for line in _lists(data, "lines", MOST_LINES)]
    _replay(match, _field(data, "moves", list))
    match.round.lines = lines
    if not is_whole(data.get("at")) or not match.round.go(data["at"]):
        raise NotationError("record_field", field="at")
    return match


def _written(moves: tuple[Any, ...]) -> list[str]:
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


def _field(data: dict[str, Any], name: str, kind: type) -> Any:
    if not isinstance(data.get(name), kind):
        raise NotationError("record_field", field=name)
    return data[name]


def _lists(data: dict[str, Any], name: str, most: int) -> list[Any]:
    found = _field(data, name, list)
    if len(found) > most or not all(isinstance(one, list) for one in found):
        raise NotationError("record_field", field=name)
    return list(found)


def _setup(data: dict[str, Any]) -> Setup:
    bots = _field(data, "bots", list)
    if len(bots) != 2 or not is_whole(data.get("seed")):
        raise NotationError("record_field", field="bots" if len(bots) != 2 else "seed")
    try:
        rules = Rules(**_field(data, "rules", dict))
        return Setup(str(data.get("table")), str(bots[0]), str(bots[1]), rules, data["seed"])
    except (ValueError, TypeError):
        raise NotationError("record_field", field="rules") from None


def _moves(moves: list[Any]) -> tuple[Move, ...]:
    if len(moves) > MOST_MOVES:
        raise NotationError("record_field", field="moves")
    found = []
    for number, text in enumerate(moves, 1):
        try:
            found.append(parse_move(text))
        except (NotationError, AttributeError, TypeError):
            raise NotationError("record_move", number=number, text=str(text)[:80]) from None
    return tuple(found)


def _replay(match: PlayedMatch, moves: list[Any]) -> None:
    try:
        match.round.replay(_moves(moves))
    except IllegalMove as illegal:
        number = match.round.at + 1
        raise NotationError("position_move_breaks_rule", number=number, text=str(illegal.move)) from None


def _checked(match: PlayedMatch, line: list[Any]) -> tuple[Move, ...]:
    """An older line of the present round, replayed on its own."""
    moves = _moves(line)
    try:
        for _ in match.record_of(moves).states():
            pass
    except IllegalMove as illegal:
        raise NotationError("position_move_breaks_rule", number=0, text=str(illegal.move)) from None
    return moves
