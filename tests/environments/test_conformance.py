"""The environments do as PettingZoo says: its own tests pass, and warn of nothing but what its own games do too."""

import warnings

import pytest
from pettingzoo import test

from cardlab import tichu, tongits
from cardlab.environments import tichu_v0, tongits_v0

RULES = (
    tongits.SHEET,
    tongits.Rules.preset("traditional"),
    tongits.Rules(jokers=4, joker_points=25, ace_high=True, showdown="everyone"),
)
# From the first two PettingZoo exempts its own games by name; nobody has an action once a round is over.
pytestmark = [
    pytest.mark.filterwarnings("error"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


@pytest.mark.parametrize("made", [*map(tongits_v0.env, RULES), tongits_v0.TongitsEnv(), tichu_v0.env()], ids=range(5))
def test_environments_in_turn_pass_their_test(made):
    test.api_test(made, num_cycles=300)


@pytest.mark.parametrize("rules", [tichu.SHEET, tichu.Rules(wrap=True, dragon_locks="strict", points="swapped")])
def test_tichu_passes_the_test_of_parallel_environments(rules):
    test.parallel_api_test(tichu_v0.parallel_env(rules), num_cycles=300)


def test_equal_seeds_give_equal_rounds_and_a_race_is_cut_short_after_so_many_cycles():
    test.seed_test(tongits_v0.env, num_cycles=200)
    test.seed_test(tichu_v0.env, num_cycles=200)
    test.parallel_seed_test(tichu_v0.parallel_env, num_cycles=200)
    test.max_cycles_test(tichu_v0)


@pytest.mark.parametrize("made", [tongits_v0, tichu_v0])
def test_what_is_rendered_is_what_the_mode_says(made, capsys):
    pictures = {"html": lambda shown: shown.startswith("<table") and "<img" in shown}
    with warnings.catch_warnings():
        test.render_test(made.env, custom_tests=pictures)
    assert "seat 0: " in capsys.readouterr().out
