"""What both games promise under the same names, asked of both in the same words."""

import copy
import pickle
import subprocess
import sys
from random import Random
from types import ModuleType
from typing import Any

import pytest

from cardlab import tichu, tongits
from cardlab.refusal import IllegalMove, NotationError, Refusal
from tests import rounds_by_chance

PROMISED = ("deal", "turn", "legal_moves", "why_not", "play", "view", "outcome", "parse_move")
SEATS = {tongits: (0, 1, 2), tichu: (0, 1)}
both_games = pytest.mark.parametrize("game", [tongits, tichu], ids=["tongits", "tichu"])
some_rounds = pytest.mark.parametrize("seed", range(6))


def played(game: ModuleType, seed: int) -> list[tuple[Any, Any, Any]]:
    return list(rounds_by_chance.played(game, game.deal(seed=seed), Random(seed)))


@both_games
def test_the_promised_names_are_there(game: ModuleType) -> None:
    assert set(PROMISED) <= set(game.__all__)
    assert all(callable(getattr(game, promised)) for promised in PROMISED)
    assert sorted(game.__all__) == sorted(set(game.__all__))
    assert all(hasattr(game, name) for name in game.__all__)


@both_games
def test_the_same_seed_deals_the_same(game: ModuleType) -> None:
    assert game.deal(seed=7) == game.deal(game.Rules(), 7)
    assert game.deal() == game.deal(game.Rules(), 0)
    assert len({game.deal(seed=seed) for seed in range(20)}) == 20


@both_games
@some_rounds
def test_an_illegal_move_carries_what_why_not_says(game: ModuleType, seed: int) -> None:
    """Moves of other positions of the same round are asked here: some are legal here too, most are not."""
    rounds = played(game, seed)
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
            numbers = [[int(part) for part in refusal.rule[1:].split(".")] for refusal in refusals]
            assert numbers == sorted(numbers)
    assert refused


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
    for state, _, _ in played(game, seed)[::5]:
        assert pickle.loads(pickle.dumps(state)) == state
        assert copy.deepcopy(state) == state
        for seat in SEATS[game]:
            seen = game.view(state, seat)
            stored = pickle.loads(pickle.dumps(seen))
            assert stored == seen
            assert hash(stored) == hash(seen)


@both_games
def test_states_and_views_cannot_be_changed(game: ModuleType) -> None:
    state = game.deal()
    for thing in (state, game.view(state, 0), game.Rules()):
        with pytest.raises((AttributeError, TypeError)):
            thing.rules = None


ENGINE = {"numpy", "numba", "msgspec", "ipywidgets", "IPython", "traitlets", "anywidget", "babel", "jupyter_core"}


@pytest.mark.parametrize(
    ("modules", "heavy"),
    [
        ("cardlab, cardlab.tongits, cardlab.tichu", ENGINE),
        ("cardlab.serve.command", {"voila", "tornado", "ipywidgets"}),
    ],
    ids=["engine", "serve"],
)
def test_import_loads_nothing_heavy(modules: str, heavy: set[str]) -> None:
    program = f"import sys, {modules}; print(*sorted(m.partition('.')[0] for m in sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "cardlab" in loaded
    assert not loaded & heavy
