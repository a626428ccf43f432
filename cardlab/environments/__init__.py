"""Both games as PettingZoo environments, for programs that learn to play.

They need the extra `rl`. `tongits_v0` is for three players in turn (AEC), `tichu_v0` for two at the same time
(parallel). An observation is made from a seat's `View`, so it has no hidden card. This room may import only the games.

>>> from cardlab.environments import tongits_v0
>>> environment = tongits_v0.env()
>>> environment.reset(seed=7)
>>> for agent in environment.agent_iter():
...     observation, reward, ended, cut, _ = environment.last()
...     mask = observation["action_mask"]
...     environment.step(None if ended or cut else environment.action_space(agent).sample(mask))
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import chain, repeat
from operator import index
from random import Random
from types import ModuleType
from typing import Any, Final, TypeAlias

try:
    import numpy as np
    import pettingzoo  # noqa: F401
    from gymnasium.spaces import Box, Dict, Discrete
except ModuleNotFoundError as missing:
    needed = 'environments need the extra “rl”: pip install "cardlab[rl]"'
    raise ModuleNotFoundError(f"{missing}; {needed}", name=missing.name) from missing

Parts: TypeAlias = dict[str, list[int]]
"""The numbers of each part of an observation, by the part's name."""


def row(places: Iterable[object], found: Iterable[object], values: Iterable[int] = repeat(1)) -> list[int]:
    """Return the value of each of `places`, or 0 for a place not in `found`.

    `values`: the values of the places in `found`, by default all 1.
    """
    numbers = dict(zip(found, values, strict=False))
    return [*map(numbers.get, places, repeat(0))]


class Environment:
    """What both environments share: the spaces, the deals and the rendering.

    - `table` is the state. It is rendered with all hands: as text ("ansi"), as pictures ("html"), printed ("human"), or
      not at all without a `render_mode`; another one raises ValueError.
    - `reset(seed=7)` deals as `deal(rules, seed=7)` does; each later `reset()` deals a round decided by that seed.
      `reset(options={"state": state})` begins at any state, such as `deal(rules, seed=7, first=1)`.
    """

    game: ModuleType
    parts: Callable[[Any], Parts]
    actions: int
    render_modes: Final = ("ansi", "html", "human")

    def __init__(self, rules: Any = None, render_mode: str | None = None) -> None:
        if render_mode not in (None, *self.render_modes):
            raise ValueError(f"render_mode is one of {', '.join(self.render_modes)}, not {render_mode!r}")
        self.rules, self.render_mode, self._chance = rules or self.game.SHEET, render_mode, Random()
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.GAME.seats)]
        size = sum(map(len, self.parts(self.game.view(self.game.deal(self.rules), 0)).values()))
        numbers, mask = Box(0, 56, (size,), np.int8), Box(0, 1, (self.actions,), np.int8)
        self.observation_spaces = {
            agent: Dict({"observation": numbers, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(self.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def _deal(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        self._chance = self._chance if seed is None else Random(index(seed))
        dealt = self._chance.getrandbits(32) if seed is None else seed
        self.table = (options or {}).get("state") or self.game.deal(self.rules, dealt)

    def _encoded(self, parts: Parts, legal: Iterable[int]) -> dict[str, Any]:
        mask = np.zeros(self.actions, np.int8)
        mask[list(legal)] = 1
        return {"observation": np.frombuffer(bytearray(chain(*parts.values())), np.int8), "action_mask": mask}

    def render(self) -> str | None:
        if self.render_mode == "human":
            print(self.table)
        if self.render_mode not in ("ansi", "html"):
            return None
        return str(self.table if self.render_mode == "ansi" else self.table._repr_html_())

    def close(self) -> None:
        """Do nothing, because nothing is open."""
