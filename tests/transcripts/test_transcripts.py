"""Whole rounds as text, replayed move by move: the end must be the one written down.

A transcript has four paragraphs: what it shows, the deal (top card first), the moves, and the table at the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardlab import tichu, tongits
from cardlab.cards import cards, notation

TRANSCRIPTS = sorted(Path(__file__).parent.glob("*.txt"))
GAMES: dict[str, Any] = {"tongits": tongits, "tichu": tichu}


def test_there_are_some_of_each_game() -> None:
    for game in GAMES:
        assert sum(path.stem.startswith(f"{game}_") for path in TRANSCRIPTS) >= 4


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_a_replay_ends_as_written(path: Path) -> None:
    title, deal, moves, end = path.read_text(encoding="utf-8").split("\n\n")
    assert title.endswith(").")
    game = GAMES[path.stem.partition("_")[0]]
    state = dealt(game, deal.splitlines())
    for text in moves.splitlines():
        assert game.outcome(state) is None
        move = game.parse_move(text)
        assert str(move) == text
        state = game.play(state, move)
    assert list(told(state)) == end.splitlines()


def dealt(game: Any, lines: list[str]) -> Any:
    """The first position of a transcript: `rules` with what is changed, then the piles by name and seat."""
    rules = game.Rules()
    first = 0
    piles: dict[str, list[tuple[Any, ...]]] = {}
    for line in lines:
        word, *rest = line.split()
        match word:
            case "rules":
                rules = game.Rules(**{name: _value(text) for name, text in (told.split("=") for told in rest)})
            case "first":
                first = int(rest[0])
            case "stock":
                piles[word] = [cards(" ".join(rest))]
            case _:
                assert int(rest[0]) == len(piles.setdefault(word, []))
                piles[word].append(cards(" ".join(rest[1:])))
    if game is tongits:
        return tongits.start(rules, piles["hand"], piles["stock"][0], first=first)
    return tichu.start(rules, piles["hand"], piles["draw"], piles["extra"])


def _value(text: str) -> Any:
    return {"True": True, "False": False}.get(text, int(text) if text.isdigit() else text)


def told(state: Any) -> Iterator[str]:
    """The end of a round, line by line: the outcome, then what lies where."""
    result = (tongits if isinstance(state, tongits.State) else tichu).outcome(state)
    assert result is not None
    yield f"end {result.ending}"
    yield f"winner {'nobody' if result.winner is None else result.winner}"
    if isinstance(result, tongits.Outcome):
        yield f"deadwood {_row(result.deadwood)}"
        yield f"payments {_row(result.payments)}"
        yield f"burned {_row(sorted(result.burned))}".rstrip()
        yield f"tied {_row(sorted(result.tied))}".rstrip()
        for laid in state.melds:
            yield f"meld {laid.owner} {laid.meld}" + (" secret" if laid.secret else "")
        yield f"stock {notation(state.stock)}".rstrip()
    else:
        yield f"points {_row(result.points)}"
        for number, pile in enumerate(state.piles):
            yield f"pile {number} {notation(pile.cards[:3])}".rstrip()
        for seat, drawn in enumerate(state.draw):
            yield f"draw {seat} {notation(drawn)}".rstrip()
    for seat, hand in enumerate(state.hands):
        yield f"hand {seat} {notation(hand)}".rstrip()


def _row(values: Any) -> str:
    return " ".join(map(str, values))
