"""Tichu 1.on.1 as a PettingZoo environment for two agents at once (parallel).

**An action** is an index into the 141 `ACTIONS`. Pile 0 is the one at the player's own right.
In a cycle both agents act on what they saw, in a random order; a card that no longer fits goes back to the hand (U2.4).
Legal actions are those of `tichu.choices`, and to wait. An agent that can do nothing asks for a flip, which comes once
both are stuck. An illegal action counts as waiting. A round is truncated after `max_cycles`, because it may have no
end (U4.3).

**An observation** is a row of numbers from 0 to 56: the `parts`, one after the other.

**A reward** is the points (U6.2) at the end of the round, and 0 before: one or two to the winner, none to the other.
"""

from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from typing import Any, Final

from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import parallel_to_aec

from cardlab import tichu
from cardlab.cards import TICHU_DECK
from cardlab.environments import Environment, Parts, row
from cardlab.refusal import IllegalMove
from cardlab.tichu.piles import WISHES

PLAYS: Final = [*map(str, TICHU_DECK), *(f"Ma wish {rank}" for rank in WISHES)]
ACTIONS: Final = (*(f"{play} on {pile}" for pile in (0, 1) for play in PLAYS), "draw", "flip", "wait")
FLIP, WAIT = map(ACTIONS.index, ("flip", "wait"))


def action_of(move: tichu.Move, seat: int) -> int:
    """Return the action for a seat's move.

    >>> [ACTIONS[action_of(tichu.parse_move(move), 1)] for move in ("1 play Ma 0 onto 2c wish A", "1 draw", "flip")]
    ['Ma wish A on 1', 'draw', 'flip']
    """
    if not isinstance(move, tichu.Play):
        return ACTIONS.index(str(move).split()[-1])
    return ACTIONS.index(f"{move.card}{f' wish {move.wish}' if move.wish else ''} on {move.pile ^ seat}")


def parts(seen: tichu.View) -> Parts:
    """Return the named parts of an observation of a view, in order.

    - 56 numbers: one for each card. In `hand` 1 if it is there. In a pile 1 for the top card, 2 for the next.
    - 2 numbers: the observer's, then the opponent's. `wish`: what the Mah Jong in a pile stands for, 1 a 2, 13 an ace.

    >>> print(*(f"{name} {len(part)}" for name, part in parts(tichu.view(tichu.deal(), 0)).items()))
    hand 56 pile_0 56 pile_1 56 wish 2 counts 2 draw 2 extra 2 owes 2 flip_due 1
    """
    own, other = seen.seat, 1 - seen.seat
    return {
        "hand": row(TICHU_DECK, seen.hand),
        "pile_0": row(TICHU_DECK, seen.piles[own].cards, count(1)),
        "pile_1": row(TICHU_DECK, seen.piles[other].cards, count(1)),
        "wish": [WISHES.index(wish) + 1 if (wish := seen.piles[pile].wish) else 0 for pile in (own, other)],
        "counts": [len(seen.hand), seen.opponent_cards],
        "draw": [seen.draw[own], seen.draw[other]],
        "extra": [seen.extra[own], seen.extra[other]],
        "owes": [seen.owes[own], seen.owes[other]],
        "flip_due": [seen.flip_due],
    }


class TichuEnv(Environment, ParallelEnv):  # type: ignore[misc]
    """A round of Tichu 1.on.1, truncated after `max_cycles`."""

    metadata: Final = {"name": "tichu_v0", "render_modes": [*Environment.render_modes]}
    game, parts, actions = tichu, staticmethod(parts), len(ACTIONS)

    def __init__(
        self, rules: tichu.Rules = tichu.SHEET, render_mode: str | None = None, max_cycles: int = 1000
    ) -> None:
        super().__init__(rules, render_mode)
        self.max_cycles = max_cycles

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], ...]:
        self._deal(seed, options)
        self._cycles, self.agents = 0, self.possible_agents[:]
        return self._observed(), {agent: {} for agent in self.agents}

    def _observed(self) -> dict[str, Any]:
        """Return what each agent observes, and store its legal moves."""
        over, observed = tichu.outcome(self.table) is not None, {}
        self._moves: dict[str, dict[int, tichu.Move]] = {}
        for seat, agent in enumerate(self.possible_agents):
            seen = tichu.view(self.table, seat)
            moves = {} if over else {action_of(move, seat): move for move in tichu.choices(seen)}
            self._moves[agent] = moves
            observed[agent] = self._encoded(parts(seen), moves if over or FLIP in moves else [*moves, WAIT])
        return observed

    def step(self, actions: Mapping[str, int]) -> tuple[dict[str, Any], ...]:
        agents, self._cycles = self.agents, self._cycles + 1
        moves = [move for agent in agents if (move := self._moves[agent].get(actions[agent]))]
        self._chance.shuffle(moves)
        for move in dict.fromkeys(moves):  # a flip that both ask for is one
            with suppress(IllegalMove):
                self.table = tichu.play(self.table, move)
        if tichu.recycle_due(self.table):
            self.table = tichu.play(self.table, tichu.recycle(self.table, self._chance.getrandbits(32)))
        ended = tichu.outcome(self.table)
        late = ended is None and self._cycles >= self.max_cycles
        self.agents = [] if ended or late else agents
        if self.render_mode == "human":
            self.render()
        rewards = dict(zip(agents, ended.points if ended else (0, 0), strict=True))
        ends = dict.fromkeys(agents, ended is not None), dict.fromkeys(agents, late)
        return self._observed(), rewards, *ends, {agent: {} for agent in agents}


parallel_env: Final = TichuEnv


def env(rules: tichu.Rules = tichu.SHEET, render_mode: str | None = None, max_cycles: int = 1000) -> AECEnv:
    """Return the environment with agents in turn (AEC), for libraries that need it.

    Within a cycle neither agent sees what the other one does.
    """
    return parallel_to_aec(TichuEnv(rules, render_mode, max_cycles))
