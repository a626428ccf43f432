"""Tongits as a PettingZoo environment for three agents that move in turn (AEC).

**An action** is an index into the 84 `WORDS`, of which moves are made, word by word and without the seat: the card to
discard, `draw`, `meld 7c 7d 7h`, `sapaw 2 Ad`. A move is made once no other legal move begins with its words. A full
stop ends a move that could be longer. Each legal move has one such sequence, whatever the house rules, and the mask
allows no other. An illegal action ends the round, and costs the agent alone more than any hand.

**An observation** is a row of numbers from 0 to 56: the `parts`, one after the other.

**A reward** is the payment (T9.3, T9.4) at the end of the round, and 0 before; the three add up to 0.
"""

from itertools import count
from typing import Any, Final

from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from cardlab import tongits
from cardlab.cards import DECK, JOKERS
from cardlab.environments import Environment, Parts, row
from cardlab.tongits.moves import FIRST_HAND, SEATS

CARDS: Final = DECK + JOKERS
MELDS: Final = len(CARDS) // 3
VERBS: Final = ("draw", "take", "call", "challenge", "fold", "meld", "sapaw", "secret", "low", ".")
WORDS: Final = (*map(str, CARDS), *VERBS, *map(str, range(MELDS)))


def actions_of(move: tongits.Move) -> tuple[int, ...]:
    """Return the actions of a move, with the full stop at the end.

    >>> [WORDS[action] for action in actions_of(tongits.LayMeld(0, "7c 7d 7h"))]
    ['meld', '7c', '7d', '7h', '.']
    """
    return tuple(map(WORDS.index, f"{move} .".replace("discard ", "").split()[1:]))


def parts(seen: tongits.View, begun: tuple[int, ...] = ()) -> Parts:
    """Return the named parts of an observation: a view, and the words so far.

    - 56 numbers: one for each card, 1 if it is there. In `discards` the top card has 1, the next 2. In `melds` a card
      of meld 0 has 1, of meld 1 has 2. The hands of the `next` and `last` seat are 0 until they are shown (T6.4).
    - `begun`: one number for each word; the first word said has 1. `owner`, `secret`: one number for each meld.
    - `jokers`: for each joker on the table, the number of the card that it stands for, from 1.
    - Seats count from the observer, who is owner 1. `seats`: three flags each for who acts, is first, drew last,
      called, challenges, had cards laid off (T6.8). `turn`: stock, takes (T2.7), flags of `Phase` and of `Began`.

    >>> print(*(f"{name} {len(part)}" for name, part in parts(tongits.view(tongits.deal(), 0)).items()))
    hand 56 next 56 last 56 taken 56 discards 56 melds 56 begun 84 jokers 4 owner 18 secret 18 counts 3 seats 18 turn 9
    """
    around = [(seen.viewer + step) % SEATS for step in range(SEATS)]
    shown = [seen.shown[seat] if seen.shown else () for seat in around]
    laid = [(number, one.meld) for number, one in enumerate(seen.melds, 1) if one.meld]
    lie_in = {card: number for number, meld in laid for card in meld.cards}
    stand_for = {card: other for _, meld in laid for card, other in zip(meld.cards, meld.stands_for, strict=True)}
    flagged = {seen.seat}, {seen.first}, {seen.last_drawer}, {seen.caller}, seen.challengers, seen.sapawed
    none = [0] * (MELDS - len(seen.melds))
    phases = [*(seen.phase is phase for phase in tongits.Phase), *(seen.began is began for began in tongits.Began)]
    return {
        "hand": row(CARDS, seen.hand),
        "next": row(CARDS, shown[1]),
        "last": row(CARDS, shown[2]),
        "taken": row(CARDS, [seen.taken]),
        "discards": row(CARDS, seen.discards, count(1)),
        "melds": row(CARDS, lie_in, lie_in.values()),
        "begun": row(range(len(WORDS)), begun, count(1)),
        "jokers": row(JOKERS, stand_for, (CARDS.index(card) + 1 for card in stand_for.values())),
        "owner": [around.index(one.owner) + 1 for one in seen.melds] + none,
        "secret": [one.secret for one in seen.melds] + none,
        "counts": [seen.counts[seat] for seat in around],
        "seats": [seat in seats for seats in flagged for seat in around],
        "turn": [seen.stock, seen.takes, *phases],
    }


class TongitsEnv(Environment, AECEnv):  # type: ignore[misc]
    """A round of Tongits; `env` wraps it in PettingZoo's usual checks."""

    metadata: Final = {"name": "tongits_v0", "render_modes": [*Environment.render_modes], "is_parallelizable": False}
    game, parts, actions = tongits, staticmethod(parts), len(WORDS)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._deal(seed, options)
        self.agents = self.possible_agents[:]
        self.rewards, self._cumulative_rewards = dict.fromkeys(self.agents, 0), dict.fromkeys(self.agents, 0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._continue_from(self.table)

    def _continue_from(self, state: tongits.State) -> None:
        """Set the state, the agent to act and its actions; at the end, the payments."""
        self.table = state
        self._begun: tuple[int, ...] = ()
        self.agent_selection = self.possible_agents[state.seat]
        self._moves = {actions_of(move): move for move in tongits.legal_moves(state, state.seat)}
        if ended := tongits.outcome(state):
            self.rewards = dict(zip(self.agents, ended.payments, strict=True))
            self._accumulate_rewards()
            self.terminations = dict.fromkeys(self.agents, True)

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        begun, moves = (self._begun, self._moves) if seat == self.table.seat else ((), {})
        seen = parts(tongits.view(self.table, seat), begun)
        return self._encoded(seen, {actions[len(begun)] for actions in moves})

    def step(self, action: Any) -> None:
        agent, place = self.agent_selection, len(self._begun)
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        left = {actions: move for actions, move in self._moves.items() if actions[place] == action}
        if not left:
            raise ValueError(f"{action} is no legal action of {agent}")
        if len(left) == 1:
            self._continue_from(tongits.play(self.table, *left.values()))
        else:
            self._moves, self._begun = left, (*self._begun, action)
        if self.render_mode == "human":
            self.render()


def env(rules: tongits.Rules = tongits.SHEET, render_mode: str | None = None) -> AECEnv:
    """Return the environment for these rules, in PettingZoo's usual wrappers."""
    environment = TongitsEnv(rules, render_mode)
    guarded = wrappers.TerminateIllegalWrapper(environment, -FIRST_HAND * max(10, rules.joker_points))
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))
