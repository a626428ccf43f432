"""What both games promise under the same names, asked of both in the same words."""

from __future__ import annotations

import ast
import copy
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

import cardlab
from cardlab import tichu, tongits
from cardlab.refusal import IllegalMove, NotationError, Refusal

PROMISED = ("deal", "turn", "legal_moves", "why_not", "play", "view", "outcome", "parse_move")
GROUND = (
    "cardlab.cards",
    "cardlab.game",
    "cardlab.drawing",
    "cardlab.refusal",
    "cardlab.choices",
    "cardlab.position_text",
)
SEATS = {"tongits": (0, 1, 2), "tichu": (0, 1)}
both_games = pytest.mark.parametrize("game", [tongits, tichu], ids=["tongits", "tichu"])
some_rounds = pytest.mark.parametrize("seed", range(6))


def name(game: ModuleType) -> str:
    return game.__name__.rpartition(".")[2]


def next_move(game: ModuleType, state: Any, random: Random) -> Any:
    """A legal move by chance, or what chance itself has to do."""
    able = sorted(game.turn(state))
    return random.choice(game.legal_moves(state, random.choice(able))) if able else game.recycle(state, random.random())


def played(game: ModuleType, seed: int) -> Iterator[tuple[Any, Any, Any]]:
    """A round played to its end by chance: (position, move, position after it)."""
    random = Random(seed)
    state = game.deal(seed=seed)
    while game.outcome(state) is None:
        move = next_move(game, state, random)
        following = game.play(state, move)
        yield state, move, following
        state = following


@both_games
def test_the_promised_names_are_there(game: ModuleType) -> None:
    assert set(PROMISED) <= set(game.__all__)
    assert all(callable(getattr(game, promised)) for promised in PROMISED)
    assert sorted(game.__all__) == sorted(set(game.__all__))
    assert all(hasattr(game, told) for told in game.__all__)


@both_games
def test_the_same_seed_deals_the_same(game: ModuleType) -> None:
    assert game.deal(seed=7) == game.deal(game.Rules(), 7)
    assert game.deal() == game.deal(game.Rules(), 0)
    assert len({game.deal(seed=seed) for seed in range(20)}) == 20


@both_games
@some_rounds
def test_seats_in_turn_are_those_with_legal_moves(game: ModuleType, seed: int) -> None:
    for state, _, following in played(game, seed):
        for position in (state, following):
            able = {seat for seat in SEATS[name(game)] if game.legal_moves(position, seat)}
            assert game.turn(position) == able
            assert isinstance(game.turn(position), frozenset)


@both_games
@some_rounds
def test_a_legal_move_is_not_refused_and_no_move_is_listed_twice(game: ModuleType, seed: int) -> None:
    for state, _, _ in played(game, seed):
        for seat in game.turn(state):
            moves = game.legal_moves(state, seat)
            assert isinstance(moves, tuple)
            assert len(set(moves)) == len(moves)
            assert all(game.why_not(state, move) == () for move in moves)


@both_games
@some_rounds
def test_an_illegal_move_carries_what_why_not_says(game: ModuleType, seed: int) -> None:
    """Moves of other positions of the same round are asked here: some are legal here too, most are not."""
    rounds = list(played(game, seed))
    random = Random(seed)
    refused = 0
    for state, _, _ in random.sample(rounds, min(len(rounds), 12)):
        for _, move, _ in random.sample(rounds, min(len(rounds), 12)):
            refusals = game.why_not(state, move)
            if not refusals:
                game.play(state, move)
                continue
            refused += 1
            with pytest.raises(IllegalMove) as raised:
                game.play(state, move)
            assert raised.value.refusals == refusals
            assert raised.value.move == move
            for refusal in refusals:
                assert isinstance(refusal, Refusal)
                assert refusal.rule[0] in "TU"
            places = [[int(part) for part in refusal.rule[1:].split(".")] for refusal in refusals]
            assert places == sorted(places)
    assert refused


@both_games
@some_rounds
def test_there_is_an_outcome_at_the_end_and_not_before(game: ModuleType, seed: int) -> None:
    rounds = list(played(game, seed))
    assert all(game.outcome(state) is None for state, _, _ in rounds)
    last = rounds[-1][2]
    assert game.outcome(last) == game.outcome(last)
    assert game.turn(last) == frozenset()
    for seat in SEATS[name(game)]:
        assert game.legal_moves(last, seat) == ()
    for _, move, _ in rounds:
        assert list(game.why_not(last, move))


@both_games
@some_rounds
def test_equal_histories_give_equal_states(game: ModuleType, seed: int) -> None:
    again = game.deal(seed=seed)
    for state, move, following in played(game, seed):
        assert again == state
        assert hash(again) == hash(state)
        assert state != following
        again = game.play(again, game.parse_move(str(move)))
    assert game.outcome(again) is not None


@both_games
@some_rounds
def test_play_leaves_the_old_state_as_it_was(game: ModuleType, seed: int) -> None:
    for state, move, _ in played(game, seed):
        before = pickle.dumps(state)
        game.play(state, move)
        assert pickle.dumps(state) == before


@both_games
@some_rounds
def test_a_move_is_read_as_it_is_written(game: ModuleType, seed: int) -> None:
    for state, move, _ in played(game, seed):
        for seat in game.turn(state):
            for legal in game.legal_moves(state, seat):
                assert game.parse_move(str(legal)) == legal
        assert game.parse_move(f"  {str(move).replace(' ', '  ')} ") == move
        assert pickle.loads(pickle.dumps(move)) == move


@both_games
@pytest.mark.parametrize(
    "text", ["", " ", "0", "0 dance", "x draw", "0 play", "-1 draw", "0 discard Zz", "0 draw draw", "²  draw"]
)
def test_what_is_no_move_is_unreadable(game: ModuleType, text: str) -> None:
    with pytest.raises(NotationError) as raised:
        game.parse_move(text)
    assert raised.value.refusal.code


@both_games
@some_rounds
def test_states_and_views_can_be_stored(game: ModuleType, seed: int) -> None:
    for state, _, _ in list(played(game, seed))[::5]:
        assert pickle.loads(pickle.dumps(state)) == state
        assert copy.deepcopy(state) == state
        for seat in SEATS[name(game)]:
            seen = game.view(state, seat)
            stored = pickle.loads(pickle.dumps(seen))
            assert stored == seen
            assert hash(stored) == hash(seen)


@both_games
@pytest.mark.parametrize("seat", [-1, 3, 17])
def test_no_one_sees_from_a_seat_that_is_not_there(game: ModuleType, seat: int) -> None:
    with pytest.raises(ValueError, match="no seat"):
        game.view(game.deal(), seat)


@both_games
def test_states_and_views_cannot_be_changed(game: ModuleType) -> None:
    state = game.deal()
    for thing in (state, game.view(state, 0), game.Rules()):
        with pytest.raises((AttributeError, TypeError)):
            thing.rules = None


@both_games
def test_rules_are_checked_and_have_the_sheet_as_preset(game: ModuleType) -> None:
    assert game.Rules.preset("sheet") == game.Rules()
    assert game.Rules().changed() == ()
    with pytest.raises(ValueError, match="preset"):
        game.Rules.preset("nobody's")
    with pytest.raises(ValueError, match="target"):
        game.Rules(target=0)


@both_games
def test_a_game_imports_only_the_standard_library_the_common_ground_and_itself(game: ModuleType) -> None:
    allowed = (*GROUND, game.__name__)
    ground = [Path(cardlab.__file__).parent / f"{module.rpartition('.')[2]}.py" for module in GROUND]
    for path in (*Path(game.__path__[0]).glob("*.py"), *ground):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for module in _imported(node):
                ours = any(module == own or module.startswith(own + ".") for own in allowed)
                assert ours or module.partition(".")[0] in sys.stdlib_module_names, f"{path.name} imports {module}"


def _imported(node: ast.AST) -> list[str]:
    match node:
        case ast.Import(names=names):
            return [told.name for told in names]
        case ast.ImportFrom(module=module, level=level):
            assert level == 0
            return [module or ""]
    return []


@pytest.mark.parametrize("module", ["cardlab", "cardlab.tongits", "cardlab.tichu"])
def test_import_loads_nothing_heavy(module: str) -> None:
    program = f"import sys, {module}; print(*sorted(m.partition('.')[0] for m in sys.modules))"
    loaded = set(
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    )
    assert "cardlab" in loaded
    assert not loaded & {
        "numpy",
        "numba",
        "msgspec",
        "ipywidgets",
        "IPython",
        "traitlets",
        "anywidget",
        "babel",
        "jupyter_core",
    }
