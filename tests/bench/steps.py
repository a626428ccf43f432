"""The speed of the PettingZoo environments, by agents that choose at random.

The peer is RLCard's gin rummy behind PettingZoo's wrapper and guards, which PettingZoo calls `gin_rummy_v4` up to 1.26.
"""

from collections.abc import Callable
from random import Random
from typing import Any, Final

import numpy as np
from pettingzoo.utils import wrappers

from cardlab.environments import tichu_v0, tongits_v0
from cardlab.tongits import Rules
from tests.bench.measuring import Figure, Work, compare

STEPS: Final = 1_000
GIN_RUMMY: Final = "PettingZoo's `gin_rummy_v4`, by RLCard"


def figures() -> list[Figure]:
    """Measure actions per second, of agents in turn and at once, beside the peer."""
    own = {
        "Tongits": in_turn(tongits_v0.env),
        "Tongits, traditional preset": in_turn(lambda: tongits_v0.env(Rules.preset("traditional"))),
        "Tichu 1.on.1": at_once,
    }
    try:
        from pettingzoo.classic.rlcard_envs.rlcard_base import RLCardBase
    except ImportError:
        peers = []
    else:
        peers = [(Work(GIN_RUMMY, in_turn(lambda: _gin_rummy(RLCardBase)), STEPS), None)]
    return [
        figure
        for name, run in own.items()
        for figure in compare("actions", Work(f"actions in an environment, {name}", run, STEPS), peers)
    ]


def in_turn(make: Callable[[], Any]) -> Callable[[int], None]:
    """Return a work that takes `STEPS` steps in an environment with agents in turn."""

    def run(number: int) -> None:
        chance, environment, left = Random(number), make(), STEPS
        while left:
            environment.reset(seed=chance.getrandbits(31))
            for _ in environment.agent_iter(left):
                observation, _, ended, cut, _ = environment.last()
                environment.step(None if ended or cut else _any(observation, chance))
                left -= not (ended or cut)

    return run


def at_once(number: int) -> None:
    """Take `STEPS` steps in races, two in each cycle."""
    chance, environment, left = Random(number), tichu_v0.parallel_env(), STEPS
    while left > 0:
        seen, _ = environment.reset(seed=chance.getrandbits(31))
        while environment.agents and left > 0:
            seen, *_ = environment.step({agent: _any(seen[agent], chance) for agent in environment.agents})
            left -= 2


def _any(observation: Any, chance: Random) -> int:
    return int(chance.choice(np.flatnonzero(observation["action_mask"])))


def _gin_rummy(base: type) -> Any:
    game = base("gin-rummy", 2, (5, 52))
    game.render_mode = None
    guarded = wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(game, -1))
    return wrappers.OrderEnforcingWrapper(guarded)
